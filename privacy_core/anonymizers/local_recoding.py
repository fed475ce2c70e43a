"""Local recoding: every cell is generalized only as far as its own class needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import ClassVar

import numpy as np

from privacy_core.anonymizers.answers import Task, by_regrouping, fits_anything
from privacy_core.anonymizers.base import Anonymization, Limits, Minimal
from privacy_core.anonymizers.judging import Judge
from privacy_core.anonymizers.ordering import value_order
from privacy_core.anonymizers.releasing import recoded_cells
from privacy_core.errors import in_range, whole_number
from privacy_core.progress import Progress, report
from privacy_core.refinement import Boxes, Budget, Taxonomy, refine, split_all, taxonomy
from privacy_core.refinement.exact import prove, small
from privacy_core.tables import IntArray, Table


@dataclass(frozen=True)
class LocalRecoding:
    """Starts from one class of everybody and refines it until no closure, split, join or pool is left.

    A cell reads a node of its column's hierarchy; a column without one reads its value or `*`, and a
    hierarchy with several labels on its last level gets `*` above them.

    Parameters
    ----------
    pairs : pairs of classes compared at most when looking for pools; a count instead of a time, so that
        the answer is the same on every machine. `limits.seconds` ends the search as well, and the answer says so.

    Notes
    -----
    No row is left out, whatever the limit on suppression.

    For k alone the answer says how minimal it is. Proved: no k-anonymous recoding over the hierarchies is
    finer in one row and coarser in none; asked exactly up to 15 rows and 3 columns, and certain below 2k
    rows. Locally: no class can be narrowed or split, no row can join a finer class, and no two classes can
    pool rows, all looked at. No: the budget ended before, or more than k is promised, where only splits
    are made.

    Source: minimality is Cohen's, USENIX Security 2022; the moves and the search are ours.
    """

    pairs: int | None = 100_000_000

    name: ClassVar[str] = "local recoding"
    _check = fits_anything
    anonymize = by_regrouping

    def __post_init__(self) -> None:
        in_range(0, pairs=self.pairs)
        whole_number(pairs=self.pairs)

    def _answer(self, task: Task, judge: Judge, limits: Limits, progress: Progress) -> Anonymization:
        table, roles = task.table, task.roles
        names = sorted(roles.quasi_identifiers)
        trees = [taxonomy(table[name], task.hierarchies.get(name)) for name in names]
        rows = value_order(table, roles, judge.rows)
        boxes = Boxes.of(trees, np.array([table[name].codes[rows] for name in names], np.int64), judge.least)
        clock = _Clock(limits.seconds, progress)
        minimal = self._refined(boxes, judge, np.searchsorted(judge.rows, rows), clock)
        released = _released(table, names, trees, boxes, rows)
        return task.answer(released, table.suppressed, len(boxes.rows), minimal=minimal, stopped_early=clock.spent)

    def _refined(self, boxes: Boxes, judge: Judge, place: IntArray, clock: _Clock) -> Minimal:
        if not judge.only_counts:
            clock.going("splitting classes")
            split_all(
                boxes, list(boxes.rows), lambda some: clock.going("splitting classes") and _kept(judge, place, some)
            )
            boxes.united()
            return Minimal.NO
        exhausted = refine(boxes, Budget(self.pairs), clock.going)
        if len(place) < 2 * boxes.k or (small(boxes) and prove(boxes)):
            return Minimal.PROVED
        return Minimal.LOCALLY if exhausted else Minimal.NO


@dataclass
class _Clock:
    """Reports what is being done, and knows when the time is used up.

    Parameters
    ----------
    seconds : time on the clock, None without an end
    spent : whether the time ran out while there was something left to do
    """

    seconds: float | None
    progress: Progress
    spent: bool = False
    since: float = field(default_factory=perf_counter)

    def going(self, doing: str) -> bool:
        """Whether there is time left."""
        passed = perf_counter() - self.since
        report(self.progress, min(passed / (self.seconds or 20.0), 0.99), doing)
        self.spent = self.spent or (self.seconds is not None and passed >= self.seconds)
        return not self.spent


def _kept(judge: Judge, place: IntArray, several: list[IntArray]) -> bool:
    """Whether new classes with these rows keep every model."""
    group = np.repeat(np.arange(len(several)), [len(rows) for rows in several])
    return not judge.fails(group, len(several), place[np.concatenate(several)]).any()


def _released(table: Table, names: Sequence[str], trees: Sequence[Taxonomy], boxes: Boxes, rows: IntArray) -> Table:
    cells = {}
    for name, tree, node in zip(names, trees, boxes.read(), strict=True):
        place = np.zeros(table.n_rows, np.int64)
        place[rows] = node
        cells[name] = (tree.labels, place)
    return recoded_cells(table, cells)
