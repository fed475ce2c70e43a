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
        return _known_order(judged, theirs)
    if mine.dtype == theirs.dtype and mine.dtype.kind in "iuf":
        return np.union1d(mine, theirs)
    return np.array(sorted({*mine.tolist(), *theirs.tolist()}), object)


def _known_order(judged: Column, theirs: NDArray[Any]) -> NDArray[Any]:
    """The longer order of the two, which must hold the other one."""
    mine, order = judged.categories.tolist(), theirs.tolist()
    if _within(mine, order):
        return theirs
    if _within(order, mine):
        return judged.categories
    strange = np.array([*(value not in set(order) for value in mine), False])
    unknown = int(strange[judged.codes].sum())
    raise TableError(
        f"Column {judged.name!r}: {unknown:,} rows hold a level unknown to the original table's order."
        if unknown
        else f"Column {judged.name!r}: its {len(mine)} levels stand in another order in the original table."
    )


def _within(some: list[Any], order: list[Any]) -> bool:
    """Whether the levels occur in the order, one after the other."""
    rest = iter(order)
    return all(level in rest for level in some)


def _as_words(column: Column) -> Column:
    words = np.array(column.labels[: len(column.categories)], object)
    return replace(column, categories=words)
