"""One text of a release becomes a shape; the only reader of such texts."""

from __future__ import annotations

import csv
import datetime as dt
import math
import re
from enum import StrEnum

from privacy_core.generalized.shapes import Any, Bound, Exact, Generalized, Interval, Prefix, Set, ascending


class Way(StrEnum):
    """How a text was read."""

    NUMBER = "number"
    DAY = "day"
    TEXT = "text"
    INTERVAL = "interval"
    RANGE = "range"
    OPEN = "open end"
    PERIOD = "period"
    SET = "set"
    MASK = "mask"
    STAR = "star"
    TOKEN = "token"
    MISSING = "missing"


TOKENS = ("NA", ".", "(null)")
"""What sdcMicro, μ-ARGUS and Amnesia write where nothing is told."""

_POINT = r"[+-]?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_COMMA = r"[+-]?(?:0|[1-9][0-9]*)(?:,[0-9]+)?"
_DAY = r"[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{4}"
_ENDLESS = r"[+-]?(?:[Ii]nf(?:inity)?|∞)|"
_NO_LOW, _NO_HIGH = re.compile(r"-\D+|"), re.compile(r"[^-]\D*|")
_BETWEEN = r"\s*(?:[;:~–]|-|\.\.|\bto\b)\s*"


def _pairs(number: str, between: str) -> re.Pattern[str]:
    bound = rf"({_DAY}|{number}|{_ENDLESS})"
    return re.compile(rf"([\[\](])\s*{bound}{between}{bound}\s*([\[\])])")


_BRACKETS = (_pairs(_POINT, rf"(?:\s*,\s*|{_BETWEEN})"), _pairs(_COMMA, _BETWEEN))
_ALONE = re.compile(rf"\[\s*({_DAY}|{_POINT})\s*\]")
_RANGES = tuple(
    re.compile(rf"({_DAY}|{number})(?:\s*(?:[-~–—]|\.{{2,3}})\s*|\s+to\s+)({_DAY}|{number})")
    for number in (_POINT, _COMMA)
)
_OPEN = re.compile(rf"(<=|>=|=<|=>|<|>|≤|≥)\s*({_DAY}|{_POINT}|{_COMMA})")
_AND_MORE = re.compile(rf"({_POINT})\s*\+")
_MONTH = re.compile(r"([0-9]{4})-(0[1-9]|1[0-2])")
_QUARTER = re.compile(r"([0-9]{4})-?Q([1-4])|Q([1-4])[ /-]([0-9]{4})")
_MONTHS = re.compile(r"(0?[1-9]|1[0-2])/([12][0-9]{3})\s*[-~–]\s*(0?[1-9]|1[0-2])/([12][0-9]{3})")
_WEEK = re.compile(r"([0-9]{4})-W([0-9]{2})")
_APOSTROPHES = re.compile(r"\{\s*'[^']*'(?:\s*,\s*'[^']*')*\s*\}")
_STARS = re.compile(r"([^*]*)(\*+)|(\*+)([^*]+)")


def parse(text: str) -> Generalized:
    """Read one text by itself; `parse_column` reads it beside its column.

    A range whose ends nothing is said about, such as 20-29, is taken with both ends. What is no
    other shape stays the text it is.

    Examples
    --------
    >>> parse("[20, 30[")
    Interval(low=20.0, high=30.0, low_in=True, high_in=False)
    >>> parse("-5--1") == Interval(-5, -1, True, True)
    True
    >>> parse("0-9 kg"), parse("02139"), parse("021**"), parse("NA")
    (Exact(value='0-9 kg'), Exact(value='02139'), Prefix(known='021', hidden=2, start=True), Any())
    """
    return read(text)[0]


def read(text: str) -> tuple[Generalized, Way]:
    """Read one text, and say how it was read."""
    bare = text.strip()
    if bare == "*":
        return Any(), Way.STAR
    if bare in TOKENS:
        return Any(), Way.TOKEN
    if (number := as_number(bare)) is not None:
        return Exact(number), Way.NUMBER
    if (day := as_day(bare)) is not None:
        return Exact(day), Way.DAY
    for reader, way in READERS:
        if (shape := reader(bare)) is not None:
            return shape, way
    return Exact(text), Way.TEXT


def as_number(text: str) -> float | None:
    """A finite number written without superfluous zeros in front; else None.

    Examples
    --------
    >>> as_number("-1.50"), as_number("1,5"), as_number("007"), as_number("1e999")
    (-1.5, 1.5, None, None)
    """
    if re.fullmatch(_POINT, text):
        number = float(text)
    elif re.fullmatch(_COMMA, text) and not re.fullmatch(r"[+-]?[0-9]+,[0-9]{3}", text):
        number = float(text.replace(",", "."))
    else:
        return None
    return number if math.isfinite(number) else None


