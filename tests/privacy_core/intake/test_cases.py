"""The shared cases: problems others reported in public, as far as they concern reading."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from privacy_core.errors import TableError
from privacy_core.intake import Options, Reading, missing_tokens, read
from privacy_core.tables import Scale
from tests.privacy_core.intake.tables import cells, counts, guess, sentences, values


@pytest.fixture
def case(shared: Path):
    def open_case(number: int, **options: Any) -> Reading:
        found = next((shared / "cases").glob(f"c{number:02d}_*"))
        return read(found.read_bytes(), found.name, Options(**options))

    return open_case


@pytest.fixture
def expected(shared: Path):
    entries = json.loads((shared / "cases" / "problems.json").read_text())["entries"]
    return {entry["id"]: entry["expected"] for entry in entries if "expected" in entry}


def smallest_class(reading: Reading, *names: str) -> int:
    return min(Counter(zip(*(cells(reading, name) for name in names), strict=True)).values())


def test_c01_semicolon_and_decimal_comma(case, expected):
    reading = case(1)
    assert (reading.table.n_rows, len(reading.table.names)) == (expected["P01"]["rows"], expected["P01"]["columns"])
    assert (guess(reading, "delimiter"), guess(reading, "decimal mark")) == ("semicolon", "comma")
    assert values(reading, "einkommen")[0] == expected["P01"]["einkommen_first"]
    assert cells(reading, "plz")[0] == expected["P01"]["plz_first"]
    assert smallest_class(reading, "plz") == expected["P01"]["k(alter=none; plz)"]


def test_c02_byte_order_mark_is_no_part_of_the_first_name(case, expected):
    reading = case(2)
    assert reading.table.names == expected["P02"]["columns"]
    assert guess(reading, "encoding") == "UTF-8 with byte order mark"
    assert smallest_class(reading, "age", "zip", "sex") == expected["P02"]["k(age,zip,sex)"]


def test_c03_windows_1252_with_the_euro_sign(case, expected):
    reading = case(3)
    assert cells(reading, "fee")[0] == expected["P03"]["fee_first"]
    assert smallest_class(reading, "town") == expected["P03"]["k(town)"]
    assert guess(reading, "encoding") == "Windows-1252"
    assert "13 bytes that are not ASCII" in sentences(reading)[0]


def test_c04_utf16_with_tabs(case, expected):
    reading = case(4)
    assert (reading.table.n_rows, len(reading.table.names)) == (expected["P04"]["rows"], expected["P04"]["columns"])
    assert (guess(reading, "delimiter"), guess(reading, "encoding")) == (
        "tab",
        "UTF-16 little endian with byte order mark",
    )


def test_c06_no_phantom_column(case, expected):
    reading = case(6)
    assert reading.table.names == expected["P06"]["columns"]
    assert reading.table.n_rows == expected["P06"]["rows"]
    assert "has 4 names for 3 fields" in sentences(reading)[0]


def test_c07_duplicate_names_are_told_apart(case):
    reading = case(7)
    assert reading.table.names == ["id", "value", "value (2)", "date", "date (2)"]
    assert counts(reading) == [2]
    assert "'value' is now 'value (2)'" in sentences(reading)[0]


def test_c10_leading_zeros_stay(case, expected):
    reading = case(10)
    assert len(reading.table["zip"].categories) == expected["P10"]["distinct zip"]
    assert smallest_class(reading, "zip") == expected["P10"]["k(zip)"]
    assert counts(reading, "zip") == [3]
    assert reading.table["age"].scale is Scale.NUMERIC


def test_c11_the_text_na_is_a_value(case, expected):
    reading = case(11)
    assert smallest_class(reading, "country") == expected["P11"]["k(country)"]
    assert cells(reading, "answer")[3] is None
    assert missing_tokens(reading.table) == {
        "country": {"NA": 1},
        "initials": {"NA": 1, "nan": 1},
        "answer": {"n/a": 1, "NaN": 1, "null": 1, "None": 1},
    }
    assert counts(reading, "answer") == [4]


def test_c14_dates_that_can_be_read_two_ways(case, expected):
    reading = case(14)
    assert reading.table.n_rows == expected["P14"]["rows"]
    assert counts(reading, "admitted") == [2]
    assert "day first or month first" in sentences(reading, "admitted")[0]


def test_c15_sheets_title_and_dates(case, expected):
    reading = case(15, sheet="data", skip=1)
    assert reading.table.names == ["visit_date", "ward", "code", "age"]
    closing = next(note for note in reading.notes if "total" in note.sentence)
    assert reading.table.n_rows - closing.count == expected["P15"]["data rows"]
    assert cells(reading, "visit_date")[0] == "2024-01-05"
    assert "1 hidden sheet" in " ".join(sentences(reading))
    assert "2 other sheets were not read." in sentences(reading)


def test_c15_cover_page_points_to_the_other_sheets(case):
    with pytest.raises(TableError, match=r"'READ ME' has a header but no rows.*'data', 'hidden_lookup'"):
        case(15, sheet="READ ME")


def test_c15_the_sheet_with_a_table_is_guessed(case):
    found = {each.what: each for each in case(15).guesses}
    assert (found["sheet"].value, found["sheet"].alternatives) == ("data", ("READ ME", "hidden_lookup"))
    assert (found["lines above the header"].value, found["lines above the header"].option) == ("1", "skip")
    assert case(15).table.names == ["visit_date", "ward", "code", "age"]


def test_c16_long_integers_stay_apart(case, expected):
    reading = case(16)
    assert len(reading.table["id_long"].categories) == expected["P16"]["distinct id_long"]
    assert counts(reading, "id_long") == [4]


def test_c18_skipped_lines_and_closing_rows(case, expected):
    reading = case(18, skip=3)
    assert reading.table.names == ["age", "sex", "zip", "diagnosis"]
    closing = next(note for note in reading.notes if "total" in note.sentence)
    assert reading.table.n_rows - closing.count == expected["P18"]["rows"]


def test_c19_empty_file(case):
    with pytest.raises(TableError, match="is empty"):
        case(19)


def test_c20_header_only(case):
    with pytest.raises(TableError, match="a header of 4 names but no rows"):
        case(20)


def test_c21_one_row_one_column(case):
    assert values(case(21), "age") == [34]


def test_c22_ragged_rows_by_line_number(case):
    with pytest.raises(TableError, match=r"1 row with more fields and 1 row with fewer fields \(lines 3, 4\)"):
        case(22)


def test_c23_wide_categories(case, expected):
    reading = case(23)
    groups = set(zip(*(cells(reading, name) for name in reading.table.names[:6]), strict=True))
    assert len(groups) == expected["P22"]["observed groups"]


def test_c24_many_rows_are_read(case, expected):
    reading = case(24)
    assert reading.table.n_rows == expected["P23"]["rows"]
    assert guess(reading, "format") == "Parquet"


def test_c26_inflating_workbook_is_refused(case, expected):
    with pytest.raises(TableError, match=r"inflates (\S+)-fold; the limit is 200-fold") as refused:
        case(26)
    factor = str(refused.value).split("inflates ")[1].split("-fold")[0]
    assert int(factor.replace(",", "")) > expected["P25"]["ratio over"]


def test_c28_stars_stay_values(case):
    reading = case(28)
    assert cells(reading, "age").count("*") == 1
    assert not reading.table.suppressed.any()
    assert counts(reading, "age") == [1]


def test_c29_quoted_and_bare_empty_fields_are_missing(case):
    reading = case(29)
    assert reading.table["job"].n_missing == 4
    assert cells(reading, "zip")[0] == "02138"


def test_c35_missing_sensitive_cells(case):
    assert case(35).table["diagnosis"].n_missing == 2


def test_c38_infinities_are_counted_and_nan_is_text(case, expected):
    reading = case(38)
    assert reading.table.n_rows == expected["P53"]["rows"]
    assert counts(reading, "income") == [expected["P53"]["infinite cells"]]
    assert values(reading, "income")[2:5] == [float("inf"), float("-inf"), 1e308]
    assert reading.table["visits"].scale is Scale.NOMINAL


def test_c40_constant_columns(case):
    reading = case(40)
    assert [len(column.categories) for column in reading.table.columns.values()] == [1, 2, 1, 1]
    assert reading.table["score"].scale is Scale.NUMERIC


def test_c45_formulas_are_text_and_honest_numbers_stay(case, expected):
    reading = case(45)
    assert values(reading, "amount") == [float(number) for number in expected["P70"]["numeric cells unchanged"]]
    assert cells(reading, "note")[2] == "'quoted"
    assert cells(reading, "name")[0] == '=HYPERLINK("http://example.invalid","x")'


def test_c46_markup_is_text(case, expected):
    reading = case(46)
    assert len(reading.table.names) == expected["P71"]["columns"]
    assert reading.table.names[0] == "<img src=x onerror=alert(1)>"


def test_c60_few_rows(case):
    reading = case(60)
    assert cells(reading, "zip") == ["02138", "02139", "02140"]
    assert values(reading, "age") == [34, 35, 36]


def test_c65_numeric_column_with_a_missing_cell(case):
    reading = case(65)
    assert values(reading, "score") == [1, None, 2, 3]
    assert reading.table["score"].scale is Scale.NUMERIC
