"""One column of several tables becomes a feature: which way its values are read, and when they cannot be."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from privacy_core.errors import TableError
from privacy_core.frequencies import rows_that
from privacy_core.generalized import Any as Anything
from privacy_core.generalized import Exact, Generalized, Interval, Prefix, Set, marked, parse, parse_column
from privacy_core.hierarchies import Hierarchy
from privacy_core.linkage.features import Feature
from privacy_core.linkage.number_columns import Line, as_they_are, numbers, ranges
from privacy_core.linkage.text_columns import Words, texts
from privacy_core.tables import Codes, Column, FloatArray, Scale, Table

SAID = {"source": "original", "target": "release", "holdout": "table of held-out people"}
"""What the sides are called in sentences."""


@dataclass(frozen=True, eq=False)
class Held:
    """One side of a column, as far as rows hold it.

    Parameters
    ----------
    side : "source", "target" or "holdout"
    column : with the categories only that rows hold
    codes : int32 (n_side,) into those categories, −1 where missing
    suppressed : whether whole rows of it are suppressed
    """

    side: str
    column: Column
    codes: Codes
    suppressed: bool

    @property
    def is_numeric(self) -> bool:
        """Whether the column holds numbers as such."""
        return self.column.scale is Scale.NUMERIC

    @property
    def words(self) -> list[str]:
        """Every value as text."""
        return self.column.labels[: len(self.column.categories)]

    def rows(self, values: NDArray[np.bool_]) -> int:
        """How many rows hold one of these values."""
        return int(np.append(values, False)[self.codes].sum())


def feature(name: str, sides: Sequence[str], tables: Sequence[Table], known: bool, tree: Hierarchy | None) -> Feature:
    """Bring one column of all tables to one meaning.

    Numbers stay numbers. Days are counted. Where a table holds intervals, masks, sets or labels of a hierarchy,
    the other tables' values are mapped to what covers them.

    Raises
    ------
    TableError
        Infinite numbers, values of several types, or text where another table has numbers; names column and rows.
    """
    columns, gone = [one[name] for one in tables], [one.suppressed if known else None for one in tables]
    for side, column in zip(sides, columns, strict=True):
        _refuse_infinite(side, column)
    if all(column.scale is Scale.NUMERIC for column in columns):
        return as_they_are(name, known, sides, columns, gone)
    held = [_held(*one) for one in zip(sides, columns, gone, strict=True)]
    for one in held:
        _refuse_mixed(one)
    shapes, notes = _shapes(held)
    spans = ranges(shapes)
    if spans is not None:
        lines = [
            Line(one.codes, span, one.side, _withholds(one, own))
            for one, span, own in zip(held, spans, shapes, strict=True)
        ]
        return numbers(name, known, lines, columns, (*notes, *_numerals(held, shapes)))
    _refuse_text_beside_numbers(held, shapes, tree)
    words = [_words(one, own) for one, own in zip(held, shapes, strict=True)]
    return texts(name, known, words, columns, tree, (*notes, *_mostly_numbers(held)))


def _withholds(one: Held, own: Shapes) -> bool:
    """Whether some cells are suppressed, by the whole row or by a sign for any value, and others are not."""
    if isinstance(own, np.ndarray):
        return one.suppressed and len(own) > 0
    shown = sum(shape is not None for shape in own)
    return shown > 0 and (one.suppressed or shown < len(own))


Shapes = Sequence[Generalized | None] | FloatArray
"""What each value stands for, None for a suppressed cell; of a column of numbers the numbers."""


def _words(one: Held, own: Shapes) -> Words:
    shapes = [Exact(number) for number in own.tolist()] if isinstance(own, np.ndarray) else own
    return Words(one.codes, one.words, shapes, one.column.scale, one.side, _withholds(one, own))


def _held(side: str, column: Column, suppressed: NDArray[np.bool_] | None) -> Held:
    codes = column.codes
    if suppressed is not None and suppressed.any():
        codes = np.where(suppressed, len(column.categories), codes)
    used = np.bincount(codes, minlength=len(column.categories) + 1)[: len(column.categories)] > 0
    gaps = bool((codes == len(column.categories)).any())
    place = np.append(np.where(used, np.cumsum(used) - 1, -1), -1).astype(np.int32)
    own = place[codes]
    reduced = np.where(own < 0, np.int32(used.sum()), own) if gaps else own
    kept = replace(column, codes=reduced, categories=column.categories[used], has_missing=gaps)
    return Held(side, kept, own, suppressed is not None and bool(suppressed.any()))


def _shapes(held: Sequence[Held]) -> tuple[list[Shapes], tuple[str, ...]]:
    """What every value stands for; of raw text, which has no sign of being published, the text itself."""
    generalized = any(marked(word) for one in held if not one.is_numeric for word in one.words)
    if not generalized and not any(one.is_numeric for one in held) and not any(map(_are_days, held)):
        return [[Exact(word) for word in one.words] for one in held], ()
    found: list[Shapes] = []
    notes: list[str] = []
    for one in held:
        if one.is_numeric:
            found.append(one.column.categories.astype(float))
            continue
        parsed = parse_column(one.column)
        notes += parsed.notes if one.side == "target" else ()
        found.append([None if isinstance(shape, Anything) else shape for shape in parsed.shapes[: len(one.words)]])
    return found, tuple(notes)


def _are_days(one: Held) -> bool:
    """Whether a column holds days and nothing else."""
    return bool(one.words) and all(
        isinstance(shape, Exact) and isinstance(shape.value, dt.date) for shape in map(parse, one.words)
    )


def _numerals(held: Sequence[Held], shapes: Sequence[Shapes]) -> Iterator[str]:
    """Say where numbers are written as text beside a column of numbers."""
    if not any(one.is_numeric for one in held):
        return
    for one, own in zip(held, shapes, strict=True):
        if isinstance(own, np.ndarray):
            continue
        written = np.array([isinstance(shape, Exact) for shape in own], bool)
        if written.any():
            yield (
                f"Column {one.column.name!r}: {rows_that(one.rows(written), 'write', _of(one.side))} a number as "
                "text; it is read as that number."
            )


def _mostly_numbers(held: Sequence[Held]) -> Iterator[str]:
    """Say where a column of names is one only because some of its rows hold no number."""
    for one in held:
        numerals = np.array([_reads_as_number(word) for word in one.words], bool)
        others = ~numerals & ~np.array([marked(word) for word in one.words], bool)
        counted, strange = one.rows(numerals), one.rows(others)
        if 0 < strange <= counted:
            yield (
                f"Column {one.column.name!r} of the {SAID[one.side]}: {rows_that(counted, 'hold')} numbers and "
                f"{rows_that(strange, 'hold')} text, so all count as names. Say which text means missing, or "
                "repair it, to compare numbers."
            )


def _reads_as_number(word: str) -> bool:
    try:
        return isfinite(float(word))
    except ValueError:
        return False


def _refuse_infinite(side: str, column: Column) -> None:
    if column.scale is Scale.NUMERIC:
        infinite = np.append(np.isinf(column.categories.astype(float)), False)
        rows = int(np.count_nonzero(infinite[column.codes])) if infinite.any() else 0
        if rows:
            raise TableError(
                f"Column {column.name!r}: {rows_that(rows, 'hold', _of(side))} an infinite number. Repair that or "
                "leave the column out."
            )


def _refuse_mixed(one: Held) -> None:
    if one.column.categories.dtype != object:
        return
    kinds = [_kind(value) for value in one.column.categories.tolist()]
    if len(set(kinds)) > 1:
        fewest = min(sorted(set(kinds)), key=lambda kind: one.rows(np.array([own == kind for own in kinds])))
        rows = one.rows(np.array([own == fewest for own in kinds]))
        raise TableError(
            f"Column {one.column.name!r} of the {SAID[one.side]} holds values of {len(set(kinds))} types; "
            f"{rows_that(rows, 'hold')} {fewest}. Read it as one type or leave it out."
        )


def _kind(value: object) -> str:
    match value:
        case bool() | np.bool_():
            return "true or false"
        case int() | float() | np.number():
            return "numbers"
        case str():
            return "text"
        case _:
            return "other values"


def _refuse_text_beside_numbers(held: Sequence[Held], shapes: Sequence[Shapes], tree: Hierarchy | None) -> None:
    if not any(one.is_numeric for one in held):
        return
    labels = set() if tree is None else {label for level in tree.labels for label in level}
    for one, own in zip(held, shapes, strict=True):
        if isinstance(own, np.ndarray):
            continue
        strange = np.array(
            [
                not (shape is None or word in labels or isinstance(shape, Interval | Prefix | Set) or _is_number(shape))
                for word, shape in zip(one.words, own, strict=True)
            ],
            bool,
        )
        if strange.any():
            raise TableError(
                f"Column {one.column.name!r}: {rows_that(one.rows(strange), 'hold', _of(one.side))} text where the "
                f"other table has numbers (different texts: {int(strange.sum()):,}). Read the column in the same "
                "way in both tables, give it a hierarchy, or leave it out."
            )


def _of(side: str) -> str:
    return f" of the {SAID[side]}"


def _is_number(shape: Generalized) -> bool:
    return isinstance(shape, Exact) and isinstance(shape.value, float)
