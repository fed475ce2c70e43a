"""Which row of the original each row of a release comes from: by order, by an id, or by an assignment that fits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from privacy_core.attacks.minimality.assigning import Order, assigned, ordered
from privacy_core.attacks.minimality.reading import ReadColumn
from privacy_core.errors import TableError
from privacy_core.frequencies import rows_have, rows_that
from privacy_core.numbering import identified
from privacy_core.tables import IntArray, Table, as_nominal


class Matched(StrEnum):
    """How rows of the release were matched to rows of the original."""

    ORDER = "in the order they stand in, in which every row covers the one beside it"
    ID = "by the id column"
    ONLY = "by the only assignment that fits, for they are in another order"
    ANY = "by one of several assignments that fit, for they are in another order"


@dataclass(frozen=True, eq=False)
class Matching:
    """Rows of a release with the rows they come from.

    Parameters
    ----------
    rows : int64 (n_judged,), rows of the release that are judged, ascending
    original : int64 (n_judged,), the row of the original for each, none twice
    by : how they were found
    order : by order, what could speak against it; None where there is too much to look through, or no order was taken
    """

    rows: IntArray
    original: IntArray
    by: Matched
    order: Order | None = None

    @property
    def assumed(self) -> bool:
        """Whether the order is taken for the original's though it is not known that no other assignment fits."""
        return self.by is Matched.ORDER and (self.order is None or self.order.other)


def matched(
    original: Table,
    release: Table,
    columns: Sequence[ReadColumn],
    others: Iterable[ReadColumn] = (),
    id_column: str | None = None,
) -> Matching:
    """Find the row of the original that each row of a release comes from.

    Suppressed rows of either table are left out. By order where both tables have as many rows and every row covers
    the one beside it (in further columns too, if there is an order in which all rows do); else an assignment in which
    every row of the release covers a row of its own.

    Parameters
    ----------
    columns : that others could know
    others : further columns of both tables; where several orders or assignments fit, one that fits here too is
        preferred
    id_column : column of both tables that says which rows belong together

    Raises
    ------
    TableError
        The release does not generalize the original: the first column at fault and the number of rows; ids that are
        twice there, or that the original lacks.
    """
    rows = np.flatnonzero(~release.suppressed)
    if not len(rows):
        raise TableError(f"All {release.n_rows:,} rows of the release are suppressed: nothing is left to judge.")
    if id_column is not None:
        found = _by_id(original, release, id_column, rows)
        _refuse_uncovered(columns, rows, found)
        return Matching(rows, found, Matched.ID)
    if original.n_rows == release.n_rows:
        rows = np.flatnonzero(~(release.suppressed | original.suppressed))
        offending = next(_uncovered(columns, rows, rows), None)
        if offending is None:
            return _in_order(original, release, columns, [*columns, *others], rows)
        if offending[1] > len(rows) / 2:
            offending = None  # hardly the order of the original, so that it says nothing about where the fault is
    else:
        offending = None
    return _by_assignment(original, release, columns, others, offending)


def _in_order(
    original: Table, release: Table, columns: Sequence[ReadColumn], several: Sequence[ReadColumn], beside: IntArray
) -> Matching:
    """The order they stand in, in which `columns` fit; or another in which all of `several` do, where here not all do.

    Parameters
    ----------
    several : all that both tables have
    beside : rows that are suppressed in neither table
    """
    if next(_uncovered(several, beside, beside), None) is None:
        return Matching(beside, beside, Matched.ORDER, ordered(several, beside))
    rows, known = np.flatnonzero(~release.suppressed), np.flatnonzero(~original.suppressed)
    with suppress(TableError):  # too many ways: the order they stand in is as good as any
        found = assigned(several, rows, known)
        if not found.lacking:
            return Matching(rows, found.original, Matched.ONLY if found.only else Matched.ANY)
    return Matching(beside, beside, Matched.ORDER, ordered(columns, beside))


