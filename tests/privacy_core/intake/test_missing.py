"""Missing cells: empty fields, look-alikes, and what the user declares."""

from __future__ import annotations

import csv
import io

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core.errors import ParameterError
from privacy_core.frames import from_frame
from privacy_core.intake import Options, declare_missing, missing_tokens, read
from privacy_core.tables import Scale
from tests.privacy_core.intake.tables import assert_same, cells, counts, sentences, text, values, workbook

WORDS = [*"|NA|n/a|-|x|1|2|2.0|1.5|1,5|1.234|1,234|007|-999| 3|inf|12345678901234567".split("|")]
TOKENS = ["NA", "n/a", "-", "x", "1", "1.5", "1,5", "007", "-999", "-999.0", "inf", "nothing"]


def test_only_the_empty_field_is_missing():
    reading = text(b'a,b\nNA,1\n"",2\n,3\nnull,4\n')
    assert cells(reading, "a") == ["NA", None, None, "null"]
    assert counts(reading, "a") == [2]
    assert "NA in 1 cell, null in 1 cell" in sentences(reading, "a")[0]


def test_declared_texts_are_missing_and_the_rest_becomes_numeric():
    reading = text(b"a,b\nNA,1\n5,2\n-,3\n", na=("NA", "-"))
    assert values(reading, "a") == [None, 5, None]
    assert counts(reading, "a") == [2]
    assert "2 cells were declared missing" in sentences(reading, "a")[0]


def test_declared_number_in_a_numeric_column():
    reading = text(b"a,b\n-999,1\n5,2\n-999.0,3\n1.5,3\n", na=("-999", "1.5"))
    assert values(reading, "a") == [None, 5, None, None]
    assert reading.table["a"].categories.dtype.kind == "i"


def test_what_was_noted_before_stays_when_it_is_still_true():
    reading = text(b'a,b\nx,"1,5"\ny,-999\n', na=("-999",))
    assert [sentence.split(",")[0] for sentence in sentences(reading, "b")] == [
        "Column 'b': 1 cell was declared missing.",
        "Column 'b' has a decimal comma",
    ]


def test_declared_texts_do_not_undo_codes():
    assert cells(text(b"a,b\nNA,1\n007,2\n", na=("NA",)), "a") == [None, "007"]
    assert cells(text(b"zip,b\nNA,1\n12,2\n", na=("NA",)), "zip") == [None, "12"]


def test_declared_level_leaves_the_declared_order():
    levels = pa.DictionaryArray.from_arrays([0, 1, 2], ["low", "unknown", "high"], ordered=True)
    column = declare_missing(from_frame(pa.table({"x": levels})), ["unknown"])["x"]
    assert (column.labels, column.scale) == (["low", "high", "(missing)"], Scale.ORDINAL)


def test_nothing_to_declare_changes_nothing():
    reading = text(b"a,b\nNA,1\n5,2\n")
    assert_same(reading.table, declare_missing(reading.table, ["absent"]))


def test_suppressed_rows_stay_suppressed():
    table = text(b"a,b\nNA,1\n5,2\n").table
    table = table.with_suppressed(table["b"].codes == 0)
    assert declare_missing(table, ["NA"]).suppressed.tolist() == [True, False]


def test_one_text_is_no_sequence_of_tokens():
    with pytest.raises(ParameterError, match="sequence of texts"):
        declare_missing(text(b"a,b\nNA,1\n").table, "NA")


def test_every_token_is_found_with_its_count():
    tokens = ["NA", "N/A", "n/a", "NaN", "nan", "null", "NULL", "None", "none", "-", "?", "."]
    content = "\n".join(["a,b", *(f"{token},1" for token in tokens * 2), ""])
    assert missing_tokens(text(content).table) == {"a": dict.fromkeys(tokens, 2)}


def written(rows, delimiter):
    file = io.StringIO()
    csv.writer(file, delimiter=delimiter).writerows([["a", "b", "zip"], *rows])
    return file.getvalue().encode()


rows_of_words = st.lists(st.tuples(*[st.sampled_from(WORDS)] * 3), min_size=1, max_size=8)


@given(
    rows_of_words,
    st.lists(st.sampled_from(TOKENS), max_size=4),
    st.sampled_from(",;"),
    st.sampled_from([None, ".", ","]),
)
def test_declaring_is_reading_with_the_option(rows, tokens, delimiter, decimal):
    content = written(rows, delimiter)
    chosen = {"delimiter": delimiter, "decimal": decimal}
    plain = read(content, "t", Options(**chosen))
    at_once = read(content, "t", Options(**chosen, na=tuple(tokens)))
    assert_same(at_once.table, declare_missing(plain.table, tokens, plain.marks))


@given(rows_of_words, st.lists(st.sampled_from(TOKENS), max_size=4))
def test_declaring_needs_no_marks_in_a_comma_file(rows, tokens):
    content = written(rows, ",")
    at_once = read(content, "t", Options(delimiter=",", na=tuple(tokens)))
    assert_same(at_once.table, declare_missing(read(content, "t", Options(delimiter=",")).table, tokens))


@given(
    st.lists(st.sampled_from([None, "NA", "x", "5", 5, 1.5, True]), min_size=1),
    st.lists(st.sampled_from(["NA", "x", "5"])),
)
def test_declaring_is_reading_with_the_option_for_workbooks(column, tokens):
    content = workbook({"s": [["a", "b"], *([value, 1] for value in column)]})
    at_once = read(content, "t", Options(na=tuple(tokens)))
    assert_same(at_once.table, declare_missing(read(content, "t").table, tokens))


def test_declaring_is_reading_with_the_option_for_parquet():
    file = io.BytesIO()
    pq.write_table(pa.table({"a": ["NA", "x", None], "b": [1, -999, 3]}), file)
    at_once = read(file.getvalue(), "t", Options(na=("NA", "-999")))
    assert_same(at_once.table, declare_missing(read(file.getvalue(), "t").table, ["NA", "-999"]))
    assert (cells(at_once, "a"), values(at_once, "b")) == ([None, "x", None], [1, None, 3])
