"""The first rows of a file as text, to look at before it is read with other options."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from privacy_core.intake.delimited import laid_out
from privacy_core.intake.formats import is_delimited, read
from privacy_core.intake.options import Options
from privacy_core.tables import Table


@dataclass(frozen=True)
class Preview:
    """The names and first rows under some options; real cells, so mask what identifies before showing them.

    Parameters
    ----------
    names : tuple of str
        As the file has them, repeated ones included.
    rows : tuple of tuple of str
        Cells as text, missing ones empty.
    """

    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def preview(content: bytes, name: str, options: Options | None = None, rows: int = 5) -> Preview:
    r"""Show how the first rows look under these options.

    Delimited text is cut but not read to its end, so uneven rows show as they are.

    Raises
    ------
    TableError
        The file cannot be opened this way.

    Examples
    --------
    >>> preview(b"a;b\n1,5;2\n", "people.csv").rows
    (('1,5', '2'),)
    >>> preview(b"a;b\n1,5;2\n", "people.csv", Options(delimiter=",")).rows
    (('1', '5;2'),)
    """
    options = options or Options()
    if is_delimited(content, name):
        return _of_text(content, options, rows)
    return _of_table(read(content, name, options).table, rows)


def _of_text(content: bytes, options: Options, rows: int) -> Preview:
    text, layout = laid_out(content, options)
    records = layout.dialect.records(text.content, layout.start)
    cut = [tuple(_text(field) for field in layout.dialect.split(each.raw)) for each in islice(records, rows + 1)]
    if options.header:
        return Preview(cut[0] if cut else (), tuple(cut[1:]))
    return Preview(tuple(f"column {place}" for place in range(1, len(cut[0]) + 1)), tuple(cut[:rows]))


def _text(field: bytes) -> str:
    return field.decode("utf-8", "replace")


def _of_table(table: Table, rows: int) -> Preview:
    shown: Iterable[tuple[str, ...]] = zip(*(_first(table, name, rows) for name in table.names), strict=True)
    return Preview(tuple(table.names), tuple(shown))


def _first(table: Table, name: str, rows: int) -> list[str]:
    column = table[name]
    values = [*map(str, column.categories.tolist()), ""] if len(column.categories) < 1000 else None
    codes = column.codes[:rows].tolist()
    if values is not None:
        return [values[code] for code in codes]
    return ["" if code == column.missing else str(column.categories[code]) for code in codes]
