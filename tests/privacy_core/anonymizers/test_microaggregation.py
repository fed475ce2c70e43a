"""Microaggregation as an anonymizer: one value per group, nothing invented, sums kept."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from privacy_core import DistinctL, KAnonymity, Limits, ParameterError, Roles, Scale, TCloseness, from_frame
from privacy_core.anonymizers import Common, Microaggregation
from privacy_core.generalized import covers, parse
from privacy_core.models import DeltaDisclosure


def blurred(frame: pd.DataFrame, names: tuple[str, ...], *models, sensitive: tuple[str, ...] = (), **settings):
    table = from_frame(frame)
    found = Microaggregation(**settings).anonymize(table, Roles(names, sensitive), {}, models, Limits())
    assert found.table is not None
    return table, found.table


def test_groups_get_their_means_and_the_column_stays_numeric():
    frame = pd.DataFrame({"age": [20, 22, 60, 64], "pay": [1.0, 2.0, 30.0, 32.0]})
    _, released = blurred(frame, ("age", "pay"), KAnonymity(2))
    assert released["age"].scale is Scale.NUMERIC
    assert released["age"].texts(np.arange(4)) == ["21", "21", "62", "62"]
    assert released["pay"].texts(np.arange(4)) == ["1.5", "1.5", "31", "31"]


@pytest.mark.parametrize("seed", range(20))
def test_the_mean_of_every_column_stays(seed):
    random = np.random.default_rng(seed)
    frame = pd.DataFrame(random.normal(size=(int(random.integers(4, 60)), 3)), columns=list("abc"))
    _, released = blurred(frame, ("a", "b", "c"), KAnonymity(int(random.integers(1, 5))))
    for name in "abc":
        numbers = released[name].categories[released[name].codes]
        assert numbers.mean() == pytest.approx(frame[name].mean(), abs=1e-12)


def test_a_mean_is_written_as_people_would():
    _, released = blurred(pd.DataFrame({"age": [39, 41, 42, 41, 43]}), ("age",), KAnonymity(5))
    assert released["age"].labels == ["41.2"]
    _, huge = blurred(pd.DataFrame({"x": [1.5e308, 1.7e308]}), ("x",), KAnonymity(2))
    assert huge["x"].categories.tolist() == [pytest.approx(1.6e308)]


def test_a_group_with_a_missing_cell_is_missing_there_as_a_whole():
    frame = pd.DataFrame({"age": [20.0, None, 60.0, 64.0], "place": [0.0, 0.1, 9.0, 9.1]})
    _, released = blurred(frame, ("age", "place"), KAnonymity(2))
    assert released["age"].texts(np.arange(4)) == ["(missing)", "(missing)", "62", "62"]


def test_ordered_values_get_the_lower_median_and_names_the_most_frequent():
    order = pd.Categorical(["low", "mid", "high", "low"], ["low", "mid", "high"], ordered=True)
    frame = pd.DataFrame({"size": order, "job": ["x", "y", "y", "x"]})
    _, released = blurred(frame, ("size", "job"), KAnonymity(4))
    assert released["size"].texts(np.arange(4)) == ["low"] * 4  # low low mid high
    assert released["job"].texts(np.arange(4)) == ["x"] * 4  # as often as y, and first


@pytest.mark.parametrize("seed", range(15))
def test_ranges_hold_what_every_row_had(seed):
    random = np.random.default_rng(seed)
    n = int(random.integers(5, 50))
    frame = pd.DataFrame(
        {
            "age": random.integers(18, 90, n),
            "job": random.choice(["x", "y, z", "w"], n),
            "s": random.choice(list("ab"), n),
        }
    )
    table, released = blurred(frame, ("age", "job"), KAnonymity(3), common=Common.RANGE)
    for name in ("age", "job"):
        for before, after in zip(table[name].texts(np.arange(n)), released[name].texts(np.arange(n)), strict=True):
            assert covers(parse(after), parse(before)), (before, after)


def test_groups_that_break_another_model_join_their_nearest():
    frame = pd.DataFrame({"age": [20, 21, 22, 23, 60, 61, 62, 63], "s": list("aaaababb")})
    _, released = blurred(frame, ("age",), KAnonymity(2), DistinctL("s", 2), sensitive=("s",))
    assert released["age"].texts(np.arange(8)) != ["20.5"] * 2 + ["22.5"] * 2 + ["60.5"] * 2 + ["62.5"] * 2


def test_a_setting_given_as_text_is_the_same_setting():
    assert Microaggregation(common="range") == Microaggregation(common=Common.RANGE)
    assert Microaggregation(common="range").common is Common.RANGE
    with pytest.raises(ValueError, match="middle"):
        Microaggregation(common="middle")


def test_infinite_numbers_and_one_value_do_not_break_it():
    frame = pd.DataFrame({"a": [np.inf, -np.inf, 1.0, 2.0], "b": [3, 3, 3, 3]})
    _, released = blurred(frame, ("a", "b"), KAnonymity(2))
    assert released["b"].texts(np.arange(4)) == ["3"] * 4


def test_a_model_that_may_break_when_classes_are_joined_is_refused():
    table = from_frame(pd.DataFrame({"age": [1, 2], "s": ["x", "y"]}))
    with pytest.raises(ParameterError, match="full-domain"):
        Microaggregation().anonymize(
            table, Roles(("age",), ("s",)), {}, [DeltaDisclosure("s", 1.0, absent="present")], Limits()
        )


def test_adult_with_eight_columns(shared):
    table = from_frame(pd.read_csv(shared / "data" / "arx" / "adult.csv", sep=";"))
    roles = Roles(tuple(name for name in table.names if name != "occupation"), ("occupation",))
    models = [KAnonymity(5), TCloseness("occupation", 0.5)]
    found = Microaggregation().anonymize(table, roles, {}, models, Limits())
    assert found.visited == 30_162 // 5
    assert found.measurements[0].value >= 5
    assert found.measurements[1].value <= 0.5
