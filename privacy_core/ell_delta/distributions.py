"""How likely each pair of group and sensitive value is: what the mechanism is planned with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from privacy_core.classes import equivalence_classes
from privacy_core.counting import contingency
from privacy_core.ell_delta.participating import taking_part
from privacy_core.ell_delta.ranges import FEASIBLE, check, countable
from privacy_core.errors import ParameterError, TableError
from privacy_core.frequencies import rows_have
from privacy_core.policies import Policies
from privacy_core.tables import FloatArray, IntArray, Table, frozen

MOST_CELLS = 1_000_000
"""Most cells of classes that are made of numbers alone."""


@dataclass(frozen=True, eq=False)
class Distribution:
    """Chance that a record falls into each group and shows each sensitive value.

    Groups are the values of the quasi-identifiers in their order, or the classes made of them. Only
    pairs that can occur have a cell; cells are sorted by group, then by value.

    Parameters
    ----------
    start : int64 (n_groups + 1,), first cell of each group; every group has a cell
    value : int64 (n_cells,), sensitive value of each cell
    mass : float64 (n_cells,), above 0, together at most 1; what is missing to 1 falls into no group
    n_values : number of sensitive values

    Raises
    ------
    ParameterError
        A group without a chance, a chance of zero or below, chances that add up to more than 1, or cells that do not
        fit the groups and values.
    """

    start: IntArray
    value: IntArray
    mass: FloatArray
    n_values: int

    def __post_init__(self) -> None:
        if not len(self) or (np.diff(self.start) < 1).any():
            raise ParameterError("Every group needs at least one sensitive value that can occur in it.")
        if not (self.mass > 0).all() or not self.mass.sum() <= 1 + FEASIBLE:
            raise ParameterError(f"Chances must be positive and add up to at most 1, not {self.mass.sum():g}.")
        fits = self.start[0] == 0 and self.start[-1] == len(self.mass) == len(self.value)
        if not fits or self.value.min() < 0 or self.value.max() >= self.n_values:
            raise ParameterError("The cells of a distribution do not fit its groups and sensitive values.")
        for array in (self.start, self.value, self.mass):
            frozen(array)

    def __len__(self) -> int:
        return len(self.start) - 1

    @cached_property
    def group(self) -> IntArray:
        """Group of each cell."""
        return np.repeat(np.arange(len(self)), np.diff(self.start))

    @cached_property
    def group_mass(self) -> FloatArray:
        """Chance of each group."""
        return np.asarray(np.add.reduceat(self.mass, self.start[:-1]))

    @cached_property
    def marginal(self) -> FloatArray:
        """Chance of each sensitive value, (n_values,)."""
        return np.bincount(self.value, self.mass, self.n_values).astype(np.float64)

    @property
    def rest(self) -> float:
        """Chance of falling into no group."""
        return max(0.0, 1 - float(self.mass.sum()))

    def merged(self, of_group: NDArray[np.int64]) -> Distribution:
        """Put groups together into classes.

        Parameters
        ----------
        of_group : int64 (n_groups,), class of each group, numbered from 0 without gaps

        Raises
        ------
        ParameterError
            Not such numbers.

        Examples
        --------
        >>> four = given([[1 / 4, 0], [1 / 4, 0], [0, 1 / 4], [0, 1 / 4]])
        >>> four.merged(np.array([0, 1, 0, 1])).mass.tolist()
        [0.25, 0.25, 0.25, 0.25]
        """
        if of_group.shape != (len(self),) or of_group.dtype.kind not in "iu" or of_group.min() < 0:
            raise ParameterError(f"Classes must number the {len(self):,} groups from 0 on without gaps.")
        key = of_group[self.group] * self.n_values + self.value
        cells, place = np.unique(key, return_inverse=True)
        start = np.searchsorted(cells, np.arange(int(of_group.max()) + 2) * self.n_values)
        return Distribution(
            start, cells % self.n_values, np.bincount(place, self.mass).astype(np.float64), self.n_values
        )


def given(mass: ArrayLike) -> Distribution:
    """Make a distribution from a full table of chances.

    Parameters
    ----------
    mass : float (n_groups, n_values), each at least 0, together at most 1

    Raises
    ------
    ParameterError
        Not such a table.

    Examples
    --------
    >>> given([[0.2, 0.3], [0.5, 0.0]]).marginal.tolist()
    [0.7, 0.3]
    """
    try:
        full = np.asarray(mass, np.float64)
    except (TypeError, ValueError):
        full = np.zeros(0)
    if full.ndim != 2 or not np.isfinite(full).all() or (full < 0).any():
        raise ParameterError("Chances must be a table, one row per group and one column per value, each at least 0.")
    group, value = np.nonzero(full)
    start = np.searchsorted(group, np.arange(len(full) + 1))
    return Distribution(start, value, full[group, value], full.shape[1])


def even(classes: int, ell: int, p: float) -> Distribution:
    """Return the leanest case: every class shows ell values of chance p; the rest falls into no class.

    Parameters
    ----------
    classes, ell : number of classes, and of values each shows; at least 1
    p : chance of every cell, above 0

    Raises
    ------
    ParameterError
        A number is out of its range, the chances add up to more than 1, or there are more than 1,000,000 cells.

    Examples
    --------
    >>> len(even(4, 3, 1 / 12)), round(even(4, 3, 1 / 20).rest, 3)
    (4, 0.4)
    """
    check(ell, p, classes)
    cells = classes * ell
    if cells > MOST_CELLS:
        raise ParameterError(f"{classes:,} classes of {ell:,} values are more than {MOST_CELLS:,} cells.")
    if cells * p > 1 + FEASIBLE:
        raise ParameterError(
            f"{classes:,} classes of {ell:,} values with a chance of at least {p:g} each need {cells * p:g} in all, "
            f"more than 1: p may be at most {1 / cells:g}."
        )
    mass = np.full(cells, min(p, 1 / cells))
    return Distribution(np.arange(classes + 1) * ell, np.tile(np.arange(ell), classes), mass, ell)


def uneven(classes: int, n_values: int) -> Distribution:
    """Return classes of equal chance whose values are not: the s-th is 1/s times as frequent as the first.

    Parameters
    ----------
    classes, n_values : number of classes, and of values each shows; at least 1

    Raises
    ------
    ParameterError
        A number is out of its range, or there are more than 1,000,000 cells.

    Examples
    --------
    >>> uneven(2, 2).mass.round(4).tolist()
    [0.3333, 0.1667, 0.3333, 0.1667]
    """
    countable(classes=classes, n_values=n_values)
    if classes * n_values > MOST_CELLS:
        raise ParameterError(f"{classes:,} classes of {n_values:,} values are more than {MOST_CELLS:,} cells.")
    shares = 1 / np.arange(1, n_values + 1)
    return given(np.outer(np.full(classes, 1 / classes), shares / shares.sum()))


def empirical(
    table: Table, quasi_identifiers: Sequence[str], sensitive: str, policies: Policies | None = None
) -> Distribution:
    """Take the shares of a table for chances; groups in the lexicographic order of the columns given.

    Parameters
    ----------
    table : Table; suppressed records take no part
    quasi_identifiers : at least one column; numbers ascend, text goes by code point, an ordered column as declared
    sensitive : column to keep secret
    policies : as in `taking_part`; a missing sensitive value is a value of its own unless asked otherwise

    Raises
    ------
    TableError
        Rows miss a quasi-identifier: a missing value has no place in an order.
    UnknownColumn, RoleError
        A column is not there or has two roles.
    ParameterError
        No quasi-identifier, no row takes part, or a policy that has no meaning here.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> people = from_frame(pd.DataFrame({"age": [30, 20, 30, 20], "ill": ["y", "n", "n", "n"]}))
    >>> empirical(people, ["age"], "ill").mass.tolist()         # (20, n), (30, n), (30, y)
    [0.5, 0.25, 0.25]
    """
    held = taking_part(table, quasi_identifiers, sensitive, policies).table
    refuse_missing(held, quasi_identifiers)
    classes = equivalence_classes(held, quasi_identifiers)
    counted = contingency(held, classes, sensitive)
    return Distribution(counted.start, counted.value, counted.count / counted.count.sum(), counted.n_values)


def refuse_missing(table: Table, names: Sequence[str]) -> None:
    """Refuse rows that take part without one of these columns.

    Raises
    ------
    TableError
        Names the column and the number of rows.
    """
    for name in names:
        column = table[name]
        lacking = int(np.count_nonzero((column.codes == column.missing) & ~table.suppressed)) if column.missing else 0
        if lacking:
            raise TableError(
                f"Column {name!r}: {rows_have(lacking)} no value, and a missing value has no place in an order: fill "
                "it in or leave the rows out."
            )
