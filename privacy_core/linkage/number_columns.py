"""Numbers of one table meet intervals of another: both become the same number."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

import numpy as np
from numpy.typing import NDArray

from privacy_core.generalized import Bound, Exact, Generalized, Interval
from privacy_core.linkage.features import Feature, Kind
from privacy_core.linkage.withholding import numbers_only_withheld, told
from privacy_core.tables import Codes, Column, FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class Ranges:
    """What each value of one side can be: from a low to a high end; NaN is missing.

    Parameters
    ----------
    low, high : float64 (n_values,); equal for a number
    low_in, high_in : bool (n_values,), whether the ends belong to it
    """

    low: FloatArray
    high: FloatArray
    low_in: NDArray[np.bool_]
    high_in: NDArray[np.bool_]

    @classmethod
    def of(cls, values: Sequence[Generalized | None] | FloatArray) -> Ranges:
        """Numbers as they are, or shapes that are numbers, days or intervals of either."""
        if isinstance(values, np.ndarray):
            inside = np.ones(len(values), bool)
            return cls(values, values, inside, inside)
        low, high, low_in, high_in = (
            (list(ends) for ends in zip(*map(_range, values), strict=True)) if values else [[]] * 4
        )
        return cls(np.array(low, float), np.array(high, float), np.array(low_in, bool), np.array(high_in, bool))

    @property
    def is_published(self) -> bool:
        """Whether any value is wider than one number."""
        return bool((self.low < self.high).any())


@dataclass(frozen=True, eq=False)
class Line:
    """One side of a column of numbers.

    Parameters
    ----------
    codes : int32 (n_side,), −1 where missing
    ranges : what each code can be
    side : "source", "target" or "holdout"
    withheld : whether some cells were suppressed, by the whole row or by a sign for any value
    """

    codes: Codes
    ranges: Ranges
    side: str
    withheld: bool


def ranges(sides: Sequence[Sequence[Generalized | None] | FloatArray]) -> list[Ranges] | None:
    """Every value as a range of numbers, or of days; None where one is neither, or nothing says where it lies."""
    shapes = [shape for own in sides if not isinstance(own, np.ndarray) for shape in own if shape is not None]
    kinds = {kind for shape in shapes for kind in _kinds(shape)}
    bounded = any(isinstance(s, Exact) or (isinstance(s, Interval) and None not in (s.low, s.high)) for s in shapes)
    if any(isinstance(own, np.ndarray) for own in sides):
        kinds, bounded = kinds | {float}, True
    if len(kinds) != 1 or str in kinds or not bounded:
        return None
    return [Ranges.of(own) for own in sides]


def _kinds(shape: Generalized) -> set[type]:
    match shape:
        case Exact(value):
            return {_kind(value)}
        case Interval(low, high):
            return {_kind(bound) for bound in (low, high) if bound is not None}
        case _:
            return {str}


def _kind(value: object) -> type:
    return dt.date if isinstance(value, dt.date) else str if isinstance(value, str) else float


def _range(shape: Generalized | None) -> tuple[float, float, bool, bool]:
    match shape:
        case Exact(value):
            return (number := _number(cast(Bound, value))), number, True, True
        case Interval(low, high, low_in, high_in):
            first, last = -np.inf if low is None else _number(low), np.inf if high is None else _number(high)
            return first, last, low_in, high_in
        case _:
            return np.nan, np.nan, True, True


def _number(bound: Bound) -> float:
    return float(bound.toordinal()) if isinstance(bound, dt.date) else float(bound)


def numbers(
    name: str, known: bool, lines: Sequence[Line], columns: Sequence[Column], notes: Sequence[str] = ()
) -> Feature:
    """Make a feature of numbers, those of the raw sides mapped by the rule of the published ones.

    Where one published interval stands alone, all numbers in it become its middle; an open end becomes the mean
    of the original numbers it covers. Where published intervals overlap, every value keeps its own number.
    """
    lines, behind = _without_withheld(name, lines)
    text = " ".join([*notes, *behind])
    if not any(line.ranges.is_published for line in lines):
        rows = tuple(_rows(line.ranges.low, line.codes, np.nan) for line in lines)
        return Feature(name, Kind.NUMBER, known, rows, rows, (), None, (*columns,), text or None)
    spans = _Spans.of(lines)
    middles = _middles(spans, lines)
    mapped = spans.mapped(middles)
    values, raw, parts = [], [], []
    for line, at in zip(lines, spans.places, strict=True):
        raw.append(_rows(middles[at], line.codes, np.nan))
        values.append(_rows(mapped[at], line.codes, np.nan))
        parts.append(_rows(spans.part[at], line.codes, spans.n_parts).astype(np.int32))
    joined = (*parts,), spans.n_parts + 1
    text = f"{text} {spans.sentence(name)}".strip()
    return Feature(name, Kind.NUMBER, known, (*values,), (*raw,), (), joined, (*columns,), text)


def _without_withheld(name: str, lines: Sequence[Line]) -> tuple[list[Line], list[str]]:
    """Take the numbers out that the release shows only as suppressed, and say so."""
    release = lines[1]
    if not release.withheld:
        return list(lines), []
    spans = _Spans.of(lines)
    stretch = np.append(spans.part[:-1].astype(float), np.nan)
    parts = [stretch[at] for at in spans.places]
    gone = numbers_only_withheld(parts, release.ranges.is_published)
    kept, said = [], list[str]()
    for line, values in zip(lines, gone, strict=True):
        rows = np.append(values, False)[line.codes]
        kept.append(replace(line, codes=np.where(rows, np.int32(-1), line.codes)))
        said += told(name, int(rows.sum()), line.side)
    return kept, said


def as_they_are(
    name: str,
    known: bool,
    sides: Sequence[str],
    columns: Sequence[Column],
    suppressed: Sequence[NDArray[np.bool_] | None],
) -> Feature:
    """Make a feature of columns that all hold numbers."""
    rows, said = [], list[str]()
    for column, gone in zip(columns, suppressed, strict=True):
        values = np.append(column.categories.astype(float), np.nan)[column.codes]
        if gone is not None and gone.any():
            values[gone] = np.nan
        rows.append(values)
    if suppressed[1] is not None and suppressed[1].any():
        for side, values, gone in zip(sides, rows, numbers_only_withheld(rows), strict=True):
            values[gone] = np.nan
            said += told(name, int(gone.sum()), side)
    return Feature(name, Kind.NUMBER, known, (*rows,), (*rows,), (), None, (*columns,), " ".join(said) or None)


def _rows(of_value: NDArray[np.float64] | IntArray, codes: Codes, missing: float) -> FloatArray:
    return np.asarray(np.append(of_value, missing)[codes], float)


@dataclass(frozen=True, eq=False)
class _Spans:
    """All different ranges of a column, in order, and the stretches of the line that overlapping ones make up.

    Ends are counted on a line where every end is an even place and the space between two ends an odd one, so an
    end that does not belong to its range lies one place inside it.
    """

    low: FloatArray
    high: FloatArray
    first: IntArray
    last: IntArray
    part: IntArray
    published: NDArray[np.bool_]
    places: list[IntArray]
    n_parts: int

    @classmethod
    def of(cls, lines: Sequence[Line]) -> _Spans:
        low, high, low_in, high_in = (
            np.concatenate([getattr(line.ranges, end) for line in lines])
            for end in ("low", "high", "low_in", "high_in")
        )
        given = ~np.isnan(low)
        ends = np.unique(np.concatenate([low[given], high[given]]))
        first = 2 * np.searchsorted(ends, low[given]) + ~low_in[given]
        last = 2 * np.searchsorted(ends, high[given]) - ~high_in[given]
        key, kept, rank = np.unique(first * (2 * len(ends) + 1) + last, return_index=True, return_inverse=True)
        first, last = first[kept], last[kept]
        place = np.full(len(low), len(key))
        place[given] = rank
        part = np.cumsum(np.append(False, first[1:] > np.maximum.accumulate(last)[:-1])) if len(key) else key
        n_parts = int(part.max(initial=-1)) + 1
        places = np.split(place, np.cumsum([len(line.ranges.low) for line in lines])[:-1])
        published = np.zeros(len(key) + 1, bool)
        for line, at in zip(lines, places, strict=True):
            published[at] |= line.ranges.is_published
        low, high = (np.append(end[given][kept], np.nan) for end in (low, high))
        return cls(low, high, first, last, np.append(part, n_parts), published[:-1], places, n_parts)

    def mapped(self, middles: FloatArray) -> FloatArray:
        """Number of each range: the middle of its stretch's only published range, else its own."""
        several = np.bincount(self.part[:-1][self.published], minlength=self.n_parts)
        alone = self.published & (several[self.part[:-1]] == 1)
        only = np.full(self.n_parts + 1, np.nan)
        only[self.part[:-1][alone]] = middles[:-1][alone]
        return np.where(np.isnan(only[self.part]), middles, only[self.part])

    def sentence(self, name: str) -> str:
        """How the published intervals were brought together with the others."""
        wide = int((self.published & (self.low < self.high)[:-1]).sum())
        several = np.bincount(self.part[:-1][self.published], minlength=self.n_parts)
        overlapping = int(several[several > 1].sum())
        said = (
            f"Column {name!r}: {wide:,} different intervals; each counts as its middle, and so does every number in it."
        )
        if overlapping:
            said += (
                f" {overlapping:,} published values overlap, so the numbers in them stay as they are, and for blocking "
                f"what overlaps is one value (left: {self.n_parts:,})."
            )
        return said


