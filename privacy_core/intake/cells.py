"""Spreadsheet cells to columns: numbers, texts, booleans, dates, and columns that mix them."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from privacy_core.frames import from_arrow, from_numbers
from privacy_core.intake.numerals import whole
from privacy_core.intake.reading import Note, Settled, counted, were
from privacy_core.intake.symptoms import Kind
from privacy_core.tables import Column, as_text

_KINDS: dict[type, str] = {
    int: "number",
    float: "number",
    str: "text",
    bool: "truth value",
    dt.date: "date",
    dt.datetime: "date",
    dt.time: "time",
    dt.timedelta: "duration",
}


def column_of_cells(name: str, cells: Sequence[Any]) -> Settled:
    """Make a column of spreadsheet cells; an empty cell or text is missing.

    Cells of one kind keep it. Cells of several kinds become texts, a number that reads like a
    text of the same column being told apart from it.

    Examples
    --------
    >>> column_of_cells("age", [34.0, "", 41.0]).column.labels
    ['34', '41', '(missing)']
    >>> column_of_cells("code", [1.0, "1"]).column.labels
    ['1', '1 (number)']
    """
    kinds = Counter(type(cell) for cell in cells if cell != "")
    names = {_KINDS[kind] for kind in kinds}
    if len(names) > 1:
        return _mixed(name, cells, kinds)
    return Settled(_of_one_kind(name, cells, next(iter(names), "text"), dt.datetime in kinds))


def _of_one_kind(name: str, cells: Sequence[Any], kind: str, with_time: bool) -> Column:
    values = [None if cell == "" else cell for cell in cells]
    if kind == "number":
        return _numeric(name, values)
    if kind == "duration":
        return from_arrow(name, pa.array([None if value is None else str(value) for value in values], pa.string()))
    if with_time:
        values = [_moment(value) for value in values]
    return from_arrow(name, pa.array(values, pa.string() if kind == "text" else None))


def _numeric(name: str, values: list[Any]) -> Column:
    missing = np.array([value is None for value in values])
    numbers = np.array([0.0 if value is None else value for value in values], float)
    return from_numbers(name, whole(numbers), missing)


def _moment(value: Any) -> Any:
    """A date as the midnight it begins with."""
    return dt.datetime.combine(value, dt.time()) if type(value) is dt.date else value


def _mixed(name: str, cells: Sequence[Any], kinds: Counter[type]) -> Settled:
    texts = {cell for cell in cells if isinstance(cell, str)}
    labels = [_label(cell, texts) for cell in cells]
    counts: Counter[str] = Counter()
    for kind, count in kinds.items():
        counts[_KINDS[kind]] += count
    listed = ", ".join(counted(count, kind) for kind, count in counts.most_common())
    rarest = min(counts.values())
    sentence = f"Column {name!r} mixes kinds of cells and is kept as text: {listed}."
    clashes = tuple(_clashes(name, cells, texts))
    return Settled(
        from_arrow(name, pa.array(labels, pa.string())), (Note(name, rarest, sentence, Kind.MIXED), *clashes)
    )


def _label(cell: Any, texts: set[str]) -> str | None:
    if isinstance(cell, str):
        return cell or None
    label = _written(cell)
    while label in texts:
        label = f"{label} ({_KINDS[type(cell)]})"
    return label


def _written(cell: Any) -> str:
    return cell.isoformat(" ") if type(cell) is dt.datetime else as_text(cell)


def _clashes(name: str, cells: Sequence[Any], texts: set[str]) -> Iterator[Note]:
    count = sum(not isinstance(cell, str) and _written(cell) in texts for cell in cells)
    if count:
        sentence = f"Column {name!r}: {were(count, 'cell')} told apart from an equal text by adding the kind."
        yield Note(name, count, sentence)
