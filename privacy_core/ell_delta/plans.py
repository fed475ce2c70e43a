"""A plan: the classes of one owner's quasi-identifiers, which another owner applies to another table."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from privacy_core.classes import equivalence_classes
from privacy_core.ell_delta.distributions import refuse_missing
from privacy_core.ell_delta.participating import records_only, taking_part
from privacy_core.ell_delta.promise import Basis
from privacy_core.ell_delta.ranges import check, countable, proper_chance
from privacy_core.errors import ParameterError, RoleError, TableError
from privacy_core.policies import Policies
from privacy_core.tables import Column, IntArray, Scale, Table

Point = float | str
"""A place in the order of a column: a number, a day in ISO form, or one of the values of a column that lists them."""


class Kind(StrEnum):
    """What the values of a column are, and so how a plan speaks of them."""

    NUMBERS = "numbers"
    DAYS = "days"
    VALUES = "values"


@dataclass(frozen=True)
class PlanColumn:
    """One quasi-identifier of a plan.

    Parameters
    ----------
    name : of the column
    kind : numbers and days are cut into intervals; values have only the order they are listed in
    low, high : smallest and largest number or day the plan covers; None for values
    values : every value in order; empty for numbers and days

    Raises
    ------
    ParameterError
        Not such a column.
    """

    name: str
    kind: Kind
    low: Point | None = None
    high: Point | None = None
    values: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.kind is Kind.VALUES:
            right = self.low is self.high is None and self.values and len(set(self.values)) == len(self.values)
        else:
            right = not self.values and self._is_bound(self.low) and self._is_bound(self.high) and self.covers(self.low)
        if not right:
            raise ParameterError(f"The plan's column {self.name!r} has no range or list of values Kelt can use.")

    def covers(self, bound: Point | None) -> bool:
        """Whether a bound is of the column's kind and within its range or list."""
        if self.kind is Kind.VALUES:
            return bound in self.values
        return self._is_bound(bound) and bool(self.low <= bound <= self.high)  # type: ignore[operator]

    def _is_bound(self, bound: Point | None) -> bool:
        if self.kind is Kind.DAYS:
            return isinstance(bound, str) and is_day(bound)
        return isinstance(bound, int | float) and not isinstance(bound, bool) and math.isfinite(bound)

    @property
    def first(self) -> Point:
        """The first value in the column's order."""
        return self.values[0] if self.low is None else self.low

    @property
    def last(self) -> Point:
        """The last value in the column's order."""
        return self.values[-1] if self.high is None else self.high

    def place(self, bound: Point) -> float | str:
        """Return what bounds of this column are compared by."""
        return self._places[str(bound)] if self.kind is Kind.VALUES else bound

    @cached_property
    def _places(self) -> dict[str, int]:
        return {value: at for at, value in enumerate(self.values)}


