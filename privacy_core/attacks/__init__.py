"""Attacks on a release, each with guessing and with people who are not in it beside."""

from privacy_core.attacks import downcoding, minimality, singling_out, subsets
from privacy_core.attacks.inference import inference
from privacy_core.attacks.linkability import linkability
from privacy_core.attacks.outcomes import NotMeasured, Outcome, legal_line, outcome
from privacy_core.attacks.singling_out.predicates import class_predicates
from privacy_core.attacks.singling_out.records import RecordMode, RecordPredicates, record_predicates
from privacy_core.attacks.singling_out.results import ClassPredicates
from privacy_core.attacks.singling_out.saying import findings_of_classes, findings_of_records
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
from privacy_core.attacks.together import Attackers, evidence_record
from privacy_core.evidence import Counts, Evidence, Excess

__all__ = [
    "Attackers",
    "ClassPredicates",
    "Counts",
    "Evidence",
    "Excess",
    "MinimalSet",
    "MinimalUniques",
    "NotMeasured",
    "Outcome",
    "RecordMode",
    "RecordPredicates",
    "SampleUniques",
    "SubsetCount",
    "SubsetScan",
    "Suda",
    "Unicity",
    "class_predicates",
    "downcoding",
    "effective_anonymity",
    "evidence_record",
    "findings_of_classes",
    "findings_of_records",
    "inference",
    "legal_line",
    "linkability",
    "minimal_uniques",
    "minimality",
    "outcome",
    "record_predicates",
    "sample_uniques",
    "scan_subsets",
    "singling_out",
    "subsets",
    "suda",
]
