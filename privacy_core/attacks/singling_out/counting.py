"""Exact counts single people out: a few of them, each harmless, spell one row bit by bit."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2

import numpy as np
from numpy.typing import ArrayLike, NDArray

from privacy_core.attacks.singling_out.baseline import INDEPENDENT, baseline_low, peak
from privacy_core.attacks.singling_out.demonstration import (
    MOST_ROWS,
    Demonstration,
    batches,
    check_epsilon,
    check_trials,
    demonstrated,
)
from privacy_core.attacks.singling_out.reading import chance_of_naming, check_attack
from privacy_core.errors import ParameterError, in_range, whole_number
from privacy_core.evidence import Counts
from privacy_core.tables import FloatArray, IntArray, frozen

MOST_COUNTS = 1_000
"""Counts along one curve."""


@dataclass(frozen=True, eq=False)
class CountsCurve:
    """What the counting attack achieves as more counts are published.

    Parameters
    ----------
    counts : int64 (up_to + 1,), 0, 1, 2, …
    success : float64 of the same shape, chance when all counts are chosen beforehand, 0 to 1
    adaptive : the same when each count may depend on those before; None under noise, where theory has none
    certain : chance that the attacker knows a row is isolated, as `success_of_counts`; None under noise
    blind : the best blind attacker at the same weight limit
    n, tau : rows; the weight limit is 2^(−tau)/n
    epsilon_per_count : privacy budget of each count; None for exact ones
    """

    counts: IntArray
    success: FloatArray
    adaptive: FloatArray | None
    certain: FloatArray | None
    blind: float
    n: int
    tau: int
    epsilon_per_count: float | None


def success_of_counts(counts: ArrayLike, n: int, tau: int) -> FloatArray:
    """Chance that so many exact counts, chosen beforehand, spell a row: a predicate of weight 2^(−tau)/n isolates it.

    A first count asks how many rows a hash predicate of weight 1/n holds for. Where it is 1, tau further counts,
    of the same rows and one bit each, spell that row's bits, and the attacker knows it. (What is read where the first
    count is not 1 may be a row as well, which matters for few bits: `chance_of_naming`.)

    Parameters
    ----------
    counts : int or array, counts published, each at least 0
    n : rows, at least 1
    tau : bits that must be read for the weight limit, at least 0

    Returns
    -------
    chance : float64 of the shape of `counts`, each in [0, 1]

    Raises
    ------
    ParameterError
        A number is not whole or too small.

    Notes
    -----
    Formula: 1 − (1 − (1 − 1/n)^(n − 1))^⌊counts/(tau + 1)⌋.

    Edge cases: 0 for fewer than tau + 1 counts; 1 from then on for one row.

    Does not say: what counts that nobody chose for this purpose give away.

    Source: ours; follows what Cohen & Nissim, PNAS 2020, show of ω(log n) counts.

    Examples
    --------
    >>> success_of_counts([20, 21, 42, 210], 1000, 20).round(5).tolist()
    [0.0, 0.36806, 0.60066, 0.98984]
    """
    return _found(_counted(counts, n, tau) // (tau + 1), n)


def success_of_adaptive_counts(counts: ArrayLike, n: int, tau: int) -> FloatArray:
    """As `success_of_counts`, when each count may depend on those before.

    First counts are asked until one is exactly 1; bits are only asked then.

    Notes
    -----
    Formula: 1 − (1 − (1 − 1/n)^(n − 1))^(counts − tau) where counts > tau.

    Source: ours.

    Examples
    --------
    >>> success_of_adaptive_counts([20, 21, 22, 30], 1000, 20).round(5).tolist()
    [0.0, 0.36806, 0.60066, 0.98984]
    """
    return _found(np.maximum(_counted(counts, n, tau) - tau, 0), n)


def counts_curve(n: int, tau: int, up_to: int, epsilon_per_count: float | None = None) -> CountsCurve:
    """Success against the number of counts published, exact or with Laplace noise.

    Parameters
    ----------
    n, tau : rows, and bits of the weight limit 2^(−tau)/n
    up_to : most counts, 0 to 1,000
    epsilon_per_count : privacy budget spent on each count, above 0; None for exact counts

    Raises
    ------
    ParameterError
        A number is not whole or out of its range.

    Examples
    --------
    >>> exact, noisy = counts_curve(1000, 20, 21), counts_curve(1000, 20, 21, epsilon_per_count=1)
    >>> round(float(exact.success[21]), 3), round(float(noisy.success[21]), 5), float(exact.success[20])
    (0.369, 0.00034, 0.0)
    """
    whole_number(up_to=up_to)
    in_range(0, MOST_COUNTS, up_to=up_to)
    counts = np.arange(up_to + 1)
    blocks = _counted(counts, n, tau) // (tau + 1)
    blind = baseline_low(n, 2.0**-tau / n)
    if epsilon_per_count is not None:
        check_epsilon(epsilon_per_count)
        success = _by_tries(blocks, n, tau, float(epsilon_per_count))
        return CountsCurve(frozen(counts), success, None, None, blind, n, tau, float(epsilon_per_count))
    adaptive = _by_tries(np.maximum(counts - tau, 0), n, tau, None)
    certain = success_of_counts(counts, n, tau)
    return CountsCurve(frozen(counts), _by_tries(blocks, n, tau, None), adaptive, certain, blind, n, tau, None)


def _by_tries(tries: IntArray, n: int, tau: int, epsilon: float | None) -> FloatArray:
    """Chance of naming a row with so many hash predicates, from none on."""
    chances = [0.0, *(chance_of_naming(n, tau, one, epsilon) for one in range(1, int(tries.max()) + 1))]
    return frozen(np.array(chances)[tries])


def _counted(counts: ArrayLike, n: int, tau: int) -> IntArray:
    """Counts as whole numbers; refuses what is not."""
    check_attack(n, tau, 1)
    given = np.asarray(counts, np.float64)
    if not ((given >= 0) & (given <= MOST_ROWS) & (given == np.floor(given))).all():
        raise ParameterError(f"The number of counts must be a whole number of at least 0 and at most {MOST_ROWS:,}.")
    return given.astype(np.int64)


def _found(tries: IntArray, n: int) -> FloatArray:
    return frozen(np.asarray(1 - (1 - peak(n)) ** tries, np.float64))


def counting_attack(
    n: int,
    m: int,
    repetitions: int,
    trials: int,
    random: np.random.Generator,
    epsilon: float | None = None,
    *,
    adaptive: bool = False,
    seed: int | None = None,
) -> Demonstration:
    """Let the counting attack run on simulated tables.

    For every hash predicate of weight 1/n the counts of the rows it holds for are published: how many there are, and
    how many of them have each of m bits. The attacker takes the predicate whose first count is nearest to 1 and not 0,
    reads each bit as 1 where its count is above ½, and names the row with that hash and those bits. Where exact first
    counts have a 1, it is certain to be one row; else what is read may still be one of several, if there are few bits.

    Parameters
    ----------
    n : rows of each table, at least 1
    m : bits read, at least 0; the predicate weighs 2^(−m)/n
    repetitions : hash predicates, at least 1; repetitions · (m + 1) counts are published
    trials : tables, at least 1
    random : source of the chance
    epsilon : privacy budget of all counts together, spent as Laplace noise; None for exact counts
    adaptive : spend as many counts one after the other: first counts until one reads 1, then its bits
    seed : to be told in the result

    Raises
    ------
    ParameterError
        ε is not above 0, or a number is not whole or too small.

    Notes
    -----
    Drawn: how many rows each hash predicate holds for (binomial, as rows are independent), the bits of the rows that
    the chosen one holds for, and the noise of every count that is used. The counts are taken from those rows and the
    attacker's predicate is tried on them; rows without the hash cannot match it, so they need no bits.

    Source: ours; `chance_of_naming` is expected, and `certain` among the settings counts the trials in which the
    attacker knew, with the chance of `success_of_counts`.

    Examples
    --------
    >>> shown = counting_attack(1000, 20, 1, 2000, np.random.default_rng(1))
    >>> shown.main.rate, round(shown.theory, 3), shown.outcome.value
    (0.3715, 0.369, 'beats baseline')
    >>> counting_attack(1000, 20, 1, 2000, np.random.default_rng(1), epsilon=1).main.hits
    0
    """
    check_attack(n, m, repetitions)
    check_trials(trials, repetitions * (m + 1))
    if epsilon is not None:
        check_epsilon(epsilon)
    counts = repetitions * (m + 1)
    tried = counts - m if adaptive else repetitions
    scale = None if epsilon is None else counts / epsilon
    each = [_isolated(n, m, tried, some, random, scale, adaptive) for some in batches(trials, tried + 3 * m)]
    alone, certain = (sum(one) for one in zip(*each, strict=True))
    return demonstrated(
        _name(counts, adaptive, epsilon),
        Counts(alone, trials),
        baseline_low(n, 2.0**-m / n),
        log2_weight=-m - log2(n),
        theory=_theory(n, m, repetitions, epsilon, adaptive),
        seed=seed,
        assumptions=(INDEPENDENT, *_given(m, epsilon, counts)),
        settings={"n": n, "m": m, "repetitions": repetitions, "counts": counts, **_more(epsilon, counts, certain)},
    )


def _isolated(
    n: int, m: int, tried: int, trials: int, random: np.random.Generator, scale: float | None, adaptive: bool
) -> tuple[int, int]:
    """Trials in which the attacker's predicate holds for exactly one row, and in which the chosen hash alone does."""
    hit: IntArray = random.binomial(n, 1 / n, (trials, tried))
    chosen = _choice(hit if scale is None else hit + random.laplace(0, scale, hit.shape), adaptive)
    rows = hit[np.arange(trials), chosen]
    table = np.repeat(np.arange(trials), rows)
    bits = random.integers(0, 2, (len(table), m), np.int8)
    ones = np.zeros((trials, m), np.float64)
    np.add.at(ones, table, bits)
    read = (ones if scale is None else ones + random.laplace(0, scale, ones.shape)) > 0.5
    named = (bits == read[table]).all(1)
    return int((np.bincount(table, named, trials) == 1).sum()), int((rows == 1).sum())


