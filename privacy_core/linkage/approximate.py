"""Less work for a bound: no more than so many targets of a block, or lists of targets that are alike.

Both score fewer pairs, and those exactly, so every rate is at most the exact one: a lower bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from privacy_core.errors import in_range, whole_number
from privacy_core.linkage.admission import as_rows, block_numbers, vectors
from privacy_core.linkage.ranges import Ranges, Work, by_value
from privacy_core.linkage.scoring import Scorer, products, scorer
from privacy_core.linkage.similarity import NOISE, Maxima, OnLevel, Partial, nested_maxima
from privacy_core.progress import Progress, Stopped, report, unwatched
from privacy_core.tables import FloatArray, IntArray

WORTH_LISTING = 2 * 10**10
"""Pairs that share a block up to which looking at all of them takes no longer than lists, as measured."""
TRAINED_ON = 20_000
"""Targets that say where the centres of lists lie; more are sampled."""


def in_value_order(rows: FloatArray, blocks: NDArray[np.int32]) -> IntArray:
    """Rows in an order that their values and blocks decide, so that what is drawn does not depend on the file's."""
    return np.lexsort((*blocks, *rows.T[::-1]))


def capped_maxima(
    source: ArrayLike,
    target: ArrayLike,
    blocks_source: ArrayLike,
    blocks_target: ArrayLike,
    cap: int,
    random: np.random.Generator,
    *,
    progress: Progress = unwatched,
    workers: int = 2,
    on_level: OnLevel | None = None,
    nested: bool = True,
) -> Maxima:
    """Look at no more than `cap` targets of a block, drawn at random.

    Parameters
    ----------
    source, target, blocks_source, blocks_target : as in `nested_maxima`
    cap : at least 1
    random : source of randomness; the order of the rows plays no part
    progress, workers, on_level, nested : as in `nested_maxima`

    Raises
    ------
    Partial
        Stopped; it holds the levels that were done.

    Examples
    --------
    >>> rows, block = np.eye(4), np.zeros((1, 4), int)
    >>> found = capped_maxima(rows, rows, block, block, 2, np.random.default_rng(1))
    >>> int((found.best == 1).sum()), found.lower_bound
    (2, True)
    """
    in_range(1, cap=cap)
    whole_number(cap=cap)
    two = as_rows(target)
    place = np.empty(len(two), np.int64)
    place[in_value_order(two, np.asarray(blocks_target))] = random.permutation(len(two))
    kept = [_first(codes, place, cap) for codes in np.asarray(blocks_target)]

    def one(level: int, inside: Progress) -> Maxima:
        mine, theirs = np.asarray(blocks_source)[level], np.asarray(blocks_target)[level]
        rows = kept[level]
        found = nested_maxima(source, two[rows], mine[None], theirs[None, rows], progress=inside, workers=workers)
        at = np.where(found.at >= 0, np.append(rows, -1)[found.at], -1)
        size = np.bincount(theirs, minlength=int(mine.max(initial=-1)) + 1)
        return replace(found, at=at, candidates=size[mine][:, None])

    bound = any(len(rows) < len(two) for rows in kept)
    return _level_by_level(one, len(kept), bound, progress, on_level, nested)


def _first(block: NDArray[np.int32], place: IntArray, cap: int) -> IntArray:
    """The rows with the first `cap` places of each block."""
    order = np.lexsort((place, block))
    begin = np.flatnonzero(np.diff(block[order], prepend=-1))
    nth = np.arange(len(order)) - np.repeat(begin, np.diff(np.append(begin, len(order))))
    return np.sort(order[nth < cap])


def _level_by_level(
    one: Callable[[int, Progress], Maxima],
    n_levels: int,
    bound: bool,
    progress: Progress,
    on_level: OnLevel | None,
    nested: bool,
) -> Maxima:
    """Join levels that are searched apart; where they are nested, what a finer one found counts at a coarser one."""
    levels: list[Maxima] = []
    try:
        for level, inside in enumerate(_parts(progress, n_levels)):
            found = one(level, inside)
            levels.append(_at_least_as_good(found, levels[-1]) if levels and nested else found)
            if on_level is not None:
                on_level(level, levels[-1].best[:, 0])
    except Stopped:
        if not levels:
            raise
        raise Partial(_joined(levels, n_levels, True)) from None
    return _joined(levels, n_levels, bound)


def _at_least_as_good(found: Maxima, finer: Maxima) -> Maxima:
    """One level, with what a finer one found where that is better."""
    lost = finer.best > found.best
    best, at, second = (np.where(lost, getattr(finer, name), getattr(found, name)) for name in ("best", "at", "second"))
    return replace(found, best=best, at=at, second=second)


def _joined(levels: list[Maxima], n_levels: int, bound: bool) -> Maxima:
    """Levels side by side; the last stands for those that were not done."""
    every = [*levels, *[levels[-1]] * (n_levels - len(levels))]
    best, at, candidates, second = (
        np.hstack([getattr(found, name) for found in every]) for name in ("best", "at", "candidates", "second")
    )
    return Maxima(best, at, candidates, second, bound, len(levels))


def _parts(progress: Progress, n: int) -> Iterator[Progress]:
    for nth in range(n):
        yield lambda share, _, nth=nth: progress((nth + share) / n, f"part {nth + 1} of {n}")  # type: ignore[misc]


