"""The table's shape: columns that say nothing or everything, rare values, rows that are no record."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from privacy_core.intake.checkup.findings import Finding
from privacy_core.intake.checkup.looks import Look
from privacy_core.intake.names import numeric_names
from privacy_core.intake.observations import closing_count, empty_count
from privacy_core.intake.reading import counted
from privacy_core.intake.repairs import Repair, RepairKind
from privacy_core.intake.symptoms import Kind
from privacy_core.intake.twins import repeats
from privacy_core.progress import Progress
from privacy_core.tables import Scale, Table

RARE = 5
"""A value in fewer rows than this is rare."""

_FEW_ROWS = 20
_ROWS_FOR_RARE = 100


def one_value(look: Look) -> Iterator[Finding]:
    """A column in which all rows agree."""
    if look.n_rows < 2 or look.distinct + look.column.has_missing > 1:
        return
    repair = Repair(RepairKind.DROP_COLUMN, look.name)
    what = "is empty" if not look.distinct else "has one value"
    sentence = f"Column {look.name!r} {what} in all {look.n_rows:,} rows and tells nobody apart."
    yield Finding(Kind.CONSTANT, look.name, look.n_rows, sentence, repair)


def all_unique(look: Look) -> Iterator[Finding]:
    """A column in which every row differs; below 20 rows that says nothing."""
    if look.n_rows < _FEW_ROWS or look.distinct < look.n_rows or _measured(look):
        return
    remedy = "Make it coarser or leave it out." if look.is_numeric else "Leave it out."
    sentence = f"Column {look.name!r}: all {look.n_rows:,} values differ, so whoever knows one knows the row. {remedy}"
    yield Finding(Kind.ALL_UNIQUE, look.name, look.n_rows, sentence, Repair(RepairKind.DROP_COLUMN, look.name))


def _measured(look: Look) -> bool:
    """Whether the values are measurements with a fraction, which differ by nature."""
    return look.is_numeric and bool(np.any(look.used % 1))


def rare(look: Look) -> Iterator[Finding]:
    """Values of few rows beside common ones."""
    if look.column.scale is not Scale.NOMINAL or look.n_rows < _ROWS_FOR_RARE or 20 * look.distinct > look.filled:
        return
    seldom = (look.counts > 0) & (look.counts < RARE)
    if values := int(np.count_nonzero(seldom)):
        rows = look.rows(seldom)
        verb = "occurs" if values == 1 else "occur"
        found = f"{counted(values, 'value')} {verb} in fewer than {RARE} rows"
        sentence = f"Column {look.name!r}: {found} ({counted(rows, 'row')} in all)."
        yield Finding(Kind.RARE, look.name, rows, sentence, Repair(RepairKind.GROUP_RARE, look.name, (RARE,)))


def header(table: Table) -> Iterator[Finding]:
    """Column names that are numbers: perhaps the first record was read as names."""
    if numbers := numeric_names(table.names):
        verb = "is a number" if numbers == 1 else "are numbers"
        sentence = (
            f"{counted(numbers, 'column name')} {verb}: the file may have no line of names, its first record "
            "being read as names and not counted. Read it again without a header if so."
        )
        yield Finding(Kind.NUMERIC_HEADER, None, numbers, sentence)


def last_rows(table: Table) -> Iterator[Finding]:
    """Totals and source lines at the end, and rows without any value."""
    if count := closing_count(table):
        which = "The last row looks" if count == 1 else f"The last {count} rows look"
        sentence = f"{which} like a total or a source line and not like a record."
        yield Finding(Kind.CLOSING_ROWS, None, count, sentence, Repair(RepairKind.DROP_LAST, None, (count,)))
    if count := empty_count(table):
        verb = "has" if count == 1 else "have"
        sentence = f"{counted(count, 'row')} {verb} no value at all; kept, and counted like any other."
        yield Finding(Kind.EMPTY_ROWS, None, count, sentence)


def twins(table: Table, progress: Progress) -> Iterator[Finding]:
    """Rows that are equal in every column."""
    if len(table.columns) < 2:
        return
    if count := int(np.count_nonzero(repeats(table, progress))):
        verb = "repeats" if count == 1 else "repeat"
        sentence = (
            f"{counted(count, 'row')} {verb} an earlier row in every column; kept, and k counts them as company. "
            f"Where they are the same people, one row of each leaves {table.n_rows - count:,} rows and k changes."
        )
        yield Finding(Kind.TWIN_ROWS, None, count, sentence, Repair(RepairKind.ONE_ROW))
