"""Predicates of single records: conditions on columns, and how many rows satisfy them all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from privacy_core.linkage import Feature, Kind
from privacy_core.tables import FloatArray, IntArray


class Sign(StrEnum):
    """What a condition says of a cell."""

    EQUAL = "="
    AT_MOST = "≤"
    AT_LEAST = "≥"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of a predicate, as it is shown to people.

    Parameters
    ----------
    column : what it is about
    sign : how
    value : number, or text of a name; None for a missing cell
    """

    column: str
    sign: Sign
    value: float | str | None


Part = tuple[int, Sign, float]
"""A condition as it is tried: place of the column, sign, and number or code (0 for a missing cell)."""
Query = tuple[Part, ...]
"""Conditions that hold together, by column."""


@dataclass(frozen=True, eq=False)
class Ranked:
    """One column of one table with its rows in the order of their values, missing cells last.

    Parameters
    ----------
    values : float64 (n_rows,), numbers or codes of names, NaN where missing
    """

    values: FloatArray

    @cached_property
    def order(self) -> IntArray:
        """Rows by value."""
        return np.argsort(self.values, kind="stable").astype(np.int64)

    @cached_property
    def place(self) -> IntArray:
        """Where each row stands in `order`."""
        place = np.empty(len(self.values), np.int64)
        place[self.order] = np.arange(len(place))
        return place

    @cached_property
    def known(self) -> FloatArray:
        """Values in ascending order, without missing cells."""
        ordered = self.values[self.order]
        return ordered[: len(ordered) - int(np.count_nonzero(np.isnan(ordered)))]

    def span(self, sign: Sign, value: float) -> tuple[int, int]:
        """First place in `order` of the rows that satisfy a condition, and the place after the last."""
        if sign is Sign.MISSING:
            return len(self.known), len(self.values)
        low, high = (int(np.searchsorted(self.known, value, side)) for side in ("left", "right"))
        return (0 if sign is Sign.AT_MOST else low), (len(self.known) if sign is Sign.AT_LEAST else high)


def ranked(features: Sequence[Feature], side: int) -> list[Ranked]:
    """All columns of one table."""
    return [Ranked(numbers(one, side)) for one in features]


def numbers(feature: Feature, side: int) -> FloatArray:
    """Values of a column as float64, NaN where missing; names by their codes."""
    values = feature.values[side].astype(np.float64)
    return values if feature.kind is Kind.NUMBER else np.where(values < 0, np.nan, values)


Span = tuple[int, int, int]
"""Places in the order of a column that satisfy a condition, first and after the last, and which column."""


def spans(columns: Sequence[Ranked], query: Query) -> list[Span]:
    """The conditions of a predicate as places, that with the fewest rows first."""
    found = [(*columns[at].span(sign, value), at) for at, sign, value in query]
    return sorted(found, key=lambda span: span[1] - span[0])


def satisfied(columns: Sequence[Ranked], query: Query) -> int:
    """How many rows satisfy all conditions of a predicate.

    Examples
    --------
    >>> age, sex = Ranked(np.array([20.0, 30.0, np.nan, 30.0])), Ranked(np.array([0.0, 1.0, 1.0, 0.0]))
    >>> satisfied([age, sex], ((0, Sign.AT_LEAST, 30.0), (1, Sign.EQUAL, 1.0)))
    1
    >>> satisfied([age, sex], ((0, Sign.MISSING, 0.0),))
    1
    """
    several = spans(columns, query)
    return several[0][1] - several[0][0] if len(several) == 1 else len(within_all(columns, several))


def within_all(columns: Sequence[Ranked], several: Sequence[Span]) -> IntArray:
    """Rows that lie in all spans; the first is looked through."""
    (first, last, rarest), *others = several
    rows = columns[rarest].order[first:last]
    for low, high, at in others:
        rows = rows[_between(columns[at].place[rows], low, high)]
    return rows


def _between(place: IntArray, low: int, high: int) -> NDArray[np.bool_]:
    return (place >= low) & (place < high)


def shown(features: Sequence[Feature], query: Query) -> tuple[Condition, ...]:
    """A predicate with the names of columns and values.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core.attacks.trying import shared
    >>> from privacy_core.frames import from_frame
    >>> people = from_frame(pd.DataFrame({"sex": ["f", "m"]}))
    >>> shown(shared([people, people], ["sex"]), ((0, Sign.EQUAL, 1.0),))
    (Condition(column='sex', sign=<Sign.EQUAL: '='>, value='m'),)
    """
    return tuple(Condition(features[at].name, sign, _value(features[at], sign, value)) for at, sign, value in query)


def _value(feature: Feature, sign: Sign, value: float) -> float | str | None:
    if sign is Sign.MISSING:
        return None
    return value if feature.kind is Kind.NUMBER else feature.categories[int(value)]
