"""Less work for a bound: a cap on blocks, one finer level, lists of like targets, a sample of the records.

All but the sample score fewer pairs, and those exactly, so every rate is at most the exact one: a lower bound.
A sample of records is no bound; it comes with an interval.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce

import numpy as np
from numpy.typing import ArrayLike, NDArray

from privacy_core.errors import in_range, whole_number
from privacy_core.intervals import wilson
from privacy_core.linkage.admission import as_rows
from privacy_core.linkage.similarity import TIE, Maxima, nested_maxima
from privacy_core.numbering import grouped
from privacy_core.progress import Progress, unwatched
from privacy_core.tables import Codes, FloatArray, IntArray, frozen

PROBES = 1_000
"""Records whose exact maximum a search is measured against."""
CLOSE = 2e-6
"""A maximum is found when it is this close."""
TRAINED_ON = 20_000


@dataclass(frozen=True, eq=False)
class Searched:
    """Maxima of a search that looks at some candidates, and how many it finds.

    Parameters
    ----------
    maxima : what was found; `lower_bound` is set
    recall : (n_levels,) share of the probes whose exact maximum was found
    probes : records whose exact maximum was computed
    """

    maxima: Maxima
    recall: FloatArray
    probes: int


@dataclass(frozen=True, eq=False)
class Sampled:
    """Maxima of some records drawn at random: unbiased, and no bound.

    Parameters
    ----------
    rows : records drawn
    n : records there are
    maxima : of the rows drawn
    """

    rows: IntArray
    n: int
    maxima: Maxima

    def interval(self, level: int, tau: float, sure: float = 0.95) -> tuple[float, float]:
        """Wilson interval of the rate at a level and threshold, in [0, 1]."""
        hits = int(np.count_nonzero(self.maxima.best[:, level] >= tau - TIE))
        centre, half = wilson(hits, len(self.rows), sure)
        return max(centre - half, 0.0), min(centre + half, 1.0)


def in_value_order(rows: FloatArray, blocks: NDArray[np.int32]) -> IntArray:
    """Rows in an order that their values and blocks decide, so that what is drawn does not depend on the file's."""
    return np.lexsort((*blocks, *rows.T[::-1]))


def subdivided(blocks: Sequence[Codes], by: Sequence[Codes]) -> tuple[Codes, ...]:
    """Put one more level below the finest: its blocks divided by another attribute. Rates keep their order.

    Parameters
    ----------
    blocks : per side (n_levels, n_side)
    by : per side (n_side,) codes of the attribute, at least 0

    Examples
    --------
    >>> one, two = subdivided([np.array([[0, 0]]), np.array([[0, 0]])], [np.array([0, 1]), np.array([1, 1])])
    >>> one.tolist(), two.tolist()
    ([[0, 1], [0, 0]], [[1, 1], [0, 0]])
    """
    ends = np.cumsum([len(codes) for codes in by])
    finest, attribute = np.concatenate([codes[0] for codes in blocks]), np.concatenate(list(by))
    widths = [int(codes.max(initial=-1)) + 1 for codes in (finest, attribute)]
    ids, _ = grouped([finest, attribute], widths, int(ends[-1]))
    parts = np.split(ids, ends[:-1])
    return tuple(np.vstack([part, codes]) for part, codes in zip(parts, blocks, strict=True))


