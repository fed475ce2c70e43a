"""A first hierarchy for every column, by rules, with the reason; never applied by itself."""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, takewhile

import numpy as np

from privacy_core.generalized import Exact, parse
from privacy_core.hierarchies.building import Spec
from privacy_core.hierarchies.calendar_units import NAMES, Dates, DayOrder, Unit, day_of
from privacy_core.hierarchies.grouping import ByFrequency, OrderedGroups
from privacy_core.hierarchies.levels import values_of
from privacy_core.hierarchies.masking import Masking
from privacy_core.hierarchies.ranges import Intervals
from privacy_core.suggestions import words_of
from privacy_core.tables import Column, FloatArray, Scale

BETWEEN = 4
"""At most this many levels between the values and the root."""

AGES = frozenset("age ages alter years_old agegroup".split())
YEARS = frozenset("year years yr jahr jahre birthyear yob geburtsjahr".split())
CODES = frozenset("zip zipcode postcode postal plz postleitzahl icd".split())
FEW = 8
"""Names up to this number go to the root in one step."""

LOOKED_AT = 1000
"""So many names are looked at to see whether they are generalized already."""

LARGEST = 1e300
"""Beyond such numbers no interval is suggested."""

OLDEST = 90
"""Ages from here on are one group, as in the HIPAA rule of the United States."""


def suggest_hierarchy(column: Column) -> tuple[Spec, str]:
    """Suggest a hierarchy of at most six levels whose last one is `*`, and say why.

    Looks at the column's name (English and German) and at how its values are written, never at how
    they are distributed, except that names without an order stay longest where they are frequent, and that
    a code's level is left out where it puts together what the level below does already.

    Returns
    -------
    spec : a rule, for `build`
    reason : short plain words, no value of the data

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> people = from_frame(pd.DataFrame({"age": [17, 34, 92], "zip": ["02139", "90210", "90211"]}))
    >>> suggest_hierarchy(people["age"])
    (Intervals(widths=(5, 10, 20, 40), origin=0, bottom=None, top=90, snap=0), 'ages: 5, 10, 20 and 40 years')
    >>> suggest_hierarchy(people["zip"])[0]
    Masking(hidden=(1,), from_right=True, width=None, fill='')
    """
    words = values_of(column)
    named = set(words_of(column.name))
    if len(words) < 3:
        return ByFrequency(), "fewer than three values: itself or nothing"
    if found := _code(column, words, named):
        return found
    if column.scale is Scale.NUMERIC:
        return _numbers(column.categories.astype(float), named)
    if column.scale is Scale.ORDINAL:
        sizes = tuple(2 ** (i + 1) for i in range(BETWEEN) if 2 ** (i + 1) < len(words))
        return OrderedGroups(sizes), "an order: neighbours in groups of two, then of two such groups"
    return _dates(words) or _names(words)


def _code(column: Column, words: Sequence[str], named: set[str]) -> tuple[Spec, str] | None:
    """ZIP codes by their name, and texts of digits that are all equally long by that."""
    lengths = {len(word) for word in words}
    by_name = bool(named & CODES) and column.scale is not Scale.ORDINAL and max(lengths) <= 12
    by_form = column.scale is Scale.NOMINAL and len(lengths) == 1 and 3 <= max(lengths) <= 12
    if by_form and not by_name:
        by_form = all(re.fullmatch("[0-9]+", word) for word in words)
    if not (by_name or by_form) or max(lengths) < 2:
        return None
    whole = column.scale is Scale.NUMERIC and all(re.fullmatch("[0-9]+", word) for word in words)
    if column.scale is Scale.NUMERIC and not whole:
        return None
    why = "a code by its name" if by_name else "digits of equal length"
    made = Masking(_steps(max(lengths)), fill="0" if whole else "")
    useful = [step for step, changes in zip(made.hidden, _changes(made, column), strict=True) if changes]
    if not useful:
        return ByFrequency(), f"{why}, but no character hidden puts some together: itself or nothing"
    return replace(made, hidden=tuple(useful)), f"{why}: characters hidden from the right"


