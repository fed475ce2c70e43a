"""Who is counted: the rows that take part, the same for every set of columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from privacy_core.attacks.subsets.asking import Set
from privacy_core.attacks.subsets.parts import Part, whole
from privacy_core.attacks.subsets.visits import Visits, every_visit
from privacy_core.classes import EquivalenceClasses, equivalence_classes
from privacy_core.errors import TableError
from privacy_core.numbering import grouped, identified
from privacy_core.policies import Missing, Policies, Suppressed, Unit
from privacy_core.tables import Table
from privacy_core.units import defined_units, in_unit


@dataclass(frozen=True, eq=False, slots=True)
class Crowd:
    """The rows that are counted, the same for every set of columns.

    Parameters
    ----------
    table : without the rows that are left out because a value is missing
    place : int (table.n_rows,), which row of the given table each is
    policies : how missing values, suppressed rows and persons are counted
    person : column with the person's id where persons are counted, else None
    """

    table: Table
    place: NDArray[np.intp]
    policies: Policies
    person: str | None

    @property
    def counted(self) -> NDArray[np.intp]:
        """Positions in `table` of the rows that take part."""
        if self.policies.suppressed is Suppressed.CLASS:
            return np.arange(self.table.n_rows)
        return np.flatnonzero(~self.table.suppressed)

    def overlaps(self, names: Sequence[str]) -> bool:
        """Whether rows that look alike in these columns are more than those written alike, or count in persons."""
        if self.person is not None:
            return True
        return self.policies.missing is Missing.WILDCARD and any(self.table[name].has_missing for name in names)


def crowd(table: Table, columns: Set, policies: Policies | None, person: str | None) -> Crowd:
    """The rows that take part.

    Raises
    ------
    TableError
        There is none.
    """
    policies = policies or Policies()
    stays = np.ones(table.n_rows, bool)
    if policies.missing is Missing.DROP:
        gaps = (table[name].codes == table[name].missing for name in columns if table[name].has_missing)
        stays = ~np.logical_or.reduce([~stays, *gaps]) | table.suppressed
    if not (stays & ~table.suppressed).any():
        raise TableError(f"None of the {table.n_rows:,} rows is left: all are suppressed or miss a value.")
    place = np.flatnonzero(stays)
    in_persons = policies.unit is not Unit.ROWS and policies.unit in defined_units(person, policies.missing)
    return Crowd(table if stays.all() else table.only(place), place, policies, person if in_persons else None)


def seen(people: Crowd, names: Sequence[str]) -> EquivalenceClasses:
    """The classes of some columns, their crowds in the unit that counts."""
    classes = equivalence_classes(people.table, names, people.policies)
    return in_unit(people.table, classes, people.policies.unit, people.person)


def ordered(people: Crowd, names: Set) -> tuple[Set, Part]:
    """Columns from the widest to the narrowest, and the rows that take part with those columns."""
    names, codes, widths = _codes(people, names)
    return names, whole(codes, widths, len(codes[0]))


def visits(people: Crowd, names: Set, person: str) -> tuple[Set, Visits]:
    """The same with the person of each row.

    Raises
    ------
    TableError
        A row that takes part has no person id.
    """
    who = identified(people.table, person, people.counted)
    number, persons = grouped([who], [people.table[person].n_codes], len(who))
    names, codes, widths = _codes(people, names)
    return names, every_visit(codes, widths, number, persons)


def _codes(people: Crowd, names: Set) -> tuple[Set, list[NDArray[np.int32]], list[int]]:
    """Columns from the widest to the narrowest, the codes of the rows that take part, and how many there are of each.

    Suppressed rows that are a class have one more code in every column.
    """
    rows, table = people.counted, people.table
    gone = table.suppressed[rows]
    names = tuple(sorted(names, key=lambda name: -table[name].n_codes))
    codes = [np.where(gone, table[name].n_codes, table[name].codes[rows]) for name in names]
    return names, codes, [table[name].n_codes + bool(gone.any()) for name in names]
