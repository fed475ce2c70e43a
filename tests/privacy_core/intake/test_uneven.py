"""Rows with too few or too many fields: refused, left out or kept; empty names that stand for no field."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core.errors import ParameterError, UnevenRows
from privacy_core.intake import Kind, Options, doctor, read
from privacy_core.tables import Scale
from tests.privacy_core.intake.tables import cells, guess, sentences, text, values

RAGGED = b"age,sex,zip\n34,F,02138\n35,M\n36,F,02139,extra\n\n37,M,02139\n"


def test_a_refusal_counts_the_rows_and_lists_their_lines():
    with pytest.raises(
        UnevenRows, match=r"1 row with more fields and 1 row with fewer fields \(lines 3, 4\)"
    ) as refused:
        read(RAGGED, "t.csv")
    assert (refused.value.more, refused.value.fewer) == (1, 1)


def test_c22_left_out(shared):
    reading = read((shared / "cases" / "c22_ragged_rows.csv").read_bytes(), "c22.csv", Options(uneven="leave out"))
    assert (values(reading, "age"), cells(reading, "zip")) == ([34, 37], ["02138", "02139"])
    assert "2 rows were left out for having too few or too many fields (lines 3, 4)." in sentences(reading)
    assert "1 blank line was left out." in sentences(reading)
    assert guess(reading, "uneven rows") == "2 left out"


def test_c22_kept_in_an_overflow_column(shared):
    reading = read((shared / "cases" / "c22_ragged_rows.csv").read_bytes(), "c22.csv", Options(uneven="keep"))
    assert reading.table.names == ["age", "sex", "zip", "overflow"]
    assert values(reading, "age") == [34, 35, 36, 37]
    assert cells(reading, "zip") == ["02138", None, "02139", "02139"]
    assert cells(reading, "overflow") == [None, None, "extra", None]
    assert guess(reading, "uneven rows") == "2 kept, with an overflow column"
    (said,) = [each for each in doctor(reading.table, reading.facts) if each.kind is Kind.UNEVEN_ROWS]
    assert said.count == 2
    assert "lines 3, 4" in said.sentence
    assert "1 row with more fields than the header: the text beyond is in column 'overflow'" in said.sentence
    assert "1 row with fewer: the cells at the end are missing" in said.sentence


def test_either_way_can_be_changed_into_the_other():
    for uneven, other in (("keep", "leave out"), ("leave out", "keep")):
        found = next(each for each in read(RAGGED, "t", Options(uneven=uneven)).guesses if each.option == "uneven")
        assert (found.taken, found.alternatives) == (uneven, (other,))


def test_short_rows_need_no_overflow():
    reading = text("a,b\n1,2\n3\n", uneven="keep")
    assert reading.table.names == ["a", "b"]
    assert values(reading, "b") == [2, None]
    assert guess(reading, "uneven rows") == "1 kept"


def test_delimiters_at_the_end_of_each_row_need_no_overflow():
    reading = text("a,b\n1,2,\n3,4,,\n", uneven="keep")
    assert (reading.table.names, values(reading, "a")) == (["a", "b"], [1, 3])
    assert "what lies beyond is empty" in sentences(reading)[0]


def test_overflow_is_text_under_a_name_of_its_own():
    reading = text("overflow,b\n1,2\n3,4,5,6\n7,8,9\n", uneven="keep")
    assert reading.table.names == ["overflow", "b", "overflow (2)"]
    assert cells(reading, "overflow (2)") == [None, "5,6", "9"]
    assert text("a\tb\n1\t2\n3\t4\t5\n", uneven="keep").table["overflow"].scale is Scale.NOMINAL


def test_when_every_row_is_uneven_none_can_be_left():
    with pytest.raises(UnevenRows, match="none would be left of 2 rows"):
        text("a,b\n1\n2\n", delimiter=",", uneven="leave out")
    assert values(text("a,b\n1\n2\n", delimiter=",", uneven="keep"), "b") == [None, None]


def test_what_to_do_with_uneven_rows_is_one_of_three():
    with pytest.raises(ParameterError, match="uneven must be 'refuse', 'leave out' or 'keep'"):
        Options(uneven="guess")


FIELD = st.text('ab ,"\né', max_size=3)
BLANK = st.sampled_from(["", "", "\n", "   \n"])


@given(st.lists(st.tuples(BLANK, st.lists(FIELD, max_size=5)), min_size=1, max_size=12))
def test_kept_rows_stand_where_they_were_written(written):
    """Every row of the file stands at its place, cell by cell, and what is beyond is beside it."""
    rows = [["w", *fields] for _, fields in written]
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerow(["x", "y", "z"])
    for (blank, _), row in zip(written, rows, strict=True):
        file.write(blank)
        csv.writer(file, lineterminator="\n").writerow(row)
    reading = read(file.getvalue().encode(), "t.csv", Options(delimiter=",", skip=0, uneven="keep"))
    expected = [[cell or None for cell in (row + [""] * 3)[:3]] for row in rows]
    assert [list(row) for row in zip(*(cells(reading, name) for name in "xyz"), strict=True)] == expected
    beyond = [",".join(row[3:]) if any(row[3:]) else None for row in rows]
    found = cells(reading, "overflow") if "overflow" in reading.table.names else [None] * len(rows)
    assert found == beyond


def test_many_blocks_keep_their_order():
    lines = [f"{n},{n % 7}" + (",beyond" * (n % 1000 == 7)) + ("\n" * (n % 500 == 3)) for n in range(700_000)]
    content = ("a,b\n" + "\n".join(lines) + "\n").encode()
    assert len(content) > 1 << 22
    table = read(content, "t.csv", Options(uneven="keep")).table
    assert table["a"].codes.tolist() == list(range(700_000))
    beyond = table["overflow"]
    assert (beyond.codes != beyond.missing).nonzero()[0].tolist() == list(range(7, 700_000, 1000))


@pytest.mark.parametrize(
    ("content", "names", "said"),
    [
        ("age,sex,zip,\n34,F,02138\n", ["age", "sex", "zip"], "on line 1, ends with a delimiter and has 4 names for 3"),
        ("\n\na,b,\n1,2\n", ["a", "b"], "on line 3"),
        ("a,b,,\n1,2\n3,4\n", ["a", "b"], "the 2 empty names at its end were left out"),
        ("a,b,,\n1,2,3\n3,4,5\n", ["a", "b", "column 3"], "has 4 names for 3 fields; the empty name"),
        ("a,b,\n1,2,\n3,4,\n", ["a", "b"], "1 column was left out for having neither a name nor a value"),
        ("a,,b\n1,,2\n3,,4\n", ["a", "b"], "1 column was left out"),
    ],
)
def test_an_empty_name_makes_no_phantom_column(content, names, said):
    reading = text(content)
    assert reading.table.names == names
    assert any(said in each for each in sentences(reading))
    assert any(said in each.sentence for each in doctor(reading.table, reading.facts))


def test_an_empty_name_over_values_is_a_column():
    assert text("a,b,\n1,2,\n3,4,5\n").table.names == ["a", "b", "column 3"]
    assert text(",\n,\n,\n").table.names == ["column 1", "column 2"]


def test_one_uneven_first_row_does_not_hide_an_empty_name():
    with pytest.raises(UnevenRows, match="1 row with more fields"):
        text("a,b,\n1,2,3\n4,5\n6,7\n8,9\n")
