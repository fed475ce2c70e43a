"""The measured lattice as the page reads it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from dashboard.compute.blurring import Asked, Others, models
from dashboard.compute.cutting import Cut, table
from dashboard.compute.hierarchies import trees
from dashboard.compute.ways import Ways
from privacy_core import Blur, Progress, TreeSpec

sys.path.insert(0, "/tmp/k/bp")
from standin import Standin


@dataclass(frozen=True, eq=False)
class Measured:
    """Every way to blur a table, measured against the promises other than k.

    Parameters
    ----------
    cut, columns : which table and which quasi-identifiers
    specs : how each hierarchy is made
    others, ground : the promises, and the ground distance of t
    already : rows that were suppressed before
    """

    cut: Cut
    columns: tuple[str, ...]
    specs: tuple[TreeSpec, ...]
    others: Others
    ground: str
    already: int
    lattice: Any


def measuring(chosen: Cut, blur: Blur, promise: Asked) -> Callable[[Progress], Measured]:
    """Work that measures every way; everything of the session is read here, not in the worker.

    Raises
    ------
    HierarchyError
        A hierarchy is missing, or misses values of its column.
    """
    held, made = table(chosen), trees(chosen, blur.trees)
    others = models(chosen, 1, promise.others, promise.ground)[1:]
    highest = {name: level for name, level in blur.max_level if name in made and level < made[name].n_levels - 1}

    def work(told: Progress) -> Measured:
        lattice = Standin(held, chosen.known, made, others, told, highest)
        return Measured(
            chosen, chosen.known, blur.trees, promise.others, promise.ground, int(held.suppressed.sum()), lattice
        )

    return work


def ways(found: Measured, promise: Asked, importance=()) -> Ways:
    lat = found.lattice
    limit = int(lat.rows * promise.suppression + 1e-9)
    reach = lat.reach(limit)
    kept = reach > 0
    crowd = np.where(kept, reach, np.maximum(lat.reach(limit, False), 1))
    gone = lat.gone(promise.k)
    keeps = gone <= limit
    u = np.where(keeps, gone / lat.rows, 0)
    x = lat.x * (1 - u)[:, None] + u[:, None]
    cost = 100 * (np.exp(np.log1p(x).mean(1)) - 1)
    best = int(np.flatnonzero(keeps)[cost[keeps].argmin()]) if keeps.any() else None
    return Ways(lat.shape, lat.rows, cost, lat.detail, crowd, gone, keeps, kept, best)
