"""What is said about one release, about one person, and about what a linkage counts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Counted(StrEnum):
    """What the numbers of a linkage count: each value is the word for several of them.

    People are named by a column or stand on a list; rows are those of one table released several ways, which are
    people only where everybody has one row; classes are crowds that look the same in all releases, of any size.
    """

    PEOPLE = "people"
    ROWS = "rows"
    CLASSES = "classes"


@dataclass(frozen=True, slots=True)
class Linked:
    """One of the releases that were linked.

    Parameters
    ----------
    name : the release's name
    rows : rows that take part
    classes, k, ell : number of classes, rows of the smallest, fewest different values in one
    suppressed, left_out : rows that are suppressed, or left out because a quasi-identifier is missing
    without_value : rows whose secret is missing, where such rows are left out
    """

    name: str
    rows: int
    classes: int
    k: int
    ell: int
    suppressed: int
    left_out: int
    without_value: int


@dataclass(frozen=True, slots=True)
class Candidates:
    """What an attacker can say about one person.

    Parameters
    ----------
    shown : per release the values of the person's classes; None where the person is not in it
    left : values that all of these have in common
    """

    shown: tuple[tuple[str, ...] | None, ...]
    left: tuple[str, ...]
