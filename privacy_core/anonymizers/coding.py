"""Top and bottom coding: everything beyond a bound becomes one value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from privacy_core.anonymizers.answers import Task, by_regrouping
from privacy_core.anonymizers.base import Anonymization, Limits
from privacy_core.anonymizers.judging import Judge
from privacy_core.anonymizers.releasing import recoded
from privacy_core.errors import ParameterError, UnknownColumn, in_range
from privacy_core.generalized import braces
from privacy_core.numbering import grouped
from privacy_core.progress import Progress, report
from privacy_core.roles import Roles
from privacy_core.tables import Codes, Column, IntArray, Scale, Table, as_text

Limit = float | str


@dataclass(frozen=True)
class Bounds:
    """Where a column is cut off at its ends.

    Parameters
    ----------
    bottom, top : every value at or beyond it becomes one; a number, or a value of an ordered column;
        None leaves that end as it is
    quantiles : whether `bottom` and `top` are shares of the rows, 0 to 1: at 0.95 the top code begins with
        the smallest value that at least 95 of 100 rows do not exceed

    Raises
    ------
    ParameterError
        No bound, a share out of range, or bounds in the wrong order.
    """

    bottom: Limit | None = None
    top: Limit | None = None
    quantiles: bool = False

    def __post_init__(self) -> None:
        if self.bottom is None and self.top is None:
            raise ParameterError("Give a bottom, a top, or both.")
        numbers = [bound for bound in (self.bottom, self.top) if bound is not None and not isinstance(bound, str)]
        if self.quantiles:
            if len(numbers) < (self.bottom is not None) + (self.top is not None):
                raise ParameterError("A quantile is a share of the rows, 0 to 1.")
            for share in numbers:
                in_range(0, 1, quantile=share)
        if len(numbers) == 2 and not numbers[0] < numbers[1]:
            raise ParameterError("The bottom must lie below the top.")


def coded(column: Column, bounds: Bounds, rows: IntArray | None = None) -> Column:
    """Return the column with its ends coded, as ordered texts.

    Numbers read `≤18` and `≥80`; ordered values beyond a bound become the set of them.

    Parameters
    ----------
    rows : rows that quantiles are taken of; default all

    Raises
    ------
    ParameterError
        The column has no order, a bound is no number or no value of it, or the bounds leave nothing between.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> ages = from_frame(pd.DataFrame({"age": [12, 17, 30, 44, 91]}))["age"]
    >>> coded(ages, Bounds(bottom=17, top=80)).texts(np.arange(5))
    ['≤17', '≤17', '30', '44', '≥80']
    >>> coded(ages, Bounds(top=0.75, quantiles=True)).labels
    ['12', '17', '30', '≥44']
    """
    texts = _texts(column, bounds, column.codes if rows is None else column.codes[rows])
    words = list(dict.fromkeys(texts))
    place = {word: at for at, word in enumerate(words)}
    to = np.array([*(place[text] for text in texts), len(words)], np.int32)
    categories = np.empty(len(words), object)
    categories[:] = words
    return Column(column.name, to[column.codes], categories, Scale.ORDINAL, column.has_missing)


def _texts(column: Column, bounds: Bounds, codes: IntArray | Codes) -> list[str]:
    """What each category reads, in the order of the column."""
    if column.scale is Scale.NOMINAL:
        raise ParameterError(f"Column {column.name!r} has no order: it has no top and no bottom.")
    texts = column.labels[: len(column.categories)]
    low, high = _ends(column, bounds, codes)
    if low >= high:
        raise ParameterError(f"Column {column.name!r}: the bounds leave no value between bottom and top.")
    below, above = range(low + 1), range(high, len(texts))
    words = _beyond(column, bounds, texts, low, high)
    return [words[0] if at in below else words[1] if at in above else text for at, text in enumerate(texts)]


def _beyond(column: Column, bounds: Bounds, texts: Sequence[str], low: int, high: int) -> tuple[str, str]:
    if column.scale is Scale.ORDINAL:
        return _together(texts[: low + 1]), _together(texts[high:])
    bottom, top = bounds.bottom, bounds.top
    if bounds.quantiles:
        bottom, top = texts[max(low, 0)], texts[min(high, len(texts) - 1)]
    return f"≤{_number(bottom)}", f"≥{_number(top)}"


def _together(values: Sequence[str]) -> str:
    return braces(values) if len(values) > 1 else "".join(values)


def _number(bound: Limit | None) -> str:
    return bound if isinstance(bound, str) else as_text(float(bound or 0))


def _ends(column: Column, bounds: Bounds, codes: IntArray | Codes) -> tuple[int, int]:
    """Last code of the bottom (−1: none) and first code of the top (the number of categories: none)."""
    n = len(column.categories)
    if bounds.quantiles:
        known = np.sort(codes[codes < n].astype(np.int64))
        low = -1 if bounds.bottom is None else _quantile(known, float(bounds.bottom))
        return low, n if bounds.top is None else _quantile(known, float(bounds.top))
    low = -1 if bounds.bottom is None else _code(column, bounds.bottom, "right") - 1
    return low, n if bounds.top is None else _code(column, bounds.top, "left")


def _quantile(codes: IntArray | Codes, share: float) -> int:
    """Smallest code that at least this share of the rows does not exceed."""
    if not len(codes):
        return -1
    return int(np.quantile(codes, share, method="inverted_cdf"))


def _code(column: Column, bound: Limit, side: Literal["left", "right"]) -> int:
    if column.scale is Scale.NUMERIC:
        if isinstance(bound, str):
            raise ParameterError(f"Column {column.name!r} holds numbers: give its bounds as numbers.")
        return int(np.searchsorted(column.categories.astype(float), bound, side))
    labels = column.labels[: len(column.categories)]
    if bound not in labels:
        raise ParameterError(f"Column {column.name!r}: a bound is none of its {len(labels)} ordered values.")
    return labels.index(str(bound)) + (side == "right")


@dataclass(frozen=True)
class Coding:
    """Codes the ends of some columns, then suppresses the classes that still break the promise.

    It does not search: the bounds are given. Where more rows would have to be suppressed than the limit
    allows there is no release, and the reason says how many.

    Parameters
    ----------
    bounds : by quasi-identifier

    Notes
    -----
    Source: Hundepool et al., Statistical Disclosure Control, Wiley 2012, section 3.2.3.
    """

    bounds: Mapping[str, Bounds] = field(default_factory=dict)

    name: ClassVar[str] = "coding"
    anonymize = by_regrouping

    def _check(self, task: Task) -> None:
        for name in self.bounds:
            if name not in task.roles.quasi_identifiers:
                raise UnknownColumn(name, task.roles.quasi_identifiers)

    def _answer(self, task: Task, judge: Judge, limits: Limits, progress: Progress) -> Anonymization:
        table, roles = task.table, task.roles
        report(progress, 0.5, "coding the ends of columns")
        texts = {name: self._labels(table[name], judge.rows) for name in roles.quasi_identifiers}
        fails = _failing(recoded(table, texts), roles, judge)
        if fails.sum() > limits.rows(len(judge.rows)):
            return task.nothing(
                f"With these bounds {fails.sum():,} rows are in classes that break the promise; at most "
                f"{limits.rows(len(judge.rows)):,} may be suppressed. Move the bounds or generalize more."
            )
        suppressed = table.suppressed.copy()
        suppressed[judge.rows[fails]] = True
        return task.answer(recoded(table, texts, suppressed), suppressed, 1)

    def _labels(self, column: Column, rows: IntArray) -> list[str | None]:
        known = column.labels[: len(column.categories)]
        texts = _texts(column, self.bounds[column.name], column.codes[rows]) if column.name in self.bounds else known
        return [*texts, *([None] if column.has_missing else [])]


def _failing(released: Table, roles: Roles, judge: Judge) -> NDArray[np.bool_]:
    """Which judged rows are in a class that breaks a model."""
    columns = [released[name] for name in roles.quasi_identifiers]
    group, n = grouped([c.codes[judge.rows] for c in columns], [c.n_codes for c in columns], len(judge.rows))
    return np.asarray(judge.fails(group.astype(np.int64), n)[group])
