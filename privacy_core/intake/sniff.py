"""Guess the delimiter and the quote character from many records, never from the header alone."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from privacy_core.intake.dialect import Dialect

DELIMITERS = {"\t": "tab", ";": "semicolon", "|": "pipe", ",": "comma"}
QUOTES = {'"': "double quote", "'": "single quote"}
_SAMPLE = 1 << 17
_RECORDS = 1000


@dataclass(frozen=True, order=True)
class Fit:
    """How evenly a delimiter and quote cut the sample; the greater, the better."""

    share: float
    width: int
    preference: int
    delimiter: str


def sniff(content: bytes, start: int, delimiter: str | None = None) -> tuple[Dialect, bool]:
    r"""Find the dialect of the text from `start`, and whether it has more than one column.

    Examples
    --------
    >>> sniff(b"a;b\n1,5;2,5\n", 0)
    (Dialect(delimiter=b';', quote=b'"'), True)
    >>> sniff(b"a\n1,5\n2,5\n", 0)[1]
    False
    """
    sample = _sample(content, start)
    double, single = (_best(sample, delimiter, quote) for quote in QUOTES)
    best, quote = (single, b"'") if _single_quoted(sample, double, single) else (double, b'"')
    if best is None:
        return Dialect(_unused(content), quote), False
    return Dialect(best.delimiter.encode(), quote), True


def _sample(content: bytes, start: int) -> str:
    """The first records, without one that the end of the sample cuts off."""
    head = content[start : start + _SAMPLE]
    if start + _SAMPLE < len(content):
        head = head[: max(head.rfind(b"\n"), head.rfind(b"\r")) + 1] or head
    return head.decode("utf-8", "ignore")


def _best(sample: str, given: str | None, quote: str) -> Fit | None:
    fits = [_fit(sample, delimiter, quote, bool(given)) for delimiter in given or DELIMITERS]
    return max((fit for fit in fits if fit), default=None)


def _fit(sample: str, delimiter: str, quote: str, given: bool) -> Fit | None:
    widths = list(islice(_widths(sample, delimiter, quote), _RECORDS))
    several = Counter(width for width in widths if width > 1)
    if not several:
        return Fit(1.0, 1, 0, delimiter) if given else None
    width, rows = max(several.items(), key=lambda item: (item[1], item[0]))
    share = rows / len(widths)
    if not given and not _cuts(widths, width, share):
        return None
    preference = -list(DELIMITERS).index(delimiter) if delimiter in DELIMITERS else 0
    return Fit(share, width, preference, delimiter)


def _cuts(widths: list[int], width: int, share: float) -> bool:
    """Whether most rows are cut; where the header is not, only a clear grid counts."""
    header, rows = widths[0], widths[1:]
    cut = sum(row > 1 for row in rows)
    return 2 * cut >= len(rows) and (header > 1 or (width > 2 and share >= 0.6))


def _widths(sample: str, delimiter: str, quote: str) -> Iterator[int]:
    lines = io.StringIO(sample, newline="")
    try:
        for record in csv.reader(lines, delimiter=delimiter, quotechar=quote):
            if record and record != [""]:
                yield len(record)
    except csv.Error:
        yield 1


def _single_quoted(sample: str, double: Fit | None, single: Fit | None) -> bool:
    """Apostrophes quote when the whole header is wrapped in them or only they make the rows even."""
    delimiter = re.escape(single.delimiter) if single else ","
    if re.search(rf'(?:^|{delimiter})"', sample, re.MULTILINE):
        return False
    wrapped = rf"\s*'[^'\r\n]*'(?:{delimiter}'[^'\r\n]*')*(?:\r?\n|\r|$)"
    if re.match(wrapped, sample):
        return True
    return single is not None and (double is None or single.share > double.share)


def _unused(content: bytes) -> bytes:
    """A character that cuts nothing, for a file of one column."""
    codes = (44, *range(31, 13, -1), *range(9, 0, -1), *range(64, 127))
    return next((bytes([code]) for code in codes if code not in content), b",")
