"""Microaggregation: rows that lie near each other get one common value in every quasi-identifier."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from privacy_core.anonymizers.answers import Task, by_regrouping, fits_anything
from privacy_core.anonymizers.base import Anonymization, Limits
from privacy_core.anonymizers.judging import Judge
from privacy_core.anonymizers.labelling import Groups, in_groups
from privacy_core.anonymizers.mdav import Space, mdav, standardised
from privacy_core.anonymizers.ordering import value_order
from privacy_core.anonymizers.releasing import recoded_cells
from privacy_core.errors import in_range, whole_number
from privacy_core.numbering import numbered
from privacy_core.progress import Progress, unwatched
from privacy_core.roles import Roles
from privacy_core.tables import Column, FloatArray, IntArray, Scale, Table, as_text


class Common(StrEnum):
    """What a group's rows get in common: one typical value, or the range or set of all."""

    TYPICAL = "typical"
    RANGE = "range"


@dataclass(frozen=True)
class Microaggregation:
    """Groups rows with MDAV and publishes one common value per group and column.

    Numbers are standardised; ordered values count by their place in the order; two different names
    are as far apart as two standardised numbers are on average; a missing cell is one more name.

    Parameters
    ----------
    size : rows of a group; default what the models need at least
    common : `TYPICAL` publishes the mean of numbers, the lower median of ordered values and the most
        frequent name (of several the first in the column's order); `RANGE` publishes intervals, sets
        and nodes of a hierarchy, which hold what every row had

    Notes
    -----
    A typical value is no statement about a row: the mean of 20 and 60 is nobody's age. A group with a
    missing cell in a column of numbers or ordered values is missing there as a whole, since a mean
    would invent one. Groups that break a model although they are large enough join the nearest group
    until every one keeps it. No row is left out, whatever the limit, and no budget of time is read: it ends by
    itself.

    Source: Domingo-Ferrer & Torra, DMKD 11(2), 2005 (MDAV); the treatment of names, missing cells and
    of models beyond k is ours.
    """

    size: int | None = None
    common: Common = Common.TYPICAL

    name: ClassVar[str] = "microaggregation"
    _check = fits_anything
    anonymize = by_regrouping

    def __post_init__(self) -> None:
        in_range(1, size=self.size)
        whole_number(size=self.size)
        object.__setattr__(self, "common", Common(self.common))

    def _answer(self, task: Task, judge: Judge, limits: Limits, progress: Progress) -> Anonymization:
        groups, formed = grouped_near(task.table, task.roles, judge, max(self.size or 1, judge.least), progress)
        if self.common is Common.RANGE:
            return in_groups(task, groups, formed)
        return task.answer(_typical_values(task.table, task.roles, groups), task.table.suppressed, formed)


def _typical_values(table: Table, roles: Roles, groups: Groups) -> Table:
    names, whole = roles.quasi_identifiers, not table.suppressed.any()
    numeric = [name for name in names if table[name].scale is Scale.NUMERIC and whole]
    texts = {name: groups.spread(_typical(table[name], groups), table.n_rows) for name in names if name not in numeric}
    released = recoded_cells(table, texts) if texts else table
    for name in numeric:
        released = released.with_column(_mean_column(table[name], groups))
    return released


def grouped_near(
    table: Table, roles: Roles, judge: Judge, size: int, progress: Progress = unwatched
) -> tuple[Groups, int]:
    """Group the judged rows with MDAV, then join groups that break a model to their nearest one.

    Returns
    -------
    groups, formed : the groups, and how many MDAV formed before any were joined
    """
    order = value_order(table, roles, judge.rows)
    space = _space(table, sorted(roles.quasi_identifiers), order)
    group = mdav(space, size, progress)
    formed, place = int(group.max()) + 1, np.searchsorted(judge.rows, order)
    while (fails := judge.fails(group, int(group.max()) + 1, place)).any() and len(fails) > 1:
        group = _joined(space, group, fails)
    of_row = np.empty(len(order), np.int64)
    of_row[place] = group
    return Groups(judge.rows, of_row, int(group.max()) + 1), formed


def _space(table: Table, names: Sequence[str], rows: IntArray) -> Space:
    columns = [table[name] for name in names]
    measured = [c for c in columns if c.scale is not Scale.NOMINAL]
    numbers = [_filled(c, rows) for c in measured]
    gaps = [(c.codes[rows] == c.missing).astype(np.int64) for c in measured if c.n_missing]
    words = [c.codes[rows].astype(np.int64) for c in columns if c.scale is Scale.NOMINAL]
    matrix = np.column_stack(numbers) if numbers else np.zeros((len(rows), 0))
    return Space(standardised(matrix), (*words, *gaps))


