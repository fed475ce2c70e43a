"""Stata files: labels are shown, in an order where they speak of one; SPSS and SAS get a way out."""

from __future__ import annotations

import io

import numpy as np
import pandas as pd
import pytest

from privacy_core.errors import TableError
from privacy_core.intake import read
from privacy_core.tables import Scale
from tests.privacy_core.intake.tables import cells, sentences, values


def dta(frame: pd.DataFrame, **options: object) -> bytes:
    packed = io.BytesIO()
    frame.to_stata(packed, write_index=False, **options)
    return packed.getvalue()


@pytest.fixture
def frame():
    return pd.DataFrame(
        {
            "age": np.array([34, 41, 28], np.int8),
            "sex": pd.Categorical(["female", "male", "female"], ["male", "female"]),
            "health": pd.Categorical(["poor", "good", "fair"], ["poor", "fair", "good"]),
            "income": np.array([1234.1, np.nan, 7.0], np.float32),
            "town": ["Ulm", "", "Köln"],
            "born": pd.to_datetime(["1990-01-05", "1983-02-01", "1996-12-31"]),
        }
    )


@pytest.mark.parametrize("version", [114, 117, 118, 119])
def test_labels_numbers_texts_and_dates(frame, version):
    if version < 118:
        frame["town"] = ["Ulm", "", "Koeln"]
    reading = read(dta(frame, version=version, convert_dates={"born": "td"}), "people.dta")
    assert reading.guesses[0].value == "Stata"
    assert (cells(reading, "sex"), reading.table["sex"].scale) == (["female", "male", "female"], Scale.NOMINAL)
    assert (reading.table["health"].labels, reading.table["health"].scale) == (["poor", "fair", "good"], Scale.ORDINAL)
    assert values(reading, "income") == [1234.1, None, 7.0]
    assert values(reading, "age") == [34, 41, 28]
    assert cells(reading, "town")[:2] == ["Ulm", None]
    assert cells(reading, "born") == ["1990-01-05", "1983-02-01", "1996-12-31"]
    assert "in the order of their codes" in sentences(reading, "health")[0]


def test_labels_for_some_codes_only():
    frame = pd.DataFrame({"v": [1, 2, 3]})
    reading = read(dta(frame, value_labels={"v": {1: "yes", 2: "no"}}), "t.dta")
    assert cells(reading, "v") == ["yes", "no", "3"]
    assert "1 cell was left as numbers" in sentences(reading, "v")[0]


def test_one_label_for_two_codes():
    reading = read(dta(pd.DataFrame({"v": [1, 2, 3]}), value_labels={"v": {1: "yes", 2: "yes", 3: "no"}}), "t.dta")
    assert values(reading, "v") == [1, 2, 3]
    assert "share a label" in sentences(reading)[0]


@pytest.mark.parametrize("share", [0.02, 0.2, 0.5, 0.9, 0.99])
@pytest.mark.parametrize("version", [114, 118])
def test_a_cut_file_is_refused_politely(frame, share, version):
    content = dta(frame.drop(columns="town"), version=version)
    with pytest.raises(TableError, match="damaged or incomplete"):
        read(content[: int(share * len(content))], "t.dta")


def test_no_rows(frame):
    with pytest.raises(TableError, match="no rows"):
        read(dta(frame[["age"]].iloc[:0]), "t.dta")


def test_spss_is_told_how_to_convert():
    with pytest.raises(TableError, match=r"Save as and Stata \(\.dta\)"):
        read(b"$FL2@(#) SPSS DATA FILE", "t.sav")
