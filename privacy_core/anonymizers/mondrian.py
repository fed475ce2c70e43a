"""Mondrian: cut the widest column of a group at its middle, as long as both parts keep the promise.

LeFevre, DeWitt & Ramakrishnan, Mondrian multidimensional k-anonymity, ICDE 2006.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from privacy_core.anonymizers.answers import Task, by_regrouping, fits_anything
from privacy_core.anonymizers.base import Anonymization, Limits
from privacy_core.anonymizers.judging import Judge
from privacy_core.anonymizers.labelling import Groups, in_groups
from privacy_core.anonymizers.ordering import value_order
from privacy_core.anonymizers.splitting import Axis, axis
from privacy_core.hierarchies import Hierarchy
from privacy_core.numbering import numbered
from privacy_core.progress import Progress, report, unwatched
from privacy_core.roles import Roles
from privacy_core.tables import IntArray, Table


@dataclass(frozen=True)
class Mondrian:
    """Cuts the table into boxes, each as small as the models allow; every row of a box reads the same.

    Numbers and ordered values are cut at their middle, names with a hierarchy into the children of
    their common node, names without one in the order of their codes. A cut is made only when every
    part keeps every model; the column that covers most of its range is tried first, of equals the first
    by name. A missing cell comes last in its column, and a box with known and missing cells reads `*`.

    Parameters
    ----------
    strict : whether equal values stay together, so that boxes never overlap. Relaxed cuts put half of the
        rows on either side, so that two boxes may share the value at the cut, and keep the children of
        a node that are smaller than k together under the node's name.

    Notes
    -----
    For k alone, a strict box is never left that one cut of an order could divide. With other models only
    the cut nearest to the middle is tried, as in the paper. No row is left out, whatever the limit, and no
    budget of time is read: it ends by itself.

    Source: LeFevre, DeWitt & Ramakrishnan, ICDE 2006. The paper cuts at the median; here the cut nearest to
    the middle is taken, which is the same unless equal values crowd there.
    """

    strict: bool = True

    name: ClassVar[str] = "mondrian"
    _check = fits_anything
    anonymize = by_regrouping

    def _answer(self, task: Task, judge: Judge, limits: Limits, progress: Progress) -> Anonymization:
        groups, tried = boxes(task.table, task.roles, task.hierarchies, judge, self.strict, progress)
        return in_groups(task, groups, tried)


def boxes(
    table: Table,
    roles: Roles,
    hierarchies: Mapping[str, Hierarchy],
    judge: Judge,
    strict: bool = True,
    progress: Progress = unwatched,
) -> tuple[Groups, int]:
    """Cut the judged rows into boxes.

    Returns
    -------
    groups, tried : the boxes, and how many cuts were tried
    """
    order = value_order(table, roles, judge.rows)
    names = sorted(roles.quasi_identifiers)
    axes = [axis(table[name], hierarchies.get(name), order, strict) for name in names]
    codes = [table[name].codes[order].astype(np.int64) for name in names]
    cutter = _Cutter(judge, axes, codes, np.searchsorted(judge.rows, order))
    group, tried = cutter.cut(progress)
    of_row = np.empty(len(order), np.int64)
    of_row[cutter.place] = group
    return Groups(judge.rows, of_row, int(group.max()) + 1), tried


@dataclass(frozen=True, eq=False)
class _Cutter:
    """Cuts all groups of one depth together, column by column.

    Parameters
    ----------
    place : position of each row, in the order of values, among the judged rows
    """

    judge: Judge
    axes: Sequence[Axis]
    codes: Sequence[IntArray]
    place: IntArray

    def cut(self, progress: Progress) -> tuple[IntArray, int]:
        """Cut until no group can be cut; return the group of each row and the cuts tried."""
        group, active, tried = np.zeros(len(self.place), np.int64), np.arange(len(self.place)), 0
        while len(active):
            report(progress, 1 - len(active) / len(group), "cutting boxes at their middle")
            local, n = numbered(group[active], int(group.max()) + 1)
            parts, cut, several = self._one_depth(active, local.astype(np.int64), n)
            active, tried = active[cut], tried + several
            key = group.copy()
            key[active] = len(key) + parts[cut]
            group = numbered(key, int(key.max()) + 1)[0].astype(np.int64)
        return group, tried

    def _one_depth(self, rows: IntArray, group: IntArray, n: int) -> tuple[IntArray, NDArray[np.bool_], int]:
        """Cut each group once, by the first column in its order that works.

        Returns
        -------
        parts, cut, tried : a number for each part (in rows whose group was cut), whether a row's group was cut
        """
        wide = np.array([a.width(c[rows], group, n) for a, c in zip(self.axes, self.codes, strict=True)])
        choice = np.argsort(-np.round(wide, 9), axis=0, kind="stable")  # rounding makes no column wider
        parts, cut, used, tried = np.zeros(len(rows), np.int64), np.zeros(n, bool), 0, 0
        for rank in range(len(self.axes)):
            waiting = ~cut & (wide[choice[rank], np.arange(n)] > 0)
            asked = np.flatnonzero(waiting[group])
            if len(asked):
                tried += int(np.count_nonzero(waiting))
                part, works = self._tried(rows[asked], group[asked], n, choice[rank])
                cut |= works
                parts[asked] = np.where(works[group[asked]], used + part, parts[asked])
                used += int(part.max()) + 1
        return parts, cut[group], tried

    def _tried(self, rows: IntArray, group: IntArray, n: int, column: IntArray) -> tuple[IntArray, NDArray[np.bool_]]:
        """Cut each group by the column chosen for it; return the number of each row's part and which cuts work."""
        part = np.zeros(len(rows), np.int64)
        for number in np.unique(column[group]):
            here = np.flatnonzero(column[group] == number)
            local, several = numbered(group[here], n)
            codes = self.codes[number][rows[here]]
            part[here] = self.axes[number].parts(codes, local.astype(np.int64), several, self.judge.k)
        span = int(part.max()) + 1
        number_of_part, count = numbered(group * np.int64(span) + part, n * span)
        key = number_of_part.astype(np.int64)
        owner = np.empty(count, np.int64)
        owner[key] = group
        broken = np.bincount(owner, self.judge.fails(key, count, self.place[rows]), n) > 0
        return key, ~broken & (np.bincount(owner, minlength=n) > 1)
