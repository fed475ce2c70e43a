"""The best node of a lattice: how it is looked for depends on what the promises allow to conclude."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from privacy_core.anonymizers.lattice.aggregated import Aggregated
from privacy_core.anonymizers.lattice.aims import KERNEL_KINDS, Objective, Quality, bounds, kernel_aim, scales
from privacy_core.anonymizers.lattice.choosing import Found, best
from privacy_core.anonymizers.lattice.describing import compilable, described
from privacy_core.anonymizers.lattice.far import Survey, best_effort, spread
from privacy_core.anonymizers.lattice.grid import Grid
from privacy_core.anonymizers.lattice.kernels.shapes import Notes, Wanted
from privacy_core.anonymizers.lattice.lattice import Lattice
from privacy_core.anonymizers.lattice.packing import packed
from privacy_core.anonymizers.lattice.rules import Promise, rules
from privacy_core.anonymizers.lattice.running import Budget, Errand, Seen, bench_for, notes_for, searched, walked
from privacy_core.progress import Progress, report, unwatched
from privacy_core.tables import FloatArray, IntArray


def sought(
    aggregated: Aggregated,
    kept: Promise,
    grid: Grid,
    objective: Objective,
    limit: int,
    progress: Progress,
    budget: Budget,
) -> Found:
    """Find the best node: compiled where possible, else node by node through the models.

    Raises
    ------
    Stopped
        Progress said so.
    """
    if not compilable(aggregated, kept) and objective.quality in KERNEL_KINDS:
        return best_effort(aggregated, kept, grid, objective, limit, progress, budget)
    if objective.quality not in KERNEL_KINDS:
        return _filtered(aggregated, kept, grid, objective, limit, progress, budget)
    words = packed(aggregated, kept.sensitive)
    coded = rules(kept, aggregated, words)
    aim = kernel_aim(aggregated, grid, objective, scales(aggregated, objective), words.order)
    notes, bench = notes_for(grid, words, len(coded.kind)), bench_for(words, coded)
    wanted = Wanted(kept.k, limit, 0, 0, 1)
    errand, tags = Errand(words, coded, aim, wanted, notes, bench), tagging(kept, limit, aggregated.n_rows)
    doing = "looking for the best node"
    if tags is None:
        seen = walked(errand, progress, budget.but_one(grid.size), doing)
    else:
        hopeless = hopeless_nodes(aggregated, kept.k, grid, limit, progress, budget)
        seen = searched(errand, tags, hopeless, progress, budget, doing)
    survey = Survey(aggregated, kept, grid, objective, limit, budget)
    if notes.doubtful.any():
        return _doubted(survey, notes, seen, float(aim.bound.min()), progress)
    chosen = best(notes.quality, notes.suppressed, np.isfinite(notes.quality))
    if chosen is None:
        return _coarsest(survey, seen)
    quality = float(notes.quality[chosen])
    bound = quality if seen.finished else min(seen.bound, quality)
    return Found(grid.levels(chosen), quality, int(notes.suppressed[chosen]), seen.visited, seen.finished, bound)


def tagging(kept: Promise, limit: int, rows: int) -> bool | None:
    """What one node that does not hold says about all finer ones.

    True: none of them holds either. False: they do not when it is its class sizes that fail. None: nothing
    worth looking for, a walk is faster.
    """
    if limit < rows and (kept.inherited or (limit == 0 and kept.monotone)):
        return True
    return False if limit == 0 and limit < rows else None


def _coarsest(survey: Survey, seen: Seen) -> Found:
    """Nothing was found: where a budget ended the search, the coarsest node may still do."""
    visited, allowed = seen.visited, survey.budget.nodes
    if not seen.finished and (allowed is None or visited < allowed):
        levels, visited = survey.grid.levels(survey.grid.size - 1), visited + 1
        quality, suppressed = survey.judge(levels)
        if np.isfinite(quality):
            return Found(levels, quality, suppressed, visited, False, min(seen.bound, quality))
    return Found(None, np.inf, 0, visited, seen.finished, seen.bound)


def _doubted(survey: Survey, notes: Notes, seen: Seen, least: float, progress: Progress) -> Found:
    """Numbers lay too close to a limit: look at every node, or at the doubtful ones again if the budget forbids it."""
    grid, budget = survey.grid, survey.budget
    if seen.finished and (budget.nodes is None or budget.nodes >= grid.size):
        asked = survey.aggregated, survey.kept, grid, survey.objective, survey.limit
        if (found := _filtered(*asked, progress, budget)).proved:
            return found
    for node in np.flatnonzero(notes.doubtful):
        again = (np.inf, 0) if budget.spent(0) else survey.judge(grid.levels(int(node)))
        notes.quality[node], notes.suppressed[node] = again
    chosen = best(notes.quality, notes.suppressed, np.isfinite(notes.quality))
    if chosen is None:
        return Found(None, np.inf, 0, seen.visited, False, least)
    return Found(
        grid.levels(chosen), float(notes.quality[chosen]), int(notes.suppressed[chosen]), seen.visited, False, least
    )


WIDEST = 5
"""Columns looked at in pairs before a search."""
MOST_CELLS = 1_000_000
"""Pairs of groups of two columns up to which they are counted."""


def hopeless_nodes(
    aggregated: Aggregated, k: int, grid: Grid, limit: int, progress: Progress = unwatched, budget: Budget | None = None
) -> NDArray[np.bool_]:
    """Nodes at which two columns by themselves make too many classes too small; more columns only split them.

    Not all such nodes: pairs with too many groups, and those that time forbids, are left to the search.
    """
    levels, alone = grid.coordinates, [_alone(aggregated, j, k, limit) for j in range(len(grid.shape))]
    hopeless: NDArray[np.bool_] = np.logical_or.reduce([few[at] for few, at in zip(alone, levels, strict=True)])
    order = sorted(range(len(grid.shape)), key=lambda j: -aggregated.ladders[j].width)
    pairs = list(combinations(order[:WIDEST], 2))
    for done, (i, j) in enumerate(pairs):
        if budget is not None and budget.spent(0):
            break
        report(progress, done / len(pairs) / 10, "looking at columns in pairs")
        hopeless |= _together(aggregated, (i, j), (alone[i], alone[j]), k, limit)[levels[i], levels[j]]
    return hopeless


def _alone(aggregated: Aggregated, j: int, k: int, limit: int) -> NDArray[np.bool_]:
    """Whether a column alone suppresses more rows than the limit, by its level."""
    step = aggregated.ladders[j]
    rows = np.bincount(aggregated.codes[j], aggregated.rows, step.width)
    sizes = [np.bincount(up, rows) for up in step.up[: step.n_levels]]
    return np.array([size[size < k].sum() > limit for size in sizes])


def _together(
    aggregated: Aggregated, pair: tuple[int, int], alone: tuple[NDArray[np.bool_], ...], k: int, limit: int
) -> NDArray[np.bool_]:
    """Whether two columns alone do, by their levels; False where they have too many groups to be counted."""
    one, other = (aggregated.ladders[j] for j in pair)
    first, second, rows = _finest(aggregated, pair)
    found: NDArray[np.bool_] = alone[0][:, None] | alone[1][None]
    for low, high in np.argwhere(~found):
        wide = len(other.leaves[high])
        if len(one.leaves[low]) * wide <= MOST_CELLS:
            size = np.bincount(one.up[low][first] * wide + other.up[high][second], rows)
            found[low, high] = size[size < k].sum() > limit
    return found


def _finest(aggregated: Aggregated, pair: tuple[int, int]) -> tuple[IntArray, IntArray, IntArray]:
    """Finest groups of two columns that occur together and their rows, each pair once where that is cheap."""
    first, second = (aggregated.codes[j] for j in pair)
    one, other = (aggregated.ladders[j] for j in pair)
    if one.width * other.width > MOST_CELLS:
        return first, second, aggregated.rows
    rows = np.bincount(first * other.width + second, aggregated.rows)
    there = np.flatnonzero(rows)
    return *np.divmod(there, other.width), rows[there]


def _filtered(
    aggregated: Aggregated,
    kept: Promise,
    grid: Grid,
    objective: Objective,
    limit: int,
    progress: Progress,
    budget: Budget,
) -> Found:
    """Describe every node, or those the budget allows, then choose."""
    everything = Lattice(aggregated, kept, described(aggregated, kept, grid, kept.k, kept.k, progress, budget))
    about = everything.description
    suppressed, known = about.suppressed(kept.k), about.known
    if objective.quality in (Quality.ENTROPY, Quality.ENTROPY_MONOTONE):
        quality, known = _entropies(everything, objective, limit, progress, budget)
    else:
        quality = everything.quality(kept.k, objective)
    chosen = best(quality, suppressed, known & (suppressed <= limit))
    visited, proved = int(about.known.sum()), bool(known.all())
    least = _least(aggregated, objective)
    if chosen is None:
        return Found(None, np.inf, 0, visited, proved, np.inf if proved else least)
    value = float(quality[chosen] if quality.ndim == 1 else quality[:, chosen].max())
    bound = value if proved else min(least, value)
    return Found(grid.levels(chosen), value, int(suppressed[chosen]), visited, proved, bound)


def _least(aggregated: Aggregated, objective: Objective) -> float:
    """No node has a better quality: that of the finest one if nobody had to be suppressed."""
    sizes = aggregated.rows[aggregated.rows > 0].astype(float)
    match objective.quality:
        case Quality.DISCERNIBILITY | Quality.DISCERNIBILITY_MONOTONE:
            return float((sizes**2).sum())
        case Quality.AECS:  # suppressed rows may count as one more class
            return aggregated.n_rows / (objective.suppressed * len(sizes) + objective.generalized)
        case _:
            return 0.0


def _entropies(
    everything: Lattice, objective: Objective, limit: int, progress: Progress, budget: Budget
) -> tuple[FloatArray, NDArray[np.bool_]]:
    """Non-uniform entropy of each node that holds, through the models, and which nodes' is known."""
    kept, counted, grid = everything.promise, everything.aggregated, everything.grid
    quality, known = bounds(counted, grid, objective, scales(counted, objective)), everything.description.known
    if objective.quality is Quality.ENTROPY_MONOTONE:
        return quality, known
    suppressed = everything.description.suppressed(kept.k)
    for node in np.flatnonzero(known & (suppressed <= limit) & (suppressed > 0)):
        report(progress, node / grid.size, "weighing the nodes")
        if budget.spent(0):
            known[node] = False
        else:
            quality[node] += spread(counted, kept, grid.levels(int(node)), objective)
    return quality, known
