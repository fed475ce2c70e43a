"""Node by node through the models: a descent from the coarsest, then the finest first, with a bound on the rest."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from time import perf_counter

import numpy as np

from privacy_core.anonymizers.lattice.aggregated import Aggregated
from privacy_core.anonymizers.lattice.aims import KERNEL_KINDS, Objective, Quality, entropies, joined, losses, scales
from privacy_core.anonymizers.lattice.choosing import Found, best
from privacy_core.anonymizers.lattice.grid import Grid
from privacy_core.anonymizers.lattice.kernels.kinds import TIED
from privacy_core.anonymizers.lattice.lattice import MOST_NODES
from privacy_core.anonymizers.lattice.rules import Promise
from privacy_core.anonymizers.lattice.running import Budget
from privacy_core.anonymizers.lattice.twin import Judged, judged
from privacy_core.errors import ParameterError
from privacy_core.progress import Progress, report

SECONDS = 60.0
"""Time for a lattice that is too large to number, unless a budget says otherwise."""
Levels = tuple[int, ...]


class Survey:
    """Judges nodes one by one and remembers them."""

    def __init__(
        self, aggregated: Aggregated, kept: Promise, grid: Grid, objective: Objective, limit: int, budget: Budget
    ) -> None:
        self.aggregated, self.kept, self.grid, self.objective = aggregated, kept, grid, objective
        self.limit, self.scale = limit, scales(aggregated, objective)
        self.entropies = entropies(aggregated)
        self.names = [step.name for step in aggregated.ladders]
        self.budget = budget
        self.seen: dict[Levels, tuple[float, int]] = {}
        self.best = np.inf

    def spent(self) -> bool:
        return self.budget.spent(len(self.seen))

    def judge(self, levels: Levels) -> tuple[float, int]:
        """Quality (infinite when the node does not hold) and suppressed rows."""
        if levels not in self.seen:
            found = judged(self.aggregated, self.kept, levels)
            fails = found.fails | (found.rows < self.kept.k)
            total = int(found.rows[fails].sum())
            quality = self._quality(levels, found, fails.nonzero()[0], total) if total <= self.limit else np.inf
            self.seen[levels] = quality, total
            self.best = min(self.best, quality)
        return self.seen[levels]

    def bound(self, levels: Levels) -> float:
        """Quality if no row were suppressed; no coarser node has less."""
        return self._value(levels, np.zeros(len(levels), np.int64), 0)

    def _quality(self, levels: Levels, found: Judged, fails: np.ndarray, total: int) -> float:
        parts = (found.leaves[:, fails] * found.rows[fails]).sum(axis=1)
        extra = 0.0
        if self.objective.quality is Quality.ENTROPY and total:
            extra = spread(self.aggregated, self.kept, levels, self.objective)
        return self._value(levels, parts, total) + extra

    def _value(self, levels: Levels, parts: np.ndarray, total: int) -> float:
        at = np.array(levels)
        if self.objective.quality in (Quality.ENTROPY, Quality.ENTROPY_MONOTONE):
            bits = np.array([each[level] for each, level in zip(self.entropies, levels, strict=True)])
            return float(self.objective.generalized * (self.objective.weights(self.names) @ bits))
        if self.objective.quality is Quality.PRECISION:
            parts = at * total
        found = losses(parts[:, None], np.array([total]), at[:, None], self.scale, self.objective)
        return float(joined(found, self.objective, self.names)[0])

    def moves(self, levels: Levels, step: int) -> Iterator[Levels]:
        """Nodes one level away, all finer or all coarser."""
        for j, (level, n) in enumerate(zip(levels, self.grid.shape, strict=True)):
            if 0 <= level + step < n:
                yield (*levels[:j], level + step, *levels[j + 1 :])


def best_effort(
    aggregated: Aggregated,
    kept: Promise,
    grid: Grid,
    objective: Objective,
    limit: int,
    progress: Progress,
    budget: Budget,
) -> Found:
    """Descend from the coarsest node while it gets better, then raise the bound with the time that is left.

    Raises
    ------
    ParameterError
        The objective has no bound that is known beforehand.
    Stopped
        Progress said so.
    """
    if objective.quality not in KERNEL_KINDS:
        raise ParameterError(
            f"The lattice has {grid.size:,} nodes; {objective.quality.value!r} can only be searched on smaller ones. "
            "Fewer quasi-identifiers or levels, or another objective, would do."
        )
    if grid.size > MOST_NODES and budget.seconds is None and budget.nodes is None:
        budget = Budget(SECONDS, None, budget.started)
    survey = Survey(aggregated, kept, grid, objective, limit, budget)
    _descend(survey, tuple(n - 1 for n in grid.shape), progress)
    bound, proved = _raise_bound(survey, progress)
    nodes = sorted(survey.seen)
    values, rows = (np.array(each) for each in zip(*(survey.seen[levels] for levels in nodes), strict=True))
    chosen = best(values, rows, np.isfinite(values))
    if chosen is None:
        return Found(None, np.inf, 0, len(nodes), proved, bound)
    value = float(values[chosen])
    return Found(nodes[chosen], value, int(rows[chosen]), len(nodes), proved, min(bound, value))


def _descend(survey: Survey, here: Levels, progress: Progress) -> None:
    """Follow the best finer neighbour to where none holds or none is better."""
    survey.judge(here)
    while not survey.spent():
        report(progress, _elapsed(survey) / 2, "descending from the coarsest node")
        finer = [(survey.judge(levels), levels) for levels in survey.moves(here, -1) if not survey.spent()]
        if not finer or min(finer)[0][0] >= survey.judge(here)[0]:
            return
        here = min(finer)[1]


def _raise_bound(survey: Survey, progress: Progress) -> tuple[float, bool]:
    """Look at nodes in the order of their bounds, from the finest; return the first bound not looked at."""
    start = tuple(0 for _ in survey.grid.shape)
    queue, known = [(survey.bound(start), start)], {start}
    while queue:
        bound, levels = queue[0]
        if bound > survey.best + TIED * abs(survey.best):
            return survey.best, True
        if survey.spent():
            return bound, False
        heapq.heappop(queue)
        report(progress, _elapsed(survey), "raising the bound")
        survey.judge(levels)
        for up in survey.moves(levels, 1):
            if up not in known:
                known.add(up)
                heapq.heappush(queue, (survey.bound(up), up))
    return np.inf, True


def _elapsed(survey: Survey) -> float:
    seconds = survey.budget.seconds
    return 0.5 if not seconds else min((perf_counter() - survey.budget.started) / seconds, 1.0)


def spread(aggregated: Aggregated, kept: Promise, levels: tuple[int, ...], objective: Objective) -> float:
    """Bits it takes to tell the generalized values of the suppressed rows, column by column."""
    found = judged(aggregated, kept, levels)
    gone = (found.fails | (found.rows < kept.k))[found.number] * aggregated.rows
    weights, bits = objective.weights([step.name for step in aggregated.ladders]), 0.0
    for weight, step, level, code in zip(weights, aggregated.ladders, levels, aggregated.codes, strict=True):
        count = np.bincount(step.up[level][code], gone)
        count = count[count > 0]
        bits -= weight * float((count * np.log2(count / gone.sum())).sum())
    return objective.suppressed * bits
