"""The reduction: Table → EquivalenceClasses → Contingency. Rows are read here and nowhere else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.errors import TableError
from privacy_core.tables import Column, Scale, Table, as_nominal, recode

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]

TOLERANCE = 1e-9
"""Slack of every comparison with a threshold, so that 1/5 keeps a promise of 0.2."""


class Missing(StrEnum):
    """What a missing quasi-identifier is: a value of its own, or a reason to leave the row out."""

    OWN = "own"
    DROP = "drop"


class MissingSensitive(StrEnum):
    """What a missing sensitive value is: a value of its own, or left out everywhere."""

    OWN = "own"
    OUT = "out"


class Suppressed(StrEnum):
    """What a suppressed record is: left out of every class, or one class with all others."""

    OUT = "out"
    CLASS = "class"


class Prior(StrEnum):
    """Whose distribution a class is compared with: the judged table's or the original table's."""

    TABLE = "table"
    ORIGINAL = "original"


@dataclass(frozen=True, slots=True)
class Policies:
    """How doubtful rows are counted; printed beside every number."""

    missing: Missing = Missing.OWN
    missing_sensitive: MissingSensitive = MissingSensitive.OWN
    suppressed: Suppressed = Suppressed.OUT
    unit: str = "rows"
    prior: Prior = Prior.TABLE


@dataclass(frozen=True, eq=False)
class EquivalenceClasses:
    """Which rows look the same in the quasi-identifiers.

    Parameters
    ----------
    quasi_identifiers : names the rows were grouped by
    kept : positions of the rows that take part, ascending
    of_row : int32 of shape (n_kept,), the class of each kept row; classes are numbered by their
        values in the order of the quasi-identifiers, never by the order of rows
    size : int64 of shape (n_classes,), rows in each class
    n_rows : rows of the table
    n_suppressed : suppressed records of the table
    n_left_out : rows left out because a quasi-identifier is missing
    """

    quasi_identifiers: tuple[str, ...]
    kept: NDArray[np.intp]
    of_row: NDArray[np.int32]
    size: IntArray
    n_rows: int
    n_suppressed: int = 0
    n_left_out: int = 0

    def __len__(self) -> int:
        return len(self.size)

    @cached_property
    def example(self) -> NDArray[np.intp]:
        """A row of the table for each class; all its rows show the same quasi-identifiers."""
        row = np.empty(len(self), np.intp)
        row[self.of_row[::-1]] = self.kept[::-1]
        return row

    def keys(self, table: Table, chosen: NDArray[Any]) -> dict[str, list[Any]]:
        """What the chosen classes look like: per quasi-identifier a number or text, None if missing."""
        rows = self.example[chosen]
        return {name: _values(table[name], rows) for name in self.quasi_identifiers}


def equivalence_classes(
    table: Table, quasi_identifiers: Sequence[str], policies: Policies | None = None
) -> EquivalenceClasses:
    """Group the rows that share all quasi-identifiers.

    An empty set of quasi-identifiers gives one class with every row.

    Parameters
    ----------
    table : Table
    quasi_identifiers : column names; their order numbers the classes and changes nothing else
    policies : what missing values and suppressed records count as (default: `Policies()`)

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> people = from_frame(pd.DataFrame({"zip": ["a", "b", "a", None]}))
    >>> equivalence_classes(people, ["zip"]).size.tolist()      # the missing one stands alone
    [2, 1, 1]
    """
    policies = policies or Policies()
    columns = [table[name] for name in quasi_identifiers]
    left_out = np.zeros(table.n_rows, bool)
    if policies.missing is Missing.DROP:
        left_out = np.logical_or.reduce([left_out, *(c.codes == c.missing for c in columns if c.has_missing)])
        left_out &= ~table.suppressed
    kept = np.flatnonzero(~(table.suppressed | left_out))
    whole = len(kept) == table.n_rows
    of_row, n_classes = _grouped([c.codes if whole else c.codes[kept] for c in columns], columns, len(kept))
    classes = EquivalenceClasses(
        tuple(quasi_identifiers),
        kept,
        of_row,
        np.bincount(of_row, minlength=n_classes),
        table.n_rows,
        int(np.count_nonzero(table.suppressed)),
        int(np.count_nonzero(left_out)),
    )
    return _with_suppressed_class(table, classes) if policies.suppressed is Suppressed.CLASS else classes


@dataclass(frozen=True, eq=False)
class Contingency:
    """How often each value of one attribute occurs in each class: all that any model reads.

    Cells are sorted by class, then by value; only values present in a class have a cell.

    Parameters
    ----------
    classes : EquivalenceClasses
    attribute : name of the sensitive column, None for "no attribute" (one value for everyone)
    scale : Scale
    labels : text of every value of the domain
    positions : numbers of the values for distance by value (n_values,), or None
    missing : index of the missing value in the domain (always the last), or None
    start : int64 (n_classes + 1,), first cell of each class
    value : int64 (n_cells,), index into the domain, ascending within a class
    count : int64 (n_cells,), rows
    total : int64 (n_values,), rows of the judged table
    prior : float64 (n_values,), the distribution classes are compared with
    policies : Policies
    """

    classes: EquivalenceClasses
    attribute: str | None
    scale: Scale
    labels: tuple[str, ...]
    positions: FloatArray | None
    missing: int | None
    start: IntArray
    value: IntArray
    count: IntArray
    total: IntArray
    prior: FloatArray
    policies: Policies

    @property
    def n_values(self) -> int:
        """Size of the domain, values that occur in no class included."""
        return len(self.prior)

    @cached_property
    def size(self) -> IntArray:
        """Rows of each class that have a value here."""
        return self.sum_by_class(self.count)

    @cached_property
    def owner(self) -> IntArray:
        """Class of each cell."""
        return np.repeat(np.arange(len(self.start) - 1), np.diff(self.start))

    @cached_property
    def share(self) -> FloatArray:
        """Share of each cell in its class."""
        return self.count / self.size[self.owner]

    @cached_property
    def running_share(self) -> FloatArray:
        """Share of the class at or below each cell's value; exactly 1 at the last cell."""
        running = np.cumsum(self.count)
        before = np.concatenate([[0], running])[self.start[:-1]]
        return (running - before[self.owner]) / self.size[self.owner]

    @cached_property
    def next_value(self) -> IntArray:
        """Value of the next cell of the class; `n_values` after the last."""
        following = np.append(self.value[1:], self.n_values)
        following[self.start[1:][np.diff(self.start) > 0] - 1] = self.n_values
        return following

    def sum_by_class(self, cells: NDArray[Any]) -> NDArray[Any]:
        """Add up a number per cell within each class; 0 for a class without cells."""
        return self._fold(np.add, cells)

    def max_by_class(self, cells: NDArray[Any]) -> NDArray[Any]:
        """Largest number per cell within each class; 0 for a class without cells."""
        return self._fold(np.maximum, cells)

    def _fold(self, ufunc: np.ufunc, cells: NDArray[Any]) -> NDArray[Any]:
        filled = np.diff(self.start) > 0
        if filled.all() and len(cells):
            return np.asarray(ufunc.reduceat(cells, self.start[:-1]))
        folded = np.zeros(len(filled), cells.dtype)
        if len(cells):
            folded[filled] = ufunc.reduceat(cells, self.start[:-1][filled])
        return folded

    @cached_property
    def without_missing(self) -> Contingency:
        """The same table with the rows whose value is missing left out, the prior rescaled."""
        if self.missing is None:
            return self
        stays = self.value != self.missing
        before = np.concatenate([[0], np.cumsum(stays)])
        domain = slice(0, self.missing)
        return replace(
            self,
            labels=self.labels[domain],
            missing=None,
            start=before[self.start],
            value=self.value[stays],
            count=self.count[stays],
            total=self.total[domain],
            prior=_rescaled(self.prior[domain]),
        )

    def part(self, chosen: NDArray[np.bool_], prior: FloatArray) -> Contingency:
        """Only the chosen classes (a boolean mask), compared with another distribution."""
        cells = chosen[self.owner]
        start = np.concatenate([[0], np.cumsum(np.diff(self.start)[chosen])])
        return replace(self, start=start, value=self.value[cells], count=self.count[cells], prior=prior)

    def mix(self, chosen: int) -> FloatArray:
        """Share of every value of the domain in one class."""
        cells = slice(self.start[chosen], self.start[chosen + 1])
        return np.bincount(self.value[cells], self.share[cells], self.n_values)

    def coarser(self, to: NDArray[np.int64]) -> Contingency:
        """Merge values: value i becomes `to[i]`."""
        n_values = int(to.max()) + 1
        start, value, count = _cells(self.owner * n_values + to[self.value], n_values, len(self.start) - 1, self.count)
        total = np.bincount(to, self.total, n_values).astype(np.int64)
        prior = np.bincount(to, self.prior, n_values)
        labels = tuple(str(i) for i in range(n_values))
        return replace(
            self,
            scale=Scale.NOMINAL,
            labels=labels,
            positions=None,
            missing=None,
            start=start,
            value=value,
            count=count,
            total=total,
            prior=prior,
        )


