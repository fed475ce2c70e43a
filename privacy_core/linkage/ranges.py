"""Both tables sorted so that each block is one stretch of rows at every level, and the work that leaves to do."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from privacy_core.tables import FloatArray, IntArray

ROWS_AT_ONCE = 256
"""Most source rows of a unit of work."""
MIXER = np.uint64(0x9E3779B97F4A7C15)
"""An odd number whose powers spread values over all 64 bits."""
WORTH_SKIPPING = 32
"""Source rows from which on a finer block's targets, already scored, are left out; fewer are scored again."""


@dataclass(frozen=True, eq=False)
class Ranges:
    """Two tables in an order in which every block is one stretch, at every level.

    Parameters
    ----------
    source, target : order of the rows: position in the sorted table → row
    low, high : (n_levels, n) stretch of sorted targets that each sorted source row may meet
    starts : (n_levels, n) bool, where a sorted source row begins another block
    """

    source: IntArray
    target: IntArray
    low: IntArray
    high: IntArray
    starts: NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Work:
    """What one level leaves to score: sorted rows against stretches of sorted targets.

    Parameters
    ----------
    units : (n_units, 4) rows from, to; targets from, to
    afresh : sorted rows whose targets are all scored again, so that what they had is dropped
    """

    units: IntArray
    afresh: IntArray

    @property
    def pairs(self) -> IntArray:
        """Pairs of each unit."""
        return (self.units[:, 1] - self.units[:, 0]) * (self.units[:, 3] - self.units[:, 2])


def by_value(rows: FloatArray) -> NDArray[np.uint64]:
    """A number of each row that its values decide, to nine decimals, and its place does not.

    Examples
    --------
    >>> one, two, three = by_value(np.array([[0.1, 0.2], [0.2, 0.1], [0.1, 0.2 + 1e-12]]))
    >>> bool(one == two), bool(one == three)
    (False, True)
    """
    word = np.zeros(len(rows), np.uint64)
    for column in rows.T:
        word = word * MIXER + np.rint(np.clip(column, -1e9, 1e9) * 1e9).astype(np.int64).view(np.uint64)
    return word


def ranges(source: ArrayLike, target: ArrayLike, among: NDArray[np.uint64] | None = None) -> Ranges:
    """Sort two tables by their block ids, coarsest level first.

    Parameters
    ----------
    source, target : (n_levels, n_side) block ids, finest level first, nested
    among : (m,) what the targets of one block are sorted by; their own order where None

    Examples
    --------
    >>> found = ranges([[0, 1, 1], [0, 0, 0]], [[0, 0, 1], [0, 0, 0]])
    >>> found.low.tolist(), found.high.tolist()
    ([[0, 2, 2], [0, 0, 0]], [[2, 3, 3], [3, 3, 3]])
    """
    one, two = np.asarray(source, np.int64), np.asarray(target, np.int64)
    place = _ranked(np.concatenate([one, two], axis=1))
    n = one.shape[1]
    by_source = np.argsort(place[:n], kind="stable")
    by_target = np.lexsort((place[n:],) if among is None else (among, place[n:]))
    ids, others = one[:, by_source], two[:, by_target]
    low, high, starts = np.empty_like(ids), np.empty_like(ids), np.ones(ids.shape, bool)
    for level, (mine, theirs) in enumerate(zip(ids, others, strict=True)):
        starts[level, 1:] = mine[1:] != mine[:-1]
        low[level], high[level] = _stretches(mine, theirs)
    return Ranges(by_source, by_target, low, high, starts)


def _ranked(ids: IntArray) -> IntArray:
    """Place of each row's finest block when blocks are sorted by their coarsest id first."""
    _, one_of, block = np.unique(ids[0], return_index=True, return_inverse=True)
    rank = np.empty(len(one_of), np.int64)
    rank[np.lexsort(ids[:, one_of])] = np.arange(len(one_of))
    return rank[block.ravel()]


def _stretches(mine: IntArray, theirs: IntArray) -> tuple[IntArray, IntArray]:
    """Per row of `mine`, from where to where `theirs` has its id; every id is one stretch of both."""
    most = int(max(mine.max(initial=-1), theirs.max(initial=-1))) + 1
    first, size = np.zeros(most, np.int64), np.bincount(theirs, minlength=most)
    turns = np.flatnonzero(np.diff(theirs, prepend=-1))
    first[theirs[turns]] = turns
    return first[mine], first[mine] + size[mine]


def work(found: Ranges, level: int) -> Work:
    """List what a level adds to the level before it; a large finer block's own targets are left out.

    Examples
    --------
    >>> found = ranges([[0, 1, 1], [0, 0, 0]], [[0, 0, 1], [0, 0, 0]])
    >>> work(found, 1).units.tolist()                   # three rows are fewer than it is worth
    [[0, 3, 0, 3]]
    """
    n = len(found.source)
    if not n:
        return Work(np.zeros((0, 4), np.int64), np.zeros(0, np.int64))
    cuts, skips = _cuts(found, level)
    rows = np.concatenate([cuts, _pieces(cuts, n)])
    rows.sort()
    until = np.append(rows[1:], n)
    skipped = skips[np.searchsorted(cuts, rows, "right") - 1]
    low, high = found.low[level, rows], found.high[level, rows]
    fine = np.maximum(level - 1, 0)
    inner = np.where(skipped, found.low[fine, rows], high)
    outer = np.where(skipped, found.high[fine, rows], high)
    units = np.concatenate([np.stack([rows, until, low, inner], 1), np.stack([rows, until, outer, high], 1)])
    units = units[units[:, 3] > units[:, 2]]
    again = np.repeat(~skipped, until - rows)
    return Work(units[np.argsort(units[:, 0], kind="stable")], np.flatnonzero(again))


def _cuts(found: Ranges, level: int) -> tuple[IntArray, NDArray[np.bool_]]:
    """Return where stretches of rows begin that share a target range, and whether each is one large finer block."""
    n = len(found.source)
    whole = np.flatnonzero(found.starts[level])
    if level == 0:
        return whole, np.zeros(len(whole), bool)
    fine = np.flatnonzero(found.starts[level - 1])
    ends = np.append(fine[1:], n)
    large = ends - fine >= WORTH_SKIPPING
    cuts = np.unique(np.concatenate([whole, fine[large], ends[large]]))
    cuts = cuts[cuts < n]
    return cuts, np.isin(cuts, fine[large])


def _pieces(cuts: IntArray, n: int) -> IntArray:
    """Further cuts, so that no stretch is longer than `ROWS_AT_ONCE`."""
    more = (np.append(cuts[1:], n) - cuts - 1) // ROWS_AT_ONCE
    nth = np.arange(more.sum()) - np.repeat(np.cumsum(more) - more, more) + 1
    return np.asarray(np.repeat(cuts, more) + nth * ROWS_AT_ONCE, np.int64)
