"""A minimal hierarchical k-anonymizer for the drawn table: one class, refined until nothing finer is left."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from privacy_core.attacks.downcoding.clusters import clusters_of, kinds, tree
from privacy_core.errors import ParameterError, in_range, whole_number
from privacy_core.refinement import Boxes, Budget, Moves, possible, refine
from privacy_core.tables import IntArray, frozen


@dataclass(frozen=True, eq=False)
class Published:
    """A blurred table: rows of one class read the same, and carry no order.

    Parameters
    ----------
    nodes : int64 (n, dims), node of the tree each cell is published as
    owner : int64 (n,), class of each row, from 0
    clusters : clusters of the tree
    k : rows that every class has at least
    """

    nodes: IntArray
    owner: IntArray
    clusters: int
    k: int

    @cached_property
    def kinds(self) -> IntArray:
        """What each cell says, as `Kind` (n, dims)."""
        return frozen(kinds(self.nodes, self.clusters))

    @cached_property
    def cluster(self) -> IntArray:
        """The cluster that every cell of a row lies in (n,); −1 where there is no such one."""
        found = clusters_of(self.nodes, self.clusters)
        return frozen(np.where((found == found[:, :1]).all(axis=1), found[:, 0], -1))

    @property
    def sizes(self) -> IntArray:
        """Rows of each class."""
        return np.bincount(self.owner)


def recode(codes: IntArray, k: int, clusters: int) -> Published:
    """Blur a table as little as its hierarchy and k allow: no closure, split, join or pool is left.

    Parameters
    ----------
    codes : int64 (n, dims), finest node of each cell (see `clusters.coded`)
    k : rows every class needs; 1 publishes the table as it is

    Raises
    ------
    ParameterError
        No rows, or fewer than k.

    Notes
    -----
    Source: the definition of a minimal hierarchical k-anonymizer is Cohen's (USENIX Security 2022); the moves are ours.

    Examples
    --------
    >>> recode(np.array([[0], [1]]), 2, 1).nodes.tolist()   # middle and rest of one cluster: published above both
    [[2], [2]]
    """
    whole_number(k=k)
    in_range(1, k=k)
    if not codes.size:
        raise ParameterError("There are no rows to blur.")
    if len(codes) < k:
        raise ParameterError(f"k must be at most the number of rows: {k:,} alike cannot be had of {len(codes):,}.")
    boxes = Boxes.of([tree(clusters)] * codes.shape[1], np.ascontiguousarray(codes.T), k)
    refine(boxes, Budget(), lambda doing: True)
    return Published(frozen(boxes.read().T), frozen(boxes.owner), clusters, k)


def moves_left(published: Published, codes: IntArray) -> Moves:
    """How the published table could be refined still, seen with its original.

    Parameters
    ----------
    published : a release, minimal or not
    codes : int64 (n, dims), finest node of each cell of its original

    Examples
    --------
    >>> codes = np.array([[0], [0]])                                 # both in the middle
    >>> moves_left(recode(codes, 2, 1), codes).none
    True
    >>> wider = Published(np.array([[2], [2]]), np.array([0, 0]), 1, 2)
    >>> moves_left(wider, codes).closures
    1
    """
    boxes = Boxes([tree(published.clusters)] * codes.shape[1], np.ascontiguousarray(codes.T), published.k, {}, {})
    for number in range(len(published.sizes)):
        rows = np.flatnonzero(published.owner == number)
        boxes.add(rows, tuple(published.nodes[rows[0]].tolist()))
    return possible(boxes)
