"""What can be wrong with a hierarchy, each counted and said in one sentence; the only place that words it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from privacy_core.hierarchies.spelling import misspelled, spelled_alike

MOST_LEVELS = 60
"""Levels beyond which a hierarchy is taken for a mistake, the values themselves included."""

Line = tuple[int, Sequence[str]]


class Matter(StrEnum):
    """What a fault is about; those of `GRAVE` make a hierarchy unusable."""

    EMPTY = "no lines"
    UNEVEN = "lines of another length"
    TWO_PARENTS = "values with two parents"
    NOT_NESTED = "groups with two parents"
    LEVELS = "too many levels"
    REPEATED = "the same line twice"
    SEVERAL_TOPS = "several labels on the last level"
    FLAT = "no level above the values"
    HEADER = "a header line"
    NO_ENTRY = "values with no entry"
    OTHER_COLUMN = "no value fits"
    BY_NUMBER = "entries found by their number"
    SPELLING = "entries written differently"
    ALIKE = "entries that look the same"


GRAVE = frozenset({Matter.EMPTY, Matter.UNEVEN, Matter.TWO_PARENTS, Matter.NOT_NESTED, Matter.LEVELS, Matter.NO_ENTRY})


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong, or worth a look.

    Parameters
    ----------
    matter : what it is about
    column : whose hierarchy it is
    level : level of the labels, or None
    count : lines, labels or rows of the table, as the sentence says
    sentence : names column, level and count; no value of the data
    labels : the values or labels themselves, only for someone who is looking at the hierarchy
    at : lines of the file, first line 1
    """

    matter: Matter
    column: str
    level: int | None
    count: int
    sentence: str
    labels: tuple[str, ...] = ()
    at: tuple[int, ...] = ()

    @property
    def grave(self) -> bool:
        """Whether the hierarchy cannot be used for the column as it is."""
        return self.matter in GRAVE


def faults_of_lines(column: str, given: Sequence[Line]) -> tuple[Fault, ...]:
    """Everything wrong with lines of labels, finest level first; the lines as (number, labels)."""
    if not given:
        return (_empty(column),)
    width = len(given[0][1])
    even = [line for line in given if len(line[1]) == width]
    return (
        *_uneven(column, given, width),
        *_repeated(column, even),
        *_alike(column, even),
        *_crooked(column, even, width),
        *_top(column, even),
    )


def first_grave(column: str, given: Sequence[Line]) -> Fault | None:
    """The first fault that makes lines no hierarchy, or None; what is only worth a look is not looked for."""
    if not given:
        return _empty(column)
    width = len(given[0][1])
    found = _uneven(column, given, width)
    return next(found, None) or next(_crooked(column, given, width), None)


def _empty(column: str) -> Fault:
    return Fault(Matter.EMPTY, column, None, 0, f"The hierarchy of {column!r} has no rows.")


def too_many_levels(column: str, levels: int) -> str:
    """What is said of more levels than are read."""
    return (
        f"The hierarchy of {column!r} has {levels} levels; at most {MOST_LEVELS} are read. Leave out levels that "
        "change few values."
    )


def more_than_one_parent(column: str, level: int, labels: int) -> str:
    """What is said of labels of a level that stand below several labels of the next."""
    if not level:
        return f"The hierarchy of {column!r} gives {labels:,} values more than one parent."
    return (
        f"The hierarchy of {column!r} is not nested: {labels:,} labels of level {level} have more than one parent in "
        f"level {level + 1}."
    )


def _uneven(column: str, given: Sequence[Line], width: int) -> Iterator[Fault]:
    at = tuple(number for number, row in given if len(row) != width)
    if at:
        said = f"The hierarchy of {column!r} has {len(at):,} rows with another number of levels than the first."
        yield Fault(Matter.UNEVEN, column, None, len(at), said, (), at)
    if width > MOST_LEVELS:
        yield Fault(Matter.LEVELS, column, None, width, too_many_levels(column, width))


