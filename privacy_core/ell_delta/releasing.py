"""A plan applied to a table: every quasi-identifier becomes what its class covers."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from privacy_core.ell_delta.distributions import refuse_missing
from privacy_core.ell_delta.participating import records_only
from privacy_core.ell_delta.plans import Kind, Plan, PlanColumn, Point, kind_of
from privacy_core.errors import TableError
from privacy_core.generalized import Any, Exact, Interval, braces, write
from privacy_core.numbering import grouped
from privacy_core.tables import Column, IntArray, Scale, Table


@dataclass(frozen=True, eq=False)
class Released:
    """A table with the classes of a plan.

    Parameters
    ----------
    plan : Plan
    table : the quasi-identifiers as what their class covers, and the sensitive column as it was
    of_row : int64 (n_rows,), class of every row that is published
    size : int64 (n_classes,), rows of every class of the plan, 0 where the table has none
    values : int64 (n_classes,), different sensitive values every class shows; 0 where it has no row
    left_out : columns of the table that are not published
    suppressed : rows that were suppressed: no records of the release, and not published
    """

    plan: Plan
    table: Table
    of_row: IntArray
    size: IntArray
    values: IntArray
    left_out: tuple[str, ...]
    suppressed: int

    @property
    def ell(self) -> int:
        """Values the poorest class of the plan shows."""
        return int(self.values.min())

    @property
    def poor(self) -> int:
        """Classes that show fewer values than the plan wants."""
        return int(np.count_nonzero(self.values < self.plan.ell))

    @property
    def enough(self) -> bool:
        """Whether the table has as many records as the plan's promise needs."""
        return self.table.n_rows >= self.plan.records


