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
from privacy_core.tables import Column, Scale, Table, recode

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
        return self.count / self.size[self.owner]

    @cached_property
    def running_share(self) -> FloatArray:
        """Share of the class at or below each cell's value; exactly 1 at the last cell."""
        running = np.cumsum(self.count)
        before = np.concatenate([[0], running])[self.start[:-1]]
        return (running - before[self.owner]) / self.size[self.owner]

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
        return replace(self, start=start, value=self.value[cells], count=self.count[cells], prior=prior)

    def mix(self, chosen: int) -> FloatArray:
        """Share of every value of the domain in one class."""
        cells = slice(self.start[chosen], self.start[chosen + 1])
        return np.bincount(self.value[cells], self.share[cells], self.n_values)

    def coarser(self, to: NDArray[np.int64]) -> Contingency:
        """Merge values: value i becomes `to[i]`."""
        n_values = int(to.max(initial=-1)) + 1
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
    owner, value = np.divmod(cell, n_values)
    start = np.concatenate([[0], np.cumsum(np.bincount(owner, minlength=n_classes))])
    return start, value, count


def _grouped(codes: list[NDArray[Any]], columns: list[Column], n_rows: int) -> tuple[NDArray[np.int32], int]:
    """Number the distinct combinations of codes, in lexicographic order of the columns."""
    key, span = np.zeros(n_rows, np.int64), 1
    for code, column in zip(codes, columns, strict=True):
        width = max(column.n_codes, 1)
        if span * width > _COUNTABLE:
            number, span = _numbered(key, span)
            key = number.astype(np.int64)
        key *= width
        key += code
        span *= width
    return _numbered(key, span)


_COUNTABLE = 2**62


def _numbered(key: IntArray, span: int) -> tuple[NDArray[np.int32], int]:
    """Replace each key, below `span`, by its rank among the distinct keys."""
    if not len(key):
        return key.astype(np.int32), 0
    if span <= max(2 * len(key), 4096):  # few enough to look up instead of sort
        seen = np.zeros(span, bool)
        seen[key] = True
        rank = np.cumsum(seen, dtype=np.int32) - np.int32(1)
        return rank[key], int(rank.max(initial=-1)) + 1
    ordered, row = _in_order(key, span)
    rank = np.cumsum(np.diff(ordered, prepend=ordered[:1]) > 0, dtype=np.int32)
    number = np.empty(len(key), np.int32)
    number[row] = rank
    return number, int(rank.max(initial=-1)) + 1


def _in_order(key: IntArray, span: int) -> tuple[IntArray, NDArray[np.intp]]:
    """Sort the keys, telling the row of each; key and row packed in one number sort three times faster."""
    bits = len(key).bit_length()
    if span << bits > _COUNTABLE:
        row = np.argsort(key)
        return key[row], row
    packed = np.sort((key << bits) | np.arange(len(key)))
    return packed >> bits, packed & ((1 << bits) - 1)


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
    if not len(judged.categories):
        judged = replace(judged, categories=original.categories[:0], scale=original.scale)
    elif not len(original.categories):
        original = replace(original, categories=judged.categories[:0], scale=judged.scale)
    if judged.scale is not original.scale:
        raise TableError(
            f"Column {judged.name!r} is {judged.scale.value} in the judged table and {original.scale.value} in the "
            f"original one ({judged.name}:nominal makes both nominal)."
        )
    if judged.scale is Scale.NOMINAL:
        judged, original = _as_words(judged), _as_words(original)
    domain = _joint(judged, original)
    return recode(judged, domain, original.has_missing), recode(original, domain, judged.has_missing)


def _joint(judged: Column, original: Column) -> NDArray[Any]:
    """Categories of both, in order; integers and floats are compared exactly."""
    mine, theirs = judged.categories, original.categories
    if judged.scale is Scale.ORDINAL:
        return _known_order(judged, theirs) if len(theirs) else mine
    if mine.dtype == theirs.dtype and mine.dtype.kind in "iuf":
        return np.union1d(mine, theirs)
    return np.array(sorted({*mine.tolist(), *theirs.tolist()}), object)


def _known_order(judged: Column, order: NDArray[Any]) -> NDArray[Any]:
    known = set(order.tolist())
    strange = np.array([*(value not in known for value in judged.categories.tolist()), False])
    if strange.any():
        raise TableError(
            f"Column {judged.name!r}: {strange[judged.codes].sum():,} rows hold a level unknown to the original "
            "table's order."
        )
    return order


def _as_words(column: Column) -> Column:
    words = np.array(column.labels[: len(column.categories)], object)
    return replace(column, categories=words)


def _rescaled(weight: FloatArray) -> FloatArray:
    whole = weight.sum()
    return weight / whole if whole else weight


def _values(column: Column, rows: NDArray[np.intp]) -> list[Any]:
    values = [*column.categories.tolist(), None]
    return [values[code] for code in column.codes[rows]]
