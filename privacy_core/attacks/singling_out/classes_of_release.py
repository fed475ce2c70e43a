"""What a release publishes of people, as descriptions, and which rows of another table each describes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from privacy_core.attacks.singling_out.joining import Join, Side, within
from privacy_core.classes import equivalence_classes
from privacy_core.composition.covering import covered
from privacy_core.composition.intersecting import Sets, sets_of
from privacy_core.errors import ParameterError, TableError
from privacy_core.frequencies import rows_that
from privacy_core.hierarchies import Hierarchy
from privacy_core.numbering import grouped
from privacy_core.progress import Progress, unwatched
from privacy_core.tables import Codes, IntArray, Table


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
        raise TableError(f"The classes of the release say nothing here: {why.removeprefix('not valid here: ')}.")
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
    nowhere : rows of the table that no description holds for
    notes : how the release was read; no value
    """

    rows: IntArray
    looks: Sets
    look: Codes
    nowhere: int
    notes: tuple[str, ...]

    def of(self, pattern: int) -> IntArray:
        """Rows that a description holds for, of the patterns asked for."""
        order, start = self._rows
        looks = self.looks.of(pattern)
        found: IntArray = order[within(start[looks], start[looks + 1])]
        return found

    @cached_property
    def _rows(self) -> tuple[IntArray, IntArray]:
        """Rows in the order of their looks, and where each look begins."""
        order = np.argsort(self.look, kind="stable").astype(np.int64)
        several = int(self.look.max(initial=-1)) + 1
        return order, np.searchsorted(self.look[order], np.arange(several + 1))


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
    raw = [table[name] for name in published.columns]
    found = [covered(published.release[one.name], one, trees.get(one.name), True) for one in raw]
    look, several = grouped([one.codes for one in raw], [one.n_codes for one in raw], table.n_rows)
    example = np.empty(several, np.int64)
    example[look] = np.arange(table.n_rows)
    sides = [
        Side(one.codes, own.codes[example], code) for one, own, code in zip(found, raw, published.code, strict=True)
    ]
    join = Join(sides, np.bincount(look, minlength=several), len(published))
    owner, value = join.run(np.ones(len(published), bool) if asked is None else asked, progress)
    notes = tuple(note for one in found for note in one.notes)
    return Fits(join.fit, sets_of(owner, value, len(published), several), look, join.nowhere, notes)


def refuse_other_originals(published: Patterns, original: Table, found: Fits) -> None:
    """Refuse a release that does not generalize the original, whatever the order of its rows.

    No description may be published of more rows than the original has of it, and no more rows of the original may
    be described by nothing than the release leaves out.

    Raises
    ------
    TableError
        Names the first column, in the order asked, up to which that fails, and the number of rows.

    Notes
    -----
    Necessary, and where no two descriptions overlap, as after global recoding, also sufficient.
    """
    spare = original.n_rows - published.kept
    if spare < 0:
        raise TableError(
            f"The release has {published.kept:,} rows that are not suppressed, the original {original.n_rows:,}: it "
            f"cannot be a generalization of the original. {SYNTHETIC}"
        )
    if not any(_strange(published, found, spare)):
        return
    for at in range(1, len(published.columns) + 1):
        fewer = patterns(published.release, published.columns[:at], published.hierarchies)
        lacking, nowhere = _strange(fewer, fits(fewer, original, np.zeros(len(fewer), bool)), spare)
        if lacking or nowhere:
            raise TableError(_first_strange(published.columns[:at], lacking, nowhere))


SYNTHETIC = "Of synthetic or perturbed records, try predicates of single records."


def _strange(published: Patterns, found: Fits, spare: int) -> tuple[int, int]:
    """Released rows beyond those that fit, and rows that nothing describes beyond those left out."""
    lacking = int(np.maximum(published.size - found.rows, 0).sum())
    return lacking, max(found.nowhere - spare, 0)


def _first_strange(columns: Sequence[str], lacking: int, nowhere: int) -> str:
    said = rows_that(lacking, "fit", " of the release") + " no row of the original"
    if not lacking:
        said = rows_that(nowhere, "fit", " of the original") + " no row of the release"
    before = "" if len(columns) == 1 else " and those before it"
    return (
        f"The release does not generalize the original: by column {columns[-1]!r}{before}, {said}. Give hierarchies "
        f"of labels that say nothing by themselves. {SYNTHETIC}"
    )
