"""How likely an attacker is to pick the right row, and which column leaves people alone.

Prosecutor risk: the person is known to be in the table. Marketer: the average over everyone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from privacy_core.classes import EquivalenceClasses, equivalence_classes
from privacy_core.policies import TOLERANCE, Missing, Policies
from privacy_core.progress import Progress, report, unwatched
from privacy_core.tables import FloatArray, IntArray, Table


def prosecutor_risk(classes: EquivalenceClasses) -> FloatArray:
    """Chance that an attacker who knows a person is in the table picks their row.

    The attacker knows the person's quasi-identifiers exactly and guesses uniformly within the
    matching class, so the chance is one over the class size.

    Parameters
    ----------
    classes : EquivalenceClasses
        Classes of the published table; suppressed records excluded.

    Returns
    -------
    risk : float64 (n_classes,), each in (0, 1]
        A probability, the same for every row of a class.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> ages = from_frame(pd.DataFrame({"age": [30, 30, 30, 41]}))
    >>> prosecutor_risk(equivalence_classes(ages, ["age"])).round(3).tolist()     # the 41-year-old is certain
    [0.333, 1.0]
    """
    return 1 / classes.size


@dataclass(frozen=True, slots=True)
class Risk:
    """Risks read off the class sizes; None where no row is left to judge.

    Parameters
    ----------
    highest : largest prosecutor risk
    average : mean prosecutor risk over rows = classes / rows
    marketer : expected share of rows an attacker links right when linking everyone; equal to the average
    unique_rows : rows that stand alone
    median_crowd : half of the rows are in a class of at least this size
    threshold : largest risk the user accepts, or None
    rows_above : rows whose risk is above it, or None
    """

    highest: float | None
    average: float | None
    marketer: float | None
    unique_rows: int
    median_crowd: int | None
    threshold: float | None = None
    rows_above: int | None = None


def basic_risk(classes: EquivalenceClasses, threshold: float | None = None) -> Risk:
    """Prosecutor and marketer risk from class sizes alone."""
    size, n = classes.size, int(classes.size.sum())
    above = None if threshold is None else int(size[1 / size > threshold + TOLERANCE].sum())
    if not n:
        return Risk(None, None, None, 0, None, threshold, above)
    average = len(size) / n
    return Risk(float(1 / size.min()), average, average, int((size == 1).sum()), median_crowd(size), threshold, above)


def median_crowd(size: IntArray) -> int:
    """Size of the class that the middle row is in, rows ordered by class size."""
    ordered = np.sort(size)
    return int(ordered[np.searchsorted(np.cumsum(ordered), ordered.sum() / 2)])


@dataclass(frozen=True, slots=True)
class Crowd:
    """The crowds people hide in, seen from a line k.

    Parameters
    ----------
    people, classes : rows that take part, and crowds
    k : the line
    alone, below : rows in crowds of one; rows in crowds smaller than k
    classes_below : crowds smaller than k
    smallest, median, largest : crowd sizes; the median is over rows
    average_risk, highest_risk : prosecutor risk over rows
    columns : crowd size at up to 100 equally spaced rows, smallest first; with at most 100 rows
        each column is one row
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
        """Rows that stand alone, that share a crowd smaller than k, that have a crowd of k or more.

        At k = 1 everyone is in the last stretch: nobody is below the line.
        """
        alone = self.alone if self.k > 1 else 0
        return alone, self.below - alone, self.people - self.below


COLUMNS = 100


def crowd(classes: EquivalenceClasses, k: int) -> Crowd | None:
    """Describe the crowds with respect to a line k; None when no row is left.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> people = from_frame(pd.DataFrame({"age": [30, 30, 30, 41]}))
    >>> seen = crowd(equivalence_classes(people, ["age"]), k=2)
    >>> seen.alone, seen.below, seen.columns
    (1, 1, (1, 3, 3, 3))
    """
    size = np.sort(classes.size)
    if not len(size):
        return None
    people, small = int(size.sum()), int(np.searchsorted(size, k))
    return Crowd(
        people,
        len(size),
        k,
        int(np.searchsorted(size, 2)),
        int(size[:small].sum()),
        small,
        int(size[0]),
        median_crowd(size),
        int(size[-1]),
        len(size) / people,
        1 / int(size[0]),
        tuple(_profile(size).tolist()),
    )


def _profile(size: IntArray) -> IntArray:
    up_to = np.cumsum(size)
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
    rows : rows that take part
    """

    columns: tuple[str, ...]
    alone: tuple[int, ...]
    alone_without: tuple[int, ...]
    rows: int


def staircase(
    table: Table, columns: Sequence[str], policies: Policies | None = None, progress: Progress = unwatched
) -> Staircase:
    """Count the rows that stand alone after each column, and without each column.

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
    table = _with_the_same_rows(table, known, policies or Policies())
    alone, without, rows = [], [], table.n_rows
    for i in range(len(known)):
        report(progress, 2 * i / total, f"column {i + 1} of {len(known)}")
        step = equivalence_classes(table, known[: i + 1], policies)
        alone.append(int((step.size == 1).sum()))
        report(progress, (2 * i + 1) / total, f"column {i + 1} of {len(known)}")
        rest = equivalence_classes(table, known[:i] + known[i + 1 :], policies)
        without.append(int((rest.size == 1).sum()))
        rows = int(step.size.sum())
    return Staircase(known, tuple(alone), tuple(without), rows)


def _with_the_same_rows(table: Table, columns: Sequence[str], policies: Policies) -> Table:
    """Leave out once, for every step, the rows that the whole set of columns leaves out."""
    if policies.missing is not Missing.DROP:
        return table
    gone = np.ones(table.n_rows, bool)
    gone[equivalence_classes(table, columns, policies).kept] = False
    return table.with_suppressed(gone)
