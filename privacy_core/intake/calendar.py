"""Dates written as text or as a spreadsheet's serial day numbers."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable

FIRST_SERIAL, LAST_SERIAL = 18_264, 58_804
"""Days a spreadsheet counts from 1950 to 2060."""

_PARTS = re.compile(r"\s*([0-9]{1,2})([/.-])([0-9]{1,2})\2([0-9]{4}|[0-9]{2})(\s+[0-9:.]+)?\s*")
_ISO = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[T ].*)?", re.DOTALL)
_LEAST, _PIVOT = 1800, 30


def day_or_month_first(text: str, day_first: bool) -> str | None:
    """Write 3/4/2024 as year-month-day; None when it is no such date.

    Two-digit years up to 29 are of this century, the others of the last, as in spreadsheets.

    Examples
    --------
    >>> day_or_month_first("03/04/2024", True), day_or_month_first("03/04/24", False)
    ('2024-04-03', '2024-03-04')
    >>> day_or_month_first("29/02/2023", True) is None
    True
    """
    found = _PARTS.fullmatch(text)
    if found is None:
        return None
    first, second, year = int(found[1]), int(found[3]), _year(found[4])
    day, month = (first, second) if day_first else (second, first)
    return f"{year:04}-{month:02}-{day:02}{(found[5] or '').rstrip()}" if exists(year, month, day) else None


def _year(digits: str) -> int:
    if len(digits) == 4:
        return int(digits)
    return int(digits) + (2000 if int(digits) < _PIVOT else 1900)


def exists(year: int, month: int, day: int) -> bool:
    """Whether the calendar has this day, in or after 1800."""
    try:
        dt.date(year, month, day)
    except ValueError:
        return False
    return year >= _LEAST


def sorts_in_time(texts: Iterable[str]) -> bool:
    """Whether letter by letter is also day by day: every text is a date written as year-month-day.

    Examples
    --------
    >>> sorts_in_time(["2023-12-13", "2024-01-02"]), sorts_in_time(["13/12/2023", "02/01/2024"])
    (True, False)
    """
    return all(_ISO.fullmatch(text) for text in texts)


def from_serial(text: str) -> str | None:
    """Write a serial day number between 1950 and 2060 as year-month-day.

    Examples
    --------
    >>> from_serial("45379"), from_serial("7")
    ('2024-03-28', None)
    """
    if not re.fullmatch(r"[0-9]{5}", text) or not FIRST_SERIAL <= int(text) <= LAST_SERIAL:
        return None
    return (dt.date(1899, 12, 30) + dt.timedelta(days=int(text))).isoformat()


def is_impossible(text: str) -> bool:
    """Whether a text is written like a date that no calendar has, whatever the order of its parts.

    Examples
    --------
    >>> [is_impossible(text) for text in ("29/02/2023", "2024-13-01", "13/04/2024", "0013-06-30", "x")]
    [True, True, False, True, False]
    """
    if found := _ISO.fullmatch(text):
        return not exists(int(found[1]), int(found[2]), int(found[3]))
    if _PARTS.fullmatch(text):
        return day_or_month_first(text, True) is None and day_or_month_first(text, False) is None
    return _named_impossible(text)


_NAMED = re.compile(r"\s*([0-9]{1,2})[ .-]([A-Za-z]{3,9})\.?[ -]([0-9]{4})\s*")
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()


def _named_impossible(text: str) -> bool:
    found = _NAMED.fullmatch(text)
    if found is None or found[2][:3].lower() not in _MONTHS:
        return False
    return not exists(int(found[3]), _MONTHS.index(found[2][:3].lower()) + 1, int(found[1]))


def is_written_date(text: str) -> bool:
    """Whether a text is written like a date, in one of the common ways."""
    return bool(_PARTS.fullmatch(text) or _ISO.fullmatch(text) or _NAMED.fullmatch(text))


def has_two_digit_year(text: str) -> bool:
    """Whether a date leaves out its century."""
    found = _PARTS.fullmatch(text)
    return found is not None and len(found[4]) == 2


def orders(text: str) -> tuple[bool, bool]:
    """Whether a date can be read day first, and month first; both when the two days differ."""
    day, month = day_or_month_first(text, True), day_or_month_first(text, False)
    return day is not None, month is not None and month != day