def contingency(
    table: Table,
    classes: EquivalenceClasses,
    attribute: str | None,
    policies: Policies | None = None,
    original: Table | None = None,
) -> Contingency:
    """Count the values of one column in every class.

    Parameters
    ----------
    table : Table the classes were made from
    attribute : sensitive column; None counts rows only
    policies : as given to `equivalence_classes`
    original : table whose distribution is the prior, all its rows; default the judged rows

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> people = from_frame(pd.DataFrame({"q": ["a", "a", "b", "b"], "s": ["x", "y", "x", "x"]}))
    >>> counts = contingency(people, equivalence_classes(people, ["q"]), "s")
    >>> counts.count.tolist(), counts.prior.tolist()
    ([1, 1, 2], [0.75, 0.25])
    """
    policies = policies or Policies()
    if attribute is None:
        return _rows_only(classes, policies)
    column, expected = table[attribute], None
    if original is not None:
        policies = replace(policies, prior=Prior.ORIGINAL)
        column, before = _same_domain(column, original[attribute])
        expected = np.bincount(before.codes, minlength=before.n_codes)
    whole = len(classes.kept) == table.n_rows
    counted = _counted(column, column.codes if whole else column.codes[classes.kept], classes, expected, policies)
    return counted.without_missing if policies.missing_sensitive is MissingSensitive.OUT else counted


