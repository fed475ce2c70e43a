"""Cluster-Vector-Projection Linkage: who in a release can be matched to what is already known.

The chain of Khvatov and Neyman (arXiv 2602.11015): blocking, encoding, projection, similarity, threshold.
"""

from privacy_core.linkage.agreement import Fields, Patterns, agreeing_fields, fields, patterns
from privacy_core.linkage.approximate import capped_maxima, listed_maxima
from privacy_core.linkage.attribution import Attribution, attribute, attribution_of_pair, contributions
from privacy_core.linkage.baselines import MEMBERSHIP, Baselines, baselines, baselines_record
from privacy_core.linkage.blocking import (
    LOCALITY_SENSITIVE_HASHING,
    Blocks,
    Key,
    Level,
    block,
    default_levels,
    parse_level,
)
from privacy_core.linkage.by_fields import ByFields, Cut, linked_by_fields, scores
from privacy_core.linkage.calibration import Calibration, Null, as_luck, calibrate, excess, threshold_of
from privacy_core.linkage.chance import alike_by_chance, linked_by_chance
from privacy_core.linkage.controls import Chain, Matched, matched
from privacy_core.linkage.distances import Distances, Nearest, nearest
from privacy_core.linkage.distributions import Distributions, distributions
from privacy_core.linkage.encoding import WEIGHT, Coding, Encoded, Fit, encode, given
from privacy_core.linkage.features import Feature, Kind
from privacy_core.linkage.fellegi_sunter import Model, given_model, learned
from privacy_core.linkage.matching import Missed, Ties, TopOne, missed, ties, top_one
from privacy_core.linkage.nobody import nobody
from privacy_core.linkage.projection import Directions, Projected, directions, placed, project
from privacy_core.linkage.reading import feature
from privacy_core.linkage.risk import LinkageRisk, PartialLink, link
from privacy_core.linkage.saying import findings, optional, record, sentence
from privacy_core.linkage.searching import Searched
from privacy_core.linkage.settings import LinkageSettings
from privacy_core.linkage.shift import Method, Moved, Shift, shift
from privacy_core.linkage.sides import Sides, align
from privacy_core.linkage.similarity import (
    Maxima,
    Partial,
    cosine_maxima,
    masked_maxima,
    maxima_and_non_matches,
    nested_maxima,
)
from privacy_core.linkage.surface import TAU, Surface, parse_tau, surface
from privacy_core.linkage.sweeping import Step, leave_one_out, sweep_components
from privacy_core.linkage.truth import Truth, truth_by_position, truth_of
from privacy_core.linkage.warming import warm_up

__all__ = [
    "Attribution",
    "Baselines",
    "Blocks",
    "ByFields",
    "Calibration",
    "Chain",
    "Coding",
    "Cut",
    "Directions",
    "Distances",
    "Distributions",
    "Encoded",
    "Feature",
    "Fields",
    "Fit",
    "Key",
    "Kind",
    "LOCALITY_SENSITIVE_HASHING",
    "Level",
    "LinkageRisk",
    "LinkageSettings",
    "MEMBERSHIP",
    "Matched",
    "Maxima",
    "Method",
    "Missed",
    "Model",
    "Moved",
    "Nearest",
    "Null",
    "Partial",
    "PartialLink",
    "Patterns",
    "Projected",
    "Searched",
    "Shift",
    "Sides",
    "Step",
    "Surface",
    "TAU",
    "Ties",
    "TopOne",
    "Truth",
    "WEIGHT",
    "agreeing_fields",
    "align",
    "alike_by_chance",
    "as_luck",
    "attribute",
    "attribution_of_pair",
    "baselines",
    "baselines_record",
    "block",
    "calibrate",
    "capped_maxima",
    "contributions",
    "cosine_maxima",
    "default_levels",
    "directions",
    "distributions",
    "encode",
    "excess",
    "feature",
    "fields",
    "findings",
    "given",
    "given_model",
    "learned",
    "leave_one_out",
    "link",
    "linked_by_chance",
    "linked_by_fields",
    "listed_maxima",
    "masked_maxima",
    "matched",
    "maxima_and_non_matches",
    "missed",
    "nearest",
    "nested_maxima",
    "nobody",
    "optional",
    "parse_level",
    "parse_tau",
    "patterns",
    "placed",
    "project",
    "record",
    "scores",
    "sentence",
    "shift",
    "surface",
    "sweep_components",
    "threshold_of",
    "ties",
    "top_one",
    "truth_by_position",
    "truth_of",
    "warm_up",
]
