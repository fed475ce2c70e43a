"""How often each value of an attribute occurs in each class: EquivalenceClasses → Contingency."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.classes import EquivalenceClasses
from privacy_core.domains import same_domain
from privacy_core.errors import TableError
from privacy_core.policies import MissingSensitive, Policies, Prior
from privacy_core.tables import Column, FloatArray, IntArray, Scale, Table


@dataclass(frozen=True, eq=False)
class Contingency:
    """How often each value of one attribute occurs in each class: all that any model reads.

    Cells are sorted by class, then by value; only values present in a class have a cell.

    Parameters
    ----------
    classes : EquivalenceClasses the counts were made for
    rows : int64 (n_classes,), rows of each class, with a value or without
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
    rows: IntArray
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

    @property
    def n_present(self) -> int:
        """Number of values that occur in the judged table."""
        return int(np.count_nonzero(self.total))

    @cached_property
    def size(self) -> IntArray:
        """Rows of each class that have a value here."""
        return self.sum_by_class(self.count)

    @cached_property
    def most(self) -> IntArray:
        """Rows of each class that hold its most frequent value."""
        return self.max_by_class(self.count)

    @cached_property
    def owner(self) -> IntArray:
        """Class of each cell."""
        return np.repeat(np.arange(len(self.start) - 1), np.diff(self.start))

    @cached_property
    def share(self) -> FloatArray:
        """Share of each cell in its class."""
        return np.asarray(self.count / self.size[self.owner])

    @cached_property
    def running_share(self) -> FloatArray:
        """Share of the class at or below each cell's value; exactly 1 at the last cell."""
        running = np.cumsum(self.count)
        before = np.concatenate([[0], running])[self.start[:-1]]
        return np.asarray((running - before[self.owner]) / self.size[self.owner])

    @cached_property
    def crossing(self) -> IntArray:
        """First value, from the cell's up to the next cell's, where the prior has caught up with the class."""
        caught_up = np.searchsorted(np.cumsum(self.prior), self.running_share)
        return np.clip(caught_up, self.value, self.next_value)

    @cached_property
    def filled(self) -> NDArray[np.bool_]:
        """Whether a class has a cell."""
        return np.diff(self.start) > 0

    @cached_property
    def next_value(self) -> IntArray:
        """Value of the next cell of the class; `n_values` after the last."""
        following = np.append(self.value[1:], self.n_values)
        following[self.start[1:][self.filled] - 1] = self.n_values
        return following

    def sum_by_class(self, cells: NDArray[Any]) -> NDArray[Any]:
        """Add up a number per cell within each class; 0 for a class without cells."""
        return self._fold(np.add, cells)

    def max_by_class(self, cells: NDArray[Any]) -> NDArray[Any]:
        """Largest number per cell within each class; 0 for a class without cells."""
        return self._fold(np.maximum, cells)

    def _fold(self, ufunc: np.ufunc, cells: NDArray[Any]) -> NDArray[Any]:
        if self.filled.all() and len(cells):
            return np.asarray(ufunc.reduceat(cells, self.start[:-1]))
        folded = np.zeros(len(self.filled), cells.dtype)
        if len(cells):
            folded[self.filled] = ufunc.reduceat(cells, self.start[:-1][self.filled])
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
        rows, value, count = self.rows[chosen], self.value[cells], self.count[cells]
        return replace(self, rows=rows, start=start, value=value, count=count, prior=prior)

    def mix(self, chosen: int) -> FloatArray:
        """Share of every value of the domain in one class."""
        cells = slice(self.start[chosen], self.start[chosen + 1])
        return np.bincount(self.value[cells], self.share[cells], self.n_values).astype(float)

    def coarser(self, to: NDArray[np.int64]) -> Contingency:
        """Merge values: value i becomes `to[i]`."""
        n_values = int(to.max(initial=-1)) + 1
        start, value, count = _cells(self.owner * n_values + to[self.value], n_values, len(self.start) - 1, self.count)
        total = np.bincount(to, self.total, n_values).astype(np.int64)
        prior = np.bincount(to, self.prior, n_values).astype(float)
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
    >>> from privacy_core import equivalence_classes, from_frame
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
        column, before = same_domain(column, original[attribute])
        expected = np.bincount(before.codes, minlength=before.n_codes)
        if before.n_missing == original.n_rows:
            raise TableError(f"Column {attribute!r}: all {original.n_rows:,} rows of the original table are missing.")
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
        classes.size,
        column.name,
        column.scale,
        tuple(labels[i] for i in domain),
        _positions(column.categories[real]) if column.scale is Scale.NUMERIC else None,
        len(real) if len(real) < len(domain) else None,
        start,
        value,
        count,
        total[domain],
        _rescaled(expected[domain].astype(float)),
        policies,
    )


def _positions(numbers: NDArray[Any]) -> FloatArray:
    """Numbers as floats; whole numbers too large to be told apart as floats count from the smallest."""
    if numbers.dtype.kind in "iu" and len(numbers) and max(abs(int(numbers[0])), abs(int(numbers[-1]))) > 2**53:
        numbers = numbers.astype(np.uint64) - numbers[:1].astype(np.uint64)
    return numbers.astype(float)


def _rows_only(classes: EquivalenceClasses, policies: Policies) -> Contingency:
    n = len(classes)
    start, everyone = np.arange(n + 1), np.array([classes.size.sum()])
    value = np.zeros(n, np.int64)
    return Contingency(
        classes,
        classes.size,
        None,
        Scale.NOMINAL,
        ("",),
        None,
        None,
        start,
        value,
        classes.size,
        everyone,
        np.ones(1),
        policies,
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
    owner, value = np.divmod(cell, n_values)
    start = np.concatenate([[0], np.cumsum(np.bincount(owner, minlength=n_classes))])
    return start, value, count


def _rescaled(weight: FloatArray) -> FloatArray:
    whole = weight.sum()
    return weight / whole if whole else weight
