"""Missing matches anything: how many rows a row with gaps could be, counted per pattern of gaps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.numbering import grouped
from privacy_core.tables import Table


def lookalikes(table: Table, rows: NDArray[np.intp], names: Sequence[str], amount: NDArray[Any]) -> NDArray[Any]:
    """Add up an amount over everything that matches each row, a gap on either side matching anything.

    Two rows match when they agree in every column in which neither is missing. Matching is not an
    equivalence: a row with gaps may match two rows that do not match each other. Rows are compared
    once per pair of patterns of gaps, never with each other: patterns · rows at most. Only where nearly
    every row has a pattern of its own is each row looked up by narrowing, column by column.

    Parameters
    ----------
    table : Table
    rows : positions of rows that differ from each other (one per class of rows written alike)
    names : columns that are compared
    amount : number of each of these rows: how many are written alike, or their summed weights

    Returns
    -------
    total : (n,) of the kind of `amount`, at least the row's own amount

    Notes
    -----
    As in sdcMicro's `freqCalc` (Templ, Kowarik & Meindl, JSS 67(4), 2015, section 3.1).

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> people = from_frame(pd.DataFrame({"sex": ["f", "f", "m"], "zip": ["1", None, "2"]}))
    >>> lookalikes(people, np.arange(3), ["sex", "zip"], np.ones(3, int)).tolist()   # the man is still alone
    [2, 2, 1]
    """
    shown = _Shown.of(table, rows, names)
    total = amount.copy()
    if not shown.gaps.any():
        return total
    patterns, first = np.unique(shown.pattern, return_index=True)
    open_columns = [shown.gaps[:, at] for at in first]
    if len(patterns) > MANY * len(rows) ** 0.5:
        return shown.narrowed(amount)
    members = [np.flatnonzero(shown.pattern == pattern) for pattern in patterns]
    for mine, here in enumerate(members):
        total[here] = sum(
            shown.matching(here, there, ~(open_columns[mine] | open_columns[other]), amount)
            for other, there in enumerate(members)
        )
    return total


MANY = 8
"""Patterns, in square roots of the rows, from which looking up row by row is cheaper."""


@dataclass(frozen=True, eq=False)
class _Shown:
    """Codes of some rows, where they have gaps, and the number of each row's pattern of gaps."""

    codes: NDArray[np.int32]
    widths: list[int]
    gaps: NDArray[np.bool_]
    pattern: NDArray[np.int32]

    @classmethod
    def of(cls, table: Table, rows: NDArray[np.intp], names: Sequence[str]) -> _Shown:
        columns = [table[name] for name in names]
        codes = np.array([c.codes[rows] for c in columns], np.int32).reshape(len(columns), len(rows))
        none = np.zeros(len(rows), bool)
        gaps = np.array([code == c.missing if c.has_missing else none for code, c in zip(codes, columns, strict=True)])
        gaps = gaps.reshape(len(columns), len(rows))
        return cls(codes, [c.n_codes for c in columns], gaps, grouped(list(gaps), [2] * len(gaps), len(rows))[0])

    def matching(
        self, here: NDArray[np.intp], there: NDArray[np.intp], compared: NDArray[np.bool_], amount: NDArray[Any]
    ) -> NDArray[Any]:
        """Sum of the amounts `there` that agree with each row `here` in the compared columns."""
        both = np.concatenate([here, there])
        at = np.flatnonzero(compared)
        number, n = grouped([self.codes[i, both] for i in at], [self.widths[i] for i in at], len(both))
        mine, theirs = number[: len(here)], number[len(here) :]
        return np.bincount(theirs, amount[there], n).astype(amount.dtype)[mine]

    def narrowed(self, amount: NDArray[Any]) -> NDArray[Any]:
        """Sum of the amounts that match each row, keeping fewer candidates with every column."""
        total = np.empty_like(amount)
        columns = sorted(range(len(self.codes)), key=lambda i: -self.widths[i])
        for row in range(len(amount)):
            matches = np.arange(len(amount))
            for i in columns:
                if len(matches) == 1:
                    break
                if not self.gaps[i, row]:
                    matches = matches[(self.codes[i, matches] == self.codes[i, row]) | self.gaps[i, matches]]
            total[row] = amount[matches].sum()
        return total
