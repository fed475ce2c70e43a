"""Who looks the same: Table → EquivalenceClasses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.numbering import grouped
from privacy_core.policies import Missing, Policies, Suppressed
from privacy_core.tables import Codes, Column, FloatArray, IntArray, Table
from privacy_core.wildcard import lookalikes


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
    members : int64 (n_classes,), whom a row of the class hides among where that is not the rows of
        the class: its distinct persons, or every row that matches when missing matches anything
    missing : what a missing quasi-identifier counted as
    persons : int64 (n_persons,), the smallest crowd of each person where persons are counted
    perturbed : columns of the table whose values were changed at random
    who : int32 (n_kept,), position in `persons` of each kept row's person where persons are counted
    """

    quasi_identifiers: tuple[str, ...]
    kept: NDArray[np.intp]
    of_row: NDArray[np.int32]
    size: IntArray
    n_rows: int
    n_suppressed: int = 0
    n_left_out: int = 0
    members: IntArray | None = None
    missing: Missing = Missing.OWN
    persons: IntArray | None = None
    perturbed: frozenset[str] = frozenset()
    who: Codes | None = None

    def __len__(self) -> int:
        return len(self.size)

    @property
    def crowd(self) -> IntArray:
        """Whom a row of each class hides among: `members`, or else the rows of the class."""
        return self.size if self.members is None else self.members

    @cached_property
    def ascending(self) -> tuple[IntArray, IntArray]:
        """Crowds from small to large, and how many rows, or persons, hide in those up to and including each."""
        if self.persons is not None:
            return np.sort(self.persons), np.arange(1, len(self.persons) + 1)
        order = np.argsort(self.crowd, kind="stable")
        return self.crowd[order], np.cumsum(self.size[order])

    @property
    def people(self) -> int:
        """Rows that take part, or persons where persons are counted."""
        return int(self.size.sum()) if self.persons is None else len(self.persons)

    def not_valid(self, attribute: str | None = None) -> str | None:
        """Why counting rows that look the same says nothing here; None where it does.

        Parameters
        ----------
        attribute : sensitive column that is counted as well
        """
        touched = sorted(self.perturbed & {*self.quasi_identifiers, *([] if attribute is None else [attribute])})
        if not touched:
            return None
        columns = f"column {touched[0]!r} was" if len(touched) == 1 else f"{len(touched)} of the columns were"
        return f"not valid here: {columns} changed at random, so rows that look the same are no crowd of people"

    @cached_property
    def n_in_several(self) -> int:
        """Persons who are in more than one class, where persons are counted."""
        if self.who is None:
            return 0
        first = np.zeros(self.people, np.int64)
        first[self.who] = self.of_row
        elsewhere = np.zeros(self.people, bool)
        elsewhere[self.who[self.of_row != first[self.who]]] = True
        return int(elsewhere.sum())

    def below(self, k: int) -> int:
        """Rows, or persons, that hide in a crowd smaller than k."""
        crowd, up_to = self.ascending
        small = int(np.searchsorted(crowd, k))
        return int(up_to[small - 1]) if small else 0

    def worst_of_persons(self, per_class: FloatArray) -> FloatArray | None:
        """The largest of each person's numbers over their classes, at least 0; None where rows are counted."""
        return None if self.who is None else largest_of_each(per_class[self.of_row], self.who)

    @cached_property
    def example(self) -> NDArray[np.intp]:
        """A row of the table for each class; all its rows show the same quasi-identifiers."""
        row = np.empty(len(self), np.intp)
        row[self.of_row[::-1]] = self.kept[::-1]
        return row

    def keys(self, table: Table, chosen: NDArray[Any]) -> dict[str, list[Any]]:
        """What the chosen classes look like: per quasi-identifier a number or text, None if missing.

        Suppressed records counted as a class show nothing but `*`.
        """
        rows = self.example[chosen]
        return {name: _values(table[name], rows, table.suppressed[rows]) for name in self.quasi_identifiers}


def equivalence_classes(
    table: Table, quasi_identifiers: Sequence[str], policies: Policies | None = None
) -> EquivalenceClasses:
    """Group the rows that share all quasi-identifiers.

    An empty set of quasi-identifiers gives one class with every row. Where missing matches anything,
    classes are still the rows written alike, and `members` counts every row that could be theirs.

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
    codes = [c.codes if whole else c.codes[kept] for c in columns]
    of_row, n_classes = grouped(codes, [c.n_codes for c in columns], len(kept))
    classes = EquivalenceClasses(
        tuple(quasi_identifiers),
        kept,
        of_row,
        np.bincount(of_row, minlength=n_classes),
        table.n_rows,
        int(np.count_nonzero(table.suppressed)),
        int(np.count_nonzero(left_out)),
        missing=policies.missing,
        perturbed=table.perturbed,
    )
    if policies.missing is Missing.WILDCARD:
        members = lookalikes(table, classes.example, quasi_identifiers, classes.size)
        classes = replace(classes, members=members)
    return _with_suppressed_class(table, classes) if policies.suppressed is Suppressed.CLASS else classes


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
    members = None if classes.members is None else np.append(classes.members, classes.n_suppressed)
    return replace(classes, kept=kept, of_row=everyone[kept], size=size, members=members)


def largest_of_each(number: FloatArray, owner: NDArray[Any]) -> FloatArray:
    """Largest number of each owner, who are numbered from 0 without gaps; numbers are at least 0."""
    largest = np.zeros(int(owner.max(initial=-1)) + 1)
    np.maximum.at(largest, owner, number)
    return largest


def _values(column: Column, rows: NDArray[np.intp], hidden: NDArray[np.bool_]) -> list[Any]:
    values = [*column.categories.tolist(), None]
    return ["*" if gone else values[code] for code, gone in zip(column.codes[rows], hidden, strict=True)]
