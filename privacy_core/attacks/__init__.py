"""Attacks on a release, each with guessing and with people who are not in it beside."""

from privacy_core.attacks import downcoding, minimality
from privacy_core.attacks.inference import inference
from privacy_core.attacks.linkability import linkability
from privacy_core.attacks.outcomes import Outcome, legal_line, outcome
from privacy_core.attacks.together import Attackers, NotMeasured, evidence_record
from privacy_core.evidence import Counts, Evidence, Excess

__all__ = [
    "Attackers",
    "Counts",
    "Evidence",
    "Excess",
    "NotMeasured",
    "Outcome",
    "downcoding",
    "evidence_record",
    "inference",
    "legal_line",
    "linkability",
    "minimality",
    "outcome",
]
