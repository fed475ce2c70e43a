"""How strongly columns go together, before and after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from privacy_core.tables import Column, FloatArray, IntArray, Scale, Table
from privacy_core.utility.coarsening import Coarsening
from privacy_core.utility.queries import expected_numbers


@dataclass(frozen=True)
class PairChange:
    """Association of two columns before and after.

    Parameters
    ----------
    columns : their names
    kind : "correlation" of two numeric columns (−1 to 1), else "association" (0 to 1)
    before, after : None where a column is constant
    """

    columns: tuple[str, str]
    kind: str
    before: float | None
    after: float | None

    @property
    def change(self) -> float | None:
        """`after` minus `before`; a column that became constant goes together with nothing."""
        return None if self.before is None else (self.after or 0.0) - self.before


def correlation_changes(
    original: Table, release: Table, columns: Sequence[Coarsening], others: Sequence[str] = ()
) -> tuple[PairChange, ...]:
    """Compare how strongly every pair of columns goes together in the original and in the released rows.

    Two numeric columns have Pearson's correlation, a generalized cell counting as the mean of the numbers it
    stands for. Every other pair has Cramér's V, corrected for chance.

    Parameters
    ----------
    original, release : rows in the same order
    columns : from `coarsenings`
    others : columns that are no quasi-identifiers, such as the sensitive ones

    Source: W. Bergsma, A bias-correction for Cramér's V and Tschuprow's T, J. Korean Stat. Soc. 42, 2013.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> from privacy_core.anonymizers import recoded
    >>> from privacy_core.utility.coarsening import coarsenings
    >>> people = from_frame(pd.DataFrame({"age": [20, 30, 40, 50], "income": [2, 3, 4, 5]}))
    >>> release = recoded(people, {"age": ["20 to 30", "20 to 30", "40 to 50", "40 to 50"]})
    >>> (pair,) = correlation_changes(people, release, coarsenings(people, release, ["age"]), ["income"])
    >>> pair.before, round(pair.after, 3)
    (1.0, 0.894)
    """
    kept = np.flatnonzero(~release.suppressed)
    judged = np.flatnonzero(~original.suppressed)
    released = ~release.suppressed[judged]
    guesses = {one.column: expected_numbers(one)[released] for one in columns if one.numbers is not None}
    names = [*(one.column for one in columns), *others]
    return tuple(_pair(original, release, judged, kept, guesses, pair) for pair in combinations(names, 2))


def _pair(
    original: Table,
    release: Table,
    judged: IntArray,
    kept: IntArray,
    guesses: Mapping[str, FloatArray],
    names: tuple[str, str],
) -> PairChange:
    before = [original[name] for name in names]
    if all(column.scale is Scale.NUMERIC for column in before):
        true = [_numbers(column)[column.codes[judged]] for column in before]
        shown = [
            guesses[column.name] if column.name in guesses else _numbers(column)[column.codes[kept]]
            for column in before
        ]
        return PairChange(names, "correlation", _pearson(*true), _pearson(*shown))
    after = [release[name] for name in names]
    return PairChange(names, "association", _cramer(before, judged), _cramer(after, kept))


def _numbers(column: Column) -> FloatArray:
    return np.array([*column.categories.astype(float), *([np.nan] * column.has_missing)])


def _pearson(one: FloatArray, other: FloatArray) -> float | None:
    known = np.isfinite(one) & np.isfinite(other)
    one, other = _scaled(one[known]), _scaled(other[known])
    if len(one) < 2 or np.ptp(one) == 0 or np.ptp(other) == 0:
        return None
    return float(np.clip(np.corrcoef(one, other)[0, 1], -1, 1))


def _scaled(numbers: FloatArray) -> FloatArray:
    """Numbers from -1 to 1, so that no square of theirs is infinite."""
    return np.asarray(numbers / max(np.abs(numbers).max(initial=0), np.finfo(float).tiny))


def _cramer(columns: Sequence[Column], rows: IntArray) -> float | None:
    """Cramér's V with Bergsma's correction; None where a column is constant."""
    one, other = (np.unique(column.codes[rows], return_inverse=True)[1].astype(np.int64) for column in columns)
    height, width, n = int(one.max(initial=-1)) + 1, int(other.max(initial=-1)) + 1, len(rows)
    if height < 2 or width < 2 or n < 2:
        return None
    cell, count = np.unique(one * width + other, return_counts=True)
    margins = np.bincount(one)[cell // width].astype(float) * np.bincount(other)[cell % width]
    phi = (count.astype(float) ** 2 / margins).sum() - 1
    chance = (height - 1) * (width - 1) / (n - 1)
    corrected = [size - (size - 1) ** 2 / (n - 1) for size in (height, width)]
    room = min(corrected) - 1
    return float(min(1.0, np.sqrt(max(0.0, phi - chance) / room))) if room > 0 else None