def _changes(made: Spec, column: Column) -> list[bool]:
    """Whether each level puts values together that the one before told apart, and tells some apart itself."""
    several = [len(set(level)) for level in made.levels(column).above]
    return [1 < now < before for before, now in pairwise([len(values_of(column)), *several])]


def _steps(width: int) -> tuple[int, ...]:
    """Hidden characters of at most four levels, one character always left."""
    levels = min(BETWEEN, width - 1)
    return tuple(-(-(width - 1) * (i + 1) // levels) for i in range(levels))


def _numbers(numbers: FloatArray, named: set[str]) -> tuple[Spec, str]:
    if not np.isfinite(numbers).all():
        return ByFrequency(), "numbers with an infinite one, which no interval holds: itself or nothing"
    low, high = float(numbers.min()), float(numbers.max())
    whole = bool(np.all(numbers % 1 == 0))
    if named & AGES and whole and low >= 0 and high <= 130 and high > 5:
        widths: tuple[float, ...] = (5, *takewhile(lambda width: width < high, (10, 20, 40)))
        top = OLDEST if high >= OLDEST else None
        return Intervals(widths, top=top), f"ages: {_listed(widths)} years"
    if named & YEARS and whole and low >= 1000 and high < 3000 and high - low > 2:
        widths = tuple(takewhile(lambda width: width < 2 * (high - low), (5, 10, 50, 100)))
        return Intervals(widths), f"years: {_listed(widths)} of them together"
    widths = _round_widths(numbers)
    if not widths:
        return ByFrequency(), "numbers that no round width puts together: itself or nothing"
    return Intervals(widths), f"numbers: intervals of round width ({_listed(widths)})"


def _listed(widths: Sequence[float]) -> str:
    several = [f"{width:,g}" for width in widths]
    return " and ".join([", ".join(several[:-1]), several[-1]] if len(several) > 1 else several)


def _round_widths(numbers: FloatArray) -> tuple[float, ...]:
    """Widths 1 or 5 times a power of ten: the coarsest makes a handful of intervals, the finest still joins two."""
    if abs(numbers).max() > LARGEST:
        return ()
    span, closest = float(numbers[-1] - numbers[0]), float(np.diff(numbers).min())
    if span > LARGEST:
        return ()
    fitting = [
        width for width in _downward(span) if width > closest * (1 + 1e-9) and abs(numbers).max() / width < 2.0**40
    ]
    return tuple(reversed(fitting[:BETWEEN]))


def _downward(span: float) -> Iterator[float]:
    """Round widths from just below the span downward, each a divisor of the one before."""
    power = math.floor(math.log10(span))
    for exponent in range(power, power - 4, -1):
        for digit in (5, 1):
            width = float(f"{digit}e{exponent}")
            if width <= span:
                yield int(width) if width.is_integer() and width < 1e15 else width


def _dates(words: Sequence[str]) -> tuple[Spec, str] | None:
    """Days in one way of writing them; longer units only where the days span several."""
    for written in DayOrder:
        days = list(takewhile(bool, (day_of(word, written) for word in words if word)))
        if len(days) == sum(word != "" for word in words):
            return _units({day for day in days if day}, written)
    return None


def _units(days: Collection[dt.date], written: DayOrder) -> tuple[Spec, str]:
    order = ", read day first" if written is DayOrder.DAY_FIRST else ", read month first"
    units = (Unit.MONTH, Unit.QUARTER, Unit.YEAR, Unit.DECADE)
    several = tuple(unit for unit in units if len({NAMES[unit](day) for day in days}) > 1)
    if not several:
        return Dates((Unit.WEEK,), written), f"dates of one month: weeks{order}"
    return Dates(several, written), f"dates: {', '.join(several)}{order}"


def _names(words: Sequence[str]) -> tuple[Spec, str]:
    generalized = sum(not isinstance(parse(word), Exact) for word in words[:LOOKED_AT])
    if len(words) <= FEW or generalized * 2 > len(words):
        return ByFrequency(), "names without an order: itself or nothing"
    kept = [len(words) // 2]
    while len(kept) < BETWEEN and kept[-1] >= FEW:
        kept.append(kept[-1] // 2)
    return ByFrequency(tuple(kept)), "names without an order: the most frequent stay longest"
