"""What the promise is worth when the distribution is only estimated, within a distance ε of the true one.

The distance is total variation, half the sum of the differences. All of this is ours; the paper only says that
the error carries forward.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from privacy_core.ell_delta.distributions import CLOSE, Distribution, targets
from privacy_core.ell_delta.failing import missed
from privacy_core.ell_delta.sizing import check, proper_chance, records, rounded_up
from privacy_core.errors import ParameterError, in_range
from privacy_core.tables import FloatArray


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


def worst_case(cells: Distribution, ell: int, drawn: int, error: float) -> float:
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
    >>> [round(worst_case(even(4, 3, 1 / 12), 3, 63, error), 4) for error in (0.01, 0.04, 0.08)]
    [0.054, 0.1071, 0.8561]
    """
    _check_error(error)
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

    Examples
    --------
    >>> from privacy_core.ell_delta import even, given
    >>> zipf = 1 / np.arange(1, 7) / np.sum(1 / np.arange(1, 7))
    >>> round(breakdown(even(4, 3, 1 / 12), 3) * 12, 6), round(breakdown(given(np.tile(zipf / 5, (5, 1))), 3), 4)
    (1.0, 0.0776)
    """
    in_range(1, ell=ell)
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
    """

    records: int
    promised: float
    real: float


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
    return Disappointment(drawn, delta, float(missed(np.array([true, 1 - true]), drawn).sum()))


def weissman_radius(n_cells: int, sampled: int, chance: float) -> float:
    """Total variation distance a sample keeps from the truth except with this chance (Weissman et al. 2003).

    Parameters
    ----------
    n_cells, sampled : cells of the distribution and records sampled independently, at least 1
    chance : above 0 and below 1

    Returns
    -------
    radius : above 1 where the sample tells nothing

    Examples
    --------
    >>> round(weissman_radius(12, 1000, 0.05), 4)
    0.0752
    """
    log_subsets = n_cells * math.log(2) + math.log1p(-(2.0 ** (1 - n_cells))) if n_cells > 1 else 0.0
    return 0.5 * math.sqrt(2 * (log_subsets - math.log(chance)) / sampled)


def mcdiarmid_radius(n_cells: int, sampled: int, chance: float) -> float:
    """Return the same by McDiarmid's inequality.

    Examples
    --------
    >>> round(mcdiarmid_radius(12, 1000, 0.05), 4)
    0.0911
    """
    return 0.5 * math.sqrt((n_cells - 1) / sampled) + math.sqrt(-math.log(chance) / (2 * sampled))


def hoeffding_lower(hits: FloatArray, sampled: int, chance: float) -> FloatArray:
    """Lower bounds of chances by Hoeffding's inequality; for small cells they say nothing where Clopper–Pearson does.

    Examples
    --------
    >>> hoeffding_lower(np.array([50.0]), 1000, 0.05 / 12).tolist()
    [0.0]
    """
    return np.maximum(hits / sampled - math.sqrt(-math.log(chance) / (2 * sampled)), 0.0)
