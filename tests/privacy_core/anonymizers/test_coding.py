"""Top and bottom coding."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from privacy_core import KAnonymity, Limits, ParameterError, Roles, Scale, UnknownColumn, from_frame
from privacy_core.anonymizers import Bounds, Coding, coded

AGES = from_frame(pd.DataFrame({"age": [1, 17, 18, 30, 79, 80, 99]}))
SIZES = from_frame(pd.DataFrame({"size": pd.Categorical(["s", "m", "l", "xl"], ["s", "m", "l", "xl"], ordered=True)}))


@pytest.mark.parametrize(
    ("bounds", "expected"),
    [
        (Bounds(bottom=17), "≤17 ≤17 18 30 79 80 99"),
        (Bounds(top=80), "1 17 18 30 79 ≥80 ≥80"),
        (Bounds(17.5, 79.5), "≤17.5 ≤17.5 18 30 79 ≥79.5 ≥79.5"),
        (Bounds(0, 100), "1 17 18 30 79 80 99"),
        (Bounds(2 / 7, 6 / 7, quantiles=True), "≤17 ≤17 18 30 79 ≥80 ≥80"),
        (Bounds(top=1.0, quantiles=True), "1 17 18 30 79 80 ≥99"),
    ],
)
def test_numbers(bounds, expected):
    column = coded(AGES["age"], bounds)
    assert column.texts(np.arange(7)) == expected.split()
    assert column.scale is Scale.ORDINAL
    assert column.codes.tolist() == sorted(column.codes)


def test_ordered_values_become_the_set_beyond_the_bound():
    column = coded(SIZES["size"], Bounds("s", "l"))
    assert column.texts(np.arange(4)) == ["s", "m", "{l, xl}", "{l, xl}"]


def test_missing_cells_stay_missing():
    ages = from_frame(pd.DataFrame({"age": [1.0, None, 90.0]}))["age"]
    column = coded(ages, Bounds(top=80))
    assert column.texts(np.arange(3)) == ["1", "(missing)", "≥80"]
    assert column.n_missing == 1


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Bounds(),
        lambda: Bounds(5, 3),
        lambda: Bounds(top=1.2, quantiles=True),
        lambda: Bounds(top="l", quantiles=True),
        lambda: coded(AGES["age"], Bounds(top="old")),
        lambda: coded(SIZES["size"], Bounds(top="xxl")),
        lambda: coded(SIZES["size"], Bounds("l", "m")),
        lambda: coded(from_frame(pd.DataFrame({"job": ["x"]}))["job"], Bounds(top="x")),
    ],
)
def test_what_it_refuses(wrong):
    with pytest.raises(ParameterError):
        wrong()


def test_classes_that_still_fail_are_suppressed_within_the_limit_else_there_is_a_reason():
    table = from_frame(pd.DataFrame({"age": [20, 20, 20, 81, 99, 41]}))
    anonymizer = Coding({"age": Bounds(top=80)})
    found = anonymizer.anonymize(table, Roles(("age",)), {}, [KAnonymity(2)], Limits(0.2))
    assert found.table["age"].texts(np.arange(6)) == ["20", "20", "20", "≥80", "≥80", "*"]
    assert found.measurements[0].value == 2
    none = anonymizer.anonymize(table, Roles(("age",)), {}, [KAnonymity(2)], Limits())
    assert none.table is None
    assert "1 rows" in none.reason
    with pytest.raises(UnknownColumn):
        Coding({"sex": Bounds(top=1)}).anonymize(table, Roles(("age",)), {}, [KAnonymity(2)], Limits())
