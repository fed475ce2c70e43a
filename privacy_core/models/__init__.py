"""The privacy models: each a pure function of a Contingency with one number per class."""

from privacy_core.models.base import Better, Measurement, PrivacyModel, Verdict, judge, measure
from privacy_core.models.beta_likeness import BasicBeta, EnhancedBeta
from privacy_core.models.bounds import largest_share, rarest
from privacy_core.models.delta_disclosure import DeltaDisclosure
from privacy_core.models.k_anonymity import KAnonymity
from privacy_core.models.k_map import KMap
from privacy_core.models.l_diversity import AlphaK, DistinctL, EntropyL, RecursiveCL
from privacy_core.models.promises import Secret, Thresholds, grounds, own_ground, promises, usable
from privacy_core.models.t_closeness import Equal, Ground, NTCloseness, Rank, TCloseness, Tree, Value

MODELS = (KAnonymity, DistinctL, EntropyL, RecursiveCL, AlphaK, TCloseness, BasicBeta, EnhancedBeta, DeltaDisclosure)

__all__ = [
    "AlphaK",
    "BasicBeta",
    "Better",
    "DeltaDisclosure",
    "DistinctL",
    "EnhancedBeta",
    "EntropyL",
    "Equal",
    "Ground",
    "KAnonymity",
    "KMap",
    "MODELS",
    "Measurement",
    "NTCloseness",
    "PrivacyModel",
    "Rank",
    "RecursiveCL",
    "Secret",
    "TCloseness",
    "Thresholds",
    "Tree",
    "Value",
    "Verdict",
    "grounds",
    "judge",
    "largest_share",
    "measure",
    "own_ground",
    "promises",
    "rarest",
    "usable",
]
