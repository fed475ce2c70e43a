"""Every way to blur a table, seen from a promise: which keep it, which are best for their price, the steps to one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Ways:
    """All nodes of a lattice against one promise.

    Parameters
    ----------
    shape : number of levels of each quasi-identifier; node numbers run through them, the last one fastest
    rows : rows that are judged
    cost : float64 (n_ways,), the chosen measure of what a way costs, 0 to 100
    detail : float64 (n_ways,), share of the detail given up before anybody is left out, 0 to 1
    crowd : int64 (n_ways,), smallest crowd that keeps all promises within what may be left out; where the
        others are broken whatever the crowd, the smallest crowd without them
    left_out : int64 (n_ways,), rows a way leaves out at the user's k
    keeps : bool (n_ways,), whether that is within the limit
    kept : bool (n_ways,), whether the promises other than k can be kept within the limit
    best : the way that costs least among those that keep the promise, or None
    """

    shape: tuple[int, ...]
    rows: int
    cost: FloatArray
    detail: FloatArray
    crowd: IntArray
    left_out: IntArray
    keeps: NDArray[np.bool_]
    kept: NDArray[np.bool_]
    best: int | None

    @cached_property
    def most(self) -> int:
        """Largest crowd that any way reaches while it keeps the other promises; 0 where none keeps them."""
        return int(self.crowd[self.kept].max(initial=0))

    @cached_property
    def front(self) -> tuple[int, ...]:
        """Ways that keep the other promises and that no other beats in both cost and crowd, cheapest first."""
        some = np.flatnonzero(self.kept)
        order = some[np.lexsort((-self.crowd[some], self.cost[some]))]
        so_far = np.maximum.accumulate(self.crowd[order])
        return tuple(order[np.flatnonzero(np.diff(so_far, prepend=0))].tolist())

    @cached_property
    def levels(self) -> IntArray:
        """Level of each quasi-identifier, int64 (n_ways, n_columns)."""
        return np.stack(np.unravel_index(np.arange(len(self.cost)), self.shape), axis=1).astype(np.int64)

    def way(self, levels: Sequence[int]) -> int:
        """Number of the way with these levels."""
        return int(np.ravel_multi_index(tuple(levels), self.shape))

    def path(self, to: int) -> tuple[int, ...]:
        """From the table as it is to a way, one level more at each step, always the cheapest next one."""
        goal, here = self.levels[to], np.zeros(len(self.shape), np.int64)
        found = [0]
        while (here < goal).any():
            open_ = np.flatnonzero(here < goal)
            step = np.eye(len(here), dtype=np.int64)[open_]
            near = np.ravel_multi_index(tuple((here + step).T), self.shape)
            best = int(self.cost[near].argmin())
            here = here + step[best]
            found.append(int(near[best]))
        return tuple(found)

    def neighbours(self, of: int) -> IntArray:
        """Ways that differ by one level of one quasi-identifier, finer ones first."""
        step = np.eye(len(self.shape), dtype=np.int64)
        near = np.concatenate([self.levels[of] - step, self.levels[of] + step])
        there = ((near >= 0) & (near < np.array(self.shape))).all(axis=1)
        return np.ravel_multi_index(tuple(near[there].T), self.shape).astype(np.int64)

    @cached_property
    def order(self) -> IntArray:
        """Ways that keep the promise first, then cheapest first, fewest rows left out, lowest levels."""
        return np.lexsort((self.left_out, self.cost, ~self.keeps))

    def rows_of(self, columns: Sequence[str], measure: str, which: IntArray) -> dict[str, list[Any]]:
        """Some ways as a table."""
        levels = self.levels[which]
        return {
            "promise": ["kept" if keeps else "broken" for keeps in self.keeps[which].tolist()],
            measure: self.cost[which].round(2).tolist(),
            "detail given up, of 100": (100 * self.detail[which]).round(1).tolist(),
            "left out at your k": self.left_out[which].tolist(),
            "smallest crowd within the limit": self.crowd[which].tolist(),
            **{f"level of {name}": levels[:, j].tolist() for j, name in enumerate(columns)},
        }
