"""Every set of columns up to a size: how many rows it leaves alone, and how many in small crowds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from privacy_core.attacks.subsets.asking import Asked, Set, asked, chosen
from privacy_core.attacks.subsets.crowds import Crowd, crowd, ordered, seen, visits
from privacy_core.attacks.subsets.peeling import unpeeled
from privacy_core.attacks.subsets.unicity import SubsetCount, SubsetScan
from privacy_core.attacks.subsets.walking import Beginning, Every, Known, Plan, Some, walk
from privacy_core.errors import in_range, whole_number
from privacy_core.policies import Policies, Unit
from privacy_core.progress import Progress, report, unwatched
from privacy_core.tables import Table


def scan_subsets(
    table: Table,
    columns: Sequence[str],
    *,
    max_size: int | None = None,
    k: int = 2,
    policies: Policies | None = None,
    person: str | None = None,
    seconds: float | None = None,
    sample: int | None = None,
    random: np.random.Generator | None = None,
    seed: int | None = None,
    progress: Progress = unwatched,
) -> SubsetScan:
    """Count, for every set of columns, the rows it leaves alone and those it leaves in crowds smaller than k.

    Against an attacker of whom nobody knows which columns he holds: a table can keep its promise on one set of
    columns and break it on another.

    Parameters
    ----------
    table : Table
    columns : what an attacker may know
    max_size : most columns in a set; all of them unless given, or what 40,000 sets allow for more than 20 columns
    k : a crowd of fewer is small, at least 1
    policies : how missing values, suppressed rows and persons are counted
    person : column with the person's id, where persons are counted
    seconds : after which no further set is begun; 60 for more than 20 columns or 40,000 sets unless given. With a
        limit sets are looked at size by size, until the rest is likely to be done in time
    sample : sets drawn at random of each size that has more; rows are never sampled, for who is alone in a sample
        of the rows need not be alone in the table
    random : chance that draws the sets, needed with `sample`
    seed : of `random`, for the record
    progress : told how far the work is after every set

    Raises
    ------
    RoleError, UnknownColumn
        No column is chosen, one is named twice, or is none.
    ParameterError
        A number is out of its range, or there is a sample without a generator.
    TableError
        No row takes part, or a row has no person id.
    Stopped
        `progress` returned False.

    Notes
    -----
    Formula: effective anonymity of a row for a set of columns is the number of rows that share its values there;
    `unique` counts the rows where it is 1, `below` those where it is less than k.

    Edge cases: k = 1 leaves nobody below; k above the number of rows leaves everybody. Rows that a missing value
    leaves out are left out for every set.

    Does not say: that an attacker knows a set, or that who is alone in the table is alone in the population.

    Source: effective anonymity, Cohen, Attacks on deidentification's defenses, USENIX Security 2022; the walk over
    stripped partitions is ours.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> people = from_frame(pd.DataFrame({"sex": ["f", "f", "m", "m"], "age": [30, 41, 30, 41]}))
    >>> found = scan_subsets(people, ["sex", "age"])       # two by either column, nobody like another by both
    >>> [(one.columns, one.unique) for one in found.sets]
    [(('sex',), 0), (('age',), 0), (('sex', 'age'), 4)]
    """
    in_range(1, k=k)
    whole_number(k=k)
    names = chosen(table, columns)
    question = asked(names, max_size, seconds, sample, random)
    people = crowd(table, names, policies, person)
    sets = _ordered(_looked_at(_Scan(question, people, k), progress), names)
    return SubsetScan(
        names,
        seen(people, names[:1]).people,
        k,
        question.max_size,
        sets,
        question.total,
        question.planned,
        not question.whole or len(sets) < question.planned,
        people.policies,
        _drawn_whole(question, sets),
        int(np.count_nonzero(table.suppressed)),
        table.n_rows - people.table.n_rows,
        seed,
    )


@dataclass(frozen=True, eq=False, slots=True)
class _Scan:
    """One question put to one crowd."""

    question: Asked
    people: Crowd
    k: int

    def stage(self) -> Callable[[int, int], Iterator[SubsetCount]]:
        """What counts the sets of a range of sizes, each by walking from those of fewer columns."""
        walks = [*self._walks()]

        def counted(low: int, high: int) -> Iterator[SubsetCount]:
            for names, part, first in walks:
                for places, unique, below in walk(part, self._plan(names, low, high, first), self.k):
                    yield SubsetCount(tuple(names[place] for place in places), unique, below)

        return counted

    def _walks(self) -> Iterator[tuple[Set, Known, int]]:
        """Columns, rows, and the first so many columns of which a set must hold one.

        Rows written alike are one class, of which persons are counted where they are; where missing matches anything,
        sets with a gap go a way of their own, and so do histories.
        """
        people, columns = self.people, self.question.columns
        if people.person is not None and people.policies.unit is Unit.PERSONS:
            names, rows = visits(people, columns, people.person)
            yield names, rows, len(names)
            return
        plainly = tuple(name for name in columns if not people.overlaps([name]))
        if plainly:
            names, part = ordered(people, plainly)
            yield names, part, len(names)
        if open_ones := len(columns) - len(plainly):
            first = {*columns} - {*plainly}
            names = tuple(sorted(columns, key=lambda name: (name not in first, -people.table[name].n_codes)))
            yield names, unpeeled(people, names), open_ones

    def _plan(self, names: Set, low: int, high: int, first: int) -> Plan:
        place = {name: at for at, name in enumerate(names)}
        sizes = range(low, high + 1)
        plan: Plan = Every(low, min(high, len(names)), len(names))
        if any(size in self.question.drawn for size in sizes):
            sets = (some for size in sizes for some in self.question.sets(size) if {*some} <= place.keys())
            plan = Some(sorted(tuple(sorted(place[name] for name in some)) for some in sets))
        return plan if first == len(names) else Beginning(plan, first)


def _looked_at(scan: _Scan, progress: Progress) -> Iterator[SubsetCount]:
    """The sets in the time given; without a limit all in one walk."""
    planned, done, begun = scan.question.planned, 0, perf_counter()
    limit, stage, low = scan.question.seconds, scan.stage(), 1
    high = scan.question.max_size if limit is None else 1
    while low <= scan.question.max_size:
        stage_begun, before = perf_counter(), done
        for one in stage(low, high):
            done += 1
            yield one
            report(progress, done / planned, f"set {done:,} of {planned:,}")
            if limit is not None and perf_counter() - begun >= limit:
                return
        pace = (perf_counter() - stage_begun) / max(done - before, 1)
        in_time = limit is not None and pace * (planned - done) < (limit - (perf_counter() - begun)) / 2
        low, high = high + 1, scan.question.max_size if in_time else high + 1


def _ordered(found: Iterator[SubsetCount], names: Set) -> tuple[SubsetCount, ...]:
    """By size, then in the order asked; so are the columns of each set."""
    place = {name: at for at, name in enumerate(names)}
    keyed = [(sorted(place[name] for name in one.columns), one) for one in found]
    keyed.sort(key=lambda pair: (len(pair[0]), pair[0]))
    return tuple(SubsetCount(tuple(names[at] for at in at_places), one.unique, one.below) for at_places, one in keyed)


def _drawn_whole(question: Asked, sets: Sequence[SubsetCount]) -> tuple[int, ...]:
    """Sizes whose draw was looked at to its end; what is left of a draw that was cut short is no random sample."""
    looked = np.bincount([len(one.columns) for one in sets], minlength=question.max_size + 1)
    return tuple(size for size, drawn in question.drawn.items() if looked[size] == len(drawn))
