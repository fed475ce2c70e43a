"""Numbers in intervals that grow from level to level."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from privacy_core.errors import ParameterError
from privacy_core.generalized import Interval, write
from privacy_core.hierarchies.levels import Levels, multiples, numbers_of, values_of
from privacy_core.tables import Column, FloatArray, IntArray

EXACT = 2.0**45
"""Intervals from the origin within which their bounds are still told apart."""


@dataclass(frozen=True, slots=True)
class Intervals:
    """Intervals of equal width per level, `[20, 30[`, with open ends where wished.

    Parameters
    ----------
    widths : one per level, each a multiple of the one before, so that the levels nest
    origin : where an interval begins; the others follow from it in both directions
    bottom, top : values below `bottom` are one group on every level (`<20`), those from `top` on another
        (`>=80`); None for no open end
    snap : a first or last interval that an open end cuts to less than this width joins its neighbour

    Raises
    ------
    ParameterError
        Widths that do not nest, or no room between bottom and top.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> from privacy_core.hierarchies import build
    >>> ages = from_frame(pd.DataFrame({"age": [18, 34, 99]}))["age"]
    >>> build(Intervals((5, 20), bottom=20, top=80), ages).labels[1]
    ('<20', '[30, 35[', '>=80')
    """

    widths: tuple[float, ...]
    origin: float = 0
    bottom: float | None = None
    top: float | None = None
    snap: float = 0

    def __post_init__(self) -> None:
        multiples("Widths of intervals", self.widths)
        if not all(np.isfinite(end) for end in (self.origin, self.bottom or 0, self.top or 0, self.snap)):
            raise ParameterError("The origin, the open ends and the snap of intervals must be finite numbers.")
        if self.bottom is not None and self.top is not None and self.bottom >= self.top:
            raise ParameterError("The open end at the top of intervals must lie above the one at the bottom.")

    def levels(self, column: Column) -> Levels:
        is_number, numbers = numbers_of(column)
        return Levels(values_of(column), [self._level(width, is_number, numbers) for width in self.widths])

    def _level(self, width: float, is_number: np.ndarray, numbers: FloatArray) -> list[str]:
        labels = np.full(len(is_number), "", object)
        labels[is_number] = self._labels(width, numbers)
        return [str(label) for label in labels]

    def _labels(self, width: float, numbers: FloatArray) -> np.ndarray:
        place, back = np.unique(self._places(width, numbers), return_inverse=True)
        first, last = self._reach(width)
        place = np.clip(place, first, last)
        names = [self._name(width, int(i), first, last) for i in place.tolist()]
        labels = np.array(names, object)[back] if names else np.array([], object)
        if self.bottom is not None:
            labels[numbers < self.bottom] = write(Interval(None, self.bottom, False, False))
        if self.top is not None:
            labels[numbers >= self.top] = write(Interval(self.top, None, True, False))
        return labels

    def _name(self, width: float, place: int, first: float, last: float) -> str:
        low = self.bottom if place == first and self.bottom is not None else self._cut(width, place)
        high = self.top if place == last and self.top is not None else self._cut(width, place + 1)
        return write(Interval(low, high))

    def _reach(self, width: float) -> tuple[float, float]:
        """First and last interval between the open ends, those too narrow left out."""
        first, last = -np.inf, np.inf
        if self.bottom is not None:
            first = self._place(width, self.bottom)
            is_cut = self._cut(width, int(first)) < self.bottom
            first += is_cut and self._is_narrow(self.bottom, self._cut(width, int(first) + 1))
        if self.top is not None:
            last = self._place(width, self.top)
            begins = self._cut(width, int(last))
            last -= begins == self.top or self._is_narrow(begins, self.top)
        return first, max(first, last)

    def _is_narrow(self, low: float, high: float) -> bool:
        return Decimal(repr(high)) - Decimal(repr(low)) < Decimal(repr(self.snap))

    def _place(self, width: float, number: float) -> float:
        return float(self._places(width, np.array([number]))[0])

    def _places(self, width: float, numbers: FloatArray) -> IntArray:
        """Number of each value's interval, counted from the origin; bounds are met exactly."""
        with np.errstate(over="ignore"):
            guess = np.floor((numbers - self.origin) / width)
        if np.abs(guess).max(initial=0) >= EXACT:
            raise ParameterError(f"Intervals of width {width:g} are too narrow for numbers as large as these.")
        place, back = np.unique(guess.astype(np.int64), return_inverse=True)
        cuts = np.array([self._cut(width, int(i) + step) for i in place for step in (0, 1)], float).reshape(-1, 2)[back]
        if not np.isfinite(cuts).all():
            raise ParameterError(f"Numbers as large as these lie in no interval of width {width:g}.")
        return np.asarray(place[back] - (numbers < cuts[:, 0]) + (numbers >= cuts[:, 1]))

    def _cut(self, width: float, place: int) -> float:
        """Where an interval begins, as anyone would write it: 0.3, not 0.1 + 0.2."""
        return float(Decimal(repr(self.origin)) + place * Decimal(repr(width)))
