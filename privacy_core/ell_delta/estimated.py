"""What the promise is worth when the distribution is only estimated, within a distance ε of the true one.

The distance is total variation, half the sum of the differences. All of this is ours; the paper only says that
the error carries forward.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from privacy_core.ell_delta.distributions import Distribution
from privacy_core.ell_delta.failing import missed
from privacy_core.ell_delta.likeliest import targets
from privacy_core.ell_delta.ranges import CLOSE, check, countable, proper_chance
from privacy_core.ell_delta.sizing import most_classes, records, rounded_up
from privacy_core.errors import ParameterError, in_range


def _check_error(error: float) -> None:
    in_range(0, 1, **{"the error of the distribution": error})


def _check_below(error: float, p: float) -> None:
    """Refuse an error that can empty a target cell for good."""
    _check_error(error)
    if error >= p * (1 - CLOSE):
        raise ParameterError(
            f"The error of the distribution must lie below p: a target cell of chance {p:g} may be empty for good when "
            f"it is {error:g}, and no number of records helps. Make classes for a larger p, or estimate better."
        )


def worst_bound(cells: Distribution, ell: int, drawn: int, error: float) -> float:
    """Largest union bound over all distributions within `error`: the smallest target cells are drained first.

    Parameters
    ----------
    cells : estimated chances of the classes' cells
    ell : values every class is to show
    drawn : records of a release
    error : total variation distance of the true distribution, 0 to 1

    Returns
    -------
    bound : at most 1; t releases fail with at most t times it, for they share the true distribution

    Raises
    ------
    ParameterError
        A setting is out of its range.

    Notes
    -----
    Formula: Σ (1 − P)^N over the target cells after ε was taken from the smallest of them; (m ℓ − 1)(1 − p)^N +
    (1 − p + ε)^N where they are equal.

    Edge cases: from ε = p on, a target cell can be empty for good and the bound is 1. It is attained where something
    else than a target cell can receive what is taken, else it is an upper bound.

    Does not say: how large ε is; see `certificate` for what a sample tells.

    Source: ours (the sum is Schur-convex in the chances).

    Examples
    --------
    >>> from privacy_core.ell_delta import even
    >>> [round(worst_bound(even(4, 3, 1 / 12), 3, 63, error), 4) for error in (0.01, 0.04, 0.08)]
    [0.054, 0.1071, 0.8561]
    """
    _check_error(error)
    countable(drawn=drawn)
    mass = np.sort(targets(cells, ell).ravel())
    taken = np.clip(error - np.concatenate([[0.0], np.cumsum(mass)[:-1]]), 0, mass)
    return min(1.0, float(missed(mass - taken, drawn).sum()))


@dataclass(frozen=True, slots=True)
class RobustRecords:
    """How many records keep the promise whatever the true distribution within ε is.

    Parameters
    ----------
    naive : as if every cell had lost ε
    budget : least N with (m ℓ − 1)(1 − p)^N + (1 − p + ε)^N ≤ δ: ε can be spent only once
    closed : a formula that suffices for the same
    """

    naive: int
    budget: int
    closed: int


def robust_records(classes: int, ell: int, delta: float, p: float, error: float) -> RobustRecords:
    """Repair the number of records; to repair the classes instead, make them for p + ε and keep N.

    Parameters
    ----------
    classes, ell, delta, p : as in `records`
    error : total variation distance of the true distribution, 0 to below p

    Raises
    ------
    ParameterError
        A setting is out of its range, or the error is p or more, where no number helps.

    Examples
    --------
    >>> robust_records(4, 3, 0.05, 1 / 12, 0.04)
    RobustRecords(naive=124, budget=76, closed=84)
    """
    check(ell, p, classes)
    proper_chance(delta=delta)
    _check_below(error, p)
    cells = classes * ell
    drained, others = -math.log1p(-(p - error)), -math.log1p(-p) if p < 1 else math.inf
    closed = math.log(2 / delta) / drained
    if cells > 1:
        closed = max(closed, math.log(2 * (cells - 1) / delta) / others)
    naive = records(classes, ell, delta, p - error)
    return RobustRecords(naive, _budget(cells, delta, drained, others), max(rounded_up(closed, p - error), cells))


@dataclass(frozen=True, slots=True)
class Redesign:
    """Fewer classes, made so that an error of the distribution cannot hurt.

    Parameters
    ----------
    classes : as many as have target cells of chance p + ε
    records : records they need, counted at p
    """

    classes: int
    records: int


def redesign(ell: int, delta: float, p: float, error: float) -> Redesign | None:
    """Repair the classes instead of the number of records: make them for p + ε and count the records at p.

    Parameters
    ----------
    ell, delta, p : as in `records`, for as many classes as p allows
    error : total variation distance of the true distribution, 0 to 1

    Returns
    -------
    found : None where no class can have ell values of chance p + ε

    Raises
    ------
    ParameterError
        A setting is out of its range.

    Examples
    --------
    >>> redesign(3, 0.05, 1 / 12, 0.04)
    Redesign(classes=2, records=56)
    """
    check(ell, p)
    proper_chance(delta=delta)
    _check_error(error)
    if ell * (p + error) > 1 + CLOSE:
        return None
    classes = most_classes(ell, p + error)
    return Redesign(classes, records(classes, ell, delta, p))


def _budget(cells: int, delta: float, drained: float, others: float) -> int:
    """Least N of at least `cells` with (cells − 1) e^(−N others) + e^(−N drained) ≤ delta."""

    def fails(drawn: int) -> bool:
        rest = (cells - 1) * math.exp(-drawn * others) if cells > 1 else 0.0
        return rest + math.exp(-drawn * drained) > delta * (1 + CLOSE)

    low, high = cells - 1, max(cells, math.ceil(math.log(cells / delta) / drained) + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fails(middle) else (low, middle)
    return high


def breakdown(cells: Distribution, ell: int) -> float:
    """Error from which on a true distribution exists under which some class never shows ell values.

    Parameters
    ----------
    cells : estimated chances of the classes' cells
    ell : values every class is to show

    Returns
    -------
    error : least over the classes of the sum of its r − ℓ + 1 smallest cells, r of them positive; 0 where a class has
        fewer than ell values. Spare values make it larger

    Raises
    ------
    ParameterError
        ell is below 1 or not whole.

    Examples
    --------
    >>> from privacy_core.ell_delta import even, given
    >>> zipf = 1 / np.arange(1, 7) / np.sum(1 / np.arange(1, 7))
    >>> round(breakdown(even(4, 3, 1 / 12), 3) * 12, 6), round(breakdown(given(np.tile(zipf / 5, (5, 1))), 3), 4)
    (1.0, 0.0776)
    """
    countable(ell=ell)
    order = np.lexsort((cells.mass, cells.group))
    rank = np.arange(len(order)) - cells.start[:-1][cells.group]
    taken = rank <= np.diff(cells.start)[cells.group] - ell
    return float(np.bincount(cells.group[taken], cells.mass[order][taken], len(cells)).min())


@dataclass(frozen=True, slots=True)
class Disappointment:
    """What a promise is worth when the estimate was off.

    Parameters
    ----------
    records : what the formula asks for
    promised : chance of failure for the estimated distribution
    real : chance of failure for the true one
    rarer : true chance of the rarer value
    """

    records: int
    promised: float
    real: float
    rarer: float


def disappointment(p: float, delta: float, error: float) -> Disappointment:
    """One class and two values, the rarer with an estimated chance of p and a true one of p − ε.

    Parameters
    ----------
    p : estimated chance of the rarer value, above 0 and at most 1/2
    delta : chance of failure that is promised
    error : ε, 0 to 1; from p on the rarer value never occurs

    Raises
    ------
    ParameterError
        A setting is out of its range; p above 1/2 is not the rarer one.

    Examples
    --------
    >>> found = disappointment(0.05, 0.01, 0.04)           # promised 1 in 100, really 35 in 100
    >>> found.records, round(found.real, 6)
    (104, 0.351609)
    >>> disappointment(0.05, 0.01, 0.05).real
    1.0
    """
    check(2, p)
    proper_chance(delta=delta)
    in_range(0, 0.5, p=p)
    _check_error(error)
    drawn, true = records(1, 2, delta, p), max(0.0, p - error)
    return Disappointment(drawn, delta, float(missed(np.array([true, 1 - true]), drawn).sum()), true)
