"""What the counting attack is expected to achieve: which hash predicate is chosen, and what is read of its rows."""

from __future__ import annotations

from functools import lru_cache
from math import comb, exp, fsum

import numpy as np
from scipy.stats import binom

from privacy_core.attacks.singling_out.demonstration import MOST_ROWS, at_most, check_rows
from privacy_core.errors import in_range, whole_number
from privacy_core.tables import FloatArray, frozen

MOST_HIT = 16
"""More rows than this are never followed: a hash predicate of weight 1/n holds for so many with chance below 1e-15."""
STEPS = 400
"""Points of the numerical integral on either side of a count, by the noise it may have."""
HIT = frozen(np.arange(MOST_HIT + 1))


def check_attack(n: int, m: int, repetitions: int) -> None:
    """Refuse numbers of rows, bits and repetitions that are not whole or too small."""
    check_rows(n)
    whole_number(m=m, repetitions=repetitions)
    in_range(0, m=m)
    in_range(1, repetitions=repetitions)
    at_most(MOST_ROWS, m=m, repetitions=repetitions)


def chance_of_naming(n: int, m: int, repetitions: int, epsilon_per_count: float | None = None) -> float:
    """Chance that the counting attack names exactly one row.

    Parameters
    ----------
    n : rows, at least 1
    m : bits that are read, at least 0
    repetitions : hash predicates tried, at least 1
    epsilon_per_count : privacy budget of each count, above 0; None for exact counts

    Returns
    -------
    chance : 0 to 1

    Notes
    -----
    Formula: Σ c(h) s(h) over the rows h that the chosen hash predicate holds for. c(1) is nearly all that counts
    unless there are few bits: then what is read of two rows may well be one of them.

    Source: ours.

    Examples
    --------
    >>> [round(chance_of_naming(1000, m, 1), 3) for m in (20, 5)], round(chance_of_naming(1000, 20, 1, 100 / 21), 3)
    ([0.369, 0.462], 0.144)
    """
    check_attack(n, m, repetitions)
    return float(chosen(n, repetitions, epsilon_per_count) @ spelled(m, epsilon_per_count))


def chosen(n: int, repetitions: int, epsilon: float | None) -> FloatArray:
    """Chance that the hash predicate whose count is nearest to 1 holds for 0, 1, 2, … rows; exact zeros come last.

    With F the distribution of a count's distance from 1 and F(h) its part with h rows: of several tries the nearest
    is within a distance with chance 1 − (1 − F)^R, and where it is, it is one with h rows in the share dF(h)/dF.
    """
    farther, of_h = _distances(n, epsilon)
    nearest = np.diff(1 - farther**repetitions, prepend=0.0)
    return np.asarray(nearest @ of_h, np.float64)


@lru_cache(maxsize=64)
def _distances(n: int, epsilon: float | None) -> tuple[FloatArray, FloatArray]:
    """By distance from 1, chance that a count is farther, and of what is just within it the share with h rows."""
    parts = _exact_parts(n) if epsilon is None else _noisy_parts(n, epsilon)
    within = parts.sum(1)
    of_h = np.divide(parts, within[:, None], out=np.zeros_like(parts), where=within[:, None] > 0)
    return frozen(np.maximum(1 - np.cumsum(within), 0)), frozen(of_h)


def _exact_parts(n: int) -> FloatArray:
    """Row by row the counts in the order in which they are preferred: 1, 2, …, and 0 at last."""
    return np.asarray(np.diag(binom.pmf(HIT, n, 1 / n))[[*HIT[1:], 0]], np.float64)


def _noisy_parts(n: int, epsilon: float) -> FloatArray:
    """Chance that a noisy count lies between one distance from 1 and the next and comes from h rows."""
    noise = -np.log1p(-np.arange(STEPS) / STEPS) / epsilon
    noise = np.concatenate([noise, noise[-1] + np.arange(1, 41) / epsilon])
    around = np.arange(MOST_HIT)[:, None] + np.concatenate([-noise, noise])
    ends = np.unique(np.append(around[around >= 0], 2 * MOST_HIT + 50 / epsilon))[:, None]
    away = np.abs(HIT - 1)
    within = _laplace(epsilon * (ends - away)) - _laplace(-epsilon * (ends + away))
    return np.asarray(np.diff(within, axis=0, prepend=0.0) * binom.pmf(HIT, n, 1 / n), np.float64)


def _laplace(at: FloatArray) -> FloatArray:
    """Distribution function of standard Laplace noise."""
    tail = 0.5 * np.exp(-np.abs(at))
    return np.asarray(np.where(at < 0, tail, 1 - tail), np.float64)


@lru_cache(maxsize=64)
def spelled(m: int, epsilon: float | None) -> FloatArray:
    """Chance that the m bits read of 0, 1, 2, … rows are those of exactly one of them.

    Inclusion and exclusion over the rows that have the bits read: Σ (−1)^(j − 1) j C(h, j) P(j)^m.
    """
    signs = [(-1) ** (j - 1) * j for j in HIT.tolist()]
    terms = [[signs[j] * comb(h, j) * _agrees(h, j, epsilon) ** m for j in range(1, h + 1)] for h in HIT.tolist()]
    return frozen(np.array([fsum(one) for one in terms]))


def _agrees(h: int, j: int, epsilon: float | None) -> float:
    """Chance that one bit read is that of each of the first j of h rows."""
    others = binom.pmf(np.arange(h - j + 1), h - j, 0.5)
    zeros, ones = ([_reads_one(bit * j + other, epsilon) for other in range(h - j + 1)] for bit in (0, 1))
    return float(0.5**j * (others @ (1 - np.array(zeros)) + others @ np.array(ones)))


def _reads_one(count: int, epsilon: float | None) -> float:
    """Chance that a count of rows is above ½ with its noise."""
    wrong = 0.0 if epsilon is None else 0.5 * exp(-abs(count - 0.5) * epsilon)
    return 1 - wrong if count else wrong
