"""Models and ground distances by their names: a cache key holds words, never a model."""

from __future__ import annotations

from dashboard.compute.cutting import Cut, counts
from dashboard.compute.hierarchies import tree_of_secret
from privacy_core import (
    BasicBeta,
    DeltaDisclosure,
    DistinctL,
    EnhancedBeta,
    EntropyL,
    Ground,
    KAnonymity,
    PrivacyModel,
    Rank,
    TCloseness,
    Tree,
    Value,
    usable,
)
from privacy_core import Equal as EqualDistance

MODELS = {
    "l": DistinctL,
    "entropy_l": EntropyL,
    "beta": BasicBeta,
    "enhanced_beta": EnhancedBeta,
    "delta_disclosure": DeltaDisclosure,
}


def ground_names(chosen: Cut, secret: str) -> list[str]:
    """Ground distances that the secret allows here."""
    return [ground.name for ground in usable(counts(chosen, secret), tree_of_secret(chosen, secret))]


def ground_called(chosen: Cut, secret: str, name: str) -> Ground:
    """The ground distance of a name."""
    plain = {"equal": EqualDistance(), "ordered": Rank(), "value": Value()}
    return plain[name] if name in plain else Tree(tree_of_secret(chosen, secret))


def build(chosen: Cut, secret: str, model: str, ground: str, threshold: float | None) -> PrivacyModel:
    """A model by its name, with a threshold or without."""
    if model == "t":
        return TCloseness(secret, threshold, ground_called(chosen, secret, ground))
    if model == "k":
        return KAnonymity(threshold)
    return MODELS[model](secret, threshold)
