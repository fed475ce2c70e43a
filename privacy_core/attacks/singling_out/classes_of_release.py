"""What a release publishes of people, as descriptions, and which rows of another table each describes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from privacy_core.classes import equivalence_classes
from privacy_core.composition.covering import covered
from privacy_core.composition.intersecting import Sets, expanded, parts_of, sets_of
from privacy_core.errors import ParameterError, TableError
from privacy_core.frequencies import rows_that
from privacy_core.hierarchies import Hierarchy
from privacy_core.numbering import grouped
from privacy_core.progress import Progress, report, unwatched
from privacy_core.tables import IntArray, Table


@dataclass(frozen=True, eq=False)
class Patterns:
    """The different descriptions that a release publishes: one per equivalence class.

    They are numbered by their values in the alphabetical order of the columns, so neither the order of rows nor
    that of columns plays a part.

    Parameters
    ----------
    columns : the columns described, as asked
    release : where they were published
    size : int64 (n_patterns,), released rows with each
    code : per column int64 (n_patterns,), the published value
    n_suppressed : suppressed rows of the release, which describe nobody
    hierarchies : by column, what labels stand for
    """

    columns: tuple[str, ...]
    release: Table
    size: IntArray
    code: tuple[IntArray, ...]
    n_suppressed: int
    hierarchies: Mapping[str, Hierarchy]

    def __len__(self) -> int:
        return len(self.size)

    @property
    def kept(self) -> int:
        """Rows of the release that are not suppressed."""
        return int(self.size.sum())

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """How the descriptions branch, column by column."""
        node, found = np.zeros(len(self), np.int64), []
        for name, code in zip(self.columns, self.code, strict=True):
            width = self.release[name].n_codes
            keys, node = np.unique(node * width + code, return_inverse=True)
            found.append(Step(width, keys, np.bincount(node, self.size, len(keys)).astype(np.int64)))
        return tuple(found)

    @cached_property
    def of_leaf(self) -> IntArray:
        """Which pattern each of the last step's branches is."""
        return np.lexsort(self.code[::-1]).astype(np.int64)


@dataclass(frozen=True, eq=False)
class Step:
    """The branches of all descriptions at one column.

    Parameters
    ----------
    width : number of codes of the column
    keys : ascending, branch before × width + code
    size : released rows in each
    """

    width: int
    keys: IntArray
    size: IntArray


def patterns(release: Table, columns: Sequence[str], hierarchies: Mapping[str, Hierarchy] | None = None) -> Patterns:
    """Collect the descriptions a release publishes; suppressed rows are left out and counted.

    Raises
    ------
    ParameterError
        No column is named, or one is named twice.
    UnknownColumn
        The release lacks a column.
    TableError
        Every row is suppressed, or a column was changed at random.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core.frames import from_frame
    >>> ages = from_frame(pd.DataFrame({"age": ["20-29", "30-39", "20-29"]}))
    >>> patterns(ages, ["age"]).size.tolist()
    [2, 1]
    """
    if not columns:
        raise ParameterError("Nothing is known of a person: name the columns that descriptions are made of.")
    if len(set(columns)) < len(columns):
        twice = next(name for name in columns if [*columns].count(name) > 1)
        raise ParameterError(f"Column {twice!r} is named twice; once is enough.")
    classes = equivalence_classes(release, sorted(columns))
    if why := classes.not_valid():
        raise TableError(f"The release cannot be attacked by its classes; {why}.")
    if not len(classes):
        raise TableError("Every row of the release is suppressed: it describes nobody.")
    codes = tuple(release[name].codes[classes.example].astype(np.int64) for name in columns)
    return Patterns(tuple(columns), release, classes.size, codes, classes.n_suppressed, dict(hierarchies or {}))


@dataclass(frozen=True, eq=False)
class Fits:
    """Which rows of a table the descriptions of a release hold for.

    Parameters
    ----------
    rows : int64 (n_patterns,), rows each description holds for
    looks : per pattern the looks (rows alike in the columns described) that it holds for; of the patterns asked
        for only
    look : int32 (n_rows,), look of each row
    lacking : per column, as asked: released rows beyond the rows that their description fits up to this column
    nowhere : per column: rows of the table that no description fits up to this column
    notes : how the release was read; no value
    """

    rows: IntArray
    looks: Sets
    look: NDArray[np.int32]
    lacking: tuple[int, ...]
    nowhere: tuple[int, ...]
    notes: tuple[str, ...]

    def of(self, pattern: int) -> IntArray:
        """Rows that a description holds for, of the patterns asked for."""
        order, start = self._rows
        looks = self.looks.of(pattern)
        found: IntArray = order[_within(start[looks], start[looks + 1])]
        return found

    @cached_property
    def _rows(self) -> tuple[IntArray, IntArray]:
        """Rows in the order of their looks, and where each look begins."""
        order = np.argsort(self.look, kind="stable").astype(np.int64)
        several = int(self.look.max(initial=-1)) + 1
        return order, np.searchsorted(self.look[order], np.arange(several + 1))


def _within(first: IntArray, last: IntArray) -> IntArray:
    """All places from each first up to its last."""
    size = last - first
    places: IntArray = np.arange(size.sum()) + np.repeat(first - (np.cumsum(size) - size), size)
    return places


