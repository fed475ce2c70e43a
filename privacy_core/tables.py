"""A table as integer codes: every column a code per row, its categories, and its scale."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.errors import TableError, UnknownColumn

Codes = NDArray[np.int32]
FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
MISSING = "(missing)"


class Scale(StrEnum):
    """What may be done with a column's values: tell apart, put in order, calculate."""

    NOMINAL = "nominal"
    ORDINAL = "ordinal"
    NUMERIC = "numeric"


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """Return `array` made read-only."""
    array.flags.writeable = False
    return array


@dataclass(frozen=True, eq=False, slots=True)
class Column:
    """One column: a code per row and what the codes stand for.

    Parameters
    ----------
    name : str
    codes : int32 of shape (n_rows,)
        Position in `categories`; a missing cell has the code `len(categories)`.
    categories : array of shape (n_categories,)
        Distinct values in declared order: numbers ascending, text by code point, an ordered
        category as declared (levels that never occur included).
    scale : Scale
    has_missing : bool
        Whether any cell is missing. Missing is a category of its own, flagged here.
    """

    name: str
    codes: Codes
    categories: NDArray[Any]
    scale: Scale
    has_missing: bool = False

    def __post_init__(self) -> None:
        frozen(self.codes)
        frozen(self.categories)

    @property
    def n_codes(self) -> int:
        """Number of codes in use or declared, missing included."""
        return len(self.categories) + self.has_missing

    @property
    def missing(self) -> int | None:
        """The code of a missing cell, or None when no cell is missing."""
        return len(self.categories) if self.has_missing else None

    @property
    def n_missing(self) -> int:
        """Number of missing cells."""
        return int(np.count_nonzero(self.codes == self.missing)) if self.has_missing else 0

    @property
    def labels(self) -> list[str]:
        """Every code as text for people; missing reads "(missing)"."""
        return [*map(as_text, self.categories.tolist()), *([MISSING] if self.has_missing else [])]

    def texts(self, rows: NDArray[np.intp]) -> list[str]:
        """Return some rows as text."""
        labels = self.labels
        return [labels[code] for code in self.codes[rows]]


@dataclass(frozen=True, eq=False, slots=True)
class Table:
    """Columns of equal length, and which rows are suppressed records.

    A suppressed record is said to be one (by the user or by the anonymizer that withheld it),
    never guessed from its values. So is a perturbed column, in which noise or random swaps were put:
    what is counted in it says nothing about people.
    """

    columns: Mapping[str, Column]
    n_rows: int
    suppressed: NDArray[np.bool_]
    perturbed: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        if not self.n_rows:
            raise TableError("The table has no rows.")
        if any(len(c.codes) != self.n_rows for c in self.columns.values()):
            raise TableError("The columns differ in length.")
        frozen(self.suppressed)

    @property
    def names(self) -> list[str]:
        """Column names in the order of the file."""
        return list(self.columns)

    def __getitem__(self, name: str) -> Column:
        if name not in self.columns:
            raise UnknownColumn(name, self.names)
        return self.columns[name]

    def with_suppressed(self, suppressed: NDArray[np.bool_]) -> Table:
        """Return the same table with these rows (a boolean mask) declared suppressed."""
        return replace(self, suppressed=suppressed.copy())

    def without_flagged(self, name: str) -> Table:
        """Return the same table with the rows suppressed that a column flags: true, yes or 1.

        Raises
        ------
        UnknownColumn
            There is no such column.
        TableError
            A row is flagged neither true nor false.
        """
        column = self[name]
        words = [label.lower() for label in column.labels[: len(column.categories)]] + [""] * column.has_missing
        strange = int(np.array([word not in TRUTH for word in words])[column.codes].sum())
        if strange:
            raise TableError(f"Column {name!r}: {strange:,} rows are neither true nor false.")
        return self.with_suppressed(np.array([TRUTH[word] for word in words])[column.codes])

    def only(self, rows: NDArray[np.intp]) -> Table:
        """Return the table with these rows only (positions); declared orders stay, values may no longer occur."""
        columns = {name: _only(column, rows) for name, column in self.columns.items()}
        return Table(columns, len(rows), self.suppressed[rows], self.perturbed)

    def with_perturbed(self, names: Collection[str]) -> Table:
        """Return the same table with these columns declared perturbed as well."""
        for name in names:
            self[name]
        return replace(self, perturbed=self.perturbed | frozenset(names))

    def with_column(self, column: Column) -> Table:
        """Return the same table with one column replaced or added at the end."""
        return replace(self, columns={**self.columns, column.name: column})


