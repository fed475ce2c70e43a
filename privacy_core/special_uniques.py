"""How few columns single a row out: the smallest sets that leave it alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from privacy_core.classes import EquivalenceClasses, equivalence_classes
from privacy_core.crowds import with_the_same_rows
from privacy_core.policies import Policies
from privacy_core.progress import Progress, report, unwatched
from privacy_core.tables import Table
from privacy_core.units import in_unit

MOST_SETS = 1000
"""Sets of columns looked at; larger sets wait where there are more."""


@dataclass(frozen=True, slots=True)
class SpecialUniques:
    """Rows that stand alone, by the smallest sets of columns that leave them alone.

    Parameters
    ----------
    rows : rows that stand alone once every column is known
    searched : largest number of columns in a set that was looked at
    by_number : for 1, 2, … columns, the rows that so many leave alone and fewer do not
    sets : (columns, rows) of every set that is the smallest for some row, the fewest columns and then the
        most rows first; a row with several smallest sets counts in each
    persons : distinct persons whose rows stand alone, or None where rows are counted
    """

    rows: int
    searched: int
    by_number: tuple[int, ...]
    sets: tuple[tuple[tuple[str, ...], int], ...]
    persons: int | None = None

    @property
    def left(self) -> int:
        """Rows alone that no set looked at leaves alone."""
        return self.rows - sum(self.by_number)


def special_uniques(
    table: Table,
    columns: Sequence[str],
    policies: Policies | None = None,
    progress: Progress = unwatched,
    person: str | None = None,
    most: int = 3,
) -> SpecialUniques:
    """Look for the smallest sets of columns that leave a row alone.

    Parameters
    ----------
    table : Table
    columns : what an attacker may know
    policies : how missing values and persons are counted
    person : column with the person's id, where persons are counted
    most : largest set that is looked at; smaller where there would be more than 1,000 sets

    Raises
    ------
    Stopped
        `progress` returned False.

    Notes
    -----
    Formula: a set is minimal for a row when the row is alone in the set's columns and in those of no smaller set.

    Edge cases: a row with several smallest sets counts in each of them, and once in the totals;
    a larger set that is minimal for the row as well is not listed.

    Does not say: that an attacker knows these columns rather than others.

    Source: minimal sample uniques, Elliot, Manning and Ford, A computational algorithm for handling the special
    uniques problem (2002); no score is made of them here.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> people = from_frame(pd.DataFrame({"age": [103, 30, 30, 41, 41], "sex": ["f", "f", "m", "f", "f"]}))
    >>> found = special_uniques(people, ["age", "sex"])
    >>> found.by_number, found.sets       # 103 alone by age, the man by sex, the woman of 30 by both
    ((2, 1), ((('age',), 1), (('sex',), 1), (('age', 'sex'), 1)))
    """
    table, policies = with_the_same_rows(table, columns, policies or Policies())

    def seen(some: tuple[str, ...]) -> EquivalenceClasses:
        return in_unit(table, equivalence_classes(table, some, policies), policies.unit, person)

    everything = seen(tuple(columns))
    left = _alone(table, everything)
    rows, largest = int(left.sum()), _largest(len(columns), most)
    total, looked = sum(comb(len(columns), n) for n in range(1, largest + 1)), 0
    by_number, sets = [], []
    for n in range(1, largest + 1):
        now = np.zeros(table.n_rows, bool)
        for some in combinations(sorted(columns), n):
            report(progress, looked / total, f"set {looked + 1:,} of {total:,}")
            looked += 1
            found = _alone(table, seen(some)) & left
            now |= found
            sets.append((some, int(found.sum())))
        by_number.append(int(now.sum()))
        left &= ~now
    persons = None if everything.persons is None else everything.below(2)
    return SpecialUniques(rows, largest, tuple(by_number), tuple(_ordered(sets)), persons)


def _alone(table: Table, seen: EquivalenceClasses) -> NDArray[np.bool_]:
    """Rows of the table whose crowd is one."""
    found = np.zeros(table.n_rows, bool)
    found[seen.kept] = seen.crowd[seen.of_row] == 1
    return found


def _largest(n: int, most: int) -> int:
    """Columns in the largest sets that are looked at; always at least one where there is a column."""
    sizes = range(1, min(n, most) + 1)
    return max((m for m in sizes if m == 1 or sum(comb(n, i) for i in range(1, m + 1)) <= MOST_SETS), default=0)


def _ordered(sets: Sequence[tuple[tuple[str, ...], int]]) -> Iterator[tuple[tuple[str, ...], int]]:
    yield from sorted((one for one in sets if one[1]), key=lambda one: (len(one[0]), -one[1], one[0]))
