"""A column of a release that was made elsewhere: every value as a shape, and how it was read."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import cast

import numpy as np

from privacy_core.generalized.shapes import Any, Bound, Exact, Generalized, Interval, Set
from privacy_core.generalized.texts import Way, read
from privacy_core.tables import Column


class Ends(StrEnum):
    """Which ends of a range such as 20-30 belong to it."""

    LOW = "the first number belongs to a range, the second to the next"
    WHOLE = "both numbers belong to a range, and everything up to the next whole one"
    BOTH = "both numbers belong to a range"


@dataclass(frozen=True, eq=False, slots=True)
class Parsed:
    """A column of a release, read.

    Parameters
    ----------
    column : name
    shapes : one per code of the column, missing included
    ways : how each code was read
    values, rows : number of different values and of rows read in each way
    ends : how ranges without a word about their ends were read; None without such ranges
    notes : one sentence per decision that could have gone another way; no value of the data
    """

    column: str
    shapes: tuple[Generalized, ...]
    ways: tuple[Way, ...]
    values: Mapping[Way, int]
    rows: Mapping[Way, int]
    ends: Ends | None
    notes: tuple[str, ...]


def parse_column(column: Column, ends: Ends | None = None, ranges: bool | None = None) -> Parsed:
    """Read every value of a column beside the others.

    Releases of ARX, sdcMicro, μ-ARGUS, the UTD toolbox, Amnesia and programs after Mondrian write the
    same interval in different ways; whether 20-29 is an interval, and which ends belong to it, is
    decided by the whole column and said.

    Parameters
    ----------
    column : Column
    ends : which ends of ranges belong to them; None decides by how the ranges of the column join
    ranges : whether 20-29 is a range; None decides: not where the column has at least as many texts

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> ages = from_frame(pd.DataFrame({"age": ["20-29", "30-39", "30-39", "*"]}))["age"]
    >>> found = parse_column(ages)
    >>> found.shapes[1], found.rows["range"]
    (Interval(low=20.0, high=30.0, low_in=True, high_in=False), 3)
    """
    words = column.labels[: len(column.categories)]
    found, order = _by_itself(words)
    found = _with_padded(words, found if ranges is False else _with_commas(words, found))
    several = [shape for shape, way in found if way is Way.RANGE]
    are_ranges = ranges if ranges is not None else len(several) > sum(way is Way.TEXT for _, way in found)
    codes, lists, why = _are_codes(words), _lists(words), ""
    if several and are_ranges:
        ends, why = (ends, "you said so") if ends else _how_they_join(cast(Sequence[Interval], several))
        found = [(_with_ends(shape, ends), way) if way is Way.RANGE else (shape, way) for shape, way in found]
    else:
        ends = None
        found = [
            (Exact(word), Way.TEXT) if one[1] is Way.RANGE else one for word, one in zip(words, found, strict=True)
        ]
    if codes:
        found = [(Exact(word), Way.TEXT) if word == "NA" else one for word, one in zip(words, found, strict=True)]
    found = [(lists[word], Way.SET) if word in lists else one for word, one in zip(words, found, strict=True)]
    found = [*_in_years(found), *([(Any(), Way.MISSING)] if column.has_missing else [])]
    decided = [*_notes(column, found, len(several), ends, why), *_more_notes(column, codes, len(lists), order)]
    return _summed_up(column, found, ends, decided)


_SLASHED = re.compile(r"(?<![0-9/])([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})(?![0-9/])")


def _by_itself(words: Sequence[str]) -> tuple[list[tuple[Generalized, Way]], str]:
    """Read every text, days such as 31/12/2024 in the only order that fits the whole column."""
    days = [(int(day[1]), int(day[2])) for word in words for day in _SLASHED.finditer(word)]
    day_first, month_first = any(first > 12 for first, _ in days), any(second > 12 for _, second in days)
    if day_first is month_first:
        return [read(word) for word in words], "unclear" if days else ""
    dotted = r"\1.\2.\3" if day_first else r"\2.\1.\3"
    found = [(word, *read(_SLASHED.sub(dotted, word))) for word in words]
    kept = [(Exact(word) if way is Way.TEXT else shape, way) for word, shape, way in found]
    return kept, "day first" if day_first else "month first"


_COMMAS = re.compile(r"(0|[1-9][0-9]*),(0|[1-9][0-9]*)")


def _with_commas(words: Sequence[str], found: list[tuple[Generalized, Way]]) -> list[tuple[Generalized, Way]]:
    """Ranges such as 17,28 beside 29,90, as an early Mondrian program writes them; else decimal commas.

    Decimal numbers do not all ascend at their comma, nor does the next begin where one ends; with one digit
    behind it they may by chance, so 1,2 beside 2,3 are numbers.
    """
    held = {word: (int(pair[1]), int(pair[2])) for word in words if (pair := _COMMAS.fullmatch(word.strip()))}
    lows = {low for low, _ in held.values()}
    joined = sum(high in lows or high + 1 in lows for _, high in held.values())
    pointed = any(way is Way.NUMBER and "." in word for word, (_, way) in zip(words, found, strict=True))
    short = all(high < 10 for _, high in held.values())
    if 2 * joined < len(held) or not joined or short or pointed or any(low >= high for low, high in held.values()):
        return found
    return [
        (Interval(float(held[word][0]), float(held[word][1]), True, True), Way.RANGE) if word in held else one
        for word, one in zip(words, found, strict=True)
    ]


_PADDED = re.compile(r"([0-9]+)\s*[-~–—]\s*([0-9]+)")


def _with_padded(words: Sequence[str], found: list[tuple[Generalized, Way]]) -> list[tuple[Generalized, Way]]:
    """Ranges with zeros in front, such as 00-09, where all other texts of the column are ranges as well."""
    padded = {
        word: pair for word in words if (pair := _PADDED.fullmatch(word.strip())) and len(pair[1]) == len(pair[2])
    }
    texts = [word for word, (_, way) in zip(words, found, strict=True) if way is Way.TEXT]
    pairs = {word: (float(padded[word][1]), float(padded[word][2])) for word in texts if word in padded}
    if len(pairs) < len(texts) or not all(low < high for low, high in pairs.values()):
        return found
    if not any(way is Way.RANGE for _, way in found):
        return found
    return [
        (Interval(*pairs[word], True, True), Way.RANGE) if word in pairs else one
        for word, one in zip(words, found, strict=True)
    ]


def _lists(words: Sequence[str]) -> dict[str, Generalized]:
    """Texts such as a,b or a~b that are sets: every part stands in another value of the column as well."""
    for mark in ",~":
        parts = {word: word.split(mark) for word in words if mark in word and read(word)[1] is Way.TEXT}
        held = Counter(part for word in words for part in set(parts.get(word, [word])))
        plain = all(part == part.strip() != "" and held[part] > 1 for several in parts.values() for part in several)
        if parts and plain and all(len(set(several)) > 1 for several in parts.values()):
            return {word: Set(frozenset(several)) for word, several in parts.items()}
    return {}


def _are_codes(words: Collection[str]) -> bool:
    """Whether NA stands among texts that mostly have two capital letters, as the codes of countries do."""
    others = [len(word) == 2 and word.isupper() for word in words if word != "NA" and read(word)[1] is Way.TEXT]
    return "NA" in words and sum(others) > max(1, len(others) / 2)


def _how_they_join(several: Sequence[Interval]) -> tuple[Ends, str]:
    """Which ends belong to the ranges of a column, from where one ends and the next begins."""
    pairs = [(_ordinal(shape.low), _ordinal(shape.high)) for shape in several]
    whole = all(float(end).is_integer() for pair in pairs for end in pair)
    lows = {low for low, _ in pairs}
    shared, apart = (sum(high + gap in lows for _, high in pairs) for gap in (0, 1))
    if shared > apart:
        return Ends.LOW, "the next one begins with the same number"
    if whole and apart > shared:
        return Ends.WHOLE, "the next one begins with the next whole number"
    if shared or not whole or isinstance(several[0].low, dt.date):
        return Ends.BOTH, "nothing shows that an end is left out"
    if all(low % (high - low + 1) == 0 for low, high in pairs):
        return Ends.WHOLE, "they are of a round width only then"
    return Ends.BOTH, "nothing shows that an end is left out"


def _ordinal(bound: Bound | None) -> float:
    return bound.toordinal() if isinstance(bound, dt.date) else cast(float, bound)


def _with_ends(shape: Generalized, ends: Ends) -> Generalized:
    if not isinstance(shape, Interval) or ends is Ends.BOTH or shape.high in (None, dt.date.max):
        return shape
    if ends is Ends.LOW:
        return replace(shape, high_in=False)
    after = shape.high + dt.timedelta(days=1) if isinstance(shape.high, dt.date) else shape.high + 1
    return replace(shape, high=after, high_in=False)


def _in_years(found: Sequence[tuple[Generalized, Way]]) -> list[tuple[Generalized, Way]]:
    """Beside days and months a number of four digits is a year, and an interval of such numbers one of years."""
    ways = {way for _, way in found}
    if not ways & {Way.DAY, Way.PERIOD} or Way.TEXT in ways:
        return list(found)
    return [(_year(shape), way) for shape, way in found]


def _year(shape: Generalized) -> Generalized:
    match shape:
        case Exact(float() as number) if _is_year(number):
            return Interval(dt.date(int(number), 1, 1), dt.date(int(number) + 1, 1, 1))
        case Interval(float() as low, float() as high, True, False) if _is_year(low) and _is_year(high):
            return Interval(dt.date(int(low), 1, 1), dt.date(int(high), 1, 1))
        case _:
            return shape


def _is_year(number: float) -> bool:
    return number.is_integer() and 1000 <= number < 9999


def _summed_up(
    column: Column, found: Sequence[tuple[Generalized, Way]], ends: Ends | None, notes: Sequence[str]
) -> Parsed:
    shapes, ways = zip(*found, strict=True) if found else ((), ())
    held = np.bincount(column.codes, minlength=column.n_codes).tolist()
    rows: Counter[Way] = Counter()
    for way, count in zip(ways, held, strict=True):
        rows[way] += count
    return Parsed(column.name, shapes, ways, dict(Counter(ways)), dict(rows), ends, tuple(notes))


def _notes(
    column: Column, found: Sequence[tuple[Generalized, Way]], ranges: int, ends: Ends | None, why: str
) -> Iterator[str]:
    held = np.bincount(column.codes, minlength=column.n_codes)
    rows = {way: int(held[[one is way for _, one in found]].sum()) for way in Way}
    name = f"Column {column.name!r}"
    if ends:
        yield (
            f"{name}: {ranges:,} different values in {rows[Way.RANGE]:,} rows are ranges that do not say which ends "
            f"belong to them. Read as: {ends.value}, because {why}."
        )
    elif ranges:
        yield f"{name}: {ranges:,} different values could be ranges; they stay texts, as most of the column is."
    if rows[Way.TOKEN]:
        yield f"{name}: {rows[Way.TOKEN]:,} rows read NA or a point; taken for suppressed cells."
    if rows[Way.MISSING]:
        yield f"{name}: {rows[Way.MISSING]:,} rows have no value; taken for suppressed cells."


def _more_notes(column: Column, codes: bool, lists: int, order: str) -> Iterator[str]:
    name = f"Column {column.name!r}"
    if codes:
        yield f"{name}: NA stays a value, because most other texts are codes of two capital letters too."
    if lists:
        yield f"{name}: {lists:,} different values are lists; read as sets, because other values hold every part too."
    if order == "unclear":
        yield f"{name}: days such as 3/4/2024 could be read in two orders; they stay texts."
    elif order:
        yield f"{name}: days such as 3/4/2024 are read {order}, the only order that fits every one of them."
