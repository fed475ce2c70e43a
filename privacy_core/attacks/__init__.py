"""Attacks on a release, each with guessing and with people who are not in it beside."""

from privacy_core.attacks import singling_out
from privacy_core.attacks.inference import inference
from privacy_core.attacks.linkability import linkability
from privacy_core.attacks.outcomes import NotMeasured, Outcome, legal_line, outcome
from privacy_core.attacks.singling_out.predicates import class_predicates
from privacy_core.attacks.singling_out.records import RecordMode, RecordPredicates, record_predicates
from privacy_core.attacks.singling_out.results import ClassPredicates
from privacy_core.attacks.singling_out.saying import findings_of_classes, findings_of_records
from privacy_core.attacks.together import Attackers, evidence_record
from privacy_core.evidence import Counts, Evidence, Excess

__all__ = [
    "Attackers",
    "ClassPredicates",
    "Counts",
    "Evidence",
    "Excess",
    "NotMeasured",
    "Outcome",
    "RecordMode",
    "RecordPredicates",
    "class_predicates",
    "evidence_record",
    "findings_of_classes",
    "findings_of_records",
    "inference",
    "legal_line",
    "linkability",
    "outcome",
    "record_predicates",
    "singling_out",
]
