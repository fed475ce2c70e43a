"""What a way of reading would make of a file, from its first bytes alone, to look at before choosing it."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from privacy_core.errors import UnevenRows
from privacy_core.intake.delimited import laid_out
from privacy_core.intake.encoding import head
from privacy_core.intake.formats import is_delimited, is_workbook, read
from privacy_core.intake.options import Options
from privacy_core.intake.reading import Guess
from privacy_core.tables import Column, Scale, Table, as_text

HEAD = 1 << 15
"""Bytes of text a preview is made from."""

_INFLATED = 2 << 20
"""Bytes a workbook may hold once unpacked to be previewed: a sheet has no first bytes."""


@dataclass(frozen=True)
class Preview:
    """How the first rows would be read; real cells, so show them only where the user asked.

    Parameters
    ----------
    names : tuple of str
    scales : tuple of Scale
        Numeric or nominal per column, judged by these rows.
    rows : tuple of tuple of str
        Cells as text, missing ones empty.
    uneven : int
        How many of these rows have too few or too many fields, so that the file would be refused.
    whole : bool
        Whether these are all rows of the file.
    more : int
        Columns that were left out to be brief.
    """

    names: tuple[str, ...]
    scales: tuple[Scale, ...]
    rows: tuple[tuple[str, ...], ...]
    uneven: int = 0
    whole: bool = True
    more: int = 0


def preview(content: bytes, name: str, options: Options | None = None) -> Preview | None:
    r"""Read the first rows, at most 32 KiB of text, under these options; None when only the whole file can tell.

    Raises
    ------
    TableError
        The file cannot be opened this way.

    Examples
    --------
    >>> preview(b"a;b\n1,5;2\n", "people.csv").rows
    (('1.5', '2'),)
    >>> preview(b"a;b\n1,5;2\n", "people.csv", Options(decimal=".")).rows
    (('1,5', '2'),)
    """
    options = options or Options()
    if is_delimited(content, name):
        return _of_text(content, name, options)
    small = is_workbook(content) and _inflated(content) <= _INFLATED
    return _of(read(content, name, options).table) if small else None


def _of_text(content: bytes, name: str, options: Options) -> Preview | None:
    piece, encoding = head(content, options.encoding, HEAD)
    options = replace(options, encoding=encoding)
    if len(content) > HEAD:
        piece = _whole_records(piece, options)
    if not piece:
        return None
    try:
        found, uneven = read(piece, name, options), 0
    except UnevenRows as refused:
        found, uneven = read(piece, name, replace(options, uneven="keep")), refused.more + refused.fewer
    return _of(found.table, uneven, len(content) <= HEAD)


def _whole_records(piece: bytes, options: Options) -> bytes:
    """Without the last record, which the end of the piece may cut off; empty when there is no other."""
    if not piece:
        return piece
    text, layout = laid_out(piece, options)
    records = list(layout.dialect.records(text.content, layout.start))
    return text.content[: records[-2].end] if len(records) > 2 else b""


def _inflated(content: bytes) -> int:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return sum(entry.file_size for entry in archive.infolist())


def _of(table: Table, uneven: int = 0, whole: bool = True) -> Preview:
    columns = table.columns.values()
    rows: Iterable[tuple[str, ...]] = zip(*map(_cells, columns), strict=True)
    return Preview(tuple(table.names), tuple(column.scale for column in columns), tuple(rows), uneven, whole)


def _cells(column: Column) -> list[str]:
    labels = [*map(as_text, column.categories.tolist()), ""]
    return [labels[code] for code in column.codes.tolist()]


def spelled_out(options: Options, guesses: Sequence[Guess]) -> Options:
    r"""The options that read a file just as the guesses did, without guessing again.

    Examples
    --------
    >>> reading = read(b"a;b\n1,5;2\n", "people.csv")
    >>> chosen = spelled_out(reading.options, reading.guesses)
    >>> chosen.delimiter, chosen.decimal, chosen.encoding
    (';', ',', 'utf-8')
    """
    taken: dict[str, Any] = {one.option: one.taken for one in guesses if one.option and one.taken is not None}
    return replace(options, **taken)


def contrast(now: Preview, others: Sequence[Preview], rows: int = 3, columns: int = 5) -> tuple[Preview, ...]:
    r"""Cut previews to a few rows and columns each, those first in which the others differ from the one now.

    Returns
    -------
    cut : `now`, then the others in their order

    Examples
    --------
    >>> point = preview(b"a;b\n1;2\n3,5;4\n", "t", Options(decimal="."))
    >>> comma = preview(b"a;b\n1;2\n3,5;4\n", "t", Options(decimal=","))
    >>> [each.rows for each in contrast(point, [comma], rows=1, columns=1)]
    [(('3,5',),), (('3.5',),)]
    """
    if all((other.names, len(other.rows)) == (now.names, len(now.rows)) for other in others):
        chosen, first = _telling(now, others, rows), _differing(now, others)
        cut = [replace(one, rows=tuple(one.rows[place] for place in chosen)) for one in (now, *others)]
        return tuple(_narrow(one, first, columns) for one in cut)
    shown = [_unlike(now, others, rows), *(_unlike(other, [now], rows) for other in others)]
    return tuple(_narrow(one, [], columns) for one in shown)


def _telling(now: Preview, others: Sequence[Preview], rows: int) -> list[int]:
    """The rows in which most of the others differ, in their order."""
    apart = [-sum(other.rows[place] != row for other in others) for place, row in enumerate(now.rows)]
    return sorted(sorted(range(len(apart)), key=apart.__getitem__)[:rows])


def _unlike(one: Preview, others: Sequence[Preview], rows: int) -> Preview:
    """The first rows that another preview lacks; when it lacks none, the first rows."""
    known = [set(other.rows) for other in others]
    apart = [row for row in one.rows if any(row not in there for there in known)]
    return replace(one, rows=tuple((apart or one.rows)[:rows]))


def _differing(now: Preview, others: Sequence[Preview]) -> list[int]:
    """The columns in which another preview has other cells or another scale."""
    parts = list(zip(now.scales, *now.rows, strict=True))
    found = [[*zip(other.scales, *other.rows, strict=True)] for other in others]
    return [place for place, part in enumerate(parts) if any(other[place] != part for other in found)]


def _narrow(one: Preview, first: Sequence[int], columns: int) -> Preview:
    width = len(one.names)
    first = first if width > columns else ()
    chosen = [*first, *(place for place in range(width) if place not in set(first))][:columns]
    return Preview(
        tuple(one.names[place] for place in chosen),
        tuple(one.scales[place] for place in chosen),
        tuple(tuple(row[place] for place in chosen) for row in one.rows),
        one.uneven,
        one.whole,
        width - len(chosen),
    )
