"""Equal rows get one number: combinations of codes become ranks, in the order of the columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.errors import TableError
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


def identified(table: Table, name: str, what: str = "person") -> Codes:
    """Return the codes of a column that says which person or household a row belongs to.

    Raises
    ------
    TableError
        Rows without an id; the column and their number are named.
    """
    column = table[name]
    if column.n_missing:
        raise TableError(
            f"Column {name!r}: {column.n_missing:,} rows have no {what} id, so they could be anyone's. "
            f"Fill the id in or leave the rows out."
        )
    return column.codes
