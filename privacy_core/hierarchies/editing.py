"""A hierarchy as the rows of a table, and changed one step at a time."""

from __future__ import annotations

from collections.abc import Sequence

from privacy_core.errors import HierarchyError
from privacy_core.hierarchies.nesting import Hierarchy, hierarchy


def as_rows(tree: Hierarchy) -> list[tuple[str, ...]]:
    """One row per value, its labels finest first; `hierarchy` makes an equal tree of them.

    Examples
    --------
    >>> as_rows(hierarchy("disease", [("flu", "lung", "*"), ("ulcer", "stomach", "*")]))
    [('flu', 'lung', '*'), ('ulcer', 'stomach', '*')]
    """
    return [
        tuple(tree.labels[level][up[value]] for level, up in enumerate(tree.maps))
        for value in range(len(tree.labels[0]))
    ]


def moved(tree: Hierarchy, level: int, label: str, parent: str) -> Hierarchy:
    """Put a group, or a value, under another parent of the next level.

    A parent that does not exist yet is made, under what was above the old one. A parent left without
    members is gone.

    Raises
    ------
    HierarchyError
        There is no such label, or nothing above it.

    Examples
    --------
    >>> tree = hierarchy("disease", [("flu", "lung", "*"), ("ulcer", "lung", "*")])
    >>> as_rows(moved(tree, 0, "ulcer", "stomach"))
    [('flu', 'lung', '*'), ('ulcer', 'stomach', '*')]
    """
    _must_be_there(tree, level, label)
    if level + 1 >= tree.n_levels:
        raise HierarchyError(f"Nothing stands above level {level} of the hierarchy of {tree.column!r}.")
    rows = as_rows(tree)
    known = next((row[level + 1 :] for row in rows if row[level + 1] == parent), None)
    return hierarchy(
        tree.column,
        [(*row[: level + 1], *(known or (parent, *row[level + 2 :]))) if row[level] == label else row for row in rows],
    )


def with_value(tree: Hierarchy, labels: Sequence[str]) -> Hierarchy:
    """Add a value with its labels on every level.

    Raises
    ------
    HierarchyError
        The value has an entry already, or its labels do not nest with the others.
    """
    return hierarchy(tree.column, [*as_rows(tree), tuple(labels)])


def without_value(tree: Hierarchy, value: str) -> Hierarchy:
    """Take a value out."""
    _must_be_there(tree, 0, value)
    return hierarchy(tree.column, [row for row in as_rows(tree) if row[0] != value])


def without_level(tree: Hierarchy, level: int) -> Hierarchy:
    """Leave a level out; the values themselves stay."""
    if not 0 < level < tree.n_levels:
        raise HierarchyError(f"The hierarchy of {tree.column!r} has no level {level} that could be left out.")
    labels, maps = list(tree.labels), list(tree.maps)
    del labels[level], maps[level]
    return Hierarchy(tree.column, tuple(labels), tuple(maps))


def with_level(tree: Hierarchy, level: int) -> Hierarchy:
    """Put a level in below another one, at first with the groups of the level under it; groups are then moved.

    Examples
    --------
    >>> with_level(hierarchy("q", [("a", "*"), ("b", "*")]), 1).labels
    (('a', 'b'), ('a', 'b'), ('*',))
    """
    if not 0 < level <= tree.n_levels:
        raise HierarchyError(f"A new level of the hierarchy of {tree.column!r} can be 1 to {tree.n_levels}.")
    labels, maps = list(tree.labels), list(tree.maps)
    labels.insert(level, labels[level - 1])
    maps.insert(level, maps[level - 1])
    return Hierarchy(tree.column, tuple(labels), tuple(maps))


def _must_be_there(tree: Hierarchy, level: int, label: str) -> None:
    if not 0 <= level < tree.n_levels or label not in tree.labels[level]:
        raise HierarchyError(f"The hierarchy of {tree.column!r} has no such label on level {level}.")
