"""Repeated measurements side by side: one row per person instead of one per visit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from privacy_core.errors import ParameterError, TableError
from privacy_core.frames import distinct_names
from privacy_core.frequencies import rows_have
from privacy_core.numbering import grouped, without_value
from privacy_core.tables import Column, IntArray, Table, table

MOST = 50
MOST_CELLS = 100_000_000
"""Cells of the widest table that is made; one person with many rows would blow it up for everybody."""
_VISIT = " visit "


def pivot(visits: Table, person: str, order: str | None = None, most: int = MOST) -> Table:
    """Put the rows of each person side by side.

    A column that never changes within a person stays one column under its name; every other one becomes
    `name visit 1`, `name visit 2`, …, missing where a person has fewer rows. Suppressed rows are left out.

    Parameters
    ----------
    visits : Table
    person : column with the person's id; it stays
    order : column that puts a person's rows in order; without it they are ordered by all their values,
        column names in alphabetical order, so that the order of the file plays no part
    most : largest number of rows of one person that is put side by side

    Returns
    -------
    people : Table, one row per person, ordered by id

    Raises
    ------
    UnknownColumn
        The table has no such column.
    TableError
        Rows that are not suppressed have no person id or no place in the order, or nothing is left.
    ParameterError
        A person has more rows than `most`, or the table would be too wide.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> rows = pd.DataFrame({"who": [1, 1, 2], "sex": ["f", "f", "m"], "day": [9, 3, 5], "flu": ["no", "yes", "no"]})
    >>> people = pivot(from_frame(rows), "who", "day")
    >>> people.names
    ['who', 'sex', 'day visit 1', 'day visit 2', 'flu visit 1', 'flu visit 2']
    >>> people["flu visit 1"].texts(np.arange(2)), people["flu visit 2"].texts(np.arange(2))
    (['yes', 'no'], ['no', '(missing)'])
    """
    return pivoted(visits, person, order, most).people


@dataclass(frozen=True, eq=False)
class Pivoted:
    """One row per person, and where its columns come from.

    Parameters
    ----------
    people : Table, ordered by person id
    made_of : for each column of `people`, the column of the visits it was made of
    """

    people: Table
    made_of: Mapping[str, str]

    @classmethod
    def of_people(cls, people: Table) -> Pivoted:
        """A table that has one row per person as it is."""
        return cls(people, {name: name for name in people.names})


def pivoted(visits: Table, person: str, order: str | None = None, most: int = MOST) -> Pivoted:
    """As `pivot`, with the origin of every column: a name alone may not tell it.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> rows = pd.DataFrame({"who": [1, 1, 2], "flu": ["no", "yes", "no"], "flu visit 9": ["a", "a", "b"]})
    >>> dict(pivoted(from_frame(rows), "who").made_of)
    {'who': 'who', 'flu visit 1': 'flu', 'flu visit 2': 'flu', 'flu visit 9': 'flu visit 9'}
    """
    left = np.flatnonzero(~visits.suppressed)
    _complete(visits, person, left, "person id")
    if order is not None:
        _complete(visits, order, left, "place in the order")
    if not len(left):
        raise TableError("Every row is suppressed: no person is left.")
    rows = left[_sorted(visits, left, person, order)]
    who, _ = grouped([visits[person].codes[rows]], [visits[person].n_codes], len(rows))
    visit = np.arange(len(rows)) - np.searchsorted(who, who)
    if visit.max() >= most:
        raise ParameterError(f"A person has {visit.max() + 1:,} rows; at most {most:,} are put side by side.")
    cells = (int(who[-1]) + 1) * (int(visit.max()) + 1) * len(visits.names)
    if cells > MOST_CELLS:
        raise ParameterError(
            f"Side by side the table would have up to {cells:,} cells, because one person has {visit.max() + 1:,} "
            f"rows; at most {MOST_CELLS:,} are made."
        )
    made = [(name, part) for name in visits.names for part in _side_by_side(visits[name], rows, who, visit)]
    columns = [*_named_apart(made)]
    return Pivoted(table(columns), {column.name: name for (name, _), column in zip(made, columns, strict=True)})


def _named_apart(made: Sequence[tuple[str, Column]]) -> Iterator[Column]:
    """No name twice: columns that stay keep theirs, whatever the order of the file."""
    order = sorted(range(len(made)), key=lambda i: (made[i][1].name != made[i][0], made[i][1].name, made[i][0]))
    names = dict(zip(order, distinct_names([made[i][1].name for i in order]), strict=True))
    return (replace(column, name=names[i]) for i, (_, column) in enumerate(made))


def before_visits(name: str) -> str:
    """Name of the column that `name visit 3` was made from.

    Examples
    --------
    >>> before_visits("flu visit 2")
    'flu'
    """
    return name.rpartition(_VISIT)[0] or name


def _complete(visits: Table, name: str, rows: NDArray[np.intp], what: str) -> None:
    if lacking := without_value(visits, name, rows):
        raise TableError(f"Column {name!r}: {rows_have(lacking)} no {what}.")


def _sorted(visits: Table, left: NDArray[np.intp], person: str, order: str | None) -> NDArray[np.intp]:
    """Order of the rows: person, then the ordering column, then every value."""
    first = [person] if order is None else [person, order]
    keys = [visits[name].codes[left] for name in (*first, *sorted(visits.names))]
    return np.lexsort(keys[::-1])


def _side_by_side(column: Column, rows: NDArray[np.intp], who: NDArray[np.int32], visit: IntArray) -> Iterator[Column]:
    codes, n = column.codes[rows], int(who[-1]) + 1
    first = codes[visit == 0]
    if (codes == first[who]).all():
        yield replace(column, codes=first, has_missing=bool(column.has_missing and (first == column.missing).any()))
        return
    for number in range(int(visit.max()) + 1):
        here = visit == number
        placed = np.full(n, len(column.categories), np.int32)
        placed[who[here]] = codes[here]
        gaps = bool((placed == len(column.categories)).any())
        yield replace(column, name=f"{column.name}{_VISIT}{number + 1}", codes=placed, has_missing=gaps)
