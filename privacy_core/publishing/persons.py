"""Whose rows a release holds: k is promised in rows, so a person may have one."""

from __future__ import annotations

import numpy as np

from privacy_core.errors import ParameterError
from privacy_core.roles import Roles
from privacy_core.tables import Table


def one_row_each(table: Table, roles: Roles) -> None:
    """Refuse persons with several rows: a crowd of k rows could then be one person.

    Rows that are suppressed already are in no crowd and do not count, nor do rows without a person.

    Raises
    ------
    ParameterError
        Persons have more than one row; their number and the column are named.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import Roles, from_frame
    >>> visits = from_frame(pd.DataFrame({"who": ["ann", "ann", "bob"], "zip": ["1", "1", "1"]}))
    >>> one_row_each(visits, Roles(("zip",), person="who"))
    Traceback (most recent call last):
    ...
    privacy_core.errors.ParameterError: 1 persons in column 'who' have more than one row, and k is promised in rows:
    put one row per person first.
    """
    if roles.person is None:
        return
    column = table[roles.person]
    rows = np.bincount(column.codes[~table.suppressed], minlength=column.n_codes)
    several = int(np.count_nonzero(rows[: len(column.categories)] > 1))
    if several:
        raise ParameterError(
            f"{several:,} persons in column {roles.person!r} have more than one row, and k is promised in rows: put "
            "one row per person first."
        )