def release(found: Plan, table: Table) -> Released:
    """Publish a table with the classes of a plan: the step each owner takes.

    Every other owner of the plan has the same classes, whatever their records are.

    Parameters
    ----------
    found : Plan
    table : has the plan's quasi-identifiers and its sensitive column; suppressed rows are left out, and counted

    Raises
    ------
    UnknownColumn
        A column of the plan is not there.
    TableError
        All rows are suppressed, or rows miss a quasi-identifier, lie outside the plan, or hold text where the plan has
        numbers.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> from privacy_core.ell_delta import Kind, Plan, PlanColumn
    >>> ages = Plan((PlanColumn("age", Kind.NUMBERS, 20, 60),), ((30,), (50,)), "ill", 2, 0.05, 0.1, 46)
    >>> other = from_frame(pd.DataFrame({"name": list("abc"), "age": [29, 31, 60], "ill": list("yyn")}))
    >>> made = release(ages, other)
    >>> made.table["age"].texts(np.arange(3)), made.table.names, made.left_out
    (['[20, 30[', '[30, 50[', '[50, 60]'], ['age', 'ill'], ('name',))
    """
    n_suppressed = int(np.count_nonzero(table.suppressed))
    if n_suppressed == table.n_rows:
        raise TableError(f"All {table.n_rows:,} rows are suppressed: there is nothing to publish.")
    table = records_only(table)
    secret = table[found.sensitive]
    of_row = class_of_rows(found, table)
    texts = labels(found)
    columns = {name: _labelled(name, [text[i] for text in texts], of_row) for i, name in enumerate(found.names)}
    columns[found.sensitive] = secret
    published = {name: columns[name] for name in table.names if name in columns}
    size = np.bincount(of_row, minlength=found.classes)
    pairs = np.unique(of_row * secret.n_codes + secret.codes)
    return Released(
        found,
        Table(published, table.n_rows, np.zeros(table.n_rows, bool)),
        of_row,
        size,
        np.bincount(pairs // secret.n_codes, minlength=found.classes),
        tuple(name for name in table.names if name not in columns),
        n_suppressed,
    )


def _labelled(name: str, of_class: Sequence[str], of_row: IntArray) -> Column:
    code = {text: at for at, text in enumerate(dict.fromkeys(of_class))}
    codes = np.array([code[text] for text in of_class], np.int32)[of_row]
    return Column(name, codes, np.array([*code], object), Scale.ORDINAL)


def labels(found: Plan) -> list[tuple[str, ...]]:
    """Write every class as one text per quasi-identifier; together they differ from those of every other class.

    The first columns are exact; behind the first one that is a range, * stands for what the class leaves open.

    Examples
    --------
    >>> from privacy_core.ell_delta import Kind, Plan, PlanColumn
    >>> columns = PlanColumn("age", Kind.NUMBERS, 20, 60), PlanColumn("sex", Kind.VALUES, values=("f", "m"))
    >>> labels(Plan(columns, ((30, "m"), (40, "f")), "ill", 2, 0.05, 0.1, 46))
    [('[20, 30]', '*'), ('[30, 40[', '*'), ('[40, 60]', '*')]
    """
    begins = [tuple(column.first for column in found.columns), *found.starts]
    return [_label(found.columns, *span) for span in zip(begins, [*found.starts, None], strict=True)]


def _label(columns: Sequence[PlanColumn], begin: Sequence[Point], after: Sequence[Point] | None) -> tuple[str, ...]:
    """One class from its first combination up to the first one of the next; None is up to the end."""
    if not columns:
        return ()
    column, low, high, closed = columns[0], begin[0], columns[0].last, True
    if after is not None:
        high = after[0]
        closed = any(bound != other.first for bound, other in zip(after[1:], columns[1:], strict=True))
        if not closed and column.kind is Kind.VALUES:
            high, closed, after = column.values[column.values.index(str(high)) - 1], True, None
    if low == high:
        return (_written(column, low), *_label(columns[1:], begin[1:], after and after[1:]))
    return (_range(column, low, high, closed), *["*"] * (len(columns) - 1))


def _written(column: PlanColumn, bound: Point) -> str:
    return str(bound) if column.kind is not Kind.NUMBERS else write(Exact(bound))


def _range(column: PlanColumn, low: Point, high: Point, closed: bool) -> str:
    if closed and low == column.first and high == column.last:
        return write(Any())
    if column.kind is Kind.VALUES:
        return braces(column.values[column.values.index(str(low)) : column.values.index(str(high)) + 1])
    if column.kind is Kind.DAYS:
        return write(Interval(dt.date.fromisoformat(str(low)), dt.date.fromisoformat(str(high)), True, closed))
    return write(Interval(float(low), float(high), True, closed))


def class_of_rows(found: Plan, table: Table) -> IntArray:
    """Class of every row of a table, by position in the plan's order.

    Raises
    ------
    TableError
        Rows miss a quasi-identifier or lie outside the plan; names every such column with its number of rows.

    Returns
    -------
    of_row : int64 (n_rows,); suppressed rows are looked at like all others

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> from privacy_core.ell_delta import Kind, Plan, PlanColumn
    >>> ages = Plan((PlanColumn("age", Kind.NUMBERS, 20, 60),), ((30,), (50,)), "ill", 2, 0.05, 0.1, 46)
    >>> class_of_rows(ages, from_frame(pd.DataFrame({"age": [60, 29, 30]}))).tolist()
    [2, 0, 1]
    """
    refuse_missing(table, found.names)
    placed = [_positions(table[c.name], c, [s[i] for s in found.starts]) for i, c in enumerate(found.columns)]
    outside = {c.name: int(np.count_nonzero(rows < 0)) for c, (rows, _) in zip(found.columns, placed, strict=True)}
    if any(outside.values()):
        listed = ", ".join(f"column {n!r} ({k:,} row{'s' * (k > 1)})" for n, k in outside.items() if k)
        raise TableError(f"Outside the plan: {listed}. The plan's classes cover no such value.")
    if not found.starts:
        return np.zeros(table.n_rows, np.int64)
    both = [np.concatenate([rows, starts]) for rows, starts in placed]
    rank, _ = grouped(both, [int(codes.max()) + 1 for codes in both], table.n_rows + len(found.starts))
    return np.searchsorted(rank[table.n_rows :], rank[: table.n_rows], side="right")


def _positions(column: Column, planned: PlanColumn, bounds: Sequence[Point]) -> tuple[IntArray, IntArray]:
    """Place of every row, -1 outside the plan, and of every bound, among the bounds of one column."""
    if planned.kind is not Kind.VALUES and kind_of(column) is not planned.kind:
        raise TableError(
            f"Column {column.name!r}: the plan has {planned.kind.value} there, and the {len(column.codes):,} rows of "
            "this table hold something else."
        )
    if planned.kind is Kind.VALUES:
        places = {value: at for at, value in enumerate(planned.values)}
        of_code = [places.get(label, -1) for label in column.labels[: len(column.categories)]]
        return np.array([*of_code, -1])[column.codes], np.array([places[str(bound)] for bound in bounds], np.int64)
    values = column.categories.astype(float) if planned.kind is Kind.NUMBERS else column.categories.astype(str)
    ordered = np.unique(np.array(bounds)) if bounds else np.array([planned.low])
    inside = (values >= planned.low) & (values <= planned.high)
    here, starts = (
        np.searchsorted(ordered, v) + np.searchsorted(ordered, v, side="right") for v in (values, np.array(bounds))
    )
    return np.append(np.where(inside, here, -1), -1)[column.codes], starts
