"""Rows led along the branches of all descriptions, column by column, to the descriptions that hold for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from privacy_core.composition.intersecting import Sets, expanded, holds, parts_of, sets_of
from privacy_core.progress import Progress, report
from privacy_core.tables import IntArray

LOOKED_UP = 50_000_000
"""Raw values × published values of which one table of true and false is made; beyond that pairs are searched."""


@dataclass(frozen=True, eq=False)
class Side:
    """One column of the looks and of the descriptions.

    Parameters
    ----------
    covers : per raw value the published values that cover it
    of_look : integers (n_looks,), raw value of each look
    of_pattern : int64 (n_patterns,), published value of each description
    """

    covers: Sets
    of_look: NDArray[np.integer]
    of_pattern: IntArray

    @cached_property
    def breadth(self) -> IntArray:
        """Published values that cover each look, int64 (n_looks,)."""
        found: IntArray = self.covers.size[self.of_look]
        return found

    @cached_property
    def _table(self) -> NDArray[np.bool_] | None:
        several = len(self.covers) * self.covers.n_values
        if several > LOOKED_UP:
            return None
        table = np.zeros(several, bool)
        table[self.covers.keys] = True
        return table

    def fits(self, look: IntArray, published: IntArray) -> NDArray[np.bool_]:
        """Whether each published value covers the look beside it."""
        raw = self.of_look[look].astype(np.int64)
        if self._table is None:
            return holds(self.covers, raw, published)
        fitting: NDArray[np.bool_] = self._table[raw * self.covers.n_values + published]
        return fitting


class Join:
    """Looks of a table led to the descriptions that hold for them.

    Descriptions branch column by column, the column whose values are covered in the fewest ways first. A look at a
    branch goes on to the next ones by trying either all branches or all published values that cover it, whichever
    are fewer.

    Parameters
    ----------
    sides : the columns
    rows : int64 (n_looks,), rows of each look
    several : number of descriptions
    """

    def __init__(self, sides: Sequence[Side], rows: IntArray, several: int) -> None:
        order = sorted(range(len(sides)), key=lambda at: (int((sides[at].breadth * rows).sum()), at))
        self.sides, self.rows = [sides[at] for at in order], rows
        self.branches = [*self._branches(several)]
        self.pattern = np.lexsort([side.of_pattern for side in self.sides[::-1]]).astype(np.int64)
        self.fit = np.zeros(several, np.int64)
        self.nowhere = 0

    def _branches(self, several: int) -> Iterator[Sets]:
        """Per column, for each branch before, the published values it goes on with."""
        node, nodes = np.zeros(several, np.int64), 1
        for side in self.sides:
            step = sets_of(node, side.of_pattern, nodes, side.covers.n_values)
            node = np.searchsorted(step.keys, node * step.n_values + side.of_pattern)
            nodes = len(step.value)
            yield step

    def run(self, wanted: NDArray[np.bool_], progress: Progress) -> tuple[IntArray, IntArray]:
        """Description and look of all pairs that fit, of the wanted descriptions; the others are counted only."""
        owners, looks = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
        for part in parts_of(self.sides[0].breadth + 1):
            report(progress, part.start / len(self.rows), "finding whom each description fits")
            pattern, look = self._led(np.arange(part.start, part.stop))
            self.fit += np.bincount(pattern, self.rows[look], len(self.fit)).astype(np.int64)
            described = np.bincount(look - part.start, minlength=part.stop - part.start) > 0
            self.nowhere += int(self.rows[part][~described].sum())
            owners.append(pattern[wanted[pattern]])
            looks.append(look[wanted[pattern]])
        return np.concatenate(owners), np.concatenate(looks)

    def _led(self, look: IntArray) -> tuple[IntArray, IntArray]:
        """Descriptions that some looks arrive at, each with the look."""
        node = np.zeros(len(look), np.int64)
        for side, step in zip(self.sides, self.branches, strict=True):
            few = step.size[node] <= side.breadth[look]
            tried = _by_branches(side, step, node[few], look[few]), _by_values(side, step, node[~few], look[~few])
            node, look = (np.concatenate(both) for both in zip(*tried, strict=True))
        return self.pattern[node], look


def _by_branches(side: Side, step: Sets, node: IntArray, look: IntArray) -> tuple[IntArray, IntArray]:
    """Try all next branches: which of them cover the look."""
    owner = np.repeat(np.arange(len(node)), step.size[node])
    place = within(step.start[node], step.start[node + 1])
    there = side.fits(look[owner], step.value[place])
    return place[there], look[owner[there]]


def _by_values(side: Side, step: Sets, node: IntArray, look: IntArray) -> tuple[IntArray, IntArray]:
    """Try all published values that cover the look: which of them are a next branch."""
    owner, value = expanded(side.covers, side.of_look[look].astype(np.int64))
    wanted = node[owner] * step.n_values + value
    place = np.minimum(np.searchsorted(step.keys, wanted), len(step.keys) - 1)
    there = step.keys[place] == wanted
    return place[there], look[owner[there]]


def within(first: IntArray, last: IntArray) -> IntArray:
    """All places from each first up to its last.

    Examples
    --------
    >>> within(np.array([5, 9]), np.array([7, 10])).tolist()
    [5, 6, 9]
    """
    size = last - first
    places: IntArray = np.arange(size.sum()) + np.repeat(first - (np.cumsum(size) - size), size)
    return places
