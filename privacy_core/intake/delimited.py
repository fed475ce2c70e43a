"""Delimited text: header, rows, ragged rows, and the columns they make."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from privacy_core.errors import TableError
from privacy_core.intake.dialect import NEWLINE, Dialect, Record
from privacy_core.intake.encoding import Text, decode
from privacy_core.intake.inference import Texts, infer
from privacy_core.intake.names import named
from privacy_core.intake.numerals import guess_marks
from privacy_core.intake.options import Options
from privacy_core.intake.reading import Draft, Guess, Note, Settled, counted, were
from privacy_core.intake.sniff import DELIMITERS, QUOTES, sniff
from privacy_core.intake.stream import Misfits, Rows, stream
from privacy_core.progress import Progress, report

_BLANK_LINES = re.compile(rb"(?: *(?:\r\n|\r|\n))*")
_SOMETHING = re.compile(rb"[^\r\n ]")
_SOMETHING_OR_BLANK = re.compile(rb"[^\r\n]")  # a blank is a value where nothing has to be cut
_SHOWN = 10
_RECORDS_PER_REPORT = 50_000


@dataclass(frozen=True)
class Header:
    """The names, where the rows begin, on which line, and what was noticed above and in them."""

    names: list[str]
    start: int
    line: int
    blank: int
    notes: tuple[Note, ...] = ()


def read_delimited(content: bytes, options: Options, progress: Progress) -> Draft:
    """Read comma, semicolon, tab or pipe separated text.

    Raises
    ------
    TableError
        No rows, ragged rows, an unclosed quote, or bytes that are no text.
    """
    text = decode(content, options.encoding)
    start = _skipped(text, options.skip)
    dialect, several = sniff(text.content, start, options.delimiter)
    header = _header(text.content, start, dialect)
    rows = stream(text.content, header.start, dialect, len(header.names), progress)
    if rows.misfits.ragged:
        raise TableError(_ragged(text.content, header, dialect, rows.misfits, progress))
    marks = options.decimal or guess_marks([c.dictionary for c in rows.columns], dialect.delimiter)
    columns = tuple(_settled(header.names, rows, marks, progress))
    guesses = (*text.guesses, *_guesses(options, dialect, several, marks))
    notes = (*text.notes, *header.notes, *_line_notes(text.content, header, dialect, rows))
    notes += () if several else tuple(_uncut(text.content, start))
    return Draft(columns, (Guess("format", "CSV"), *guesses), notes, marks)


def _skipped(text: Text, skip: int) -> int:
    """Where the header may begin once `skip` physical lines are left out."""
    ends = [found.end() for found in islice(NEWLINE.finditer(text.content, text.start), skip)]
    if len(ends) < skip or (skip and not _SOMETHING.search(text.content, ends[-1])):
        raise TableError(f"Nothing is left of the file after skipping {counted(skip, 'line')}; skip fewer.")
    return ends[-1] if ends else text.start


def _header(content: bytes, start: int, dialect: Dialect) -> Header:
    blank = _BLANK_LINES.match(content, start)
    assert blank is not None
    line = len(NEWLINE.findall(content, 0, blank.end())) + 1
    record = next(dialect.records(content, blank.end(), line))
    width = dialect.width(record.raw)
    if not (_SOMETHING if width > 1 else _SOMETHING_OR_BLANK).search(content, record.end):
        dialect.refuse_unclosed(content, blank.end())
        raise TableError(f"The file has a header of {counted(width, 'name')} but no rows.")
    given, phantom = _without_phantom(content, record, dialect)
    names, renamed = named([name.decode() for name in given])
    line += len(NEWLINE.findall(content, blank.end(), record.end))
    return Header(names, record.end, line, len(NEWLINE.findall(blank.group())), (*phantom, *renamed))


def _without_phantom(content: bytes, record: Record, dialect: Dialect) -> tuple[list[bytes], tuple[Note, ...]]:
    """Drop one empty name at the end of the header when the first row has no field for it."""
    names = dialect.split(record.raw)
    trailing = len(names) > 1 and not names[-1].strip() and names[-2].strip()
    first = next(dialect.records(content, record.end), None)
    if not trailing or first is None or dialect.width(first.raw) != len(names) - 1:
        return names, ()
    sentence = (
        f"The header ends with a delimiter and has {len(names)} names for {len(names) - 1} fields; "
        "the empty name at its end was left out."
    )
    return names[:-1], (Note(None, 1, sentence),)


def _ragged(content: bytes, header: Header, dialect: Dialect, misfits: Misfits, progress: Progress) -> str:
    width = len(header.names)
    records = _watched(dialect.records(content, header.start, header.line), progress)
    lines = [f"{r.line:,}" for r in islice((r for r in records if dialect.width(r.raw) != width), _SHOWN)]
    shown = ", ".join(lines) + (", …" if misfits.ragged > len(lines) else "")
    found = [(misfits.more, "more"), (misfits.fewer, "fewer")]
    listed = " and ".join(f"{counted(count, 'row')} with {which} fields" for count, which in found if count)
    where = "line" if misfits.ragged == 1 else "lines"
    return (
        f"The header has {counted(width, 'field')}, but the file has {listed} ({where} {shown}). "
        "Correct these lines, choose another delimiter, or skip lines above the header."
    )


def _watched(records: Iterator[Record], progress: Progress) -> Iterator[Record]:
    for place, record in enumerate(records):
        if place % _RECORDS_PER_REPORT == 0:
            report(progress, 0.6, f"looking for uneven rows in line {record.line:,}")
        yield record


def _settled(names: list[str], rows: Rows, marks: str, progress: Progress) -> Iterator[Settled]:
    for place, (name, column) in enumerate(zip(names, rows.columns, strict=True)):
        report(progress, 0.6 + 0.4 * place / len(names), f"deciding the type of column {place + 1:,}")
        yield infer(Texts.of(name, column), marks)


def _guesses(options: Options, dialect: Dialect, several: bool, marks: str) -> Iterator[Guess]:
    if options.delimiter is None:
        yield Guess("delimiter", DELIMITERS[dialect.delimiter.decode()] if several else "none, one column")
    yield Guess("quote", QUOTES[dialect.quote.decode()])
    if options.decimal is None:
        yield Guess("decimal mark", "comma" if marks.startswith(",") else "point")


def _line_notes(content: bytes, header: Header, dialect: Dialect, rows: Rows) -> Iterator[Note]:
    blank = header.blank + rows.misfits.blank
    empty = dialect.empty_lines(content, header.start)
    if len(header.names) > 1:
        blank, empty = blank + empty, 0
    if blank:
        yield Note(None, blank, f"{were(blank, 'blank line')} left out.")
    if empty:
        sentence = f"Column {header.names[0]!r} is the only one, so {were(empty, 'blank line')} read as missing."
        yield Note(header.names[0], empty, sentence)


def _uncut(content: bytes, start: int) -> Iterator[Note]:
    """Delimiters that occur in a file read as one column."""
    count = sum(content.count(delimiter.encode(), start) for delimiter in DELIMITERS)
    if count:
        sentence = (
            f"The file was read as one column although commas, semicolons, tabs or pipes occur {count:,} times; "
            "they do not cut its rows and header alike. Choose the delimiter if there are more columns."
        )
        yield Note(None, count, sentence)
