"""Cluster-Vector-Projection Linkage: who in a release can be matched to what is already known.

The chain of Khvatov and Neyman (arXiv 2602.11015): blocking, encoding, projection, similarity, threshold.
"""

from privacy_core.linkage.blocking import (
    LOCALITY_SENSITIVE_HASHING,
    Blocks,
    Key,
    Level,
    block,
    default_levels,
    parse_level,
)
from privacy_core.linkage.encoding import WEIGHT, Coding, Encoded, Fit, encode, given
from privacy_core.linkage.features import Feature, Kind
from privacy_core.linkage.projection import Directions, Projected, directions, placed, project
from privacy_core.linkage.sides import Sides, align

__all__ = [
    "Blocks",
    "Coding",
    "Directions",
    "Encoded",
    "Feature",
    "Fit",
    "Key",
    "Kind",
    "LOCALITY_SENSITIVE_HASHING",
    "Level",
    "Projected",
    "Sides",
    "WEIGHT",
    "align",
    "block",
    "default_levels",
    "directions",
    "encode",
    "given",
    "parse_level",
    "placed",
    "project",
]
