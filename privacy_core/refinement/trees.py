"""One column's hierarchy as nodes: every set of values once, with the node of every code at every level."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from privacy_core.hierarchies import Hierarchy
from privacy_core.tables import Column, FloatArray, IntArray

ROOT = "*"


@dataclass(frozen=True, eq=False)
class Taxonomy:
    """The sets of values one column can be published as.

    A node that stands for the same values as its only child is the same node, under the finer label;
    a root above all is added where the hierarchy has none.

    Parameters
    ----------
    path : int64 (n_levels, n_codes), node of each code at every level, finest first; the last is the root
    level : int64 (n_nodes,), the lowest level at which a node stands
    share : float64 (n_nodes,), share of all values of the hierarchy under each node
    labels : text of each node; None for missing cells
    """

    path: IntArray
    level: IntArray
    share: FloatArray
    labels: tuple[str | None, ...]

    def __len__(self) -> int:
        return len(self.level)

    @property
    def root(self) -> int:
        """The node of everything."""
        return int(self.path[-1, 0])

    @cached_property
    def parent(self) -> IntArray:
        """The next node above each; the root is its own."""
        above = np.full(len(self), self.root)
        for lower, upper in zip(self.path[-2::-1], self.path[:0:-1], strict=True):
            moved = lower != upper
            above[lower[moved]] = upper[moved]
        return above

    @cached_property
    def some(self) -> IntArray:
        """A code under each node."""
        found = np.zeros(len(self), np.int64)
        for nodes in self.path:
            found[nodes] = np.arange(len(nodes))
        return found

    @cached_property
    def depth(self) -> IntArray:
        """Steps from the root to each node."""
        found = np.zeros(len(self), np.int64)
        for node in np.argsort(-self.level, kind="stable"):
            found[node] = 0 if node == self.root else found[self.parent[node]] + 1
        return found

    def holds(self, node: int | IntArray, codes: IntArray) -> NDArray[np.bool_]:
        """Whether codes lie under nodes."""
        return np.asarray(self.path[self.level[node], codes] == node)

    def inside(self, inner: int, outer: int) -> bool:
        """Whether a node lies under another or is the same."""
        return bool(self.level[inner] <= self.level[outer] and self.holds(outer, self.some[inner]))

    def child(self, node: int, codes: IntArray) -> IntArray | None:
        """The node one step below on the way to each code; None at a single value."""
        level = int(self.level[node])
        return np.asarray(self.path[level - 1, codes]) if level else None

    def joint(self, codes: IntArray) -> int:
        """The lowest node above all of some codes."""
        some = self.path[:, codes]
        return int(some[int((some == some[:, :1]).all(axis=1).argmax()), 0])


def taxonomy(column: Column, tree: Hierarchy | None) -> Taxonomy:
    """Number the nodes of a column; without a hierarchy there are its values and the root.

    Raises
    ------
    HierarchyError
        The column holds values without an entry.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> from privacy_core.hierarchies import hierarchy
    >>> column = from_frame(pd.DataFrame({"q": ["a", "b", "c"]}))["q"]
    >>> tree = hierarchy("q", [("a", "ab", "*"), ("b", "ab", "*"), ("c", "c only", "*")])
    >>> found = taxonomy(column, tree)
    >>> found.labels, found.path.tolist(), found.parent.tolist()
    (('a', 'b', 'c', 'ab', '*'), [[0, 1, 2], [3, 3, 2], [4, 4, 4]], [3, 3, 4, 4, 4])
    """
    labels: list[str | None] = [*column.labels[: len(column.categories)], *([None] if column.has_missing else [])]
    share = [1 / column.n_codes] * column.n_codes
    path, level = [np.arange(column.n_codes)], [0] * column.n_codes
    if tree is not None:
        share = tree.share(column, 0)[tree.level_maps(column)[0]].tolist()
        for height in range(1, tree.n_levels):
            _add(tree, column, height, path, level, share, labels)
    if len(np.unique(path[-1])) > 1:
        path.append(np.full(column.n_codes, len(labels)))
        level, share, labels = [*level, len(path) - 1], [*share, 1.0], [*labels, ROOT]
    return Taxonomy(np.array(path, np.int64), np.array(level, np.int64), np.array(share), tuple(labels))


def _add(
    tree: Hierarchy,
    column: Column,
    height: int,
    path: list[IntArray],
    level: list[int],
    share: list[float],
    labels: list[str | None],
) -> None:
    """Add the nodes of one level; a group no larger than the node below it is that node."""
    group, part = tree.level_maps(column)[height], tree.share(column, height)
    names, below, here = tree.level_labels(column, height), path[-1], path[-1].copy()
    for number in range(len(part)):
        mine = group == number
        if part[number] <= share[below[mine][0]] + 1e-12 and len(set(below[mine].tolist())) == 1:
            continue
        here[mine] = len(labels)
        level.append(len(path))
        share.append(float(part[number]))
        labels.append(names[number])
    path.append(here)
