"""Rows still worth telling apart once some columns are known: a stripped partition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.attacks.subsets import plain
from privacy_core.numbering import grouped
from privacy_core.tables import frozen


@dataclass(frozen=True, eq=False, slots=True)
class Part:
    """Rows in the order of their classes, without those that no further column changes the count of.

    Parameters
    ----------
    columns : codes (n_columns_left, n), the columns that may still be added
    widths : codes of each of these columns
    first : place of the first of them among all
    weight : int32 (n,), rows of the table that each row stands for: they agree in every column left
    start : int32 (n_classes + 1,), where each class begins
    row : int32 (n,), a row of the table that each row stands for
    unique, below : rows alone and rows in small classes that were left out on the way
    """

    columns: NDArray[Any]
    widths: tuple[int, ...]
    first: int
    weight: NDArray[np.int32]
    start: NDArray[np.int32]
    row: NDArray[np.int32]
    unique: int = 0
    below: int = 0

    def __len__(self) -> int:
        return len(self.weight)

    def codes(self, column: int) -> NDArray[Any]:
        """Codes of a column, by its place among all."""
        return frozen(self.columns[column - self.first])

    def counted(self, column: int, k: int) -> tuple[int, int]:
        """Rows alone, and rows in classes smaller than k, once one more column is known."""
        if not len(self):
            return self.unique, self.below
        seen = np.zeros(self.widths[column - self.first], np.int32)
        unique, below = loops().count_classes(self.codes(column), self.weight, self.start, seen, k)
        return self.unique + unique, self.below + below

    def split(self, column: int, k: int) -> tuple[int, int, Part]:
        """Both counts once one more column is known, and the rows left for the columns behind it."""
        seen = np.zeros((self.widths[column - self.first], 4), np.int32)
        order, begin = np.empty(len(self), np.int32), np.empty(len(self) + 1, np.int32)
        given = self.codes(column), self.weight, self.start, seen, k, order, begin
        rows, classes, unique, gone, stay = loops().split_classes(*given)
        order, later = order[:rows], column - self.first + 1
        part = Part(
            np.take(self.columns[later:], order, axis=1),
            self.widths[later:],
            column + 1,
            frozen(self.weight[order]),
            frozen(begin[: classes + 1].copy()),
            frozen(self.row[order]),
            self.unique + unique,
            self.below + gone,
        )
        return part.unique, part.below + stay, part

    def from_column(self, column: int) -> Part:
        """The same rows, all in one class, for sets of this column and later ones: rows alike in these are one."""
        left = self.columns[column - self.first :]
        widths = self.widths[column - self.first :]
        number, n = grouped(list(left), widths, len(self))
        if n > MOSTLY_APART * len(self):
            return replace(self, columns=left, widths=widths, first=column)
        weight = np.bincount(number, self.weight, n).astype(np.int32)
        example = _examples(number, n)
        row, start = frozen(self.row[example]), frozen(np.array([0, n], np.int32))
        return Part(np.take(left, example, axis=1), widths, column, frozen(weight), start, row)


MOSTLY_APART = 0.9
"""Share of rows that differ, from which putting the others together is not worth a copy."""


def whole(codes: Sequence[NDArray[Any]], widths: Sequence[int], n_rows: int) -> Part:
    """Every row in one class, those alike in all columns as one."""
    number, n = grouped(codes, widths, n_rows)
    example = _examples(number, n)
    kind = np.uint16 if max(widths) <= 1 << 16 else np.int32
    columns = np.empty((len(codes), n), kind)
    for place, code in enumerate(codes):
        columns[place] = code[example]
    weight, start = np.bincount(number, minlength=n).astype(np.int32), np.array([0, n], np.int32)
    return Part(columns, tuple(widths), 0, frozen(weight), frozen(start), frozen(example.astype(np.int32)))


def _examples(number: NDArray[np.int32], n: int) -> NDArray[np.intp]:
    """The first row of each number."""
    example = np.empty(n, np.intp)
    example[number[::-1]] = np.arange(len(number))[::-1]
    return example


@cache
def compiled() -> bool:
    """Whether Numba is there."""
    return find_spec("numba") is not None


def loops() -> ModuleType:
    """The compiled loops, or the same in NumPy."""
    if not compiled():
        return plain
    from privacy_core.attacks.subsets.kernels import splitting

    return splitting
