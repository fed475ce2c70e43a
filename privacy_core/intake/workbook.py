"""XLSX workbooks: choose the sheet, find the header, read the cells."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, compress
from typing import Any

import python_calamine as calamine

from privacy_core.errors import TableError
from privacy_core.intake.archive import Extent, extents, refuse_sprawling
from privacy_core.intake.cells import column_of_cells
from privacy_core.intake.names import named
from privacy_core.intake.options import Options
from privacy_core.intake.parts import part_of
from privacy_core.intake.reading import Draft, Guess, Note, Settled, counted, were
from privacy_core.intake.symptoms import Kind
from privacy_core.intake.titles import title_guess, title_notes, title_rows
from privacy_core.progress import Progress, report
from privacy_core.tables import as_text

_ROWS_PER_REPORT = 10_000
_LOOKED_AT = 100
_UNREADABLE = (calamine.CalamineError, OSError, ValueError, OverflowError)


@dataclass(frozen=True)
class Grid:
    """The header, the filled rows below it, and how many empty rows were left out."""

    header: list[Any]
    rows: list[list[Any]]
    empty: int
    titles: int = 0
    guesses: tuple[Guess, ...] = ()


def read_workbook(content: bytes, options: Options, progress: Progress) -> Draft:
    """Read one sheet of an XLSX workbook.

    Raises
    ------
    TableError
        The workbook inflates too far or is damaged, there is no such sheet, or it has no rows.
    """
    measured = extents(content, progress)
    book = _opened(content)
    sheet = _chosen(book, options.sheet) if options.sheet is not None else _guessed(book, content, measured)
    extent = measured.get(part_of(content, sheet.name), Extent())
    refuse_sprawling(extent)
    grid = _grid(book, sheet.name, options, progress)
    kept = _filled_columns(grid)
    names, renamed = named([as_text(name) for name in compress(grid.header, kept)])
    columns = tuple(_settled(names, [*compress(zip(*grid.rows, strict=True), kept)], progress))
    guesses = (Guess("format", "XLSX"), *_sheet_guess(book, sheet, options), *grid.guesses)
    notes = (*_sheet_notes(book, sheet), *title_notes(grid.titles), *renamed, *_grid_notes(grid, kept, extent))
    return Draft(columns, guesses, notes)


def _sheet_guess(book: calamine.CalamineWorkbook, read: calamine.SheetMetadata, options: Options) -> Iterator[Guess]:
    if options.sheet is None:
        others = tuple(sheet.name for sheet in _worksheets(book) if sheet.name != read.name)
        yield Guess("sheet", read.name, "sheet" if others else None, others, read.name)


def _guessed(book: calamine.CalamineWorkbook, content: bytes, measured: dict[str, Extent]) -> calamine.SheetMetadata:
    """The first sheet to be seen that reaches over rows and columns, or rows; else the first one."""
    first = _chosen(book, None)
    seen = [sheet for sheet in _worksheets(book) if sheet.visible == calamine.SheetVisibleEnum.Visible]
    if len(seen) < 2:
        return first
    reach = [(sheet, measured.get(part_of(content, sheet.name), Extent())) for sheet in seen]
    for columns in (2, 1):
        for sheet, extent in reach:
            if extent.rows > 1 and extent.columns >= columns:
                return sheet
    return first


def _worksheets(book: calamine.CalamineWorkbook) -> list[calamine.SheetMetadata]:
    return [sheet for sheet in book.sheets_metadata if sheet.typ == calamine.SheetTypeEnum.WorkSheet]


def _opened(content: bytes) -> calamine.CalamineWorkbook:
    try:
        return calamine.CalamineWorkbook.from_filelike(io.BytesIO(content))
    except calamine.PasswordError:
        raise TableError("The workbook is protected by a password. Save it without one and try again.") from None
    except _UNREADABLE:
        raise _damaged() from None


def _damaged() -> TableError:
    return TableError("The workbook is damaged: a part of it cannot be read. Save it again, or save it as CSV.")


def _chosen(book: calamine.CalamineWorkbook, name: str | None) -> calamine.SheetMetadata:
    sheets = _worksheets(book)
    if not sheets:
        raise TableError("The workbook has no worksheet.")
    found = sheets[0] if name is None else next((sheet for sheet in sheets if sheet.name == name), None)
    if found is None:
        listed = ", ".join(repr(sheet.name) for sheet in sheets)
        raise TableError(f"No sheet {name!r}. The workbook has {counted(len(sheets), 'sheet')}: {listed}.")
    return found


def _grid(book: calamine.CalamineWorkbook, name: str, options: Options, progress: Progress) -> Grid:
    skip = options.skip or 0
    rows = list(_watched_rows(book, name, progress))[skip:]
    filled = [any(cell != "" for cell in row) for row in rows]
    if not any(filled):
        below = f" below its first {counted(skip, 'row')}" if skip else ""
        raise TableError(f"The sheet {name!r} is empty{below}.{_elsewhere(book, name)}")
    records = list(compress(rows, filled))
    if not options.header:
        return Grid([f"column {place}" for place in range(1, len(records[0]) + 1)], records, filled.count(False))
    above = title_rows(records[:_LOOKED_AT]) if options.skip is None else 0
    header, *records = records[above:]
    if not records:
        raise TableError(f"The sheet {name!r} has a header but no rows.{_elsewhere(book, name)}")
    guesses = (title_guess(list(accumulate(map(int, filled))).index(above + 1)),) if above else ()
    return Grid(header, records, filled.count(False), above, guesses)


def _elsewhere(book: calamine.CalamineWorkbook, name: str) -> str:
    others = [other for other in book.sheet_names if other != name]
    return f" Other sheets to choose: {', '.join(map(repr, others))}." if others else ""


def _watched_rows(book: calamine.CalamineWorkbook, name: str, progress: Progress) -> Iterator[list[Any]]:
    report(progress, 0.2, "opening the sheet")
    try:
        sheet = book.get_sheet_by_name(name)
        for place, row in enumerate(sheet.iter_rows()):
            if place % _ROWS_PER_REPORT == 0:
                report(progress, 0.4 + 0.4 * place / max(sheet.total_height, 1), f"reading row {place:,}")
            yield row
    except _UNREADABLE:
        raise _damaged() from None


def _filled_columns(grid: Grid) -> list[bool]:
    """Columns with a name or a value; a sheet may begin with empty ones."""
    columns = zip(grid.header, *grid.rows, strict=True)
    return [any(cell != "" for cell in column) for column in columns]


def _settled(names: list[str], columns: list[tuple[Any, ...]], progress: Progress) -> Iterator[Settled]:
    for place, (name, cells) in enumerate(zip(names, columns, strict=True)):
        report(progress, 0.8 + 0.2 * place / len(names), f"deciding the type of column {place + 1:,}")
        yield column_of_cells(name, cells)


def _sheet_notes(book: calamine.CalamineWorkbook, read: calamine.SheetMetadata) -> Iterator[Note]:
    others = [sheet for sheet in book.sheets_metadata if sheet.name != read.name]
    if others:
        yield Note(None, len(others), f"{were(len(others), 'other sheet')} not read.", Kind.OTHER_SHEETS)
    hidden = [sheet for sheet in book.sheets_metadata if sheet.visible != calamine.SheetVisibleEnum.Visible]
    if hidden:
        sentence = f"{were(len(hidden), 'hidden sheet')} found: whoever gets the workbook can show what is hidden."
        yield Note(None, len(hidden), sentence, Kind.HIDDEN_SHEET)
    if any(sheet.name == read.name for sheet in hidden):
        yield Note(None, 1, f"The sheet that was read, {read.name!r}, is hidden.")


def _grid_notes(grid: Grid, kept: list[bool], extent: Extent) -> Iterator[Note]:
    if grid.empty:
        yield Note(None, grid.empty, f"{were(grid.empty, 'empty row')} left out.")
    if not all(kept):
        count = kept.count(False)
        yield Note(None, count, f"{were(count, 'empty column')} left out.")
    if extent.unsolved:
        sentence = (
            f"{were(extent.unsolved, 'formula')} read as missing, their results not being stored in the file; "
            "open it in a spreadsheet and save it again."
        )
        yield Note(None, extent.unsolved, sentence)
    if extent.faults:
        sentence = f"{were(extent.faults, 'spreadsheet error')} read as missing, such as #N/A."
        yield Note(None, extent.faults, sentence)
