"""Tries gathered by how rare their predicates are, each beside blind luck at the same weights."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from privacy_core.attacks.outcomes import Outcome, outcome
from privacy_core.attacks.singling_out.baseline import baseline
from privacy_core.errors import ParameterError, in_range
from privacy_core.evidence import Counts
from privacy_core.tables import FloatArray


@dataclass(frozen=True)
class WeightGroup:
    """Tries whose predicates weigh about the same.

    Parameters
    ----------
    weight : their geometric mean
    tried : tries, and those that held for exactly one row
    blind : what blind luck has at their weights, on average
    """

    weight: float
    tried: Counts
    blind: float

    @property
    def outcome(self) -> Outcome:
        """Whether they do better than luck, beyond the interval."""
        return outcome(self.tried, self.blind)


def by_weight(weight: FloatArray, isolated: NDArray[np.bool_], n: int, most: int = 6) -> tuple[WeightGroup, ...]:
    """Gather tries by the weight of their predicates, about as many in each group.

    Parameters
    ----------
    weight : float64 (tries,), each above 0 and at most 1
    isolated : bool (tries,), whether the predicate held for exactly one row
    n : rows of the table they were tried on
    most : groups; fewer where many tries weigh the same, for equal weights stay together

    Returns
    -------
    groups : by ascending weight; every try is in one

    Raises
    ------
    ParameterError
        No try, arrays of different length, or fewer than one group.

    Examples
    --------
    >>> rare, common = by_weight(np.array([0.1, 0.001, 0.001]), np.array([False, True, False]), 1000, 2)
    >>> round(rare.weight, 6), rare.tried, round(rare.blind, 3)
    (0.001, Counts(hits=1, attempts=2), 0.368)
    >>> common.tried
    Counts(hits=0, attempts=1)
    """
    in_range(1, most=most)
    if not len(weight) or len(weight) != len(isolated):
        raise ParameterError(f"Every try needs a weight, got {len(weight):,} weights for {len(isolated):,} tries.")
    order = np.argsort(weight, kind="stable")  # sums then come out the same whatever the order of the tries
    weight, isolated = weight[order], isolated[order]
    _, which, times = np.unique(weight, return_inverse=True, return_counts=True)
    middle = (np.cumsum(times) - times / 2) / len(weight)
    cuts = np.flatnonzero(np.diff((most * middle).astype(int)[which])) + 1
    parts = (np.split(one, cuts) for one in (weight, isolated, baseline(n, weight)))
    return tuple(_group(*some) for some in zip(*parts, strict=True))


def _group(weight: FloatArray, isolated: NDArray[np.bool_], blind: FloatArray) -> WeightGroup:
    counts = Counts(int(isolated.sum()), len(isolated))
    return WeightGroup(float(np.exp(np.log(weight).mean())), counts, float(blind.mean()))
