"""Visits still worth telling apart where persons are counted: a stripped partition of rows, and a mark per person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.attacks.subsets import parts, plain
from privacy_core.tables import frozen


@dataclass(frozen=True, eq=False, slots=True)
class Visits:
    """Rows in the order of their classes and, within them, of their persons.

    A person hides in the smallest of the crowds that their rows are in. Classes only ever split, so who is alone in
    one stays alone, whatever else is known: a class of one person, or of such persons only, is left out. The other
    rows of a person who is alone stay, for they hide others.

    Parameters
    ----------
    columns : codes (n_columns_left, n), the columns that may still be added
    widths : codes of each of these columns
    first : place of the first of them among all
    person : int32 (n,), from 0
    start : int32 (n_classes + 1,), where each class begins
    marks : int8 (n_persons,), 2 for who is alone in a class, 1 for who is in a small one, else 0
    alone, small : persons marked 2, and marked at all
    """

    columns: NDArray[Any]
    widths: tuple[int, ...]
    first: int
    person: NDArray[np.int32]
    start: NDArray[np.int32]
    marks: NDArray[np.int8]
    alone: int = 0
    small: int = 0

    def __len__(self) -> int:
        return len(self.person)

    def counted(self, column: int, k: int) -> tuple[int, int]:
        """Persons alone, and persons in classes of fewer than k, once one more column is known."""
        seen = np.zeros((self.widths[column - self.first], 2), np.int32)
        notes = np.empty(len(self), np.int32), np.empty(len(self), np.int8)
        given = self._codes(column), self.person, self.start, seen, self.marks, k
        alone, small = _loops().count_visits(*given, *notes)
        return self.alone + alone, self.small + small if k > 1 else 0

    def split(self, column: int, k: int) -> tuple[int, int, Visits]:
        """Both counts once one more column is known, and the rows left for the columns behind it."""
        seen = np.zeros((self.widths[column - self.first], 4), np.int32)
        order, begin, marks = np.empty(len(self), np.int32), np.empty(len(self) + 1, np.int32), self.marks.copy()
        given = self._codes(column), self.person, self.start, seen, marks, k, order, begin
        rows, classes, alone, small = _loops().split_visits(*given)
        order, later = order[:rows], column - self.first + 1
        part = Visits(
            np.take(self.columns[later:], order, axis=1),
            self.widths[later:],
            column + 1,
            frozen(self.person[order]),
            frozen(begin[: classes + 1].copy()),
            marks,
            self.alone + alone,
            self.small + small,
        )
        return part.alone, part.small if k > 1 else 0, part

    def from_column(self, column: int) -> Visits:
        """The same rows for sets of this column and later ones."""
        later = column - self.first
        return replace(self, columns=self.columns[later:], widths=self.widths[later:], first=column)

    def _codes(self, column: int) -> NDArray[Any]:
        return frozen(self.columns[column - self.first])


def every_visit(codes: Sequence[NDArray[Any]], widths: Sequence[int], person: NDArray[Any], persons: int) -> Visits:
    """Every row in one class."""
    order = np.argsort(person, kind="stable")
    columns = np.empty((len(codes), len(order)), np.uint16 if max(widths) <= 1 << 16 else np.int32)
    for place, code in enumerate(codes):
        columns[place] = code[order]
    start, marks = np.array([0, len(order)], np.int32), np.zeros(persons, np.int8)
    return Visits(columns, tuple(widths), 0, frozen(person[order].astype(np.int32)), frozen(start), marks)


def _loops() -> ModuleType:
    if not parts.compiled():
        return plain
    from privacy_core.attacks.subsets.kernels import visiting

    return visiting
