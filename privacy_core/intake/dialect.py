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
    """One record: the physical line it starts on (from 1), its text and where it ends."""

    line: int
    raw: bytes
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
    def _quoted(self) -> re.Pattern[bytes]:
        return re.compile(rb"%(q)b([^%(q)b]*+(?:%(q)b%(q)b[^%(q)b]*+)*+)(%(q)b?)" % {b"q": self.quote})

    @cached_property
    def _field(self) -> re.Pattern[bytes]:
        within = rb"%(q)b[^%(q)b]*+(?:%(q)b%(q)b[^%(q)b]*+)*+%(q)b?" % {b"q": self.quote}
        return re.compile(rb"(?:%b)?+[^%b\r\n]*+" % (within, re.escape(self.delimiter)))

    @cached_property
    def _record(self) -> re.Pattern[bytes]:
        field = self._field.pattern
        return re.compile(rb"%b(?:%b%b)*+" % (field, re.escape(self.delimiter), field))

    @cached_property
    def _quoted_or_empty(self) -> re.Pattern[bytes]:
        opening = rb"(?<![^%b\r\n])%b" % (re.escape(self.delimiter), self._quoted.pattern)
        return re.compile(rb"%b|%b" % (opening, _EMPTY_LINE.pattern))

    def split(self, raw: bytes) -> list[bytes]:
        """The fields of one record, without their quotes."""
        fields, at = [], 0
        while at <= len(raw):
            found = self._field.match(raw, at)
            assert found is not None
            fields.append(self._unquoted(found.group()))
            at = found.end() + 1
        return fields

    def _unquoted(self, field: bytes) -> bytes:
        found = self._quoted.match(field)
        if found is None:
            return field
        return found.group(1).replace(self.quote * 2, self.quote) + field[found.end() :]

    def width(self, raw: bytes) -> int:
        """How many fields one record has."""
        return len(self.split(raw)) if self.quote in raw else raw.count(self.delimiter) + 1

    def records(self, content: bytes, start: int, line: int = 1) -> Iterator[Record]:
        """Records from `start`, which is on the physical line `line`; blank lines are left out."""
        while start < len(content):
            found = self._record.match(content, start)
            assert found is not None
            ending = NEWLINE.match(content, found.end())
            end = ending.end() if ending else len(content)
            if found.group().strip(b" "):
                yield Record(line, found.group(), end)
            line += len(NEWLINE.findall(content, start, end))
            start = end

    def empty_lines(self, content: bytes, start: int) -> int:
        """How many empty lines there are outside quotes, from a line's start."""
        stop = max(len(content.rstrip(b"\r\n")), start)
        trailing = len(_EMPTY_LINE.findall(content, stop))
        if not any(content.find(hint, max(start - 1, 0), stop) >= 0 for hint in _EMPTY_LINE_HINTS):
            return trailing
        tokens = self._quoted_or_empty.finditer(content, start, stop)
        return trailing + sum(not token.group().startswith(self.quote) for token in tokens)

    def refuse_unclosed(self, content: bytes, start: int) -> None:
        """Refuse a file whose last quoted field never ends."""
        for token in self._quoted_or_empty.finditer(content, start):
            if token.end() == len(content) and token.group().startswith(self.quote) and not token.group(2):
                line = len(NEWLINE.findall(content, 0, token.start())) + 1
                raise TableError(
                    f"The quote opened on line {line:,} is never closed, so everything after it runs together "
                    f"into one field ({counted(len(content) - token.start(), 'byte')}). Close or double that quote."
                )
