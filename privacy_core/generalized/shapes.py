"""The five shapes a published value can have, and how Kelt writes them."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterable
from dataclasses import dataclass

from privacy_core.errors import ParameterError
from privacy_core.tables import as_text

Bound = float | dt.date


@dataclass(frozen=True, slots=True)
class Exact:
    """The value itself: a number, a date or a text."""

    value: float | dt.date | str


@dataclass(frozen=True, slots=True)
class Interval:
    """Every number, or every day, between two bounds.

    Parameters
    ----------
    low, high : None where the interval has no end on that side; low < high
    low_in, high_in : whether the bound itself belongs to it

    Raises
    ------
    ParameterError
        No end on either side (that is `Any`), bounds of two kinds, or not in ascending order.
    """

    low: Bound | None
    high: Bound | None
    low_in: bool = True
    high_in: bool = False

    def __post_init__(self) -> None:
        if self.low is None and self.high is None:
            raise ParameterError("An interval needs a bound on at least one side.")
        if self.low is not None and self.high is not None and not ascending(self.low, self.high):
            raise ParameterError("The bounds of an interval must be two numbers or two days, the smaller first.")
        if (self.low is None and self.low_in) or (self.high is None and self.high_in):
            raise ParameterError("A side without a bound has none that belongs to the interval.")


@dataclass(frozen=True, slots=True)
class Set:
    """One of several values, as texts; at least two."""

    members: frozenset[str]

    def __post_init__(self) -> None:
        if len(self.members) < 2:
            raise ParameterError(f"A set needs at least two values, not {len(self.members)}.")


@dataclass(frozen=True, slots=True)
class Prefix:
    """A text of which some characters are hidden: `123**`, or `**345` with the start hidden.

    Parameters
    ----------
    known : what is left, without a star; empty only where two characters or more are hidden
    hidden : number of characters hidden, at least 1
    start : whether the start is known and the end hidden
    """

    known: str
    hidden: int
    start: bool = True

    def __post_init__(self) -> None:
        if self.hidden < 1 or (not self.known and (self.hidden < 2 or not self.start)) or "*" in self.known:
            raise ParameterError("A masked text needs characters that are hidden, and no star among those left.")
        if (self.known[:1] if self.start else self.known[-1:]).isspace():
            raise ParameterError("The visible end of a masked text must not be a blank.")


@dataclass(frozen=True, slots=True)
class Any:
    """Any value at all: a suppressed cell or the top of a hierarchy."""


Generalized = Exact | Interval | Set | Prefix | Any


def ascending(low: Bound, high: Bound) -> bool:
    """Whether two bounds are of one kind, finite and in ascending order."""
    if isinstance(low, dt.date) and isinstance(high, dt.date):
        return low < high
    if isinstance(low, dt.date) or isinstance(high, dt.date):
        return False
    return low < high and math.isfinite(low) and math.isfinite(high)


def write(shape: Generalized) -> str:
    """Write a shape the way Kelt's own hierarchies do; `parse` reads it back.

    A text that looks like another shape, such as 20-30, is written as it is: whether it is a range
    only its column can tell.

    Examples
    --------
    >>> write(Interval(20, 30)), write(Interval(None, 20, False)), write(Prefix("123", 2)), write(Any())
    ('[20, 30[', '<20', '123**', '*')
    >>> write(Set(frozenset({"b", "a,c"})))
    '{"a,c", b}'
    """
    match shape:
        case Exact(value):
            return value.isoformat() if isinstance(value, dt.date) else as_text(value)
        case Interval():
            return _interval(shape)
        case Set(members):
            return braces(sorted(members))
        case Prefix(known, hidden, start):
            return known + "*" * hidden if start else "*" * hidden + known
        case _:
            return "*"


def braces(members: Iterable[str]) -> str:
    """Write several values as a set, in the order given.

    Examples
    --------
    >>> braces(["mid", "high, or so"])
    '{mid, "high, or so"}'
    """
    return "{" + ", ".join(map(_member, members)) + "}"


def _interval(shape: Interval) -> str:
    if shape.low is None:
        return f"{'<=' if shape.high_in else '<'}{_bound(shape.high)}"
    if shape.high is None:
        return f"{'>=' if shape.low_in else '>'}{_bound(shape.low)}"
    ends = "[" if shape.low_in else "]", "]" if shape.high_in else "["
    return f"{ends[0]}{_bound(shape.low)}, {_bound(shape.high)}{ends[1]}"


def _bound(bound: Bound | None) -> str:
    return bound.isoformat() if isinstance(bound, dt.date) else as_text(bound)


def _member(text: str) -> str:
    plain = text not in ("", "*") and text == text.strip() and not any(letter in text for letter in ',"{}\n\r')
    return text if plain and text[0] != "'" else '"' + text.replace('"', '""') + '"'
