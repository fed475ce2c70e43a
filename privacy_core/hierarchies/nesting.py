"""What a hierarchy is: level 0 the values themselves, every level a function of the one below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from privacy_core.errors import HierarchyError
from privacy_core.hierarchies.faults import (
    MOST_LEVELS,
    first_grave,
    lacking_entries,
    more_than_one_parent,
    too_many_levels,
)
from privacy_core.hierarchies.spelling import by_number
from privacy_core.tables import MISSING, Column, FloatArray, IntArray, Scale, frozen


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
        A level is not a function of the level below it, or there are more than 60 levels.

    Notes
    -----
    The values of a column are looked up as its labels are written: the number 3.0 is "3". A number that
    no entry is written like is looked up by its value, where exactly one entry is that number. A missing
    cell is the value "" where the hierarchy has one that is not a value of the column as well; else it
    stays a value of its own on every level and joins the others only on a last level of one label.
    """

    column: str
    labels: tuple[tuple[str, ...], ...]
    maps: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        if len(self.maps) > MOST_LEVELS:
            raise HierarchyError(too_many_levels(self.column, len(self.maps)))
        for level in range(1, len(self.maps)):
            parents = set(zip(self.maps[level - 1], self.maps[level], strict=True))
            split = len(parents) - len({child for child, _ in parents})
            if split:
                raise HierarchyError(more_than_one_parent(self.column, level - 1, split))

    @cached_property
    def height(self) -> int:
        """Steps from a value to the root; a root is added where the last level has several labels."""
        return len(self.maps) - (len(self.labels[-1]) == 1)

    @property
    def n_levels(self) -> int:
        """Number of levels as written: 0 keeps the values, n_levels − 1 is the coarsest."""
        return len(self.maps)

    @cached_property
    def place(self) -> dict[str, int]:
        """Position of each value among the labels of level 0."""
        return {label: i for i, label in enumerate(self.labels[0])}

    @cached_property
    def _by_number(self) -> dict[float, int]:
        return by_number(self.labels[0])

    def places(self, words: Sequence[str], scale: Scale) -> IntArray:
        """Position of each value among the labels of level 0, −1 for none; numbers are found by value as well.

        Examples
        --------
        >>> tree = hierarchy("age", [("39.0", "*"), ("041", "*")])
        >>> tree.places(["39", "41", "42"], Scale.NUMERIC).tolist(), tree.places(["39"], Scale.NOMINAL).tolist()
        ([0, 1, -1], [-1])
        """
        places = [self.place.get(word, -1) for word in words]
        if scale is Scale.NUMERIC and -1 in places:
            known = self._by_number
            places = [known.get(float(word), -1) if at < 0 else at for word, at in zip(words, places, strict=True)]
        return np.array(places, np.int64)

    @cached_property
    def above(self) -> NDArray[np.int64]:
        """The maps as one array (n_levels, n_values)."""
        return frozen(np.array(self.maps, np.int64).reshape(len(self.maps), len(self.labels[0])))

    def codes(self, column: Column) -> IntArray:
        """Value of the hierarchy for each code of a column.

        Returns
        -------
        leaf : int64 (column.n_codes,), position in `labels[0]`; a missing cell that is none of them has
            the position `len(labels[0])`

        Raises
        ------
        HierarchyError
            Values without an entry; names the column, how many rows hold them and how many they are.

        Examples
        --------
        >>> import pandas as pd
        >>> from privacy_core import from_frame
        >>> tree = hierarchy("age", [("34", "[30, 40[", "*"), ("41", "[40, 50[", "*")])
        >>> tree.codes(from_frame(pd.DataFrame({"age": [41.0, 34.0, None]}))["age"]).tolist()
        [0, 1, 2]
        """
        words = column.labels[: len(column.categories)]
        leaf = self.places(words, column.scale)
        if (leaf < 0).any():
            rows = np.bincount(column.codes, minlength=column.n_codes)
            self._refuse(words, leaf, rows.tolist())
        return np.append(leaf, self._missing_leaf(words)) if column.has_missing else leaf

    def level_maps(self, column: Column) -> tuple[IntArray, ...]:
        """Group of each code of a column at every level.

        Returns
        -------
        groups : per level int64 (column.n_codes,), position in `level_labels(column, level)`

        Examples
        --------
        >>> import pandas as pd
        >>> from privacy_core import from_frame
        >>> column = from_frame(pd.DataFrame({"q": ["a", "b", None]}))["q"]
        >>> tree = hierarchy("q", [("z", "y", "*"), ("b", "x", "*"), ("a", "x", "*")])
        >>> [groups.tolist() for groups in tree.level_maps(column)], tree.level_labels(column, 1)
        ([[1, 0, 2], [0, 0, 1], [0, 0, 0]], ('x', '(missing)'))
        """
        leaf = self.codes(column)
        return tuple(np.unique(self._upward(level)[leaf], return_inverse=True)[1] for level in range(self.n_levels))

    def level_labels(self, column: Column, level: int) -> tuple[str, ...]:
        """Labels of one level that the codes of a column reach, in the order of the hierarchy."""
        labels = (*self.labels[level], self.own_label)
        return tuple(labels[group] for group in self._reached(column, level))

    def missing_group(self, column: Column, level: int) -> int | None:
        """Number of the group that holds the missing cells and nothing else, if there is one."""
        reached = self._reached(column, level)
        return len(reached) - 1 if len(reached) and reached[-1] == len(self.labels[level]) else None

    def share(self, column: Column, level: int) -> FloatArray:
        """Share of all values of the hierarchy that each group of one level stands for.

        Values that the column never holds count too; missing cells count as one more value where they
        are none of the hierarchy's.

        Returns
        -------
        share : float64 (n_groups,), in the order of `level_labels`
        """
        leaf = self.codes(column)
        upward = self._upward(level)[: len(self.labels[0]) + bool((leaf == len(self.labels[0])).any())]
        return np.bincount(upward)[np.unique(upward[leaf])] / len(upward)

    @property
    def own_label(self) -> str:
        """What missing cells are called while they stay a group of their own."""
        label = MISSING
        while any(label in level for level in self.labels):
            label = f"({label})"
        return label

    def levels_of(
        self, values: Sequence[str], rows: Sequence[int] | None = None, scale: Scale = Scale.NOMINAL
    ) -> list[NDArray[np.int64]]:
        """Position of each value at every level below the root.

        Parameters
        ----------
        values : texts to place
        rows : number of rows that hold each value, for the message
        scale : of their column; numbers are found by value as well

        Raises
        ------
        HierarchyError
            Values without an entry; names the column and how many rows hold them.
        """
        leaf = self.places(values, scale)
        if (leaf < 0).any():
            self._refuse(values, leaf, rows)
        return [self.above[level][leaf] for level in range(self.height)]

    def _missing_leaf(self, words: Sequence[str]) -> int:
        return len(self.labels[0]) if "" in words else self.place.get("", len(self.labels[0]))

    def _upward(self, level: int) -> IntArray:
        """Group of each value at a level, and of a missing cell after the last."""
        several = len(self.labels[level])
        joins = level == self.n_levels - 1 and several == 1
        return np.append(self.above[level], 0 if joins and level else several)

    def _reached(self, column: Column, level: int) -> IntArray:
        return np.unique(self._upward(level)[self.codes(column)])

    def _refuse(self, values: Sequence[str], leaf: IntArray, rows: Sequence[int] | None) -> NoReturn:
        found = [values[at] for at in np.flatnonzero(leaf >= 0).tolist()]
        faults = lacking_entries(self.column, values, rows, [*self.labels[0], *found])
        raise HierarchyError(" ".join(fault.sentence for fault in faults), self)


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
    if fault := first_grave(column, list(enumerate(rows, 1))):
        raise HierarchyError(fault.sentence)
    paths = list(dict.fromkeys(tuple(row) for row in rows))
    columns = list(zip(*paths, strict=True))
    labels = tuple(tuple(dict.fromkeys(level)) for level in columns)
    place = [{label: i for i, label in enumerate(level)} for level in labels]
    maps = tuple(tuple(place[i][label] for label in level) for i, level in enumerate(columns))
    return Hierarchy(column, labels, maps)
