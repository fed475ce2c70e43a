"""Which rows each set of columns leaves alone that no smaller part of it does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import comb
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.attacks.subsets.asking import Set
from privacy_core.attacks.subsets.crowds import Crowd, ordered, seen
from privacy_core.attacks.subsets.parts import Part, compiled, loops
from privacy_core.attacks.subsets.walking import Every, Plan
from privacy_core.errors import ParameterError
from privacy_core.progress import Progress, report
from privacy_core.tables import IntArray, frozen

Noted = tuple[NDArray[np.int32], list[tuple[int, int]]]
MOST_FOUND = 50_000_000
MOST_MASKED = 62
"""Columns that fit the bits of one number."""


class _Late(Exception):
    """Time is over."""


def in_time(
    people: Crowd, names: Set, largest: int, seconds: float | None, progress: Progress
) -> tuple[int, NDArray[np.int32], list[tuple[int, int]]]:
    """The largest size that is done in the time given, at least 1, and what is noted up to it."""
    if seconds is None:
        return largest, *noted(people, names, largest, progress)
    end = perf_counter() + seconds

    def watched(share: float, doing: str) -> bool:
        if perf_counter() > end:
            raise _Late
        return progress(share, doing)

    found = 1, *noted(people, names, 1, progress)
    for size in range(2, largest + 1):
        try:
            found = size, *noted(people, names, size, watched)
        except _Late:
            break
    return found


def noted(people: Crowd, names: Set, largest: int, progress: Progress) -> Noted:
    """Rows (of the crowd's table) of every minimal unique, set by set, and of each set its bits and how many rows.

    Raises
    ------
    ParameterError
        There are more than can be kept.
    Stopped
        `progress` returned False.
    """
    total = sum(comb(len(names), size) for size in range(1, largest + 1))
    if people.overlaps(names) or not compiled() or len(names) > MOST_MASKED:
        return _level_by_level(people, names, largest, total, progress)
    return _walked(people, names, largest, total, progress)


def _walked(people: Crowd, names: Set, largest: int, total: int, progress: Progress) -> Noted:
    widest, part = ordered(people, names)
    notes = Notes([1 << names.index(name) for name in widest], largest, np.full(len(part), -1, np.int32))
    of_row = people.counted[part.row].astype(np.int32)
    part = replace(part, row=frozen(np.arange(len(part), dtype=np.int32)))  # neighbours have their notes side by side
    rows, sets = [np.empty(0, np.int32)], []
    for mask, found in _backwards(part, Every(1, largest, len(names)), 0, notes):
        rows.append(of_row[found])
        sets.append((mask, len(found)))
        report(progress, len(sets) / total, f"set {len(sets):,} of {total:,}")
    return np.concatenate(rows), sets


@dataclass
class Notes:
    """Minimal uniques that larger sets are compared with: about each row a chain of them, the last first.

    Parameters
    ----------
    bits : bit of each column
    largest : columns in the largest sets, about which no note is needed
    last : the last note about each row, -1 for none
    masks, before : of each note its set and the note about the same row before it; `used` of them
    found : minimal uniques, noted or not
    """

    bits: list[int]
    largest: int
    last: NDArray[np.int32]
    masks: IntArray = field(default_factory=lambda: np.empty(0, np.int64))
    before: NDArray[np.int32] = field(default_factory=lambda: np.empty(0, np.int32))
    used: int = 0
    found: int = 0

    def take(self, part: Part, place: int, mask: int) -> NDArray[np.int32]:
        """Rows of a part that one more column leaves alone and no part of the set does; those were taken before."""
        rows, now = np.empty(len(part), np.int32), np.zeros(part.widths[place - part.first], np.int32)
        noting = mask.bit_count() < self.largest and len(part) > 0
        room = self._make_room(self.used + len(part)) if noting else self.used
        notes = self.last, self.masks[:room], self.before[:room], self.used
        given = part.codes(place), part.weight, part.start, part.row, now, mask
        n = loops().note_uniques(*given, *notes, rows)
        self.used, self.found = self.used + n * noting, self.found + n
        if self.found > MOST_FOUND:
            raise ParameterError(
                f"More than {MOST_FOUND:,} minimal uniques are found: choose fewer columns or smaller sets."
            )
        return rows[:n].copy()

    def _make_room(self, room: int) -> int:
        if room > len(self.masks):
            self.masks, self.before = (_longer(one, 2 * room) for one in (self.masks, self.before))
        return room


def _longer(array: NDArray[Any], n: int) -> NDArray[Any]:
    longer = np.empty(n, array.dtype)
    longer[: len(array)] = array
    return longer


def _backwards(part: Part, plan: Plan, mask: int, notes: Notes) -> Iterator[tuple[int, NDArray[np.int32]]]:
    """Visit every set after all of its parts: those of later columns first."""
    branches, parts = list(plan.branches()), {}
    for place, _, below in branches:
        if not mask and below is not None:
            part = part.from_column(place)
        parts[place] = part
    for place, _, below in reversed(branches):
        here, known = parts.pop(place), mask | notes.bits[place]
        yield known, notes.take(here, place, known)
        if below is not None:
            yield from _backwards(here.split(place, 2)[2], below, known, notes)


def _level_by_level(people: Crowd, names: Set, largest: int, total: int, progress: Progress) -> Noted:
    """Size by size, from the rows each set leaves alone: where crowds are not simply the rows written alike."""
    smaller: dict[tuple[int, ...], NDArray[np.bool_]] = {}
    rows, sets = [np.empty(0, np.int32)], []
    for size in range(1, largest + 1):
        here = {}
        for places in combinations(range(len(names)), size):
            alone = _alone(people, tuple(names[place] for place in places))
            minimal = alone.copy()
            for part in combinations(places, size - 1):
                minimal &= ~smaller[part] if part else True
            if size < largest:
                here[places] = alone
            rows.append(np.flatnonzero(minimal).astype(np.int32))
            sets.append((sum(1 << place for place in places), len(rows[-1])))
            report(progress, len(sets) / total, f"set {len(sets):,} of {total:,}")
        smaller = here
    return np.concatenate(rows), sets


def _alone(people: Crowd, names: Set) -> NDArray[np.bool_]:
    """Rows of the crowd's table that nobody else looks like."""
    classes, found = seen(people, names), np.zeros(people.table.n_rows, bool)
    found[classes.kept] = classes.crowd[classes.of_row] == 1
    return found
