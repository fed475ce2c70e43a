"""How many people outside the table look the same: from a population table, a fraction, or weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from privacy_core.attackers import Attacker, Reidentification
from privacy_core.classes import EquivalenceClasses
from privacy_core.domains import same_domain
from privacy_core.errors import ParameterError, TableError, UnknownColumn
from privacy_core.frequencies import rows_have
from privacy_core.numbering import grouped, without_value
from privacy_core.policies import Missing, Unit
from privacy_core.tables import Column, FloatArray, IntArray, Table
from privacy_core.wildcard import lookalikes


@dataclass(frozen=True, eq=False)
class Population:
    """Where the journalist's crowd comes from: a table of everyone, or the share of people sampled.

    Parameters
    ----------
    table : rows of the whole population with the same quasi-identifiers, one row per person
    fraction : share of the population that is in the judged table, above 0 to 1

    Raises
    ------
    ParameterError
        The fraction is out of its range, or both are given.
    """

    table: Table | None = None
    fraction: float | None = None

    def __post_init__(self) -> None:
        if self.fraction is not None:
            proper_fraction(self.fraction)
        if self.fraction is not None and self.table is not None:
            raise ParameterError("A population table and a sampling fraction exclude each other: give one of them.")


def proper_fraction(fraction: float) -> None:
    """Refuse a sampling fraction outside (0, 1], or one so small that the population is no number.

    Raises
    ------
    ParameterError
        Says the range and what was given.
    """
    if not 0 < fraction <= 1 or 2.0**62 / fraction == np.inf:
        raise ParameterError(f"The sampling fraction must lie above 0 and at most 1, got {fraction:g}.")


def weights(table: Table, name: str, rows: NDArray[np.intp] | None = None) -> FloatArray:
    """Return how many people each row stands for.

    Parameters
    ----------
    table : Table
    name : column with the weights
    rows : rows that take part (default: those that are not suppressed); only their weights are looked at

    Returns
    -------
    weight : float64 (n_rows,), above 0 where a row takes part; nan where another has none

    Raises
    ------
    TableError
        The column is not numeric, or rows have a weight that is missing, infinite, zero or negative.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> weights(from_frame(pd.DataFrame({"w": [18.0, 0.0]})), "w")
    Traceback (most recent call last):
    ...
    privacy_core.errors.TableError: Column 'w': 1 row has a weight of zero or below; a row stands for people.
    """
    column, rows = table[name], np.flatnonzero(~table.suppressed) if rows is None else rows
    if lacking := without_value(table, name, rows):
        raise TableError(f"Column {name!r}: {rows_have(lacking)} no weight.")
    if column.categories.dtype.kind not in "iuf":
        raise TableError(f"Column {name!r}: the weights of {table.n_rows:,} rows are not numbers.")
    number = np.append(column.categories.astype(float), np.nan)[column.codes]
    endless, low = (int(np.count_nonzero(bad[rows])) for bad in (np.isinf(number), number <= 0))
    if endless:
        raise TableError(f"Column {name!r}: {rows_have(endless)} an infinite weight.")
    if low:
        raise TableError(f"Column {name!r}: {rows_have(low)} a weight of zero or below; a row stands for people.")
    return number


def weighted_crowd(table: Table, classes: EquivalenceClasses, weight: FloatArray) -> FloatArray:
    """Estimate how many people of the population look like each class: the sum of its rows' weights.

    Where k counts persons, the mean weight of the class times its persons. Where missing matches
    anything, the weights of all rows that match; suppressed records counted as a class match only each other.

    Returns
    -------
    crowd : float64 (n_classes,), above 0; may be below the class's own crowd when weights are below 1
    """
    summed = np.bincount(classes.of_row, weight[classes.kept], len(classes)).astype(float)
    if classes.missing is Missing.WILDCARD:
        shown = ~table.suppressed[classes.example]
        summed[shown] = lookalikes(table, classes.example[shown], classes.quasi_identifiers, summed[shown])
        return summed
    return summed if classes.members is None else summed / classes.size * classes.crowd


def counted_crowd(table: Table, classes: EquivalenceClasses, everyone: Table) -> IntArray:
    """Count the rows of a population table that look like each class.

    Returns
    -------
    crowd : int64 (n_classes,), 0 where the population shows no such row, and for suppressed records counted as a
        class, which show nothing

    Raises
    ------
    TableError
        The population lacks a quasi-identifier (all that are lacking are named), or holds it on another scale.
    """
    names = classes.quasi_identifiers
    lacking = [name for name in names if name not in everyone.names]
    if lacking:
        others = ", ".join(map(repr, lacking))
        raise TableError(
            f"The population file lacks {len(lacking)} of the {len(names)} quasi-identifiers: {others}. "
            f"{UnknownColumn(lacking[0], everyone.names)}"
        )
    hidden = table.suppressed[classes.example]
    pairs = [same_domain(table[name], everyone[name]) for name in names]
    if classes.missing is Missing.WILDCARD:
        return np.where(hidden, 0, _matching_rows(pairs, classes))
    mine, theirs = zip(*pairs, strict=True) if pairs else ((), ())
    number, n = grouped(
        [np.concatenate([a.codes[classes.example], b.codes]) for a, b in pairs],
        [max(a.n_codes, b.n_codes) for a, b in zip(mine, theirs, strict=True)],
        len(classes) + everyone.n_rows,
    )
    return np.where(hidden, 0, np.bincount(number[len(classes) :], minlength=n)[number[: len(classes)]])


def _matching_rows(pairs: Sequence[tuple[Column, Column]], classes: EquivalenceClasses) -> IntArray:
    """Population rows that match each class when missing matches anything."""
    n = len(classes)
    joint = {a.name: _joined(a, b, classes) for a, b in pairs}
    together = Table(joint, n + len(pairs[0][1].codes), np.zeros(n + len(pairs[0][1].codes), bool))
    codes = [c.codes for c in joint.values()]
    number, n_distinct = grouped(codes, [c.n_codes for c in joint.values()], together.n_rows)
    example = np.zeros(n_distinct, np.intp)
    example[number] = np.arange(together.n_rows)
    amount = np.bincount(number[n:], minlength=n_distinct)
    return np.asarray(lookalikes(together, example, list(joint), amount)[number[:n]])


def _joined(judged: Column, everyone: Column, classes: EquivalenceClasses) -> Column:
    codes = np.concatenate([judged.codes[classes.example], everyone.codes])
    return Column(judged.name, codes, judged.categories, judged.scale, judged.has_missing or everyone.has_missing)


def journalist(
    table: Table, classes: EquivalenceClasses, population: Population, weight: str | None = None, unit: Unit = Unit.ROWS
) -> Reidentification | None:
    """Chance that an attacker who knows a person's quasi-identifiers, but not whether they are in the table, is right.

    The attacker finds a row and looks for its person in the population: one over the population's
    crowd F. F comes from a population table, from the class size divided by the sampling fraction,
    or from the summed weights, in this order; never below the crowd in the table itself. Without
    any of the three nothing is known about the population and there is no number.

    Returns
    -------
    risk : Reidentification, per class, each in (0, 1]; None when nothing is known about the population

    Raises
    ------
    TableError
        The population table lacks a quasi-identifier, or a weight cannot be used.

    Notes
    -----
    Formula: 1 / F per class, F the people of the population with the same quasi-identifiers.

    Edge cases: F is never taken to be below the crowd in the table itself; for how many rows the source
    said less is told. Where missing matches anything, so it does in the population.

    Does not say: anything about an attacker who knows that a person is in the table (prosecutor risk).

    Source: El Emam and Dankar, Protecting privacy using k-anonymity, JAMIA 15(5), 2008 (k-map).

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import equivalence_classes, from_frame
    >>> few = from_frame(pd.DataFrame({"age": [30, 30, 41]}))
    >>> all_of_them = from_frame(pd.DataFrame({"age": [30] * 8 + [41]}))
    >>> found = journalist(few, equivalence_classes(few, ["age"]), Population(all_of_them))
    >>> found.risk.tolist(), found.highest      # the 41-year-old is the only one anywhere
    ([0.125, 1.0], 1.0)
    """
    if population.table is not None:
        said, source = counted_crowd(table, classes, population.table).astype(float), "counted in a population table"
    elif population.fraction is not None:
        said, source = classes.crowd / population.fraction, f"a sampling fraction of {population.fraction:g}"
    elif weight is not None:
        said, source = (
            weighted_crowd(table, classes, weights(table, weight, classes.kept)),
            f"the weights in {weight!r}",
        )
    else:
        return None
    crowd = np.maximum(said, classes.crowd)
    short = int(classes.size[said < classes.crowd - 1e-9].sum())
    knowledge = (
        "The attacker knows a person's quasi-identifiers and that they belong to the population, not whether they are "
        f"in the table; the population's crowds come from {source}."
    )
    persons = classes.worst_of_persons(1 / crowd)
    return Reidentification(Attacker.JOURNALIST, knowledge, unit, 1 / crowd, classes.size, crowd, short, persons)


def apart(table: Table, everyone: Table, household: str) -> None:
    """Refuse household ids that occur in both files.

    Raises
    ------
    TableError
        An id must mean one household in one file; the column and the number of ids are named.
    """
    if household not in everyone.names:
        return
    known = set(everyone[household].labels[: len(everyone[household].categories)])
    twice = sum(label in known for label in table[household].labels[: len(table[household].categories)])
    if twice:
        raise TableError(
            f"Column {household!r}: {twice:,} household ids occur in both files, and one id must mean one household. "
            "Leave the column out of the population file; only its quasi-identifiers are read."
        )
