"""What stands out in a table that was read: look-alikes of missing, infinities, dates, closing rows."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from privacy_core.intake.missing import TOKENS, occurrences
from privacy_core.intake.names import is_code_like
from privacy_core.intake.reading import Note, counted, were
from privacy_core.intake.symptoms import Kind
from privacy_core.tables import Column, Scale, Table

_DAY_OR_MONTH = re.compile(r"(\d{1,2})[/.-](\d{1,2})[/.-](?:\d{4}|\d{2})")
_CLOSING = re.compile(
    r"\s*(?:grand )?(?:totals?|subtotal|sum|summe|gesamt|insgesamt|average|mean|mittelwert|source|quelle|notes?|"
    r"anmerkung|generated|erstellt|stand|count|anzahl)\b",
    re.IGNORECASE,
)
_TOTAL = re.compile(r"\s*(?:grand )?(?:totals?|sum|summe|gesamt|insgesamt)\s*:?\s*", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?(?:0|[1-9][0-9]*)(?:[.,][0-9]+)?")
_CLOSING_ROWS = 10
_TRIED_FIRST = 50
_SENTINELS = [sign * number for number in (9, 99, 999, 9999, 99999, 999999) for sign in (1, -1)]


def observed(column: Column) -> Iterator[Note]:
    """Notes about the values of one column."""
    yield from _look_missing(column)
    yield from _stars(column)
    yield from _infinite(column)
    yield from _sentinels(column)
    yield from _ambiguous_dates(column)


def numbers_as_text(column: Column) -> Iterator[Note]:
    """A note when the cells of a typed file are texts that are all numbers, and no code by their name."""
    if column.scale is not Scale.NOMINAL or is_code_like(column.name):
        return
    texts = column.categories.tolist()
    if texts and all(isinstance(text, str) and _NUMBER.fullmatch(text) for text in texts):
        count = len(column.codes) - column.n_missing
        verb = "holds" if count == 1 else "hold"
        sentence = f"Column {column.name!r} is kept as text: {counted(count, 'cell')} {verb} numbers stored as text."
        yield Note(column.name, count, sentence)


def closing_rows(table: Table) -> Iterator[Note]:
    """Rows at the end that look like a total or a source line instead of a record."""
    if count := closing_count(table):
        which = "The last row looks" if count == 1 else f"The last {count} rows look"
        sentence = f"{which} like a total or a source line and not like a record; remove such lines from the file."
        yield Note(None, count, sentence, Kind.CLOSING_ROWS)


def closing_count(table: Table) -> int:
    """How many of the last rows are totals, source lines or empty rows above these."""
    rows = range(table.n_rows - 1, max(table.n_rows - _CLOSING_ROWS, 0) - 1, -1)
    count = 0
    for place, row in enumerate(rows, start=1):
        filled = [column for column in table.columns.values() if column.codes[row] != column.missing]
        if filled and not _is_closing(table, row, filled):
            break
        count = place if filled else count
    return count


def empty_count(table: Table) -> int:
    """How many rows have no value at all, in a table of several columns."""
    gaps = np.ones(table.n_rows, bool)
    for column in table.columns.values():
        if not column.has_missing or len(table.columns) == 1:
            return 0
        gaps &= column.codes == column.missing
    return int(np.count_nonzero(gaps))


def empty_rows(table: Table) -> Iterator[Note]:
    """Rows in which every cell is missing; they are kept."""
    if count := empty_count(table):
        yield Note(None, count, f"{were(count, 'row')} kept although every cell is missing.")


def _is_closing(table: Table, row: int, filled: list[Column]) -> bool:
    """Whether the first cell with a value says so, in a row that is mostly empty or names a total once."""
    width, first = len(table.columns), filled[0]
    text = str(first.categories[first.codes[row]])
    if width == 1 or first.scale is Scale.NUMERIC:
        return False
    if 2 * (width - len(filled)) >= width:
        return _CLOSING.match(text) is not None
    once = np.count_nonzero(first.codes == first.codes[row]) == 1
    return bool(once) and _TOTAL.fullmatch(text) is not None


def _look_missing(column: Column) -> Iterator[Note]:
    if counts := occurrences(column, TOKENS):
        total = sum(counts.values())
        listed = ", ".join(f"{token} in {counted(count, 'cell')}" for token, count in counts.items())
        sentence = f"Column {column.name!r} keeps as values texts that may mean missing: {listed}."
        yield Note(column.name, total, sentence)


def _stars(column: Column) -> Iterator[Note]:
    if count := occurrences(column, ["*"]).get("*", 0):
        sentence = f"Column {column.name!r} keeps as a value the * in {counted(count, 'cell')}; it may mean suppressed."
        yield Note(column.name, count, sentence)


def _infinite(column: Column) -> Iterator[Note]:
    if column.scale is Scale.NUMERIC and column.categories.dtype.kind == "f":
        infinite = np.append(np.isinf(column.categories), False)
        if infinite.any():
            count = int(np.count_nonzero(infinite[column.codes]))
            yield Note(column.name, count, f"Column {column.name!r} holds {counted(count, 'infinite number')}.")


def _sentinels(column: Column) -> Iterator[Note]:
    """Numbers such as -9 and 999 that lie farther out than the others reach, or alone below zero."""
    if column.scale is not Scale.NUMERIC:
        return
    finite = column.categories[np.isfinite(column.categories)]
    plain = finite[~np.isin(finite, _SENTINELS)].astype(float)
    if not len(plain):
        return
    low, high = float(plain[0]), float(plain[-1])
    reach = high - low
    outside = [v for v in _SENTINELS if v in finite and (v > high + reach or v < low - reach or v < 0 <= low)]
    if outside:
        count = int(np.count_nonzero(np.append(np.isin(column.categories, outside), False)[column.codes]))
        listed = " and ".join(map(str, outside))
        sentence = (
            f"Column {column.name!r} keeps {listed} as a number; it may mean missing in {counted(count, 'cell')}."
        )
        yield Note(column.name, count, sentence)


def _ambiguous_dates(column: Column) -> Iterator[Note]:
    if column.scale is not Scale.NOMINAL:
        return
    texts = [str(value) for value in column.categories.tolist()]
    if not any(map(_DAY_OR_MONTH.fullmatch, texts[:_TRIED_FIRST])):
        return
    unclear = np.array([_is_ambiguous(text) for text in texts] + [False])
    if count := int(np.count_nonzero(unclear[column.codes])):
        dates = counted(count, "date")
        sentence = f"Column {column.name!r} is kept as text: {dates} can be read day first or month first."
        yield Note(column.name, count, sentence)


def _is_ambiguous(text: str) -> bool:
    found = _DAY_OR_MONTH.fullmatch(text)
    return found is not None and all(1 <= int(part) <= 12 for part in found.groups()) and found[1] != found[2]