@dataclass(frozen=True)
class Plan:
    """Classes and settings of the mechanism, and nothing about any record.

    A class holds every combination of quasi-identifiers, in lexicographic order, from its first one up to the
    first one of the next class.

    Parameters
    ----------
    columns : the quasi-identifiers, the weightiest in the order first
    starts : first combination of every class but the first, ascending
    sensitive : column that is published beside the classes
    ell, delta, p : values per class, chance of failure per release, least chance of a target cell
    records : records a release needs
    releases : linked releases that were planned
    basis : where the chances came from

    Raises
    ------
    ParameterError
        Settings out of range, or starts that are not ascending combinations of the columns.
    RoleError
        A column named twice.
    """

    columns: tuple[PlanColumn, ...]
    starts: tuple[tuple[Point, ...], ...]
    sensitive: str
    ell: int
    delta: float
    p: float
    records: int
    releases: int = 1
    basis: Basis = Basis.ESTIMATED

    def __post_init__(self) -> None:
        check(self.ell, self.p, self.classes, self.releases)
        proper_chance(delta=self.delta)
        names = [*(column.name for column in self.columns), self.sensitive]
        if len(set(names)) < len(names):
            raise RoleError("The plan names a column twice.")
        if not self.columns:
            raise ParameterError("A plan needs at least one quasi-identifier.")
        countable(records=self.records)
        for start in self.starts:
            if len(start) != len(self.columns) or not all(map(PlanColumn.covers, self.columns, start)):
                raise ParameterError(f"A class of the plan begins outside its {len(self.columns):,} columns.")
        placed = [[column.place(bound) for column, bound in zip(self.columns, s, strict=True)] for s in self.starts]
        if any(one >= other for one, other in pairwise(placed)):
            raise ParameterError("The classes of the plan are not in ascending order.")

    @property
    def classes(self) -> int:
        """Number of classes."""
        return len(self.starts) + 1

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the quasi-identifiers."""
        return tuple(column.name for column in self.columns)


def plan(
    table: Table,
    quasi_identifiers: Sequence[str],
    sensitive: str,
    of_group: NDArray[np.int64],
    ell: int,
    delta: float,
    p: float,
    records: int,
    releases: int = 1,
    basis: Basis = Basis.ESTIMATED,
    policies: Policies | None = None,
) -> Plan:
    """Turn classes of neighbours into a plan.

    Parameters
    ----------
    table, quasi_identifiers, sensitive, policies : as in `empirical`; a row that takes no part leaves no trace
    of_group : int64 (n_groups,), class of each combination in order, never descending, such as `greedy` gives
    ell, delta, p, records, releases, basis : settings of the mechanism

    Raises
    ------
    ParameterError
        Classes that are not neighbours, or not one per combination of quasi-identifiers.
    TableError
        Rows miss a quasi-identifier, or hold an infinite number.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> from privacy_core.ell_delta import empirical, greedy
    >>> people = from_frame(pd.DataFrame({"age": [20, 20, 30, 40, 40, 50], "ill": list("ynynyn")}))
    >>> of_group = greedy(empirical(people, ["age"], "ill"), 2, 1 / 6)
    >>> plan(people, ["age"], "ill", of_group, 2, 0.05, 1 / 6, 24).starts
    ((30.0,),)
    """
    if (np.diff(of_group) < 0).any():
        raise ParameterError("A plan needs classes of neighbours: each one range of the order.")
    taken = taking_part(table, quasi_identifiers, sensitive, policies).table
    refuse_missing(taken, quasi_identifiers)
    table = records_only(taken)
    classes = equivalence_classes(table, quasi_identifiers)
    if len(of_group) != len(classes):
        raise ParameterError(f"The table has {len(classes):,} combinations to put into classes, not {len(of_group):,}.")
    rows = classes.example[np.flatnonzero(np.diff(of_group)) + 1]
    columns = tuple(_planned(table[name], table.n_rows) for name in quasi_identifiers)
    bounds = [_bounds(table[c.name], c.kind, rows) for c in columns]
    starts = tuple(zip(*bounds, strict=True))
    return Plan(columns, starts, sensitive, ell, delta, p, records, releases, basis)


def _planned(column: Column, n_rows: int) -> PlanColumn:
    kind = kind_of(column)
    if kind is Kind.VALUES:
        return PlanColumn(column.name, kind, values=tuple(column.labels[: len(column.categories)]))
    if kind is Kind.NUMBERS:
        finite = np.append(np.isfinite(column.categories.astype(float)), True)
        endless = int(np.count_nonzero(~finite[column.codes]))
        if endless:
            raise TableError(f"Column {column.name!r}: {endless:,} of {n_rows:,} rows hold an infinite number.")
    low, high = _bounds_of_codes(column, kind, [0, len(column.categories) - 1])
    return PlanColumn(column.name, kind, low, high)


def _bounds(column: Column, kind: Kind, rows: IntArray) -> list[Point]:
    return _bounds_of_codes(column, kind, column.codes[rows].tolist())


def _bounds_of_codes(column: Column, kind: Kind, codes: Sequence[int]) -> list[Point]:
    if kind is Kind.NUMBERS:
        return [float(column.categories[code]) for code in codes]
    labels = column.labels
    return [labels[code] for code in codes]


def kind_of(column: Column) -> Kind:
    """How a plan speaks of a column: numbers, days where all values are ISO dates in order, else values."""
    if column.scale is Scale.NUMERIC:
        return Kind.NUMBERS
    labels = column.labels[: len(column.categories)]
    days = labels and labels == sorted(labels) and all(map(is_day, labels))
    return Kind.DAYS if days else Kind.VALUES


def is_day(text: str) -> bool:
    """Whether a text is a date in ISO form, such as 2024-03-31."""
    try:
        return dt.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