def _counted(
    column: Column, codes: NDArray[Any], classes: EquivalenceClasses, expected: IntArray | None, policies: Policies
) -> Contingency:
    total = np.bincount(codes, minlength=column.n_codes)
    expected = total if expected is None else expected
    domain = np.arange(column.n_codes) if column.scale is Scale.ORDINAL else np.flatnonzero(total + expected)
    place = np.zeros(column.n_codes, np.int64)
    place[domain] = np.arange(len(domain))
    start, value, count = _cells(classes.of_row * np.int64(len(domain)) + place[codes], len(domain), len(classes))
    real = domain[domain < len(column.categories)]
    labels = column.labels
    return Contingency(
        classes,
        column.name,
        column.scale,
        tuple(labels[i] for i in domain),
        column.categories[real].astype(float) if column.scale is Scale.NUMERIC else None,
        len(real) if len(real) < len(domain) else None,
        start,
        value,
        count,
        total[domain],
        _rescaled(expected[domain].astype(float)),
        policies,
    )


def _rows_only(classes: EquivalenceClasses, policies: Policies) -> Contingency:
    n = len(classes)
    start, everyone = np.arange(n + 1), np.array([classes.size.sum()])
    value = np.zeros(n, np.int64)
    return Contingency(
        classes, None, Scale.NOMINAL, ("",), None, None, start, value, classes.size, everyone, np.ones(1), policies
    )


