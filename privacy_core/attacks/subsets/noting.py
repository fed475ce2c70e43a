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
    notes, of_row = Notes.about(len(part), [1 << names.index(name) for name in widest]), people.counted[part.row]
    part = replace(part, row=frozen(np.arange(len(part), dtype=np.int32)))  # neighbours have their notes side by side
    sets = []
    for done, one in enumerate(_backwards(part, Every(1, largest, len(names)), 0, notes), 1):
        sets.append(one)
        report(progress, done / total, f"set {done:,} of {total:,}")
    return of_row[notes.rows[: notes.used]].astype(np.int32), sets


@dataclass
class Notes:
    """Minimal uniques found so far: about each row a chain of them, the last first.

    Parameters
    ----------
    bits : bit of each column
    last : the last note about each row, -1 for none
    masks, rows, before : of each note its set, its row and the note before it; `used` of them
    """

    bits: list[int]
    last: NDArray[np.int32]
    masks: IntArray = field(default_factory=lambda: np.empty(0, np.int64))
    rows: NDArray[np.int32] = field(default_factory=lambda: np.empty(0, np.int32))
    before: NDArray[np.int32] = field(default_factory=lambda: np.empty(0, np.int32))
    used: int = 0

    @classmethod
    def about(cls, n_rows: int, bits: list[int]) -> Notes:
        """No notes yet."""
        return cls(bits, np.full(n_rows, -1, np.int32))

    def take(self, part: Part, place: int, mask: int) -> int:
        """Note the rows of a part that one more column leaves alone, all smaller sets looked at before: how many."""
        self._make_room(len(part))
        before = self.used
        now = np.zeros(part.widths[place - part.first], np.int32)
        given = part.codes(place), part.weight, part.start, part.row, now, mask
        self.used = loops().note_uniques(*given, self.last, self.masks, self.rows, self.before, self.used)
        return self.used - before

    def _make_room(self, more: int) -> None:
        if self.used > MOST_FOUND:
            raise ParameterError(
                f"More than {MOST_FOUND:,} minimal uniques are found: choose fewer columns or smaller sets."
            )
        if self.used + more > len(self.rows):
            room = 2 * len(self.rows) + more
            self.masks, self.rows, self.before = (_longer(one, room) for one in (self.masks, self.rows, self.before))


def _longer(array: NDArray[Any], n: int) -> NDArray[Any]:
    longer = np.empty(n, array.dtype)
    longer[: len(array)] = array
    return longer


def _backwards(part: Part, plan: Plan, mask: int, notes: Notes) -> Iterator[tuple[int, int]]:
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