def _choice(first: NDArray[np.generic], adaptive: bool) -> IntArray:
    """The hash predicate an attacker goes on with: nearest to 1, or the first that reads 1 when asked one by one.

    An exact 0 comes last, for it holds for no row.
    """
    counted = np.asarray(first, np.float64)
    far = np.where(counted == 0, np.inf, np.abs(counted - 1))
    nearest: IntArray = far.argmin(1)
    if not adaptive:
        return nearest
    reads_one = far < 0.5
    return np.asarray(np.where(reads_one.any(1), reads_one.argmax(1), nearest), np.int64)


def _theory(n: int, m: int, repetitions: int, epsilon: float | None, adaptive: bool) -> float | None:
    counts = repetitions * (m + 1)
    if adaptive and epsilon is not None and repetitions > 1:
        return None
    return chance_of_naming(
        n, m, counts - m if adaptive else repetitions, None if epsilon is None else epsilon / counts
    )


def _name(counts: int, adaptive: bool, epsilon: float | None) -> str:
    kind = f"count{'s' * (counts != 1)}"
    kind = f"exact {kind}" if epsilon is None else f"{kind} with noise"
    return f"{counts:,} {kind}{', asked one by one' if adaptive else ''}"


def _given(m: int, epsilon: float | None, counts: int) -> tuple[str, ...]:
    said = f"A row is told from others by a hash of it and by {m:,} bits, each 0 or 1 with equal chance."
    if epsilon is None:
        return said, "Counts are exact."
    scale = f"{counts / epsilon:.3g}"
    return said, f"Each of {counts:,} counts has Laplace noise of scale {scale}; together they spend ε = {epsilon:g}."


def _more(epsilon: float | None, counts: int, certain: int) -> dict[str, float]:
    return {"certain": certain} if epsilon is None else {"epsilon": epsilon, "epsilon_per_count": epsilon / counts}
