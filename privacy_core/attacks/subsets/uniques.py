"""The smallest sets of columns that leave a row alone: minimal sample uniques."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from privacy_core.attacks.subsets.asking import asked, chosen, most_columns
from privacy_core.attacks.subsets.crowds import crowd
from privacy_core.attacks.subsets.noting import in_time
from privacy_core.policies import Policies
from privacy_core.progress import Progress, unwatched
from privacy_core.tables import IntArray, Table, frozen


@dataclass(frozen=True, slots=True)
class MinimalSet:
    """A set of columns and the rows it is minimal for: alone in it, and in no smaller part of it.

    Parameters
    ----------
    columns : the set, in the order asked
    rows : how many rows it is minimal for
    """

    columns: tuple[str, ...]
    rows: int


@dataclass(frozen=True, eq=False)
class MinimalUniques:
    """Which sets of columns are minimal uniques of which rows.

    Parameters
    ----------
    columns : what an attacker may know, in the order asked
    rows : rows that take part
    max_size : most columns in a set that was looked at
    sets : those that are minimal for some row, by size and then in the order asked
    row, at : int32 (n_found,), every (row of the table, position in `sets`), ordered by row, then set
    n_rows : rows of the table
    policies : how missing values, suppressed rows and persons were counted
    partial : whether larger sets were asked for than were looked at
    """

    columns: tuple[str, ...]
    rows: int
    max_size: int
    sets: tuple[MinimalSet, ...]
    row: NDArray[np.int32]
    at: NDArray[np.int32]
    n_rows: int
    policies: Policies
    partial: bool = False

    @cached_property
    def size(self) -> IntArray:
        """Columns in each of `sets`, int64 (n_sets,)."""
        return np.array([len(one.columns) for one in self.sets], np.int64)

    @cached_property
    def per_row(self) -> IntArray:
        """How many minimal uniques each row of the table has, int64 (n_rows,)."""
        return np.bincount(self.row, minlength=self.n_rows)

    @cached_property
    def smallest(self) -> IntArray:
        """Columns in the smallest set that leaves each row alone, int64 (n_rows,); 0 where none does."""
        found = np.zeros(self.n_rows, np.int64)
        found[self.row[::-1]] = self.size[self.at[::-1]]  # sets of a row come by size: the first stays
        return found

    @property
    def with_any(self) -> int:
        """Rows with at least one minimal unique."""
        return int(np.count_nonzero(self.per_row))

    @cached_property
    def by_size(self) -> Mapping[int, int]:
        """For 1, 2, … columns, the rows with at least one minimal unique of so many."""
        return {size: self._rows_with(self.size == size) for size in range(1, self.max_size + 1)}

    @cached_property
    def by_column(self) -> Mapping[str, int]:
        """For each column, the rows with at least one minimal unique that holds it."""
        return {name: self._rows_with(self.holding(name)) for name in self.columns}

    def riskiest(self, most: int = 10) -> tuple[MinimalSet, ...]:
        """The sets that are minimal for most rows; of equal ones the smaller first, then as asked."""
        return tuple(sorted(self.sets, key=lambda one: (-one.rows, len(one.columns)))[:most])

    def holding(self, name: str) -> NDArray[np.bool_]:
        """Which of `sets` hold a column."""
        return np.array([name in one.columns for one in self.sets], bool)

    def _rows_with(self, some: NDArray[np.bool_]) -> int:
        rows = self.row[some[self.at]]
        return int(np.count_nonzero(np.diff(rows, prepend=-1)))


def minimal_uniques(
    table: Table,
    columns: Sequence[str],
    max_size: int = 3,
    policies: Policies | None = None,
    person: str | None = None,
    seconds: float | None = None,
    progress: Progress = unwatched,
) -> MinimalUniques:
    """Find, for every row, the sets of columns that leave it alone and of which every column is needed for it.

    Parameters
    ----------
    table : Table
    columns : what an attacker may know
    max_size : most columns in a set; smaller where there would be more than 40,000 sets
    policies : how missing values, suppressed rows and persons are counted
    person : column with the person's id, where persons are counted; a row is alone when its crowd is one person
    seconds : after which the sizes not done are left out; 60 for more than 20 columns unless given
    progress : told how far the work is after every set

    Raises
    ------
    RoleError, UnknownColumn
        No column is chosen, one is named twice, or is none.
    ParameterError
        A number is out of its range, or more than 50,000,000 minimal uniques are found.
    TableError
        No row takes part, or a row has no person id.
    Stopped
        `progress` returned False.

    Notes
    -----
    Formula: S is minimal for a row when the row is alone in S and in no S ∖ {a}; alone in S, it is alone in every
    larger set.

    Edge cases: a row may have many; rows that are alike in all columns have none. A missing value counts as the
    policy says; SUDA2 in sdcMicro passes over it.

    Does not say: that a row is alone in the population.

    Source: minimal sample uniques, Elliot, Manning & Ford, A computational algorithm for handling the special
    uniques problem, 2002; Manning, Haglin & Keane, A recursive search algorithm for statistical disclosure
    assessment (SUDA2), 2008. The search is ours.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> three = from_frame(pd.DataFrame({"a": [2, 1, 1], "b": [0, 3, 0], "c": [0, 6, 0]}))
    >>> found = minimal_uniques(three, ["a", "b", "c"])
    >>> [(one.columns, one.rows) for one in found.sets]     # the third row needs two columns, the others one
    [(('a',), 1), (('b',), 1), (('c',), 1), (('a', 'b'), 1), (('a', 'c'), 1)]
    >>> found.per_row.tolist(), found.smallest.tolist()
    ([1, 2, 2], [1, 1, 2])
    """
    names = chosen(table, columns)
    question = asked(names, max_size, seconds, None, None)
    people = crowd(table, names, policies, person)
    largest, row, found = in_time(
        people, names, most_columns(len(names), question.max_size), question.seconds, progress
    )
    sets, rank = _sets(names, found)
    row, at = _in_order(people.place[row], np.repeat(rank, [rows for _, rows in found]), len(sets))
    rows, partial = len(people.counted), largest < question.max_size
    return MinimalUniques(names, rows, largest, sets, frozen(row), frozen(at), table.n_rows, people.policies, partial)


def _sets(names: tuple[str, ...], found: Sequence[tuple[int, int]]) -> tuple[tuple[MinimalSet, ...], IntArray]:
    """The sets with a row, by size and then in the order asked, and which of them each set looked at is."""
    places = [[at for at in range(len(names)) if mask >> at & 1] for mask, _ in found]
    order = sorted((at for at, (_, rows) in enumerate(found) if rows), key=lambda at: (len(places[at]), places[at]))
    rank = np.zeros(len(found), np.int64)
    rank[order] = np.arange(len(order))
    return tuple(MinimalSet(tuple(names[place] for place in places[at]), found[at][1]) for at in order), rank


def _in_order(row: NDArray[np.intp], at: IntArray, n_sets: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """By row, then set; both in one number sort faster."""
    row, at = np.divmod(np.sort(row * max(n_sets, 1) + at), max(n_sets, 1))
    return row.astype(np.int32), at.astype(np.int32)
