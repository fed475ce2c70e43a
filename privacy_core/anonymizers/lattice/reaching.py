"""How large a crowd every node reaches: its class sizes, kept once, so that any suppression limit is a look-up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from privacy_core.anonymizers.lattice.aggregated import Aggregated
from privacy_core.anonymizers.lattice.grid import Grid, Ladder
from privacy_core.numbering import grouped
from privacy_core.progress import Progress, report, unwatched
from privacy_core.tables import IntArray, frozen

WATCHED = 64
"""Nodes between two reports."""


@dataclass(frozen=True, eq=False)
class Sizes:
    """Class sizes of every node, each different size once.

    Parameters
    ----------
    start : int64 (n_nodes + 1,), where each node's sizes begin
    size : int64 (n_sizes,), ascending within a node
    smaller : int64 (n_sizes,), rows of the node's classes that are smaller
    """

    start: IntArray
    size: IntArray
    smaller: IntArray

    def reached(self, limit: int | IntArray) -> IntArray:
        """Smallest class left at each node when all smaller ones are suppressed, as far as the limit allows.

        Parameters
        ----------
        limit : rows that may be suppressed, for all nodes or for each; below 0 nothing may be

        Returns
        -------
        k : int64 (n_nodes,), the largest k that the node keeps within its limit, at least 1
        """
        each = np.broadcast_to(np.maximum(np.asarray(limit, np.int64), 0), len(self.start) - 1)
        within = self.smaller <= np.repeat(each, np.diff(self.start))
        return np.asarray(self.size[self.start[:-1] + np.add.reduceat(within, self.start[:-1]) - 1])


def class_sizes(aggregated: Aggregated, progress: Progress = unwatched) -> Sizes:
    """Class sizes of every node, each made from a node one level below.

    Parameters
    ----------
    aggregated : the original's classes
    progress : told how many nodes are done; False ends it

    Raises
    ------
    Stopped
        Progress said so.

    Examples
    --------
    >>> from privacy_core import hierarchy, samples
    >>> from privacy_core.anonymizers.lattice.aggregated import aggregated
    >>> nine = samples.load("hospital-3").table
    >>> trees = {name: hierarchy(name, [(label, "*") for label in nine[name].labels]) for name in ("zip", "age")}
    >>> found = class_sizes(aggregated(nine, ["zip", "age"], trees))
    >>> found.reached(0).tolist(), found.reached(6).tolist()
    ([1, 1, 1, 9], [1, 1, 1, 9])
    """
    grid = Grid(tuple(step.n_levels for step in aggregated.ladders))
    found: list[tuple[IntArray, IntArray]] = [(np.zeros(0, np.int64), np.zeros(0, np.int64))] * grid.size
    for done, (node, rows) in enumerate(_walk(aggregated, grid)):
        if done % WATCHED == 0:
            report(progress, done / grid.size, f"{done:,} of {grid.size:,}")
        found[node] = np.unique(rows, return_counts=True)
    return _joined(found)


def _joined(found: list[tuple[IntArray, IntArray]]) -> Sizes:
    start = np.concatenate([[0], np.cumsum([len(size) for size, _ in found])])
    size = np.concatenate([size for size, _ in found])
    smaller = np.concatenate([np.cumsum(size * several) - size * several for size, several in found])
    return Sizes(frozen(start), frozen(size), frozen(smaller))


def _walk(aggregated: Aggregated, grid: Grid) -> Iterator[tuple[int, IntArray]]:
    """Every node once with the rows of its classes: a node is its parent with one column raised one level."""
    steps = [_parents(step) for step in aggregated.ladders]
    codes = [step.up[0][code] for step, code in zip(aggregated.ladders, aggregated.codes, strict=True)]
    begin = _merged(codes, [len(step.leaves[0]) for step in aggregated.ladders], aggregated.rows)
    waiting = [((0,) * len(steps), 0, *begin)]
    while waiting:
        levels, first, codes, rows = waiting.pop()
        yield grid.node(levels), rows
        for j in range(first, len(steps)):
            if levels[j] + 1 < grid.shape[j]:
                up = (*levels[:j], levels[j] + 1, *levels[j + 1 :])
                raised = [*codes[:j], steps[j][levels[j]][codes[j]], *codes[j + 1 :]]
                widths = [len(step.leaves[level]) for step, level in zip(aggregated.ladders, up, strict=True)]
                waiting.append((up, j, *_merged(raised, widths, rows)))


def _parents(step: Ladder) -> list[IntArray]:
    """Per level, the group one level up of each group."""
    above = []
    for level in range(step.n_levels - 1):
        parent = np.zeros(len(step.leaves[level]), np.int64)
        parent[step.up[level]] = step.up[level + 1]
        above.append(parent)
    return above


def _merged(codes: list[NDArray[np.int64]], widths: list[int], rows: IntArray) -> tuple[list[IntArray], IntArray]:
    """Put classes with equal codes together; empty ones are left out."""
    number, n = grouped(codes, widths, len(rows))
    example = np.zeros(n, np.int64)
    example[number] = np.arange(len(rows))
    return [code[example] for code in codes], np.bincount(number, rows, n).astype(np.int64)
