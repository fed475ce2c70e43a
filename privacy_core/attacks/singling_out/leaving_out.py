"""What is to be expected of an attack on bits left out: rows that are alike in them included."""

from __future__ import annotations

from functools import lru_cache
from math import comb, sqrt

import numpy as np
from scipy.stats import binom

from privacy_core.attacks.singling_out.baseline import baseline
from privacy_core.attacks.singling_out.demonstration import MOST_DRAWN, at_most, check_rows
from privacy_core.errors import in_range, whole_number
from privacy_core.tables import FloatArray

NEVER = 1e-17
"""Chances below this are left out of sums."""
FEW = 40
"""Bits left out from which no two rows are alike in all of them, as far as digits go."""
TINY = 7
"""Bits left out up to which it is counted exactly how rows outside the class are alike."""
COUNTED = 1 << 20
"""Different values up to which those that the hash takes are counted, not taken for their mean and spread."""


def check_bits(k: int, columns: int, n: int) -> None:
    """Refuse numbers that are not whole or out of their range."""
    check_rows(n, 2)
    whole_number(k=k, columns=columns)
    in_range(2, n, k=k)
    in_range(1, columns=columns)
    at_most(MOST_DRAWN, columns=columns)


def bit_theory(k: int, columns: int, n: int) -> float:
    """What `bit_attack` is expected to achieve, rows outside the class that fit its pattern included.

    Parameters
    ----------
    k, columns, n : as there

    Returns
    -------
    chance : 0 to 1; nears (1 − 1/k)^(k − 1) from below as columns are added

    Notes
    -----
    Formula: the mean over a, binomial of `columns` and 2^(1 − k), of
    (1 − 1/k)^(k − 1) (1 − w)^(n − k) + (1 − 1/k)^k B(n − k, w), with w = 2^(−a)/k, for a < columns. Where 40 bits or
    fewer are left out, rows may be alike in them: then k (1 − X) X^(k − 1) and X^k stand in place of the powers of
    1 − 1/k, X the share of the values of these bits that the hash is false for, over all classes that differ in each.

    Edge cases: a class whose rows are all alike gives 0, for no hash tells them apart. Rows outside that are alike
    count as if they were not.

    Does not say: what tables achieve whose columns depend on one another.

    Source: ours.

    Examples
    --------
    >>> [round(bit_theory(k, 20 * 2**k, 200), 3) for k in (2, 3, 5)], round(bit_theory(10, 2000, 200), 2)
    ([0.5, 0.444, 0.41], 0.2)
    >>> round(bit_theory(3, 1, 3), 3)                   # one bit of three rows: two of them are alike
    0.167
    """
    check_bits(k, columns, n)
    agreed, chance = _agreed(k, columns)
    few = columns - agreed <= FEW
    found = np.array([_alike(k, int(a), int(columns - a), n) for a in agreed[few]], np.float64)
    return float(chance[~few] @ _unlike(k, agreed[~few], n) + chance[few] @ found)


def one_bit_theory(k: int, columns: int, n: int) -> float:
    """Chance that the pair differs somewhere and nobody else fits its pattern and the bit."""
    agreed, chance = _agreed(k, columns)
    return float(chance @ ((agreed < columns) * (1 - 2.0**-agreed / 2) ** (n - 2)))


def _agreed(k: int, columns: int) -> tuple[FloatArray, FloatArray]:
    """In how many bits k rows may agree, and the chance of each."""
    low, high = binom.ppf([NEVER, 1 - NEVER], columns, 2.0 ** (1 - k))
    agreed = np.arange(max(0.0, low), high + 1)
    return agreed, np.asarray(binom.pmf(agreed, columns, 2.0 ** (1 - k)), np.float64)


def _unlike(k: int, agreed: FloatArray, n: int) -> FloatArray:
    """Success of a class whose rows, and those outside, all differ in the bits left out."""
    weight, others = 2.0**-agreed / k, n - k
    nobody = (1 - 1 / k) ** k
    outside = baseline(others, weight) if others else 0.0
    return np.asarray(nobody * k / (k - 1) * (1 - weight) ** others + nobody * outside, np.float64)


def _alike(k: int, agreed: int, left_out: int, n: int) -> float:
    """Success of a class of which some rows may be alike in the few bits that are left out."""
    if not left_out:
        return 0.0
    if k == 2:
        return _of_pair(agreed, left_out, n)
    differ = (1 - 2.0 ** (1 - k)) ** left_out
    parts = (_with_alike(k, agreed, left_out, n, same) for same in range(left_out + 1))
    return sum(parts) / differ


def _with_alike(k: int, agreed: int, left_out: int, n: int, same: int) -> float:
    """One term of inclusion and exclusion: the class agrees in `same` of the bits left out after all."""
    values, of_class = 1 << left_out, 1 << left_out - same
    missed, chance = _missed(of_class, 1 - 1 / k, COUNTED)
    beyond, chance_beyond = _missed(values - of_class, 1 - 1 / k, COUNTED if left_out <= TINY else 1)
    missed = missed[:, None]
    weight = 2.0**-agreed * (1 - (missed * of_class + beyond * (values - of_class)) / values)
    alone = k * (1 - missed) * missed ** (k - 1) * (1 - weight) ** (n - k) + missed**k * _one_of(n - k, weight)
    ways = (-1) ** same * comb(left_out, same)
    return float(ways * 2.0 ** ((1 - k) * same) * (chance @ alone @ chance_beyond))


def _of_pair(agreed: int, left_out: int, n: int) -> float:
    """Success of a pair, whose rows differ in every bit that is left out: the hash holds for one of two, or neither."""
    values = 1 << left_out
    missed, chance = _missed(values - 2, 1 / 2, COUNTED)
    outside = 2.0**-agreed * (values - 2) / values * (1 - missed)
    beside = outside + 2.0**-agreed / values
    return float(chance @ ((1 - beside) ** (n - 2) / 2 + _one_of(n - 2, outside) / 4))


def _one_of(others: int, weight: FloatArray) -> FloatArray:
    return baseline(others, weight) if others else np.zeros(weight.shape)


@lru_cache(maxsize=256)
def _missed(values: int, share: float, counted: int) -> tuple[FloatArray, FloatArray]:
    """Shares of some values that a hash is false for, in each with a chance of `share`, and how likely they are.

    Two shares with their mean and spread stand for all where there are more values than `counted`.
    """
    if not values:
        return np.ones(1), np.ones(1)
    spread = sqrt(share * (1 - share) / values)
    if values > counted:
        return np.clip([share - spread, share + spread], 0, 1), np.array([0.5, 0.5])
    low, high = max(0, int((share - 12 * spread) * values) - 1), min(values, int((share + 12 * spread) * values) + 2)
    counts = np.arange(low, high + 1)
    return counts / values, np.asarray(binom.pmf(counts, values, share), np.float64)
