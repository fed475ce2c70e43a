"""How many records a release needs, and how many classes there can be."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from privacy_core.ell_delta.ranges import (
    CLOSE,
    FEASIBLE,
    MOST_RECORDS,
    chances,
    check,
    countable,
    proper_chance,
    whole_below,
)
from privacy_core.errors import ParameterError
from privacy_core.tables import FloatArray


def p_ell(marginal: FloatArray, ell: int) -> float:
    """Largest p that is feasible: the chance of the ell-th likeliest sensitive value; never above 1/ell.

    Raises
    ------
    ParameterError
        Fewer than ell values can occur, or a number is out of its range.

    Examples
    --------
    >>> shares = np.array([0.4, 0.3, 0.2, 0.1])
    >>> p_ell(shares, 2), p_ell(shares, 3)
    (0.3, 0.2)
    """
    countable(ell=ell)
    chances(marginal)
    possible = int(np.count_nonzero(marginal > 0))
    if ell > possible:
        raise ParameterError(f"ell is {ell:,}, but only {possible:,} sensitive values can occur.")
    return float(np.sort(marginal)[-ell])


def feasible(marginal: FloatArray, ell: int, p: float) -> float:
    """Return p, or the largest feasible one where p exceeds it by rounding only (1e-6).

    A partition whose classes all have ell values of chance p or more exists exactly when p is at most
    `p_ell`: one class has them; and merging classes only adds up chances.

    Raises
    ------
    ParameterError
        p is larger than that, or a number is out of its range.

    Examples
    --------
    >>> feasible(np.array([0.5, 1 / 3, 1 / 6]), 2, 0.333334) == 1 / 3            # six digits of 1/3
    True
    """
    check(ell, p)
    largest = p_ell(marginal, ell)
    if p > largest + FEASIBLE:
        raise ParameterError(
            f"p = {p:g} is not feasible: the value that is number {ell:,} in frequency has a chance of {largest:.6g} "
            f"in all, so p may be at most that."
        )
    return min(p, largest)


def records_exactly(classes: int, ell: int, delta: float, p: float) -> float:
    """ln(m ℓ/δ) / ln(1/(1 − p)), before it is rounded up; 0 or below where delta is very large.

    Raises
    ------
    ParameterError
        A number is out of its range; delta must be above 0.

    Examples
    --------
    >>> round(records_exactly(4, 3, 0.05, 1 / 12), 4)
    62.9876
    """
    check(ell, p, classes)
    if not 0 < delta < math.inf:
        raise ParameterError(f"delta must lie above 0, got {delta:g}.")
    if p == 1:
        return 0.0
    return math.log(classes * ell / delta) / -math.log1p(-p)


def records(classes: int, ell: int, delta: float, p: float) -> int:
    """How many records a release needs, so that all classes show ell values except with chance delta.

    Parameters
    ----------
    classes : number of classes m, or an upper bound of it; at least 1
    ell : values every class is to show
    delta : chance of failure, above 0 and below 1
    p : least chance of a target cell, above 0 and at most 1

    Returns
    -------
    records : int, at least classes · ell

    Raises
    ------
    ParameterError
        A setting is out of its range.

    Notes
    -----
    Formula: N = ln(m ℓ/δ) / ln(1/(1 − p)), rounded up, m the number of classes.

    Edge cases: never below m ℓ, for fewer records cannot show that many pairs. p = 1 is possible for one class and
    one value only. With as many classes as p allows, m = 1/(ℓ p), N hardly depends on ℓ.

    Does not say: anything where records are not drawn independently from the distribution the classes were made
    for, or where p is only estimated.

    Source: formula N of Algorithm 1 of arXiv 2506.18405 as its review states it; the proof by a union over the cells,
    the floor at m ℓ and m = number of classes are ours.

    Examples
    --------
    >>> records(4, 3, 0.05, 1 / 12), records(10, 3, 0.01, 0.01)
    (63, 797)
    """
    check(ell, p, classes)
    proper_chance(delta=delta)
    return max(rounded_up(records_exactly(classes, ell, delta, p), p), classes * ell)


def rounded_up(exactly: float, p: float) -> int:
    """Least whole number that is not below, rounding forgiven."""
    if not exactly <= MOST_RECORDS:
        raise ParameterError(f"p = {p:g} is too small: more than {MOST_RECORDS:g} records would be needed.")
    return math.ceil(exactly - CLOSE)


def more_records(releases: int, p: float) -> float:
    """How many more records a release needs when the same chance of failure is to cover several: ln t / ln(1/(1 − p)).

    Raises
    ------
    ParameterError
        A number is out of its range.

    Examples
    --------
    >>> round(more_records(10, 0.05))           # ten releases cost 45 more records each, not ten times as many
    45
    """
    check(1, p, releases=releases)
    return 0.0 if p == 1 else math.log(releases) / -math.log1p(-p)


def bound(classes: int, ell: int, p: float, drawn: int) -> float:
    """Union bound m ℓ (1 − p)^N on the chance that a release of N records fails; may exceed 1.

    Raises
    ------
    ParameterError
        A number is out of its range.

    Examples
    --------
    >>> round(bound(4, 3, 1 / 12, 63), 6)
    0.049946
    """
    check(ell, p, classes)
    countable(drawn=drawn)
    return classes * ell * _empty(p, drawn)


def _empty(p: float, drawn: int) -> float:
    """(1 − p)^N, also where p is so small that 1 − p loses its digits."""
    return math.exp(drawn * math.log1p(-p)) if p < 1 else float(drawn == 0)


@dataclass(frozen=True, slots=True)
class OwnRecord:
    """Union bounds when one of the records is the victim's own, which is fixed and not drawn.

    Parameters
    ----------
    target : their value is a target of their class: (m ℓ − 1)(1 − p)^(N − 1), never above delta
    other : it is none: m ℓ (1 − p)^(N − 1), delta/(1 − p); one record more makes up for it
    """

    target: float
    other: float


def own_record(classes: int, ell: int, p: float, drawn: int) -> OwnRecord:
    """Return the union bounds of a release that certainly holds the victim's record.

    Raises
    ------
    ParameterError
        A number is out of its range.

    Examples
    --------
    >>> found = own_record(4, 3, 1 / 12, 63)
    >>> round(found.target, 5), round(found.other, 5)
    (0.04995, 0.05449)
    """
    check(ell, p, classes)
    countable(drawn=drawn)
    missed = _empty(p, drawn - 1)
    return OwnRecord((classes * ell - 1) * missed, classes * ell * missed)


def most_classes(ell: int, p: float) -> int:
    """As many classes as p allows where nothing is known of the values: 1/(ℓ p).

    Raises
    ------
    ParameterError
        A number is out of its range, or not even one class can have ell values of chance p.

    Examples
    --------
    >>> most_classes(3, 1 / 12), most_classes(2, 0.5)
    (4, 1)
    """
    check(ell, p)
    found = whole_below(1 / (ell * p) if ell * p else math.inf)
    if not found:
        raise ParameterError(f"p may be at most {1 / ell:g} where every class shows {ell:,} values.")
    return found


@dataclass(frozen=True, slots=True)
class ClassLimits:
    """Upper bounds on the number of classes, from loose to tight.

    Parameters
    ----------
    simple : 1/(ℓ p)
    tail : the chance left after the j likeliest values, over (ℓ − j) p, the least over j
    tight : most classes to which every value s can be given at most P(s)/p times, ℓ different values each
    """

    simple: int
    tail: int
    tight: int


def class_limits(marginal: FloatArray, ell: int, p: float, n_groups: int | None = None) -> ClassLimits:
    """Return how many classes there can be at most, whatever the quasi-identifiers.

    Parameters
    ----------
    marginal : float64 (n_values,), chance of each sensitive value
    ell, p : as in `records`; p at most `p_ell`
    n_groups : number of values of the quasi-identifiers, which no partition exceeds; None is no limit

    Raises
    ------
    ParameterError
        p is not feasible, or a number is out of its range.

    Notes
    -----
    The paper's own expression for m was not at hand; these three are ours.

    Examples
    --------
    >>> class_limits(np.array([0.9, 0.05, 0.05]), 2, 0.02)
    ClassLimits(simple=25, tail=5, tight=4)
    """
    p = feasible(marginal, ell, p)
    if n_groups is not None:
        countable(n_groups=n_groups)
    descending = np.sort(marginal)[::-1]
    left = descending.sum() - np.concatenate([[0.0], np.cumsum(descending)])[:ell]
    limits = most_classes(ell, p), min(whole_below(left[j] / ((ell - j) * p)) for j in range(ell))
    capped = [limit if n_groups is None else min(limit, n_groups) for limit in limits]
    return ClassLimits(capped[0], capped[1], _tight([whole_below(s / p) for s in descending], ell, capped[1]))


def _tight(times: list[int], ell: int, most: int) -> int:
    """Largest M up to `most` with Σ min(M, times) ≥ ell M; it holds for every smaller M too."""
    low, high = 1, most
    while low < high:
        middle = (low + high + 1) // 2
        if sum(min(middle, several) for several in times) >= ell * middle:
            low = middle
        else:
            high = middle - 1
    return low
