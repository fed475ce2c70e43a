"""The user's own releases: the ways one table can be released, uploaded releases, and the work of linking them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from dashboard.compute.blurring import models, promise_of
from dashboard.compute.cutting import Cut, table
from dashboard.compute.hierarchies import trees
from dashboard.compute.trying import METHODS, trial
from privacy_core import (
    Limits,
    Policies,
    Progress,
    Roles,
    Setting,
    Table,
    TableError,
    TreeSpec,
    anonymizers,
    composition,
    report,
)

Publish = Callable[[Progress], composition.Publication]
BINS = (1, 2, 3, 4, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000, 100_000)
SINGLE = 14
"""Up to this many values left each number of them has its own bar."""


@dataclass(frozen=True)
class Way:
    """One way to release the open table.

    Parameters
    ----------
    name : what it is called
    columns : known columns it publishes
    levels : column and level of its hierarchy, for those that are blurred; empty publishes them as loaded
    setting : a pinned setting of `blur` instead
    """

    name: str
    columns: tuple[str, ...]
    levels: tuple[tuple[str, int], ...] = ()
    setting: Setting | None = None


def publisher(chosen: Cut, specs: tuple[TreeSpec, ...], way: Way) -> Publish:
    """Work that makes one release; everything of the session is read here, not in the worker.

    Raises
    ------
    HierarchyError
        A hierarchy is not there.
    """
    held = table(chosen)
    if way.setting is not None:
        return partial(_by_setting, way, chosen.known, _anonymized(chosen, specs, way.setting))
    if not way.levels:
        return lambda told: composition.Publication(way.name, held, way.columns)
    made, levels = trees(chosen, specs), dict(way.levels)
    levels = {name: levels.get(name, 0) for name in way.columns}

    def blur(told: Progress) -> composition.Publication:
        seen = anonymizers.blurred(held, way.columns, made, levels, (), chosen.policies)
        return composition.Publication(way.name, seen.table, way.columns)

    return blur


def _anonymized(chosen: Cut, specs: tuple[TreeSpec, ...], setting: Setting) -> Callable[[Progress], Table | None]:
    if setting.method in METHODS:
        work = trial(chosen, specs, setting)
        return lambda told: work(told).table
    held, made, roles = table(chosen), trees(chosen, specs), Roles(chosen.known, chosen.secrets)
    asked = models(chosen, promise_of(setting))
    at = anonymizers.AtLevels(dict(setting.levels))
    return lambda told: at.anonymize(held, roles, made, asked, Limits(1.0), told, chosen.policies).table


def _by_setting(
    way: Way, known: tuple[str, ...], work: Callable[[Progress], Table | None], told: Progress
) -> composition.Publication:
    made = work(told)
    if made is None:
        raise TableError(f"The setting {way.name!r} has no release: nothing keeps its promise.")
    return composition.Publication(way.name, made, known)


@dataclass(frozen=True, eq=False)
class Own:
    """The user's releases, linked.

    Parameters
    ----------
    found : what is left of the secret
    beliefs : how beliefs move in the classes all releases share; None where they share no grouping, or where a key
        shows that half the rows of a release or more are of people whom all hold, so that they are no independent draws
    crowds : whether crowds that all releases share were counted, for nothing tells their people apart
    """

    found: composition.Linkage
    beliefs: composition.Drift | None
    crowds: bool = False

    @cached_property
    def left(self) -> NDArray[np.int64]:
        """Values left for each person who is in every release; −1 for the others."""
        found = self.found
        return np.where(found.in_all, found.size, -1)[found.of_person]

    @cached_property
    def order(self) -> NDArray[np.int64]:
        """Positions of the people in every release, those with fewest values left first, nothing left last."""
        some = np.flatnonzero(self.left >= 0)
        left = self.left[some]
        return some[np.lexsort((some, left, left == 0))].astype(np.int64)

    @cached_property
    def bars(self) -> list[tuple[int, int, int, int]]:
        """First and last number of values left, people with so many after linking, and before."""
        found, judged = self.found, self.found.judged
        edges = self._edges
        after, before = (
            np.histogram(size[judged], [*edges, edges[-1] + 1], weights=found.weight[judged])[0]
            for size in (found.size, found.before)
        )
        every = zip(edges[:-1], edges[1:], after[:-1], before[:-1], strict=True)
        return [(low, end - 1, int(now), int(then)) for low, end, now, then in every]

    @cached_property
    def _edges(self) -> list[int]:
        judged = self.found.judged
        most = int(max(self.found.before[judged].max(initial=1), self.found.size[judged].max(initial=1)))
        if most <= SINGLE:
            return list(range(1, most + 2))
        return [*(low for low in BINS if low <= most), most + 1]


def linking_ways(
    publishers: Sequence[Publish],
    secret: str,
    person: str | None,
    policies: Policies,
    spelling: composition.Spelling,
) -> Callable[[Progress], Own]:
    """Make several releases of one table and link them row by row, or by the person id."""

    def work(told: Progress) -> Own:
        several = []
        for i, publish in enumerate(publishers):
            report(told, 0.6 * i / len(publishers), f"making release {i + 1} of {len(publishers)}")
            several.append(publish(told))
        if person is not None:
            return Own(composition.link_by_key(several, secret, person, policies, spelling, told), None)
        return Own(composition.link_rows(several, secret, policies, spelling, told), None)

    return work
