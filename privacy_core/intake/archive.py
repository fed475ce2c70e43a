"""Look into a zip archive before anything is unpacked: what it is, and how far it inflates."""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from privacy_core.errors import TableError
from privacy_core.progress import Progress, report

MAX_ENTRIES = 1000
MAX_FACTOR = 200
MAX_TOTAL = 1 << 30
MAX_CELLS = 50_000_000
_ALWAYS_FINE = 8 << 20
_STEP = 1 << 20
_FED = 1 << 16
_TAIL = 4096
_SHEET = re.compile(r"xl/.*\.xml")
_CELL = re.compile(rb"""<(?:\w+:)?c\s(?:[^>]*?\s)?r=["']([A-Za-z]{1,7})(\d{1,12})["'][^>]*(?<!/)>""")
_FORMULA = rb"<(?:\w+:)?f(?:\s[^>]*)?(?:/>|>[^<]*</(?:\w+:)?f>)"
_NO_VALUE = rb"(?:<(?:\w+:)?v\s*(?:/>|></(?:\w+:)?v>)\s*)?"
_UNSOLVED = re.compile(_FORMULA + rb"\s*" + _NO_VALUE + rb"</(?:\w+:)?c>")
_FAULT = re.compile(rb"""<(?:\w+:)?c\s[^>]*?\bt=["']e["'][^>]*>""")


@dataclass
class Extent:
    """How far a worksheet's filled cells reach; how many hold an error, or a formula without a result."""

    rows: int = 0
    columns: int = 0
    faults: int = 0
    unsolved: int = 0


def names_in(content: bytes) -> list[str]:
    """Names of the entries of a zip archive.

    Raises
    ------
    TableError
        The archive is damaged.
    """
    return [entry.filename for entry in _entries(content)]


def extents(content: bytes, progress: Progress) -> dict[str, Extent]:
    """Check every entry of a workbook and measure its worksheets.

    Raises
    ------
    TableError
        The workbook has too many entries, inflates too far or is damaged.
    """
    entries = _entries(content)
    _refuse_many(len(entries))
    for entry in entries:
        _refuse_factor(entry.file_size, entry.compress_size)
    _refuse_total(sum(entry.file_size for entry in entries))
    found, total = {}, 0
    for place, entry in enumerate(entries):
        report(progress, 0.2 * place / len(entries), "checking the workbook")
        extent, size = _measured(content, entry, total)
        total += size
        if _SHEET.fullmatch(entry.filename):
            found[entry.filename] = extent
    return found


def refuse_sprawling(extent: Extent) -> None:
    """Refuse a worksheet whose filled cells lie so far apart that it cannot be laid out."""
    if extent.rows * extent.columns > MAX_CELLS:
        raise TableError(
            f"The worksheet reaches over {extent.rows:,} rows and {extent.columns:,} columns; at most "
            f"{MAX_CELLS:,} cells are read from a workbook. Clear cells far from the table, or save it as CSV."
        )


def _entries(content: bytes) -> list[zipfile.ZipInfo]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return archive.infolist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError, EOFError, struct.error, OverflowError):
        raise _damaged() from None


def _measured(content: bytes, entry: zipfile.ZipInfo, before: int) -> tuple[Extent, int]:
    extent, size, tail = Extent(), 0, b""
    watched = _SHEET.fullmatch(entry.filename)
    for piece in _inflated(content, entry):
        size += len(piece)
        _refuse_factor(size, entry.compress_size)
        _refuse_total(before + size)
        if watched:
            tail = _count_cells(tail + piece, extent)
    _count_cells(tail + b"<c ", extent)
    return extent, size


def _count_cells(markup: bytes, extent: Extent) -> bytes:
    """Count in whole cells, and return the last one, which may go on."""
    cut = max(_last_cell(markup), len(markup) - _TAIL)
    whole = markup[:cut]
    cells = _CELL.findall(whole)
    extent.rows = max(extent.rows, max((int(row) for _, row in cells), default=0))
    extent.columns = max(extent.columns, max(map(_column_number, {letters for letters, _ in cells}), default=0))
    extent.faults += len(_FAULT.findall(whole))
    extent.unsolved += len(_UNSOLVED.findall(whole))
    return markup[cut:]


def _last_cell(markup: bytes) -> int:
    """Where the last cell begins, under whatever prefix; else the last tag."""
    place = max(markup.rfind(b"<c "), markup.rfind(b":c "))
    return markup.rfind(b"<", 0, place + 1 if place >= 0 else len(markup))


def _column_number(letters: bytes) -> int:
    number = 0
    for letter in letters.upper():
        number = 26 * number + letter - 64
    return number


def _inflated(content: bytes, entry: zipfile.ZipInfo) -> Iterator[bytes]:
    """What an entry really unpacks to, whatever its directory says, in steps of 1 MiB."""
    packed = _packed(content, entry)
    if entry.compress_type == zipfile.ZIP_STORED:
        yield packed
    elif entry.compress_type == zipfile.ZIP_DEFLATED:
        yield from _steps(packed)
    else:
        raise _damaged()


def _packed(content: bytes, entry: zipfile.ZipInfo) -> bytes:
    head = content[entry.header_offset : entry.header_offset + 30]
    if len(head) < 30 or not head.startswith(b"PK\x03\x04"):
        raise _damaged()
    name, extra = struct.unpack("<HH", head[26:30])
    start = entry.header_offset + 30 + name + extra
    return content[start : start + entry.compress_size]


def _steps(packed: bytes) -> Iterator[bytes]:
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        for start in range(0, len(packed), _FED):
            waiting = packed[start : start + _FED]
            while piece := unpacker.decompress(waiting, _STEP):
                yield piece
                waiting = unpacker.unconsumed_tail
    except zlib.error:
        raise _damaged() from None


def _refuse_many(count: int) -> None:
    if count > MAX_ENTRIES:
        raise TableError(
            f"The workbook holds {count:,} parts; Kelt reads workbooks of up to {MAX_ENTRIES:,}. "
            "Save the one sheet you need as a workbook of its own, or as CSV."
        )


def _refuse_factor(size: int, packed: int) -> None:
    if size > _ALWAYS_FINE and size > MAX_FACTOR * packed:
        raise TableError(
            f"A part of the workbook inflates {size // max(packed, 1):,}-fold; the limit is {MAX_FACTOR}-fold beyond "
            f"{_ALWAYS_FINE >> 20} MiB, to protect this computer's memory. "
            "Clear formatted but empty cells, or save the table as CSV."
        )


def _refuse_total(size: int) -> None:
    if size > MAX_TOTAL:
        raise TableError(
            f"The workbook unpacks to more than {MAX_TOTAL >> 30} GiB, which is the limit. "
            "Save the sheet you need as CSV or Parquet."
        )


def _damaged() -> TableError:
    return TableError("The workbook is damaged or incomplete: its archive cannot be read. Save or download it again.")
