"""What a cell gives away by being blurred: rows alike would have been published finer, so they are not alike."""

from __future__ import annotations

from functools import lru_cache
from math import exp, expm1, floor, inf, lgamma, log, log1p, log2

import numpy as np

from privacy_core.errors import in_range, whole_number
from privacy_core.tables import FloatArray, IntArray


def posterior(m: int, q: float) -> float | None:
    """Chance that exactly one of the rows of a raised class has the rarer of two values.

    Parameters
    ----------
    m : rows of the class, at least 1
    q : share of the rarer value, 0 to 1

    Returns
    -------
    chance : 0 to 1; None where the class cannot be raised, for all its rows are certain to be alike

    Notes
    -----
    Formula: m q (1 − q)^(m−1) / (1 − (1 − q)^m − q^m), rows drawn one by one from the shares and the class published
    at the parent by a minimal algorithm.

    Edge cases: not defined where q is 0 or 1 or the class is one row, for it could not be raised; 1 for two rows.

    Does not say: which of the rows it is, nor how rows that were chosen into a class, not drawn, behave.

    Source: what minimality rules out is Cohen's, USENIX Security 2022; the formula is ours.

    Examples
    --------
    >>> posterior(2, 0.5), round(posterior(5, 0.05), 3), posterior(5, 0.0) is None
    (1.0, 0.9, True)
    """
    mixed = _mixed(m, q)
    if mixed is None:
        return None
    return min(1.0, exp(log(m) + log(q) + (m - 1) * log1p(-q)) / mixed)


def leak(m: int, q: float) -> float | None:
    """Bits that a class of two values gives away by being raised at all; None where it cannot be.

    Notes
    -----
    Formula: −log2(1 − (1 − q)^m − q^m), the chance of what minimality leaves.

    Examples
    --------
    >>> leak(2, 0.5), leak(1, 0.5) is None
    (1.0, True)
    """
    mixed = _mixed(m, q)
    return None if mixed is None else -log2(mixed)


def _mixed(m: int, q: float) -> float | None:
    """Chance that m rows are not all alike; None where it is 0."""
    in_range(1, m=m)
    whole_number(m=m)
    in_range(0, 1, q=q)
    if m == 1 or q in (0, 1):
        return None
    rest = -expm1(m * log1p(-q)) - q**m
    return rest if rest > 0 else None


def at_most(m: int, k: int) -> int:
    """Most rows of a raised class that can share one finer value under a minimal algorithm.

    A class of fewer than 2k rows cannot be split, so only rows all alike are ruled out; from a larger one every k
    rows alike would have been split off.

    Examples
    --------
    >>> at_most(3, 2), at_most(4, 2)
    (2, 1)
    """
    return m - 1 if m < 2 * k else k - 1


@lru_cache(maxsize=100_000)
def log_possible(m: int, most: int, shares: tuple[float, ...]) -> float:
    """Natural logarithm of the chance that m rows drawn from shares have no value more often than `most`.

    Returns
    -------
    logarithm : at most 0; −inf where that cannot be

    Notes
    -----
    Formula: m! [x^m] ∏_c Σ_{n ≤ most} (q_c x)^n / n!; where only rows all alike are ruled out, 1 − Σ_c q_c^m.

    Examples
    --------
    >>> round(exp(log_possible(2, 1, (0.5, 0.5))), 6), log_possible(4, 1, (0.5, 0.5))
    (0.5, -inf)
    """
    several = [q for q in shares if q > 0]
    if most >= m:
        return 0.0
    if most * len(several) < m:
        return -inf
    if most == m - 1:
        largest = max(several)
        others = sum(q**m for q in several) - largest**m
        rest = -expm1(m * log(largest)) - others if largest < 1 else 0.0
        return log(rest) if rest > 0 else -inf
    return _capped(m, most, np.array(several))


