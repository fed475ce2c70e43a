"""Parquet files: look at the footer first, then read batch by batch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from privacy_core.errors import TableError
from privacy_core.frames import from_arrow
from privacy_core.intake.names import named
from privacy_core.intake.options import Options
from privacy_core.intake.reading import Draft, Guess, Note, Settled, counted, were
from privacy_core.intake.symptoms import Kind
from privacy_core.progress import Progress, report
from privacy_core.tables import Scale

MAX_CELLS = 500_000_000
MAX_BYTES = 8 << 30
_BATCH = 1 << 17
_UNREADABLE = (pa.ArrowException, OSError, UnicodeError, OverflowError, KeyError)


def read_parquet(content: bytes, options: Options, progress: Progress) -> Draft:
    """Read a Parquet file; its types are kept.

    Raises
    ------
    TableError
        No rows, too many cells, nested columns, or a damaged file.
    """
    file = _opened(content)
    _refuse_size(file.metadata)
    frame = _read(file, progress)
    names, renamed = named(frame.column_names)
    columns = tuple(_settled(names, frame.columns, progress))
    return Draft(columns, (Guess("format", "Parquet"),), renamed)


def _opened(content: bytes) -> pq.ParquetFile:
    source = pa.BufferReader(content)
    try:
        schema = pq.read_schema(source)
        texts = [field.name for field in schema if _is_plain_text(field.type)]
        return pq.ParquetFile(pa.BufferReader(content), read_dictionary=texts)
    except _UNREADABLE:
        raise _damaged() from None


def _damaged() -> TableError:
    return TableError("The Parquet file is damaged, incomplete or encrypted. Write or download it again.")


def _refuse_size(footer: Any) -> None:
    rows, columns = footer.num_rows, footer.num_columns
    if not columns:
        raise TableError("The Parquet file has no columns.")
    if rows < 1:
        raise TableError(f"The Parquet file has {counted(columns, 'column')} but no rows.")
    size = sum(footer.row_group(place).total_byte_size for place in range(footer.num_row_groups))
    if rows * columns > MAX_CELLS or size > MAX_BYTES:
        raise TableError(
            f"The Parquet file has {rows:,} rows and {columns:,} columns; Kelt reads up to {MAX_CELLS:,} cells and "
            f"{MAX_BYTES >> 30} GiB into memory. Leave out columns that play no part, or take a sample."
        )


def _read(file: pq.ParquetFile, progress: Progress) -> pa.Table:
    try:
        batches = list(_watched(file, progress))
        return pa.Table.from_batches(batches, file.schema_arrow)
    except _UNREADABLE:
        raise _damaged() from None


def _watched(file: pq.ParquetFile, progress: Progress) -> Iterator[pa.RecordBatch]:
    done, rows = 0, file.metadata.num_rows
    for batch in file.iter_batches(_BATCH):
        done += batch.num_rows
        report(progress, 0.8 * min(done / rows, 1.0), f"reading row {done:,}")
        yield batch


def _settled(names: list[str], columns: list[Any], progress: Progress) -> Iterator[Settled]:
    for place, (name, values) in enumerate(zip(names, columns, strict=True)):
        report(progress, 0.8 + 0.2 * place / len(names), f"coding column {place + 1:,}")
        yield _coded(name, values)


def _coded(name: str, values: Any) -> Settled:
    try:
        column = from_arrow(name, values)
        notes = tuple(_notes(name, values, column.scale))
    except _UNREADABLE:
        raise TableError(
            f"Column {name!r} of type {str(values.type).split('<')[0]} cannot be read; "
            "convert it to numbers, texts or dates first."
        ) from None
    return Settled(column, notes)


def _notes(name: str, values: Any, scale: Scale) -> Iterator[Note]:
    if pa.types.is_floating(values.type) and (count := _count(pc.is_nan(values))):
        yield Note(name, count, f"Column {name!r}: {were(count, 'NaN')} read as missing.")
    if pa.types.is_decimal(values.type) and scale is not Scale.NUMERIC:
        yield _inexact(name, values)
    if _is_text(values.type) and (count := _count_empty(values)):
        yield Note(name, count, f"Column {name!r}: {were(count, 'empty text')} kept as a value beside missing.")


def _inexact(name: str, values: Any) -> Note:
    """Why decimal numbers are kept as text: too large, or too fine."""
    if long := _count(pc.greater_equal(pc.abs(pc.cast(values, pa.float64())), 1e15)):
        reason = f"{counted(long, 'number')} of more than 15 digits before the point cannot be kept exactly."
        return Note(name, long, f"Column {name!r} is kept as text: {reason}", Kind.LONG_NUMBERS)
    sentence = f"Column {name!r} is kept as text: its decimal numbers are finer than can be calculated with."
    return Note(name, len(values) - values.null_count, sentence)


def _is_text(kind: Any) -> bool:
    return _is_plain_text(kind.value_type if pa.types.is_dictionary(kind) else kind)


def _is_plain_text(kind: Any) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def _count_empty(values: Any) -> int:
    return sum(_count(pc.equal(_decoded(chunk), "")) for chunk in values.chunks)


def _decoded(chunk: Any) -> Any:
    return chunk.dictionary.take(chunk.indices) if pa.types.is_dictionary(chunk.type) else chunk


def _count(mask: Any) -> int:
    return int(pc.sum(mask).as_py() or 0)
