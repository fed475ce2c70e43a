"""Compound singling out: one predicate per refined group, each naming a different row.

Source: Cohen, Attacks on deidentification's defenses, USENIX Security 2022, Algorithm 2.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import e, exp, inf, log2

import numpy as np
from numpy.typing import NDArray

from privacy_core.attacks.downcoding.attack import Downcoding
from privacy_core.attacks.downcoding.clusters import Clusters
from privacy_core.tables import IntArray


@dataclass(frozen=True, eq=False)
class Predicate:
    """A description that is meant to fit one row: in the rest of its cluster here, in the middle elsewhere.

    Parameters
    ----------
    cluster : from 0
    rest : bool (dims,), attributes in which the row is in the rest
    log2_weight : chance that a row drawn anew fits, as a power of 2
    """

    cluster: int
    rest: NDArray[np.bool_]
    log2_weight: float

    def matches(self, codes: IntArray) -> IntArray:
        """Positions of the rows that fit."""
        return np.flatnonzero((codes == 2 * self.cluster + self.rest).all(axis=1))


@dataclass(frozen=True, eq=False)
class Compound:
    """What the predicates of one release achieved.

    Parameters
    ----------
    predicates : one per refined group
    fitting : rows of the original that fit each
    distinct : whether those that isolate name different rows
    """

    predicates: tuple[Predicate, ...]
    fitting: tuple[int, ...]
    distinct: bool

    @property
    def isolating(self) -> int:
        """How many fit exactly one row."""
        return self.fitting.count(1)

    @property
    def all_isolate(self) -> bool | None:
        """Whether every one fits exactly one row, all different ones; None without a predicate."""
        return self.distinct and self.isolating == len(self.predicates) if self.predicates else None


def predicates(found: Downcoding, big: float, inside: float) -> tuple[Predicate, ...]:
    """One predicate per refined group.

    Parameters
    ----------
    big : chance that a row scatters, for the weight
    inside : chance that a scattering row is in the middle of an attribute, for the weight
    """
    return tuple(
        Predicate(
            group.cluster,
            group.raised,
            log2_weight(len(group.raised), int(group.raised.sum()), big, found.published.clusters, inside),
        )
        for group in found.refined
    )


def compound(said: tuple[Predicate, ...], codes: IntArray) -> Compound:
    """Try predicates on the original (codes of each cell, n × dims)."""
    fitting = [predicate.matches(codes) for predicate in said]
    named = [int(rows[0]) for rows in fitting if len(rows) == 1]
    return Compound(said, tuple(map(len, fitting)), len(set(named)) == len(named))


def log2_weight(dims: int, rest: int, big: float, clusters: int, inside: float) -> float:
    """Weight of the predicate that names the scattering row of a group, as a power of 2.

    Parameters
    ----------
    dims : attributes
    rest : attributes in which it is in the rest, at most `dims`
    big : chance that a row scatters, 0 to 1
    clusters : clusters, all equally likely
    inside : chance that a scattering row is in the middle of an attribute, 0 to 1

    Returns
    -------
    log2_weight : −∞ where no such row can be drawn

    Notes
    -----
    Formula: (p / T) (1 − q)^r q^(D − r); rows that do not scatter add about (4·10⁻¹¹)^r. It is a weight under the
    model the table is drawn from.

    Examples
    --------
    >>> round(log2_weight(64, 32, 0.1, 10, Clusters().inside_share), 4)
    -70.6597
    """
    factors = ((big / clusters, 1), (1 - inside, rest), (inside, dims - rest))
    return sum(times * log2(chance) if chance > 0 else -inf for chance, times in factors if times)


def middle_log2_weight(settings: Clusters) -> float:
    """Weight, as a power of 2, of a predicate of such a table with half its attributes in the rest.

    Examples
    --------
    >>> round(middle_log2_weight(Clusters()), 4)
    -70.6597
    """
    one = settings
    return log2_weight(one.dims, one.dims // 2, one.big, one.clusters, one.inside_share)


@dataclass(frozen=True, slots=True)
class Comparison:
    """L predicates at once, beside what was known before.

    Parameters
    ----------
    predicates : L
    plain : how many an attack that names one row at a time isolates on average, not knowing which: L / e
    all_before : chance that all L isolate in the earlier result for anonymizers whose classes are bounded, about e^−L
    """

    predicates: float
    plain: float
    all_before: float


def beside(n_predicates: float) -> Comparison:
    """What a plain attack and the earlier result achieve with as many predicates.

    Notes
    -----
    Source: the earlier result is (1 − O(e^−L), L) compound singling out, as Cohen (USENIX Security 2022) quotes it;
    the constant is not at hand, so e^−L is its order. L/e: Cohen & Nissim, PNAS 2020, predicates of weight 1/n.

    Examples
    --------
    >>> found = beside(4)
    >>> round(found.plain, 2), round(found.all_before, 3)
    (1.47, 0.018)
    """
    return Comparison(n_predicates, n_predicates / e, exp(-n_predicates))
