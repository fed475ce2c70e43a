"""The best node of a lattice: how it is looked for depends on what the promises allow to conclude."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from privacy_core.anonymizers.lattice.aggregated import Aggregated
from privacy_core.anonymizers.lattice.aims import KERNEL_KINDS, Objective, Quality, bounds, kernel_aim, scales
from privacy_core.anonymizers.lattice.choosing import best
from privacy_core.anonymizers.lattice.describing import compilable, described
from privacy_core.anonymizers.lattice.grid import Grid
from privacy_core.anonymizers.lattice.kernels.shapes import Wanted
from privacy_core.anonymizers.lattice.lattice import Lattice
from privacy_core.anonymizers.lattice.packing import packed
from privacy_core.anonymizers.lattice.rules import Promise, rules
from privacy_core.anonymizers.lattice.running import Budget, Errand, bench_for, notes_for, searched, walked
from privacy_core.anonymizers.lattice.twin import judged
from privacy_core.progress import Progress, report
from privacy_core.tables import FloatArray, IntArray


@dataclass(frozen=True)
class Found:
    """The answer of a search.

    Parameters
    ----------
    levels : of the best node, None when no node holds
    quality : of that node
    suppressed : rows in its failing classes
    visited : nodes looked at
    proved : whether no other node can be better
    bound : no node has a better quality
    """

    levels: tuple[int, ...] | None
    quality: float
    suppressed: int
    visited: int
    proved: bool
    bound: float


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
    if not compilable(aggregated, kept) or objective.quality not in KERNEL_KINDS:
        return _filtered(aggregated, kept, grid, objective, limit, progress)
    words = packed(aggregated, kept.sensitive)
    coded = rules(kept, aggregated, words)
    aim = kernel_aim(aggregated, grid, objective, scales(aggregated, objective), words.order)
    notes, bench = notes_for(grid, words, len(coded.kind)), bench_for(words, coded)
    wanted = Wanted(kept.k, limit, 0, 0, 1)
    errand, tags = Errand(words, coded, aim, wanted, notes, bench), tagging(kept, limit, aggregated.n_rows)
    doing = "looking for the best node"
    if tags is None:
        seen = walked(errand, progress, budget, doing)
    else:
        hopeless = hopeless_nodes(aggregated, kept.k, grid, limit)
        seen = searched(errand, tags, hopeless, progress, budget, doing)
    if notes.doubtful.any():
        return _filtered(aggregated, kept, grid, objective, limit, progress)
    chosen = best(notes.quality, notes.suppressed, np.isfinite(notes.quality))
    if chosen is None:
        return Found(None, np.inf, 0, seen.visited, seen.finished, seen.bound)
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


WIDEST = 5
"""Columns looked at in pairs before a search."""


def hopeless_nodes(aggregated: Aggregated, k: int, grid: Grid, limit: int) -> NDArray[np.bool_]:
    """Nodes at which two columns by themselves make too many classes too small; more columns only split them."""
    levels, alone = grid.coordinates, [_alone(aggregated, j, k, limit) for j in range(len(grid.shape))]
    hopeless: NDArray[np.bool_] = np.logical_or.reduce([few[at] for few, at in zip(alone, levels, strict=True)])
    order = sorted(range(len(grid.shape)), key=lambda j: -aggregated.ladders[j].width)
    for i, j in combinations(order[:WIDEST], 2):
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
    """Whether two columns alone do, by their levels."""
    one, other = (aggregated.ladders[j] for j in pair)
    both = aggregated.codes[pair[0]] * other.width + aggregated.codes[pair[1]]
    rows = np.bincount(both, aggregated.rows, one.width * other.width).reshape(one.width, other.width)
    found: NDArray[np.bool_] = alone[0][:, None] | alone[1][None]
    gathered = [_gathering(up).T for up in other.up[: other.n_levels]]
    for low in np.flatnonzero(~alone[0]):
        raised = _gathering(one.up[low]) @ rows
        for high in np.flatnonzero(~alone[1]):
            size = raised @ gathered[high]
            found[low, high] = size[size < k].sum() > limit
    return found


def _gathering(up: IntArray) -> FloatArray:
    """Matrix that adds up what lies in one group; counts of rows stay exact below 2**53."""
    into = np.zeros((int(up.max()) + 1, len(up)))
    into[up, np.arange(len(up))] = 1
    return into


def _filtered(
    aggregated: Aggregated, kept: Promise, grid: Grid, objective: Objective, limit: int, progress: Progress
) -> Found:
    """Describe every node, then choose."""
    everything = Lattice(aggregated, kept, described(aggregated, kept, grid, kept.k, kept.k, progress))
    suppressed = everything.description.suppressed(kept.k)
    if objective.quality in (Quality.ENTROPY, Quality.ENTROPY_MONOTONE):
        quality = _entropies(everything, objective, limit, progress)
    else:
        quality = everything.quality(kept.k, objective)
    chosen = best(quality, suppressed, suppressed <= limit)
    if chosen is None:
        return Found(None, np.inf, 0, grid.size, True, np.inf)
    value = quality[chosen] if quality.ndim == 1 else quality[:, chosen].max()
    return Found(grid.levels(chosen), float(value), int(suppressed[chosen]), grid.size, True, float(value))


def _entropies(everything: Lattice, objective: Objective, limit: int, progress: Progress) -> FloatArray:
    """Non-uniform entropy of each node that holds, through the models."""
    kept, counted, grid = everything.promise, everything.aggregated, everything.grid
    quality = bounds(counted, grid, objective, scales(counted, objective))
    if objective.quality is Quality.ENTROPY_MONOTONE:
        return quality
    suppressed = everything.description.suppressed(kept.k)
    for node in np.flatnonzero((suppressed <= limit) & (suppressed > 0)):
        report(progress, node / grid.size, "weighing the nodes")
        quality[node] += spread(counted, kept, grid.levels(int(node)), objective)
    return quality


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
