"""What the rows of a household give away: its size can be counted back although that column is gone."""

from __future__ import annotations

import numpy as np

from privacy_core.errors import TableError
from privacy_core.numbering import grouped, identified
from privacy_core.tables import Codes, Column, IntArray, Scale, Table

COUNTED_SIZE = "household size (counted)"
"""Name of the column that anyone can derive."""


def household_size(table: Table, household: str, name: str = COUNTED_SIZE, person: str | None = None) -> Column:
    """Members of each row's household, as a column anyone can derive although it was removed.

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
        Rows have no household or person id, or the table has a column of that name.

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
    codes = identified(table, household, "household")
    sizes, place = np.unique(_members(table, codes, person)[codes], return_inverse=True)
    return Column(name, place.astype(np.int32), sizes, Scale.NUMERIC)


def rare_sizes(table: Table, household: str, person: str | None = None) -> IntArray:
    """Household sizes that only one household has, ascending: counting its members singles it out.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> rare_sizes(from_frame(pd.DataFrame({"home": ["a", "a", "b", "c"]})), "home").tolist()
    [2]
    """
    size = _members(table, identified(table, household, "household"), person)
    found, homes = np.unique(size[size > 0], return_counts=True)
    return np.asarray(found[homes == 1], np.int64)


def _members(table: Table, home: Codes, person: str | None) -> IntArray:
    """Rows of each household, or its distinct persons."""
    if person is None:
        return np.bincount(home)
    who = identified(table, person)
    pair, n = grouped([home, who], [int(home.max(initial=0)) + 1, table[person].n_codes], table.n_rows)
    of_pair = np.zeros(n, np.int64)
    of_pair[pair] = home
    return np.bincount(of_pair)
