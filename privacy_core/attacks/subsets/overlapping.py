"""Several lists of columns, each judged alone, and the union that an attacker knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from privacy_core.classes import EquivalenceClasses, equivalence_classes
from privacy_core.crowds import with_the_same_rows
from privacy_core.errors import ParameterError
from privacy_core.policies import Policies
from privacy_core.progress import Progress, report, unwatched
from privacy_core.tables import Table

UNION = "all together"


@dataclass(frozen=True, slots=True)
class JudgedSet:
    """The crowds of people of whom one list of columns is known.

    Parameters
    ----------
    name : of the list
    columns : on it
    smallest : rows in the smallest crowd; 0 where no row takes part
    unique : rows that stand alone
    below : rows in crowds smaller than k, those alone included where k is above 1
    """

    name: str
    columns: tuple[str, ...]
    smallest: int
    unique: int
    below: int


@dataclass(frozen=True)
class Overlapping:
    """Lists judged apart, and their union.

    Parameters
    ----------
    k : the line
    rows : that take part
    sets : the lists, in the order given
    union : all their columns together
    policies : how missing values were counted
    suppressed : suppressed rows of the table, whether they take part or not
    left_out : rows that take no part because a value is missing
    """

    k: int
    rows: int
    sets: tuple[JudgedSet, ...]
    union: JudgedSet
    policies: Policies
    suppressed: int = 0
    left_out: int = 0

    @property
    def clean(self) -> int:
        """Lists on which nobody is below k."""
        return sum(not one.below for one in self.sets)

    @property
    def sentence(self) -> str:
        """What judging apart hides."""
        apart = f"On {self.clean} of {len(self.sets)} lists of columns, each judged alone, no crowd is below {self.k}"
        union = f"known together, they leave {self.union.unique:,} of {self.rows:,} rows alone"
        return f"{apart}; {union} and {self.union.below:,} in crowds below {self.k}."


def overlapping(
    table: Table,
    sets: Mapping[str, Sequence[str]],
    k: int = 5,
    policies: Policies | None = None,
    progress: Progress = unwatched,
) -> Overlapping:
    """Judge every list of columns alone, and then what is known to somebody who has them all.

    Parameters
    ----------
    table : one row per person
    sets : columns by the name of their list; lists may share columns
    k : smallest crowd that will do, at least 1
    policies : whether a missing value is one of its own or matches anything

    Raises
    ------
    ParameterError
        No list, a list without a column, or k below 1.
    UnknownColumn
        A column of a list is not in the table.

    Notes
    -----
    Formula: the effective anonymity of a row for a list Q is the number of rows that agree with it on Q.

    Edge cases: rows that the union leaves out because a value is missing are left out of every list.

    Does not say: that one person knows the columns of several lists; it asks what follows if so.

    Source: effective anonymity and the seventeen lists of EdX, Cohen, Attacks on deidentification's defenses, USENIX
    Security 2022. The 476,532 students there had crowds of five on each list, and 33,925 stood alone on the union.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> people = from_frame(pd.DataFrame({"age": [30, 30, 41, 41], "sex": ["f", "m", "f", "m"]}))
    >>> overlapping(people, {"clinic": ["age"], "shop": ["sex"]}, k=2).sentence
    'On 2 of 2 lists of columns, each judged alone, no crowd is below 2; known together, they leave 4 of 4 rows alone \
and 4 in crowds below 2.'
    """
    everything = _union(sets)
    if k < 1:
        raise ParameterError(f"k is at least 1; {k} was given.")
    suppressed, n_rows = int(np.count_nonzero(table.suppressed)), table.n_rows
    table, policies = with_the_same_rows(table, everything, policies or Policies())
    judged = []
    for at, (name, columns) in enumerate([*sets.items(), (UNION, everything)]):
        report(progress, at / (len(sets) + 1), f"list {at + 1} of {len(sets) + 1}")
        classes = equivalence_classes(table, tuple(columns), policies)
        judged.append(_judged(name, tuple(columns), classes, k))
    gone = n_rows - suppressed - int(np.count_nonzero(~table.suppressed))
    return Overlapping(k, classes.people, tuple(judged[:-1]), judged[-1], policies, suppressed, gone)


def _union(sets: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    empty = sum(not columns for columns in sets.values())
    if empty or not sets:
        raise ParameterError(
            f"{empty} of {len(sets)} lists {'has' if empty == 1 else 'have'} no column."
            if empty
            else "No list of columns is given."
        )
    return tuple(dict.fromkeys(name for columns in sets.values() for name in columns))


def _judged(name: str, columns: tuple[str, ...], classes: EquivalenceClasses, k: int) -> JudgedSet:
    smallest = int(classes.crowd.min()) if len(classes) else 0
    return JudgedSet(name, columns, smallest, classes.below(2), classes.below(k))
