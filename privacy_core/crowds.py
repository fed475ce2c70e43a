"""The crowds people hide in, seen from a line k, and which column leaves people alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from privacy_core.classes import EquivalenceClasses, equivalence_classes
from privacy_core.policies import Missing, Policies, Suppressed
from privacy_core.progress import Progress, report, unwatched
from privacy_core.risk import median_crowd
from privacy_core.tables import IntArray, Table
from privacy_core.units import in_unit


@dataclass(frozen=True, slots=True)
class Crowd:
    """The crowds people hide in, seen from a line k.

    Parameters
    ----------
    people, classes : rows that take part, or persons where persons are counted, each by the smallest of their
        crowds; and crowds
    k : the line
    alone, below : people in crowds of one; in crowds smaller than k
    classes_below : crowds smaller than k
    smallest, median, largest : crowd sizes (rows, or what `EquivalenceClasses.crowd` counts); the median is over people
    average_risk, highest_risk : prosecutor risk over people
    columns : crowd size at up to 100 equally spaced people, smallest first; with at most 100 people
        each column is one of them
    """

    people: int
    classes: int
    k: int
    alone: int
    below: int
    classes_below: int
    smallest: int
    median: int
    largest: int
    average_risk: float
    highest_risk: float
    columns: tuple[int, ...]

    @property
    def stretches(self) -> tuple[int, int, int]:
        """People who stand alone, who share a crowd smaller than k, who have a crowd of k or more.

        At k = 1 everyone is in the last stretch: nobody is below the line.
        """
        alone = self.alone if self.k > 1 else 0
        return alone, self.below - alone, self.people - self.below


COLUMNS = 100


def crowd(classes: EquivalenceClasses, k: int) -> Crowd | None:
    """Describe the crowds with respect to a line k; None when no row is left.

    Notes
    -----
    Formula: a row's crowd is the number of rows, or persons, that share all its quasi-identifiers, a person's the
    smallest of their rows'; below the line are people with a crowd smaller than k; half have one of at least the
    median.

    Edge cases: at k = 1 nobody is below. With at most 100 people each column of the picture is one of them.

    Does not say: what the crowd shares besides: a crowd of 100 with one diagnosis hides nobody's diagnosis.

    Source: Samarati and Sweeney (1998) for k; the view by rows is ours.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> people = from_frame(pd.DataFrame({"age": [30, 30, 30, 41]}))
    >>> seen = crowd(equivalence_classes(people, ["age"]), k=2)
    >>> seen.alone, seen.below, seen.columns
    (1, 1, (1, 3, 3, 3))
    """
    if not len(classes.size):
        return None
    size, up_to = classes.ascending
    people = classes.people
    return Crowd(
        people,
        len(classes),
        k,
        classes.below(2),
        classes.below(k),
        int(np.count_nonzero(classes.crowd < k)),
        int(size[0]),
        median_crowd(classes),
        int(classes.crowd.max()),
        float((np.diff(up_to, prepend=0) / size).sum()) / people,
        1 / int(size[0]),
        tuple(_profile(size, up_to).tolist()),
    )


def _profile(size: IntArray, up_to: IntArray) -> IntArray:
    n = int(up_to[-1])
    people = np.arange(n) if n <= COLUMNS else ((np.arange(COLUMNS) + 0.5) * n / COLUMNS).astype(np.int64)
    return size[np.searchsorted(up_to, people, side="right")]


@dataclass(frozen=True, slots=True)
class Staircase:
    """How many rows stand alone as an attacker learns one column after the other.

    Parameters
    ----------
    columns : quasi-identifiers in the user's order
    alone : rows alone with the columns up to and including this one
    alone_without : rows alone when everything but this column is known
    rows : rows that take part, or persons where persons are counted
    """

    columns: tuple[str, ...]
    alone: tuple[int, ...]
    alone_without: tuple[int, ...]
    rows: int


def staircase(
    table: Table,
    columns: Sequence[str],
    policies: Policies | None = None,
    progress: Progress = unwatched,
    person: str | None = None,
) -> Staircase:
    """Count the rows, or with a person column the persons, that stand alone after each column and without each.

    Notes
    -----
    Formula: rows with a crowd of 1 when the columns up to this one are known, and when all but this one are.

    Edge cases: rows that the counting of missing values leaves out are left out on every step.

    Does not say: that the same column would count as much in another order; only *without it* is free of the order.

    Source: uniqueness as in Sweeney, Simple demographics often identify people uniquely (2000); the staircase
    is ours.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> people = from_frame(pd.DataFrame({"sex": ["f", "f", "m"], "age": [30, 41, 41]}))
    >>> steps = staircase(people, ["sex", "age"])
    >>> steps.alone, steps.alone_without
    ((1, 3), (1, 1))
    """
    known, total = tuple(columns), 2 * len(columns)
    table, policies = with_the_same_rows(table, known, policies or Policies())

    def seen(some: tuple[str, ...]) -> EquivalenceClasses:
        return in_unit(table, equivalence_classes(table, some, policies), policies.unit, person)

    alone, without, rows = [], [], table.n_rows
    for i in range(len(known)):
        report(progress, 2 * i / total, f"column {i + 1} of {len(known)}")
        step = seen(known[: i + 1])
        alone.append(step.below(2))
        report(progress, (2 * i + 1) / total, f"column {i + 1} of {len(known)}")
        without.append(seen(known[:i] + known[i + 1 :]).below(2))
        rows = step.people
    return Staircase(known, tuple(alone), tuple(without), rows)


def with_the_same_rows(table: Table, columns: Sequence[str], policies: Policies) -> tuple[Table, Policies]:
    """Leave out once, for every step, the rows that the whole set of columns leaves out; suppressed rows stay so."""
    if policies.missing is not Missing.DROP:
        return table, policies
    stays = table.suppressed.copy()
    stays[equivalence_classes(table, columns, policies).kept] = True
    if stays.any():
        return table.only(np.flatnonzero(stays)), policies
    return table.with_suppressed(~stays), replace(policies, suppressed=Suppressed.OUT)
