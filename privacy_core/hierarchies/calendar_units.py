"""Days in months, quarters, years and beyond."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

import numpy as np

from privacy_core.errors import ParameterError
from privacy_core.generalized import Interval, write
from privacy_core.hierarchies.levels import Levels, refuse, values_of
from privacy_core.tables import Column


class Unit(StrEnum):
    """A stretch of the calendar."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"
    DECADE = "decade"
    CENTURY = "century"


class DayOrder(StrEnum):
    """In which order the parts of a date are written; years first are always understood."""

    DAY_FIRST = "day first"
    MONTH_FIRST = "month first"


def _years(day: dt.date, several: int) -> str:
    first = day.year // several * several
    return write(Interval(first, first + several))


def _week(day: dt.date) -> str:
    year, week, _ = day.isocalendar()
    return f"{year:04}-W{week:02}"


NAMES: dict[Unit, Callable[[dt.date], str]] = {
    Unit.DAY: dt.date.isoformat,
    Unit.WEEK: _week,
    Unit.MONTH: lambda day: f"{day.year:04}-{day.month:02}",
    Unit.QUARTER: lambda day: f"{day.year:04}-Q{(day.month + 2) // 3}",
    Unit.YEAR: lambda day: f"{day.year:04}",
    Unit.DECADE: lambda day: _years(day, 10),
    Unit.CENTURY: lambda day: _years(day, 100),
}
_ISO = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:[T ][0-9:.,+Z-]*)?")
_OTHER = re.compile(r"([0-9]{1,2})([/.-])([0-9]{1,2})\2([0-9]{4})(?:[T ][0-9:.,+Z-]*)?")


@dataclass(frozen=True, slots=True)
class Dates:
    """Dates by ever longer units: `2024-03`, `2024-Q1`, `2024`, `[2020, 2030[`.

    Weeks are those of ISO 8601. They cut months and years, so only the root may follow them.

    Parameters
    ----------
    units : one per level, each longer than the one before
    written : which part comes first in dates such as 3/4/2024; those of points are day first by default

    Raises
    ------
    ParameterError
        Units that do not nest.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> from privacy_core.hierarchies import build
    >>> days = from_frame(pd.DataFrame({"day": ["2024-03-31", "2024-04-01"]}))["day"]
    >>> build(Dates((Unit.MONTH, Unit.QUARTER, Unit.YEAR)), days).labels[1:3]
    (('2024-03', '2024-04'), ('2024-Q1', '2024-Q2'))
    """

    units: tuple[Unit, ...]
    written: DayOrder = DayOrder.DAY_FIRST

    def __post_init__(self) -> None:
        places = [list(Unit).index(unit) for unit in self.units]
        if not places or any(low >= high for low, high in pairwise(places)):
            raise ParameterError("Units of the calendar must become longer from level to level.")
        if Unit.WEEK in self.units[:-1]:
            raise ParameterError("Weeks cut months and years in two, so no longer unit can follow them.")

    def levels(self, column: Column) -> Levels:
        words = values_of(column)
        days = [day_of(word, self.written) for word in words]
        wrong = [day is None and word != "" for day, word in zip(days, words, strict=True)]
        refuse(column, np.array(wrong, bool), "a value that is no date")
        return Levels(words, [[NAMES[unit](day) if day else "" for day in days] for unit in self.units])


def day_of(word: str, written: DayOrder) -> dt.date | None:
    """The day a text stands for, its time left out; None where it is no day of the calendar."""
    if found := _ISO.fullmatch(word.strip()):
        year, month, day = int(found[1]), int(found[2]), int(found[3])
    elif found := _OTHER.fullmatch(word.strip()):
        year, first, second = int(found[4]), int(found[1]), int(found[3])
        day, month = (first, second) if written is DayOrder.DAY_FIRST else (second, first)
    else:
        return None
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None
