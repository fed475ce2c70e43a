"""Local recoding: every cell is generalized only as far as its own class needs."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from privacy_core.anonymizers.answers import Task
from privacy_core.anonymizers.base import Anonymization, Limits, Minimal
from privacy_core.anonymizers.judging import Judge
from privacy_core.anonymizers.ordering import value_order
from privacy_core.anonymizers.releasing import recoded_cells
from privacy_core.errors import in_range, whole_number
from privacy_core.hierarchies import Hierarchy
from privacy_core.models import PrivacyModel
from privacy_core.policies import Policies
from privacy_core.progress import Progress, report, unwatched
from privacy_core.refinement import Boxes, Budget, Taxonomy, refine, split_all, taxonomy
from privacy_core.refinement.exact import prove, small
from privacy_core.roles import Roles
from privacy_core.tables import IntArray, Table


@dataclass(frozen=True)
class LocalRecoding:
    """Starts from one class of everybody and refines it until no closure, split, join or pool is left.

    A cell reads a node of its column's hierarchy; a column without one reads its value or `*`, and a
    hierarchy with several labels on its last level gets `*` above them.

    Parameters
    ----------
    pairs : pairs of classes compared at most when looking for pools; a count instead of a time, so that
        the answer is the same on every machine. `limits.seconds` ends the search as well.

    Notes
    -----
    For k alone the answer says how minimal it is. Proved: no k-anonymous recoding over the hierarchies is
    finer in one row and coarser in none; asked exactly up to 15 rows and 3 columns, and certain below 2k
    rows. Locally: no class can be narrowed or split, no row can join a finer class, and no two classes can
    pool rows, all looked at. No: the budget ended before, or more than k is promised, where only splits
    are made.

    Source: minimality is Cohen's, USENIX Security 2022; the moves and the search are ours.
    """

    pairs: int | None = 100_000_000

    name: ClassVar[str] = "local recoding"

    def __post_init__(self) -> None:
        in_range(0, pairs=self.pairs)
        whole_number(pairs=self.pairs)

    def anonymize(
        self,
        table: Table,
        roles: Roles,
        hierarchies: Mapping[str, Hierarchy],
        models: Sequence[PrivacyModel],
        limits: Limits,
        progress: Progress = unwatched,
        policies: Policies | None = None,
    ) -> Anonymization:
        judge, task = Judge.of(table, roles, models, policies), Task(table, roles, models, policies)
        names = sorted(roles.quasi_identifiers)
        trees = [taxonomy(table[name], hierarchies.get(name)) for name in names]
        if (reason := judge.hopeless(table, policies)) is not None:
            return task.nothing(reason)
        rows = value_order(table, roles, judge.rows)
        boxes = Boxes.of(trees, np.array([table[name].codes[rows] for name in names], np.int64), judge.least)
        minimal = self._refined(boxes, judge, np.searchsorted(judge.rows, rows), _clock(limits, progress))
        released = _released(table, names, trees, boxes, rows)
        return task.answer(released, table.suppressed, len(boxes.rows), minimal)

    def _refined(self, boxes: Boxes, judge: Judge, place: IntArray, going: Callable[[str], bool]) -> Minimal:
        if not judge.only_counts:
            going("splitting classes")
            split_all(boxes, list(boxes.rows), lambda several: _kept(judge, place, several))
            boxes.united()
            return Minimal.NO
        exhausted = refine(boxes, Budget(self.pairs), going)
        if len(place) < 2 * boxes.k or (small(boxes) and prove(boxes)):
            return Minimal.PROVED
        return Minimal.LOCALLY if exhausted else Minimal.NO


def _clock(limits: Limits, progress: Progress) -> Callable[[str], bool]:
    """Reports what is being done; False once the processor time is used up."""
    start = time.process_time()

    def going(doing: str) -> bool:
        spent = time.process_time() - start
        report(progress, min(spent / (limits.seconds or 20.0), 0.99), doing)
        return limits.seconds is None or spent < limits.seconds

    return going


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
