"""XLSX: sheets, header, kinds of cells, and what is refused before it is unpacked."""

from __future__ import annotations

import struct

import numpy as np
import pytest

from privacy_core.errors import TableError
from privacy_core.intake import Kind, Options, apply, archive, doctor, read
from privacy_core.tables import Scale
from tests.privacy_core.intake.tables import (
    CLOCK,
    DATE,
    DURATION,
    MOMENT,
    cells,
    counts,
    guess,
    sentences,
    values,
    workbook,
    zipped,
)


def sheet(*grid, **options):
    return read(workbook({"s": grid}), "test.xlsx", Options(**options))


def test_numbers_texts_and_gaps():
    reading = sheet(["age", "zip", "score"], [34, "02138", 1.5], [None, "", 2], [36, "12", 2.5])
    assert values(reading, "age") == [34, None, 36]
    assert reading.table["age"].categories.dtype == np.int64
    assert cells(reading, "zip") == ["02138", None, "12"]
    assert reading.table["zip"].scale is Scale.NOMINAL
    assert values(reading, "score") == [1.5, 2, 2.5]
    assert [(each.what, each.value) for each in reading.guesses] == [("format", "XLSX"), ("sheet", "s")]


def test_text_that_looks_like_a_number_stays_text():
    reading = sheet(["a"], ["1"], ["2"])
    assert (cells(reading, "a"), reading.table["a"].scale) == (["1", "2"], Scale.NOMINAL)


def test_mixed_column_keeps_both_kinds_apart():
    reading = sheet(["a", "b"], [1, 0], ["1", 0], ["x", 0], [1.5, 0], [True, 0])
    assert cells(reading, "a") == ["1 (number)", "1", "x", "1.5", "True"]
    assert "2 numbers, 2 texts, 1 truth value" in sentences(reading, "a")[0]
    assert "1 cell was told apart" in sentences(reading, "a")[1]


def test_truth_values():
    assert values(sheet(["a", "b"], [True, 1], [False, 2], [None, 3]), "a") == [True, False, None]


def test_dates_moments_and_times():
    reading = sheet(
        ["day", "moment", "clock", "length"],
        [(45000, DATE), (45000.5, MOMENT), (0.5, CLOCK), (1.5, DURATION)],
        [(44000, DATE), (44000, DATE), (0.25, CLOCK), None],
    )
    assert cells(reading, "day") == ["2023-03-15", "2020-06-18"]
    assert reading.table["day"].scale is Scale.ORDINAL
    assert reading.table["day"].categories.tolist() == ["2020-06-18", "2023-03-15"]
    assert [cell[:10] for cell in cells(reading, "moment")] == ["2023-03-15", "2020-06-18"]
    assert reading.table["clock"].scale is Scale.ORDINAL
    assert cells(reading, "length") == ["1 day, 12:00:00", None]


def test_dates_among_texts_are_iso_text():
    reading = sheet(["day", "b"], [(45000, DATE), 1], ["unknown", 2])
    assert cells(reading, "day") == ["2023-03-15", "unknown"]
    assert "1 date, 1 text" in sentences(reading, "day")[0]


def test_spreadsheet_errors_are_missing_and_counted():
    reading = sheet(["a", "b"], ["#N/A", 1], [2, 3], ["#DIV/0!", 4])
    assert values(reading, "a") == [None, 2, None]
    assert sentences(reading) == ["2 spreadsheet errors were read as missing, such as #N/A."]


def test_empty_rows_and_columns_are_left_out():
    reading = sheet([], ["a", None, "b"], [1, None, 2], [], [3, None, 4])
    assert reading.table.names == ["a", "b"]
    assert sentences(reading) == ["2 empty rows were left out.", "1 empty column was left out."]


def test_column_without_a_name():
    reading = sheet(["a", None, "a"], [1, 2, 3])
    assert reading.table.names == ["a", "column 2", "a (2)"]
    assert counts(reading) == [2]


def test_header_of_numbers_and_dates():
    assert sheet([2020, (45000, DATE)], [1, 2]).table.names == ["2020", "2023-03-15"]


def test_skip_counts_rows_of_the_sheet():
    reading = sheet([], ["title"], ["a", "b"], [1, 2], skip=2)
    assert reading.table.names == ["a", "b"]


def test_closing_total_is_pointed_out():
    reading = sheet(["who", "x", "y", "n"], ["p", 1, 2, 3], ["q", 1, 2, 4], ["Total", None, None, 7])
    assert "The last row looks like a total" in sentences(reading)[0]


def test_chosen_other_and_hidden_sheets():
    book = workbook({"one": [["a"], [1]], "two": [["b"], [2]], "key": [["c"], [3]]}, hidden=["key"])
    assert read(book, "t").table.names == ["a"]
    reading = read(book, "t", Options(sheet="key"))
    assert (reading.table.names, guess(reading, "sheet")) == (["c"], None)
    assert sentences(reading) == [
        "2 other sheets were not read.",
        "1 hidden sheet was found: whoever gets the workbook can show what is hidden.",
        "The sheet that was read, 'key', is hidden.",
    ]


def test_unknown_sheet_lists_those_there_are():
    with pytest.raises(TableError, match=r"No sheet 'three'. The workbook has 2 sheets: 'one', 'two'"):
        read(workbook({"one": [["a"], [1]], "two": [["b"], [2]]}), "t", Options(sheet="three"))


