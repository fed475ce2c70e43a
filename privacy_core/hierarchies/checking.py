"""What is wrong with a hierarchy, by itself and beside the column it is meant for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from privacy_core.errors import HierarchyError
from privacy_core.hierarchies.arx_csv import lines
from privacy_core.hierarchies.nesting import MOST_LEVELS, Hierarchy, hierarchy
from privacy_core.hierarchies.spelling import misspelled, spelled_alike
from privacy_core.tables import Column, Table

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


def examine(content: bytes, column: str) -> tuple[Hierarchy | None, tuple[Fault, ...]]:
    r"""Read a file as far as it can be read: the hierarchy, or None, and everything found on the way.

    Raises
    ------
    HierarchyError
        The file is no text.

    Examples
    --------
    >>> tree, faults = examine(b"34;30s;*\n34;40s;*\n", "age")
    >>> tree, [(fault.matter.value, fault.labels, fault.at) for fault in faults]
    (None, [('values with two parents', ('34',), (1, 2))])
    """
    found = lines(content, column)
    faults = faults_of_lines(column, found)
    if any(fault.grave for fault in faults):
        return None, faults
    return hierarchy(column, [row for _, row in found]), faults


def faults_of_lines(column: str, given: Sequence[Line]) -> tuple[Fault, ...]:
    """Everything wrong with lines of labels, finest level first; the lines as (number, labels)."""
    if not given:
        return (Fault(Matter.EMPTY, column, None, 0, f"The hierarchy of {column!r} has no rows."),)
    width = len(given[0][1])
    even = [line for line in given if len(line[1]) == width]
    return (
        *_uneven(column, given, width),
        *_repeated(column, even),
        *_alike(column, even),
        *_crooked(column, even, width),
        *_top(column, even),
    )


def _uneven(column: str, given: Sequence[Line], width: int) -> Iterator[Fault]:
    at = tuple(number for number, row in given if len(row) != width)
    if at:
        said = f"{len(at):,} rows of the hierarchy of {column!r} have another number of levels than the first."
        yield Fault(Matter.UNEVEN, column, None, len(at), said, (), at)
    if width > MOST_LEVELS:
        said = f"The hierarchy of {column!r} has {width} levels; at most {MOST_LEVELS} are read."
        yield Fault(Matter.LEVELS, column, None, width, said)


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
        said = (
            f"The hierarchy of {column!r} is not nested: {len(split):,} labels of level {level} have more than one "
            f"parent in level {level + 1}."
        )
        yield Fault(matter, column, level, len(split), said, split, at)


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


def faults_beside(tree: Hierarchy, column: Column) -> tuple[Fault, ...]:
    """Everything that keeps a hierarchy from covering a column."""
    words = column.labels[: len(column.categories)]
    lacking = [i for i, word in enumerate(words) if word not in tree.place]
    return (*_header(tree, column, words), *_no_entry(tree, column, [words[i] for i in lacking], lacking))


def _header(tree: Hierarchy, column: Column, words: Sequence[str]) -> Iterator[Fault]:
    first = tree.labels[0][0]
    if first.strip().casefold() == column.name.strip().casefold() and first not in words:
        said = (
            f"The first row of the hierarchy of {column.name!r} begins with the column's name, which is none of its "
            "values. Such files have no header, so it counts as one more value until it is taken out."
        )
        yield Fault(Matter.HEADER, column.name, 0, 1, said, (first,), (1,))


def _no_entry(tree: Hierarchy, column: Column, lacking: Sequence[str], codes: Sequence[int]) -> Iterator[Fault]:
    if not lacking:
        return
    rows = int(np.bincount(column.codes, minlength=column.n_codes)[list(codes)].sum())
    said = (
        f"{column.name}: {rows:,} rows hold a value with no entry in the hierarchy ({len(lacking):,} different values)."
    )
    yield Fault(Matter.NO_ENTRY, column.name, 0, rows, said, tuple(lacking))
    if len(lacking) == len(column.categories):
        said = f"No value of {column.name!r} has an entry in the hierarchy; it may be another column's."
        yield Fault(Matter.OTHER_COLUMN, column.name, 0, len(lacking), said)
    if alike := misspelled(lacking, tree.labels[0]):
        said = (
            f"{len(alike):,} values of {column.name!r} have an entry that is only written differently, such as 03 or "
            "3.0 for 3, or with a blank at the end."
        )
        yield Fault(Matter.SPELLING, column.name, 0, len(alike), said, tuple(alike))


def best_columns(tree: Hierarchy, table: Table) -> tuple[tuple[str, float], ...]:
    """Columns that a hierarchy fits, best first, with the share of their different values that have an entry.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> people = from_frame(pd.DataFrame({"work": ["Private", "State-gov"], "job": ["Sales", "Private"]}))
    >>> best_columns(hierarchy("job", [("Private", "*"), ("State-gov", "*")]), people)
    (('work', 1.0), ('job', 0.5))
    """
    fits = ((column.name, _fit(tree, column.labels[: len(column.categories)])) for column in table.columns.values())
    return tuple(sorted(((name, fit) for name, fit in fits if fit), key=lambda one: -one[1]))


def _fit(tree: Hierarchy, words: Sequence[str]) -> float:
    return sum(word in tree.place for word in words) / len(words) if words else 0.0


def respelled(tree: Hierarchy, column: Column) -> Hierarchy:
    """Write the entries of a hierarchy as the column does, where they are only written differently.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> ages = from_frame(pd.DataFrame({"age": [3, 4]}))["age"]
    >>> respelled(hierarchy("age", [("03", "*"), ("4.0", "*")]), ages).labels[0]
    ('3', '4')
    """
    words = column.labels[: len(column.categories)]
    alike = misspelled((word for word in words if word not in tree.place), _unused(tree, words))
    named = {entry: word for word, entry in alike.items()}
    if len(named) < len(alike):
        raise HierarchyError(
            f"Column {column.name!r}: {len(alike) - len(named)} values are written like another value's entry."
        )
    leaves = tuple(named.get(label, label) for label in tree.labels[0])
    return Hierarchy(tree.column, (leaves, *tree.labels[1:]), tree.maps)


def _unused(tree: Hierarchy, words: Iterable[str]) -> list[str]:
    """Entries that are no value of the column as they are written."""
    return [label for label in tree.labels[0] if label not in set(words)]
