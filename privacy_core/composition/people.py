"""Who is who in several releases that name each person in a column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from privacy_core.composition.publications import Seen
from privacy_core.composition.vocabulary import sound
from privacy_core.errors import TableError
from privacy_core.numbering import identified
from privacy_core.tables import Column, IntArray, as_text

Known = tuple[Sequence[NDArray[Any]], int, NDArray[Any] | None, Sequence[str]]
"""Per release the number of each kept row's person, how many persons there are, what they are called, and doubts."""


def by_column(several: Sequence[Seen], person: str) -> Known:
    """Number the people that a column names; ids are compared as they are written.

    Raises
    ------
    TableError
        Rows without an id, or people with several rows in a release.
    """
    codes = [_identified(one, person) for one in several]
    places, keys = _same_people([one.publication.table[person] for one in several])
    numbers = [place[code] for place, code in zip(places, codes, strict=True)]
    for one, number in zip(several, numbers, strict=True):
        _refuse_twice(one, person, number, len(keys))
    known = np.flatnonzero(np.bincount(np.concatenate(numbers), minlength=len(keys)))
    place = np.zeros(len(keys), np.int64)
    place[known] = np.arange(len(known))
    return [place[n] for n in numbers], len(known), keys[known], [*_doubtful(several, person, numbers, keys)]


def _identified(one: Seen, person: str) -> IntArray:
    try:
        return identified(one.publication.table, person, one.classes.kept).astype(np.int64)
    except TableError as refused:
        raise TableError(f"Release {one.name!r}: {refused}") from None


def _same_people(columns: Sequence[Column]) -> tuple[list[IntArray], NDArray[Any]]:
    """Give the ids of all releases one list of positions; numbers and texts are compared as written."""
    numbers = {column.categories.dtype for column in columns}
    whole = len(numbers) == 1 and numbers.pop().kind in "iu"
    keys, places = _ids(columns[0], whole), []
    for column in columns:
        ids = _ids(column, whole)
        place = keys.get_indexer(ids)
        new = np.flatnonzero(place < 0)
        place[new] = np.arange(len(keys), len(keys) + len(new))
        keys = keys.append(ids[new]) if len(new) else keys
        places.append(place.astype(np.int64))
    return places, keys.to_numpy()


def _ids(column: Column, whole: bool) -> pd.Index[Any]:
    """The ids of a column: whole numbers as they are, everything else as text."""
    ids = column.categories.tolist()
    texts = ids if whole or {*map(type, ids)} <= {str} else [as_text(key) for key in ids]
    index: pd.Index[Any] = pd.Index(texts, dtype=column.categories.dtype if whole else object)
    return index


def _refuse_twice(one: Seen, person: str, number: IntArray, n_ids: int) -> None:
    rows = np.bincount(number, minlength=n_ids)
    twice = int((rows > 1).sum())
    if twice:
        stand = "1 id stands" if twice == 1 else f"{twice:,} ids stand"
        raise TableError(
            f"Column {person!r} of {one.name!r}: {stand} in more than one row ({int(rows[rows > 1].sum()):,} rows); "
            "linking needs one row per person in each release."
        )


def _doubtful(several: Sequence[Seen], person: str, numbers: Sequence[IntArray], keys: NDArray[Any]) -> Iterator[str]:
    """Ids that an earlier release has only in another spelling, such as 007 and 7."""
    if keys.dtype != object:
        return
    there = [np.bincount(number, minlength=len(keys)) > 0 for number in numbers]
    for at, one in enumerate(several):
        alike = np.zeros(len(keys), bool)
        for earlier in there[:at]:
            sounds = {*map(_alike, keys[earlier & ~there[at]].tolist())}
            for key in np.flatnonzero(there[at] & ~earlier).tolist() if sounds else []:
                alike[key] |= _alike(keys[key]) in sounds
        if n := int(alike.sum()):
            yield (
                f"Column {person!r} of {one.name!r}: {n:,} {'id is' if n == 1 else 'ids are'} written like "
                f"{'an id' if n == 1 else 'ids'} of an earlier release but for zeros, blanks or capitals; ids are "
                "compared as they are written, so these count as other people."
            )


def _alike(key: str) -> str:
    """What spellings of one id have in common."""
    return key.lstrip("0") if key.isdigit() else sound(key)
