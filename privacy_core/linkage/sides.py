"""What two tables share: the columns both have, brought to one meaning (ours; phi of the chain needs it)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from privacy_core.errors import LinkageError, RoleError, UnknownColumn
from privacy_core.hierarchies import Hierarchy
from privacy_core.linkage.features import Feature, Kind
from privacy_core.linkage.reading import SAID, feature
from privacy_core.tables import Table

NAMES = ("source", "target", "holdout")
SOURCE, TARGET, HOLDOUT = range(3)


@dataclass(frozen=True, eq=False)
class Sides:
    """The tables of one linkage, as columns of the same meaning.

    Parameters
    ----------
    features : columns that all sides have and that differ between rows, by name
    names : "source", "target" and, where given, "holdout"
    n : number of rows of each side; suppressed rows of a release count, for they are published
    dropped : columns that all sides have and that tell nothing: constant, or missing everywhere
    notes : one sentence per decision; column names and counts, no value
    """

    features: tuple[Feature, ...]
    names: tuple[str, ...]
    n: tuple[int, ...]
    dropped: tuple[str, ...]
    notes: tuple[str, ...]

    def __getitem__(self, name: str) -> Feature:
        for one in self.features:
            if one.name == name:
                return one
        raise UnknownColumn(name, [one.name for one in self.features])


def align(
    source: Table,
    target: Table,
    known: Sequence[str],
    ignored: Collection[str] = (),
    holdout: Table | None = None,
    hierarchies: Mapping[str, Hierarchy] | None = None,
) -> Sides:
    """Bring the columns that the source and the release share to one meaning.

    The columns' order plays no part. A number that the release generalized is mapped to the middle of its
    interval on both sides, a text to the published value that covers it. Where published values overlap, as
    after local recoding, numbers stay as they are and only the key for blocking joins what overlaps.

    Parameters
    ----------
    source : what the attacker knows
    target : the release; values of its suppressed rows are missing in the known columns
    known : quasi-identifiers
    ignored : columns no operator reads: sensitive ones, ids. The result does not depend on them
    holdout : people who are not in the release, with the source's columns
    hierarchies : by column, for labels that say nothing by themselves

    Raises
    ------
    RoleError
        A quasi-identifier is missing in a table or ignored at the same time.
    LinkageError
        The tables have no column in common.
    TableError
        Infinite numbers, or text where the other table has numbers; names the column and the rows.

    Notes
    -----
    Source: encoders "with the same meaning on both sides", Khvatov and Neyman, arXiv 2602.11015, section 4;
    how generalized values are brought together is ours.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> people = from_frame(pd.DataFrame({"age": [27, 34], "visits": [3, 8]}))
    >>> release = from_frame(pd.DataFrame({"age": ["[20, 30[", "[30, 40["], "visits": [3, 8]}))
    >>> sides = align(people, release, ["age"])
    >>> sides["age"].values[0].tolist(), sides["age"].raw[0].tolist()
    ([25.0, 35.0], [27.0, 34.0])
    """
    tables = (source, target) if holdout is None else (source, target, holdout)
    _check_known(tables, known, ignored)
    named = [name for name in sorted(set.intersection(*(set(one.names) for one in tables))) if name not in {*ignored}]
    if not named:
        raise LinkageError("The two tables have no column in common that may be compared.")
    trees = hierarchies or {}
    sides = NAMES[: len(tables)]
    found = [feature(name, sides, tables, name in known, trees.get(name)) for name in named]
    kept = tuple(one for one in found if _tells(one))
    notes = (*_apart(tables, named, ignored), *_told(found), *_dropped(found), *_strangers(kept))
    dropped = tuple(one.name for one in found if one not in kept)
    return Sides(kept, sides, tuple(one.n_rows for one in tables), dropped, notes)


def _check_known(tables: Sequence[Table], known: Sequence[str], ignored: Collection[str]) -> None:
    for name in known:
        for side, one in zip(NAMES, tables, strict=False):
            if name not in one.columns:
                raise RoleError(f"The quasi-identifier {name!r} is not a column of the {SAID[side]}.")
        if name in ignored:
            raise RoleError(f"Column {name!r} cannot be a quasi-identifier and be ignored at the same time.")


def _apart(tables: Sequence[Table], named: Collection[str], ignored: Collection[str]) -> Iterator[str]:
    for side, one in zip(NAMES, tables, strict=False):
        alone = [repr(name) for name in sorted(one.names) if name not in named and name not in ignored]
        if alone:
            yield f"Columns of the {SAID[side]} that are not in every table and so not compared: {', '.join(alone)}."


def _told(found: Sequence[Feature]) -> Iterator[str]:
    yield from (one.reading for one in found if one.reading is not None)


def _strangers(kept: Sequence[Feature]) -> Iterator[str]:
    for one in kept:
        held = [set(np.unique(one.values[side]).tolist()) for side in (SOURCE, TARGET)]
        if one.kind is Kind.CATEGORY and all(held) and not held[0] & held[1]:
            yield (
                f"Column {one.name!r}: no value of the release stands for one of the original, so it tells everybody "
                "apart. A hierarchy says what labels stand for."
            )


def _tells(one: Feature) -> bool:
    """Whether a column can tell rows apart: not constant, and with a value somewhere on either side."""
    return one.varies((SOURCE, TARGET)) and not _empty(one)


def _empty(one: Feature) -> list[str]:
    return [NAMES[side] for side in (SOURCE, TARGET) if one.is_empty(side)]


def _dropped(found: Sequence[Feature]) -> Iterator[str]:
    for one in found:
        empty = _empty(one)
        if empty:
            where = "either table" if len(empty) > 1 else f"the {SAID[empty[0]]}"
            yield f"Column {one.name!r} has no value in any row of {where}; it tells nothing and is left out."
        elif not one.varies((SOURCE, TARGET)):
            yield f"Column {one.name!r} is the same in every row of both tables; it tells nothing and is left out."
