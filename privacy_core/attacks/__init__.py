"""Attacks on a release, each with guessing and with people who are not in it beside."""

from privacy_core.attacks.inference import inference
from privacy_core.attacks.linkability import linkability
from privacy_core.attacks.outcomes import Outcome, legal_line, outcome
from privacy_core.attacks.subsets import (
    MinimalSet,
    MinimalUniques,
    SampleUniques,
    SubsetCount,
    SubsetScan,
    Suda,
    Unicity,
    effective_anonymity,
    minimal_uniques,
    sample_uniques,
    scan_subsets,
    suda,
)
from privacy_core.attacks.together import Attackers, NotMeasured, evidence_record
from privacy_core.evidence import Counts, Evidence, Excess

__all__ = [
    "Attackers",
    "Counts",
    "Evidence",
    "Excess",
    "MinimalSet",
    "MinimalUniques",
    "NotMeasured",
    "Outcome",
    "SampleUniques",
    "SubsetCount",
    "SubsetScan",
    "Suda",
    "Unicity",
    "effective_anonymity",
    "evidence_record",
    "inference",
    "legal_line",
    "linkability",
    "minimal_uniques",
    "outcome",
    "sample_uniques",
    "scan_subsets",
    "suda",
]
