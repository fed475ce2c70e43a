"""One column that several tables share, brought to one meaning."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
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
    parts : int32 codes per side, at least 0 and below `n_parts`: the finest partition that every side's own
        generalization respects; a missing cell has the last code of its own
    n_parts : number of codes of `parts`
    columns : the column of each side as it was given
    reading : how generalized values were read and brought together; None where nothing was generalized
    """

    name: str
    kind: Kind
    known: bool
    values: tuple[NDArray[Any], ...]
    raw: tuple[NDArray[Any], ...]
    categories: tuple[str, ...]
    parts: tuple[Codes, ...]
    n_parts: int
    columns: tuple[Column, ...]
    reading: str | None = None

    def __post_init__(self) -> None:
        for array in (*self.values, *self.raw, *self.parts):
            frozen(array)

    def missing(self, side: int) -> NDArray[np.bool_]:
        """Which rows of a side have no value."""
        values = self.values[side]
        return np.isnan(values) if self.kind is Kind.NUMBER else values < 0

    def varies(self, sides: tuple[int, ...]) -> bool:
        """Whether two rows of these sides differ; a missing cell differs from every value."""
        seen = [_extremes(self.values[side], self.kind) for side in sides if len(self.values[side])]
        return len({number for pair in seen for number in pair}) > 1


def _extremes(values: NDArray[Any], kind: Kind) -> tuple[float | None, ...]:
    """Smallest and largest value, and None for a missing cell."""
    gaps = np.isnan(values) if kind is Kind.NUMBER else values < 0
    held = values[~gaps] if gaps.any() else values
    ends = (float(held.min()), float(held.max())) if len(held) else ()
    return (*ends, None) if gaps.any() else ends
