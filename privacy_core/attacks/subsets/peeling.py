"""Rows still worth telling apart where crowds are no classes of rows: where missing matches anything, and histories."""

from __future__ import annotations

from dataclasses import dataclass, replace

from privacy_core.attacks.subsets.asking import Set
from privacy_core.attacks.subsets.crowds import Crowd, seen
from privacy_core.classes import EquivalenceClasses
from privacy_core.tables import Table

HARDLY_FEWER = 0.9
"""Share of rows that stay, from which leaving the others out is not worth a copy."""


@dataclass(frozen=True, eq=False, slots=True)
class Peeled:
    """Rows that somebody else looks like, in what is known; each set is counted among these alone.

    Where a missing value matches anything, looking alike is no equivalence: a row with a gap may look like two that
    do not look alike, so no set of columns parts the rows into classes, and no class can be split by one more column.
    But looking alike is mutual, and one more column only ever ends it. Nobody looks like who is alone, with any
    further column either, so who is alone hides nobody and is left out from there on. The same holds of the
    histories of persons, of which one more column makes finer ones.

    Parameters
    ----------
    people : the rows that are left; where none is, those of before
    left : rows that are left
    names : all columns, those that are known among them
    known : places of the columns that are known
    alone, small : rows (or persons) left out because they are alone, and those of them in crowds smaller than k
    """

    people: Crowd
    left: int
    names: Set
    known: tuple[int, ...] = ()
    alone: int = 0
    small: int = 0

    def __len__(self) -> int:
        return self.left

    def counted(self, column: int, k: int) -> tuple[int, int]:
        """Rows alone, and rows in crowds smaller than k, once one more column is known."""
        return self._both(self._seen(column), k)

    def split(self, column: int, k: int) -> tuple[int, int, Peeled]:
        """Both counts once one more column is known, and the rows left for the columns behind it."""
        classes = self._seen(column)
        alone, below = self._both(classes, k)
        hidden = classes.kept[classes.crowd[classes.of_row] > 1]
        later = replace(self, known=(*self.known, column))
        if len(hidden) > HARDLY_FEWER * len(self):
            return alone, below, later
        small, people = self.small + (_below(classes, 2) if k > 1 else 0), self.people
        if len(hidden):
            people = replace(people, table=people.table.only(hidden), place=people.place[hidden])
        return alone, below, replace(later, people=people, left=len(hidden), alone=alone, small=small)

    def from_column(self, column: int) -> Peeled:
        """The same rows for sets of this column and later ones."""
        return self

    def _seen(self, column: int) -> EquivalenceClasses:
        return seen(self.people, [self.names[place] for place in (*self.known, column)])

    def _both(self, classes: EquivalenceClasses, k: int) -> tuple[int, int]:
        return self.alone + _below(classes, 2), self.small + _below(classes, k)


def _below(classes: EquivalenceClasses, k: int) -> int:
    """As `classes.below`, which sorts crowds to answer for any number of k."""
    return int(classes.size[classes.crowd < k].sum()) if classes.persons is None else classes.below(k)


def unpeeled(people: Crowd, names: Set) -> Peeled:
    """Every row that takes part, with the columns that are needed."""
    needed = dict.fromkeys([*names, *([] if people.person is None else [people.person])])
    table = people.table
    held = Table({name: table[name] for name in needed}, table.n_rows, table.suppressed.copy())
    return Peeled(replace(people, table=held), table.n_rows, names)
