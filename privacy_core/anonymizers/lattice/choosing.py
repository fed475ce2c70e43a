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
    """Nodes such that no other is as good in both and better in one, by suppressed rows.

    Examples
    --------
    >>> front(np.array([0.1, 0.5, 0.6, 0.3]), np.array([9, 0, 0, 9])).tolist()
    [1, 0]
    """
    order = np.lexsort((np.arange(len(quality)), quality, suppressed))
    before = np.concatenate([[np.inf], np.minimum.accumulate(quality[order])[:-1]])
    return np.asarray(order[quality[order] < before])
