"""One list of categories for the same column of two tables, so that their codes can be compared."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.errors import TableError
from privacy_core.tables import Column, Scale, recode


def same_domain(judged: Column, original: Column) -> tuple[Column, Column]:
    """Give both columns one list of categories, so that their codes can be compared."""
    if not len(judged.categories):
        judged = replace(judged, categories=original.categories[:0], scale=original.scale)
    elif not len(original.categories):
        original = replace(original, categories=judged.categories[:0], scale=judged.scale)
    if judged.scale is not original.scale:
        raise TableError(
            f"Column {judged.name!r} is {judged.scale.value} in the judged table and {original.scale.value} in the "
            f"original one ({judged.name}:nominal makes both nominal)."
        )
    if judged.scale is Scale.NOMINAL:
        judged, original = _as_words(judged), _as_words(original)
    domain = _joint(judged, original)
    return recode(judged, domain, original.has_missing), recode(original, domain, judged.has_missing)


def _joint(judged: Column, original: Column) -> NDArray[Any]:
    """Categories of both, in order; integers and floats are compared exactly."""
    mine, theirs = judged.categories, original.categories
    if judged.scale is Scale.ORDINAL:
        return _known_order(judged, theirs) if len(theirs) else mine
    if mine.dtype == theirs.dtype and mine.dtype.kind in "iuf":
        return np.union1d(mine, theirs)
    return np.array(sorted({*mine.tolist(), *theirs.tolist()}), object)


def _known_order(judged: Column, order: NDArray[Any]) -> NDArray[Any]:
    known = set(order.tolist())
    strange = np.array([*(value not in known for value in judged.categories.tolist()), False])
    if strange.any():
        raise TableError(
            f"Column {judged.name!r}: {strange[judged.codes].sum():,} rows hold a level unknown to the original "
            "table's order."
        )
    return order


def _as_words(column: Column) -> Column:
    words = np.array(column.labels[: len(column.categories)], object)
    return replace(column, categories=words)
