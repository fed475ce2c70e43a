"""Delimited text to dictionary-encoded columns, block by block."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa
import pyarrow.csv

from privacy_core.errors import TableError
from privacy_core.intake.dialect import Dialect
from privacy_core.progress import Progress, report

BLOCK = 1 << 22
_LARGEST_BLOCK = (1 << 31) - 1
TEXT = pa.dictionary(pa.int32(), pa.string())
"""How a column of texts is held: a code per row and the distinct texts."""


@dataclass
class Misfits:
    """Rows that do not have the fields of the header, counted while they are left out.

    With `keep` their numbers (from 1, as the rows stand) and texts are kept too, and the numbers of blank ones.
    """

    blank: int = 0
    fewer: int = 0
    more: int = 0
    keep: bool = False
    kept: list[tuple[int, str]] = field(default_factory=list)
    blank_rows: list[int] = field(default_factory=list)

    @property
    def ragged(self) -> int:
        """Rows with too few or too many fields; a line of blanks is none."""
        return self.fewer + self.more

    def __call__(self, row: Any) -> str:
        is_blank = not row.text.strip(" ")
        if self.keep and is_blank:
            self.blank_rows.append(row.number)
        elif self.keep:
            self.kept.append((row.number, row.text))
        if is_blank:
            self.blank += 1
        elif row.actual_columns < row.expected_columns:
            self.fewer += 1
        else:
            self.more += 1
        return "skip"


class Source:
    """The bytes from `start` as a file for Arrow, never cut between the two halves of a line end.

    Arrow drops a line feed that begins a block after a carriage return, even inside quotes.
    """

    closed = False

    def __init__(self, content: bytes, start: int) -> None:
        self.content, self.start, self.at = content, start, start

    @property
    def share(self) -> float:
        """How much was handed out, from 0 to 1."""
        return (self.at - self.start) / (len(self.content) - self.start)

    def read(self, size: int) -> bytes:
        """The next bytes, one fewer where a line end would be cut."""
        stop = min(self.at + size, len(self.content))
        if stop > self.at + 1 and self.content[stop - 1 : stop + 1] == b"\r\n":
            stop -= 1
        piece, self.at = self.content[self.at : stop], stop
        return piece


@dataclass(frozen=True)
class Rows:
    """Columns as dictionary arrays, null where the field is empty."""

    columns: list[pa.DictionaryArray]
    count: int
    misfits: Misfits = field(default_factory=Misfits)


def stream(content: bytes, start: int, dialect: Dialect, width: int, progress: Progress, keep: bool = False) -> Rows:
    """Read all rows from `start` that have `width` fields; with `keep` the texts of the others are kept aside.

    Raises
    ------
    TableError
        A quote is never closed, or the rows do not fit into memory.
    Stopped
        The user stopped the reading.
    """
    try:
        rows = _blocks(content, start, dialect, width, progress, BLOCK, keep)
    except pa.ArrowInvalid:  # a row longer than a block
        dialect.refuse_unclosed(content, start)
        rows = _in_one_block(content, start, dialect, width, progress, keep)
    if content.count(dialect.quote, start) % 2 or _ends_in_several_lines(rows):
        dialect.refuse_unclosed(content, start)
    return rows


def _in_one_block(content: bytes, start: int, dialect: Dialect, width: int, progress: Progress, keep: bool) -> Rows:
    size = min(len(content) + 1, _LARGEST_BLOCK)
    try:
        return _blocks(content, start, dialect, width, progress, size, keep)
    except pa.ArrowInvalid:
        raise TableError("The file holds rows that are too long to be read; check its quotes.") from None


def _blocks(
    content: bytes, start: int, dialect: Dialect, width: int, progress: Progress, size: int, keep: bool
) -> Rows:
    misfits, source = Misfits(keep=keep), Source(content, start)
    reader = _reader(pa.PythonFile(source, mode="r"), dialect, width, misfits, size)
    batches = list(_watched(reader, source, progress))
    columns = [_joined(batches, place, progress) for place in range(width)]
    return Rows(columns, sum(batch.num_rows for batch in batches), misfits)


def _joined(batches: list[pa.RecordBatch], place: int, progress: Progress) -> pa.DictionaryArray:
    """One column of all batches, with one dictionary."""
    report(progress, 0.6, f"joining column {place + 1:,}")
    parts = pa.chunked_array([batch.column(place) for batch in batches], TEXT)
    whole = parts.unify_dictionaries().combine_chunks()
    return pa.array([], TEXT) if isinstance(whole, pa.ChunkedArray) else whole


def _reader(source: Any, dialect: Dialect, width: int, misfits: Misfits, size: int) -> Any:
    names = [f"f{place}" for place in range(width)]
    return pa.csv.open_csv(
        source,
        pa.csv.ReadOptions(block_size=size, column_names=names, use_threads=not misfits.keep),  # rows are numbered
        pa.csv.ParseOptions(
            delimiter=dialect.delimiter.decode(),
            quote_char=dialect.quote.decode(),
            newlines_in_values=True,
            ignore_empty_lines=width > 1,
            invalid_row_handler=misfits,
        ),
        pa.csv.ConvertOptions(
            check_utf8=False,
            column_types=dict.fromkeys(names, TEXT),
            null_values=[""],
            strings_can_be_null=True,
            quoted_strings_can_be_null=True,
        ),
    )


def _watched(reader: Any, source: Source, progress: Progress) -> Iterator[pa.RecordBatch]:
    done = 0
    for batch in reader:
        done += batch.num_rows
        report(progress, 0.6 * source.share, f"reading row {done:,}")
        yield batch


def _ends_in_several_lines(rows: Rows) -> bool:
    """Whether the last cell holds a line end, as it does when its quote is never closed."""
    last = rows.columns[-1][-1].as_py() if rows.count else None
    return last is not None and ("\n" in last or "\r" in last)
