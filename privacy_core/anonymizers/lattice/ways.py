"""Every node of a lattice seen from one promise: what each costs and reaches, the front, the steps to one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from privacy_core.anonymizers.base import Limits
from privacy_core.anonymizers.lattice.aims import Objective, Quality, bounds, scales
from privacy_core.anonymizers.lattice.choosing import best_release, ranked
from privacy_core.anonymizers.lattice.lattice import Lattice
from privacy_core.anonymizers.lattice.reaching import Sizes
from privacy_core.tables import FloatArray, IntArray

FILTERED = tuple(quality for quality in Quality if quality is not Quality.ENTROPY)
"""Objectives that are look-ups for every node; non-uniform entropy with suppression is none."""


@dataclass(frozen=True, eq=False)
class Reached:
    """How large the smallest class of each node can be made within what may be suppressed.

    Parameters
    ----------
    crowd : int64 (n_nodes,), smallest class that keeps all promises within the limit; where the others are
        broken whatever the class, the smallest class without them
    kept : bool (n_nodes,), whether the promises other than k can be kept, with classes of `floor` or more
    exact : bool (n_nodes,), whether `crowd` is that size; else it is at least so large
    floor : smallest k that was looked at
    """

    crowd: IntArray
    kept: NDArray[np.bool_]
    exact: NDArray[np.bool_]
    floor: int

    @cached_property
    def most(self) -> int:
        """Largest class that any node reaches while it keeps the other promises; 0 where none keeps them."""
        return int(self.crowd[self.kept].max(initial=0))

    @property
    def most_is_exact(self) -> bool:
        """Whether `most` is that size; else some node reaches at least so large a class."""
        return bool(self.exact[self.kept].all())


@dataclass(frozen=True, eq=False)
class Ways(Reached):
    """All nodes of a lattice against one promise.

    Parameters
    ----------
    shape : number of levels of each quasi-identifier; node numbers run through them, the last one fastest
    rows : rows that are judged
    cost : float64 (n_nodes,), the objective from 0 (the table as it is) to 100 (nothing left); of nodes that
        break the promise, as if nobody were suppressed
    left_out : int64 (n_nodes,), rows suppressed at the k asked for
    keeps : bool (n_nodes,), whether that is within the limit
    best : the node that costs least among those that keep the promise, or None
    """

    shape: tuple[int, ...]
    rows: int
    cost: FloatArray
    left_out: IntArray
    keeps: NDArray[np.bool_]
    best: int | None

    @cached_property
    def front(self) -> tuple[int, ...]:
        """Nodes that keep the other promises and that no other beats in cost or class, cheapest first.

        None is as cheap with a class as large, and cheaper or with a larger one. Of equal nodes the first stands
        for all.
        """
        some = np.flatnonzero(self.kept)
        order = some[np.lexsort((-self.crowd[some], ranked(self.cost[some])))]
        so_far = np.maximum.accumulate(self.crowd[order])
        return tuple(order[np.flatnonzero(np.diff(so_far, prepend=0))].tolist())

    @cached_property
    def levels(self) -> IntArray:
        """Level of each quasi-identifier, int64 (n_nodes, n_columns)."""
        return np.stack(np.unravel_index(np.arange(len(self.cost)), self.shape), axis=1).astype(np.int64)

    def way(self, levels: Sequence[int]) -> int:
        """Number of the node with these levels."""
        return int(np.ravel_multi_index(tuple(levels), self.shape))

    def path(self, to: int) -> tuple[int, ...]:
        """From the table as it is to a node, one level more at each step, always the cheapest next one."""
        goal, here = self.levels[to], np.zeros(len(self.shape), np.int64)
        found = [0]
        while (here < goal).any():
            open_ = np.flatnonzero(here < goal)
            step = np.eye(len(here), dtype=np.int64)[open_]
            near = np.ravel_multi_index(tuple((here + step).T), self.shape)
            cheapest = int(self.cost[near].argmin())
            here = here + step[cheapest]
            found.append(int(near[cheapest]))
        return tuple(found)

    @cached_property
    def order(self) -> IntArray:
        """Nodes that keep the promise first, then cheapest first, fewest rows suppressed, lowest levels."""
        return np.lexsort((self.left_out, self.cost, ~self.keeps))


def reached(lattice: Lattice, sizes: Sizes, limit: int) -> Reached:
    """Smallest class that each node reaches when all smaller ones are suppressed, as far as the limit allows.

    For k alone it is exact; with other promises up to the largest k that is a look-up, and beyond it a bound.

    Parameters
    ----------
    sizes : of the same lattice
    limit : rows that may be suppressed
    """
    about, alone = lattice.description, sizes.reached(limit)
    left = limit - about.failing[1]
    if not lattice.promise.others:
        every = np.ones(len(left), bool)
        return Reached(alone, every, every, 1)
    joint = about.floor - 1 + (about.below <= left[:, None]).sum(axis=1)
    beyond = np.maximum(joint, np.minimum(sizes.reached(left), alone))
    kept, there = left >= 0, joint < about.cap
    exact = ~kept | there | (beyond >= alone)
    return Reached(np.where(kept, np.where(there, joint, beyond), alone), kept, exact, about.floor)


def ways(lattice: Lattice, sizes: Sizes, k: int, suppression: float = 0.0, objective: Objective | None = None) -> Ways:
    """See every node from one k and one limit; nothing is measured.

    Parameters
    ----------
    lattice, sizes : described before
    k, suppression, objective : as for `Lattice.at`

    Raises
    ------
    ParameterError
        k lies outside of what was described, or the objective is none of `FILTERED`.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import KAnonymity, Roles, from_frame, hierarchy
    >>> from privacy_core.anonymizers.lattice import class_sizes, whole_lattice
    >>> people = from_frame(pd.DataFrame({"age": [31, 34, 42, 47, 51]}))
    >>> ages = hierarchy("age", [(str(age), f"{age // 10}0s", "*") for age in (31, 34, 42, 47, 51)])
    >>> levels = whole_lattice(people, Roles(("age",)), {"age": ages}, [KAnonymity(2)])
    >>> seen = ways(levels, class_sizes(levels.aggregated), 2, 0.2)
    >>> seen.crowd.tolist(), seen.keeps.tolist(), seen.best, seen.most, seen.path(2)
    ([1, 2, 5], [False, True, True], 1, 5, (0, 1, 2))
    """
    objective = objective or Objective()
    limit = Limits(suppression).rows(lattice.n_rows)
    quality, suppressed, holds, chosen = _seen(lattice, k, limit, objective)
    found = reached(lattice, sizes, limit)
    return Ways(
        found.crowd,
        found.kept,
        found.exact,
        found.floor,
        lattice.grid.shape,
        lattice.n_rows,
        cost(lattice, quality, holds, objective),
        suppressed,
        holds,
        chosen,
    )


def _seen(
    lattice: Lattice, k: int, limit: int, objective: Objective
) -> tuple[FloatArray, IntArray, NDArray[np.bool_], int | None]:
    """Quality, suppressed rows, whether they are within the limit, and the best node."""
    suppressed = lattice.description.suppressed(k)
    by_levels = objective.quality is Quality.ENTROPY_MONOTONE
    quality, holds = _plain(lattice, objective) if by_levels else lattice.quality(k, objective), suppressed <= limit
    return quality, suppressed, holds, best_release(quality, suppressed, holds, lattice.n_rows)


def cost(lattice: Lattice, quality: FloatArray, holds: NDArray[np.bool_], objective: Objective) -> FloatArray:
    """The quality from 0 (the table as it is) to 100 (nothing left); who breaks the promise suppresses nobody."""
    plain = _plain(lattice, objective)
    shown = np.where(holds, quality if quality.ndim == 1 else quality.max(axis=0), plain)
    low, high = _ends(lattice, plain, objective)
    return np.asarray(np.clip(100 * (shown - low) / max(high - low, 1e-300), 0, 100))


def _plain(lattice: Lattice, objective: Objective) -> FloatArray:
    """Quality of every node if nobody were suppressed; by rank, that of the worst column."""
    match objective.quality:
        case Quality.LOSS_RANK:
            return lattice.plain_quality(Objective(Quality.LOSS_MAX, objective.gs, objective.importance))
        case Quality.ENTROPY_MONOTONE:
            return bounds(lattice.aggregated, lattice.grid, objective, scales(lattice.aggregated, objective))
        case Quality.AECS:
            return np.asarray(lattice.plain_quality(objective) / (objective.suppressed or 1.0))
        case _:
            return lattice.plain_quality(objective)


def _ends(lattice: Lattice, plain: FloatArray, objective: Objective) -> tuple[float, float]:
    """Quality of the table as it is, and of nothing left."""
    n = float(lattice.n_rows)
    match objective.quality:
        case Quality.DISCERNIBILITY | Quality.DISCERNIBILITY_MONOTONE:
            return float(plain[0]), n * n
        case Quality.AECS:
            return float(plain[0]), n
        case Quality.LOSS_SUM:
            return 0.0, float(objective.weights(lattice.names).sum())
        case Quality.ENTROPY_MONOTONE:
            return 0.0, float(plain[-1])
        case _:
            return 0.0, 1.0
