"""Units of work handed to the kernel, rows in parallel, and its winners scored again in double precision."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from privacy_core.linkage.ranges import Ranges, Work
from privacy_core.linkage.truth import Truth
from privacy_core.tables import FloatArray, IntArray

PAIRS_AT_ONCE = 40_000_000
"""Pairs between two looks at whether to stop: some hundredths of a second."""
BEST, SECOND, NON_MATCH = 0, 1, 2
Tick = Callable[[float], object]
"""Called with the share of a level's pairs that are done; may raise."""


@dataclass(frozen=True, eq=False)
class Tops:
    """What the kernel has found so far, rows sorted: values (n, 3) and sorted targets (n, 3).

    The three are `BEST`, `SECOND` and `NON_MATCH`, the best that is not a true pair.
    """

    value: NDArray[np.float32]
    at: IntArray


@dataclass(frozen=True, eq=False)
class Scorer:
    """Two sorted tables as the kernel wants them, and what it has found."""

    order: Ranges
    source: NDArray[np.float32]
    targets: NDArray[np.float32]
    first: IntArray
    true: IntArray
    tops: Tops

    def run(self, work: Work, workers: int, tick: Tick) -> None:
        """Score the units, in any order, on some threads."""
        self.tops.value[work.afresh], self.tops.at[work.afresh] = -np.inf, -1
        for share in in_parallel(self._scan, work, workers):
            tick(share)

    def _scan(self, units: IntArray) -> None:
        kernels().scan(self.source, self.targets, units, self.tops.value, self.tops.at, self.first, self.true)


def scorer(source: FloatArray, target: FloatArray, order: Ranges, truth: Truth | None) -> Scorer:
    """Sort both tables and bring them into the kernel's shape: single precision, components in eights."""
    n, k = source.shape
    wide = max(8, -(-k // 8) * 8)
    rows, columns = np.zeros((n, wide), np.float32), np.zeros((wide, len(target)), np.float32)
    rows[:, :k], columns[:k] = source[order.source], target[order.target].T
    first, true = true_in_order(truth, order.source, order.target)
    tops = Tops(np.full((n, 3), -np.inf, np.float32), np.full((n, 3), -1, np.int64))
    return Scorer(order, rows, columns, first, true, tops)


def true_in_order(truth: Truth | None, source: IntArray, target: IntArray) -> tuple[IntArray, IntArray]:
    """The true pairs when both tables' rows stand in these orders: as `first` and `targets` of a truth."""
    if truth is None:
        return np.zeros(len(source) + 1, np.int64), np.zeros(0, np.int64)
    place = np.empty(len(target), np.int64)
    place[target] = np.arange(len(place))
    moved = truth.only(source)
    return moved.first, place[moved.targets]


def in_parallel(scan: Callable[[IntArray], object], work: Work, workers: int) -> Iterator[float]:
    """Scan parts of some million pairs on some threads; yields the share done after each."""
    parts = _parts(work)
    if workers < 2 or len(parts) < 2:
        for done, part in enumerate(parts, start=1):
            scan(part)
            yield done / len(parts)
        return
    with ThreadPoolExecutor(workers) as pool:
        waiting = [pool.submit(scan, part) for part in parts]
        try:
            for done, future in enumerate(as_completed(waiting), start=1):
                future.result()
                yield done / len(parts)
        finally:
            for future in waiting:
                future.cancel()


def _parts(work: Work) -> list[IntArray]:
    """Cut the units into parts of about `PAIRS_AT_ONCE` pairs; a row's units stay with one thread."""
    if not len(work.units):
        return []
    begin = np.flatnonzero(np.diff(work.units[:, 0], prepend=-1))
    so_far = np.cumsum(np.add.reduceat(work.pairs, begin))
    size = min(PAIRS_AT_ONCE, max(int(so_far[-1]) // 4, 1))
    cuts = begin[np.flatnonzero(np.diff(so_far // size, prepend=0))]
    return [part for part in np.split(work.units, cuts) if len(part)]


@cache
def kernels() -> ModuleType:
    """The compiled kernel, or tiles of a matrix product where Numba is not there."""
    if find_spec("numba") is None:
        from privacy_core.linkage import tiles

        return tiles
    from privacy_core.linkage.kernels import scanning

    return scanning


def products(source: FloatArray, target: FloatArray, rows: IntArray, at: IntArray) -> FloatArray:
    """Dot products of pairs in double precision; -inf where a pair's target is -1."""
    out = np.full(len(rows), -np.inf)
    real = np.flatnonzero(at >= 0)
    for part in np.array_split(real, len(real) // 100_000 + 1):
        out[part] = np.einsum("ij,ij->i", source[rows[part]], target[at[part]])
    return out
