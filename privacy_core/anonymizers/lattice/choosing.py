"""The best of many nodes, ties broken as promised: fewest suppressed rows, then the smallest levels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from privacy_core.anonymizers.lattice.kernels.kinds import TIED
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

    @property
    def unproved(self) -> float | None:
        """The bound, where it is finite and there may be a better node."""
        return None if self.proved or not np.isfinite(self.bound) else self.bound


def best(quality: FloatArray, suppressed: IntArray, holds: NDArray[np.bool_]) -> int | None:
    """The node with the lowest quality of those that hold; None without one.

    Parameters
    ----------
    quality : float64 (n_nodes,), or (n_columns, n_nodes) where the columns' losses are compared by rank
    suppressed : int64 (n_nodes,)
    holds : bool (n_nodes,)

    Examples
    --------
    >>> best(np.array([0.5, 0.2, 0.2]), np.array([0, 3, 1]), np.array([True, True, True]))
    2
    """
    nodes = np.flatnonzero(holds)
    if not len(nodes):
        return None
    if quality.ndim == 2:
        nodes = _lowest_rank(quality, nodes)
    else:
        least = quality[nodes].min()
        nodes = nodes[quality[nodes] <= least + TIED * abs(least)]
    return int(nodes[np.lexsort((nodes, suppressed[nodes]))[0]])


def best_release(quality: FloatArray, suppressed: IntArray, holds: NDArray[np.bool_], rows: int) -> int | None:
    """The best node that releases a row at least; where none does, the best of those that withhold every one."""
    some = best(quality, suppressed, holds & (suppressed < rows))
    return best(quality, suppressed, holds) if some is None else some


def _lowest_rank(quality: FloatArray, nodes: IntArray) -> IntArray:
    """Nodes whose largest loss is least, then whose second largest is, and so on."""
    for place in -np.sort(-quality, axis=0):
        least = place[nodes].min()
        nodes = nodes[place[nodes] <= least + TIED * abs(least)]
    return nodes


def front(quality: FloatArray, suppressed: IntArray) -> IntArray:
    """Nodes that no other beats: none is as good in both and better in one. By suppressed rows.

    Of nodes that are equal in both the first stands for all; qualities that differ by rounding alone are equal.

    Examples
    --------
    >>> front(np.array([0.1, 0.5, 0.6, 0.3]), np.array([9, 0, 0, 9])).tolist()
    [1, 0]
    >>> front(np.array([0.3, 0.3, 0.1 + 0.2, 0.2]), np.array([2, 2, 5, 5])).tolist()
    [0, 3]
    """
    rank = ranked(quality)
    order = np.lexsort((rank, suppressed))
    before = np.concatenate([[len(quality)], np.minimum.accumulate(rank[order])[:-1]])
    return np.asarray(order[rank[order] < before])


def ranked(numbers: FloatArray) -> IntArray:
    """Ranks from 0; numbers that differ by rounding alone share one.

    Examples
    --------
    >>> ranked(np.array([0.3, 7.0, 0.1 + 0.2, np.inf, 0.0, np.inf])).tolist()
    [1, 2, 1, 3, 0, 3]
    """
    order = np.argsort(numbers, kind="stable")
    ascending = numbers[order]
    higher = ascending[1:] > ascending[:-1] + TIED * np.abs(ascending[:-1])
    rank = np.empty(len(numbers), np.int64)
    rank[order] = np.concatenate([[0], np.cumsum(higher)])[: len(numbers)]
    return rank
