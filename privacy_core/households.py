"""What the rows of a household give away: its size can be counted back although that column is gone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from privacy_core.errors import TableError
from privacy_core.numbering import grouped, identified
from privacy_core.tables import Column, IntArray, Scale, Table

COUNTED_SIZE = "household size (counted)"
"""Name of the column that anyone can derive."""


def household_size(table: Table, household: str, name: str = COUNTED_SIZE, person: str | None = None) -> Column:
    """Members of each row's household, as a column anyone can derive although it was removed.

    Suppressed rows are not published, so they are no members; a suppressed row has the size that the rest of its
    household shows, and none where nothing is left of it.

    Parameters
    ----------
    table : Table
    household : column with the household's id
    name : of the new column
    person : column with the person's id; without one every row is one member

    Returns
    -------
    column : numeric Column of the table's length; take it in as a quasi-identifier to see what it gives away

    Raises
    ------
    TableError
        Rows that are not suppressed have no household or person id, or the table has a column of that name.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> homes = from_frame(pd.DataFrame({"home": ["a", "a", "b", "b", "b"], "who": [1, 2, 3, 3, 4]}))
    >>> household_size(homes, "home").texts(np.arange(5))
    ['2', '2', '3', '3', '3']
    >>> household_size(homes, "home", person="who").texts(np.arange(5))
    ['2', '2', '2', '2', '2']
    """
    if name in table.names:
        raise TableError(f"The table has a column {name!r} already.")
    rows = np.flatnonzero(~table.suppressed)
    members = _members(table, household, person, rows)
    sizes = np.unique(members[members > 0])
    place = np.where(members > 0, np.searchsorted(sizes, members), len(sizes)).astype(np.int32)
    codes = place[table[household].codes]
    return Column(name, codes, sizes, Scale.NUMERIC, bool((codes == len(sizes)).any()))


def rare_sizes(
    table: Table, household: str, person: str | None = None, rows: NDArray[np.intp] | None = None
) -> IntArray:
    """Household sizes that only one household has, ascending: counting its members singles it out.

    Parameters
    ----------
    table, household, person : as in `household_size`
    rows : rows that take part (default: those that are not suppressed); nobody can count the others

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> rare_sizes(from_frame(pd.DataFrame({"home": ["a", "a", "b", "c"]})), "home").tolist()
    [2]
    """
    size = _members(table, household, person, np.flatnonzero(~table.suppressed) if rows is None else rows)
    found, homes = np.unique(size[size > 0], return_counts=True)
    return np.asarray(found[homes == 1], np.int64)


def _members(table: Table, household: str, person: str | None, rows: NDArray[np.intp]) -> IntArray:
    """Number of rows among these, or of their distinct persons, of every code of the household column."""
    home, n_homes = identified(table, household, rows, "household"), len(table[household].categories) + 1
    if person is not None:
        who = identified(table, person, rows)
        pair, n = grouped([home, who], [n_homes, table[person].n_codes], len(rows))
        of_pair = np.zeros(n, np.int32)
        of_pair[pair] = home
        home = of_pair
    return np.bincount(home, minlength=n_homes)
