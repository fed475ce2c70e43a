"""Codes that spreadsheets change when they open a CSV file."""

from __future__ import annotations

import re
from collections.abc import Iterable

_MONTH = r"(?:JAN|FEB|MAR|MARCH|APR|MAY|JUN|JUL|AUG|SEP|SEPT|OCT|NOV|DEC)"
CONVERTED = (
    rf"(?i)\A(?:{_MONTH}[-/ ]?[0-9]{{1,2}}|[0-9]{{1,2}}[-/ ]?{_MONTH}|[0-9]+(?:\.[0-9]+)?E[+-]?[0-9]+"
    r"|(?:0?[1-9]|[12][0-9]|3[01])[-/](?:0?[1-9]|[12][0-9]|3[01])|[0-9]{16,})\z"
)
"""Month-like genes, powers of ten, pairs that read as day and month, more than 15 digits (RE2)."""

_CONVERTED = re.compile(CONVERTED.replace(r"\z", r"\Z"))
_LEADING_ZERO = re.compile(r"[+-]?0[0-9]+")


def converted(cells: Iterable[object]) -> int:
    """How many texts a spreadsheet would change on opening a CSV file, leading zeros included.

    Examples
    --------
    >>> converted(["SEPT2", "1E5", "1/2", "12345678901234567", "02138", "plain", 5])
    5
    """
    texts = (cell for cell in cells if isinstance(cell, str))
    return sum(bool(_CONVERTED.match(text) or _LEADING_ZERO.fullmatch(text)) for text in texts)
