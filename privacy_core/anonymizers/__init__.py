"""How a table is blurred until a promise holds: every anonymizer behind one protocol, every release judged again."""

from privacy_core.anonymizers.asking import hopeless, promised
from privacy_core.anonymizers.at_levels import AtLevels, Blurred, blurred
from privacy_core.anonymizers.base import Anonymization, Anonymizer, Limits, Minimal
from privacy_core.anonymizers.coding import Bounds, Coding, coded
from privacy_core.anonymizers.full_domain import FullDomain
from privacy_core.anonymizers.lattice import (
    FILTERED,
    MOST_NODES,
    SPAN,
    Lattice,
    Objective,
    Quality,
    Reason,
    Sizes,
    View,
    Ways,
    class_sizes,
    warm_up,
    ways,
    whole_lattice,
)
from privacy_core.anonymizers.local_recoding import LocalRecoding
from privacy_core.anonymizers.merging import Merging
from privacy_core.anonymizers.microaggregation import Common, Microaggregation
from privacy_core.anonymizers.mondrian import Mondrian
from privacy_core.anonymizers.perturbation import Perturbation, add_noise, invariant_matrix, pram
from privacy_core.anonymizers.releasing import recoded, recoded_cells, release
from privacy_core.anonymizers.suppression import LocalSuppression
from privacy_core.anonymizers.swapping import swap

__all__ = [
    "Anonymization",
    "Anonymizer",
    "AtLevels",
    "Blurred",
    "Bounds",
    "Coding",
    "Common",
    "FILTERED",
    "FullDomain",
    "Lattice",
    "Limits",
    "LocalRecoding",
    "LocalSuppression",
    "MOST_NODES",
    "Merging",
    "Microaggregation",
    "Minimal",
    "Mondrian",
    "Objective",
    "Perturbation",
    "Quality",
    "Reason",
    "SPAN",
    "Sizes",
    "View",
    "Ways",
    "add_noise",
    "blurred",
    "class_sizes",
    "coded",
    "hopeless",
    "invariant_matrix",
    "pram",
    "promised",
    "recoded",
    "recoded_cells",
    "release",
    "swap",
    "warm_up",
    "ways",
    "whole_lattice",
]
