"""Who looks the same: Table → EquivalenceClasses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.policies import Missing, Policies, Suppressed
from privacy_core.tables import Column, IntArray, Table


@dataclass(frozen=True, eq=False)
class EquivalenceClasses:
    """Which rows look the same in the quasi-identifiers.

    Parameters
    ----------
    quasi_identifiers : names the rows were grouped by
    kept : positions of the rows that take part, ascending
    of_row : int32 of shape (n_kept,), the class of each kept row; classes are numbered by their
        values in the order of the quasi-identifiers, never by the order of rows
    size : int64 of shape (n_classes,), rows in each class
    n_rows : rows of the table
    n_suppressed : suppressed records of the table
    n_left_out : rows left out because a quasi-identifier is missing
    """

    quasi_identifiers: tuple[str, ...]
    kept: NDArray[np.intp]
    of_row: NDArray[np.int32]
    size: IntArray
    n_rows: int
    n_suppressed: int = 0
    n_left_out: int = 0

    def __len__(self) -> int:
        return len(self.size)

    @cached_property
    def example(self) -> NDArray[np.intp]:
        """A row of the table for each class; all its rows show the same quasi-identifiers."""
        row = np.empty(len(self), np.intp)
        row[self.of_row[::-1]] = self.kept[::-1]
        return row

    def keys(self, table: Table, chosen: NDArray[Any]) -> dict[str, list[Any]]:
        """What the chosen classes look like: per quasi-identifier a number or text, None if missing."""
        rows = self.example[chosen]
        return {name: _values(table[name], rows) for name in self.quasi_identifiers}


def equivalence_classes(
    table: Table, quasi_identifiers: Sequence[str], policies: Policies | None = None
) -> EquivalenceClasses:
    """Group the rows that share all quasi-identifiers.

    An empty set of quasi-identifiers gives one class with every row.

    Parameters
    ----------
    table : Table
    quasi_identifiers : column names; their order numbers the classes and changes nothing else
    policies : what missing values and suppressed records count as (default: `Policies()`)

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> people = from_frame(pd.DataFrame({"zip": ["a", "b", "a", None]}))
    >>> equivalence_classes(people, ["zip"]).size.tolist()      # the missing one stands alone
    [2, 1, 1]
    """
    policies = policies or Policies()
    columns = [table[name] for name in quasi_identifiers]
    left_out = np.zeros(table.n_rows, bool)
    if policies.missing is Missing.DROP:
        left_out = np.logical_or.reduce([left_out, *(c.codes == c.missing for c in columns if c.has_missing)])
        left_out &= ~table.suppressed
    kept = np.flatnonzero(~(table.suppressed | left_out))
    whole = len(kept) == table.n_rows
    of_row, n_classes = _grouped([c.codes if whole else c.codes[kept] for c in columns], columns, len(kept))
    classes = EquivalenceClasses(
        tuple(quasi_identifiers),
        kept,
        of_row,
        np.bincount(of_row, minlength=n_classes),
        table.n_rows,
        int(np.count_nonzero(table.suppressed)),
        int(np.count_nonzero(left_out)),
    )
    return _with_suppressed_class(table, classes) if policies.suppressed is Suppressed.CLASS else classes


def _grouped(codes: list[NDArray[Any]], columns: list[Column], n_rows: int) -> tuple[NDArray[np.int32], int]:
    """Number the distinct combinations of codes, in lexicographic order of the columns."""
    key, span = np.zeros(n_rows, np.int64), 1
    for code, column in zip(codes, columns, strict=True):
        width = max(column.n_codes, 1)
        if span * width > _COUNTABLE:
            number, span = _numbered(key, span)
            key = number.astype(np.int64)
        key *= width
        key += code
        span *= width
    return _numbered(key, span)


_COUNTABLE = 2**62


def _numbered(key: IntArray, span: int) -> tuple[NDArray[np.int32], int]:
    """Replace each key, below `span`, by its rank among the distinct keys."""
    if not len(key):
        return key.astype(np.int32), 0
    if span <= max(2 * len(key), 4096):  # few enough to look up instead of sort
        seen = np.zeros(span, bool)
        seen[key] = True
        rank = np.cumsum(seen, dtype=np.int32) - np.int32(1)
        return rank[key], int(rank.max(initial=-1)) + 1
    ordered, row = _in_order(key, span)
    rank = np.cumsum(np.diff(ordered, prepend=ordered[:1]) > 0, dtype=np.int32)
    number = np.empty(len(key), np.int32)
    number[row] = rank
    return number, int(rank.max(initial=-1)) + 1


def _in_order(key: IntArray, span: int) -> tuple[IntArray, NDArray[np.intp]]:
    """Sort the keys, telling the row of each; key and row packed in one number sort three times faster."""
    bits = len(key).bit_length()
    if span << bits > _COUNTABLE:
        row = np.argsort(key)
        return key[row], row
    packed = np.sort((key << bits) | np.arange(len(key)))
    return packed >> bits, packed & ((1 << bits) - 1)


def _with_suppressed_class(table: Table, classes: EquivalenceClasses) -> EquivalenceClasses:
    """Add every suppressed record as one more class."""
    if not classes.n_suppressed:
        return classes
    everyone = np.full(table.n_rows, len(classes), np.int32)
    everyone[classes.kept] = classes.of_row
    left_out = np.ones(table.n_rows, bool)
    left_out[classes.kept] = left_out[table.suppressed] = False
    kept = np.flatnonzero(~left_out)
    size = np.append(classes.size, classes.n_suppressed)
    return replace(classes, kept=kept, of_row=everyone[kept], size=size)


def _values(column: Column, rows: NDArray[np.intp]) -> list[Any]:
    values = [*column.categories.tolist(), None]
    return [values[code] for code in column.codes[rows]]
