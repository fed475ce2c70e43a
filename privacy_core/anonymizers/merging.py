"""t-closeness by joining classes: the farthest class joins the partner that brings both nearest to everyone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from privacy_core.anonymizers.answers import Task, by_regrouping, fits_anything
from privacy_core.anonymizers.base import Anonymization, Limits
from privacy_core.anonymizers.judging import Judge
from privacy_core.anonymizers.labelling import Groups, in_groups
from privacy_core.anonymizers.mondrian import boxes
from privacy_core.counting import Contingency, cells
from privacy_core.models import TCloseness
from privacy_core.models.base import beyond
from privacy_core.numbering import numbered
from privacy_core.policies import TOLERANCE
from privacy_core.progress import Progress, report, unwatched
from privacy_core.tables import FloatArray, IntArray
from privacy_core.teaching.partners import merged_distances


@dataclass(frozen=True)
class Merging:
    """Cuts boxes by every model but t-closeness, then joins boxes until each mix resembles everyone's.

    The box farthest from the whole table is joined with the one whose merger lies nearest to it, measured
    exactly for every partner (`teaching.partners`): with another box that breaks t as long as one brings it
    nearer, else with any. It ends, because one box of everybody has distance 0 from the original table,
    and it never breaks another model, because all of them survive a merger.

    Parameters
    ----------
    strict : as in `Mondrian`, which cuts the boxes

    Notes
    -----
    The partner is chosen by the secret alone: it may lie far away in the quasi-identifiers, so boxes
    get wide. What is saved is the number of boxes, not their width; compare with `Mondrian`. Were every
    box a partner from the start, the largest would nearly always win and swallow the table.

    No row is left out, whatever the limit, and no budget of time is read: it ends by itself.

    Source: both rules are ours; that mergers never raise the largest distance is
    Li, Li & Venkatasubramanian, ICDE 2007, section 4 (generalization property).
    """

    strict: bool = True

    name: ClassVar[str] = "merging"
    _check = fits_anything
    anonymize = by_regrouping

    def _answer(self, task: Task, judge: Judge, limits: Limits, progress: Progress) -> Anonymization:
        others = replace(judge, models=tuple(m for m in task.models if not isinstance(m, TCloseness)))
        groups, visited = boxes(task.table, task.roles, task.hierarchies, others, self.strict, progress)
        for model in task.models:
            if isinstance(model, TCloseness) and model.threshold is not None:
                groups, merged = joined_until(judge, groups, model, progress)
                visited += merged
        return in_groups(task, groups, visited)


def joined_until(judge: Judge, groups: Groups, model: TCloseness, progress: Progress = unwatched) -> tuple[Groups, int]:
    """Join classes until none lies farther than t from the prior.

    Returns
    -------
    groups, mergers : what is left, and how many pairs were joined
    """
    counted = judge.counted(model.sensitive, groups.of_row, groups.count)
    now, mergers = np.arange(groups.count), 0
    while True:
        distance = model.per_class(counted)
        failing = int(beyond(model, distance).sum())
        if not failing or groups.count == mergers + 1:
            break
        report(progress, 1 - failing / groups.count, "joining classes that lie far from everyone's mix")
        worst = int(np.lexsort((-counted.classes.size, -distance))[0])
        to = np.arange(len(distance))
        to[worst] = _partner(counted, worst, model, distance)
        to = numbered(to, len(to))[0].astype(np.int64)
        counted, now, mergers = _joined(counted, to), to[now], mergers + 1
    return Groups(groups.rows, now[groups.of_row], len(counted.classes)), mergers


def _partner(counted: Contingency, worst: int, model: TCloseness, distance: FloatArray) -> int:
    """The class to join: of those that fail too, if one brings the class nearer, else of all; of equals the smaller."""
    merged = merged_distances(counted, worst, model.ground)
    failing = np.where(beyond(model, distance), merged, np.inf)
    if failing.min() < distance[worst] - TOLERANCE:
        merged = failing
    near = np.flatnonzero(merged <= merged.min() + TOLERANCE)
    return int(near[counted.classes.size[near].argmin()])


def _joined(counted: Contingency, to: IntArray) -> Contingency:
    """Give classes new numbers, adding up those that become one."""
    n = int(to.max()) + 1
    key = to[counted.owner] * np.int64(counted.n_values) + counted.value
    start, value, count = cells(key, counted.n_values, n, counted.count)
    size = np.bincount(to, counted.classes.size, n).astype(np.int64)
    classes = replace(counted.classes, size=size, of_row=to[counted.classes.of_row].astype(np.int32))
    return replace(counted, classes=classes, rows=size, start=start, value=value, count=count)
