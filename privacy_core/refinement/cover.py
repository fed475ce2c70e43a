"""Which boxes read what covers a row, or lie in what another box reads: a bit per box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from privacy_core.refinement.boxes import Boxes
from privacy_core.refinement.trees import Taxonomy
from privacy_core.tables import IntArray

Bits = NDArray[np.uint64]


@dataclass(frozen=True, eq=False)
class Cover:
    """Boxes as bits, by what they read in each column.

    Parameters
    ----------
    numbers : number of the box that each bit stands for
    nodes : int64 (n_columns, n_boxes), what each reads
    over : per column uint64 (n_codes, n_words), boxes that read a node above or at each code
    under : per column uint64 (n_nodes, n_words), boxes that read a node below or at each node
    """

    numbers: list[int]
    nodes: IntArray
    over: Sequence[Bits]
    under: Sequence[Bits]

    @classmethod
    def of(cls, boxes: Boxes) -> Cover:
        """See how boxes are now."""
        numbers = sorted(boxes.rows)
        nodes = np.array([boxes.nodes[number] for number in numbers], np.int64).T
        at = [_at(node, len(tree)) for node, tree in zip(nodes, boxes.trees, strict=True)]
        over = [np.bitwise_or.reduce(b[tree.path], axis=0) for b, tree in zip(at, boxes.trees, strict=True)]
        return cls(numbers, nodes, over, [_under(b, tree) for b, tree in zip(at, boxes.trees, strict=True)])

    def over_rows(self, codes: IntArray) -> Bits:
        """Boxes that cover each of some rows, given by their codes (n_columns, n_rows)."""
        found = [over[code] for over, code in zip(self.over, codes, strict=True)]
        return np.asarray(np.bitwise_and.reduce(found, axis=0), np.uint64)

    def inside(self, chosen: IntArray) -> Bits:
        """Boxes that lie in what each of some boxes (their positions) reads, themselves left out."""
        found = np.bitwise_and.reduce([u[node[chosen]] for u, node in zip(self.under, self.nodes, strict=True)], axis=0)
        found[np.arange(len(chosen)), chosen // 64] &= ~(np.uint64(1) << (chosen % 64).astype(np.uint64))
        return np.asarray(found)

    def meeting(self, trees: Sequence[Taxonomy], position: int) -> IntArray:
        """Positions of the boxes after this one that share values with it in every column."""
        found = np.full(self.over[0].shape[1], ~np.uint64(0))
        for tree, node, over, under in zip(trees, self.nodes[:, position], self.over, self.under, strict=True):
            found &= under[node] | over_node(tree, node, over)
        return positions(found, len(self.numbers))[position + 1 :].nonzero()[0] + position + 1


def over_node(tree: Taxonomy, node: int, over: Bits) -> Bits:
    """Boxes that read something above a node, and some below: those over one of its codes."""
    return np.asarray(over[tree.some[node]])


def positions(bits: Bits, n: int) -> NDArray[np.bool_]:
    """Bits as booleans (…, n)."""
    octets = np.ascontiguousarray(bits).astype("<u8", copy=False).view(np.uint8)
    return np.unpackbits(octets, axis=-1, count=n, bitorder="little").astype(bool)


def _at(nodes: IntArray, n_nodes: int) -> Bits:
    """Boxes that read each node."""
    found = np.zeros((n_nodes, (len(nodes) + 63) // 64), np.uint64)
    bit = np.uint64(1) << (np.arange(len(nodes)) % 64).astype(np.uint64)
    np.bitwise_or.at(found, (nodes, np.arange(len(nodes)) // 64), bit)
    return found


def _under(at: Bits, tree: Taxonomy) -> Bits:
    found = at.copy()
    for node in np.argsort(tree.level, kind="stable"):
        if node != tree.root:
            found[tree.parent[node]] |= found[node]
    return found
