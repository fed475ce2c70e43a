"""The best match of every source record under all nested blockings, each pair scored about once.

Cosine where rows have length 1, a dot product otherwise. Scores are found in single precision and the
winners scored again in double. Two ways lead to the same figures: `nested_maxima`, which sorts the tables so
that a block is a stretch of rows, and `masked_maxima`, which fills the whole matrix and masks it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from privacy_core.linkage.admission import as_rows, block_numbers, vectors
from privacy_core.linkage.projection import directions
from privacy_core.linkage.ranges import by_value, ranges, work
from privacy_core.linkage.scoring import BEST, NON_MATCH, SECOND, Scorer, products, scorer
from privacy_core.linkage.truth import Truth
from privacy_core.progress import Progress, Stopped, report, unwatched
from privacy_core.tables import FloatArray, IntArray, frozen

TIE = 1e-6
"""Similarities this close are equal; a threshold is reached this far below it."""

NOISE = 1e-12
"""Similarities this close may differ by rounding alone, which must not choose between two candidates."""


@dataclass(frozen=True, eq=False)
class Maxima:
    """The best candidate of each source record at each level, finest level first.

    Parameters
    ----------
    best : (n, n_levels) its similarity; -inf without a candidate
    at : (n, n_levels) its row in the target, among equals one that the values decide; -1 without one
    second : (n, n_levels) the similarity of the next best
    candidates : (n, n_levels) how many targets share the record's block
    lower_bound : not every candidate was looked at
    done : levels that were looked at; the rest repeat the last of them
    """

    best: FloatArray
    at: IntArray
    candidates: IntArray
    second: FloatArray
    lower_bound: bool = False
    done: int = 0

    def __post_init__(self) -> None:
        for array in (self.best, self.at, self.candidates, self.second):
            frozen(array)

    @property
    def shared(self) -> NDArray[np.bool_]:
        """(n, n_levels) whether the next best is as good as the best, within 1e-6."""
        return np.asarray(self.second >= self.best - TIE)


class Partial(Stopped):
    """Stopped between two levels: `maxima` bounds every level from below by those that were done."""

    def __init__(self, maxima: Maxima) -> None:
        self.maxima = maxima
        super().__init__(f"stopped after {maxima.done} of {maxima.best.shape[1]} levels")


OnLevel = Callable[[int, FloatArray], object]
"""Called when a level is done, with its place and each record's best similarity at it."""


def nested_maxima(
    source: ArrayLike,
    target: ArrayLike,
    blocks_source: ArrayLike,
    blocks_target: ArrayLike,
    *,
    truth: Truth | None = None,
    progress: Progress = unwatched,
    workers: int = 2,
    on_level: OnLevel | None = None,
    nested: bool = True,
) -> Maxima:
    """Find each source record's most similar candidate at every level, finest first.

    Parameters
    ----------
    source, target : (n, k) and (m, k) rows; of length 1 for cosine
    blocks_source, blocks_target : (n_levels, n) and (n_levels, m) block ids, numbers or texts, finest level first
    truth : pairs to leave out, for the best of those that are no match
    workers : threads that share the rows; the result does not depend on it
    on_level : told each level as it is done: a lower bound for the coarser ones
    nested : False where a coarser level separates what a finer one joins; then each level stands alone

    Raises
    ------
    Partial
        Stopped; it holds what was found.
    LinkageError
        Vectors or blocks that do not fit each other, or levels that are not nested.

    Notes
    -----
    Khvatov & Neyman, arXiv 2602.11015, section 4.1 (the maximum in the rate) and theorem 4.4 (nested levels).

    Examples
    --------
    >>> found = nested_maxima([[1, 0], [0, 1]], [[1, 0], [0, -1]], [[0, 1], [0, 0]], [[0, 1], [0, 0]])
    >>> found.best.tolist(), found.at.tolist()
    ([[1.0, 1.0], [-1.0, 0.0]], [[0, 0], [1, 0]])
    """
    how = _How(progress, workers, on_level, nested, truth is not None)
    every, wrong = _maxima(source, target, blocks_source, blocks_target, truth, how)
    return wrong or every


