"""Equal rows get one number: combinations of codes become ranks, in the order of the columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.errors import TableError
from privacy_core.frequencies import rows_have
from privacy_core.tables import Codes, IntArray, Table


def grouped(codes: Sequence[NDArray[Any]], widths: Sequence[int], n_rows: int) -> tuple[Codes, int]:
    """Number the distinct combinations of codes, in lexicographic order of the columns.

    Parameters
    ----------
    codes : one integer array (n_rows,) per column, each code at least 0 and below its width
    widths : number of codes of each column
    n_rows : rows; without a column all rows are one combination

    Examples
    --------
    >>> number, n = grouped([np.array([1, 0, 1]), np.array([0, 2, 0])], [2, 3], 3)
    >>> number.tolist(), n
    ([1, 0, 1], 2)
    """
    key, span = np.zeros(n_rows, np.int64), 1
    for code, most in zip(codes, widths, strict=True):
        width = max(most, 1)
        if span * width > _COUNTABLE:
            number, span = numbered(key, span)
            key = number.astype(np.int64)
        key *= width
        key += code
        span *= width
    return numbered(key, span)


_COUNTABLE = 2**62


def numbered(key: IntArray, span: int) -> tuple[Codes, int]:
    """Replace each key, at least 0 and below `span`, by its rank among the distinct keys."""
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


def identified(table: Table, name: str, rows: NDArray[np.intp], what: str = "person") -> Codes:
    """Return for some rows the codes of a column that says which person or household a row belongs to.

    Rows that take no part, for they are suppressed or left out, need no id: only `rows` are looked at.

    Raises
    ------
    TableError
        Rows without an id; the column and their number are named.
    """
    codes = table[name].codes[rows]
    lacking = without_value(table, name, rows)
    if lacking:
        raise TableError(
            f"Column {name!r}: {rows_have(lacking)} no {what} id, so {'it' if lacking == 1 else 'they'} could be "
            f"anyone's. Fill the id in or leave the {'row' if lacking == 1 else 'rows'} out."
        )
    return codes


def without_value(table: Table, name: str, rows: NDArray[np.intp]) -> int:
    """How many of these rows miss a value."""
    column = table[name]
    return int(np.count_nonzero(column.codes[rows] == column.missing)) if column.has_missing else 0
