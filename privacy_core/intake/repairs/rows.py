"""Repairs that leave out rows or a column, or add one that can be counted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from privacy_core.errors import TableError
from privacy_core.households import household_size
from privacy_core.intake.repairs.kinds import Repair
from privacy_core.intake.repairs.recoding import keep_rows
from privacy_core.intake.twins import repeats
from privacy_core.pivoting import pivot
from privacy_core.tables import Table


def drop_column(table: Table, repair: Repair) -> Table:
    """Leave out one column."""
    if len(table.columns) == 1:
        raise TableError(f"Column {repair.column!r} is the only one; without it no table is left.")
    return replace(table, columns={name: column for name, column in table.columns.items() if name != repair.column})


def drop_last(table: Table, repair: Repair) -> Table:
    """Leave out the last rows."""
    count = int(repair.parameters[0])
    if not 0 <= count < table.n_rows:
        raise TableError(f"The table has {table.n_rows:,} rows; its last {count:,} cannot be left out.")
    return keep_rows(table, np.arange(table.n_rows) < table.n_rows - count) if count else table


def one_row(table: Table, repair: Repair) -> Table:
    """Keep the first of rows that are equal in every column."""
    again = repeats(table)
    return keep_rows(table, ~again) if again.any() else table


def one_person(table: Table, repair: Repair) -> Table:
    """Put the rows of each person side by side."""
    return pivot(table, str(repair.column), str(repair.parameters[0]) if repair.parameters else None)


def household_sizes(table: Table, repair: Repair) -> Table:
    """Add the size of each row's household, which anyone can count."""
    person = str(repair.parameters[0]) if repair.parameters else None
    return table.with_column(household_size(table, str(repair.column), person=person))