def maxima_and_non_matches(
    source: ArrayLike,
    target: ArrayLike,
    blocks_source: ArrayLike,
    blocks_target: ArrayLike,
    truth: Truth,
    *,
    progress: Progress = unwatched,
    workers: int = 2,
    on_level: OnLevel | None = None,
    nested: bool = True,
) -> tuple[Maxima, Maxima]:
    """`nested_maxima` of all pairs, and of those that are no match, from one pass.

    Parameters
    ----------
    truth : which pairs are a match; the other parameters as in `nested_maxima`

    Examples
    --------
    >>> from privacy_core.linkage.truth import truth_by_position
    >>> rows, blocks = [[1, 0], [0, 1]], [[0, 0]]
    >>> every, wrong = maxima_and_non_matches(rows, rows, blocks, blocks, truth_by_position(2))
    >>> every.best.ravel().tolist(), wrong.best.ravel().tolist()
    ([1.0, 1.0], [0.0, 0.0])
    """
    how = _How(progress, workers, on_level, nested, False)
    every, wrong = _maxima(source, target, blocks_source, blocks_target, truth, how)
    return every, wrong or every


@dataclass(frozen=True)
class _How:
    progress: Progress
    workers: int
    on_level: OnLevel | None
    nested: bool
    apart: bool


def _maxima(
    source: ArrayLike, target: ArrayLike, mine: ArrayLike, theirs: ArrayLike, truth: Truth | None, how: _How
) -> tuple[Maxima, Maxima | None]:
    one, two = vectors(source, target)
    blocks = block_numbers(mine, theirs, len(one), len(two), how.nested)
    n_levels, done = len(blocks[0]), 0
    every, wrong = _Found(one, two, n_levels, how.nested), _Found(one, two, n_levels, how.nested)
    try:
        for level, (scoring, at) in enumerate(_levels(one, two, blocks, truth, how.nested)):
            scoring.run(work(scoring.order, at), how.workers, _tick(how.progress, level, n_levels))
            every.take(scoring, level, at, (BEST, SECOND))
            if truth is not None:
                wrong.take(scoring, level, at, (NON_MATCH,))
            done = level + 1
            if how.on_level is not None:
                how.on_level(level, every.best[level])
    except Stopped:
        raise Partial((wrong if how.apart else every).maxima(done)) from None
    return every.maxima(done), None if truth is None else wrong.maxima(done)


def _levels(
    one: FloatArray, two: FloatArray, blocks: tuple[NDArray[Any], NDArray[Any]], truth: Truth | None, nested: bool
) -> Iterator[tuple[Scorer, int]]:
    """Yield the scorer of each level and the level's place in it: one sort for all of them where they are nested."""
    mine, theirs = blocks
    among = by_value(two)
    if nested and len(mine):
        scoring = scorer(one, two, ranges(mine, theirs, among), truth)
        yield from ((scoring, level) for level in range(len(mine)))
        return
    for level in range(len(mine)):
        yield scorer(one, two, ranges(mine[level : level + 1], theirs[level : level + 1], among), truth), 0


def _tick(progress: Progress, level: int, n_levels: int) -> Callable[[float], None]:
    return lambda share: report(progress, (level + share) / n_levels, f"level {level + 1} of {n_levels}")


class _Found:
    """Winners so far, one row of arrays a level, in the order of the tables."""

    def __init__(self, source: FloatArray, target: FloatArray, n_levels: int, nested: bool) -> None:
        self.source, self.target, self.nested = source, target, nested
        self.best, self.second = (np.full((n_levels, len(source)), -np.inf) for _ in range(2))
        self.at = np.full((n_levels, len(source)), -1)
        self.next = np.full((n_levels, len(source)), -1)
        self.candidates = np.zeros((n_levels, len(source)), np.int64)

    def take(self, scoring: Scorer, level: int, place: int, which: tuple[int, ...]) -> None:
        """Score the kernel's winners of a level again, and keep what the level before had better."""
        order = scoring.order
        self.candidates[level, order.source] = order.high[place] - order.low[place]
        kept = ((self.best, self.at), (self.second, self.next))
        for place_of, (value, at) in zip(which, kept, strict=False):
            found = scoring.tops.at[:, place_of]
            at[level, order.source] = np.where(found >= 0, order.target[found] if len(order.target) else -1, -1)
            self._score(value, at, level)
        _swap(self.at[level], self.next[level], np.flatnonzero(self.second[level] > self.best[level] + NOISE))
        _swap(self.best[level], self.second[level], np.flatnonzero(self.second[level] > self.best[level]))
        if level and self.nested:
            lost = np.flatnonzero(self.best[level - 1] > self.best[level] + NOISE)
            for array in (self.best, self.at, self.second, self.next):
                array[level, lost] = array[level - 1, lost]
            np.maximum(self.best[level], self.best[level - 1], out=self.best[level])

    def _score(self, value: FloatArray, at: IntArray, level: int) -> None:
        changed = np.arange(at.shape[1]) if not level else np.flatnonzero(at[level] != at[level - 1])
        value[level] = value[level - 1]
        value[level, changed] = products(self.source, self.target, changed, at[level, changed])

    def maxima(self, done: int) -> Maxima:
        """Everything found; levels that were not done repeat the last that was."""
        for array in (self.best, self.at, self.second) if 0 < done < len(self.best) else ():
            array[done:] = array[done - 1]
        best, second = np.ascontiguousarray(self.best.T), np.ascontiguousarray(self.second.T)
        at, candidates = np.ascontiguousarray(self.at.T), np.ascontiguousarray(self.candidates.T)
        return Maxima(best, at, candidates, second, done < len(self.best), done)


