"""Intervals that end where a person's value is: each printed end point singles that person out."""

from __future__ import annotations

import numpy as np

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
from privacy_core.tables import IntArray

MOST_BITS = 62
"""Bits of a value that fit a whole number here."""


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

    Theory: (1 − 2^(−bits))^(n − 1), that nobody else has the value; 0 where all are equal.

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
        theory=0.0 if equal else (1 - weight) ** (n - 1),
        premise=not equal,
        seed=seed,
        assumptions=(INDEPENDENT, told, "Each interval is published from its smallest to its largest value."),
        settings={"n": n, "k": k, "bits": bits},
    )


def _isolated(n: int, k: int, trials: int, random: np.random.Generator, equal: bool, bits: int) -> int:
    """Trials in which exactly one row has the value at one end of one interval, both chosen at random."""
    values: IntArray = np.sort(random.integers(0, 1 << bits, (trials, 1 if equal else n)), axis=1)
    values = np.broadcast_to(values, (trials, n))
    chosen = random.integers(0, n // k, trials)
    last = np.where(chosen == n // k - 1, n - 1, (chosen + 1) * k - 1)
    place = np.where(random.integers(0, 2, trials) == 1, last, chosen * k)
    end = values[np.arange(trials), place]
    return int(((values == end[:, None]).sum(1) == 1).sum())
