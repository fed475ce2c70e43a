"""The smallest sets of columns that leave a row alone: minimal sample uniques."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from privacy_core.policies import Policies
from privacy_core.progress import Progress, unwatched
from privacy_core.tables import IntArray, Table


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
    """

    columns: tuple[str, ...]
    rows: int
    max_size: int
    sets: tuple[MinimalSet, ...]
    row: NDArray[Any]
    at: NDArray[Any]
    n_rows: int
    policies: Policies

    @property
    def per_row(self) -> IntArray:
        """How many minimal uniques each row of the table has, int64 (n_rows,)."""
        raise NotImplementedError

    @property
    def smallest(self) -> IntArray:
        """Columns in the smallest set that leaves each row alone, int64 (n_rows,); 0 where none does."""
        raise NotImplementedError

    @property
    def with_any(self) -> int:
        """Rows with at least one minimal unique."""
        raise NotImplementedError

    @property
    def by_size(self) -> Mapping[int, int]:
        """For 1, 2, … columns, the rows with at least one minimal unique of so many."""
        raise NotImplementedError

    @property
    def by_column(self) -> Mapping[str, int]:
        """For each column, the rows with at least one minimal unique that holds it."""
        raise NotImplementedError


def minimal_uniques(
    table: Table,
    columns: Sequence[str],
    max_size: int = 3,
    policies: Policies | None = None,
    person: str | None = None,
    progress: Progress = unwatched,
) -> MinimalUniques:
    """Find, for every row, the sets of columns that leave it alone and of which every column is needed for it."""
    raise NotImplementedError
