"""Short ways to read text, build workbooks and compare tables in these tests."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from privacy_core.intake import Options, Reading, read
from privacy_core.tables import MISSING, Table

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
STYLES = (
    f'<styleSheet xmlns="{MAIN}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/>'
    '<xf numFmtId="46"/><xf numFmtId="21"/></cellXfs></styleSheet>'
)
TYPES = (
    f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>'
)
SHEET = f'<worksheet xmlns="{MAIN}"><sheetData>%s</sheetData></worksheet>'
DATE, MOMENT, DURATION, CLOCK = 1, 2, 3, 4


def text(content: str | bytes, **options: Any) -> Reading:
    return read(content if isinstance(content, bytes) else content.encode(), "test.csv", Options(**options))


def cells(reading: Reading, name: str) -> list[str | None]:
    column = reading.table[name]
    labels = [None if label == MISSING else label for label in column.labels]
    return [labels[code] for code in column.codes]


def values(reading: Reading, name: str) -> list[Any]:
    column = reading.table[name]
    known = [*column.categories.tolist(), None]
    return [known[code] for code in column.codes]


def guess(reading: Reading, what: str) -> str | None:
    return next((each.value for each in reading.guesses if each.what == what), None)


def sentences(reading: Reading, column: str | None = None) -> list[str]:
    return [note.sentence for note in reading.notes if note.column == column]


def counts(reading: Reading, column: str | None = None) -> list[int]:
    return [note.count for note in reading.notes if note.column == column]


def assert_same(left: Table, right: Table) -> None:
    assert left.names == right.names
    for name in left.names:
        ours, theirs = left[name], right[name]
        assert (ours.scale, ours.has_missing) == (theirs.scale, theirs.has_missing), name
        assert ours.categories.dtype == theirs.categories.dtype, name
        assert ours.categories.tolist() == theirs.categories.tolist(), name
        assert np.array_equal(ours.codes, theirs.codes), name


def cell(reference: str, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, tuple):
        number, style = value
        return f'<c r="{reference}" s="{style}"><v>{number}</v></c>'
    if isinstance(value, bool):
        return f'<c r="{reference}" t="b"><v>{int(value)}</v></c>'
    if isinstance(value, str) and value.startswith("#"):
        return f'<c r="{reference}" t="e"><v>{value}</v></c>'
    if isinstance(value, str):
        return f'<c r="{reference}" t="inlineStr"><is><t xml:space="preserve">{escape(value)}</t></is></c>'
    return f'<c r="{reference}"><v>{value!r}</v></c>'


def rows(grid: Iterable[Iterable[Any]]) -> str:
    lines = []
    for number, row in enumerate(grid, start=1):
        filled = (cell(f"{chr(65 + place)}{number}", value) for place, value in enumerate(row))
        lines.append(f'<row r="{number}">{"".join(filled)}</row>')
    return "".join(lines)


def workbook(sheets: Mapping[str, Iterable[Iterable[Any]] | str], hidden: Iterable[str] = ()) -> bytes:
    """An XLSX file; a sheet is a grid of cells, or its rows as markup."""
    listed = "".join(
        f'<sheet name={quoteattr(name)} sheetId="{number}" {"state=" + quoteattr("hidden") if name in hidden else ""} '
        f'r:id="r{number}"/>'
        for number, name in enumerate(sheets, start=1)
    )
    related = "".join(
        f'<Relationship Id="r{number}" Type="{RELATIONS}/worksheet" Target="worksheets/sheet{number}.xml"/>'
        for number in range(1, len(sheets) + 1)
    )
    parts = {
        "[Content_Types].xml": TYPES,
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r" '
        f'Type="{RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{RELATIONS}"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships">{related}'
        f'<Relationship Id="s" Type="{RELATIONS}/styles" Target="styles.xml"/></Relationships>',
        "xl/styles.xml": STYLES,
    }
    for number, grid in enumerate(sheets.values(), start=1):
        markup = grid if isinstance(grid, str) else rows(grid)
        parts[f"xl/worksheets/sheet{number}.xml"] = SHEET % markup
    return zipped(parts)


def zipped(parts: Mapping[str, str | bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return packed.getvalue()
