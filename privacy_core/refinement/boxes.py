"""Rows in boxes: a box holds at least k rows and reads, in every column, the lowest node above them all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from privacy_core.refinement.trees import Taxonomy
from privacy_core.tables import IntArray

Node = tuple[int, ...]
"""What a box reads: a node per column."""


@dataclass(eq=False)
class Boxes:
    """A local recoding in the making.

    Parameters
    ----------
    trees : one per column
    codes : int64 (n_columns, n_rows)
    k : rows a box needs
    rows : by the number of a box, the positions of its rows, ascending
    nodes : by the number of a box, what it reads
    """

    trees: Sequence[Taxonomy]
    codes: IntArray
    k: int
    rows: dict[int, IntArray]
    nodes: dict[int, Node]
    numbers: int = 0

    @classmethod
    def of(cls, trees: Sequence[Taxonomy], codes: IntArray, k: int, owner: IntArray | None = None) -> Boxes:
        """Put rows in boxes, all in one unless `owner` says which box each row is in."""
        boxes = cls(trees, codes, k, {}, {})
        owner = np.zeros(codes.shape[1], np.int64) if owner is None else owner
        order = np.argsort(owner, kind="stable")
        for rows in np.split(order, np.flatnonzero(np.diff(owner[order])) + 1):
            boxes.add(rows)
        return boxes

    def closure(self, rows: IntArray) -> Node:
        """The lowest node above some rows, per column."""
        return tuple(tree.joint(codes[rows]) for tree, codes in zip(self.trees, self.codes, strict=True))

    def add(self, rows: IntArray, nodes: Node | None = None) -> int:
        """Make a box of rows; return its number."""
        self.numbers += 1
        self.put(self.numbers, rows, nodes)
        return self.numbers

    def put(self, number: int, rows: IntArray, nodes: Node | None = None) -> None:
        """Change what a box holds; an empty box is gone."""
        if len(rows):
            self.rows[number] = np.sort(rows)
            self.nodes[number] = nodes or self.closure(rows)
        else:
            del self.rows[number], self.nodes[number]

    def fits(self, nodes: Node, rows: IntArray) -> NDArray[np.bool_]:
        """Which rows lie in what a box reads."""
        inside = np.ones(len(rows), bool)
        for tree, codes, node in zip(self.trees, self.codes, nodes, strict=True):
            inside &= tree.holds(node, codes[rows])
        return inside

    def within(self, inner: Node, outer: Node) -> bool:
        """Whether what one box reads lies in what another reads and is not the same."""
        return inner != outer and all(
            tree.inside(node, out) for tree, node, out in zip(self.trees, inner, outer, strict=True)
        )

    def united(self) -> int:
        """Make one box of all boxes that read the same; return how many fell away."""
        first: dict[Node, int] = {}
        before = len(self.rows)
        for number in sorted(self.rows):
            to = first.setdefault(self.nodes[number], number)
            if to != number:
                self.put(to, np.concatenate([self.rows[to], self.rows[number]]), self.nodes[to])
                self.put(number, self.rows[number][:0])
        return before - len(self.rows)

    @property
    def owner(self) -> IntArray:
        """Box of each row, numbered from 0 in the order of the smallest row."""
        found = np.zeros(self.codes.shape[1], np.int64)
        for at, number in enumerate(sorted(self.rows, key=lambda n: int(self.rows[n][0]))):
            found[self.rows[number]] = at
        return found

    def read(self) -> IntArray:
        """Node of each row in each column, (n_columns, n_rows)."""
        found = np.zeros(self.codes.shape, np.int64)
        for number, rows in self.rows.items():
            found[:, rows] = np.array(self.nodes[number])[:, None]
        return found
