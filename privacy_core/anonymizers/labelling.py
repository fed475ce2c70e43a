"""What a group of rows reads in each column: a value, an interval, a node of a hierarchy, a set."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from privacy_core.anonymizers.answers import Task
from privacy_core.anonymizers.base import WITHHELD, Anonymization
from privacy_core.anonymizers.releasing import recoded_cells
from privacy_core.generalized import braces
from privacy_core.hierarchies import Hierarchy
from privacy_core.tables import Column, IntArray, Scale, Table

Cells = tuple[Sequence[str | None], IntArray]
"""Texts, and for each row of the table the position of its text."""


@dataclass(frozen=True, eq=False)
class Groups:
    """Which of the judged rows belong together.

    Parameters
    ----------
    rows : positions of the judged rows in the table
    of_row : int64 (n_judged,), group of each
    count : number of groups, none empty
    """

    rows: IntArray
    of_row: IntArray
    count: int

    def spread(self, per_group: Sequence[str | None], n_rows: int) -> Cells:
        """Give every judged row the text of its group; rows not judged get the first."""
        place = np.zeros(n_rows, np.int64)
        place[self.rows] = self.of_row
        return per_group, place


def labelled(
    table: Table, names: Sequence[str], hierarchies: Mapping[str, Hierarchy], groups: Groups
) -> dict[str, Cells]:
    """Say for every column what each group covers, as narrowly as its kind of label allows.

    One value stays as it is. Numbers become `[smallest, largest]`, both ends included. Names with a
    hierarchy become their lowest common node, other names and ordered values the set `{a, b}` in the
    order of the column. A group that holds every value, or both known and missing cells, reads `*`;
    one whose cells are all missing stays missing.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> people = from_frame(pd.DataFrame({"age": [30, 41, 41], "job": ["x", "y", "z"]}))
    >>> two = Groups(np.arange(3), np.array([0, 0, 1]), 2)
    >>> {name: list(texts) for name, (texts, _) in labelled(people, ["age", "job"], {}, two).items()}
    {'age': ['[30, 41]', '41'], 'job': ['{x, y}', 'z']}
    """
    return {name: groups.spread(_texts(table[name], hierarchies.get(name), groups), table.n_rows) for name in names}


def in_groups(task: Task, groups: Groups, visited: int) -> Anonymization:
    """Hand out the table with every row reading what its group covers."""
    cells = labelled(task.table, task.roles.quasi_identifiers, task.hierarchies, groups)
    return task.answer(recoded_cells(task.table, cells), task.table.suppressed, visited)


def _texts(column: Column, tree: Hierarchy | None, groups: Groups) -> list[str | None]:
    held, labels = Held.of(column, groups), column.labels
    if column.scale is Scale.NUMERIC:
        return held.texts(column, lambda g: interval(labels[held.low[g]], labels[held.high[g]]))
    if tree is not None and column.scale is Scale.NOMINAL:
        nodes = common_nodes(column, tree, held)
        return held.texts(column, lambda g: nodes[g])
    return held.texts(column, lambda g: braces([labels[code] for code in held.codes(g)]))


@dataclass(frozen=True, eq=False)
class Held:
    """The different codes each group holds: `code[start[g]:start[g + 1]]`, ascending."""

    code: IntArray
    start: IntArray

    @classmethod
    def of(cls, column: Column, groups: Groups) -> Held:
        """Collect the codes of a column in each group."""
        key = groups.of_row * np.int64(column.n_codes) + column.codes[groups.rows]
        owner, code = np.divmod(np.unique(key), column.n_codes)
        return cls(code, np.searchsorted(owner, np.arange(groups.count + 1)))

    @property
    def low(self) -> IntArray:
        """Smallest code of each group."""
        return self.code[self.start[:-1]]

    @property
    def high(self) -> IntArray:
        """Largest code of each group."""
        return self.code[self.start[1:] - 1]

    def codes(self, group: int) -> IntArray:
        """Codes of one group."""
        return self.code[self.start[group] : self.start[group + 1]]

    def texts(self, column: Column, several: Callable[[int], str]) -> list[str | None]:
        """Text of each group; `several` says it for groups of more than one known value."""
        every = len(np.unique(self.code))
        labels = column.labels
        return [self._text(column, labels, group, every, several) for group in range(len(self.start) - 1)]

    def _text(
        self, column: Column, labels: Sequence[str], group: int, every: int, several: Callable[[int], str]
    ) -> str | None:
        low, high = int(self.low[group]), int(self.high[group])
        if low == high:
            return None if low == column.missing else labels[low]
        if high == column.missing or (column.scale is Scale.NOMINAL and len(self.codes(group)) == every):
            return WITHHELD
        return several(group)


def common_nodes(column: Column, tree: Hierarchy, held: Held) -> list[str]:
    """Lowest node of a hierarchy above all values of each group; `*` where no level joins them."""
    found = np.full(len(held.start) - 1, -1)
    texts: list[str] = [WITHHELD] * len(found)
    for level, of_code in enumerate(tree.level_maps(column)):
        node = np.asarray(of_code)[held.code]
        low = np.minimum.reduceat(node, held.start[:-1])
        new = (found < 0) & (low == np.maximum.reduceat(node, held.start[:-1]))
        labels = tree.level_labels(column, level)
        for group in np.flatnonzero(new):
            texts[group] = labels[low[group]]
        found[new] = level
    return texts


def interval(low: str, high: str) -> str:
    """A closed interval as text.

    Examples
    --------
    >>> interval("20", "29"), interval("7", "7")
    ('[20, 29]', '7')
    """
    return low if low == high else f"[{low}, {high}]"