def _swap(one: NDArray[Any], two: NDArray[Any], rows: IntArray) -> None:
    one[rows], two[rows] = two[rows], one[rows]


def cosine_maxima(
    source: ArrayLike,
    target: ArrayLike,
    blocks_source: ArrayLike,
    blocks_target: ArrayLike,
    *,
    truth: Truth | None = None,
    nested: bool = True,
) -> Maxima:
    """`nested_maxima` of vectors of any length, by the angle between them.

    Parameters
    ----------
    source, target : (n, k) and (m, k) latent vectors, measured from the origin; one without length is similar to none
    blocks_source, blocks_target, truth, nested : as in `nested_maxima`

    Examples
    --------
    >>> found = cosine_maxima([[1, 0], [0, 1], [3, 4]], [[1, 0], [1, 1], [0, -2]], [[0, 0, 0]], [[0, 0, 0]])
    >>> found.best.ravel().round(7).tolist(), found.at.ravel().tolist()
    ([1.0, 0.7071068, 0.9899495], [0, 1, 1])
    """
    one, two = vectors(source, target)
    rows = max(len(one) + len(two), 1)
    rms = float(np.sqrt((np.vdot(one, one) + np.vdot(two, two)) / rows))
    unit = [directions(side, rms).exact for side in (one, two)]
    return nested_maxima(unit[0], unit[1], blocks_source, blocks_target, truth=truth, nested=nested)


def masked_maxima(
    source: ArrayLike, target: ArrayLike, blocks_source: ArrayLike, blocks_target: ArrayLike, truth: Truth | None = None
) -> Maxima:
    """As `nested_maxima`, by the whole matrix in double precision, the first of equals; for small tables and checks.

    Parameters
    ----------
    source, target, blocks_source, blocks_target, truth : as in `nested_maxima`

    Examples
    --------
    >>> masked_maxima([[1, 0], [0, 1]], [[1, 0], [0, -1]], [[0, 1]], [[0, 1]]).best.ravel().tolist()
    [1.0, -1.0]
    """
    scores = as_rows(source) @ as_rows(target).T
    if truth is not None:
        scores[truth.rows, truth.targets] = -np.inf
    pairs = zip(np.atleast_2d(np.asarray(blocks_source)), np.atleast_2d(np.asarray(blocks_target)), strict=True)
    levels = [_masked(scores, mine, theirs) for mine, theirs in pairs]
    best, at, candidates, second = (np.stack(arrays, axis=1) for arrays in zip(*levels, strict=True))
    return Maxima(best, at, candidates, second, done=len(levels))


def _masked(scores: FloatArray, mine: IntArray, theirs: IntArray) -> tuple[FloatArray, IntArray, IntArray, FloatArray]:
    alike = mine[:, None] == theirs[None, :]
    padded = np.pad(np.where(alike, scores, -np.inf), ((0, 0), (0, 2)), constant_values=-np.inf)
    at, (second, best) = padded.argmax(1), np.sort(padded, axis=1)[:, -2:].T
    return best, np.where(best > -np.inf, at, -1), alike.sum(1), second
