"""Figures the user names, from the original and as a reader of the release would reckon them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.errors import ParameterError
from privacy_core.tables import Column, FloatArray, IntArray, Scale, Table
from privacy_core.utility.coarsening import Coarsening


@dataclass(frozen=True)
class Query:
    """A count of rows, or the mean of a numeric column among them.

    Parameters
    ----------
    name : what the user calls the figure
    where : by column, the value rows must have; empty means all rows
    mean_of : numeric column whose mean is asked for; None asks for the number of rows
    """

    name: str
    where: Mapping[str, str]
    mean_of: str | None = None


@dataclass(frozen=True)
class Answer:
    """A figure before and after.

    Parameters
    ----------
    query : Query
    before : from the original's judged rows; None where no row has the values
    after : expected from the release
    """

    query: Query
    before: float | None
    after: float | None

    @property
    def error(self) -> float | None:
        """How far `after` lies from `before`, as a share of it; None where that is not defined."""
        if self.before is None or self.after is None or not self.before:
            return None
        return abs(self.after - self.before) / abs(self.before)


def answer(query: Query, original: Table, columns: Sequence[Coarsening]) -> Answer:
    """Reckon a figure from the original and from the release.

    The reader of the release takes a cell to be each of the values it stands for with equal chance, and a
    suppressed row's quasi-identifiers to be anything. Columns that are no quasi-identifiers are as they were.

    Raises
    ------
    UnknownColumn
        The figure names a column that is not there.
    ParameterError
        No row has the value, or a mean is asked for of a column without numbers.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> from privacy_core.anonymizers import recoded
    >>> from privacy_core.utility.coarsening import coarsenings
    >>> people = from_frame(pd.DataFrame({"age": [34, 34, 38, 41], "ill": ["y", "n", "n", "y"]}))
    >>> release = recoded(people, {"age": ["30s", "30s", "40s"]})
    >>> found = answer(Query("at 34", {"age": "34"}), people, coarsenings(people, release, ["age"]))
    >>> found.before, found.after
    (2.0, 1.5)
    """
    by_name, rows = {one.column: one for one in columns}, np.flatnonzero(~original.suppressed)
    exact, expected = np.ones(len(rows)), np.ones(len(rows))
    for name, value in query.where.items():
        code = _code(original[name], value)
        hit = (original[name].codes[rows] == code).astype(float)
        exact, expected = exact * hit, expected * (_chance(by_name[name], code) if name in by_name else hit)
    if query.mean_of is None:
        return Answer(query, float(exact.sum()), float(expected.sum()))
    true = _numbers(original[query.mean_of])[original[query.mean_of].codes[rows]]
    guess = expected_numbers(by_name[query.mean_of]) if query.mean_of in by_name else true
    return Answer(query, _mean(true, exact), _mean(guess, expected))


def _code(column: Column, value: str) -> int:
    try:
        return column.labels.index(value)
    except ValueError:
        raise ParameterError(f"Column {column.name!r}: no row has the value a figure asks for.") from None


def _numbers(column: Column) -> FloatArray:
    if column.scale is not Scale.NUMERIC:
        raise ParameterError(f"Column {column.name!r} has no numbers: a mean is not defined.")
    return np.array([*column.categories.astype(float), *([np.nan] * column.has_missing)])


def _mean(numbers: FloatArray, weight: FloatArray) -> float | None:
    known = ~np.isnan(numbers) & (weight > 0)
    whole = weight[known].sum()
    return float((numbers[known] * weight[known]).sum() / whole) if whole else None


def _chance(one: Coarsening, code: int) -> FloatArray:
    """Chance that each row's value is this one, to a reader of the release."""
    if one.level is not None:
        group = np.stack(one.maps)
        covered = group[one.level, one.before] == group[one.level, code]
    else:
        covered = _covering(one, code)[one.after]
    return np.where(one.withheld, 1 / one.n_leaves, covered / one.leaves)


def _covering(one: Coarsening, code: int) -> NDArray[np.bool_]:
    """Whether each shown value stands for this one, where there is no hierarchy."""
    if one.numbers is None:
        kept = ~one.withheld & (one.before == code)
        return np.asarray(np.bincount(one.after[kept], minlength=int(one.after.max(initial=0)) + 1) > 0)
    low, high = _span(one)
    return np.asarray((low <= code) & (code <= high))


def _span(one: Coarsening) -> tuple[IntArray, IntArray]:
    """Lowest and highest code that each shown value stands for."""
    kept, n_shown = ~one.withheld, int(one.after.max(initial=0)) + 1
    low, high = np.full(n_shown, one.n_leaves), np.full(n_shown, -1)
    np.minimum.at(low, one.after[kept], one.before[kept])
    np.maximum.at(high, one.after[kept], one.before[kept])
    return low, high


def expected_numbers(one: Coarsening) -> FloatArray:
    """Mean of the numbers each row may have, of those that occur in the original; NaN where none is a number.

    Raises
    ------
    ParameterError
        The column has no numbers.
    """
    if one.numbers is None:
        raise ParameterError(f"Column {one.column!r} has no numbers: a mean is not defined.")
    known = ~np.isnan(one.numbers)
    numbers = np.where(known, one.numbers, 0.0)
    if one.level is not None:
        means = [_divided(np.bincount(to, numbers), np.bincount(to, known)) for to in one.maps]
        shown = np.stack([mean[to] for mean, to in zip(means, one.maps, strict=True)])[one.level, one.before]
    else:
        low, high = _span(one)
        low = np.minimum(low, high + 1)
        running, count = (np.concatenate([[0.0], np.cumsum(each)]) for each in (numbers, known))
        shown = _divided(running[high + 1] - running[low], count[high + 1] - count[low])[one.after]
    return np.where(one.withheld, _divided(numbers.sum(), known.sum()), shown)


def _divided(above: Any, below: Any) -> FloatArray:
    """Quotient, NaN where the divisor is 0."""
    above, below = np.asarray(above, float), np.asarray(below, float)
    return np.asarray(np.divide(above, below, out=np.full(above.shape, np.nan), where=below > 0))
