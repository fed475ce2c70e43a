"""When a column of texts is numeric, and what is said when it is not."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core.intake.names import is_code_like
from privacy_core.tables import Scale
from tests.privacy_core.intake.tables import cells, counts, guess, sentences, text, values


def column(*words: str, name: str = "x", **options):
    return text("\n".join([f"k;{name}", *(f"a;{word}" for word in words), ""]), **options)


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        (["1", "+4", "-12"], [1, 4, -12]),
        (["1E-3", "1e308", "-.5", "2."], [0.001, 1e308, -0.5, 2.0]),
        (["0", "0.5", "-0.5", "-0"], [0, 0.5, -0.5, 0]),
        (["1.0", "2.00", "1"], [1, 2, 1]),
        (["inf", "-Infinity", "1"], [float("inf"), float("-inf"), 1]),
        (["1234,5", "2"], [1234.5, 2]),
        (["1.234,50", "1.234.567,5", "7"], [1234.5, 1234567.5, 7]),
        (["1,5", "0,25", "-,5"], [1.5, 0.25, -0.5]),
        (["123456789012345", "1"], [123456789012345, 1]),
    ],
)
def test_numbers(words, numbers):
    reading = column(*words)
    assert reading.table["x"].scale is Scale.NUMERIC
    assert values(reading, "x") == numbers


@pytest.mark.parametrize(
    "words",
    [
        ["nan", "1"],
        ["NaN", "1"],
        ["0x10", "1"],
        ["1_000", "1"],
        ["1e400", "1"],
        ["٣", "1"],
        ["", "x"],
        ["1.23.4,5", "1"],
        ["1.234.56,7", "1"],
        ["12.34,5", "1"],
        ["007", "1"],
        ["-01", "1"],
        ["1234567890123456", "1"],
    ],
)
def test_no_numbers(words):
    reading = column(*words)
    assert reading.table["x"].scale is Scale.NOMINAL
    assert cells(reading, "x") == [word or None for word in words]


def test_whole_numbers_are_integers_however_written():
    assert column("1", "2").table["x"].categories.dtype == np.int64
    assert column("1.0", "2e3").table["x"].categories.dtype == np.int64
    assert column("1.5", "2").table["x"].categories.dtype == np.float64


def test_equal_numbers_are_one_category():
    assert column("1", "1.0", "+1", "01.5").table["x"].scale is Scale.NOMINAL
    assert column("1", "1.0", "+1", "1.5").table["x"].categories.tolist() == [1, 1.5]


def test_leading_zeros_are_counted_in_rows():
    reading = column("007", "007", "1", "", "-01")
    assert counts(reading, "x") == [3]
    assert "3 of 4 values start with a zero" in sentences(reading, "x")[0]


def test_long_integers_are_counted_in_rows():
    reading = column("1234567890123456", "-1234567890123456", "1")
    assert counts(reading, "x") == [2]


@pytest.mark.parametrize(
    "name", ["zip", "ZIP", "zip code", "PLZ", "post_code", "PatientId", "patient-id", "Phone no.", "IBAN"]
)
def test_code_like_names_keep_whole_numbers_text(name):
    reading = column("12", "13", name=name)
    assert cells(reading, name) == ["12", "13"]
    assert counts(reading, name) == [2]


@pytest.mark.parametrize("name", ["period", "width", "decoded", "telling", "side", "Zipf", "faxes"])
def test_names_that_only_contain_such_a_word(name):
    assert column("12", "13", name=name).table[name].scale is Scale.NUMERIC


def test_code_like_names_with_decimals_are_numbers():
    assert column("12.5", "13", name="phone bill").table["phone bill"].scale is Scale.NUMERIC


def test_whole_words_only():
    assert all(map(is_code_like, ("id", "zip5", "patientID", "x.id.y")))
    assert not any(map(is_code_like, ("idea", "void", "barcodes")))


def test_blanks_around_numbers_only_when_all_are_numbers():
    reading = text(b"a, b\n1, 5\n2, 6\n")
    assert values(reading, " b") == [5, 6]
    assert counts(reading, " b") == [2]
    assert cells(text(b"a, b\n1, 5\n2, x\n"), " b") == [" 5", " x"]


def test_decimal_comma_between_quotes_in_a_comma_file():
    reading = text(b'a,b\nx,"1,5"\ny,2\n')
    assert values(reading, "b") == [1.5, 2]
    assert guess(reading, "decimal mark") == "point"
    assert "decimal comma, unlike the file, in 1 row" in sentences(reading, "b")[0]


@pytest.mark.parametrize("content", [b'a,b\nx,"1,500"\ny,"2,750"\n', b"a;b\nx;1,500\ny;2,750\n"])
def test_three_digits_after_the_comma_are_unclear(content):
    reading = text(content)
    assert reading.table["b"].scale is Scale.NOMINAL
    assert "may group thousands or mark decimals" in sentences(reading, "b")[0]
    assert counts(reading, "b") == [2]


def test_file_wide_comma_settles_unclear_columns():
    reading = text(b"a;b;c\n1,500;2,5;1.234\n2,750;3;950\n")
    assert (values(reading, "a"), values(reading, "b"), values(reading, "c")) == ([1.5, 2.75], [2.5, 3], [1234, 950])


def test_column_with_points_in_a_file_with_commas():
    reading = text(b"a;b\n1,5;1.25\n2,5;2.5\n")
    assert (values(reading, "a"), values(reading, "b")) == ([1.5, 2.5], [1.25, 2.5])
    assert "decimal point, unlike the file" in sentences(reading, "b")[0]


@pytest.mark.parametrize(("decimal", "scale"), [(".", Scale.NOMINAL), (",", Scale.NUMERIC)])
def test_chosen_decimal_mark_is_kept(decimal, scale):
    reading = text(b"a;b\nx;1,500\ny;2,5\n", decimal=decimal)
    assert reading.table["b"].scale is scale
    assert guess(reading, "decimal mark") is None


def test_chosen_point_keeps_commas_text_and_chosen_comma_keeps_points_text():
    assert column("1,5", decimal=".").table["x"].scale is Scale.NOMINAL
    assert column("1.5", decimal=",").table["x"].scale is Scale.NOMINAL


def test_looks_of_missing_do_not_hide_the_decimal_comma():
    reading = text(b"a;b\n1,5;1.234\nNA;2\n")
    assert guess(reading, "decimal mark") == "comma"
    assert (cells(reading, "a"), values(reading, "b")) == (["1,5", "NA"], [1234, 2])


def test_infinite_numbers_are_counted():
    assert counts(column("inf", "inf", "-inf", "1"), "x") == [3]


def test_column_without_any_value():
    reading = column("", "")
    assert reading.table["x"].n_missing == 2
    assert reading.table["x"].scale is Scale.NOMINAL


@given(st.lists(st.floats(allow_nan=False), min_size=1))
def test_written_floats_come_back(numbers):
    reading = column(*map(repr, numbers))
    if reading.table["x"].scale is Scale.NUMERIC:
        assert values(reading, "x") == numbers
    assert reading.table["x"].scale is Scale.NUMERIC


@given(st.lists(st.integers(-(10**15) + 1, 10**15 - 1), min_size=1))
def test_written_integers_come_back(numbers):
    reading = column(*map(str, numbers))
    assert values(reading, "x") == numbers
    assert reading.table["x"].categories.dtype == np.int64


@given(st.lists(st.floats(-1e9, 1e9).map(lambda number: round(number, 2)), min_size=1))
def test_german_numbers_come_back(numbers):
    written = [f"{number:,.2f}".translate(str.maketrans(",.", ".,")) for number in numbers]
    assert values(column(*written), "x") == numbers


@pytest.mark.parametrize(
    "words",
    [
        ["0.123456789012345671", "0.123456789012345672"],
        ["9007199254740993.0", "9007199254740992.0"],
        ["9007199254740993e0", "9007199254740992e0"],
        ["1e-400", "0"],
    ],
)
def test_numbers_too_fine_for_a_float_stay_apart(words):
    reading = text("a\n" + "".join(f"{word}\n" for word in words))
    assert cells(reading, "a") == words
    assert "kept as text: 2 numbers would become equal" in sentences(reading, "a")[0]


def test_several_spellings_of_one_number_are_said():
    reading = text("a\n1\n1.0\n2\n")
    assert values(reading, "a") == [1, 1, 2]
    assert sentences(reading, "a") == ["Column 'a': numbers spelled in several ways, as 1 and 1.0, are one in 2 rows."]


def test_points_that_may_group_thousands_are_said():
    assert "2 rows may group thousands" in sentences(text("a;b\n950;x\n1.234;x\n12.000;x\n"), "a")[0]
    assert sentences(text("a;b\n9.5;x\n1.234;x\n12;x\n"), "a") == []


def test_numbers_that_often_mean_missing_are_said():
    assert "999 as a number; it may mean missing in 2 cells" in sentences(text("age\n34\n999\n50\n999\n"), "age")[0]
    assert "-9 as a number" in sentences(text("age\n34\n-9\n50\n"), "age")[0]
    assert sentences(text("age\n34\n99\n50\n-60\n"), "age") == []
    assert sentences(text("score\n9\n8\n1\n"), "score") == []