def _repeated(column: str, even: Sequence[Line]) -> Iterator[Fault]:
    seen: dict[tuple[str, ...], int] = {}
    again = [(number, row[0]) for number, row in even if seen.setdefault(tuple(row), number) != number]
    if again:
        at, labels = zip(*again, strict=True)
        said = f"The hierarchy of {column!r} has {len(at):,} rows twice; one of each is used."
        yield Fault(Matter.REPEATED, column, 0, len(at), said, tuple(dict.fromkeys(labels)), at)


def _alike(column: str, even: Sequence[Line]) -> Iterator[Fault]:
    by_sound: dict[str, dict[str, int]] = defaultdict(dict)
    for number, row in even:
        by_sound[spelled_alike(row[0])].setdefault(row[0], number)
    several = [entries for entries in by_sound.values() if len(entries) > 1]
    labels = tuple(label for entries in several for label in entries)
    if labels:
        at = tuple(sorted(number for entries in several for number in entries.values()))
        said = (
            f"{len(labels):,} values of the hierarchy of {column!r} differ from another only in blanks, capitals or "
            "the spelling of a number."
        )
        yield Fault(Matter.ALIKE, column, 0, len(labels), said, labels, at)


def _crooked(column: str, even: Sequence[Line], width: int) -> Iterator[Fault]:
    """Labels with several parents, level by level."""
    for level in range(width - 1):
        parents: dict[str, dict[str, None]] = defaultdict(dict)
        for _, row in even:
            parents[row[level]][row[level + 1]] = None
        split = tuple(label for label, several in parents.items() if len(several) > 1)
        if not split:
            continue
        at = tuple(number for number, row in even if row[level] in set(split))
        matter = Matter.NOT_NESTED if level else Matter.TWO_PARENTS
        yield Fault(matter, column, level, len(split), more_than_one_parent(column, level, len(split)), split, at)


def _top(column: str, even: Sequence[Line]) -> Iterator[Fault]:
    width, tops = len(even[0][1]), tuple(dict.fromkeys(row[-1] for _, row in even))
    if width == 1:
        said = f"The hierarchy of {column!r} has no level above its {len(tops):,} values; nothing can be put together."
        yield Fault(Matter.FLAT, column, 0, len(tops), said)
    elif len(tops) > 1:
        said = (
            f"The last level of the hierarchy of {column!r} (level {width - 1}) has {len(tops):,} labels, so the "
            "column can never be hidden as a whole. A last level of one label, such as *, allows it."
        )
        yield Fault(Matter.SEVERAL_TOPS, column, width - 1, len(tops), said, tops)


def lacking_entries(
    column: str, words: Sequence[str], rows: Sequence[int] | None, entries: Collection[str]
) -> Iterator[Fault]:
    """Say which of a column's values a hierarchy does not know.

    Parameters
    ----------
    column : name
    words : every value of the column
    rows : how many rows hold each; None counts the values
    entries : values of the hierarchy, in their order
    """
    known = set(entries)
    lacking = [place for place, word in enumerate(words) if word not in known]
    if not lacking:
        return
    held = len(lacking) if rows is None else sum(rows[place] for place in lacking)
    where = f"{held:,} rows hold" if held else "the original table or the declared order brings"
    said = f"{column}: {where} a value with no entry in the hierarchy ({len(lacking):,} different values)."
    strange = tuple(words[place] for place in lacking)
    yield Fault(Matter.NO_ENTRY, column, 0, held, said, strange)
    if len(lacking) == len(words):
        said = f"No value of {column!r} has an entry in the hierarchy; it may be another column's file."
        yield Fault(Matter.OTHER_COLUMN, column, 0, len(lacking), said)
    if alike := misspelled(strange, entries):
        said = (
            f"{len(alike):,} values of {column!r} have an entry that is only written differently, such as 03 or "
            "3.0 for 3, or with a blank at the end."
        )
        yield Fault(Matter.SPELLING, column, 0, len(alike), said, tuple(alike))
