"""Which pairs of records are one person, for scoring only: no operator of the attack sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from privacy_core.errors import ParameterError, RoleError
from privacy_core.tables import Column, IntArray, Table, as_text, frozen

MOST_TRUE_PAIRS = 50_000_000


@dataclass(frozen=True, eq=False)
class Truth:
    """The true targets of each source record, many to many.

    Parameters
    ----------
    first, targets : row i's true targets are `targets[first[i] : first[i + 1]]`, ascending; `first` has n + 1 entries
    m : number of target rows
    """

    first: IntArray
    targets: IntArray
    m: int

    def __post_init__(self) -> None:
        frozen(self.first)
        frozen(self.targets)

    @property
    def n(self) -> int:
        """Source records."""
        return len(self.first) - 1

    @property
    def size(self) -> IntArray:
        """True targets of each source record."""
        return np.diff(self.first)

    @property
    def known(self) -> NDArray[np.bool_]:
        """Source records that have a true target."""
        return self.size > 0

    @property
    def rows(self) -> IntArray:
        """Source record of each true pair."""
        return np.repeat(np.arange(self.n), self.size)

    def within(self, blocks_source: ArrayLike, blocks_target: ArrayLike) -> NDArray[np.bool_]:
        """Which true pairs a block holds together: (n_levels, n_pairs)."""
        one, two = np.asarray(blocks_source), np.asarray(blocks_target)
        return np.asarray(one[:, self.rows] == two[:, self.targets], bool)

    def only(self, rows: IntArray) -> Truth:
        """Keep some source records, in the order given.

        Examples
        --------
        >>> found = Truth(np.array([0, 2, 2, 3]), np.array([4, 5, 6]), 7).only(np.array([2, 0]))
        >>> found.first.tolist(), found.targets.tolist()
        ([0, 1, 3], [6, 4, 5])
        """
        size = self.size[rows]
        first = np.concatenate([[0], np.cumsum(size)])
        at = np.repeat(self.first[:-1][rows] - first[:-1], size) + np.arange(first[-1])
        return Truth(first, self.targets[at], self.m)


def truth_of(source: Column, target: Column) -> Truth:
    """Pair the rows of two tables that bear the same id; a missing id has no pair.

    Parameters
    ----------
    source, target : the id column of each table; an id may occur on many rows of either

    Raises
    ------
    RoleError
        The ids repeat so often that more than fifty million pairs would be true.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core.frames import from_frame
    >>> one, two = (from_frame(pd.DataFrame({"id": list(ids)}))["id"] for ids in ("abc", "bab"))
    >>> found = truth_of(one, two)
    >>> found.first.tolist(), found.targets.tolist()
    ([0, 1, 3, 3], [1, 0, 2])
    """
    person = np.append(_same(source.categories, target.categories), -1)[source.codes]
    size = np.bincount(target.codes, minlength=len(target.categories) + 1)
    begin = np.concatenate([[0], np.cumsum(size)])
    each = np.where(person >= 0, size[person], 0)
    pairs = int(each.sum())
    if pairs > MOST_TRUE_PAIRS:
        raise RoleError(f"Column {source.name!r} makes {pairs:,} true pairs; it does not tell people apart.")
    first = np.concatenate([[0], np.cumsum(each)])
    at = np.repeat(np.where(person >= 0, begin[person], 0) - first[:-1], each) + np.arange(pairs)
    return Truth(first, np.argsort(target.codes, kind="stable")[at], len(target.codes))


def _same(source: NDArray[Any], target: NDArray[Any]) -> IntArray:
    """Place of each source category among the target's, −1 where it is not; 7 and "7" are one id."""
    if source.dtype.kind in "iuf" and target.dtype.kind in "iuf" and len(target):
        at = np.minimum(np.searchsorted(target, source), len(target) - 1)
        return np.where(target[at] == source, at, -1)
    place = {text: code for code, text in enumerate(map(as_text, target.tolist()))}
    return np.array([place.get(as_text(value), -1) for value in source.tolist()], np.int64)


def truth_by_position(n: int, m: int | None = None) -> Truth:
    """Pair row i with row i; only for tables that are known to keep their order.

    Raises
    ------
    ParameterError
        The two tables differ in length.
    """
    if m not in (None, n):
        raise ParameterError(f"Row by row pairs tables of one length; these have {n:,} and {m:,} rows.")
    return Truth(np.arange(n + 1), np.arange(n), n)


def pairs_of(source: Table, target: Table, id_column: str | None, truth: Truth | None) -> Truth | None:
    """True pairs by id, or as given; None where nobody says who is who.

    Raises
    ------
    RoleError
        A table lacks the id, or the pairs given are those of other tables.
    """
    if id_column is not None:
        for name, one in (("original", source), ("release", target)):
            if id_column not in one.columns:
                raise RoleError(f"The id column {id_column!r} is not a column of the {name}.")
        return truth_of(source[id_column], target[id_column])
    if truth is not None and (truth.n, truth.m) != (source.n_rows, target.n_rows):
        raise RoleError(
            f"The true pairs are those of tables with {truth.n:,} and {truth.m:,} rows; these have "
            f"{source.n_rows:,} and {target.n_rows:,}."
        )
    return truth
