"""Rows with too few or too many fields: refused with their lines, left out, or kept with their extra text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from privacy_core.errors import UnevenRows
from privacy_core.frames import distinct_names
from privacy_core.intake.dialect import Dialect, Record
from privacy_core.intake.header import Header
from privacy_core.intake.inference import Texts
from privacy_core.intake.options import Options
from privacy_core.intake.reading import Guess, Note, Settled, counted, were
from privacy_core.intake.stream import TEXT, Misfits, Rows
from privacy_core.intake.symptoms import Kind
from privacy_core.progress import Progress, report

_SHOWN = 10
_RECORDS_PER_REPORT = 50_000
OVERFLOW = "overflow"
"""Name of the column for text beyond the last field of the header."""


@dataclass(frozen=True)
class Uneven:
    """The uneven rows of a file: how many, and where the first of them stand."""

    misfits: Misfits
    width: int
    lines: str

    @property
    def note(self) -> Note:
        """That they were left out, and where they stood."""
        sentence = f"{were(self.misfits.ragged, 'row')} left out for having too few or too many fields ({self.lines})."
        return Note(None, self.misfits.ragged, sentence, Kind.UNEVEN_ROWS)

    def kept(self, column: str | None) -> Note:
        """That they were kept, their extra text in this column or without any."""
        more, fewer = self.misfits.more, self.misfits.fewer
        where = f"the text beyond is in column {column!r}" if column else "what lies beyond is empty"
        parts = [f"{counted(more, 'row')} with more fields than the header: {where}"] * bool(more)
        parts += [f"{counted(fewer, 'row')} with fewer: the cells at the end are missing"] * bool(fewer)
        sentence = f"{were(self.misfits.ragged, 'uneven row')} kept ({self.lines}), {', and '.join(parts)}."
        return Note(None, self.misfits.ragged, sentence, Kind.UNEVEN_ROWS)

    @property
    def refusal(self) -> UnevenRows:
        """Why the file is not read as it stands."""
        found = [(self.misfits.more, "more"), (self.misfits.fewer, "fewer")]
        listed = " and ".join(f"{counted(count, 'row')} with {which} fields" for count, which in found if count)
        return self._refused(f"The header has {counted(self.width, 'field')}, but the file has {listed} ({self.lines})")

    @property
    def none_left(self) -> UnevenRows:
        """Why they cannot be left out."""
        rows = f"The header has {counted(self.width, 'field')} and no row has as many, so none would be left"
        return self._refused(f"{rows} of {counted(self.misfits.ragged, 'row')} ({self.lines})")

    def _refused(self, cause: str) -> UnevenRows:
        remedy = (
            "Correct these lines, leave them out, keep what is beyond the header in an overflow column, choose "
            "another delimiter, or skip lines above the header."
        )
        return UnevenRows(f"{cause}. {remedy}", self.misfits.more, self.misfits.fewer)


@dataclass(frozen=True)
class Settlement:
    """What became of the rows: their columns, a column of text beyond them if any, and what is to be said."""

    rows: list[pa.DictionaryArray]
    overflow: tuple[Settled, ...] = ()
    notes: tuple[Note, ...] = ()
    guesses: tuple[Guess, ...] = ()


def settle_uneven(
    content: bytes, header: Header, dialect: Dialect, rows: Rows, options: Options, progress: Progress
) -> Settlement:
    """Do with uneven rows what the options say.

    Raises
    ------
    UnevenRows
        There are some and they are neither to be left out nor kept, or nothing else would be left.
    """
    misfits = rows.misfits
    if not misfits.ragged:
        return Settlement(rows.columns)
    found = Uneven(misfits, len(header.names), uneven_lines(content, header, dialect, misfits, progress))
    if options.uneven == "refuse":
        raise found.refusal
    if options.uneven == "keep":
        return _kept(found, header, dialect, rows)
    if not rows.count:
        raise found.none_left
    left = Guess("uneven rows", f"{misfits.ragged:,} left out", "uneven", ("keep",), "leave out")
    return Settlement(rows.columns, (), (found.note,), (left,))


def _kept(found: Uneven, header: Header, dialect: Dialect, rows: Rows) -> Settlement:
    """The rows with the uneven ones at their places, and a column for what lies beyond the header, if anything."""
    kept = [dialect.split(text.encode()) for _, text in rows.misfits.kept]
    order = pa.array(_places(rows))
    columns = [
        _put(column, [_cell(fields[place : place + 1]) for fields in kept], order)
        for place, column in enumerate(rows.columns)
    ]
    beyond = [_beyond(fields[found.width :], dialect) for fields in kept]
    name = distinct_names([*header.names, OVERFLOW])[-1] if any(beyond) else None
    how = f"{found.misfits.ragged:,} kept" + (", with an overflow column" if name else "")
    said = Guess("uneven rows", how, "uneven", ("leave out",), "keep")
    return Settlement(columns, tuple(_overflow(name, rows, beyond, order)), (found.kept(name),), (said,))


def _overflow(name: str | None, rows: Rows, beyond: list[str | None], order: pa.Array) -> Iterator[Settled]:
    """The text beyond the header, as text whatever it looks like."""
    if name is not None:
        nothing = pa.DictionaryArray.from_arrays(pa.nulls(rows.count, pa.int32()), pa.array([], pa.string()))
        yield Settled(Texts.of(name, _put(nothing, beyond, order)).column())


def _cell(fields: list[bytes]) -> str | None:
    return fields[0].decode() or None if fields else None


def _beyond(fields: list[bytes], dialect: Dialect) -> str | None:
    return dialect.delimiter.join(fields).decode() if any(fields) else None


def _put(column: pa.DictionaryArray, texts: list[str | None], order: pa.Array) -> pa.DictionaryArray:
    parts = pa.chunked_array([column, pa.array(texts, TEXT)], TEXT).unify_dictionaries()
    return parts.combine_chunks().take(order)


def _places(rows: Rows) -> NDArray[np.int64]:
    """For each row of the file, where it stands among the even rows followed by the kept ones."""
    kept = np.array([number for number, _ in rows.misfits.kept], np.int64)
    aside = np.concatenate([kept, np.array(rows.misfits.blank_rows, np.int64)])
    numbers = np.arange(1, rows.count + len(aside) + 1)
    even = np.delete(numbers, aside - 1)
    return np.argsort(np.concatenate([even, kept]), kind="stable")


def uneven_lines(content: bytes, header: Header, dialect: Dialect, misfits: Misfits, progress: Progress) -> str:
    """The lines on which the first uneven rows begin, and how many more there are."""
    width = len(header.names)
    records = _watched(dialect.records(content, header.start, header.line), progress)
    lines = [f"{r.line:,}" for r in islice((r for r in records if dialect.width(r.raw) != width), _SHOWN)]
    more = f" and {misfits.ragged - len(lines):,} more" if misfits.ragged > len(lines) else ""
    return ("line " if misfits.ragged == 1 else "lines ") + ", ".join(lines) + more


def _watched(records: Iterator[Record], progress: Progress) -> Iterator[Record]:
    for place, record in enumerate(records):
        if place % _RECORDS_PER_REPORT == 0:
            report(progress, 0.6, f"looking for uneven rows in line {record.line:,}")
        yield record
