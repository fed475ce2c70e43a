"""One column that several tables share, brought to one meaning."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.tables import Codes, Column, frozen


class Kind(StrEnum):
    """Whether values of a column lie on a line or are only told apart."""

    NUMBER = "number"
    CATEGORY = "category"


@dataclass(frozen=True, eq=False)
class Feature:
    """One column that all sides have, its values meaning the same on every side.

    Parameters
    ----------
    name : the column
    kind : number or category
    known : whether it is a quasi-identifier
    values : one array per side. Number: float64, NaN where missing. Category: int32 codes into `categories`,
        −1 where missing. What the release generalized is mapped by the same rule on the other sides
    raw : as `values`, before the release's own generalization was applied to the originals: what bins of a
        block key are counted in. A published interval is its middle
    categories : text of each code; empty for numbers
    joined : per side int32 codes of what overlapping published values make one, and their number; None where
        nothing was generalized, then equal numbers are one
    columns : the column of each side as it was given
    reading : how generalized values were read and brought together; None where nothing was generalized
    """

    name: str
    kind: Kind
    known: bool
    values: tuple[NDArray[Any], ...]
    raw: tuple[NDArray[Any], ...]
    categories: tuple[str, ...]
    joined: tuple[tuple[Codes, ...], int] | None
    columns: tuple[Column, ...]
    reading: str | None = None

    def __post_init__(self) -> None:
        for array in (*self.values, *self.raw):
            frozen(array)

    @property
    def parts(self) -> tuple[Codes, ...]:
        """Key of every row for exact blocking, int32 per side, below `n_parts`.

        The finest partition that every side's own generalization respects; a missing cell has the last code.
        """
        return self._keys[0]

    @property
    def n_parts(self) -> int:
        """Number of codes of `parts`, that of a missing cell included."""
        return self._keys[1]

    @cached_property
    def _keys(self) -> tuple[tuple[Codes, ...], int]:
        parts, several = self._ranked() if self.joined is None else self.joined
        for codes in parts:
            frozen(codes)
        return parts, several

    def _ranked(self) -> tuple[tuple[Codes, ...], int]:
        """Rank of each number among all of them."""
        rows = np.concatenate(self.raw)
        distinct, ranks = np.unique(rows, return_inverse=True)  # NaN is the last, and one
        gaps = bool(np.isnan(distinct[-1:]).any())
        ends = np.cumsum([len(side) for side in self.raw])[:-1]
        return tuple(np.split(ranks.astype(np.int32), ends)), len(distinct) + (not gaps)

    def missing(self, side: int) -> NDArray[np.bool_]:
        """Which rows of a side have no value."""
        values = self.values[side]
        return np.isnan(values) if self.kind is Kind.NUMBER else values < 0

    def varies(self, sides: tuple[int, ...]) -> bool:
        """Whether two rows of these sides differ; a missing cell differs from every value."""
        return len({number for side in sides for number in self._ends[side]}) > 1

    def is_empty(self, side: int) -> bool:
        """Whether a side has no value at all."""
        return self._ends[side] == (None,)

    @cached_property
    def _ends(self) -> tuple[tuple[float | None, ...], ...]:
        return tuple(_ends(values, self.kind) for values in self.values)


def _ends(values: NDArray[Any], kind: Kind) -> tuple[float | None, ...]:
    """Smallest and largest value, and None for a missing cell."""
    if not len(values):
        return ()
    low, high = values.min(), values.max()
    if kind is Kind.NUMBER and not np.isnan(low):
        return float(low), float(high)
    if kind is Kind.CATEGORY and low >= 0:
        return float(low), float(high)
    gaps = np.isnan(values) if kind is Kind.NUMBER else values < 0
    held = values[~gaps]
    return (*((float(held.min()), float(held.max())) if len(held) else ()), None)
