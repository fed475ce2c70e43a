"""Tables out of Kelt as an XLSX workbook whose cells are all text, so that no spreadsheet converts them."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

from privacy_core.errors import TableError
from privacy_core.exports import neutral

WORKSHEET_ROWS = 1_048_576
MOST_COLUMNS = 16_384
MOST_CHARACTERS = 32_767
_EXACT = 10**15  # a spreadsheet keeps 15 digits
_ESCAPED = re.compile("[\x00-\x08\x0b-\x1f\ufffe\uffff\ud800-\udfff]|_(?=x[0-9A-Fa-f]{4})")
"""What XML cannot hold, and what already looks like its escape: written _xHHHH_ (ECMA-376, ST_Xstring)."""
_SPACE = "http://schemas.openxmlformats.org"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_PARTS = {
    "[Content_Types].xml": f'<Types xmlns="{_SPACE}/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Override PartName="/xl/workbook.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>'
    '<Override PartName="/xl/worksheets/sheet1.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>'
    '<Override PartName="/xl/styles.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{_SPACE}/package/2006/relationships"><Relationship Id="rId1" '
    f'Type="{_SPACE}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_SPACE}/package/2006/relationships">'
    f'<Relationship Id="rId1" Type="{_SPACE}/officeDocument/2006/relationships/worksheet" '
    'Target="worksheets/sheet1.xml"/>'
    f'<Relationship Id="rId2" Type="{_SPACE}/officeDocument/2006/relationships/styles" Target="styles.xml"/>'
    "</Relationships>",
    "xl/workbook.xml": f'<workbook xmlns="{_SPACE}/spreadsheetml/2006/main" '
    f'xmlns:r="{_SPACE}/officeDocument/2006/relationships"><sheets>'
    '<sheet name="table" sheetId="1" r:id="rId1"/></sheets></workbook>',
    "xl/styles.xml": f'<styleSheet xmlns="{_SPACE}/spreadsheetml/2006/main"><fonts count="1"><font/></fonts>'
    '<fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>'
    '<cellXfs count="2"><xf/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>',
}


def xlsx_bytes(columns: Mapping[str, Sequence[Any]], numbers: bool = False) -> tuple[bytes, int]:
    """Write columns as a workbook of one sheet, every cell as text.

    Text that a spreadsheet would run as a formula gets an apostrophe, as in CSV. The same columns give the
    same bytes.

    Parameters
    ----------
    columns : cells of each column, None for an empty one
    numbers : whether numbers a spreadsheet holds exactly stay numbers; text is text in any case

    Returns
    -------
    content : bytes
    changed : number of cells and headers that were given an apostrophe

    Raises
    ------
    TableError
        More rows, columns or characters in a cell than a worksheet holds: nothing is cut off in silence.

    Examples
    --------
    >>> content, changed = xlsx_bytes({"gene": ["SEPT2", "=1+1"], "n": [1, None]})
    >>> content[:2], changed
    (b'PK', 1)
    """
    rows = max(map(len, columns.values()), default=0)
    _refuse_large(rows + 1, len(columns))
    changed = sum(neutral(cell) is not cell for column in (list(columns), *columns.values()) for cell in column)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in _PARTS.items():
            archive.writestr(_part(name), _HEAD + part)
        with archive.open(_part("xl/worksheets/sheet1.xml"), "w", force_zip64=True) as sheet:
            for piece in _sheet(columns, numbers):
                sheet.write(piece.encode())
    return packed.getvalue(), changed


def _part(name: str) -> zipfile.ZipInfo:
    """A part of the workbook, dated the first day a ZIP file knows."""
    part = zipfile.ZipInfo(name)
    part.compress_type = zipfile.ZIP_DEFLATED
    return part


def _refuse_large(rows: int, columns: int) -> None:
    if rows > WORKSHEET_ROWS or columns > MOST_COLUMNS:
        raise TableError(
            f"A worksheet holds {WORKSHEET_ROWS:,} rows and {MOST_COLUMNS:,} columns at most; with its header this "
            f"table has {rows:,} rows and {columns:,} columns, and the rest would be cut off. "
            "Take CSV or Parquet instead."
        )


def _sheet(columns: Mapping[str, Sequence[Any]], numbers: bool) -> Iterator[str]:
    yield f'{_HEAD}<worksheet xmlns="{_SPACE}/spreadsheetml/2006/main"><sheetData>'
    letters = [_letters(place) for place in range(len(columns))]
    for number, row in enumerate((tuple(columns), *zip(*columns.values(), strict=True)), start=1):
        cells = (
            _cell(f"{letter}{number}", cell, numbers)
            for letter, cell in zip(letters, row, strict=True)
            if cell is not None
        )
        yield f'<row r="{number}">{"".join(cells)}</row>'
    yield "</sheetData></worksheet>"


def _cell(place: str, cell: Any, numbers: bool) -> str:
    if numbers and isinstance(cell, int | float) and not isinstance(cell, bool) and abs(cell) <= _EXACT:
        return f'<c r="{place}"><v>{cell!r}</v></c>'
    text = _ESCAPED.sub(lambda found: f"_x{ord(found[0]):04X}_", str(neutral(cell)))
    if len(text) > MOST_CHARACTERS:
        raise TableError(
            f"The cell {place} has {len(text):,} characters; a worksheet holds {MOST_CHARACTERS:,}. Take CSV instead."
        )
    return f'<c r="{place}" s="1" t="inlineStr"><is><t xml:space="preserve">{escape(text)}</t></is></c>'


def _letters(place: int) -> str:
    """The name of a column: A to Z, AA and so on."""
    before = _letters(place // 26 - 1) if place >= 26 else ""
    return before + chr(65 + place % 26)
