"""The tree of sets of columns: each set is its parent and one column behind the parent's last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby, takewhile
from typing import Protocol, Self

Places = tuple[int, ...]
Counted = tuple[Places, int, int]


class Known(Protocol):
    """Rows that are still worth telling apart once some columns are known."""

    def __len__(self) -> int: ...

    def counted(self, column: int, k: int) -> tuple[int, int]:
        """Rows alone, and rows in classes smaller than k, once one more column is known."""
        ...

    def split(self, column: int, k: int) -> tuple[int, int, Self]:
        """Both counts once one more column is known, and the rows left for the columns behind it."""
        ...

    def from_column(self, column: int) -> Self:
        """The same for sets of this column and later ones."""
        ...


class Plan(Protocol):
    """Which sets are looked at below a set."""

    def branches(self) -> Iterator[tuple[int, bool, Plan | None]]:
        """Each column that is added: its place, whether the set with it counts, and the plan below that set."""
        ...

    def sets(self) -> Iterator[Places]:
        """The columns that are added, for each set."""
        ...


@dataclass(frozen=True, slots=True)
class Every:
    """Every set of `low` to `high` columns; of those at places `first` to `end` some are added to `known` others."""

    low: int
    high: int
    end: int
    first: int = 0
    known: int = 0

    def branches(self) -> Iterator[tuple[int, bool, Plan | None]]:
        """As in `Plan`."""
        size = self.known + 1
        for place in range(self.first, self.end - max(self.low - size, 0)):
            leaf = size == self.high or place + 1 == self.end
            below = None if leaf else Every(self.low, self.high, self.end, place + 1, size)
            yield place, size >= self.low, below

    def sets(self) -> Iterator[Places]:
        """As in `Plan`."""
        for size in range(max(self.low, self.known + 1), self.high + 1):
            yield from combinations(range(self.first, self.end), size - self.known)


@dataclass(frozen=True, slots=True)
class Some:
    """These sets, each in ascending order, all in lexicographic order."""

    sets_left: Sequence[Places]

    def branches(self) -> Iterator[tuple[int, bool, Plan | None]]:
        """As in `Plan`."""
        for place, sets in groupby(self.sets_left, key=lambda one: one[0]):
            rests = [one[1:] for one in sets]
            below = [rest for rest in rests if rest]
            yield place, len(below) < len(rests), Some(below) if below else None

    def sets(self) -> Iterator[Places]:
        """As in `Plan`."""
        yield from self.sets_left


@dataclass(frozen=True, slots=True)
class Beginning:
    """Of the sets of a plan, those that hold one of the first so many columns."""

    plan: Plan
    columns: int

    def branches(self) -> Iterator[tuple[int, bool, Plan | None]]:
        """As in `Plan`."""
        yield from takewhile(lambda branch: branch[0] < self.columns, self.plan.branches())

    def sets(self) -> Iterator[Places]:
        """As in `Plan`."""
        yield from (one for one in self.plan.sets() if one[0] < self.columns)


def walk(part: Known, plan: Plan, k: int) -> Iterator[Counted]:
    """Count the sets of a plan: the places of their columns, rows alone, rows in classes smaller than k."""
    way: list[tuple[Known, Iterator[tuple[int, bool, Plan | None]], Places]] = [(part, plan.branches(), ())]
    while way:
        part, branches, known = way[-1]
        place, counts, below = next(branches, (None, False, None))
        if place is None:
            way.pop()
            continue
        if below is None:
            yield (*known, place), *part.counted(place, k)
            continue
        if not known:
            part = part.from_column(place)
            way[-1] = part, branches, known
        unique, small, child = part.split(place, k)
        if counts:
            yield (*known, place), unique, small
        if len(child):
            way.append((child, below.branches(), (*known, place)))
        else:
            yield from (((*known, place, *rest), unique, small) for rest in below.sets())