def _by_id(original: Table, release: Table, name: str, rows: IntArray) -> IntArray:
    """The row of the original with the id of each of some rows."""
    known = np.flatnonzero(~original.suppressed)
    place = dict(zip(_ids(original, name, known, "original"), known.tolist(), strict=True))
    found = np.array([place.get(one, -1) for one in _ids(release, name, rows, "release")], np.int64)
    if lacking := int((found < 0).sum()):
        who = "1 row of the release bears" if lacking == 1 else f"{lacking:,} rows of the release bear"
        raise TableError(f"Column {name!r}: {who} an id that the original lacks.")
    return found


def _ids(table: Table, name: str, rows: IntArray, which: str) -> list[str]:
    identified(table, name, rows, "row")
    words = as_nominal(table[name]).labels
    found = [words[code] for code in table[name].codes[rows].tolist()]
    if len(set(found)) < len(found):
        twice = len(found) - len(set(found))
        raise TableError(f"Column {name!r}: {rows_that(twice, 'repeat', f' of the {which}')} an id; ids must differ.")
    return found


def _uncovered(columns: Sequence[ReadColumn], rows: IntArray, original: IntArray) -> Iterator[tuple[str, int]]:
    """Columns in which rows do not cover the rows given to them, and how many."""
    for column in columns:
        wrong = int((~column.covers(column.published[rows], column.codes[original])).sum())
        if wrong:
            yield column.name, wrong


def _refuse_uncovered(columns: Sequence[ReadColumn], rows: IntArray, original: IntArray) -> None:
    for name, wrong in _uncovered(columns, rows, original):
        raise TableError(_offends(name, wrong, len(rows)))


def _offends(name: str, wrong: int, rows: int, also: str = "") -> str:
    return (
        f"The release does not generalize the original: in column {name!r} {wrong:,} of {rows:,} rows do not cover the "
        f"value they come from{also}. The audit needs a release that was generalized and suppressed only."
    )


def _by_assignment(
    original: Table,
    release: Table,
    columns: Sequence[ReadColumn],
    others: Iterable[ReadColumn],
    offending: tuple[str, int] | None,
) -> Matching:
    """Rows by any assignment that fits; `offending`: first column at fault, and rows, in the order they stand in."""
    rows, known = np.flatnonzero(~release.suppressed), np.flatnonzero(~original.suppressed)
    if len(rows) > len(known):
        raise TableError(
            f"The release has {len(rows):,} rows and the original {len(known):,}: each must come from a row of its own."
        )
    try:
        found = assigned(columns, rows, known)
    except TableError as too_many:
        if offending is None:
            raise
        also = ", and there are too many pairs of different rows and classes to look for another order"
        raise TableError(_offends(*offending, len(rows), also)) from too_many
    if found.lacking and offending is not None:
        also = f", and in no other order do all of them ({rows_have(found.lacking)} none left to come from)"
        raise TableError(_offends(*offending, len(rows), also))
    if found.lacking:
        _refuse_unassigned(columns, rows, known)
    if not found.only:
        with suppress(TableError):  # too many ways with the others: then it stays open which one is right
            closer = assigned([*columns, *others], rows, known)
            found = found if closer.lacking else closer
    return Matching(rows, found.original, Matched.ONLY if found.only else Matched.ANY)


def _refuse_unassigned(columns: Sequence[ReadColumn], rows: IntArray, known: IntArray) -> None:
    """Say which column is the first that no assignment could mend, by itself or beside those before it."""
    for column in columns:
        if alone := assigned([column], rows, known).lacking:
            raise TableError(_offends(column.name, alone, len(rows)))
    for at in range(2, len(columns) + 1):
        if lacking := assigned(columns[:at], rows, known).lacking:
            raise TableError(
                f"The release does not generalize the original: in column {columns[at - 1].name!r}, beside those "
                f"before it, {lacking:,} of {len(rows):,} rows cover no row that is left for them, though in every "
                "column by itself all do. If a column has the ids of the rows, name it."
            )