def _cells(
    key: IntArray, n_values: int, n_classes: int, weight: IntArray | None = None
) -> tuple[IntArray, IntArray, IntArray]:
    """Sum equal keys `class · n_values + value` into cells: start, value, count."""
    if n_classes * n_values <= max(2 * len(key), 4096):
        dense = np.bincount(key, weight, n_classes * n_values)
        cell = np.flatnonzero(dense)
        count = dense[cell].astype(np.int64)
    elif weight is None:
        ordered = np.sort(key)
        first = np.flatnonzero(np.diff(ordered, prepend=-1))
        cell, count = ordered[first], np.diff(first, append=len(ordered))
    else:
        cell, inverse = np.unique(key, return_inverse=True)
        count = np.bincount(inverse, weight).astype(np.int64)
    start = np.searchsorted(cell, np.arange(n_classes + 1) * n_values)
    return start, cell - np.repeat(np.arange(n_classes) * n_values, np.diff(start)), count


def _grouped(codes: list[NDArray[Any]], columns: list[Column], n_rows: int) -> tuple[NDArray[np.int32], int]:
    """Number the distinct combinations of codes, in lexicographic order of the columns."""
    key, span = np.zeros(n_rows, np.int64), 1
    for code, column in zip(codes, columns, strict=True):
        width = max(column.n_codes, 1)
        if span * width > _COUNTABLE:
            key, span = _numbered(key, span)
        key, span = key * width + code, span * width
    number, n_groups = _numbered(key, span)
    return number.astype(np.int32), n_groups


_COUNTABLE = 2**62


def _numbered(key: IntArray, span: int) -> tuple[IntArray, int]:
    """Replace each key by its rank among the distinct keys."""
    if span <= max(16 * len(key), 4096):
        seen = np.zeros(span, bool)
        seen[key] = True
        rank = np.cumsum(seen, dtype=np.int64) - 1
        return rank[key], int(rank[-1]) + 1 if span else 0
    found, number = np.unique(key, return_inverse=True)
    return number, len(found)


def _with_suppressed_class(table: Table, classes: EquivalenceClasses) -> EquivalenceClasses:
    """Add every suppressed record as one more class."""
    if not classes.n_suppressed:
        return classes
    everyone = np.full(table.n_rows, len(classes), np.int32)
    everyone[classes.kept] = classes.of_row
    left_out = np.ones(table.n_rows, bool)
    left_out[classes.kept] = left_out[table.suppressed] = False
    kept = np.flatnonzero(~left_out)
    size = np.append(classes.size, classes.n_suppressed)
    return replace(classes, kept=kept, of_row=everyone[kept], size=size)


def _same_domain(judged: Column, original: Column) -> tuple[Column, Column]:
    """Give both columns one list of categories, so that their codes can be compared."""
    if {judged.scale, original.scale} == {Scale.ORDINAL}:
        strange = set(judged.categories.tolist()) - set(original.categories.tolist())
        if strange:
            raise TableError(
                f"Column {judged.name!r}: {len(strange)} levels are unknown to the original table's order."
            )
        domain = original.categories
    elif judged.scale is original.scale is Scale.NUMERIC:
        domain = np.union1d(original.categories, judged.categories)
    else:
        words = {*map(str, judged.labels[: len(judged.categories)]), *original.labels[: len(original.categories)]}
        domain = np.array(sorted(words), object)
        judged, original = as_nominal(judged), as_nominal(original)
    return recode(judged, domain, original.has_missing), recode(original, domain, judged.has_missing)


def _rescaled(weight: FloatArray) -> FloatArray:
    whole = weight.sum()
    return weight / whole if whole else weight


def _values(column: Column, rows: NDArray[np.intp]) -> list[Any]:
    values = [*column.categories.tolist(), None]
    return [values[code] for code in column.codes[rows]]
