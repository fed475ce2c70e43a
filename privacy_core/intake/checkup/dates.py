"""Dates: order of day and month, two-digit years, days no calendar has, serial numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import numpy as np

from privacy_core.intake.calendar import (
    FIRST_SERIAL,
    LAST_SERIAL,
    from_serial,
    has_two_digit_year,
    is_impossible,
    is_written_date,
    orders,
)
from privacy_core.intake.checkup.findings import Finding
from privacy_core.intake.checkup.looks import Look
from privacy_core.intake.reading import counted
from privacy_core.intake.repairs import Repair, RepairKind
from privacy_core.intake.symptoms import Kind
from privacy_core.progress import Progress, report

_SLICE = 20_000
_DATE_WORDS = frozenset(
    "date datum day dob born birth birthdate birthday geburtsdatum admission admitted discharge discharged visit "
    "synced created updated timestamp".split()
)
_SLASHED = re.compile(r"\s*[0-9]{1,2}[/.-][0-9]{1,2}[/.-][0-9]{2,4}.*")


def dates(look: Look, progress: Progress) -> Iterator[Finding]:
    """Everything doubtful about a column of dates."""
    if look.is_numeric:
        yield from _serial_numbers(look)
    elif look.is_text and 2 * sum(map(is_written_date, look.sample)) >= len(look.sample):
        texts: list[str] = look.column.categories.tolist()
        if any(map(_SLASHED.fullmatch, look.sample)):
            yield from _ordered(look, texts, progress)
        yield from _wrong(look, texts, progress)


def _ordered(look: Look, texts: list[str], progress: Progress) -> Iterator[Finding]:
    readable = np.array(_each(texts, orders, progress))
    day, month = readable[:, 0].astype(bool), readable[:, 1].astype(bool)
    if rows := look.rows(day & month):
        yield _ambiguous(look, rows, look.rows(day & ~month & _differ(texts)), look.rows(month & ~day))
    if rows := look.rows(np.array(_each(texts, has_two_digit_year, progress), bool)):
        sentence = (
            f"Column {look.name!r}: {counted(rows, 'date')} with a two-digit year. Written out, 00 to 29 become "
            "2000 to 2029 and 30 to 99 become 1930 to 1999; check that nobody is older."
        )
        yield Finding(Kind.TWO_DIGIT_YEARS, look.name, rows, sentence, *_both(look, look.rows(day) >= look.rows(month)))


def _differ(texts: list[str]) -> np.ndarray:
    """Dates whose first number is no month, so that only the day can come first."""
    return np.array([int((re.match(r"\s*([0-9]{1,2})[/.-]", text) or ["", "0"])[1]) > 12 for text in texts], bool)


def _ambiguous(look: Look, rows: int, only_day: int, only_month: int) -> Finding:
    hint = "nothing in the column decides"
    if only_day and only_month:
        hint = f"{counted(only_day, 'other')} only day first, {only_month:,} only month first, so both orders are mixed"
    elif only_day or only_month:
        first = "day" if only_day else "month"
        hint = f"{counted(max(only_day, only_month), 'other')} only {first} first"
    sentence = f"Column {look.name!r}: {counted(rows, 'date')} can be read day first or month first; {hint}."
    return Finding(Kind.AMBIGUOUS_DATES, look.name, rows, sentence, *_both(look, only_day >= only_month))


def _both(look: Look, day: bool) -> tuple[Repair, tuple[Repair, ...]]:
    kinds = (RepairKind.DAY_FIRST, RepairKind.MONTH_FIRST) if day else (RepairKind.MONTH_FIRST, RepairKind.DAY_FIRST)
    first, second = (Repair(kind, look.name) for kind in kinds)
    return first, (second,)


def _wrong(look: Look, texts: list[str], progress: Progress) -> Iterator[Finding]:
    if rows := look.rows(np.array(_each(texts, is_impossible, progress), bool)):
        verb = "names a day" if rows == 1 else "name days"
        sentence = f"Column {look.name!r}: {counted(rows, 'cell')} {verb} that no calendar has, or before 1800."
        yield Finding(Kind.IMPOSSIBLE_DATES, look.name, rows, sentence)
    if rows := look.rows(np.array(_each(texts, from_serial, progress)) != np.array(None)):
        yield _serial(look, rows)


def _serial(look: Look, rows: int) -> Finding:
    verb = "is a serial day number" if rows == 1 else "are serial day numbers"
    sentence = f"Column {look.name!r}: {counted(rows, 'cell')} {verb} of a spreadsheet instead of a date."
    return Finding(Kind.SERIAL_DATES, look.name, rows, sentence, Repair(RepairKind.SERIAL, look.name))


def _serial_numbers(look: Look) -> Iterator[Finding]:
    """Whole numbers in a column called a date, all of them days of our time."""
    used = look.used
    days = (used >= FIRST_SERIAL) & (used <= LAST_SERIAL) & (used % 1 == 0)
    if look.words_of_name & _DATE_WORDS and 0 < len(used) == look.distinct and days.all():
        yield _serial(look, look.filled)


def _each(texts: list[str], ask: Callable[[str], object], progress: Progress) -> list[object]:
    answers: list[object] = []
    for start in range(0, len(texts), _SLICE):
        report(progress, start / len(texts), "looking at dates")
        answers.extend(map(ask, texts[start : start + _SLICE]))
    return answers
