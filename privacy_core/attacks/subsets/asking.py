"""What a call asks for: columns that exist, sizes that can be had, sets that are drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb

import numpy as np

from privacy_core.errors import ParameterError, RoleError, in_range, whole_number
from privacy_core.tables import Table

Set = tuple[str, ...]
MOST_COLUMNS = 20
"""Columns from which the sizes of sets are capped unless they are said."""
MOST_SETS = 40_000
"""Sets that are looked at without a limit of time."""
SECONDS = 60.0
"""Limit of time where there are more sets, or more columns, and none is given."""


def chosen(table: Table, columns: Sequence[str]) -> Set:
    """The columns of a call.

    Raises
    ------
    RoleError
        There is none, or one is named twice.
    UnknownColumn
        The table has no such column.
    """
    if not columns:
        raise RoleError("No column is chosen: name at least one that an attacker may know.")
    for name in columns:
        table[name]
        if columns.count(name) > 1:
            raise RoleError(f"Column {name!r} is named {columns.count(name)} times: name it once.")
    return tuple(columns)


@dataclass(frozen=True, slots=True)
class Asked:
    """Which sets of columns are to be looked at, and for how long.

    Parameters
    ----------
    columns : in the order asked
    max_size : most columns in a set
    seconds : after which no further set is begun; None for ever
    total : all sets with up to as many columns as were asked for
    drawn : for each size of which some sets are drawn, those sets
    whole : whether every size that was asked for is looked at
    """

    columns: Set
    max_size: int
    seconds: float | None
    total: int
    drawn: Mapping[int, Sequence[Set]]
    whole: bool

    @property
    def planned(self) -> int:
        """Sets that are to be looked at."""
        return sum(self.of_size(size) for size in range(1, self.max_size + 1))

    def of_size(self, size: int) -> int:
        """Sets of so many columns that are to be looked at."""
        return len(self.drawn[size]) if size in self.drawn else comb(len(self.columns), size)

    def sets(self, size: int) -> Iterator[Set]:
        """The sets of a size that are to be looked at, in the order asked."""
        yield from self.drawn[size] if size in self.drawn else combinations(self.columns, size)


def asked(
    columns: Set,
    max_size: int | None,
    seconds: float | None,
    sample: int | None,
    random: np.random.Generator | None,
) -> Asked:
    """Work out which sets of columns a call asks for.

    Raises
    ------
    ParameterError
        A number is out of its range, or sets are to be drawn without a chance that draws them.
    """
    in_range(1, max_size=max_size, sample=sample)
    whole_number(max_size=max_size, sample=sample)
    if seconds is not None and not seconds > 0:
        raise ParameterError(f"The seconds must be above 0, got {seconds:g}.")
    n = len(columns)
    wanted = min(n, max_size or n)
    total = sum(comb(n, size) for size in range(1, wanted + 1))
    largest = wanted if max_size or sample or n <= MOST_COLUMNS else most_columns(n, wanted)
    drawn = _drawn(columns, largest, sample, random) if sample else {}
    found = Asked(columns, largest, seconds, total, drawn, largest == wanted)
    limited = seconds is None and (n > MOST_COLUMNS or found.planned > MOST_SETS)
    return replace(found, seconds=SECONDS) if limited else found


def most_columns(n: int, wanted: int) -> int:
    """Columns in the largest sets of which, with all smaller ones, there are not too many; at least 1."""
    sums = np.cumsum([float(comb(n, size)) for size in range(1, wanted + 1)])
    return max(1, int(np.count_nonzero(sums <= MOST_SETS)))


def _drawn(columns: Set, largest: int, sample: int, random: np.random.Generator | None) -> dict[int, tuple[Set, ...]]:
    """Sets of each size that has more than `sample`, drawn by name, so that the order asked plays no part."""
    if random is None:
        raise ParameterError("Sets are drawn at random: give a random generator.")
    place = {name: at for at, name in enumerate(columns)}
    found = {}
    for size in range(1, largest + 1):
        if comb(len(columns), size) > sample:
            sets = (tuple(sorted(one, key=place.__getitem__)) for one in _some(sorted(columns), size, sample, random))
            found[size] = tuple(sorted(sets, key=lambda one: [place[name] for name in one]))
    return found


def _some(names: Sequence[str], size: int, sample: int, random: np.random.Generator) -> Iterator[Set]:
    """Distinct sets of a size, each as likely as any other."""
    if comb(len(names), size) <= 4 * sample:
        every = list(combinations(names, size))
        yield from (every[at] for at in random.choice(len(every), sample, replace=False))
        return
    seen: set[Set] = set()
    while len(seen) < sample:
        one = tuple(names[at] for at in sorted(random.choice(len(names), size, replace=False)))
        if one not in seen:
            seen.add(one)
            yield one
