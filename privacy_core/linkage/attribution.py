"""Which columns a link is made of: the exact split of the cosine over features."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from privacy_core.linkage.encoding import Encoded
from privacy_core.linkage.projection import Projected
from privacy_core.linkage.sides import SOURCE, TARGET
from privacy_core.tables import FloatArray, IntArray

CELLS_AT_ONCE = 4_000_000
"""Pairs × encoded columns held at once."""


@dataclass(frozen=True)
class Attribution:
    """What each feature adds to the mean cosine of the linked pairs.

    Other levels, numbers of components, and one-hot weights split it differently, so they stand beside it.

    Parameters
    ----------
    level : place of the blocking level whose best pairs are split
    tau : threshold the pairs reach
    pairs : linked pairs
    cosine : their mean cosine; None without a pair
    features : share of each feature, negative where it speaks against the link; they sum to 1. Features that are
        the same everywhere have exactly 0. None where it is undefined
    known : names of the quasi-identifiers among them
    components, weight : of the projection and the encoding
    reason : why it is undefined; None where it is not
    """

    level: int
    tau: float
    pairs: int
    cosine: float | None
    features: Mapping[str, float] | None
    known: frozenset[str]
    components: int
    weight: float
    reason: str | None = None

    @property
    def qi_share(self) -> float | None:
        """Share of the quasi-identifiers; None where it is undefined."""
        if self.features is None:
            return None
        return float(sum(share for name, share in self.features.items() if name in self.known))

    @property
    def other_share(self) -> float | None:
        """Share of all other features: with `qi_share` it sums to 1."""
        return None if self.qi_share is None else 1 - self.qi_share


def contributions(encoded: Encoded, projected: Projected, rows: IntArray, at: IntArray) -> FloatArray:
    """What each feature adds to the cosine of each pair.

    Parameters
    ----------
    rows, at : (n_pairs,) source and target row of each pair

    Returns
    -------
    parts : (n_pairs, n_features), each row sums to the pair's cosine; zeros where a record has no direction

    Notes
    -----
    Formula: with a = P(v_x − μ), b = P(v_y − μ) and P = W Wᵀ the orthogonal projector onto the components, the cosine
    is Σ_j a_j b_j / (|a||b|); summed over the encoded columns j of a feature.

    Edge cases: a feature that is the same everywhere adds exactly 0; what speaks against a match is below 0.

    Does not say: what would happen without the feature: features can stand in for each other.

    Source: ours, exact; it is *a* split, not known to be the one behind any published figure.

    Examples
    --------
    >>> from privacy_core.linkage import given, project
    >>> both = given([np.array([[2.0, 1]]), np.array([[-2.0, 1]])], ["a", "b"])
    >>> parts = contributions(both, project(both, basis=(np.zeros(2), np.eye(2))), np.array([0]), np.array([0]))
    >>> parts.round(6).tolist(), parts.sum().round(6)
    ([[-0.8, 0.2]], np.float64(-0.6))
    """
    out = np.zeros((len(rows), len(encoded.features)))
    if not encoded.d:
        return out
    starts = np.flatnonzero(np.diff(encoded.owner, prepend=-1))
    one, two = (projected.directions(side).exact for side in (SOURCE, TARGET))
    step = max(CELLS_AT_ONCE // encoded.d, 1)
    for begin in range(0, len(rows), step):
        part = slice(begin, begin + step)
        both = (one[rows[part]] @ projected.basis.T) * (two[at[part]] @ projected.basis.T)
        out[part, encoded.owner[starts]] = np.add.reduceat(both, starts, axis=1)
    return out


def attribution_of_pair(encoded: Encoded, projected: Projected, row: int, at: int) -> Mapping[str, float]:
    """Split the cosine of one pair: what each feature adds, in the order of the features; sums to the cosine.

    Parameters
    ----------
    row, at : source and target row

    Examples
    --------
    >>> from privacy_core.linkage import given, project
    >>> both = given([np.array([[2.0, 1]]), np.array([[-2.0, 1]])], ["a", "b"])
    >>> parts = attribution_of_pair(both, project(both, basis=(np.zeros(2), np.eye(2))), 0, 0)
    >>> {name: round(part, 6) for name, part in parts.items()}
    {'a': -0.8, 'b': 0.2}
    """
    parts = contributions(encoded, projected, np.array([row]), np.array([at]))[0]
    return MappingProxyType(dict(zip((one.name for one in encoded.features), parts.tolist(), strict=True)))


def attribute(
    encoded: Encoded, projected: Projected, rows: IntArray, at: IntArray, level: int, tau: float, known: frozenset[str]
) -> Attribution:
    """Split the mean cosine of the linked pairs over the features.

    Parameters
    ----------
    rows, at : source and target row of each linked pair
    level, tau : where they link
    known : quasi-identifiers

    Examples
    --------
    >>> from privacy_core.linkage import given, project
    >>> both = given([np.array([[2.0, 1]]), np.array([[2.0, 1]])], ["age", "visits"])
    >>> placed = project(both, basis=(np.zeros(2), np.eye(2)))
    >>> split = attribute(both, placed, np.array([0]), np.array([0]), 0, 0.9, frozenset(["age"]))
    >>> round(split.cosine, 6), round(split.qi_share, 6), round(split.other_share, 6)
    (1.0, 0.8, 0.2)
    """

    def found(cosine: float | None, shares: Mapping[str, float] | None, reason: str | None) -> Attribution:
        weight, k = encoded.weight, projected.components
        return Attribution(level, tau, len(rows), cosine, shares, known, k, weight, reason)

    if not len(rows):
        return found(None, None, "no record links at this threshold")
    mean = contributions(encoded, projected, rows, at).mean(axis=0)
    cosine = float(mean.sum())
    if abs(cosine) < 1e-9:
        return found(cosine, None, "the linked pairs' similarities cancel out")
    names = [one.name for one in encoded.features]
    return found(cosine, MappingProxyType(dict(zip(names, (mean / cosine).tolist(), strict=True))), None)
