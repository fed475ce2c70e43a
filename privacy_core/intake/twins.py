"""Rows that repeat an earlier row in every column."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from privacy_core.progress import Progress, report, unwatched
from privacy_core.tables import Table

_ODD = np.uint64(0x9E3779B97F4A7C15)
_MIX = np.uint64(0xBF58476D1CE4E5B9)


def repeats(table: Table, progress: Progress = unwatched) -> NDArray[np.bool_]:
    """Which rows equal an earlier one in every column.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core.frames import from_frame
    >>> repeats(from_frame(pd.DataFrame({"a": [1, 2, 1], "b": ["x", "x", "x"]}))).tolist()
    [False, False, True]
    """
    if any(len(c.categories) >= table.n_rows and _all_differ(c.codes, c.n_codes) for c in table.columns.values()):
        return np.zeros(table.n_rows, bool)
    found = np.zeros(table.n_rows, bool)
    marks = _fingerprints(table, progress)
    order = np.argsort(marks, kind="stable")
    report(progress, 0.5, "comparing rows")
    same = np.append(False, marks[order][1:] == marks[order][:-1])
    found[order[same]] = True
    _refuse_chance(table, order, same, found)
    return found


def _all_differ(codes: NDArray[np.int32], n_codes: int) -> bool:
    return bool(np.bincount(codes, minlength=n_codes).max() == 1)


def _fingerprints(table: Table, progress: Progress) -> NDArray[np.uint64]:
    marks = np.zeros(table.n_rows, np.uint64)
    for place, column in enumerate(table.columns.values()):
        report(progress, 0.4 * place / len(table.columns), "comparing rows")
        marks = (marks ^ (marks >> np.uint64(29))) * _MIX + column.codes.astype(np.uint64) * _ODD
    return marks ^ (marks >> np.uint64(32))


def _refuse_chance(table: Table, order: NDArray[np.intp], same: NDArray[np.bool_], found: NDArray[np.bool_]) -> None:
    """Take back rows whose fingerprint equals that of a different row by chance."""
    later, earlier = order[same], order[np.flatnonzero(same) - 1]
    for column in table.columns.values():
        differ = column.codes[later] != column.codes[earlier]
        found[later[differ]] = False
