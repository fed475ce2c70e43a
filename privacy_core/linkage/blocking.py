"""Blocks of records that share a key, on nested levels (the operator B of the chain)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from privacy_core.errors import LinkageError, ParameterError, UnknownColumn
from privacy_core.hierarchies import Hierarchy
from privacy_core.linkage.admission import separated
from privacy_core.linkage.block_keys import key_codes
from privacy_core.linkage.sides import Sides
from privacy_core.numbering import grouped
from privacy_core.tables import Codes, frozen

LOCALITY_SENSITIVE_HASHING = (
    "Locality-sensitive hashing is not offered as blocking: two records may share a bucket with a third and not with "
    "each other, so its candidates are no blocks, its levels do not nest, and no lower bound could be promised."
)
"""Why one usual way of finding candidates is not among ours."""


@dataclass(frozen=True)
class Key:
    """One part of a block key.

    Parameters
    ----------
    column : name
    width : width of bins that begin at 0, for numbers; None takes what both tables can tell apart
    level : level of the column's hierarchy; None takes the values
    """

    column: str
    width: float | None = None
    level: int | None = None

    def __post_init__(self) -> None:
        if self.width is not None and not 0 < self.width < float("inf"):
            raise ParameterError(f"The width of a bin of {self.column!r} must be a number above 0, got {self.width:g}.")
        if self.level is not None and self.level < 0:
            raise ParameterError(f"The level of {self.column!r} must be at least 0, got {self.level}.")

    def __str__(self) -> str:
        if self.width is not None:
            return f"{self.column}/{self.width:g}"
        return self.column if self.level is None else f"{self.column}@{self.level}"


@dataclass(frozen=True)
class Level:
    """One level of blocking: records with equal keys are compared; without a key all are.

    Parameters
    ----------
    name : as it was written; empty without blocking
    keys : parts of the key, all of which must agree
    """

    name: str
    keys: tuple[Key, ...] = ()


def parse_level(text: str, names: Sequence[str]) -> Level:
    """Read a level such as `age/10,region` (bins of 10 years), `zip@2` (hierarchy level 2) or "" (no blocking).

    Commas part columns only when no column bears the whole text; so do `/` and `@`.

    Raises
    ------
    UnknownColumn
        A name that is none of `names`.
    ParameterError
        A width that is no number above 0, a level that is no whole number, or an empty part.

    Examples
    --------
    >>> parse_level("age/10, region", ["age", "region"]).keys
    (Key(column='age', width=10.0, level=None), Key(column='region', width=None, level=None))
    >>> parse_level("a,b", ["a,b"]).keys
    (Key(column='a,b', width=None, level=None),)
    """
    if text.strip() == "" and text not in names:
        return Level("")
    parts = [text] if text in names else [part if part in names else part.strip() for part in text.split(",")]
    return Level(text, tuple(_key(part, names) for part in parts))


def _key(text: str, names: Sequence[str]) -> Key:
    if text in names:
        return Key(text)
    for mark in "/@":
        column, found, size = text.rpartition(mark)
        if found and column in names:
            return Key(column, _number(text, size)) if mark == "/" else Key(column, level=_whole(text, size))
    if not text:
        raise ParameterError("A level of blocking has an empty name between two commas.")
    raise UnknownColumn(text, names)


def _number(text: str, size: str) -> float:
    try:
        return float(size)
    except ValueError:
        raise ParameterError(f"The level {text!r} needs a number after the slash.") from None


def _whole(text: str, size: str) -> int:
    if not size.isdecimal():
        raise ParameterError(f"The level {text!r} needs a whole number after the @.")
    return int(size)


def default_levels(known: Sequence[str]) -> tuple[Level, ...]:
    """Drop the quasi-identifiers one by one, from last to first: finest level first, none blocked at the end.

    Examples
    --------
    >>> [level.name for level in default_levels(["age", "sex"])]
    ['age,sex', 'age', '']
    """
    return tuple(
        Level(",".join(known[:several]), tuple(Key(name) for name in known[:several]))
        for several in range(len(known), -1, -1)
    )


@dataclass(frozen=True, eq=False)
class Blocks:
    """The block of every record on every level.

    Parameters
    ----------
    levels : finest first
    of : per side int32 (n_levels, n_side); equal numbers on two sides are the same block
    n_blocks : blocks per level that hold a record of any side
    nested : whether every level only joins blocks of the one before: without it rates need not rise
    notes : one sentence per decision
    """

    levels: tuple[Level, ...]
    of: tuple[Codes, ...]
    n_blocks: tuple[int, ...]
    nested: bool
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for codes in self.of:
            frozen(codes)


def block(
    sides: Sides, levels: Sequence[Level], hierarchies: Mapping[str, Hierarchy] | None = None, insist: bool = True
) -> Blocks:
    """Put the records of all sides into blocks, on every level.

    A missing key value is a value of its own and matches no other: a wildcard would not be an equivalence.

    Parameters
    ----------
    sides : aligned tables
    levels : finest first
    hierarchies : of the columns whose key is a level of a hierarchy
    insist : refuse levels that are not nested; else say so in the result

    Raises
    ------
    LinkageError
        No level, or a coarser level separates rows that a finer one joins; names both and the rows.
    UnknownColumn
        A key that is no column both tables share.
    ParameterError
        Bins of a column that holds no numbers, or a level its hierarchy does not have.

    Notes
    -----
    Formula: C(x) = records y of the release with B(x) = B(y); B2 relaxes B1 when B1(x) = B1(y) implies
    B2(x) = B2(y), checked on all rows.

    Source: Khvatov and Neyman, arXiv 2602.11015, sections 4.1 to 4.4.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core.frames import from_frame
    >>> from privacy_core.linkage import align
    >>> people = from_frame(pd.DataFrame({"age": [20, 30, 30], "sex": ["f", "f", "m"]}))
    >>> found = block(align(people, people, ["age", "sex"]), default_levels(["age", "sex"]))
    >>> found.of[0].tolist(), found.n_blocks
    ([[0, 1, 2], [0, 1, 1], [0, 0, 0]], (3, 2, 1))
    """
    if not levels:
        raise LinkageError("At least one level of blocking is needed; an empty one compares all records.")
    trees = hierarchies or {}
    numbered = [_numbered(sides, level, trees) for level in levels]
    ids = np.array([codes for codes, _ in numbered], np.int32).reshape(len(levels), sum(sides.n))
    split = [
        separated(fine, coarse, several) for (fine, coarse), (_, several) in zip(pairwise(ids), numbered, strict=False)
    ]
    wrong = next((at for at, rows in enumerate(split) if rows), None)
    if wrong is not None and insist:
        raise LinkageError(_not_nested(levels[wrong], levels[wrong + 1], split[wrong]))
    notes = tuple(_not_nested(levels[at], levels[at + 1], rows) for at, rows in enumerate(split) if rows)
    ends = np.cumsum(sides.n)[:-1]
    of = tuple(np.ascontiguousarray(codes) for codes in np.split(ids, ends, axis=1))
    return Blocks(tuple(levels), of, tuple(several for _, several in numbered), wrong is None, notes)


def _numbered(sides: Sides, level: Level, trees: Mapping[str, Hierarchy]) -> tuple[Codes, int]:
    columns = [key_codes(sides, key.column, key.width, key.level, trees.get(key.column)) for key in level.keys]
    told = [one for one in columns if one is not None]
    return grouped([codes for codes, _ in told], [width for _, width in told], sum(sides.n))


def _not_nested(fine: Level, coarse: Level, rows: int) -> str:
    return (
        f"The levels {fine.name!r} and {coarse.name!r} are not nested: the second separates {rows:,} "
        f"row{'s' * (rows > 1)} that the first joins, so a rate need not rise from one to the next. Use bins "
        "that are multiples of each other, or drop one column at a time."
    )