def as_day(text: str) -> dt.date | None:
    """A day written 2024-03-31 or 31.3.2024; else None."""
    if not re.fullmatch(_DAY, text):
        return None
    first, second, third = (int(part) for part in re.split(r"[.-]", text))
    year, month, day = (third, second, first) if "." in text else (first, second, third)
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None


def _brackets(text: str) -> Generalized | None:
    if found := _ALONE.fullmatch(text):
        bound = _bound(found[1])
        return None if bound is None else Exact(bound)
    for pattern in _BRACKETS:
        if found := pattern.fullmatch(text):
            return _between(found[2], found[3], found[1] == "[", found[4] == "]")
    return None


def _between(first: str, second: str, low_in: bool, high_in: bool) -> Generalized | None:
    low, high = _bound(first), _bound(second)
    if (low is None and not _NO_LOW.fullmatch(first)) or (high is None and not _NO_HIGH.fullmatch(second)):
        return None
    if low is None and high is None:
        return Any() if first and second else None
    if low is not None and high is not None and not ascending(low, high):
        return Exact(low) if low == high and low_in and high_in else None
    return Interval(low, high, low_in and low is not None, high_in and high is not None)


def _bound(text: str) -> Bound | None:
    number = as_number(text)
    return as_day(text) if number is None else number


def _open(text: str) -> Generalized | None:
    if found := _AND_MORE.fullmatch(text):
        sign, bound = ">=", _bound(found[1])
    elif found := _OPEN.fullmatch(text):
        sign, bound = found[1], _bound(found[2])
    else:
        return None
    if bound is None:
        return None
    closed, below = sign not in "<>", sign[0] in "<≤" or sign == "=<"
    return Interval(None, bound, False, closed) if below else Interval(bound, None, closed, False)


def _range(text: str) -> Generalized | None:
    for pattern in _RANGES:
        if found := pattern.fullmatch(text):
            low, high = _bound(found[1]), _bound(found[2])
            if low is not None and high is not None and ascending(low, high):
                return Interval(low, high, True, True)
    return None


def _period(text: str) -> Generalized | None:
    if found := _MONTH.fullmatch(text):
        return _months(int(found[1]), int(found[2]), 1)
    if found := _QUARTER.fullmatch(text):
        return _months(int(found[1] or found[4]), 3 * int(found[2] or found[3]) - 2, 3)
    if found := _MONTHS.fullmatch(text):
        first, last = int(found[2]) * 12 + int(found[1]), int(found[4]) * 12 + int(found[3])
        return _months(int(found[2]), int(found[1]), last - first + 1) if first <= last else None
    if found := _WEEK.fullmatch(text):
        try:
            monday = dt.date.fromisocalendar(int(found[1]), int(found[2]), 1)
            return Interval(monday, monday + dt.timedelta(days=7))
        except (ValueError, OverflowError):
            return None
    return None


def _months(year: int, month: int, several: int) -> Interval | None:
    """Some whole months; None where the calendar ends."""
    after = year * 12 + month - 1 + several
    if year < 1 or after // 12 > dt.MAXYEAR:
        return None
    return Interval(dt.date(year, month, 1), dt.date(after // 12, after % 12 + 1, 1))


def _set(text: str) -> Generalized | None:
    if not (text.startswith("{") and text.endswith("}")) or not text[1:-1].strip():
        return None
    mark = "'" if _APOSTROPHES.fullmatch(text) else '"'
    try:
        [members] = csv.reader([text[1:-1]], skipinitialspace=True, strict=True, quotechar=mark)
    except (csv.Error, ValueError):
        return None
    quoted = mark in text
    several = frozenset(member if quoted else member.strip() for member in members)
    if "*" in several and not quoted:
        return Any()
    only = next(iter(several))
    if len(several) == 1 and not quoted and re.search("[;|~]", only):
        return None
    return Set(several) if len(several) > 1 else Exact(only)


def _mask(text: str) -> Generalized | None:
    found = _STARS.fullmatch(text)
    if found is None:
        return None
    known, stars = (found[1], found[2]) if found[2] else (found[4], found[3])
    return Prefix(known, len(stars), bool(found[2]))


READERS = (
    (_brackets, Way.INTERVAL),
    (_open, Way.OPEN),
    (_period, Way.PERIOD),
    (_range, Way.RANGE),
    (_set, Way.SET),
    (_mask, Way.MASK),
)