@pytest.mark.parametrize(
    ("grid", "sentence"),
    [([], "'s' is empty"), ([["a", "b"]], "'s' has a header but no rows"), ([[], []], "'s' is empty")],
)
def test_sheet_without_rows(grid, sentence):
    with pytest.raises(TableError, match=sentence):
        read(workbook({"s": grid}), "t")


def test_cells_far_apart_are_refused():
    markup = '<row r="1"><c r="A1"><v>1</v></c></row><row r="900000"><c r="XFD900000"><v>1</v></c></row>'
    with pytest.raises(TableError, match="reaches over 900,000 rows and 16,384 columns"):
        read(workbook({"s": markup}), "t")


def test_formatted_but_empty_cells_far_away_are_no_matter():
    filled = '<row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c></row>'
    markup = filled + '<row r="900000"><c r="XFD900000" s="1"/></row>'
    assert read(workbook({"s": markup}), "t").table.n_rows == 1


def test_too_many_parts():
    with pytest.raises(TableError, match="1,001 parts; Kelt reads workbooks of up to 1,000"):
        read(zipped({f"xl/p{number}.xml": "" for number in range(1001)}), "t")


def test_inflating_part():
    book = zipped({"xl/workbook.xml": b" " * (9 << 20)})
    with pytest.raises(TableError, match=r"inflates \S+-fold; the limit is 200-fold beyond 8 MiB"):
        read(book, "t")


def test_part_that_lies_about_its_size():
    book = bytearray(zipped({"xl/workbook.xml": b" " * (9 << 20)}))
    central = book.rindex(b"PK\x01\x02")
    struct.pack_into("<L", book, central + 24, 100)
    with pytest.raises(TableError, match=r"inflates \S+-fold"):
        read(bytes(book), "t")


def test_total_size(monkeypatch):
    monkeypatch.setattr(archive, "MAX_TOTAL", 1000)
    with pytest.raises(TableError, match="unpacks to more than"):
        read(workbook({"s": [["a"], *[[n] for n in range(100)]]}), "t")


def test_compressible_but_small_workbook_is_read():
    reading = read(workbook({"s": [["a", "b"], *[[1, "same"]] * 5000]}), "t")
    assert reading.table.n_rows == 5000


@pytest.mark.parametrize("cut", [10, 100, 400, -30])
def test_truncated_workbook(cut):
    with pytest.raises(TableError, match="damaged"):
        read(workbook({"s": [["a"], [1]]})[:cut], "t")


def test_workbook_with_a_broken_sheet():
    with pytest.raises(TableError, match="damaged"):
        read(workbook({"s": '<row r="1"><c r="A1" t="s"><v>99</v></c></row>'}), "t")


def test_formulas_without_a_stored_result_are_said():
    name = '<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c><c r="B1" t="inlineStr"><is><t>b</t></is></c></row>'
    bare = '<row r="2"><c r="A2"><v>1</v></c><c r="B2"><f>1+1</f></c></row>'
    empty = '<row r="3"><c r="A3"><v>1</v></c><c r="B3"><f t="shared" si="0"/><v></v></c></row>'
    solved = '<row r="4"><c r="A4"><v>1</v></c><c r="B4"><f>1+1</f><v>2</v></c></row>'
    reading = read(workbook({"s": name + bare + empty + solved}), "test.xlsx", Options())
    assert values(reading, "b") == [None, None, 2]
    assert any(line.startswith("2 formulas were read as missing") for line in sentences(reading))


def test_formulas_are_counted_across_steps(monkeypatch):
    monkeypatch.setattr(archive, "_STEP", 7)
    monkeypatch.setattr(archive, "_FED", 5)
    grid = "".join(f'<row r="{row}"><c r="A{row}"><f>1+{row}</f><v/></c></row>' for row in range(2, 40))
    reading = read(
        workbook({"s": '<row r="1"><c r="A1"><v>1</v></c></row>' + grid + '<row r="41"><c r="A41"><v>5</v></c></row>'}),
        "t.xlsx",
    )
    assert any(line.startswith("38 formulas were read as missing") for line in sentences(reading))


def test_numbers_stored_as_text_are_said_and_can_be_read():
    n = 30
    grid = {
        "age": [str(20 + i % 7) for i in range(n)],
        "zip": [str(10_000 + i) for i in range(n)],
        "area": [f"0{1000 + i}" for i in range(n)],
        "serial": [str(12_345_678_901_234_567_890 + i) for i in range(n)],
        "word": [f"w{i}" for i in range(n)],
    }
    reading = read(workbook({"s": [list(grid), *zip(*grid.values(), strict=True)]}), "t.xlsx")
    assert {column.scale for column in reading.table.columns.values()} == {Scale.NOMINAL}
    assert sentences(reading, "age") == ["Column 'age' is kept as text: 30 cells hold numbers stored as text."]
    assert sentences(reading, "zip") == sentences(reading, "area") == sentences(reading, "word") == []
    found = {(each.kind, each.column): each for each in doctor(reading.table, reading.facts)}
    of_age = found[Kind.NUMERIC_TEXT, "age"]
    assert (of_age.count, apply(reading.table, of_age.repair)["age"].scale) == (n, Scale.NUMERIC)
    long = found[Kind.LONG_NUMBERS, "serial"]
    assert (long.count, long.repairs) == (n, ())  # as numbers they would fall together
    assert (Kind.NUMERIC_TEXT, "serial") not in found
