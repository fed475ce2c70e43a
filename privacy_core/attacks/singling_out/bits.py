"""Bits left out until k rows look alike: what is left describes them so well that a coin singles one out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, exp, log2

import numpy as np
from numpy.typing import NDArray

from privacy_core.attacks.singling_out.baseline import INDEPENDENT, baseline
from privacy_core.attacks.singling_out.demonstration import (
    Demonstration,
    batches,
    check_rows,
    check_trials,
    demonstrated,
)
from privacy_core.attacks.singling_out.hashing import Words, mixed
from privacy_core.attacks.singling_out.leaving_out import bit_theory, check_bits, one_bit_theory
from privacy_core.errors import in_range, whole_number
from privacy_core.evidence import Counts

WORD = 64
"""Bits that are kept in one number."""


@dataclass(frozen=True, eq=False)
class _Drawn:
    """Tables of some trials, their first class and whom its published pattern fits.

    Parameters
    ----------
    rows : (trials, n, words), the first k rows of each table are the class
    left_out : (trials, words), bits in which the class differs
    fits : bool (trials, n), rows that agree with the class in every published bit
    """

    rows: Words
    left_out: Words
    fits: NDArray[np.bool_]


def bit_attack(
    k: int, columns: int, n: int, trials: int, random: np.random.Generator, *, seed: int | None = None
) -> Demonstration:
    """Publish of every k rows the bits in which they agree, and name a row by that pattern and a coin.

    The table is k-anonymous. The pattern alone is so rare that no other row fits it; a hash of the bits left out,
    true with chance 1/k, then holds for exactly one of the k with chance (1 − 1/k)^(k − 1).

    Parameters
    ----------
    k : rows to a class, 2 to n
    columns : bits of a row, at least 1; see `columns_needed` for how many make the pattern rare
    n : rows of each table, at least 2
    trials : tables, at least 1
    random : source of the chance
    seed : to be told in the result

    Raises
    ------
    ParameterError
        A number is not whole or out of its range, or too much would have to be drawn.

    Notes
    -----
    Drawn: every bit of every table. Rows are put into classes in the order in which they stand, and the first class
    is attacked; its pattern and the hash are tried on all rows.

    Theory: `bit_theory`. The baseline is the blind attacker with the same weight in each trial, on average.

    Source: the attack is that of Cohen & Nissim, PNAS 2020, on k-anonymity, for bits that are independent and even.

    Examples
    --------
    >>> shown = bit_attack(2, 60, 200, 2000, np.random.default_rng(1))
    >>> shown.main.rate, shown.outcome.value
    (0.488, 'beats baseline')
    """
    rest = f"The predicate is the pattern of one class and a hash of the bits left out, true with chance 1 in {k:,}."
    return _run(k, columns, n, trials, random, _hashed(k), bit_theory, rest, seed)


def one_bit_attack(
    columns: int, n: int, trials: int, random: np.random.Generator, *, seed: int | None = None
) -> Demonstration:
    """As `bit_attack` for pairs, with any one bit left out in place of the hash: two rows differ there for certain.

    Examples
    --------
    >>> one_bit_attack(60, 200, 1000, np.random.default_rng(1)).main
    Counts(hits=1000, attempts=1000)
    """
    rest = "The predicate is the pattern of one pair and one bit that was left out, set to 1."
    return _run(2, columns, n, trials, random, _one_bit, one_bit_theory, rest, seed)


def _run(
    k: int,
    columns: int,
    n: int,
    trials: int,
    random: np.random.Generator,
    coin: Callable[[_Drawn, np.random.Generator], NDArray[np.bool_]],
    theory: Callable[[int, int, int], float],
    rest: str,
    seed: int | None,
) -> Demonstration:
    """Draw tables, try the pattern of the first class together with the coin, and count."""
    check_bits(k, columns, n)
    words = -(-columns // WORD)
    check_trials(trials, n * words)
    hits, agreed = 0, []
    for some in batches(trials, n * words):
        drawn = _draw(k, columns, n, some, random)
        hits += int(((drawn.fits & coin(drawn, random)).sum(1) == 1).sum())
        agreed.append(columns - np.bitwise_count(drawn.left_out).sum(1))
    exponent = -np.concatenate(agreed).astype(np.float64) - log2(k)
    return demonstrated(
        f"bits left out for k = {k:,}",
        Counts(hits, trials),
        float(baseline(n, np.minimum(2.0**exponent, 1 / n)).mean()),
        log2_weight=float(np.median(exponent)),
        theory=theory(k, columns, n),
        seed=seed,
        assumptions=(INDEPENDENT, f"A row is {columns:,} bits, each 0 or 1 with equal chance.", rest),
        settings={"n": n, "k": k, "columns": columns, "columns_needed": columns_needed(k, n)},
    )


def _draw(k: int, columns: int, n: int, trials: int, random: np.random.Generator) -> _Drawn:
    rows = random.integers(0, 1 << WORD, (trials, n, -(-columns // WORD)), np.uint64)
    if columns % WORD:
        rows[..., -1] &= np.uint64((1 << columns % WORD) - 1)
    of_class = rows[:, :k]
    left_out = np.bitwise_and.reduce(of_class, axis=1) ^ np.bitwise_or.reduce(of_class, axis=1)
    fits = ((rows ^ rows[:, :1]) & ~left_out[:, None] == 0).all(-1)
    return _Drawn(rows, left_out, fits)


def _hashed(k: int) -> Callable[[_Drawn, np.random.Generator], NDArray[np.bool_]]:
    """A hash of the bits left out, another one in every trial, true with chance 1/k; equal rows get equal answers."""

    def coin(drawn: _Drawn, random: np.random.Generator) -> NDArray[np.bool_]:
        key = random.integers(0, 1 << WORD, drawn.left_out.shape, np.uint64)
        trial, row = np.nonzero(drawn.fits)
        bits = drawn.rows[trial, row] & drawn.left_out[trial]
        hashed = mixed(mixed(bits ^ key[trial]).sum(1, dtype=np.uint64))
        answer = np.zeros(drawn.fits.shape, bool)
        answer[trial, row] = hashed < np.uint64((1 << WORD) // k)
        return answer

    return coin


def _one_bit(drawn: _Drawn, random: np.random.Generator) -> NDArray[np.bool_]:
    """The lowest bit left out in the first word that has one; never where rows differ in none."""
    trial = np.arange(len(drawn.left_out))
    word = (drawn.left_out != 0).argmax(1)
    left_out = drawn.left_out[trial, word]
    lowest = left_out & (~left_out + np.uint64(1))
    return np.asarray(drawn.rows[trial, :, word] & lowest[:, None] != 0, bool)


def columns_needed(k: int, n: int, spare_bits: float = 10.0) -> int:
    """How many columns make the pattern of k rows so rare that about 2^(−spare_bits) outsiders fit it.

    Parameters
    ----------
    k : rows of the class, 1 to 1,000
    n : rows of the table, at least 1
    spare_bits : log2 of how rare an outsider that fits shall be, at least 0

    Raises
    ------
    ParameterError
        A number is not whole or out of its range.

    Notes
    -----
    Formula: 2^(k − 1) (log2 n + spare_bits), since a bit survives with chance 2^(1 − k).

    Source: ours.

    Examples
    --------
    >>> [columns_needed(k, 200) for k in (2, 3, 5, 10)]
    [36, 71, 283, 9034]
    """
    check_rows(n)
    whole_number(k=k)
    in_range(1, 1000, k=k)
    in_range(0, spare_bits=spare_bits)
    return ceil(2.0 ** (k - 1) * (log2(n) + spare_bits))


def expected_success(eta: float, k: int | None = None) -> float:
    """What naming one row of a published class achieves in general: η/e.

    Parameters
    ----------
    eta : chance that the pattern of a class is so rare that no other row fits it, 0 to 1
    k : rows of the class; None for large ones

    Returns
    -------
    chance : η (1 − 1/k)^(k − 1), and η/e in the limit

    Notes
    -----
    Classes made for ℓ-diversity or t-closeness are classes of k rows as well, so the same holds for them.

    Source: Cohen & Nissim, PNAS 2020.

    Examples
    --------
    >>> [round(expected_success(1, k), 3) for k in (2, 3, 5, 8, 10)], round(expected_success(0.5), 3)
    ([0.5, 0.444, 0.41, 0.393, 0.387], 0.184)
    """
    in_range(0, 1, eta=eta)
    if k is None:
        return eta * exp(-1)
    whole_number(k=k)
    in_range(1, k=k)
    return float(eta * (1 - 1 / k) ** (k - 1))
