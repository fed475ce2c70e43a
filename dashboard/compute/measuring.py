"""The measured lattice, and what it looks like from any k and any suppression limit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

from dashboard.compute.blurring import Asked, Others, models
from dashboard.compute.cutting import Cut, table
from dashboard.compute.hierarchies import given_up, trees
from dashboard.compute.ways import FloatArray, IntArray, Ways
from privacy_core import Blur, Hierarchy, Limits, Progress, Roles, TreeSpec, anonymizers

QUALITIES = tuple(
    anonymizers.Quality(name)
    for name in ("loss-geometric", "loss-arithmetic", "loss-max", "precision", "discernibility", "aecs")
)
"""Measures that are look-ups for every way."""


@dataclass(frozen=True, eq=False)
class Measured:
    """Every way to blur a table, measured against the promises other than k.

    Parameters
    ----------
    cut : which table and which quasi-identifiers
    specs : how each hierarchy is made
    others, ground : the promises, and the ground distance of t
    already : rows that were suppressed before
    lattice, sizes : what was measured
    lost : per quasi-identifier and level, share of the column's detail that is given up
    """

    cut: Cut
    specs: tuple[TreeSpec, ...]
    others: Others
    ground: str
    already: int
    lattice: anonymizers.Lattice
    sizes: anonymizers.Sizes
    lost: tuple[FloatArray, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """The quasi-identifiers."""
        return self.lattice.names

    @cached_property
    def detail(self) -> FloatArray:
        """Share of the detail each way gives up before anybody is left out."""
        steps = zip(self.lost, self.lattice.levels, strict=True)
        return np.asarray(np.mean([lost[levels] for lost, levels in steps], axis=0))

    def cost(self, quality: FloatArray, keeps: NDArray[np.bool_], objective: anonymizers.Objective) -> FloatArray:
        """The quality from 0 (the table as it is) to 100 (nothing left); who breaks the promise leaves nobody out."""
        plain = self.lattice.plain_quality(objective)
        shown = np.where(keeps, quality, plain)
        low, high = self._ends(plain, objective)
        return np.clip(100 * (shown - low) / max(high - low, 1e-300), 0, 100)

    def _ends(self, plain: FloatArray, objective: anonymizers.Objective) -> tuple[float, float]:
        n = float(self.lattice.n_rows)
        ends = {anonymizers.Quality.DISCERNIBILITY: n * n, anonymizers.Quality.AECS: n}
        return (float(plain[0]), ends[objective.quality]) if objective.quality in ends else (0.0, 1.0)

    def crowd(self, limit: int) -> tuple[IntArray, NDArray[np.bool_]]:
        """Smallest crowd each way reaches within the limit, and whether the promises other than k are kept.

        For k alone it is exact; with other promises up to the largest k that is a look-up, and beyond it is at
        least this large.
        """
        about, alone = self.lattice.description, self.sizes.reached(limit)
        left = limit - about.failing[1]
        if not self.others:
            return alone, np.ones(len(left), bool)
        joint = about.floor - 1 + (about.below <= left[:, None]).sum(axis=1)
        beyond = np.maximum(joint, np.minimum(self.sizes.reached(left), alone))
        kept = left >= 0
        return np.where(kept, np.where(joint < about.cap, joint, beyond), alone), kept


def measuring(chosen: Cut, blur: Blur, promise: Asked) -> Callable[[Progress], Measured]:
    """Work that measures every way; everything of the session is read here, not in the worker.

    Raises
    ------
    HierarchyError
        A hierarchy is missing, or misses values of its column.
    """
    held, made = table(chosen), trees(chosen, blur.trees)
    asked = models(chosen, middle(promise), promise.others, promise.ground)
    highest = {name: level for name, level in blur.max_level if name in made and level < made[name].n_levels}
    lost = tuple(given_up(chosen, blur.trees).values())
    roles, already = Roles(chosen.known, chosen.secrets), int(held.suppressed.sum())

    ways_there = prod(n_levels(made, highest))

    def work(told: Progress) -> Measured:
        first = lambda share, _: told(share / 2, f"{int(share * ways_there):,} of {ways_there:,}")  # noqa: E731
        found = anonymizers.whole_lattice(held, roles, made, asked, first, chosen.policies, highest)
        sizes = anonymizers.class_sizes(found.aggregated, lambda share, doing: told((1 + share) / 2, doing))
        return Measured(chosen, blur.trees, promise.others, promise.ground, already, found, sizes, lost)

    return work


def n_levels(made: Mapping[str, Hierarchy], highest: Mapping[str, int]) -> list[int]:
    """Levels that each column may have."""
    return [min(highest.get(name, one.n_levels) + 1, one.n_levels) for name, one in made.items()]


def middle(promise: Asked) -> int:
    """The k around which others are look-ups: 1 for those a slider offers, else the nearest of a coarse grid."""
    step = anonymizers.SPAN // 2
    return 1 if promise.k <= anonymizers.SPAN else step * round(promise.k / step)


def ways(found: Measured, promise: Asked, importance: tuple[tuple[str, float], ...] = ()) -> Ways:
    """Every way from one k and one limit; nothing is measured."""
    weights = {name: weight for name, weight in importance if name in found.columns}
    objective = anonymizers.Objective(anonymizers.Quality(promise.quality), importance=weights)
    seen = found.lattice.at(promise.k, promise.suppression, objective)
    limit = Limits(promise.suppression).rows(found.lattice.n_rows)
    crowd, kept = found.crowd(limit)
    return Ways(
        found.lattice.grid.shape,
        found.lattice.n_rows,
        found.cost(seen.quality, seen.holds, objective),
        found.detail,
        crowd,
        seen.suppressed,
        seen.holds,
        kept,
        seen.best,
    )
