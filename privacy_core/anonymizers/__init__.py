"""How a table is blurred until a promise holds: every anonymizer behind one protocol, every release judged again."""

from privacy_core.anonymizers.asking import hopeless, promised
from privacy_core.anonymizers.base import Anonymization, Anonymizer, Limits, Minimal
from privacy_core.anonymizers.full_domain import FullDomain
from privacy_core.anonymizers.lattice import Lattice, Objective, Quality, Reason, View, warm_up, whole_lattice
from privacy_core.anonymizers.local_recoding import LocalRecoding
from privacy_core.anonymizers.microaggregation import Microaggregation
from privacy_core.anonymizers.mondrian import Mondrian
from privacy_core.anonymizers.releasing import recoded, recoded_cells, release

__all__ = [
    "Anonymization",
    "Anonymizer",
    "FullDomain",
    "Lattice",
    "Limits",
    "LocalRecoding",
    "Microaggregation",
    "Minimal",
    "Mondrian",
    "Objective",
    "Quality",
    "Reason",
    "View",
    "hopeless",
    "promised",
    "recoded",
    "recoded_cells",
    "release",
    "warm_up",
    "whole_lattice",
]
