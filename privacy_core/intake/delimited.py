"""Delimited text: header, rows, ragged rows, and the columns they make."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import compress, islice

import pyarrow as pa

from privacy_core.errors import TableError
from privacy_core.intake.dialect import NEWLINE, Dialect
from privacy_core.intake.encoding import Text, decode
from privacy_core.intake.header import Header, header_at, unnamed
from privacy_core.intake.inference import Texts, infer, unclear_points
from privacy_core.intake.names import named
from privacy_core.intake.numerals import guess_marks
from privacy_core.intake.options import Options
from privacy_core.intake.reading import Draft, Guess, Note, Settled, counted, were
from privacy_core.intake.sniff import DELIMITERS, QUOTES, sniff
from privacy_core.intake.stream import Rows, stream
from privacy_core.intake.titles import title_guess, title_notes, titles
from privacy_core.intake.uneven import settle_uneven
from privacy_core.progress import Progress, report
from privacy_core.tables import Scale

Columns = list[pa.DictionaryArray]
_SOMETHING = re.compile(rb"[^\r\n ]")


def read_delimited(content: bytes, options: Options, progress: Progress) -> Draft:
    """Read comma, semicolon, tab or pipe separated text.

    Raises
    ------
    TableError
        No rows, ragged rows, an unclosed quote, or bytes that are no text.
    """
    text, layout = laid_out(content, options)
    dialect, start = layout.dialect, layout.start
    header = (header_at if options.header else unnamed)(text.content, start, dialect)
    rows = stream(text.content, header.start, dialect, len(header.names), progress, options.uneven == "keep")
    uneven = settle_uneven(text.content, header, dialect, rows, options, progress)
    names, filled, renamed = _filled(header, uneven.rows)
    lines = _line_notes(text.content, header, names, dialect, rows)
    notes = (*text.notes, *title_notes(layout.titles), *header.notes, *renamed, *lines, *uneven.notes)
    marks = options.decimal or guess_marks([c.dictionary for c in filled], dialect.delimiter)
    unclear = "." if marks[0] == "." and len(marks) > 1 and dialect.delimiter != b"," else ""
    columns = (*_settled(names, filled, marks, unclear, progress), *uneven.overflow)
    guesses = (*text.guesses, *layout.guesses, *_guesses(options, layout, marks), *uneven.guesses)
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


def _skipped(text: Text, skip: int) -> int:
    """Where the header may begin once `skip` physical lines are left out."""
    ends = [found.end() for found in islice(NEWLINE.finditer(text.content, text.start), skip)]
    if len(ends) < skip or (skip and not _SOMETHING.search(text.content, ends[-1])):
        raise TableError(f"Nothing is left of the file after skipping {counted(skip, 'line')}; skip fewer.")
    return ends[-1] if ends else text.start


def _filled(header: Header, columns: Columns) -> tuple[list[str], Columns, tuple[Note, ...]]:
    """Names told apart, and the columns, without those that have neither a name nor a value."""
    pairs = zip(header.names, columns, strict=True)
    kept = [bool(name.strip()) or column.null_count < len(column) for name, column in pairs]
    if all(kept) or not any(kept):
        names, renamed = named(header.names)
        return names, columns, renamed
    names, renamed = named([*compress(header.names, kept)])
    count = kept.count(False)
    sentence = f"{were(count, 'column')} left out for having neither a name nor a value."
    return names, [*compress(columns, kept)], (Note(None, count, sentence), *renamed)


def _settled(names: list[str], columns: Columns, marks: str, unclear: str, progress: Progress) -> Iterator[Settled]:
    for place, (name, column) in enumerate(zip(names, columns, strict=True)):
        report(progress, 0.6 + 0.4 * place / len(names), f"deciding the type of column {place + 1:,}")
        texts = Texts.of(name, column)
        made = infer(texts, marks)
        doubts = unclear_points(texts, unclear) if made.column.scale is Scale.NUMERIC else ()
        yield replace(made, notes=(*made.notes, *doubts))


def _guesses(options: Options, layout: Layout, marks: str) -> Iterator[Guess]:
    mark = layout.dialect.delimiter.decode()
    if options.delimiter is None:
        others = tuple(other for other in DELIMITERS if other != mark or not layout.several)
        yield Guess(
            "delimiter",
            DELIMITERS[mark] if layout.several else "none, one column",
            "delimiter",
            others,
            mark if layout.several else None,
        )
    yield Guess("quote", QUOTES[layout.dialect.quote.decode()])
    if options.decimal is None:
        comma = marks.startswith(",")
        yield Guess("decimal mark", "comma" if comma else "point", "decimal", ("." if comma else ",",), marks[0])


def _line_notes(content: bytes, header: Header, names: Sequence[str], dialect: Dialect, rows: Rows) -> Iterator[Note]:
    blank = header.blank + rows.misfits.blank
    empty = dialect.empty_lines(content, header.start)
    if len(header.names) > 1:
        blank, empty = blank + empty, 0
    if blank:
        yield Note(None, blank, f"{were(blank, 'blank line')} left out.")
    if empty:
        sentence = f"Column {names[0]!r} is the only one, so {were(empty, 'blank line')} read as missing."
        yield Note(names[0], empty, sentence)


def _uncut(content: bytes, start: int) -> Iterator[Note]:
    """Delimiters that occur in a file read as one column."""
    count = sum(content.count(delimiter.encode(), start) for delimiter in DELIMITERS)
    if count:
        sentence = (
            f"The file was read as one column although commas, semicolons, tabs or pipes occur {count:,} times; "
            "they do not cut its rows and header alike. Choose the delimiter if there are more columns."
        )
        yield Note(None, count, sentence)
