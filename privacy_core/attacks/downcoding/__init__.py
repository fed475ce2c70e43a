"""Downcoding: a release that was blurred as little as possible tells what it was blurred from.

Source: Cohen, Attacks on deidentification's defenses, USENIX Security 2022. What is ours is said where it stands.
"""

from privacy_core.attacks.downcoding.attack import WINDOW, Downcoding, Group, WhyNot, downcode, judged, window_of
from privacy_core.attacks.downcoding.clusters import Clusters, Drawn, Kind, coded, draw, tree
from privacy_core.attacks.downcoding.compound import (
    Comparison,
    Compound,
    Predicate,
    beside,
    compound,
    log2_weight,
    middle_log2_weight,
    predicates,
)
from privacy_core.attacks.downcoding.drawing import PAPER, Rule, Search, Trial, one_trial, seed_that_works
from privacy_core.attacks.downcoding.learning import Learned, learn
from privacy_core.attacks.downcoding.notions import NOT_BUILT, NOTIONS, VERY_SMALL, Covered, Notion
from privacy_core.attacks.downcoding.recoding import Published, moves_left, recode
from privacy_core.attacks.downcoding.remedy import overgeneralized, whole_right
from privacy_core.attacks.downcoding.saying import trials_record
from privacy_core.attacks.downcoding.smallest import Consistent, Original, Riddle, consistent, riddle, two_rows
from privacy_core.attacks.downcoding.stored import Curve, Point, Stored, stored
from privacy_core.attacks.downcoding.theory import Theory, binomial, limit, predict
from privacy_core.attacks.downcoding.trials import Trials, expected, run_trials
from privacy_core.attacks.downcoding.worlds import World, Worlds, worlds

__all__ = [
    "Clusters",
    "Comparison",
    "Compound",
    "Consistent",
    "Covered",
    "Curve",
    "Downcoding",
    "Drawn",
    "Group",
    "Kind",
    "Learned",
    "NOTIONS",
    "NOT_BUILT",
    "Notion",
    "Original",
    "PAPER",
    "Point",
    "Predicate",
    "Published",
    "Riddle",
    "Rule",
    "Search",
    "Stored",
    "Theory",
    "Trial",
    "Trials",
    "VERY_SMALL",
    "WINDOW",
    "WhyNot",
    "World",
    "Worlds",
    "beside",
    "binomial",
    "coded",
    "compound",
    "consistent",
    "downcode",
    "draw",
    "expected",
    "judged",
    "learn",
    "limit",
    "log2_weight",
    "middle_log2_weight",
    "moves_left",
    "one_trial",
    "overgeneralized",
    "predicates",
    "predict",
    "recode",
    "riddle",
    "run_trials",
    "seed_that_works",
    "stored",
    "tree",
    "trials_record",
    "two_rows",
    "whole_right",
    "window_of",
    "worlds",
]
