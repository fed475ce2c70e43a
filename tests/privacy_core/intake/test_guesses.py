"""Guesses carry their alternatives; thousands marks, line ends, titles and sheets; previews."""

from __future__ import annotations

from dataclasses import replace

import pytest

from privacy_core.errors import TableError, UnevenRows
from privacy_core.intake import Kind, Options, Reading, doctor, preview, read
from privacy_core.tables import Scale
from tests.privacy_core.intake.tables import cells, guess, sentences, text, values, workbook

FILES = [
    b"a;b;c\n1,5;2;x\n2,5;3;y\n",
    b"Clinic list\nmade today\n\na,b,c\n1,2,3\n4,5,6\n",
    "a,b\n1,Zürich\n".encode("cp1252"),
    "a\tb\n1\t2\n".encode("utf-16"),
]


@pytest.mark.parametrize("content", FILES)
def test_every_alternative_can_be_chosen_with_one_click(content):
    reading = read(content, "t.csv")
    offered = [guess for guess in reading.guesses if guess.option]
    assert {"delimiter", "decimal"} <= {guess.option for guess in offered}
    for found in offered:
        for alternative in found.alternatives:
            chosen = replace(reading.options, **{found.option: alternative})
            try:
                again = read(content, "t.csv", chosen)
            except TableError:
                continue
            assert found.option not in {each.option for each in again.guesses}
            assert preview(content, "t.csv", chosen).names


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_line_ends_in_every_encoding(end, encoding):
    reading = read(end.join(["zip;town", "02138;Köln", "02139;Ulm", ""]).encode(encoding), "t.csv")
    assert (cells(reading, "zip"), cells(reading, "town")) == (["02138", "02139"], ["Köln", "Ulm"])


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        (["1,234.50", "2,000.00", "7"], [1234.5, 2000, 7]),
        (["1,234,567", "12"], [1234567, 12]),
        (["1 234", "12 500", "7"], [1234, 12500, 7]),
        (["1\u202f234,5", "7,25"], [1234.5, 7.25]),
        (["1'234.50", "7"], [1234.5, 7]),
        (["-1,234.50", "3"], [-1234.5, 3]),
    ],
)
def test_thousands_marks_that_can_be_nothing_else(written, read_as):
    reading = text("v;w\n" + "".join(f"{cell};x\n" for cell in written))
    assert values(reading, "v") == read_as
    assert any("group thousands were left out" in each for each in sentences(reading, "v")) or "," in written[1]


def test_thousands_points_with_a_decimal_comma():
    reading = text("v;w\n1.234,50;x\n2.000;y\n")
    assert (values(reading, "v"), guess(reading, "decimal mark")) == ([1234.5, 2000], "comma")


def test_commas_that_may_be_either_stay_text_and_are_told():
    reading = text("v;w\n1,234;x\n2,500;y\n")
    assert reading.table["v"].scale is Scale.NOMINAL
    found = next(each for each in doctor(reading.table, reading.facts) if each.kind is Kind.THOUSANDS)
    assert [each.parameters for each in found.repairs] == [(".",), (",",)]
    assert values(text("v;w\n1,234;x\n2,500;y\n", decimal="."), "v") == [1234, 2500]
    assert values(text("v;w\n1,234;x\n2,500;y\n", decimal=","), "v") == [1.234, 2.5]


def test_points_that_may_be_either_are_told():
    reading = text("v;w\n1.234;x\n2.500;y\n")
    assert values(reading, "v") == [1.234, 2.5]
    assert "may group thousands" in sentences(reading, "v")[0]
    assert sentences(text("v;w\n1.234;x\n2.55;y\n"), "v") == []
    assert sentences(text("v,w\n1.234,x\n2.500,y\n"), "v") == []


@pytest.mark.parametrize(
    ("content", "names", "skipped"),
    [
        (b"List of 2024\n\na,b,c\n1,2,3\n4,5,6\n", ["a", "b", "c"], "2"),
        (b"List,,\nmade today,,\na,b,c\n1,2,3\n", ["a", "b", "c"], "2"),
        (b"\n\nList,,\na,b,c\n1,2,3\n", ["a", "b", "c"], "3"),
        (b"a,b,c\n1,,\n2,,\n", ["a", "b", "c"], None),
        (b",a\nx,1\ny,2\n", ["column 1", "a"], None),
        (b"a\n1\n2\n", ["a"], None),
    ],
)
def test_title_rows(content, names, skipped):
    reading = read(content, "t.csv")
    assert (reading.table.names, guess(reading, "lines above the header")) == (names, skipped)


def test_a_title_can_be_kept():
    reading = read(b"List,,\na,b,c\n1,2,3\n", "t.csv", Options(skip=0))
    assert (reading.table.n_rows, reading.table.names[0]) == (2, "List")


def test_a_file_without_a_header():
    reading = text("34,F\n41,M\n", header=False)
    assert (reading.table.names, reading.table.n_rows) == (["column 1", "column 2"], 2)
    assert "without a line of names" in sentences(reading)[0]


def test_uneven_rows_are_left_out_when_asked():
    content = b"age,sex,zip\n34,F,02138\n35,M\n36,F,02139,extra\n\n37,M,02139\n"
    with pytest.raises(UnevenRows, match="lines 3, 4"):
        read(content, "t.csv")
    reading = read(content, "t.csv", Options(uneven="leave out"))
    assert reading.table.n_rows == 2
    assert any("2 rows were left out" in each and "lines 3, 4" in each for each in sentences(reading))


def sheet_guess(reading: Reading) -> tuple[str, tuple[str | int | bool, ...]]:
    found = next(each for each in reading.guesses if each.what == "sheet")
    return found.value, found.alternatives


def test_the_sheet_with_the_table_is_guessed():
    content = workbook({"cover": [["Read me"]], "data": [["List", "", ""], ["a", "b", "c"], [1, 2, 3]]})
    reading = read(content, "t.xlsx")
    assert sheet_guess(reading) == ("data", ("cover",))
    assert reading.table.names == ["a", "b", "c"]
    assert preview(content, "t.xlsx").rows == (("1", "2", "3"),)


def test_names_that_are_numbers_can_be_read_as_a_record():
    reading = text("34,F,02138\n35,M,02139\n")
    found = next(each for each in reading.guesses if each.option == "header")
    again = read(b"34,F,02138\n35,M,02139\n", "t.csv", replace(reading.options, header=found.alternatives[0]))
    assert (again.table.n_rows, cells(again, "column 1")) == (2, ["34", "35"])


def test_codes_like_powers_of_ten_stay_codes():
    assert cells(text("batch_id,x\n1E5,1\n2E5,2\n"), "batch_id") == ["1E5", "2E5"]
