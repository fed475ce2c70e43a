"""The lattice of levels: which node is which, and what each column's groups stand for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from privacy_core.errors import HierarchyError, ParameterError
from privacy_core.hierarchies import Hierarchy, Senses, senses
from privacy_core.tables import Column, IntArray


@dataclass(frozen=True, eq=False)
class Ladder:
    """One quasi-identifier and the levels it may be raised to.

    Parameters
    ----------
    name : name of the column
    finest : int64 (n_codes,), the group of each code of the column on level 0
    up : per level int64 (width,), the group each finest group belongs to, dense from 0
    leaves : per level int64 (n_groups,), values of the hierarchy that a group stands for
    senses : what its labels stand for
    named : per level int64 (n_groups,), row of each group's label there; `len(senses.leaf)` for missing cells that
        stay a group of their own
    n_leaves : values of the hierarchy
    n_levels : levels that may be used; the others are there to be compared with
    """

    name: str
    finest: IntArray
    up: tuple[IntArray, ...]
    leaves: tuple[IntArray, ...]
    senses: Senses
    named: tuple[IntArray, ...]
    n_leaves: int
    n_levels: int

    @property
    def height(self) -> int:
        """Steps from the values to the coarsest level of the hierarchy, allowed or not."""
        return len(self.up) - 1

    @cached_property
    def width(self) -> int:
        """Number of groups on the finest level."""
        return len(self.leaves[0])


def ladder(column: Column, hierarchy: Hierarchy, highest: int | None = None) -> Ladder:
    """Code one column's hierarchy; `highest` is the last level allowed."""
    last = hierarchy.n_levels - 1
    allowed = last if highest is None else highest
    if not 0 <= allowed <= last:
        raise ParameterError(f"Column {column.name!r}: the highest level must lie in [0, {last}], got {allowed}.")
    shares = [hierarchy.share(column, level) for level in range(last + 1)]
    n_leaves = round(1 / shares[0].min())
    leaves = tuple(np.rint(share * n_leaves).astype(np.int64) for share in shares)
    groups = hierarchy.level_maps(column)
    example = np.zeros(len(leaves[0]), np.int64)
    example[groups[0]] = np.arange(column.n_codes)
    up = tuple(group[example] for group in groups)
    known = senses(hierarchy)
    named = tuple(_named(column, known, level) for level in range(last + 1))
    return Ladder(column.name, groups[0], up, leaves, known, named, n_leaves, allowed + 1)


def _named(column: Column, known: Senses, level: int) -> IntArray:
    labels, own = known.tree.level_labels(column, level), known.tree.missing_group(column, level)
    rows = [len(known.leaf) if group == own else known.row[label] for group, label in enumerate(labels)]
    return np.array(rows, np.int64)


def ladders(
    columns: Sequence[Column], hierarchies: Mapping[str, Hierarchy], highest: Mapping[str, int]
) -> tuple[Ladder, ...]:
    """Code the hierarchy of every quasi-identifier.

    Raises
    ------
    HierarchyError
        Quasi-identifiers without a hierarchy; all are named.
    ParameterError
        A highest level that the hierarchy does not have, or one for a column that is no quasi-identifier.
    """
    names = [column.name for column in columns]
    lacking = [name for name in names if name not in hierarchies]
    if lacking:
        raise HierarchyError(
            f"{len(lacking)} of {len(names)} quasi-identifiers have no hierarchy: {', '.join(map(repr, lacking))}."
        )
    strange = [name for name in highest if name not in names]
    if strange:
        raise ParameterError(f"A highest level is given for {strange[0]!r}, which is no quasi-identifier.")
    return tuple(ladder(column, hierarchies[column.name], highest.get(column.name)) for column in columns)


@dataclass(frozen=True)
class Grid:
    """Nodes numbered by their levels, the last column running fastest; so node order is lexicographic.

    Parameters
    ----------
    shape : number of levels of each column

    Examples
    --------
    >>> Grid((2, 3)).levels(4), Grid((2, 3)).node((1, 1)), Grid((2, 3)).size
    ((1, 1), 4, 6)
    """

    shape: tuple[int, ...]

    @cached_property
    def size(self) -> int:
        """Number of nodes."""
        product = 1
        for n in self.shape:
            product *= n
        return product

    @cached_property
    def strides(self) -> tuple[int, ...]:
        """How far apart two nodes are that differ by one level of a column."""
        below = [1]
        for n in self.shape[:0:-1]:
            below.append(below[-1] * n)
        return tuple(below[::-1])

    @cached_property
    def coordinates(self) -> IntArray:
        """Level of each column at each node, int64 (n_columns, n_nodes)."""
        return np.indices(self.shape, np.int64).reshape(len(self.shape), -1)

    def levels(self, node: int) -> tuple[int, ...]:
        """Levels of one node."""
        return tuple(node // stride % n for stride, n in zip(self.strides, self.shape, strict=True))

    def node(self, levels: Sequence[int]) -> int:
        """Number of the node with these levels."""
        return sum(level * stride for level, stride in zip(levels, self.strides, strict=True))
