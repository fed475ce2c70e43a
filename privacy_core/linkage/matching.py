"""Whether the best match is the right one: equal candidates share the credit, missed pairs say where they were lost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from privacy_core.linkage.admission import as_rows, block_numbers, vectors
from privacy_core.linkage.ranges import Work, ranges
from privacy_core.linkage.scoring import in_parallel, kernels, products, scorer
from privacy_core.linkage.similarity import TIE, Maxima
from privacy_core.linkage.surface import at_least
from privacy_core.linkage.truth import Truth
from privacy_core.progress import Progress, report, unwatched
from privacy_core.tables import FloatArray, IntArray, frozen


@dataclass(frozen=True, eq=False)
class Ties:
    """The candidates that share a record's first place, and how many of them are right.

    Parameters
    ----------
    size : (n, n_levels) candidates within 1e-6 of the best; 0 without a candidate; 1 may stand unlooked at where
        no true pair is among them
    right : (n, n_levels) share of them that are true
    """

    size: IntArray
    right: FloatArray

    def __post_init__(self) -> None:
        frozen(self.size)
        frozen(self.right)


def ties(
    source: ArrayLike,
    target: ArrayLike,
    blocks_source: ArrayLike,
    blocks_target: ArrayLike,
    maxima: Maxima,
    truth: Truth | None = None,
    *,
    everywhere: bool = False,
    progress: Progress = unwatched,
    workers: int = 2,
) -> Ties:
    """Count who shares first place; where records are alike, which one comes first in the file means nothing.

    Parameters
    ----------
    source, target, blocks_source, blocks_target : as `nested_maxima` had them
    maxima : what it found
    truth : true pairs; None counts only
    everywhere : count for every record; else only where a true pair shares first place, the one case that matters
    workers : threads that share the rows

    Notes
    -----
    A record's share is |argmax ∩ L*| / |argmax|: what a guess among equals gets on average. Where not every
    candidate was looked at, a best one that shares its place with none looked at is right or not by itself; else all
    that are as similar share the credit, for which of them were looked at is chance. Better ones that were not are
    no part of it. Ours.

    Examples
    --------
    >>> from privacy_core.linkage.similarity import nested_maxima
    >>> from privacy_core.linkage.truth import truth_by_position
    >>> alike, one_block = [[1.0, 0.0]] * 10, [[0] * 10]
    >>> best = nested_maxima(alike, alike, one_block, one_block)
    >>> found = ties(alike, alike, one_block, one_block, best, truth_by_position(10))
    >>> found.size.ravel().tolist() == [10] * 10, found.right.mean().round(6)
    (True, np.float64(0.1))
    """
    one, two = vectors(source, target)
    mine, theirs = block_numbers(blocks_source, blocks_target, len(one), len(two))
    size = (maxima.at >= 0).astype(np.int64)
    hits = np.zeros(size.shape) if truth is None else _hits(one, two, (mine, theirs), maxima, truth)
    for level in range(size.shape[1]):
        open_ = np.flatnonzero(maxima.shared[:, level] & (size[:, level] > 0))
        asked = open_ if everywhere or truth is None else open_[hits[open_, level] > 0]
        if len(asked):
            tick = _tick(progress, level, size.shape[1])
            best = maxima.best[asked, level]
            where = one[asked], two, (mine[level, asked], theirs[level])
            size[asked, level] = _counted(*where, best, workers, tick)
            if maxima.lower_bound:
                size[asked, level] -= _counted(*where, best + 2 * TIE, workers, tick)
    return Ties(size, np.divide(hits, size, out=np.zeros(hits.shape), where=size > 0))


def _tick(progress: Progress, level: int, n_levels: int) -> Callable[[float], None]:
    return lambda share: report(progress, (level + share) / n_levels, f"equal candidates, level {level + 1}")


def _hits(
    one: FloatArray, two: FloatArray, blocks: tuple[NDArray[np.int32], NDArray[np.int32]], maxima: Maxima, truth: Truth
) -> FloatArray:
    """How many true targets share first place, per record and level."""
    rows, alike = truth.rows, products(one, two, truth.rows, truth.targets)
    first = truth.within(*blocks) & (np.abs(alike - maxima.best[rows].T) <= TIE)
    if maxima.lower_bound:
        first &= maxima.shared[rows].T | (truth.targets == maxima.at[rows].T)
    return np.array([np.bincount(rows, level, minlength=truth.n) for level in first]).reshape(len(first), truth.n).T


def _counted(
    one: FloatArray,
    two: FloatArray,
    blocks: tuple[NDArray[np.int32], NDArray[np.int32]],
    best: FloatArray,
    workers: int,
    tick: Callable[[float], None],
) -> IntArray:
    """How many targets of a record's block are within 1e-6 of its best, those near that line in double precision."""
    scoring = scorer(one, two, ranges(blocks[0][None], blocks[1][None]), None)
    order, n = scoring.order, len(one)
    doubles = one[order.source], two[order.target]
    edge = best[order.source] - TIE
    slack = 2.0**-22 * np.maximum(_lengths(doubles[0]) * np.max(_lengths(doubles[1]), initial=0), 1)
    lines, found, rows = np.stack([edge, edge + slack, edge - slack], 1), np.zeros(n, np.int64), np.arange(n)
    units = np.stack([rows, rows + 1, order.low[0], order.high[0]], 1)

    def count(part: IntArray) -> None:
        kernels().count(scoring.source, scoring.targets, part, doubles, lines, found)

    for share in in_parallel(count, Work(units, np.zeros(0, np.int64)), workers):
        tick(share)
    back = np.empty(n, np.int64)
    back[order.source] = found
    return back


