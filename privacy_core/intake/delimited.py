"""Delimited text: header, rows, ragged rows, and the columns they make."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from privacy_core.errors import TableError, UnevenRows
from privacy_core.intake.dialect import NEWLINE, Dialect, Record
from privacy_core.intake.encoding import Text, decode
from privacy_core.intake.inference import Texts, infer, unclear_points
from privacy_core.intake.names import named
from privacy_core.intake.numerals import guess_marks
from privacy_core.intake.options import Options
from privacy_core.intake.reading import Draft, Guess, Note, Settled, counted, were
from privacy_core.intake.sniff import DELIMITERS, QUOTES, sniff
from privacy_core.intake.stream import Misfits, Rows, stream
from privacy_core.intake.titles import title_guess, title_notes, titles
from privacy_core.progress import Progress, report
from privacy_core.tables import Scale

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
    text, layout = laid_out(content, options)
    dialect, start = layout.dialect, layout.start
    header = _header(text.content, start, dialect) if options.header else _unnamed(text.content, start, dialect)
    rows = stream(text.content, header.start, dialect, len(header.names), progress)
    notes = (*text.notes, *title_notes(layout.titles), *header.notes, *_line_notes(text.content, header, dialect, rows))
    if rows.misfits.ragged:
        notes += (_uneven(text.content, header, dialect, rows.misfits, options, progress),)
    marks = options.decimal or guess_marks([c.dictionary for c in rows.columns], dialect.delimiter)
    unclear = "." if marks[0] == "." and len(marks) > 1 and dialect.delimiter != b"," else ""
    columns = tuple(_settled(header.names, rows, marks, unclear, progress))
    guesses = (*text.guesses, *layout.guesses, *_guesses(options, layout, marks))
    notes += () if layout.several else tuple(_uncut(text.content, start))
    return Draft(columns, (Guess("format", "CSV"), *guesses), notes, marks)


@dataclass(frozen=True)
class Layout:
    """How the text is cut and where its header begins."""

    dialect: Dialect
    several: bool
    start: int
    titles: int = 0
    guesses: tuple[Guess, ...] = ()


def laid_out(content: bytes, options: Options) -> tuple[Text, Layout]:
    """Decode the text, find its dialect and the lines above its header."""
    text = decode(content, options.encoding)
    start = _skipped(text, options.skip or 0)
    dialect, several = sniff(text.content, start, options.delimiter)
    if options.skip is not None or not options.header:
        return text, Layout(dialect, several, start)
    above = titles(text.content, start, dialect)
    if not above.lines:
        return text, Layout(dialect, several, start)
    return text, Layout(dialect, several, above.start, above.records, (title_guess(above.lines),))


def _unnamed(content: bytes, start: int, dialect: Dialect) -> Header:
    """Numbered columns for a file whose first record is data."""
    blank = _BLANK_LINES.match(content, start)
    at = start if blank is None else blank.end()
    line = len(NEWLINE.findall(content, 0, at)) + 1
    width = dialect.width(next(dialect.records(content, at, line)).raw)
    sentence = f"The file was read without a line of names; {were(width, 'column')} numbered."
    return Header([f"column {place}" for place in range(1, width + 1)], at, line, 0, (Note(None, width, sentence),))


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


def _uneven(
    content: bytes, header: Header, dialect: Dialect, misfits: Misfits, options: Options, progress: Progress
) -> Note:
    """Refuse uneven rows, or say which were left out when the user asked for that."""
    if options.uneven == "refuse":
        raise UnevenRows(_ragged(content, header, dialect, misfits, progress))
    shown = _uneven_lines(content, header, dialect, misfits, progress)
    sentence = f"{were(misfits.ragged, 'row')} left out for having too few or too many fields ({shown})."
    return Note(None, misfits.ragged, sentence)


def _ragged(content: bytes, header: Header, dialect: Dialect, misfits: Misfits, progress: Progress) -> str:
    width = len(header.names)
    shown = _uneven_lines(content, header, dialect, misfits, progress)
    found = [(misfits.more, "more"), (misfits.fewer, "fewer")]
    listed = " and ".join(f"{counted(count, 'row')} with {which} fields" for count, which in found if count)
    return (
        f"The header has {counted(width, 'field')}, but the file has {listed} ({shown}). "
        "Correct these lines, choose another delimiter, or skip lines above the header."
    )


def _uneven_lines(content: bytes, header: Header, dialect: Dialect, misfits: Misfits, progress: Progress) -> str:
    width = len(header.names)
    records = _watched(dialect.records(content, header.start, header.line), progress)
    lines = [f"{r.line:,}" for r in islice((r for r in records if dialect.width(r.raw) != width), _SHOWN)]
    return (
        ("line " if misfits.ragged == 1 else "lines ")
        + ", ".join(lines)
        + (", …" if misfits.ragged > len(lines) else "")
    )


def _watched(records: Iterator[Record], progress: Progress) -> Iterator[Record]:
    for place, record in enumerate(records):
        if place % _RECORDS_PER_REPORT == 0:
            report(progress, 0.6, f"looking for uneven rows in line {record.line:,}")
        yield record


def _settled(names: list[str], rows: Rows, marks: str, unclear: str, progress: Progress) -> Iterator[Settled]:
    for place, (name, column) in enumerate(zip(names, rows.columns, strict=True)):
        report(progress, 0.6 + 0.4 * place / len(names), f"deciding the type of column {place + 1:,}")
        texts = Texts.of(name, column)
        made = infer(texts, marks)
        doubts = unclear_points(texts, unclear) if made.column.scale is Scale.NUMERIC else ()
        yield replace(made, notes=(*made.notes, *doubts))


def _guesses(options: Options, layout: Layout, marks: str) -> Iterator[Guess]:
    mark = layout.dialect.delimiter.decode()
    if options.delimiter is None:
        others = tuple(other for other in DELIMITERS if other != mark or not layout.several)
        yield Guess("delimiter", DELIMITERS[mark] if layout.several else "none, one column", "delimiter", others)
    yield Guess("quote", QUOTES[layout.dialect.quote.decode()])
    if options.decimal is None:
        comma = marks.startswith(",")
        yield Guess("decimal mark", "comma" if comma else "point", "decimal", ("." if comma else ",",))


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
