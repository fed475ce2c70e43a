"""What every builder of a hierarchy shares: the values it starts from, and those it cannot use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.errors import HierarchyError, ParameterError
from privacy_core.generalized import Exact, parse
from privacy_core.hierarchies.faults import MOST_LEVELS
from privacy_core.tables import Column, FloatArray, Scale

TOP = "*"


@dataclass(frozen=True)
class Levels:
    """The values of level 0 and their labels on the levels above, the root left out."""

    values: Sequence[str]
    above: Sequence[Sequence[str]]


def values_of(column: Column) -> list[str]:
    """Every value of a column as its labels are written, a missing cell left out."""
    return column.labels[: len(column.categories)]


def numbers_of(column: Column) -> tuple[NDArray[np.bool_], FloatArray]:
    """Which values are numbers, and those numbers; an empty text is none, any other text is refused."""
    if column.scale is Scale.NUMERIC:
        numbers = column.categories.astype(float)
        refuse(column, ~np.isfinite(numbers), "an infinite number; no interval holds it")
        return np.ones(len(numbers), bool), numbers
    found = [parse(word) for word in values_of(column)]
    known = [shape.value if isinstance(shape, Exact) and isinstance(shape.value, float) else None for shape in found]
    empty = np.array([word == "" for word in values_of(column)], bool)
    is_number = np.array([number is not None for number in known], bool)
    refuse(column, ~is_number & ~empty, "a text where intervals need a number")
    return is_number, np.array([number for number in known if number is not None], float)


def refuse(column: Column, wrong: NDArray[np.bool_], what: str) -> None:
    """Refuse a column of which some values cannot be used; counts their rows."""
    if wrong.any():
        rows = int(np.append(wrong, [False] * column.has_missing)[column.codes].sum())
        raise HierarchyError(
            f"Column {column.name!r}: {rows:,} rows hold {what} ({int(wrong.sum()):,} different values)."
        )


def multiples(what: str, sizes: Sequence[float]) -> None:
    """Refuse sizes of levels of which one is no multiple of the one before, or that do not grow."""
    if not sizes or len(sizes) > MOST_LEVELS - 2:
        raise ParameterError(f"{what} are needed for 1 to {MOST_LEVELS - 2} levels, got {len(sizes)}.")
    if not all(0 < size < float("inf") for size in sizes):
        raise ParameterError(f"{what} must be numbers above 0.")
    exact = [Fraction(repr(size)) for size in sizes]
    wrong = sum((large / small).denominator > 1 or large <= small for small, large in pairwise(exact))
    if wrong:
        raise ParameterError(f"{what} must each be a larger multiple of the one before; {wrong} are not.")


def ascending(what: str, numbers: Sequence[Any]) -> None:
    """Refuse numbers that do not ascend from 1."""
    pairs = zip([0, *numbers], numbers, strict=False)
    if not numbers or any(low >= high for low, high in pairs):
        raise ParameterError(f"{what} must ascend from 1.")
