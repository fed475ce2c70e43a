"""The measured lattice, and what it looks like from any k and any suppression limit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

from dashboard.compute.blurring import Asked, Others, models
from dashboard.compute.cutting import Cut, table
from dashboard.compute.hierarchies import given_up, trees
from privacy_core import Blur, Hierarchy, Progress, Roles, TreeSpec, anonymizers

QUALITIES = anonymizers.FILTERED
"""Measures of cost that are look-ups for every way."""


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
    lost: tuple[NDArray[np.float64], ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """The quasi-identifiers."""
        return self.lattice.names

    def reaches(self, k: int) -> bool:
        """Whether this k is a look-up."""
        return self.lattice.description.reaches(k)

    @cached_property
    def detail(self) -> NDArray[np.float64]:
        """Share of the detail each way gives up before anybody is left out."""
        steps = zip(self.lost, self.lattice.levels, strict=True)
        return np.asarray(np.mean([lost[levels] for lost, levels in steps], axis=0))


def measuring(chosen: Cut, blur: Blur, promise: Asked, around: int) -> Callable[[Progress], Measured]:
    """Work that measures every way; everything of the session is read here, not in the worker.

    Parameters
    ----------
    around : the k around which others shall be look-ups, see `middle`

    Raises
    ------
    HierarchyError, ParameterError
        A hierarchy is missing, or misses values of its column; the ground distance cannot be had.
    """
    held, made = table(chosen), trees(chosen, blur.trees)
    asked = models(chosen, replace(promise, k=around))
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
    """The k around which others are look-ups: 1 for those a slider offers, else the nearest of a coarse grid.

    Where memory allows fewer look-ups, the k asked for may lie beyond them, see `Measured.reaches`.
    """
    step = anonymizers.SPAN // 2
    return 1 if promise.k <= anonymizers.SPAN else max(3 * step, step * round(promise.k / step))


def ways(found: Measured, promise: Asked, importance: tuple[tuple[str, float], ...] = ()) -> anonymizers.Ways:
    """Every way from one k and one limit; nothing is measured."""
    weights = {name: weight for name, weight in importance if name in found.columns}
    objective = anonymizers.Objective(anonymizers.Quality(promise.quality), promise.gs, weights)
    return anonymizers.ways(found.lattice, found.sizes, promise.k, promise.suppression, objective)
