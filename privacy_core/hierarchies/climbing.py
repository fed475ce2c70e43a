"""One level up from where a published column stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from privacy_core.errors import HierarchyError
from privacy_core.hierarchies.nesting import Hierarchy
from privacy_core.hierarchies.spelling import same_number
from privacy_core.tables import Codes, Column, IntArray, Scale, frozen

Way = tuple[IntArray, int]
"""Group of each text one level up, and a number above them all."""


@dataclass(frozen=True, eq=False)
class Senses:
    """What each label of a hierarchy stands for, level by level.

    A label may stand on several levels. Where it covers the same values there it has one sense, else several, as
    "Other" that is a value itself and the group of the rare values too.

    Parameters
    ----------
    tree : the hierarchy
    row : by label, its row in the arrays
    number : the same by label or, for a number, as a column of numbers writes it; two spellings of one share a row
    leaf : int64 (n_rows, n_levels), a value of level 0 that the label covers on each level; −1 where it is none
    size : int64 (n_rows, n_levels), how many values it covers; 0 where it is no label
    """

    tree: Hierarchy
    row: Mapping[str, int]
    number: Mapping[str, int]
    leaf: IntArray
    size: IntArray

    @property
    def several(self) -> int:
        """How many labels have more than one sense."""
        return sum(len(self._levels(row)) > 1 for row in range(len(self.leaf)))

    def rows_of(self, column: Column) -> IntArray:
        """Row of each code of a column that holds labels of any level: −1 for none, `len(leaf)` for a missing cell.

        A missing cell is the value "" where that is a value of the hierarchy and no text of the column.
        """
        words = column.labels[: len(column.categories)]
        numbers = self.number if column.scale is Scale.NUMERIC else {}
        rows = [self.row.get(word, numbers.get(word, -1)) for word in words]
        own = self.row[""] if "" in self.tree.place and "" not in words else len(self.leaf)
        return np.array([*rows, *([own] if column.has_missing else [])], np.int64)

    def above(self, rows: IntArray, lacking: bool) -> Way | None:
        """Groups one level up from where a column stands that reads these labels and nothing else.

        It stands on the level that has all of them, else on the coarsest that one of them needs. Labels that
        cover the same values on several levels stand on the highest, so that the comparison is with something
        larger. Above a last level of several labels stands one group; on a last level of one label nothing changes.

        Parameters
        ----------
        rows : rows of the labels that are read, each once
        lacking : whether missing cells, a group of their own, are read as well

        Returns
        -------
        groups : int64 (n_rows + 1,), at least 0, the missing cells' group last; and a number above them all. None
            where labels have several senses and the groups depend on which is meant.
        """
        ways: list[Way | None] = [*self._alike(rows, lacking)] or [*self._mixed(rows)]
        seen = {_partition(way[0], lacking) for way in ways if way is not None}
        return ways[0] if len(seen) == 1 and None not in ways else None

    def _alike(self, rows: IntArray, lacking: bool) -> Iterator[Way]:
        """A way for every level that has all labels, the highest of those where they have the same senses."""
        top, seen = self.tree.n_levels - 1, set[tuple[bytes, bytes]]()
        for level in range(top, -1, -1):
            leaf, size = self.leaf[rows, level], self.size[rows, level]
            sense = (leaf.tobytes(), size.tobytes())
            gathers = lacking and level == top > 0 and len(self.tree.labels[level]) == 1
            if (leaf >= 0).all() and not gathers and sense not in seen:
                seen.add(sense)
                yield self._up(leaf, level)

    def _mixed(self, rows: IntArray) -> Iterator[Way | None]:
        """A way for every level the labels may need; None where a label's group depends on its sense."""
        several = [self._levels(row) for row in rows.tolist()]
        needed = max((levels[0] for levels in several), default=0)
        for level in sorted({at for levels in several for at in levels if at >= needed} | {needed}):
            lowest = [levels[0] for levels in several]
            way = self._up(self.leaf[rows, lowest], level)
            others = ((i, at) for i, levels in enumerate(several) for at in levels[1:] if at <= level)
            moved = any(self._up(self.leaf[rows[i : i + 1], at], level)[0][0] != way[0][i] for i, at in others)
            yield None if moved else way

    def _levels(self, row: int) -> list[int]:
        """Lowest level of each sense of a label, ascending."""
        first: dict[tuple[int, int], int] = {}
        for level, (leaf, size) in enumerate(zip(self.leaf[row].tolist(), self.size[row].tolist(), strict=True)):
            if leaf >= 0:
                first.setdefault((leaf, size), level)
        return list(first.values())

    def _up(self, leaf: IntArray, level: int) -> Way:
        last = self.tree.n_levels - 1
        labels = len(self.tree.labels[min(level + 1, last)])
        if level == last and labels > 1:
            return np.zeros(len(leaf) + 1, np.int64), 1
        groups = self.tree.above[min(level + 1, last)][leaf]
        return np.append(groups, 0 if labels == 1 and last and level + 1 >= last else labels), labels + 1


