"""How a table is blurred until a promise holds: every anonymizer behind one protocol, every release judged again."""

from privacy_core.anonymizers.asking import hopeless, promised
from privacy_core.anonymizers.at_levels import AtLevels, Blurred, blurred
from privacy_core.anonymizers.base import Anonymization, Anonymizer, Limits, Minimal
from privacy_core.anonymizers.local_recoding import LocalRecoding
from privacy_core.anonymizers.microaggregation import Microaggregation
from privacy_core.anonymizers.mondrian import Mondrian
from privacy_core.anonymizers.releasing import recoded, recoded_cells, release

__all__ = [
    "Anonymization",
    "Anonymizer",
    "AtLevels",
    "Blurred",
    "Limits",
    "LocalRecoding",
    "Microaggregation",
    "Minimal",
    "Mondrian",
    "blurred",
    "hopeless",
    "promised",
    "recoded",
    "recoded_cells",
    "release",
]
