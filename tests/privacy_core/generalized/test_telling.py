"""A release made elsewhere says how its texts were read, what they hide from a count, and never a value."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from privacy_core import from_frame, intake
from privacy_core.generalized import reading_of
from privacy_core.generalized.telling import SIGNS, marked
from privacy_core.generalized.texts import read
from tests.command import assess


def said(*cells, rows=None):
    column = from_frame(pd.DataFrame({"q": pd.Series(cells, dtype=object)}))["q"]
    return reading_of(column, np.arange(len(cells)) if rows is None else np.array(rows))


RAW = {
    "numbers": ["34", "41", "34"],
    "names": ["flu", "cold (mild)", "Smith, John", "a-b", "to 5 o'clock"],
    "days": ["2024-03-31", "2024-04-01", "31.12.2024"],
    "months": ["2024-03", "2024-04"],
    "postal codes": ["02139", "02139-4307", "90210-4307"],
    "missing and NA": ["f", "m", "NA", None],
    "countries": ["DE", "NA", "FR"],
    "incomes": ["<=50K", ">50K"],
    "times": ["2020-01-02 10:11:12", "10:30"],
}


@pytest.mark.parametrize("name", RAW)
def test_raw_data_has_nothing_to_tell(name):
    assert said(*RAW[name]) == ()


def test_numbers_are_not_looked_at():
    assert reading_of(from_frame(pd.DataFrame({"q": [1.5, None]}))["q"], np.arange(2)) == ()


def test_every_kind_is_counted_in_values_and_rows():
    assert said("[20, 30[", "[20, 30[", "<20", "{a, b}", "12*", "*", "34", "x") == (
        "Column 'q' holds generalized values: 2 intervals in 3 rows, 1 set in 1 row, 1 masked text in 1 row, "
        "1 text for a suppressed cell in 1 row, 2 values as written in 2 rows.",
    )


def test_ends_that_are_not_written_are_said():
    counted, ends = said("20-29", "30-39", "30-39")
    assert counted == "Column 'q' holds generalized values: 2 intervals in 3 rows."
    assert "which ends belong to them. Read as: both numbers belong to a range, and everything up to" in ends


TWICE = {
    "intervals": (["[20,30)", "20-29", "20-29", "30-39"], "2 different texts in 3 rows stand for 1 generalized value"),
    "suppressed cells": (["*", "NA", None, "[1, 2["], "3 different texts in 3 rows stand for 1 generalized value"),
    "sets": (["{a, b}", "{b, a}", "{c, d}", "{d,c}"], "4 different texts in 4 rows stand for 2 generalized values"),
}


@pytest.mark.parametrize("name", TWICE)
def test_several_notations_of_one_value_are_said_and_no_value_is(name):
    cells, words = TWICE[name]
    sentences = said(*cells)
    assert any(words in sentence and "counted as different values" in sentence for sentence in sentences)
    assert not any(text in sentence for sentence in sentences for text in ("20", "30", "{", "[", "*"))


def test_rows_that_are_not_judged_are_not_told_of():
    assert said("*", "a", "b", rows=[1, 2]) == ()
    assert "1 interval in 1 row," in said("[1, 2[", "*", "[2, 3[", rows=[0, 1])[0]


@given(st.text("0123456789.,-+~–[]() {}<>*=≤abeEto/:∞Q", max_size=14))
@example("1e5-2e5")
@example("1 to .5")
@example("5 +")
@example("2024-01-01 - 2024-03-31")
def test_what_is_passed_over_has_nothing_to_tell(text):
    assert marked(text) or read(text)[1] not in SIGNS


def test_kelt_says_it_and_counts_nothing_together(tmp_path):
    path = tmp_path / "release.csv"
    path.write_text('age,sex,out\n"[20,30)",f,0\n20-29,f,0\n30-39,m,0\n30-39,m,0\n*,*,1\n', encoding="utf-8")
    found = assess(path, "--qi", "age", "--qi", "sex", "--suppressed", "out").json
    assert found["measures"][0]["value"] == 1
    told = [sentence for sentence in found["findings"] if sentence.startswith("Column 'age'")]
    assert told[0] == "Column 'age' holds generalized values: 3 intervals in 4 rows."
    assert "2 different texts in 2 rows stand for 1 generalized value only" in " ".join(told)
    assert not any(sentence.startswith("Column 'sex' holds") for sentence in found["findings"])


def test_the_shared_release_is_told_and_the_raw_table_is_quiet(shared):
    def about(path):
        table = intake.read(path.read_bytes(), path.name).table
        return [reading_of(column, np.arange(table.n_rows)) for column in table.columns.values()]

    assert any(about(shared / "cases/c28_suppressed_stars.csv"))
    assert not any(about(shared / "data/arx/adult.csv"))
