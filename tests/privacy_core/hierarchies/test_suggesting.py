"""Every column gets a first hierarchy: fitting, at most six levels, `*` on top, with a reason."""

from __future__ import annotations

import datetime as dt
from itertools import pairwise

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import from_frame, intake, samples
from privacy_core.hierarchies import (
    ByFrequency,
    Dates,
    DayOrder,
    Intervals,
    Masking,
    OrderedGroups,
    Unit,
    build,
    suggest_hierarchy,
)


def suggested(name, values, dtype=None):
    return suggest_hierarchy(from_frame(pd.DataFrame({name: pd.Series(values, dtype=dtype)}))[name])[0]


def levels(*names):
    return pd.Categorical(names, names, ordered=True)


WORDS = [f"town {letter}" for letter in "abcdefghijklmnopqrst"]
CASES = [
    ("age", range(17, 80), Intervals((5, 10, 20, 40))),
    ("Alter", [1, 30, 95], Intervals((5, 10, 20, 40), top=90)),
    ("age", [1, 2, 9], Intervals((5,))),
    ("age", [1.5, 30.25, 70.75], Intervals((50,))),
    ("birth_year", range(1930, 2010), Intervals((5, 10, 50, 100))),
    ("year", [2019, 2020, 2024], Intervals((5,))),
    ("hours", range(1, 100), Intervals((5, 10, 50))),
    ("capital-gain", [0, 1, 500, 99_999], Intervals((1000, 5000, 10_000, 50_000))),
    ("share", [0.01, 0.5, 0.99], Intervals((0.5,))),
    ("share", [i / 100 for i in range(100)], Intervals((0.05, 0.1, 0.5))),
    ("temperature", [-20, 0, 5, 31], Intervals((10, 50))),
    ("children", [0, 1, 2, 3], ByFrequency()),
    ("zip", ["02139", "02138", "02145", "02215", "03001", "10001"], Masking((1, 2, 3, 4))),
    ("zip", ["02139", "02138", "02215", "10001"], Masking((1, 3))),
    ("zip", ["02139", "02138", "02137"], ByFrequency()),
    ("zip", ["02139", "90210", "10001"], ByFrequency()),
    ("zip", [2139, 2138, 90210], Masking((1,), fill="0")),
    ("postcode", ["SW1A 1AA", "SW1A 2AA", "SW1P 3JX", "M1 1AE"], Masking((4, 6))),
    ("region", ["101", "102", "203"], Masking((1,))),
    ("icd", ["E11.9", "E11.8", "I10"], Masking((1,))),
    ("pain", levels("none", "low", "mid", "high", "worst"), OrderedGroups((2, 4))),
    ("seen", ["2019-03-31", "2020-04-01", "2024-12-31"], Dates((Unit.MONTH, Unit.QUARTER, Unit.YEAR, Unit.DECADE))),
    ("seen", ["2024-03-31", "2024-04-01", "2024-12-31"], Dates((Unit.MONTH, Unit.QUARTER))),
    ("seen", ["2024-03-01", "2024-03-08", "2024-03-31"], Dates((Unit.WEEK,))),
    ("seen", ["31/03/2023", "01/04/2024", "31/12/2024"], Dates((Unit.MONTH, Unit.QUARTER, Unit.YEAR))),
    ("seen", ["03/31/2023", "04/01/2024", "12/31/2024"], Dates((Unit.MONTH, Unit.QUARTER, Unit.YEAR), DayOrder.MONTH_FIRST)),
    ("country", ["A", "B", "C"], ByFrequency()),
    ("town", WORDS, ByFrequency((10, 5))),
    ("sex", ["f", "m"], ByFrequency()),
    ("smoker", [True, False], ByFrequency()),
    ("range", ["20-29", "30-39", "40-49", "50-59", "60-69", "70-79", "80-89", "90-99", "0-9"], ByFrequency()),
]  # fmt: skip


@pytest.mark.parametrize(("name", "values", "expected"), CASES, ids=[f"{c[0]} {type(c[2]).__name__}" for c in CASES])
def test_what_is_suggested(name, values, expected):
    assert suggested(name, values) == expected