def _filled(column: Column, rows: IntArray) -> FloatArray:
    """Finite numbers; a missing cell lies in the middle, its gap is told apart as a name."""
    codes = column.codes[rows]
    known = codes != column.missing
    values = _positions(column)
    number = np.append(values, 0.0)[codes]
    middle = (number[known] / max(np.count_nonzero(known), 1)).sum()  # divided first: huge numbers stay finite
    return np.where(known, number, middle)


def _positions(column: Column) -> FloatArray:
    """A column's values as numbers: ordered ones by their place, infinite ones as the farthest finite."""
    if column.scale is not Scale.NUMERIC:
        return np.arange(len(column.categories), dtype=float)
    values = column.categories.astype(float)
    finite = values[np.isfinite(values)]
    return np.asarray(np.clip(values, finite.min(), finite.max()) if len(finite) else np.sign(values))


def _joined(space: Space, group: IntArray, fails: NDArray[np.bool_]) -> IntArray:
    """Join each failing group to the nearest other; groups that choose each other become one."""
    count = len(fails)
    size = np.bincount(group, minlength=count)
    numbers = [np.bincount(group, column, count) / size for column in space.numbers.T]
    centre = np.column_stack(numbers) if numbers else np.zeros((count, 0))
    shares = [_shares(codes, group, size) for codes in space.names]
    to = np.arange(count)
    for one in np.flatnonzero(fails):
        far = ((centre - centre[one]) ** 2).sum(axis=1)
        for share in shares:
            far += ((share - share[one]) ** 2).sum(axis=1)
        far[one] = np.inf
        joined = _root(to, int(far.argmin()))
        to[_root(to, int(one))] = joined
    roots = np.array([_root(to, one) for one in range(count)])
    return numbered(roots[group], count)[0].astype(np.int64)


def _root(to: IntArray, one: int) -> int:
    while to[one] != one:
        one = int(to[one])
    return one


def _shares(codes: IntArray, group: IntArray, size: IntArray) -> FloatArray:
    width = int(codes.max()) + 1
    return np.asarray(
        np.bincount(group * width + codes, minlength=len(size) * width).reshape(-1, width) / size[:, None]
    )


def _mean_column(column: Column, groups: Groups) -> Column:
    """A column of numbers in which every group has its mean."""
    mean = _means(column, groups)
    known = ~np.isnan(mean)
    categories, place = np.unique(mean[known], return_inverse=True)
    of_group = np.full(groups.count, len(categories), np.int32)
    of_group[known] = place
    return Column(column.name, of_group[groups.of_row], categories, Scale.NUMERIC, not known.all())


def _means(column: Column, groups: Groups) -> FloatArray:
    """Mean of each group, exactly the value where all are equal; NaN where one is missing or none exists."""
    number = np.append(column.categories.astype(float), np.nan)[column.codes[groups.rows]]
    order, start, size = _sorted(number, groups)
    with np.errstate(invalid="ignore", over="ignore"):  # an infinite number on both sides has no mean
        mean = np.add.reduceat(number[order], start) / size
        parts = np.add.reduceat(number[order] / size[groups.of_row[order]], start)
    mean = np.where(np.isinf(mean), parts, mean)  # a sum too large for a float
    low, high = number[order][start], number[order][start + size - 1]
    return np.where(low == high, low, np.clip(mean, low, high))


def _sorted(value: NDArray[Any], groups: Groups) -> tuple[IntArray, IntArray, IntArray]:
    """Order that puts groups, and values in them, one after the other; start and size of each group."""
    order = np.lexsort((value, groups.of_row))
    size = np.bincount(groups.of_row, minlength=groups.count)
    return order, np.cumsum(size) - size, size


def _typical(column: Column, groups: Groups) -> list[str | None]:
    match column.scale:
        case Scale.NUMERIC:
            return [None if np.isnan(mean) else as_text(mean) for mean in _means(column, groups).tolist()]
        case Scale.ORDINAL:
            code = _lower_medians(column, groups)
        case Scale.NOMINAL:
            code = _most_frequent(column, groups)
    texts = [*column.labels[: len(column.categories)], None]
    return [texts[one] for one in code]


def _lower_medians(column: Column, groups: Groups) -> IntArray:
    codes = column.codes[groups.rows]
    order, start, size = _sorted(codes, groups)
    gap = codes[order][start + size - 1] == column.missing
    return np.where(gap, len(column.categories), codes[order][start + (size - 1) // 2])


def _most_frequent(column: Column, groups: Groups) -> IntArray:
    held, rows = np.unique(groups.of_row * np.int64(column.n_codes) + column.codes[groups.rows], return_counts=True)
    owner, code = np.divmod(held, column.n_codes)
    order = np.lexsort((code, -rows, owner))
    return np.asarray(code[order][np.searchsorted(owner, np.arange(groups.count))])