def _only(column: Column, rows: NDArray[np.intp]) -> Column:
    codes = column.codes[rows]
    return replace(column, codes=codes, has_missing=bool(column.has_missing and (codes == column.missing).any()))


def suppressed_by_token(declared: Table, names: Sequence[str], token: str) -> Table:
    """Return the table with the rows suppressed that read `token` in every one of these columns."""
    return declared.with_suppressed(np.logical_and.reduce([_reads(declared[name], token) for name in names]))


TRUTH = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False, "": False}
"""Words of a column that flags rows."""


def _reads(column: Column, token: str) -> NDArray[np.bool_]:
    """Rows whose cell is this text; a missing cell is none, whatever its label."""
    alike = [label == token for label in column.labels[: len(column.categories)]]
    return np.array([*alike, False])[column.codes]


def table(columns: Iterable[Column]) -> Table:
    """Collect columns into a table with no suppressed record.

    Raises
    ------
    TableError
        No rows, no columns, or columns of different length.
    """
    by_name = {column.name: column for column in columns}
    if not by_name:
        raise TableError("The table has no columns.")
    n_rows = len(next(iter(by_name.values())).codes)
    return Table(by_name, n_rows, np.zeros(n_rows, bool))


def recode(column: Column, categories: NDArray[Any], has_missing: bool = False) -> Column:
    """Return the column coded by other categories, which must include all of its own."""
    place = {value: code for code, value in enumerate(categories.tolist())}
    to = np.array([place[value] for value in column.categories.tolist()] + [len(categories)], np.int32)
    return replace(column, codes=to[column.codes], categories=categories, has_missing=column.has_missing or has_missing)


def as_nominal(column: Column) -> Column:
    """Return the column as names without an order, its values as text."""
    if column.scale is Scale.NOMINAL:
        return column
    words = np.empty(len(column.categories), object)
    words[:] = column.labels[: len(words)]
    return replace(column, categories=words, scale=Scale.NOMINAL)


def as_ordered(column: Column, levels: Sequence[str]) -> Column:
    """Return the column with a declared order of its values, lowest first.

    Raises
    ------
    TableError
        A level is empty or named twice, or rows hold a value that is not among the levels; their
        number is named.
    """
    known = set(column.labels[: len(column.categories)])
    levels = [_level(column, level, known) for level in levels]
    place = {level: code for code, level in enumerate(levels)}
    if "" in place and "" not in known:
        raise TableError(f"The order of {column.name!r} has an empty level among its {len(levels)}.")
    if len(place) < len(levels):
        raise TableError(f"The order of {column.name!r} names {len(levels) - len(place)} of its levels twice.")
    to = np.array([place.get(word, -1) for word in column.labels[: len(column.categories)]] + [len(levels)], np.int32)
    codes = to[column.codes]
    strange = int(np.count_nonzero(codes < 0))
    if strange:
        raise TableError(
            f"Column {column.name!r}: {strange:,} rows hold a value outside the {len(levels)} levels given."
        )
    return Column(column.name, codes, np.array(levels, object), Scale.ORDINAL, column.has_missing)


def _level(column: Column, level: str, known: Collection[str]) -> str:
    """A level as the column's labels are written: among numbers 1.0 is 1."""
    if column.scale is not Scale.NUMERIC or level in known:
        return level
    try:
        return as_text(float(level))
    except ValueError:
        return level


def split_order(written: str, labels: Sequence[str]) -> list[str]:
    """Split low<mid<high; a value that holds a < itself, such as <=50K, stays whole.

    Examples
    --------
    >>> split_order("<=50K<>50K", [">50K", "<=50K"]), split_order("low < mid", [])
    (['<=50K', '>50K'], ['low', 'mid'])
    """
    whole = "|".join(re.escape(label) for label in sorted(labels, key=len, reverse=True) if "<" in label)
    level, levels, at = re.compile(rf"\s*({whole}|[^<]*?)\s*(<|\Z)"), [], 0
    while found := level.match(written, at):
        levels.append(found[1])
        at = found.end()
        if not found[2]:
            break
    return levels


def as_text(value: Any) -> str:
    """One category as people write it: 3 not 3.0, dates in ISO form."""
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    return str(value)
