"""Intervals that end where a person's value is: each printed end point singles that person out."""

from __future__ import annotations

from math import exp, log1p

import numpy as np
from scipy.stats import binom

from privacy_core.attacks.singling_out.baseline import INDEPENDENT, baseline_low
from privacy_core.attacks.singling_out.demonstration import (
    Demonstration,
    batches,
    check_rows,
    check_trials,
    demonstrated,
)
from privacy_core.errors import in_range, whole_number
from privacy_core.evidence import Counts
from privacy_core.tables import FloatArray, IntArray

MOST_BITS = 62
"""Bits of a value that fit a whole number here."""
MARGIN = 16
"""Ranks from either margin at which the chance to be alone is worked out one by one."""
MOST_SUMMED = 1_000_000
"""Terms that are summed up to have it exactly."""


def bucket_attack(
    n: int,
    k: int,
    trials: int,
    random: np.random.Generator,
    *,
    equal: bool = False,
    bits: int = 32,
    seed: int | None = None,
) -> Demonstration:
    """Publish intervals of k values each, from the smallest to the largest of them, and name the row at one end.

    The table is k-anonymous. Yet an end point is somebody's value, and when values are fine enough nobody else's.

    Parameters
    ----------
    n : rows of each table, at least 2
    k : rows to an interval, 2 to n; the last interval takes what is left over
    trials : tables, at least 1
    random : source of the chance
    equal : all rows of a table have the same value, so that no row can be told from another
    bits : values are whole numbers of so many bits, 1 to 62, each equally likely; a predicate weighs 2^(−bits)
    seed : to be told in the result

    Raises
    ------
    ParameterError
        A number is not whole or out of its range.

    Notes
    -----
    Drawn: every value of every table, sorted and cut; the predicate is tried on all rows.

    Theory: that nobody else has the value, the mean over the ends. With M = 2^bits values, the row of rank i from 0
    has it alone with chance n C(n − 1, i) Σ v^i (M − 1 − v)^(n − 1 − i) / M^n over v < M. That is about (1 − 1/M)^n,
    and larger for the smallest and the largest of all, which have one neighbour only. 0 where all are equal.

    Does not say: that intervals with end points fixed beforehand fail; those do not depend on anyone.

    Source: Cohen & Nissim, Towards formalizing the GDPR's notion of singling out, PNAS 2020.

    Examples
    --------
    >>> shown = bucket_attack(200, 5, 1000, np.random.default_rng(1))
    >>> shown.main.rate, shown.log2_weight, shown.outcome.value
    (1.0, -32.0, 'beats baseline')
    >>> bucket_attack(200, 5, 1000, np.random.default_rng(1), equal=True).outcome.value
    'premise fails'
    """
    check_rows(n, 2)
    whole_number(k=k, bits=bits)
    in_range(2, n, k=k)
    in_range(1, MOST_BITS, bits=bits)
    check_trials(trials, n)
    hits = sum(_isolated(n, k, some, random, equal, bits) for some in batches(trials, n))
    weight = 1.0 if equal else 2.0**-bits
    told = "All rows have the same value." if equal else f"Values are whole numbers of {bits} bits, all equally likely."
    return demonstrated(
        f"intervals of {k:,}",
        Counts(hits, trials),
        0.0 if equal else baseline_low(n, weight),
        log2_weight=0.0 if equal else -float(bits),
        theory=0.0 if equal else _theory(n, k, 1 << bits),
        premise=not equal,
        seed=seed,
        assumptions=(INDEPENDENT, told, "Each interval is published from its smallest to its largest value."),
        settings={"n": n, "k": k, "bits": bits},
    )


def _theory(n: int, k: int, values: int) -> float:
    """Chance that the end chosen has a value of its own: inner ends are all alike, those near the margins are not."""
    intervals, inner = n // k, exp(n * log1p(-1 / values))
    some = np.union1d(np.arange(min(intervals, MARGIN)), np.arange(max(0, intervals - MARGIN), intervals))
    rank = np.concatenate([some * k, np.where(some == intervals - 1, n - 1, some * k + k - 1)])
    rank = rank[np.minimum(rank, n - 1 - rank) < MARGIN]
    return float(inner + (_alone(rank, n, values, inner) - inner).sum() / (2 * intervals))


def _alone(rank: IntArray, n: int, values: int, inner: float) -> FloatArray:
    """Chance that the row of a rank has a value of its own; of very many values by the first terms of the sum."""
    if values * len(rank) <= MOST_SUMMED:
        share = np.arange(values) / max(values - 1, 1)
        scale = n / values * exp((n - 1) * log1p(-1 / values))
        return np.asarray(scale * binom.pmf(rank[:, None], n - 1, share).sum(1), np.float64)
    gap, step = n / (values - 1), 1 / (values - 1)
    outermost = (rank == 0) | (rank == n - 1)
    return np.asarray(inner * (1 + outermost * (gap / 2 + gap * (gap - step) / 12)), np.float64)


def _isolated(n: int, k: int, trials: int, random: np.random.Generator, equal: bool, bits: int) -> int:
    """Trials in which exactly one row has the value at one end of one interval, both chosen at random."""
    values: IntArray = np.sort(random.integers(0, 1 << bits, (trials, 1 if equal else n)), axis=1)
    values = np.broadcast_to(values, (trials, n))
    chosen = random.integers(0, n // k, trials)
    last = np.where(chosen == n // k - 1, n - 1, (chosen + 1) * k - 1)
    place = np.where(random.integers(0, 2, trials) == 1, last, chosen * k)
    end = values[np.arange(trials), place]
    return int(((values == end[:, None]).sum(1) == 1).sum())
