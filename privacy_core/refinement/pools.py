"""Pools: two boxes give up rows they can do without, which together make a new box finer than both."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from privacy_core.refinement.boxes import Boxes
from privacy_core.refinement.cover import Cover
from privacy_core.refinement.joins import Targets, finest, leave, targets
from privacy_core.tables import IntArray


@dataclass(frozen=True, eq=False)
class Pool:
    """Two boxes and the rows each gives to a new one.

    Parameters
    ----------
    given : by number of the box, the rows it gives, at least k together
    following : by number of a box that is dissolved, for each row it has left the finer boxes over it
    """

    given: dict[int, IntArray]
    following: dict[int, dict[int, list[int]]] = field(default_factory=dict)


@dataclass(eq=False)
class Budget:
    """Pairs of boxes that may still be compared; None means all."""

    pairs: int | None = None

    def spend(self, pairs: int) -> bool:
        """Take from the budget; False when it is used up."""
        if self.pairs is not None:
            self.pairs -= pairs
        return self.pairs is None or self.pairs >= 0


@dataclass(frozen=True, eq=False)
class _Givers:
    """What boxes can do without: rows beyond k, or all of them when those not given have a finer box to go to."""

    boxes: Boxes
    cover: Cover
    targets: Targets

    def spare(self, number: int) -> int:
        """Rows a box holds beyond k."""
        return len(self.boxes.rows[number]) - self.boxes.k

    def most(self, wide: Collection[int]) -> IntArray:
        """Most rows each box could give at all."""
        whole = {*self.targets, *wide}
        return np.array([len(self.boxes.rows[n]) if n in whole else self.spare(n) for n in self.cover.numbers])

    def given(self, number: int, fits: NDArray[np.bool_]) -> IntArray:
        """Rows a box can give to something that only some of its rows fit."""
        rows = self.boxes.rows[number]
        if fits.sum() > self.spare(number) and all(int(row) in self.targets.get(number, {}) for row in rows[~fits]):
            return rows[fits]
        return rows[fits][: self.spare(number)]

    def pool(self, one: int, mine: IntArray, other: int, theirs: IntArray) -> Pool:
        """The pool, and where the rows of a box that is dissolved go."""
        given = {one: mine, other: theirs}
        dissolved = [n for n, rows in given.items() if len(self.boxes.rows[n]) - len(rows) < self.boxes.k]
        stay = {n: np.setdiff1d(self.boxes.rows[n], given[n]).tolist() for n in dissolved}
        return Pool(given, {n: {row: self.targets[n][row] for row in rows} for n, rows in stay.items()})


def pools(boxes: Boxes, budget: Budget) -> Iterator[Pool]:
    """For every box the first pool with a box after it, if there is one.

    Two boxes can pool rows that lie in both of what they read, when that is finer than either. Where one
    lies in the other, its rows would be a split and the other's a join, so those moves come first.
    """
    for candidates in _candidates(boxes, budget):
        if (found := next(_pools_of(*candidates), None)) is not None:
            yield found


def _candidates(
    boxes: Boxes, budget: Budget, wide: Collection[int] = ()
) -> Iterator[tuple[_Givers, int, IntArray, IntArray]]:
    """Every box with the boxes after it that meet it and hold enough rows, and the most rows each box can give."""
    cover = Cover.of(boxes)
    givers = _Givers(boxes, cover, targets(boxes, cover))
    most = givers.most(wide)
    for at in np.flatnonzero(most > 0).tolist():
        others = cover.meeting(boxes.trees, at)
        others = others[(most[others] > 0) & (most[others] + most[at] >= boxes.k)]
        if not budget.spend(len(others)):
            return
        yield givers, at, others, most


def pooling(boxes: Boxes, budget: Budget, wide: Collection[int] = ()) -> set[int]:
    """Every box that can pool rows with another; fewer where the budget ends.

    Parameters
    ----------
    wide : boxes that read more than their rows need: these can give all
    """
    found: set[int] = set()
    for givers, at, others, most in _candidates(boxes, budget, wide):
        numbers = givers.cover.numbers
        if numbers[at] not in found and (pool := next(_pools_of(givers, at, others, most), None)) is not None:
            found |= set(pool.given)
        if numbers[at] in found:
            others = others[[numbers[other] not in found for other in others]]
            for pool in _pools_of(givers, at, others, most):
                found |= set(pool.given)
    return _with_nested(boxes, found)


def _with_nested(boxes: Boxes, found: set[int]) -> set[int]:
    """Boxes found, and those that can pool rows with one they lie in: of a node one step below the inner one."""
    cover = Cover.of(boxes)
    givers = _Givers(boxes, cover, targets(boxes, cover))
    for outer, mine in givers.targets.items():
        for inner in sorted(set(chain.from_iterable(mine.values()))):
            if not {inner, outer} <= found and _shares_a_child(givers, inner, outer, mine):
                found = found | {inner, outer}
    return found


def _shares_a_child(givers: _Givers, inner: int, outer: int, mine: Mapping[int, Sequence[int]]) -> bool:
    """Whether two boxes, one in the other, can spare k rows of one node that is a step below the inner one."""
    boxes = givers.boxes
    fits = np.array([inner in mine.get(row, ()) for row in boxes.rows[outer].tolist()])
    for tree, codes, node in zip(boxes.trees, boxes.codes, boxes.nodes[inner], strict=True):
        own, others = (tree.child(node, codes[boxes.rows[number]]) for number in (inner, outer))
        for child in np.intersect1d(own, others[fits]) if own is not None and others is not None else ():
            giving = givers.given(inner, own == child), givers.given(outer, fits & (others == child))
            if all(map(len, giving)) and sum(map(len, giving)) >= boxes.k:
                return True
    return False


def _pools_of(givers: _Givers, at: int, others: IntArray, most: IntArray) -> Iterator[Pool]:
    """A pool with every box with which this one has enough rows in common."""
    boxes, cover = givers.boxes, givers.cover
    if not len(others):
        return
    joint, finer = _joint(boxes, cover.nodes[:, at], cover.nodes[:, others])
    inside = _inside(boxes, boxes.rows[cover.numbers[at]], joint)
    count = np.minimum(inside.sum(axis=1), most[at])
    for which in np.flatnonzero(finer & (count > 0) & (count + most[others] >= boxes.k)):
        mine = givers.given(cover.numbers[at], inside[which])
        other = cover.numbers[others[which]]
        theirs = givers.given(other, boxes.fits(tuple(joint[:, which].tolist()), boxes.rows[other]))
        if len(mine) and len(theirs) and len(mine) + len(theirs) >= boxes.k:
            yield givers.pool(cover.numbers[at], mine, other, theirs)


def _joint(boxes: Boxes, mine: IntArray, theirs: IntArray) -> tuple[IntArray, NDArray[np.bool_]]:
    """What a box and each of several others both read, and whether that is finer than either."""
    levels = [tree.level for tree in boxes.trees]
    deeper = np.array([level[t] < level[m] for level, m, t in zip(levels, mine, theirs, strict=True)])
    joint = np.where(deeper, theirs, mine[:, None])
    return joint, (joint != mine[:, None]).any(axis=0) & (joint != theirs).any(axis=0)


def _inside(boxes: Boxes, rows: IntArray, several: IntArray) -> NDArray[np.bool_]:
    """Whether each row lies in each of several nodes (n_columns, n_several): (n_several, n_rows)."""
    found = np.ones((several.shape[1], len(rows)), bool)
    for tree, codes, nodes in zip(boxes.trees, boxes.codes, several, strict=True):
        found &= tree.path[tree.level[nodes][:, None], codes[rows]] == nodes[:, None]
    return found


def pool_all(boxes: Boxes, budget: Budget) -> set[int]:
    """Make every pool whose boxes are still as they were; return the boxes that have changed."""
    touched: set[int] = set()
    for pool in list(pools(boxes, budget)):
        if touched.isdisjoint(pool.given):
            touched |= _pooled(boxes, pool)
    boxes.united()
    return {number for number in touched if number in boxes.rows}


def _pooled(boxes: Boxes, pool: Pool) -> set[int]:
    follow = {n: {row: finest(boxes, n, row, to) for row, to in rows.items()} for n, rows in pool.following.items()}
    away = {n: {row: to for row, to in rows.items() if to is not None} for n, rows in follow.items()}
    if any(len(rows) < len(pool.following[n]) for n, rows in away.items()) or _each_other(away, pool):
        return set()
    touched = {boxes.add(np.concatenate(list(pool.given.values())))}
    for number, rows in away.items():
        touched |= leave(boxes, number, rows)
    for number, given in pool.given.items():
        boxes.put(number, np.setdiff1d(boxes.rows[number], given))
    return touched | set(pool.given)


def _each_other(away: dict[int, dict[int, int]], pool: Pool) -> bool:
    """Whether a row would follow into a box that gives rows itself."""
    return any(target in pool.given for rows in away.values() for target in rows.values())
