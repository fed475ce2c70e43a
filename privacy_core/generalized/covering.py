"""What a shape stands for: which values it covers, what it has in common with another, the number in its middle."""

from __future__ import annotations

import datetime as dt
from typing import cast

import numpy as np
from numpy.typing import NDArray

from privacy_core.generalized.shapes import Any, Bound, Exact, Generalized, Interval, Prefix, Set, write
from privacy_core.generalized.texts import as_day, as_number


def covers(shape: Generalized, other: Generalized) -> bool:
    """Whether everything `other` can be is something `shape` can be.

    A masked text covers shorter texts too, since masks fill them up, and a number whose zeros in
    front are missing. A text in a set or under a mask is compared as it is written. Where the answer
    depends on the column, such as an interval under a mask, it is no.

    Examples
    --------
    >>> covers(Interval(20, 30), Exact(20)), covers(Interval(20, 30), Exact(30))
    (True, False)
    >>> covers(Prefix("021", 2), Exact("02139")), covers(Prefix("02", 3), Exact(2139)), covers(Any(), Exact("x"))
    (True, True, True)
    """
    if isinstance(shape, Any) or shape == other:
        return True
    match shape, other:
        case Interval(), Exact(value):
            bound = _as_bound(value)
            return bound is not None and _reaches(shape, bound)
        case Interval(), Interval():
            return _within(shape, other)
        case Set(members), Set(fewer):
            return fewer <= members
        case Set(members), Exact():
            return write(other) in members
        case _, Set(members):
            return all(covers(shape, Exact(member)) for member in members)
        case Prefix(), Prefix():
            return shape.start == other.start and _left_of(shape, other.known, other.hidden)
        case Prefix(), Exact():
            return _fits(shape, write(other))
        case _:
            return write(shape) == write(other)


def meets(shape: Generalized, other: Generalized) -> bool:
    """Whether two shapes could stand for one value.

    Examples
    --------
    >>> meets(Interval(20, 30), Interval(25, 40)), meets(Interval(20, 30), Interval(30, 40))
    (True, False)
    """
    if covers(shape, other) or covers(other, shape):
        return True
    match shape, other:
        case Interval(), Interval():
            return _one_kind(shape, other) and not (_below(shape, other) or _below(other, shape))
        case Set(some), Set(others):
            return not some.isdisjoint(others)
        case (Set(some), _) | (_, Set(some)):
            single = other if isinstance(shape, Set) else shape
            return any(covers(single, Exact(member)) for member in some)
        case _:
            return False


def midpoint(shape: Generalized) -> float | dt.date | None:
    """The number or day in the middle; None for what has no two ends or no numbers.

    Of an interval of days the middle is the earlier of two.

    Examples
    --------
    >>> midpoint(Interval(20, 30)), midpoint(Exact(7)), midpoint(Interval(80, None, True, False)) is None
    (25.0, 7, True)
    """
    match shape:
        case Exact(value):
            return None if isinstance(value, str) else value
        case Interval(dt.date() as low, dt.date() as high):
            first, last = low.toordinal() + (not shape.low_in), high.toordinal() - (not shape.high_in)
            return dt.date.fromordinal((first + last) // 2)
        case Interval(float() | int() as low, float() | int() as high):
            return low / 2 + high / 2
        case _:
            return None


def _as_bound(value: float | dt.date | str) -> Bound | None:
    if not isinstance(value, str):
        return value
    number = as_number(value.strip())
    return as_day(value.strip()) if number is None else number


def _reaches(shape: Interval, bound: Bound) -> bool:
    """Whether a number or day lies in the interval; bounds of the other kind never do."""
    if any(
        isinstance(end, dt.date) is not isinstance(bound, dt.date) for end in (shape.low, shape.high) if end is not None
    ):
        return False
    value = cast(float, bound)
    above = shape.low is None or cast(float, shape.low) < value or (shape.low_in and shape.low == value)
    below = shape.high is None or value < cast(float, shape.high) or (shape.high_in and shape.high == value)
    return above and below


def _within(shape: Interval, inner: Interval) -> bool:
    """Whether the inner interval ends where the outer one has not."""
    if (inner.low is None and shape.low is not None) or (inner.high is None and shape.high is not None):
        return False
    low = inner.low is None or _reaches(shape, inner.low) or (inner.low == shape.low and not inner.low_in)
    high = inner.high is None or _reaches(shape, inner.high) or (inner.high == shape.high and not inner.high_in)
    return low and high


def inside(shape: Interval, numbers: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which numbers lie in an interval; none in one of days.

    Returns
    -------
    inside : bool of the shape of `numbers`

    Examples
    --------
    >>> inside(Interval(20, 30), np.array([19.0, 20.0, 30.0])).tolist()
    [False, True, False]
    """
    if isinstance(shape.low, dt.date) or isinstance(shape.high, dt.date):
        return np.zeros(len(numbers), bool)
    within = np.ones(len(numbers), bool)
    if shape.low is not None:
        within &= numbers >= shape.low if shape.low_in else numbers > shape.low
    if shape.high is not None:
        within &= numbers <= shape.high if shape.high_in else numbers < shape.high
    return within


def _one_kind(one: Interval, other: Interval) -> bool:
    kinds = {isinstance(end, dt.date) for end in (one.low, one.high, other.low, other.high) if end is not None}
    return len(kinds) == 1


def _below(one: Interval, other: Interval) -> bool:
    """Whether the first interval ends before the second begins."""
    if one.high is None or other.low is None:
        return False
    high, low = cast(float, one.high), cast(float, other.low)
    return high < low or (high == low and not (one.high_in and other.low_in))


def _fits(shape: Prefix, text: str) -> bool:
    width = len(shape.known) + shape.hidden
    filled = text.zfill(width) if text.isdigit() and shape.start else text
    return any(_left_of(shape, one, 0) for one in (text, filled))


def _left_of(shape: Prefix, text: str, hidden: int) -> bool:
    """Whether a text, of which some more characters are hidden, is one the mask could hide."""
    known = text.startswith(shape.known) if shape.start else text.endswith(shape.known)
    return known and len(text) + hidden <= len(shape.known) + shape.hidden