def _middles(spans: _Spans, lines: Sequence[Line]) -> FloatArray:
    """Number of each range by itself: its middle; for an open end the mean of the original numbers it covers."""
    low, high = spans.low, spans.high
    with np.errstate(invalid="ignore"):
        middle = low / 2 + high / 2
    bounded = np.isfinite(low) & np.isfinite(high) & (low < high)
    half = float(np.median((high - low)[bounded])) / 2 if bounded.any() else 0.0
    number, rows = _originals(spans, lines)
    for at in np.flatnonzero(np.isinf(low) | np.isinf(high)).tolist():
        inside = (spans.first[number] >= spans.first[at]) & (spans.last[number] <= spans.last[at])
        if inside.any():
            middle[at] = np.average(low[number[inside]], weights=rows[inside])
        else:
            middle[at] = low[at] + half if np.isinf(high[at]) else high[at] - half
    return np.asarray(middle)


def _originals(spans: _Spans, lines: Sequence[Line]) -> tuple[IntArray, IntArray]:
    """Exact numbers of the sides that are not generalized (held-out people apart), and the rows that hold them."""
    rows = np.zeros(len(spans.low), np.int64)
    for line, at in zip(lines[:2], spans.places, strict=False):
        if not line.ranges.is_published:
            np.add.at(rows, at, np.bincount(line.codes[line.codes >= 0], minlength=len(at)))
    rows[-1] = 0
    number = np.flatnonzero(rows)
    return number, rows[number]