def test_numbers_too_large_for_intervals():
    assert suggested("x", [0.0, 1.0, 1e308]) == ByFrequency()


def test_the_reason_says_how_and_no_value():
    people = from_frame(pd.DataFrame({"zip": ["02139", "02138", "10001"], "t": ["1.2.2023", "2.3.2024", "3.4.2025"]}))
    assert suggest_hierarchy(people["zip"])[1] == "a code by its name: characters hidden from the right"
    assert suggest_hierarchy(people["t"])[1] == "dates: month, quarter, year, read day first"


CELLS = st.one_of(
    st.lists(st.integers(-(2**62), 2**62) | st.none(), min_size=1, max_size=12).map(lambda v: pd.array(v, "Int64")),
    st.lists(st.floats(allow_nan=False) | st.none(), min_size=1, max_size=12).map(lambda v: pd.Series(v, dtype=float)),
    st.lists(st.text(max_size=6) | st.none(), min_size=1, max_size=12).map(lambda v: pd.Series(v, dtype=object)),
    st.lists(st.text("0123456789", min_size=4, max_size=4), min_size=1, max_size=12),
    st.lists(st.dates(dt.date(1, 1, 1), dt.date(9998, 1, 1)).map(str), min_size=1, max_size=12),
    st.lists(st.sampled_from("abcdefghijklmnop"), min_size=1).map(
        lambda v: pd.Categorical(v, list("ponmlkjihgfedcba"), ordered=True)
    ),
)


@given(st.lists(st.text("0123", min_size=1, max_size=5), min_size=1, max_size=12))
def test_no_level_of_a_suggested_mask_is_one_of_the_others_again(cells):
    column = from_frame(pd.DataFrame({"zip": pd.Series(cells, dtype=object)}))["zip"]
    tree = build(suggest_hierarchy(column)[0], column)
    several = [len(level) for level in tree.labels]
    assert several[-1] == 1
    assert all(now < before for before, now in pairwise(several)) or several == [1, 1]


@given(st.sampled_from(["age", "year", "zip", "x", "date", "plz"]), CELLS)
def test_every_column_can_be_built_from_its_suggestion(name, cells):
    column = from_frame(pd.DataFrame({name: cells}))[name]
    spec, reason = suggest_hierarchy(column)
    assert reason
    if len(column.categories):
        tree = build(spec, column)
        assert 2 <= tree.n_levels <= 6
        assert tree.labels[-1] == ("*",)
        widths = [len(labels) for labels in tree.labels]
        assert widths == sorted(widths, reverse=True)
        assert len(tree.level_maps(column)) == tree.n_levels


@pytest.mark.parametrize("name", ["age", "year", "zip", "x"])
@pytest.mark.parametrize("far", [[float("inf")], [float("-inf"), float("inf")], [1e308, -1e308]])
@pytest.mark.filterwarnings("error")
def test_numbers_that_no_interval_holds_are_kept_or_hidden(name, far):
    column = from_frame(pd.DataFrame({name: [1.0, 2.0, 30.0, *far]}))[name]
    spec, reason = suggest_hierarchy(column)
    assert spec == ByFrequency()
    assert "itself or nothing" in reason
    assert build(spec, column).labels[-1] == ("*",)


@pytest.mark.parametrize("name", [offer.name for offer in samples.OFFERS])
def test_every_column_of_every_sample(name):
    table = samples.load(name).table
    for column in table.columns.values():
        tree = build(suggest_hierarchy(column)[0], column)
        assert tree.labels[-1] == ("*",)
        assert 2 <= tree.n_levels <= 6


def test_adult(shared):
    table = intake.read((shared / "data/arx/adult.csv").read_bytes(), "adult.csv").table
    found = {name: suggest_hierarchy(column)[0] for name, column in table.columns.items()}
    assert found["age"] == Intervals((5, 10, 20, 40), top=90)
    assert found["sex"] == ByFrequency()
    assert found["native-country"] == ByFrequency((20, 10, 5))
