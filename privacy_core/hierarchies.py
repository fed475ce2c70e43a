"""Generalization hierarchies: one column's values in ever coarser groups.

Level 0 is the original; each level is a function of the one below. Read from ARX's CSV format.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from privacy_core.errors import HierarchyError


@dataclass(frozen=True)
class Hierarchy:
    """Nested coarsenings of one column.

    Parameters
    ----------
    column : name of the column
    labels : one tuple of distinct labels per level; level 0 lists the values themselves
    maps : one tuple per level, for each value of level 0 its position in that level's labels;
        `maps[0]` is the identity

    Raises
    ------
    HierarchyError
        A level is not a function of the level below it.
    """

    column: str
    labels: tuple[tuple[str, ...], ...]
    maps: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        for level in range(1, len(self.maps)):
            parents = set(zip(self.maps[level - 1], self.maps[level], strict=True))
            split = len(parents) - len({child for child, _ in parents})
            if split:
                raise HierarchyError(
                    f"The hierarchy of {self.column!r} is not nested: {split} labels of level {level - 1} "
                    f"have more than one parent in level {level}."
                )

    @cached_property
    def height(self) -> int:
        """Steps from a value to the root; a root is added where the last level has several labels."""
        return len(self.maps) - (len(self.labels[-1]) == 1)

    def levels_of(self, values: Sequence[str], rows: Sequence[int] | None = None) -> list[NDArray[np.int64]]:
        """Position of each value at every level below the root.

        Parameters
        ----------
        values : texts to place
        rows : number of rows that hold each value, for the message

        Raises
        ------
        HierarchyError
            Values without an entry; names the column and how many rows hold them.
        """
        place = {label: i for i, label in enumerate(self.labels[0])}
        strange = [i for i, value in enumerate(values) if value not in place]
        if strange:
            held = sum(rows[i] for i in strange) if rows is not None else len(strange)
            where = f"{held:,} rows hold" if held else "the original table or the declared order brings"
            raise HierarchyError(
                f"Column {self.column!r}: {where} a value with no entry in the hierarchy "
                f"({len(strange)} different values)."
            )
        leaf = np.array([place[value] for value in values], np.int64)
        return [np.array(self.maps[level], np.int64)[leaf] for level in range(self.height)]


def hierarchy(column: str, rows: Sequence[Sequence[str]]) -> Hierarchy:
    """Build a hierarchy from one row of labels per value, finest first.

    Raises
    ------
    HierarchyError
        No rows, rows of different length, a value with two different rows, levels not nested.

    Examples
    --------
    >>> tree = hierarchy("disease", [("flu", "lung", "*"), ("gastritis", "stomach", "*")])
    >>> tree.height, tree.labels[1]
    (2, ('lung', 'stomach'))
    """
    paths = list(dict.fromkeys(tuple(row) for row in rows))
    if not paths:
        raise HierarchyError(f"The hierarchy of {column!r} has no rows.")
    uneven = sum(len(path) != len(paths[0]) for path in paths)
    if uneven:
        raise HierarchyError(
            f"The hierarchy of {column!r} has {uneven} rows with another number of levels than the first."
        )
    twice = len(paths) - len({path[0] for path in paths})
    if twice:
        raise HierarchyError(f"The hierarchy of {column!r} gives {twice} values more than one parent.")
    columns = list(zip(*paths, strict=True))
    labels = tuple(tuple(dict.fromkeys(level)) for level in columns)
    place = [{label: i for i, label in enumerate(level)} for level in labels]
    maps = tuple(tuple(place[i][label] for label in level) for i, level in enumerate(columns))
    return Hierarchy(column, labels, maps)


def read_hierarchy(content: bytes, column: str) -> Hierarchy:
    r"""Read ARX's CSV format: no header, one row per value, level 0 first, semicolons or commas.

    Parameters
    ----------
    content : bytes of the file, UTF-8 or Windows-1252
    column : name of the column the hierarchy belongs to

    Examples
    --------
    >>> read_hierarchy(b"flu;lung;*\ncough;lung;*\n", "disease").labels[1]
    ('lung',)
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", errors="replace")
    delimiter = ";" if text.count(";") >= text.count(",") else ","
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    return hierarchy(column, [row for row in rows if row])