def listed_maxima(
    source: ArrayLike,
    target: ArrayLike,
    blocks_source: ArrayLike,
    blocks_target: ArrayLike,
    random: np.random.Generator,
    lists: int | None = None,
    visits: int = 16,
    *,
    progress: Progress = unwatched,
    workers: int = 2,
    on_level: OnLevel | None = None,
    nested: bool = True,
) -> Maxima:
    """Look only into the lists of targets nearest to a record: an inverted file.

    It spares work from some twenty thousand million pairs on; below, `nested_maxima` takes no longer.

    Parameters
    ----------
    source, target : rows of length 1
    blocks_source, blocks_target : as in `nested_maxima`
    random : source of randomness
    lists : how many the targets are put into; None takes the square root of their number
    visits : lists that each record looks into
    progress, workers, on_level, nested : as in `nested_maxima`

    Raises
    ------
    Partial
        Stopped; it holds the levels that were done.

    Notes
    -----
    Sivic & Zisserman, Video Google, ICCV 2003, for the inverted file; centres by k-means.

    Examples
    --------
    >>> rows = np.random.default_rng(1).normal(size=(400, 4))
    >>> rows /= np.linalg.norm(rows, axis=1)[:, None]
    >>> block = np.zeros((1, 400), int)
    >>> found = listed_maxima(rows, rows, block, block, np.random.default_rng(2), visits=3)
    >>> bool((found.best > 1 - 1e-6).all()), found.lower_bound                # every row finds itself
    (True, True)
    """
    in_range(1, visits=visits, lists=lists)
    one, two = vectors(source, target)
    mine, theirs = block_numbers(blocks_source, blocks_target, len(one), len(two))
    centres = _centres(two, theirs, lists or max(int(len(two) ** 0.5), 1), random)
    own, nearest = _nearest(two, centres, 1)[:, 0], _nearest(one, centres, min(visits, len(centres)))
    among, of = by_value(two), np.int64(len(centres))

    def level_of(level: int, inside: Progress) -> Maxima:
        block, parts = mine[level].astype(np.int64), theirs[level] * of + own
        by_source, by_target = np.lexsort((nearest[:, 0], block)), np.lexsort((among, parts))
        parts, block = parts[by_target], block[by_source]
        low, high = np.searchsorted(parts, block * of), np.searchsorted(parts, (block + 1) * of)
        scoring = scorer(
            one, two, Ranges(by_source, by_target, low[None], high[None], np.ones((1, len(one)), bool)), None
        )
        visited = _visited(parts, block[:, None] * of + nearest[by_source])
        scoring.run(visited, workers, lambda share: report(inside, share, f"level {level + 1}"))
        return _winners(scoring, one, two)

    return _level_by_level(level_of, len(mine), True, progress, on_level, nested)


def _visited(parts: IntArray, asked: IntArray) -> Work:
    """Each sorted record against the stretches of sorted targets that it looks into."""
    rows = np.repeat(np.arange(len(asked)), asked.shape[1])
    low, high = (np.searchsorted(parts, asked.ravel(), side) for side in ("left", "right"))
    units = np.stack([rows, rows + 1, low, high], axis=1)
    return Work(np.ascontiguousarray(units[high > low]), np.zeros(0, np.int64))


def _winners(scoring: Scorer, one: FloatArray, two: FloatArray) -> Maxima:
    """One level as the kernel found it, its two best scored again in double precision."""
    order, n = scoring.order, len(one)
    at, score = np.full((n, 2), -1), np.full((n, 2), -np.inf)
    at[order.source] = np.append(order.target, -1)[scoring.tops.at[:, :2]]
    for which in (0, 1):
        score[:, which] = products(one, two, np.arange(n), at[:, which])
    candidates = np.empty(n, np.int64)
    candidates[order.source] = order.high[0] - order.low[0]
    first = np.where(score[:, 1] > score[:, 0] + NOISE, at[:, 1], at[:, 0])
    return Maxima(score.max(1)[:, None], first[:, None], candidates[:, None], score.min(1)[:, None], True, 1)


def _centres(rows: FloatArray, blocks: NDArray[np.int32], several: int, random: np.random.Generator) -> FloatArray:
    from sklearn.cluster import MiniBatchKMeans

    order = in_value_order(rows, blocks)
    some = rows[order[np.sort(random.choice(len(rows), min(TRAINED_ON, len(rows)), replace=False))]]
    several = min(several, len(np.unique(some, axis=0)))
    fitted = MiniBatchKMeans(several, n_init=1, max_iter=10, random_state=int(random.integers(2**31))).fit(some)
    return as_rows(fitted.cluster_centers_)


def _nearest(rows: FloatArray, centres: FloatArray, several: int) -> IntArray:
    """The nearest centres of each row, nearest first."""
    half = (centres**2).sum(1) / 2
    found = np.empty((len(rows), several), np.int64)
    for begin in range(0, len(rows), 4096):
        far = half - rows[begin : begin + 4096] @ centres.T
        some = np.argpartition(far, several - 1, axis=1)[:, :several]
        order = np.argsort(np.take_along_axis(far, some, 1), axis=1, kind="stable")
        found[begin : begin + 4096] = np.take_along_axis(some, order, 1)
    return found
