"""The smallest demonstration: which originals a release leaves possible, and which once it is known to be minimal.

Source: the idea is that of Cohen, Attacks on deidentification's defenses, USENIX Security 2022; two rows published as
20–39 at k = 2 are its plainest case. The enumeration is ours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from math import comb, prod

import numpy as np

from privacy_core.errors import ParameterError, in_range, whole_number
from privacy_core.hierarchies import Hierarchy, hierarchy
from privacy_core.refinement import Boxes, Taxonomy, possible, taxonomy
from privacy_core.refinement.exact import prove, small
from privacy_core.tables import Column, IntArray, Scale

Row = tuple[int, ...]
"""The finest node of one row in every column."""

Original = tuple[tuple[Row, ...], ...]
"""For every class of the release the rows that may be behind it, in no order."""

MOST = 20_000
"""Most originals that are listed."""


@dataclass(frozen=True, eq=False)
class Riddle:
    """A small release whose originals are asked for.

    Parameters
    ----------
    names : columns
    trees : hierarchy of each column; its finest level is what originals are told in
    nodes : int64 (n, n_columns), node each cell is published as
    k : rows every class has at least
    """

    names: tuple[str, ...]
    trees: tuple[Taxonomy, ...]
    nodes: IntArray
    k: int

    @property
    def classes(self) -> tuple[Row, ...]:
        """What the classes read, each once, in the order of their first row."""
        return tuple(dict.fromkeys(map(tuple, self.nodes.tolist())))

    def label(self, column: int, node: int) -> str:
        """How a node is written."""
        return self.trees[column].labels[node] or ""


@dataclass(frozen=True, eq=False)
class Consistent:
    """Originals that a release leaves possible.

    Parameters
    ----------
    riddle : the release
    before : all that generalize to it
    after : those among them for which it is minimal
    proved : whether minimality was decided exactly for every one, not by single moves alone
    """

    riddle: Riddle
    before: tuple[Original, ...]
    after: tuple[Original, ...]
    proved: bool

    def told(self, original: Original) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """An original in words: per class the rows, per row the label of each column."""
        label = self.riddle.label
        return tuple(
            tuple(tuple(label(column, node) for column, node in enumerate(row)) for row in rows) for rows in original
        )


def riddle(published: Mapping[str, Sequence[str]], hierarchies: Mapping[str, Hierarchy], k: int) -> Riddle:
    """Read a small release.

    Parameters
    ----------
    published : by column, the label each row is published with
    hierarchies : by column; a column without one is published as it is
    k : rows every class has at least, 1 or more

    Raises
    ------
    ParameterError
        No rows, columns of different length, a label that is not in its hierarchy, or a class of fewer than k rows.

    Examples
    --------
    >>> found = riddle({"sex": ["*", "*"]}, {"sex": hierarchy("sex", [("f", "*"), ("m", "*")])}, 2)
    >>> found.classes, found.label(0, found.nodes[0, 0])
    (((2,),), '*')
    """
    whole_number(k=k)
    in_range(1, k=k)
    names = tuple(published)
    n = {len(labels) for labels in published.values()}
    if not n or n == {0}:
        raise ParameterError("There are no published rows.")
    if len(n) > 1:
        raise ParameterError(f"The columns have different numbers of rows, {min(n):,} to {max(n):,}.")
    trees = tuple(_tree(name, published[name], hierarchies.get(name)) for name in names)
    nodes = np.array([_nodes(name, tree, published[name]) for name, tree in zip(names, trees, strict=True)]).T
    found = Riddle(names, trees, nodes, k)
    few = min(nodes.tolist().count([*read]) for read in found.classes)
    if few < k:
        raise ParameterError(f"k = {k:,} is not kept: a class of the release has {few:,} rows.")
    return found


def _tree(name: str, labels: Sequence[str], tree: Hierarchy | None) -> Taxonomy:
    values = sorted(set(labels)) if tree is None else list(tree.labels[0])
    column = Column(name, np.arange(len(values), dtype=np.int32), np.array(values, object), Scale.NOMINAL)
    return taxonomy(column, tree)


def _nodes(name: str, tree: Taxonomy, labels: Sequence[str]) -> list[int]:
    place = {label: node for node, label in reversed([*enumerate(tree.labels)])}
    if lacking := sum(label not in place for label in labels):
        raise ParameterError(f"Column {name!r}: {lacking:,} published labels are not in its hierarchy.")
    return [place[label] for label in labels]


def two_rows() -> Riddle:
    """Two people, at k = 2 published as 20–39; the next finer level is decades.

    Examples
    --------
    >>> found = consistent(two_rows())
    >>> [len(found.before), len(found.after)]
    [3, 1]
    >>> found.told(found.after[0])                    # one is in the twenties, one in the thirties
    ((('20-29',), ('30-39',)),)
    """
    decades = [("20-29", "20-39"), ("30-39", "20-39"), ("40-49", "40-59"), ("50-59", "40-59")]
    ages = hierarchy("age", [(*decade, "*") for decade in decades])
    return riddle({"age": ["20-39", "20-39"]}, {"age": ages}, 2)


def consistent(asked: Riddle) -> Consistent:
    """List the originals that a release leaves possible, and those left once it is known to be minimal.

    Raises
    ------
    ParameterError
        There are more than 20,000 originals.

    Notes
    -----
    Every multiset of finest values under each class is tried; minimal is what no closure, split, join or pool
    refines and, up to 15 rows and 3 columns, what an exact integer program finds nothing finer for.
    """
    sizes = [asked.nodes.tolist().count([*read]) for read in asked.classes]
    leaves = [list(product(*map(_leaves, asked.trees, read))) for read in asked.classes]
    several = prod(comb(len(some) + size - 1, size) for some, size in zip(leaves, sizes, strict=True))
    if several > MOST:
        raise ParameterError(f"{several:,} originals are possible, too many to list; at most {MOST:,} are.")
    ways = [combinations_with_replacement(some, size) for some, size in zip(leaves, sizes, strict=True)]
    before = tuple(product(*ways))
    judged = [_minimal(asked, original) for original in before]
    after = tuple(original for original, (minimal, _) in zip(before, judged, strict=True) if minimal)
    return Consistent(asked, before, after, all(exact for _, exact in judged))


def _leaves(tree: Taxonomy, node: int) -> list[int]:
    """Finest values under a node."""
    return np.flatnonzero((tree.path == node).any(axis=0)).tolist()


def _minimal(asked: Riddle, original: Original) -> tuple[bool, bool]:
    """Whether the release is minimal for an original, and whether that is certain."""
    rows = [row for some in original for row in some]
    codes = np.array(rows, np.int64).T
    boxes, at = Boxes(asked.trees, codes, asked.k, {}, {}), 0
    for read, some in zip(asked.classes, original, strict=True):
        boxes.add(np.arange(at, at + len(some)), read)
        at += len(some)
    if not possible(boxes).none:
        return False, True
    if not small(boxes):
        return True, False
    reads = boxes.read()
    proved = prove(boxes)
    return bool((boxes.read() == reads).all()), proved is True
