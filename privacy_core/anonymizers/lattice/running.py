"""Runs the compiled walk in slices short enough to be watched and stopped."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from importlib.util import find_spec
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.anonymizers.lattice.grid import Grid
from privacy_core.anonymizers.lattice.kernels.shapes import Aim, Bench, Layout, Notes, Path, Rules, Stock, Wanted
from privacy_core.anonymizers.lattice.packing import Packed
from privacy_core.progress import Progress, report

SLICE = 2_000_000
"""Classes read between two looks at the clock; about a tenth of a second."""


def bench_for(packed: Packed, rules: Rules, span: int | None = None) -> Bench:
    """Room for the kernels to work in; where all nodes are described, classes keep what was found about them."""
    n, values = len(packed.rows), int(max(rules.n_values, default=1))
    models = 0 if span is None else len(rules.kind)
    slots = 1 << max(7, (8 * n // 3).bit_length() + 1)
    return Bench(
        slots=np.zeros(slots, np.int64),
        clock=np.zeros(1, np.int64),
        raised=np.zeros(len(packed.order), np.int64),
        offset=np.zeros(len(packed.order), np.int64),
        key=np.zeros(256, np.int64),
        second=np.zeros(256, np.int64),
        share=np.zeros(values + 1),
        group=np.zeros(max(values, int(rules.number.max(initial=0)), 1) + 1),
        sums=np.zeros(packed.layout["n_leaf"], np.int64),
        even=np.zeros(packed.layout["n_leaf"], np.int64),
        uneven=np.zeros(len(packed.order), np.int64),
        uneven_at=np.zeros(len(packed.order), np.int64),
        judged=np.full((n, models), np.nan),
        veil=np.array([0.0, np.nan]),
        fails=np.zeros(max(n, 256), np.uint8),
        skip=np.zeros(256, np.uint8),
        found=np.zeros(256),
        doubts=np.zeros(2, np.int64),
        by_size=np.zeros(((span or 0) + 1, packed.layout["n_leaf"] + 1), np.int64),
        marginal=np.zeros(int(packed.layout["field"].max()) + 1, np.int64),
    )


def notes_for(grid: Grid, packed: Packed, n_models: int, span: int | None = None) -> Notes:
    """Empty notes to find the best node, or to describe all of them for `span` + 1 values of k."""
    described, n_leaf = (0 if span is None else grid.size), packed.layout["n_leaf"]
    sought, cap = grid.size - described, span or 0
    return Notes(
        suppressed=np.full(sought, -1, np.int64),
        quality=np.full(sought, np.inf),
        best=np.array([np.inf]),
        doubtful=np.zeros(grid.size, np.uint8),
        classes=np.zeros(described, np.int64),
        squares=np.zeros(described, np.int64),
        smallest=np.full(described, 1 << 62, np.int64),
        failing=np.zeros((3, described), np.int64),
        failing_leaves=np.zeros((described, n_leaf), np.int64),
        below=np.zeros((described, cap + 1), np.int64),
        below_leaves=np.zeros((described, cap + 1, n_leaf), np.int64),
        worst=np.full((n_models, described), -np.inf),
    )


@dataclass(frozen=True)
class Budget:
    """When a walk ends before its end: after so many seconds on the clock, or nodes."""

    seconds: float | None = None
    nodes: int | None = None
    started: float = 0.0

    @property
    def slice(self) -> int:
        """Classes to read before looking at the budget: a node's where nodes are counted."""
        return SLICE if self.nodes is None else 1

    def but_one(self, size: int) -> Budget:
        """One node less where not all can be looked at: it is kept for the coarsest, which a walk reaches late."""
        if self.nodes is None or not 1 < self.nodes < size:
            return self
        return replace(self, nodes=self.nodes - 1)

    def spent(self, nodes: int) -> bool:
        """Whether either is used up."""
        late = self.seconds is not None and perf_counter() - self.started >= self.seconds
        return late or (self.nodes is not None and nodes >= self.nodes)


@dataclass(frozen=True)
class Seen:
    """How far a run came: nodes visited, whether it came to its end, and a bound on what it has not seen."""

    visited: int
    finished: bool
    bound: float


