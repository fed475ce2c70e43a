"""The header of delimited text: its names, where the rows begin, and the names that stand for no field."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import islice

from privacy_core.errors import NoRows
from privacy_core.intake.dialect import NEWLINE, Dialect, Record
from privacy_core.intake.reading import Note, counted, were

_BLANK_LINES = re.compile(rb"(?: *(?:\r\n|\r|\n))*")
_SOMETHING = re.compile(rb"[^\r\n ]")
_SOMETHING_OR_BLANK = re.compile(rb"[^\r\n]")  # a blank is a value where nothing has to be cut
_LOOKED_AT = 100


@dataclass(frozen=True)
class Header:
    """The names as they stand, where the rows begin, on which line, and what was noticed above and in them."""

    names: list[str]
    start: int
    line: int
    blank: int
    notes: tuple[Note, ...] = ()


def header_at(content: bytes, start: int, dialect: Dialect) -> Header:
    """Read the first record from `start` as names.

    Raises
    ------
    NoRows
        There are no rows below it.
    """
    blank = _BLANK_LINES.match(content, start)
    assert blank is not None
    line = len(NEWLINE.findall(content, 0, blank.end())) + 1
    record = next(dialect.records(content, blank.end(), line))
    width = dialect.width(record.raw)
    if not (_SOMETHING if width > 1 else _SOMETHING_OR_BLANK).search(content, record.end):
        dialect.refuse_unclosed(content, blank.end())
        names = [name.decode() for name in dialect.split(record.raw)]
        raise NoRows(f"The file has a header of {counted(width, 'name')} but no rows.", names)
    given, phantom = _without_phantoms(content, record, dialect)
    line += len(NEWLINE.findall(content, blank.end(), record.end))
    return Header([name.decode() for name in given], record.end, line, len(NEWLINE.findall(blank.group())), phantom)


def _without_phantoms(content: bytes, record: Record, dialect: Dialect) -> tuple[list[bytes], tuple[Note, ...]]:
    """Drop the empty names at the end of the header for which most of the first rows have no field."""
    names = dialect.split(record.raw)
    filled = max((place for place, name in enumerate(names, start=1) if name.strip()), default=len(names))
    first = islice(dialect.records(content, record.end), _LOOKED_AT)
    fields = Counter(dialect.width(each.raw) for each in first).most_common(1)
    if not fields or not filled <= fields[0][0] < len(names):
        return names, ()
    width = fields[0][0]
    dropped = "empty name" if len(names) - width == 1 else f"{len(names) - width} empty names"
    sentence = (
        f"The header, on line {record.line:,}, ends with a delimiter and has {len(names)} names for "
        f"{counted(width, 'field')}; the {dropped} at its end {'was' if dropped == 'empty name' else 'were'} left out."
    )
    return names[:width], (Note(None, len(names) - width, sentence),)


def unnamed(content: bytes, start: int, dialect: Dialect) -> Header:
    """Numbered columns for a file whose first record is data."""
    blank = _BLANK_LINES.match(content, start)
    at = start if blank is None else blank.end()
    line = len(NEWLINE.findall(content, 0, at)) + 1
    width = dialect.width(next(dialect.records(content, at, line)).raw)
    sentence = f"The file was read without a line of names; {were(width, 'column')} numbered."
    return Header([f"column {place}" for place in range(1, width + 1)], at, line, 0, (Note(None, width, sentence),))
