"""Every column before and after: how many values it shows, how much they tell, how often each occurs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from privacy_core.tables import Column, IntArray, Table
from privacy_core.utility.coarsening import Coarsening
from privacy_core.utility.detail import entropy
from privacy_core.utility.loss import column_loss


@dataclass(frozen=True, eq=False)
class ColumnChange:
    """One quasi-identifier before and after.

    Parameters
    ----------
    column : name
    values_before, values_after : different values among judged and among released rows
    entropy_before, entropy_after : bits, among judged and among released rows
    loss : share of detail lost, 0 to 1, suppressed rows included
    withheld : share of cells that say nothing, 0 to 1
    labels_before, rows_before : each value and its rows, in the column's order
    labels_after, rows_after : likewise in the release, suppressed rows left out
    """

    column: str
    values_before: int
    values_after: int
    entropy_before: float
    entropy_after: float
    loss: float
    withheld: float
    labels_before: tuple[str, ...]
    rows_before: IntArray
    labels_after: tuple[str, ...]
    rows_after: IntArray


def column_changes(original: Table, release: Table, columns: Sequence[Coarsening]) -> tuple[ColumnChange, ...]:
    """Compare each quasi-identifier with what the release shows of it.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> from privacy_core.anonymizers import recoded
    >>> from privacy_core.utility.coarsening import coarsenings
    >>> people = from_frame(pd.DataFrame({"age": [34, 41, 38, 39]}))
    >>> release = recoded(people, {"age": ["30s", "30s", "30s", "40s"]})
    >>> (one,) = column_changes(people, release, coarsenings(people, release, ["age"]))
    >>> one.values_before, one.values_after, one.entropy_before, round(one.entropy_after, 3)
    (4, 2, 2.0, 0.811)
    """
    judged, kept = np.flatnonzero(~original.suppressed), np.flatnonzero(~release.suppressed)
    return tuple(_change(original[one.column], release[one.column], judged, kept, one) for one in columns)


def _change(before: Column, after: Column, judged: IntArray, kept: IntArray, one: Coarsening) -> ColumnChange:
    labels_before, rows_before = _counted(before, judged)
    labels_after, rows_after = _counted(after, kept)
    return ColumnChange(
        one.column,
        len(rows_before),
        len(rows_after),
        entropy(rows_before),
        entropy(rows_after),
        column_loss(one),
        float((one.withheld | (one.leaves == one.n_leaves)).mean()),
        labels_before,
        rows_before,
        labels_after,
        rows_after,
    )


def _counted(column: Column, rows: IntArray) -> tuple[tuple[str, ...], IntArray]:
    count = np.bincount(column.codes[rows], minlength=column.n_codes).astype(np.int64)
    there, labels = np.flatnonzero(count), column.labels
    return tuple(labels[code] for code in there), count[there]