@dataclass(frozen=True, eq=False)
class Errand:
    """What a run is for: classes, how they are judged, what is wanted, where notes are taken."""

    packed: Packed
    rules: Rules
    aim: Aim
    wanted: Wanted
    notes: Notes
    bench: Bench

    @property
    def plan(self) -> tuple[Layout, Rules, Aim, Wanted]:
        """The first arguments of every kernel after the rows."""
        return Layout(**self.packed.layout), self.rules, self.aim, self.wanted


def walked(errand: Errand, progress: Progress, budget: Budget, doing: str) -> Seen:
    """Walk the lattice.

    Raises
    ------
    Stopped
        Progress said so.
    """
    from privacy_core.anonymizers.lattice.kernels.walking import walk

    path, rows, bench = _start(errand.packed), *roomy(errand.packed.rows, errand.bench, 3)
    total = int(np.prod(errand.packed.layout["n_levels"]))
    report(progress, 0.0, doing)
    while True:
        depth = walk(rows, *errand.plan, path, errand.notes, bench, budget.slice)
        visited = int(path.where[2])
        if depth < 0 or budget.spent(visited):
            return Seen(visited, depth < 0, float(errand.aim.bound[0]))
        if path.where[3]:
            (rows, bench), path.where[3] = roomy(rows, bench, 2), 0
        report(progress, min(visited / total, 1.0), doing)


def searched(
    errand: Errand, tags: bool, closed: NDArray[np.bool_], progress: Progress, budget: Budget, doing: str
) -> Seen:
    """Search best first, leaving out closed nodes.

    Raises
    ------
    Stopped
        Progress said so.
    """
    from privacy_core.anonymizers.lattice.kernels.searching import search

    stock, (rows, bench) = _stock(errand, tags, closed), roomy(errand.packed.rows, errand.bench, _times(errand.packed))
    report(progress, 0.0, doing)
    while True:
        done = search(rows, *errand.plan, stock, errand.notes, bench, budget.slice)
        visited = int(stock.where[2])
        if done or budget.spent(visited):
            next_node = stock.order[min(int(stock.where[0]), len(stock.order) - 1)]
            return Seen(visited, bool(done), float(errand.aim.bound[next_node]))
        report(progress, float(stock.where[0]) / len(stock.order), doing)


TABLES, TABLE_WORDS = 1500, 1 << 25
"""Most tables a search keeps at hand, and their words (256 MiB)."""


def _times(packed: Packed) -> int:
    """How many tables as large as the original there is room for."""
    return max(6, min(TABLES, TABLE_WORDS // max(packed.rows.size, 1)))


def _stock(errand: Errand, tags: bool, closed: NDArray[np.bool_]) -> Stock:
    size, columns = len(errand.aim.bound), len(errand.packed.order)
    at, n = np.zeros(TABLES, np.int64), np.zeros(TABLES, np.int64)
    n[0] = len(errand.packed.rows)
    deep = int((errand.packed.layout["n_levels"] - 1).sum()) + 2
    return Stock(
        order=np.argsort(errand.aim.bound, kind="stable"),
        closed=closed.astype(np.uint8),
        opens=np.zeros(size, np.uint8),
        levels=np.zeros((TABLES, columns), np.int64),
        at=at,
        n=n,
        level=np.zeros(columns, np.int64),
        odometer=np.zeros(columns, np.int64),
        path=np.zeros(deep, np.int64),
        where=np.array([0, 1, 0, 0, 0], np.int64),
        tags=int(tags),
    )


def roomy(rows: NDArray[Any], bench: Bench, times: int) -> tuple[NDArray[Any], Bench]:
    """The same rows and what stands beside them with more room behind, which costs no memory until it is used."""
    return _room(rows, times), bench._replace(judged=_room(bench.judged, times))


def _room(rows: NDArray[Any], times: int) -> NDArray[Any]:
    larger = np.empty((times * len(rows) + 64, rows.shape[1]), rows.dtype)
    larger[: len(rows)] = rows
    return larger


def _start(packed: Packed) -> Path:
    deep = int((packed.layout["n_levels"] - 1).sum()) + 2
    columns = len(packed.order)
    at, n, coming, raised = (np.zeros(deep, np.int64) for _ in range(4))
    n[0], raised[0] = len(packed.rows), -1
    return Path(np.zeros(columns, np.int64), at, n, coming, raised, np.array([0, 1, 0, 0], np.int64))


@cache
def compiled() -> bool:
    """Whether Numba is there."""
    return find_spec("numba") is not None
