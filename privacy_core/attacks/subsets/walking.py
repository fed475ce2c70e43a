"""The tree of sets of columns: each set is its parent and one column behind the parent's last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from typing import Protocol

from privacy_core.attacks.subsets.parts import Part

Places = tuple[int, ...]
Counted = tuple[Places, int, int]


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


def walk(part: Part, plan: Plan, k: int) -> Iterator[Counted]:
    """Count the sets of a plan: the places of their columns, rows alone, rows in classes smaller than k."""
    way: list[tuple[Part, Iterator[tuple[int, bool, Plan | None]], Places]] = [(part, plan.branches(), ())]
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