def _capped(m: int, most: int, shares: FloatArray) -> float:
    """The logarithm by folding one value after the other, tilted so that m rows are the expected number."""
    several, times = np.unique(shares, return_counts=True)
    log_factorial = np.array([lgamma(n + 1) for n in range(most + 1)])
    tilt = _tilt(m, several, times, log_factorial)
    ways, scale = np.ones(1), 0.0
    for share, count in zip(several, times.tolist(), strict=True):
        terms = np.arange(most + 1) * log(share * tilt) - log_factorial
        more, extra = _power(np.exp(terms - terms.max()), count, m)
        ways, top = _folded(ways, more, m)
        scale += top + extra + count * float(terms.max())
    whole = float(ways[m]) if len(ways) > m else 0.0
    return min(0.0, log(whole) + scale + lgamma(m + 1) - m * log(tilt)) if whole > 0 else -inf


def _tilt(m: int, shares: FloatArray, times: IntArray, log_factorial: FloatArray) -> float:
    """The factor on all shares at which the expected number of rows is m."""
    low, high = log(m) - 1.0, log(m) + 700.0
    count = np.arange(len(log_factorial))
    for _ in range(60):
        middle = (low + high) / 2
        terms = count * (np.log(shares)[:, None] + middle) - log_factorial
        weights = np.exp(terms - terms.max(axis=1, keepdims=True))
        expected = float((times * (weights @ count) / weights.sum(axis=1)).sum())
        low, high = (middle, high) if expected < m else (low, middle)
    return exp(min(low, 650.0))


def _power(terms: FloatArray, times: int, m: int) -> tuple[FloatArray, float]:
    """A polynomial up to x^m to some power, its largest coefficient 1, and the logarithm taken out."""
    found, scale = np.ones(1), 0.0
    square, own = terms, 0.0
    while times:
        if times & 1:
            found, top = _folded(found, square, m)
            scale += own + top
        times >>= 1
        if times:
            square, top = _folded(square, square, m)
            own = 2 * own + top
    return found, scale


def _folded(one: FloatArray, other: FloatArray, m: int) -> tuple[FloatArray, float]:
    product = np.convolve(one, other)[: m + 1]
    top = float(product.max())
    return product / top, log(top)


def likeliest(m: int, most: int, shares: FloatArray) -> IntArray | None:
    """The likeliest numbers of rows per value, none above `most`; of equals the earlier values have more.

    Parameters
    ----------
    m : rows of the class
    most : most rows that one value can have; m rules nothing out
    shares : float64 (n_values,), of the values, summing to 1

    Returns
    -------
    counts : int64 (n_values,); None where no numbers fit

    Notes
    -----
    One row after the other goes to the value with the greatest q_c / (n_c + 1), which is the mode of a multinomial
    with a bound per value; it begins at ⌊m q_c − 1⌋ + 1, which no mode is below.

    Examples
    --------
    >>> likeliest(5, 5, np.array([0.9, 0.1])).tolist(), likeliest(5, 4, np.array([0.95, 0.05])).tolist()
    ([5, 0], [4, 1])
    """
    if most * int((shares > 0).sum()) < m:
        return None
    counts = np.array([min(most, max(0, floor(m * q - 1 - 1e-9) + 1)) for q in shares.tolist()], np.int64)
    while counts.sum() < m:
        gain = np.where((counts < most) & (shares > 0), shares / (counts + 1), -1.0)
        counts[int(np.flatnonzero(gain >= gain.max() * (1 - 1e-12))[0])] += 1
    return counts


def log_chance(counts: IntArray, shares: FloatArray) -> float:
    """Natural logarithm of the chance of these numbers of rows per value.

    Examples
    --------
    >>> round(exp(log_chance(np.array([1, 1]), np.array([0.5, 0.5]))), 6)
    0.5
    """
    held = counts > 0
    if (shares[held] <= 0).any():
        return -inf
    several = sum(lgamma(n + 1) for n in counts[held].tolist())
    return lgamma(int(counts.sum()) + 1) - several + float((counts[held] * np.log(shares[held])).sum())
