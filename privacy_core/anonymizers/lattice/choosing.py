"""The best of many nodes, ties broken as promised: fewest suppressed rows, then the smallest levels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from privacy_core.tables import FloatArray, IntArray

TIED = 1e-12
"""Qualities this close, relative to the better, are equal."""


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
