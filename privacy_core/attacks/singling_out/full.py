"""Everyone singled out at once, from a release that many tables could have led to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from privacy_core.attacks.singling_out.baseline import INDEPENDENT, baseline_low
from privacy_core.attacks.singling_out.demonstration import (
    Demonstration,
    batches,
    check_rows,
    check_trials,
    demonstrated,
)
from privacy_core.errors import ParameterError, in_range, whole_number
from privacy_core.evidence import Counts
from privacy_core.tables import IntArray

WORD = 64
"""Bits that are kept in one number."""


@dataclass(frozen=True)
class FullSinglingOut:
    """One predicate for every row, all from one release.

    Parameters
    ----------
    all_rows : trials, and those in which every row is isolated by its own predicate
    rows : rows of all trials, and those that are isolated
    log2_inputs : log2 of the number of tables that lead to the same release
    """

    all_rows: Demonstration
    rows: Counts
    log2_inputs: float


def publish_last_half(
    n: int, trials: int, random: np.random.Generator, *, bits: int | None = None, seed: int | None = None
) -> FullSinglingOut:
    """Publish the last half of every row's bits, and name each row by the half that is published.

    The release can come from very many tables, for half of every row is missing. Yet every row is isolated by a
    predicate of weight 2^(−bits/2): that an output has many possible inputs keeps nobody from being singled out.

    Parameters
    ----------
    n : rows of each table, at least 1
    trials : tables, at least 1
    random : source of the chance
    bits : of a row, an even number of at least 2; as many as there are rows by default, one more where that is odd
    seed : to be told in the result

    Raises
    ------
    ParameterError
        A number is not whole or out of its range.

    Notes
    -----
    Drawn: the published half of every row of every table; nothing depends on the other half.

    Theory: that all published halves differ, Π (1 − i 2^(−bits/2)) for i below n. The baseline is the chance of a
    blind attacker to isolate a single row at this weight, which is more than that of isolating all.

    Source: the example of Cohen & Nissim, PNAS 2020, for n bits.

    Examples
    --------
    >>> shown = publish_last_half(100, 50, np.random.default_rng(1))
    >>> shown.all_rows.main.rate, shown.rows.rate, shown.all_rows.log2_weight, shown.log2_inputs
    (1.0, 1.0, -50.0, 5000.0)
    """
    check_rows(n)
    half = _half(n + n % 2 if bits is None else bits)
    words = -(-half // WORD)
    check_trials(trials, n * words)
    isolated = np.concatenate([_isolated(n, half, some, random) for some in batches(trials, n * words)])
    shown = demonstrated(
        f"the last {half:,} bits of every row",
        Counts(int((isolated == n).sum()), trials),
        baseline_low(n, 2.0**-half),
        log2_weight=-float(half),
        theory=float(np.prod(np.maximum(0, 1 - np.arange(n) * 2.0**-half))),
        seed=seed,
        assumptions=(INDEPENDENT, f"A row is {2 * half:,} bits, each 0 or 1 with equal chance."),
        settings={"n": n, "bits": 2 * half},
    )
    return FullSinglingOut(shown, Counts(int(isolated.sum()), n * trials), float(n * half))


def _half(bits: int) -> int:
    whole_number(bits=bits)
    in_range(2, bits=bits)
    if bits % 2:
        raise ParameterError(f"bits must be even, so that there is a last half, got {bits:,}.")
    return bits // 2


def _isolated(n: int, half: int, trials: int, random: np.random.Generator) -> IntArray:
    """Rows of each table whose published half nobody else has."""
    rows = random.integers(0, 1 << min(half, WORD), (trials, n, -(-half // WORD)), np.uint64)
    if half > WORD and half % WORD:
        rows[..., -1] &= np.uint64((1 << half % WORD) - 1)
    first = np.sort(rows[..., 0], axis=1)
    tied = (first[:, 1:] == first[:, :-1]).any(1)
    alone = np.full(trials, n, np.int64)
    alone[tied] = [_alone(table) for table in rows[tied]]
    return alone


def _alone(table: NDArray[np.uint64]) -> int:
    return int((np.unique(table, axis=0, return_counts=True)[1] == 1).sum())
