"""The grammar of delimited text: what a field, a record and a quoted field are, in bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from privacy_core.errors import TableError
from privacy_core.intake.reading import counted

NEWLINE = re.compile(rb"\r\n|\r|\n")
_EMPTY_LINE = re.compile(rb"(?<=\n)(?:\r\n?|\n)|(?<=\r)\r\n?")
_EMPTY_LINE_HINTS = (b"\n\n", b"\n\r", b"\r\r")


@dataclass(frozen=True)
class Record:
    """One record with the physical line it starts on (from 1) and where it lies."""

    line: int
    raw: bytes
    start: int
    end: int


@dataclass(frozen=True)
class Dialect:
    r"""The delimiter and the quote character; a doubled quote stands for one.

    Examples
    --------
    >>> Dialect(b",", b'"').split(b'a,"b ""c"", d",')
    [b'a', b'b "c", d', b'']
    """

    delimiter: bytes
    quote: bytes

    @cached_property
    def _quoted(self) -> bytes:
        return re.sub(rb"Q", re.escape(self.quote).replace(b"\\", b"\\\\"), rb"Q([^Q]*+(?:QQ[^Q]*+)*+)(Q?)")

    @cached_property
    def _field(self) -> bytes:
        return rb"(?:%b)?+[^%b\r\n]*+" % (self._quoted, re.escape(self.delimiter))

    @cached_property
    def _one_field(self) -> re.Pattern[bytes]:
        return re.compile(self._field)

    @cached_property
    def _record(self) -> re.Pattern[bytes]:
        plain = self._field.replace(b"([^", b"(?:[^").replace(b"?)", b"?)")
        return re.compile(rb"%b(?:%b%b)*+" % (plain, re.escape(self.delimiter), plain))

    @cached_property
    def _quoted_or_empty(self) -> re.Pattern[bytes]:
        opening = rb"(?<![^%b\r\n])%b" % (re.escape(self.delimiter), self._quoted)
        return re.compile(rb"%b|%b" % (opening, _EMPTY_LINE.pattern))

    def split(self, raw: bytes) -> list[bytes]:
        """The fields of one record, without their quotes."""
        fields, at = [], 0
        while True:
            found = self._one_field.match(raw, at)
            assert found is not None
            fields.append(self._value(found.group()))
            if found.end() >= len(raw):
                return fields
            at = found.end() + 1

    def _value(self, field: bytes) -> bytes:
        found = re.match(self._quoted, field)
        if found is None:
            return field
        return found.group(1).replace(self.quote * 2, self.quote) + field[found.end() :]

    def width(self, raw: bytes) -> int:
        """How many fields one record has."""
        return len(self.split(raw)) if self.quote in raw else raw.count(self.delimiter) + 1

    def records(self, content: bytes, start: int, line: int = 1) -> Iterator[Record]:
        """Records from `start`, blank lines left out; `line` is the physical line at `start`."""
        while start < len(content):
            found = self._record.match(content, start)
            assert found is not None
            ending = NEWLINE.match(content, found.end())
            end = ending.end() if ending else len(content)
            if found.group().strip(b" "):
                yield Record(line, found.group(), start, end)
            line += len(NEWLINE.findall(content, start, end))
            start = end

    def empty_lines(self, content: bytes, start: int) -> int:
        """How many empty lines lie outside quotes."""
        if not any(content.find(hint, max(start - 1, 0)) >= 0 for hint in _EMPTY_LINE_HINTS):
            return 0
        tokens = self._quoted_or_empty.finditer(content, start)
        return sum(not token.group().startswith(self.quote) for token in tokens)

    def refuse_unclosed(self, content: bytes, start: int) -> None:
        """Refuse a file whose last quoted field never ends."""
        for token in self._quoted_or_empty.finditer(content, start):
            if token.end() == len(content) and token.group().startswith(self.quote) and not token.group(2):
                line = len(NEWLINE.findall(content, 0, token.start())) + 1
                lost = len(NEWLINE.findall(content, token.start())) + 1
                raise TableError(
                    f"A quote opened on line {line:,} is never closed, so the last {counted(lost, 'line')} "
                    "run together into one field. Close the quote or double it."
                )
