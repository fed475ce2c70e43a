"""One round of the doctor: what reading noticed, then column by column, then the table as a whole."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from privacy_core.intake.checkup import measures, persons, shape, spellings
from privacy_core.intake.checkup.dates import dates
from privacy_core.intake.checkup.findings import Finding
from privacy_core.intake.checkup.geography import places
from privacy_core.intake.checkup.looks import Look
from privacy_core.intake.checkup.relations import related
from privacy_core.intake.checkup.visits import several_rows
from privacy_core.intake.observations import closing_count
from privacy_core.intake.reading import Note
from privacy_core.intake.repairs import Repair, RepairKind
from privacy_core.intake.repairs.recoding import keep_rows
from privacy_core.intake.symptoms import Kind
from privacy_core.progress import Progress, report, unwatched
from privacy_core.tables import Scale, Table

CHECKS: tuple[Callable[[Look], Iterator[Finding]], ...] = (
    shape.one_value,
    shape.all_unique,
    spellings.missing_tokens,
    persons.email,
    persons.phone,
    persons.names,
    persons.free_text,
    spellings.numeric_text,
    spellings.long_integers,
    spellings.spreadsheet_codes,
    measures.infinite,
    measures.sentinels,
    measures.number_twins,
    measures.ages_over_89,
    measures.restricted_zips,
    shape.rare,
)
_PERSONAL = (Kind.EMAIL, Kind.NAMES, Kind.FREE_TEXT, Kind.PHONE)
_INSTEAD: dict[Kind, tuple[Kind, ...]] = {
    **dict.fromkeys((*_PERSONAL, Kind.ALL_UNIQUE, Kind.RARE, Kind.NUMERIC_TEXT, Kind.SPREADSHEET_CODES), _PERSONAL),
    Kind.NUMERIC_TEXT: (*_PERSONAL, Kind.LEADING_ZEROS, Kind.LONG_NUMBERS, Kind.CODES, Kind.MIXED, Kind.THOUSANDS),
    Kind.SPREADSHEET_CODES: (*_PERSONAL, Kind.AMBIGUOUS_DATES, Kind.LONG_NUMBERS),
}
"""What need not be said of a column once one of these was said of it."""


def doctor(table: Table, facts: Sequence[Note] = (), progress: Progress = unwatched) -> Iterator[Finding]:
    """Look at a table and say what stands out, as it is found.

    Works on the distinct values of each column; nothing is changed. No sentence holds a value of
    the data but texts such as NA, the star and numbers such as 999 that stand for missing.

    Parameters
    ----------
    table : Table
        As it was read; after repairs it can be looked at again.
    facts : sequence of Note
        What reading noticed: the `facts` of a `Reading`; nothing for a built-in table.
    progress : callable
        Called at least every 200 ms; returns False to stop.

    Raises
    ------
    Stopped
        `progress` returned False.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core.frames import from_frame
    >>> people = from_frame(pd.DataFrame({"age": [34, 36, 999, 51], "land": ["DE", "de", "FR", "DE"]}))
    >>> [(found.kind.value, found.column, found.count, found.repair.kind.value) for found in doctor(people)]
    [('sentinel numbers', 'age', 1, 'declare missing'), ('near-equal values', 'land', 1, 'merge spellings')]
    """
    said: dict[str | None, set[Kind]] = {}
    for finding in _everything(table, facts, progress):
        of_column = said.setdefault(finding.column, set())
        instead = _INSTEAD.get(finding.kind, ()) if finding.column is not None else ()
        if finding.kind in of_column - {Kind.READING, Kind.DERIVED} or of_column & set(instead):
            continue
        of_column.add(finding.kind)
        yield finding


def _everything(table: Table, facts: Sequence[Note], progress: Progress) -> Iterator[Finding]:
    yield from _noticed(table, facts)
    yield from shape.header(table)
    yield from shape.last_rows(table)
    table = _records(table)
    looks = [Look(column) for column in table.columns.values()]
    for place, look in enumerate(looks):
        share = 0.6 * place / len(looks)
        for check in CHECKS:
            report(progress, share, f"looking at column {place + 1:,} of {len(looks):,}")
            yield from check(look)
        yield from spellings.near_equal(look, _part(progress, share, share))
        yield from dates(look, _part(progress, share, share))
    yield from several_rows(looks)
    yield from related(looks, _part(progress, 0.6, 0.8))
    yield from places(table, _part(progress, 0.8, 0.9))
    yield from shape.twins(table, _part(progress, 0.9, 1.0))


def _records(table: Table) -> Table:
    """The table without totals and source lines, which would hide what the records are."""
    count = closing_count(table)
    return keep_rows(table, np.arange(table.n_rows) < table.n_rows - count) if 0 < count < table.n_rows else table


def _part(progress: Progress, start: float, end: float) -> Progress:
    """The progress of a part of the work as progress of the whole."""
    return lambda share, doing: progress(start + (end - start) * share, doing)


def _noticed(table: Table, facts: Sequence[Note]) -> Iterator[Finding]:
    for note in facts:
        if note.column is None or note.column in table.columns:
            yield Finding(note.kind, note.column, note.count, note.sentence, None, _other_reading(table, note))


def _other_reading(table: Table, note: Note) -> tuple[Repair, ...]:
    """The click that reads a column the other way."""
    if note.column is None:
        return ()
    if table[note.column].scale is Scale.NUMERIC:
        return (Repair(RepairKind.TEXT, note.column),) if note.kind in (Kind.THOUSANDS,) else ()
    if note.kind is Kind.THOUSANDS:
        return tuple(Repair(RepairKind.NUMBER, note.column, (mark,)) for mark in ".,")
    with_numbers = note.kind is Kind.MIXED and re.search(r"[0-9] numbers?\b", note.sentence.rpartition(": ")[2])
    if with_numbers or note.kind in (Kind.LEADING_ZEROS, Kind.CODES):
        return (Repair(RepairKind.NUMBER, note.column, (".",)),)
    return ()
