"""How Mondrian cuts many groups at once along one column: at the middle of an order, or into a node's children."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from privacy_core.hierarchies import Hierarchy
from privacy_core.tables import Column, FloatArray, IntArray, Scale


class Axis(Protocol):
    """One column as seen by the cuts. Groups are numbered 0 to n − 1 and none is empty."""

    def width(self, codes: IntArray, group: IntArray, n: int) -> FloatArray:
        """How much of the column each group covers: 0 for a single value, 1 for everything."""

    def parts(self, codes: IntArray, group: IntArray, n: int, k: int) -> IntArray:
        """The part of its group each row goes to, a number from 0."""


@dataclass(frozen=True, eq=False)
class Ordered:
    """A column in an order: numbers by their distance, other values by their place; a missing cell comes last.

    Parameters
    ----------
    position : float64 (n_codes,), place of each code from 0 to 1, ascending
    strict : whether equal values must stay together
    counted : whether the width is the share of different values instead of the distance (for sets)
    missing : the missing code, which makes a group read `*`
    """

    position: FloatArray
    strict: bool
    counted: bool = False
    missing: int | None = None

    def width(self, codes: IntArray, group: IntArray, n: int) -> FloatArray:
        low, high = _ends(codes, group, n)
        wide = self.position[high] - self.position[low]
        if self.counted:
            held = np.unique(group * np.int64(len(self.position)) + codes)
            wide = (np.bincount(held // len(self.position), minlength=n) - 1) / max(len(self.position) - 1, 1)
        return np.where((high == self.missing) & (low < high), 1.0, wide)

    def parts(self, codes: IntArray, group: IntArray, n: int, k: int) -> IntArray:
        return _balanced(codes, group, n) if self.strict else _halves(codes, group, n)


@dataclass(frozen=True, eq=False)
class Nested:
    """A column with a hierarchy: a group is cut into the children of its lowest common node.

    Parameters
    ----------
    levels : for each level, finest first, the node of every code; a root above all is implied
    shares : for each level, the share of all leaves under each node
    strict : whether each child must stand for itself; else those below k rows stay together
    """

    levels: tuple[IntArray, ...]
    shares: tuple[FloatArray, ...]
    strict: bool

    def width(self, codes: IntArray, group: IntArray, n: int) -> FloatArray:
        above = self._level(codes, group, n) + 1
        low, _ = _ends(codes, group, n)
        wide = np.ones(n)
        for level, (node, share) in enumerate(zip(self.levels, self.shares, strict=True)):
            at = above == level
            wide[at] = share[node[low[at]]] if level else 0.0
        return wide

    def parts(self, codes: IntArray, group: IntArray, n: int, k: int) -> IntArray:
        level = self._level(codes, group, n)[group]
        node = np.zeros(len(codes), np.int64)
        for at, of_code in enumerate(self.levels):
            here = level == at
            node[here] = of_code[codes[here]]
        return node if self.strict else self._small_together(node, group, k)

    def _level(self, codes: IntArray, group: IntArray, n: int) -> IntArray:
        """Highest level on which the rows of each group differ; −1 where they never do."""
        found = np.full(n, -1)
        for level, of_code in enumerate(self.levels):
            low, high = _ends(of_code[codes], group, n)
            found[low < high] = level
        return found

    @staticmethod
    def _small_together(node: IntArray, group: IntArray, k: int) -> IntArray:
        _, child, size = np.unique(np.column_stack([group, node]), axis=0, return_inverse=True, return_counts=True)
        return np.where(size[child.ravel()] < k, -1, node) + 1


def axis(column: Column, tree: Hierarchy | None, rows: IntArray, strict: bool) -> Axis:
    """See a column the way its labels allow: numbers and orders on a line, names in a tree or in code order."""
    if column.scale is Scale.NOMINAL and tree is not None:
        levels = tuple(np.asarray(of_code) for of_code in tree.level_maps(column))
        return Nested(levels, tuple(tree.share(column, level) for level in range(len(levels))), strict)
    position = _line(column, column.codes[rows])
    return Ordered(position, strict, column.scale is not Scale.NUMERIC, column.missing)


def _line(column: Column, codes: IntArray | NDArray[np.int32]) -> FloatArray:
    """Positions from 0 to 1 of every code: numbers by distance, others by place among those that occur."""
    used = np.bincount(codes, minlength=column.n_codes) > 0
    position = np.cumsum(used).astype(float)
    if column.scale is Scale.NUMERIC:
        numbers = column.categories.astype(float)
        finite = numbers[np.isfinite(numbers)]
        if len(finite):
            numbers = np.clip(numbers, finite.min(), finite.max())
            position[: len(numbers)] = numbers / (np.abs(numbers).max() or 1)
    known = position[: len(column.categories)][used[: len(column.categories)]]
    low, high = (known.min(), known.max()) if len(known) else (0.0, 1.0)
    return np.asarray(np.clip((position - low) / ((high - low) or 1), 0, 1), np.float64)


def _ends(codes: IntArray, group: IntArray, n: int) -> tuple[IntArray, IntArray]:
    """Smallest and largest code of each group."""
    low, high = np.full(n, np.iinfo(np.int64).max), np.full(n, -1)
    np.minimum.at(low, group, codes)
    np.maximum.at(high, group, codes)
    return low, high


def _balanced(codes: IntArray, group: IntArray, n: int) -> IntArray:
    """Cut each group between two different values, as near to its middle as possible; the lower of two ties."""
    span = int(codes.max(initial=0)) + 1
    cell, rows = np.unique(group * np.int64(span) + codes, return_counts=True)
    owner, code = np.divmod(cell, span)
    total = np.bincount(group, minlength=n)
    below = np.cumsum(rows) - (np.cumsum(total) - total)[owner]
    off = np.abs(2 * below - total[owner]).astype(float)
    off[below == total[owner]] = np.inf  # a cut behind the last value cuts nothing
    best = np.lexsort((code, off, owner))[np.searchsorted(owner, np.arange(n))]
    return np.asarray(codes > code[best][group], np.int64)


def _halves(codes: IntArray, group: IntArray, n: int) -> IntArray:
    """Cut each group in two halves along its order; of equal values those of rows that come first go low."""
    order = np.lexsort((codes, group))
    size = np.bincount(group, minlength=n)
    place = np.empty(len(codes), np.int64)
    place[order] = np.arange(len(codes)) - (np.cumsum(size) - size)[group[order]]
    low, high = _ends(codes, group, n)
    return ((place >= size[group] // 2) & (low < high)[group]).astype(np.int64)
