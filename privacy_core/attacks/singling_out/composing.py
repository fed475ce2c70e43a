"""Two releases, each of which singles nobody out, that together hand over a row."""

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
from privacy_core.errors import in_range, whole_number
from privacy_core.evidence import Counts


@dataclass(frozen=True)
class Composed:
    """The same attack on two releases of the same tables.

    Parameters
    ----------
    first, second : on either release alone
    together : on both
    """

    first: Demonstration
    second: Demonstration
    together: Demonstration


def xor_pair(n: int, m: int, trials: int, random: np.random.Generator, *, seed: int | None = None) -> Composed:
    """Publish the bitwise sum of all rows but the last, then that of all rows, and name the row that follows.

    Either release alone leaves every single row as likely as before; their bitwise sum is the last row. So two
    releases that each withstand this attack need not withstand it together, and to withstand it approves nothing.

    Parameters
    ----------
    n : rows of each table, at least 3 (of two rows, the first release would be a row)
    m : bits of a row, 1 to 64
    trials : tables, at least 1
    random : source of the chance
    seed : to be told in the result

    Raises
    ------
    ParameterError
        A number is not whole or out of its range.

    Notes
    -----
    Drawn: every row of every table. With one release the attacker names the row equal to what is published, which is
    as good as any row: whatever is named holds for n 2^(−m) rows on average, so for exactly one with no more chance.

    Theory: (1 − 2^(−m))^(n − 1) together, that nobody else equals the last row; alone no more than the setting
    `at_most`, n 2^(−m).

    Source: ours; that security against singling out does not compose is shown in Cohen & Nissim, PNAS 2020, by
    another pair: a key taken from some rows, and a row encrypted by it.

    Examples
    --------
    >>> pair = xor_pair(100, 40, 500, np.random.default_rng(1))
    >>> pair.first.main.hits, pair.second.main.hits, pair.together.main.hits
    (0, 0, 500)
    """
    check_rows(n, 3)
    whole_number(m=m)
    in_range(1, 64, m=m)
    check_trials(trials, n)
    hits = np.zeros(3, np.int64)
    for some in batches(trials, n):
        rows = random.integers(0, 1 << m, (some, n), np.uint64)
        first, second = np.bitwise_xor.reduce(rows[:, :-1], axis=1), np.bitwise_xor.reduce(rows, axis=1)
        hits += [_alone(rows, first), _alone(rows, second), _alone(rows, first ^ second)]
    of_all = (1 - 2.0**-m) ** (n - 1)
    return Composed(
        _shown("the first release alone", hits[0], trials, n, m, None, seed),
        _shown("the second release alone", hits[1], trials, n, m, None, seed),
        _shown("both releases", hits[2], trials, n, m, of_all, seed),
    )


def _alone(rows: NDArray[np.uint64], named: NDArray[np.uint64]) -> int:
    """Tables in which exactly one row is the one named."""
    return int(((rows == named[:, None]).sum(1) == 1).sum())


def _shown(name: str, hits: int, trials: int, n: int, m: int, theory: float | None, seed: int | None) -> Demonstration:
    return demonstrated(
        name,
        Counts(int(hits), trials),
        baseline_low(n, 2.0**-m),
        log2_weight=-float(m),
        theory=theory,
        seed=seed,
        assumptions=(INDEPENDENT, f"A row is {m} bits, each 0 or 1 with equal chance."),
        settings={"n": n, "m": m, "at_most": min(1.0, n * 2.0**-m)},
    )