def senses(tree: Hierarchy) -> Senses:
    """Look up what every label of a hierarchy stands for.

    Examples
    --------
    >>> from privacy_core import hierarchy
    >>> senses(hierarchy("job", [("Other", "Other", "*"), ("Rare", "Other", "*")])).several
    1
    >>> senses(hierarchy("job", [("a", "a", "*"), ("b", "b", "*")])).several
    0
    """
    every = list(dict.fromkeys(label for level in tree.labels for label in level))
    crowded = {
        number for level in tree.labels for number, times in Counter(map(same_number, level)).items() if times > 1
    }
    keys = [label if (number := same_number(label)) in crowded else number for label in every]
    place = {key: at for at, key in enumerate(dict.fromkeys(keys))}
    row = {label: place[key] for label, key in zip(every, keys, strict=True)}
    leaf = np.full((len(place), tree.n_levels), -1, np.int64)
    size = np.zeros_like(leaf)
    for level, labels in enumerate(tree.labels):
        at = [row[label] for label in labels]
        leaf[at, level] = np.unique(tree.above[level], return_index=True)[1]
        size[at, level] = np.bincount(tree.above[level], minlength=len(labels))
    return Senses(tree, row, place, frozen(leaf), frozen(size))


def one_level_up(tree: Hierarchy, column: Column, rows: NDArray[np.intp]) -> tuple[IntArray, int]:
    """Group of some rows on the level above the one their column stands on.

    A published column whose values are labels of level 2 is compared on level 3; see `Senses.above`.

    Parameters
    ----------
    tree : hierarchy of the column
    column : values of any level
    rows : positions of the rows

    Returns
    -------
    groups : int64 (n_rows,), at least 0
    n_groups : a number above them all

    Raises
    ------
    HierarchyError
        Rows hold a value that is a label of no level, or labels stand for different values on different levels
        and nobody can say which are meant; their number is named.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame, hierarchy
    >>> tree = hierarchy("zip", [("13053", "1305*", "130**", "*"), ("13068", "1306*", "130**", "*")])
    >>> column = from_frame(pd.DataFrame({"zip": ["1305*", "1306*", "1306*"]}))["zip"]
    >>> one_level_up(tree, column, np.arange(3))[0].tolist()
    [0, 0, 0]
    """
    known = senses(tree)
    read = known.rows_of(column)[column.codes[rows]]
    _refuse_strange(tree, column, read < 0, column.codes[rows])
    texts, place = np.unique(read, return_inverse=True)
    lacking = bool(len(texts) and texts[-1] == len(known.leaf))
    way = known.above(texts[: len(texts) - lacking], lacking)
    if way is None:
        raise HierarchyError(
            f"Column {column.name!r}: {known.several:,} labels of its hierarchy stand for different values on "
            f"different levels, so nobody can say on which level its {len(rows):,} rows stand. Give them names of "
            "their own.",
            tree,
        )
    return way[0][place], way[1]


def _refuse_strange(tree: Hierarchy, column: Column, strange: NDArray[np.bool_], codes: Codes) -> None:
    if strange.any():
        raise HierarchyError(
            f"Column {column.name!r}: {int(strange.sum()):,} rows hold a value that is a label of no level of its "
            f"hierarchy ({len(np.unique(codes[strange])):,} different values).",
            tree,
        )


def _partition(groups: IntArray, lacking: bool) -> tuple[int, ...]:
    """Which of the texts are together, whatever the groups are called."""
    seen: dict[int, int] = {}
    return tuple(seen.setdefault(group, len(seen)) for group in groups[: len(groups) - (not lacking)].tolist())