def fits(
    published: Patterns, table: Table, asked: NDArray[np.bool_] | None = None, progress: Progress = unwatched
) -> Fits:
    """Find the rows each description holds for: what an attacker's predicate says of every row, true or false.

    A cell satisfies a published value that covers all the cell can be: the numbers of an interval, the members of
    a set, the texts under a mask, with a hierarchy the values below a label. A suppressed or missing published cell
    covers everything; a missing cell satisfies nothing else.

    Parameters
    ----------
    published : the descriptions
    table : original or hold-out; its suppressed rows are looked at as all others
    asked : bool (n_patterns,), whose rows are listed; all unless given

    Raises
    ------
    UnknownColumn
        The table lacks a column.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core.frames import from_frame
    >>> people = from_frame(pd.DataFrame({"age": [21, 25, 33, None]}))
    >>> found = fits(patterns(from_frame(pd.DataFrame({"age": ["20-29", "30-39", "20-29", "*"]})), ["age"]), people)
    >>> found.rows.tolist(), found.of(1).tolist()     # *, 20-29, 30-39
    ([4, 2, 1], [0, 1])
    """
    trees = published.hierarchies
    found = [covered(published.release[name], table[name], trees.get(name), True) for name in published.columns]
    raw = [table[name] for name in published.columns]
    look, several = grouped([column.codes for column in raw], [column.n_codes for column in raw], table.n_rows)
    example = np.empty(several, np.int64)
    example[look] = np.arange(table.n_rows)
    codes = [column.codes[example].astype(np.int64) for column in raw]
    join = Join(published, [one.codes for one in found], codes, np.bincount(look, minlength=several))
    wanted = np.ones(len(published), bool) if asked is None else asked
    owner, value = join.run(wanted, progress)
    listed = sets_of(owner, value, len(published), several)
    lacking = tuple(
        int(np.maximum(step.size - fit, 0).sum()) for step, fit in zip(published.steps, join.fit, strict=True)
    )
    notes = tuple(note for one in found for note in one.notes)
    rows = np.empty(len(published), np.int64)
    rows[published.of_leaf] = join.fit[-1]
    return Fits(rows, listed, look, lacking, tuple(join.nowhere), notes)


class Join:
    """Looks of a table led along the branches of all descriptions, column by column."""

    def __init__(self, published: Patterns, covers: Sequence[Sets], codes: Sequence[IntArray], rows: IntArray) -> None:
        self.published, self.covers, self.codes, self.rows = published, covers, codes, rows
        self.fit = [np.zeros(len(step.keys), np.int64) for step in published.steps]
        self.nowhere = [0] * len(published.steps)

    def run(self, wanted: NDArray[np.bool_], progress: Progress) -> tuple[IntArray, IntArray]:
        """Pattern and look of all pairs that fit, of the wanted patterns; everything else is counted."""
        size = np.max([one.size[code] for one, code in zip(self.covers, self.codes, strict=True)], axis=0)
        pairs = [*self._parts(size, wanted, progress)]
        owners, looks = zip(*pairs, strict=True)
        return np.concatenate(owners), np.concatenate(looks)

    def _parts(
        self, size: IntArray, wanted: NDArray[np.bool_], progress: Progress
    ) -> Iterator[tuple[IntArray, IntArray]]:
        for part in parts_of(np.maximum(size, 1)):
            report(progress, part.start / len(self.rows), "finding whom each description fits")
            leaf, look = self._led(np.arange(part.start, part.stop))
            pattern = self.published.of_leaf[leaf]
            yield pattern[wanted[pattern]], look[wanted[pattern]]

    def _led(self, look: IntArray) -> tuple[IntArray, IntArray]:
        """The last branches that some looks arrive at, each with the look."""
        first, node = look[0] if len(look) else 0, np.zeros(len(look), np.int64)
        several = len(look)
        for at, step in enumerate(self.published.steps):
            owner, code = expanded(self.covers[at], self.codes[at][look])
            wanted = node[owner] * step.width + code
            place = np.minimum(np.searchsorted(step.keys, wanted), len(step.keys) - 1)
            there = step.keys[place] == wanted
            node, look = place[there], look[owner[there]]
            self.fit[at] += np.bincount(node, self.rows[look], len(step.keys)).astype(np.int64)
            left = np.bincount(look - first, minlength=several) == 0
            self.nowhere[at] += int(self.rows[first : first + several][left].sum())
        return node, look


def refuse_other_originals(published: Patterns, original: Table, found: Fits) -> None:
    """Refuse a release that does not generalize the original, whatever the order of its rows.

    No released row may describe more rows than the original has of that description, and no more rows of the
    original may be described by nothing than the release leaves out.

    Raises
    ------
    TableError
        Names the first column, in the order asked, and the number of rows.

    Notes
    -----
    Necessary, and where no two descriptions overlap, as after global recoding, also sufficient.
    """
    spare = original.n_rows - published.kept
    if spare < 0:
        raise TableError(
            f"The release has {published.kept:,} rows that are not suppressed, the original {original.n_rows:,}: it "
            "cannot be a generalization of the original. For synthetic records try predicates of single records."
        )
    for name, lacking, nowhere in zip(published.columns, found.lacking, found.nowhere, strict=True):
        rows = max(lacking, nowhere - spare)
        if rows > 0:
            said = rows_that(rows, "have", " of the release") if lacking >= nowhere - spare else _without(rows)
            raise TableError(
                f"The release does not generalize the original: at column {name!r}, {said}"
                f"{' no row of the original that fits' if lacking >= nowhere - spare else ''}. Give the hierarchy "
                "of the column, or for synthetic records try predicates of single records."
            )


def _without(rows: int) -> str:
    return f"{rows_that(rows, 'fit', ' of the original')} no row of the release"