def capped_maxima(
    source: ArrayLike,
    target: ArrayLike,
    blocks_source: ArrayLike,
    blocks_target: ArrayLike,
    cap: int,
    random: np.random.Generator,
    progress: Progress = unwatched,
    workers: int = 2,
) -> Maxima:
    """Look at no more than `cap` targets of a block, drawn at random.

    Parameters
    ----------
    source, target, blocks_source, blocks_target : as in `nested_maxima`
    cap : at least 1
    random : source of randomness; the order of the rows plays no part

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

    return _level_by_level(one, len(kept), progress, any(len(rows) < len(two) for rows in kept))


def _first(block: NDArray[np.int32], place: IntArray, cap: int) -> IntArray:
    """The rows with the first `cap` places of each block."""
    order = np.lexsort((place, block))
    begin = np.flatnonzero(np.diff(block[order], prepend=-1))
    nth = np.arange(len(order)) - np.repeat(begin, np.diff(np.append(begin, len(order))))
    return np.sort(order[nth < cap])


def _level_by_level(one: Callable[[int, Progress], Maxima], n_levels: int, progress: Progress, bound: bool) -> Maxima:
    """Join levels that were searched apart; what a finer one found counts at a coarser one too."""
    levels = [one(level, inside) for level, inside in enumerate(_parts(progress, n_levels))]
    best, at, candidates, second = (
        np.hstack([getattr(found, name) for found in levels]) for name in ("best", "at", "candidates", "second")
    )
    for level in range(1, n_levels):
        lost = best[:, level - 1] > best[:, level]
        for array in (best, at, second):
            array[lost, level] = array[lost, level - 1]
    return Maxima(best, at, candidates, second, bound, n_levels)


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
    progress: Progress = unwatched,
    workers: int = 2,
) -> Searched:
    """Look only into the lists of targets nearest to a record: an inverted file. Measured on exact probes.

    Parameters
    ----------
    source, target : rows of length 1
    blocks_source, blocks_target : as in `nested_maxima`
    random : source of randomness
    lists : how many the targets are put into; None takes the square root of their number
    visits : lists that each record looks into
    progress, workers : as in `nested_maxima`

    Notes
    -----
    Sivic & Zisserman, Video Google, ICCV 2003, for the inverted file; centres by k-means.

    Examples
    --------
    >>> rows = np.random.default_rng(1).normal(size=(400, 4))
    >>> rows /= np.linalg.norm(rows, axis=1)[:, None]
    >>> block = np.zeros((1, 400), int)
    >>> found = listed_maxima(rows, rows, block, block, np.random.default_rng(2), visits=3)
    >>> found.recall.tolist(), found.probes, found.maxima.lower_bound
    ([1.0], 400, True)
    """
    in_range(1, visits=visits, lists=lists)
    one, two = as_rows(source), as_rows(target)
    mine, theirs = np.asarray(blocks_source), np.asarray(blocks_target)
    centres = _centres(two, theirs, lists or max(int(len(two) ** 0.5), 1), random)
    own, nearest = _nearest(two, centres, 1)[:, 0], _nearest(one, centres, min(visits, len(centres)))

    def level_of(level: int, inside: Progress) -> Maxima:
        size = np.bincount(theirs[level], minlength=int(mine[level].max()) + 1)
        ids, several = theirs[level] * np.int64(len(centres)) + own, [len(size) * len(centres)]

        def visit(column: IntArray, part: Progress) -> Maxima:
            both = np.concatenate([mine[level] * np.int64(len(centres)) + column, ids])
            codes, _ = grouped([both], several, len(both))
            of = codes[None, : len(one)], codes[None, len(one) :]
            return nested_maxima(one, two, *of, progress=part, workers=workers)

        found = reduce(_better, map(visit, nearest.T, _parts(inside, nearest.shape[1])))
        return replace(found, candidates=size[mine[level]][:, None])

    found = _level_by_level(level_of, len(mine), progress, True)
    probes = in_value_order(one, mine)[np.sort(random.choice(len(one), min(PROBES, len(one)), replace=False))]
    exact = nested_maxima(one[probes], two, mine[:, probes], theirs, workers=workers)
    hit = (found.best[probes] >= exact.best - CLOSE) | (exact.candidates == 0)
    return Searched(found, frozen(hit.mean(axis=0)), len(probes))


def _better(one: Maxima, two: Maxima) -> Maxima:
    """The better of two searches of different targets, record by record."""
    moved = two.best > one.best
    best, at = np.where(moved, two.best, one.best), np.where(moved, two.at, one.at)
    second = np.maximum(np.minimum(one.best, two.best), np.maximum(one.second, two.second))
    return Maxima(best, at, one.candidates, second, True, one.done)


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
        found[begin : begin + 4096] = np.argsort(far, axis=1, kind="stable")[:, :several]
    return found


def sampled_maxima(
    source: ArrayLike,
    target: ArrayLike,
    blocks_source: ArrayLike,
    blocks_target: ArrayLike,
    size: int,
    random: np.random.Generator,
    progress: Progress = unwatched,
    workers: int = 2,
) -> Sampled:
    """Look at some records only, with all their candidates.

    Parameters
    ----------
    source, target, blocks_source, blocks_target : as in `nested_maxima`
    size : records to draw, at least 1
    random : source of randomness; the order of the rows plays no part

    Examples
    --------
    >>> rows, block = np.eye(8), np.zeros((1, 8), int)
    >>> some = sampled_maxima(rows, rows, block, block, 4, np.random.default_rng(1))
    >>> len(some.rows), [round(end, 3) for end in some.interval(0, 1.0)]
    (4, [0.51, 1.0])
    """
    in_range(1, size=size)
    whole_number(size=size)
    one = as_rows(source)
    drawn = np.sort(random.choice(len(one), min(size, len(one)), replace=False))
    mine = np.asarray(blocks_source)
    rows = np.sort(in_value_order(one, mine)[drawn])
    of = mine[:, rows]
    found = nested_maxima(one[rows], target, of, blocks_target, progress=progress, workers=workers)
    return Sampled(frozen(rows), len(one), found)
