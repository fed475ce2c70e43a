"""The list stays short and true: no false alarm on real and on clean tables, no value in a sentence."""

from __future__ import annotations

import re
import string

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from privacy_core import samples
from privacy_core.frames import from_frame
from privacy_core.intake import Kind, doctor, read
from privacy_core.intake.missing import TOKENS

OF_PEOPLE = {
    "hospital-3": set(),
    "hospital-4": set(),
    "hospital-5": set(),
    "inpatient-4": {(Kind.TWIN_ROWS, None)},
    "inpatient-3": {(Kind.TWIN_ROWS, None)},
    "clinic": {
        (Kind.OVER_89, "age"),
        (Kind.SEVERAL_ROWS, "patient"),
        (Kind.HIERARCHY, "zip"),
        (Kind.HIERARCHY, "weight"),
    },
}


@pytest.mark.parametrize("name", OF_PEOPLE)
def test_samples(name):
    assert {(each.kind, each.column) for each in doctor(samples.load(name).table)} == OF_PEOPLE[name]


def test_adult(shared):
    found = shared / "data" / "arx" / "adult.csv"
    reading = read(found.read_bytes(), "adult.csv")
    said = {(each.kind, each.column): each.count for each in doctor(reading.table, reading.facts)}
    assert said == {(Kind.OVER_89, "age"): 35, (Kind.RARE, "native-country"): 1, (Kind.TWIN_ROWS, None): 10_660}


@pytest.mark.parametrize(
    "values",
    [
        [*range(100), 50],  # a score up to 99
        [*range(0, 98), 99, 99],
        [1, 2, 3, 4, 5, 6, 7, 8, 9] * 3,
        [2019, 2020, 2021, 2022],
        [0.125, 0.25, 0.5],
        [1e-10, 2e-10, 3e-10],
        [-3.5, -1.0, 0.5, 2.5, -0.5],
        [36.6, 37.1, 38.4, 39.9],
        [9, 12, 15, 11],
        [850, 920, 999, 870],
    ],
)
def test_plain_numbers_raise_nothing(values):
    assert list(doctor(from_frame(pd.DataFrame({"value": values})))) == []


@pytest.mark.parametrize(
    "values",
    [
        ["United States", "United Kingdom", "New Zealand", "United States", "New Zealand"],
        ["30-39", "40-49", "30-39"],
        ["low", "middle", "high"],
        ["2024-01-05", "2024-02-29", "2023-12-31"],
        ["25/12/2024", "31/12/2024"],
        ["05/05/2024", "06/06/2024"],
        ["A10.1", "J45", "E11.9", "I10"],
        ["yes", "no", "yes"],
        ["<50", ">=50", "<50"],
        ["476**", "4790*", "476**"],
        ["Asthma", "Grippe", "Diabetes"],
        ["12:30", "14:45", "09:10"],
        ["192.168.0.1", "10.0.0.2"],
        ["m", "f", "d"],
    ],
)
def test_plain_texts_raise_nothing(values):
    assert list(doctor(from_frame(pd.DataFrame({"value": values})))) == []


def test_small_tables_that_agree_by_chance_are_no_hierarchy():
    frame = pd.DataFrame({"a": ["x", "x", "y", "z"], "b": ["p", "p", "q", "q"], "c": [1, 2, 3, 4], "d": [2, 3, 4, 4]})
    assert {each.kind for each in doctor(from_frame(frame))} == set()


def test_independent_columns_are_no_relation():
    rng = np.random.default_rng(1)
    frame = pd.DataFrame(
        {name: rng.integers(0, high, 5000) for name, high in zip("abcdef", (2, 5, 9, 40, 300, 2500), strict=True)}
    )
    assert {each.kind for each in doctor(from_frame(frame))} <= {Kind.TWIN_ROWS}


SECRET = re.compile("qzx[a-z]+")
words = st.sampled_from(
    ["qzxa", "qzxb@qzxc.example", "QZXA", " qzxa", "qzx d e f g h qzxe", "+49 171 qzxf", "NA", "*", ""]
)
cells = st.one_of(
    words,
    st.none(),
    st.integers(-(10**18), 10**18),
    st.floats(allow_nan=True, allow_infinity=True),
    st.booleans(),
    st.text(string.printable, max_size=8),
    st.text(max_size=6).filter(lambda text: text.encode("utf-8", "ignore").decode() == text),
    st.dates().map(str),
)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(cells, words, st.floats(-200, 200), st.floats(-200, 200)), min_size=1, max_size=25))
def test_the_doctor_never_raises_and_tells_no_text(rows):
    frame = pd.DataFrame(rows, columns=["mixed", "word", "lat", "lon"])
    for finding in doctor(from_frame(frame)):
        assert finding.count >= 1 or finding.kind is Kind.GEO
        assert not SECRET.search(finding.sentence.lower())


@settings(max_examples=60, deadline=None)
@given(st.lists(st.floats(-1e6, 1e6).map(lambda x: round(x, 3) + 0.0007), min_size=3, max_size=30))
def test_no_number_but_sentinels_is_told(numbers):
    for finding in doctor(from_frame(pd.DataFrame({"value": numbers}))):
        assert not any(repr(number) in finding.sentence for number in numbers)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from([*TOKENS, "alpha", "beta"]), min_size=1, max_size=30))
def test_counts_of_tokens_are_true(values):
    found = next(
        (each for each in doctor(from_frame(pd.DataFrame({"v": values}))) if each.kind is Kind.MISSING_TOKENS), None
    )
    assert (found.count if found else 0) == sum(value in TOKENS for value in values)
