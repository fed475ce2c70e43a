"""Stata files with value labels; labels become values, in an order where they speak of one."""

from __future__ import annotations

import io
import re
import struct
import warnings
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pandas as pd

from privacy_core.errors import TableError
from privacy_core.frames import from_frame
from privacy_core.intake.names import named
from privacy_core.intake.numerals import whole
from privacy_core.intake.options import Options
from privacy_core.intake.reading import Draft, Guess, Note, Settled, counted, were
from privacy_core.intake.symptoms import Kind
from privacy_core.progress import Progress, report
from privacy_core.tables import Column, Scale

_UNREADABLE = (
    *(ValueError, KeyError, IndexError, EOFError, OverflowError, UnicodeError, struct.error, TypeError, MemoryError),
    *(NotImplementedError, AttributeError, OSError, ZeroDivisionError),
)
_ORDERED = re.compile(
    r"\b(?:very|strongly|somewhat|slightly|never|rarely|seldom|sometimes|often|usually|always|low|middle|medium|high|"
    r"none|mild|moderate|severe|poor|fair|good|excellent|small|large|less|more|under|over|primary|secondary|tertiary|"
    r"daily|weekly|monthly|agree|disagree|satisfied|first|second|third|grade)\b",
    re.IGNORECASE,
)
_RANGE = re.compile(r"[<>≤≥]?\s*[0-9][0-9.,]*\s*(?:[-–+]|to\b|bis\b|years?\b|and (?:over|more)\b).*", re.IGNORECASE)
_CODES = re.compile(r"(?:don.?t know|refus|no answer|missing|not applicable|n/?a\b|unknown|other\b)", re.IGNORECASE)


def read_stata(content: bytes, options: Options, progress: Progress) -> Draft:
    """Read a Stata file of version 8 or later.

    Raises
    ------
    TableError
        No rows, or a damaged or incomplete file.
    """
    report(progress, 0.0, "reading the Stata file")
    if is_cut(content):
        raise _damaged()
    frame, labelled = _frame(content)
    if not len(frame):
        raise TableError(f"The Stata file has {counted(len(frame.columns), 'column')} but no rows.")
    report(progress, 0.6, "coding columns")
    names, renamed = named([str(name) for name in frame.columns])
    frame.columns = pd.Index(names)
    notes = () if labelled else (Note(None, 1, _NO_LABELS),)
    columns = tuple(_settled(frame, progress))
    return Draft(columns, (Guess("format", "Stata"),), (*renamed, *notes))


def is_cut(content: bytes) -> bool:
    """Whether the end of a Stata file is missing; its value labels stand there.

    Examples
    --------
    >>> is_cut(b"<stata_dta><header>"), is_cut(b"r")
    (True, True)
    """
    if content.startswith(b"<stata_dta>"):
        return not content.rstrip(b"\0\r\n ").endswith(b"</stata_dta>")
    try:
        at, order = _end_of_rows(content)
        while at < len(content):
            at += 4 + 33 + 3 + struct.unpack_from(f"{order}i", content, at)[0]
    except (struct.error, IndexError):
        return True
    return at != len(content)


_SIZES = {251: 1, 252: 2, 253: 4, 254: 4, 255: 8}


def _end_of_rows(content: bytes) -> tuple[int, str]:
    """Where the rows of a file of version 8 to 12 end, and its byte order."""
    release, order = content[0], ">" if content[1] == 1 else "<"
    columns, rows = struct.unpack_from(f"{order}hi", content, 4)
    types = content[109 : 109 + columns]
    at = 109 + columns * (1 + 33 + (12 if release == 113 else 49) + 33 + 81) + 2 * (columns + 1)
    length = 1
    while length:
        kind, length = struct.unpack_from(f"{order}bi", content, at)
        at += 5 + length
        length = kind and max(length, 1)
    return at + rows * sum(_SIZES.get(each, each) for each in types), order


_NO_LABELS = "Two codes of one column share a label, so value labels were left out and codes kept."


def _frame(content: bytes) -> tuple[pd.DataFrame, bool]:
    """The table, and whether its value labels could be used."""
    for labels in (True, False):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return pd.read_stata(io.BytesIO(content), convert_categoricals=labels, order_categoricals=False), labels
        except _UNREADABLE as refused:
            if not labels or "Value labels" not in str(refused):
                raise _damaged() from None
    raise _damaged()


def _damaged() -> TableError:
    return TableError(
        "The Stata file is damaged or incomplete: a part of it cannot be read. Save or download it again."
    )


def _settled(frame: pd.DataFrame, progress: Progress) -> Iterator[Settled]:
    for place, name in enumerate(frame.columns):
        report(progress, 0.6 + 0.4 * place / len(frame.columns), f"coding column {place + 1:,}")
        series = frame[name]
        if isinstance(series.dtype, pd.CategoricalDtype):
            yield _labelled(str(name), series)
        else:
            yield _plain(from_frame(series.to_frame())[str(name)])


def _plain(column: Column) -> Settled:
    """Numbers of single precision as they were written, whole ones whole; empty text is missing."""
    values = column.categories
    if values.dtype == np.float32:
        values = np.array([float(str(value)) for value in values])
    if column.scale is Scale.NUMERIC:
        return Settled(Column(column.name, column.codes, whole(values), column.scale, column.has_missing))
    if not len(values) or values[0] != "":
        return Settled(column)
    codes = np.append(np.arange(len(values)) - 1, len(values) - 1)
    codes[0] = len(values) - 1
    return Settled(Column(column.name, codes[column.codes].astype(np.int32), values[1:].copy(), column.scale, True))


def _labelled(name: str, series: Any) -> Settled:
    labels = list(series.cat.categories)
    bare = [label for label in labels if not isinstance(label, str)]
    ordered = not bare and is_ordered(labels)
    texts = [_text(label) for label in labels]
    if len(set(texts)) < len(texts):
        texts = [f"{text} ({place})" if texts.count(text) > 1 else text for place, text in enumerate(texts, start=1)]
    kind = pd.CategoricalDtype(texts, ordered=ordered)
    made = pd.Series(pd.Categorical.from_codes(series.cat.codes, dtype=kind), name=name)
    return Settled(from_frame(made.to_frame())[name], tuple(_notes(name, series, bare, ordered)))


def _text(label: Any) -> str:
    return label if isinstance(label, str) else f"{label:g}"


def _notes(name: str, series: Any, bare: Sequence[Any], ordered: bool) -> Iterator[Note]:
    if bare:
        rows = int(series.isin(bare).sum())
        sentence = (
            f"Column {name!r} has value labels for some of its codes only; it is kept as text, "
            f"{were(rows, 'cell')} left as numbers."
        )
        yield Note(name, rows, sentence, Kind.MIXED)
    how = "in the order of their codes" if ordered else "as names without an order"
    held = int(series.notna().sum())
    yield Note(name, held, f"Column {name!r} shows its value labels instead of codes, {how} ({counted(held, 'cell')}).")


def is_ordered(labels: Sequence[str]) -> bool:
    """Whether value labels speak of an order: low, middle, high; 18-29, 30-39; never, often.

    Examples
    --------
    >>> is_ordered(["low", "middle", "high"]), is_ordered(["0-9", "10-19"]), is_ordered(["male", "female"])
    (True, True, False)
    """
    told = [label for label in labels if not _CODES.search(label)]
    ranks = sum(bool(_ORDERED.search(label) or _RANGE.fullmatch(label.strip())) for label in told)
    return len(told) == len(labels) >= 2 and 3 * ranks >= 2 * len(told)
