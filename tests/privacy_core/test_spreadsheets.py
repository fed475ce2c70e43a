"""XLSX with text cells: what goes out comes back, nothing is cut, converted or run."""

from __future__ import annotations

import io
import re
import zipfile
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_core import csv_warning, xlsx_bytes
from privacy_core.errors import TableError
from privacy_core.intake import read
from privacy_core.spreadsheets import WORKSHEET_ROWS

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def test_codes_come_back_as_they_were():
    columns = {"gene": ["SEPT2", "1E5", "1/2"], "id": ["12345678901234567", "02138", "x"], "n": [1, 2.5, None]}
    reading = read(xlsx_bytes(columns)[0], "t.xlsx")
    assert sorted(reading.table["gene"].labels) == sorted(columns["gene"])
    assert sorted(reading.table["id"].labels) == sorted(columns["id"])
    assert reading.table["n"].labels == ["1", "2.5", "(missing)"]


def test_formulas_are_neutral():
    content, changed = xlsx_bytes({"=a": ["=1+1", "plain"]})
    assert changed == 2
    assert read(content, "t.xlsx").table.names == ["'=a"]


def test_too_many_rows_are_refused_with_a_reason():
    with pytest.raises(TableError, match=r"1,048,576 rows .* 1,048,577 rows .* cut off.*CSV or Parquet"):
        xlsx_bytes({"a": range(WORKSHEET_ROWS)})


def test_too_long_a_cell_is_refused():
    with pytest.raises(TableError, match="B2 has 40,000 characters"):
        xlsx_bytes({"a": ["x"], "b": ["y" * 40_000]})


def test_csv_warns_of_codes():
    assert "'gene' (2 cells)" in csv_warning({"gene": ["MARCH1", "1e10"], "word": ["x", "y"]})
    assert csv_warning({"word": ["x", "10.5", ""]}) is None


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), min_size=1, max_size=12),
        min_size=1,
        max_size=12,
    )
)
def test_any_text_comes_back(cells):
    content, changed = xlsx_bytes({"a": ["start", *cells], "b": ["1"] * (len(cells) + 1)})
    labels = set(read(content, "t.xlsx").table["a"].labels) - {"start"}
    assert labels == {cell if not cell.startswith(("=", "+", "-", "@")) else f"'{cell}" for cell in cells} - {"start"}
    assert changed == sum(cell.startswith(("=", "+", "-", "@")) for cell in cells)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(st.sampled_from("ab_x0041_\x01\x0b\r\n\t\ufffe"), min_size=1, max_size=14), min_size=1))
def test_marks_that_xml_cannot_hold_are_escaped_and_not_lost(cells):
    content, _ = xlsx_bytes({"a": [f"s{cell}e" for cell in cells]})
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        sheet = ElementTree.fromstring(archive.read("xl/worksheets/sheet1.xml"))
    texts = [text.text for text in sheet.iter(f"{{{MAIN}}}t")][1:]
    decoded = [re.sub("_x([0-9A-Fa-f]{4})_", lambda found: chr(int(found[1], 16)), text) for text in texts]
    assert decoded == [f"s{cell}e" for cell in cells]


def test_headers_that_differ_by_a_control_character_stay_apart():
    assert len(set(read(xlsx_bytes({"a\x01": ["x"], "a": ["y"]})[0], "t.xlsx").table.names)) == 2