def _lengths(rows: FloatArray) -> FloatArray:
    return np.asarray(np.sqrt(np.einsum("ij,ij->i", rows, rows)), np.float64)


@dataclass(frozen=True, eq=False)
class TopOne:
    """How often the best match is the right one, at every level and threshold.

    Parameters
    ----------
    tau : (n_thresholds,)
    known : records whose true match is known
    linked : (n_levels, n_thresholds) of those, how many link
    right : (n_levels, n_thresholds) how many of the linked find the right one; equals share the credit
    ordered, credit : (n_levels, known) best similarities descending, and the credit up to each
    """

    tau: FloatArray
    known: int
    linked: IntArray
    right: FloatArray
    ordered: FloatArray
    credit: FloatArray

    def __post_init__(self) -> None:
        for array in (self.tau, self.linked, self.right, self.ordered, self.credit):
            frozen(array)

    @property
    def precision(self) -> FloatArray:
        """(n_levels, n_thresholds) share of linked records that find the right one; NaN where none links."""
        out = np.full(self.right.shape, np.nan)
        return np.asarray(np.divide(self.right, self.linked, out=out, where=self.linked > 0), np.float64)

    @property
    def accuracy(self) -> FloatArray:
        """(n_levels, n_thresholds) share of all records with a known match that link and find the right one."""
        return self.right / self.known

    def at(self, level: int, tau: float) -> tuple[float | None, float]:
        """Precision and accuracy at any threshold; precision is None where none links."""
        linked = int(at_least(self.ordered[level][::-1], tau))
        right = float(self.credit[level, linked - 1]) if linked else 0.0
        return (right / linked if linked else None), right / self.known


def top_one(maxima: Maxima, found: Ties, truth: Truth, tau: FloatArray) -> TopOne | None:
    """Sum the credit of the records that link; None where no true match is known.

    Examples
    --------
    >>> from privacy_core.linkage.similarity import nested_maxima
    >>> from privacy_core.linkage.truth import truth_by_position
    >>> source, target = np.eye(2), np.array([[1.0, 0.0], [0.8, 0.6]])
    >>> blocks, pairs = np.zeros((1, 2), int), truth_by_position(2)
    >>> best = nested_maxima(source, target, blocks, blocks)
    >>> top = top_one(best, ties(source, target, blocks, blocks, best, pairs), pairs, np.array([0.5, 0.9]))
    >>> top.precision.tolist(), top.accuracy.tolist()
    ([[1.0, 1.0]], [[1.0, 0.5]])
    """
    rows = np.flatnonzero(truth.known)
    if not len(rows):
        return None
    best = maxima.best[rows].T
    order = np.argsort(-best, axis=1, kind="stable")
    ordered = np.take_along_axis(best, order, 1)
    credit = np.cumsum(np.take_along_axis(found.right[rows].T, order, 1), axis=1)
    linked = np.array([at_least(one[::-1], tau) for one in ordered]).reshape(len(ordered), len(tau))
    right = np.take_along_axis(np.pad(credit, ((0, 0), (1, 0))), linked, 1)
    return TopOne(tau, len(rows), linked, right, ordered, credit)


@dataclass(frozen=True, eq=False)
class Missed:
    """Where true pairs are lost: split by blocking, or not similar enough; recall is what is left.

    Parameters
    ----------
    tau : (n_thresholds,)
    pairs : number of true pairs
    structural : (n_levels,) share of them that share a block
    recall : (n_levels, n_thresholds) share that share a block and are similar enough
    """

    tau: FloatArray
    pairs: int
    structural: FloatArray
    recall: FloatArray

    def __post_init__(self) -> None:
        for array in (self.tau, self.structural, self.recall):
            frozen(array)

    @property
    def lost_to_blocking(self) -> FloatArray:
        """(n_levels,) share of true pairs in different blocks: no similarity finds them."""
        return 1 - self.structural

    @property
    def lost_to_similarity(self) -> FloatArray:
        """(n_levels, n_thresholds) share of true pairs that share a block and are not similar enough."""
        return self.structural[:, None] - self.recall

    @property
    def within(self) -> FloatArray:
        """(n_levels, n_thresholds) recall within blocks; NaN where there are none."""
        out = np.full(self.recall.shape, np.nan)
        whole = np.broadcast_to(self.structural[:, None], out.shape)
        return np.asarray(np.divide(self.recall, whole, out=out, where=whole > 0), np.float64)


def missed(
    source: ArrayLike,
    target: ArrayLike,
    blocks_source: ArrayLike,
    blocks_target: ArrayLike,
    truth: Truth,
    tau: FloatArray,
) -> Missed | None:
    """Split the true pairs that do not link by why; None where none is known.

    Examples
    --------
    >>> from privacy_core.linkage.truth import truth_by_position
    >>> rows = np.array([[1.0, 0.0], [0.0, 1.0], [0.6, 0.8]])
    >>> lost = missed(rows, rows[:, ::-1], [[0, 1, 1]], [[0, 0, 1]], truth_by_position(3), np.array([0.5]))
    >>> lost.structural.round(3).tolist(), lost.recall.round(3).tolist()
    ([0.667], [[0.333]])
    """
    pairs = len(truth.targets)
    if not pairs:
        return None
    alike = products(as_rows(source), as_rows(target), truth.rows, truth.targets)
    inside = truth.within(np.atleast_2d(np.asarray(blocks_source)), np.atleast_2d(np.asarray(blocks_target)))
    recall = np.array([at_least(np.sort(alike[level]), tau) for level in inside]).reshape(len(inside), len(tau)) / pairs
    return Missed(tau, pairs, inside.mean(axis=1), recall)
