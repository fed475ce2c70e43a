"""What is no plan is refused, in parts and as a file."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_core import (
    ParameterError,
    RoleError,
    TableError,
    plan_from_toml,
    plan_to_toml,
)
from privacy_core.ell_delta import Kind, Plan, PlanColumn, plan
from tests.privacy_core.ell_delta.plans import AGES, SETTINGS, SEX, TWO, columns, frame, people, planned


@settings(max_examples=40)
@given(columns, st.integers(0, 10**6))
def test_a_plan_comes_back_from_its_file(names, seed):
    found = planned(people(150, seed), names)
    assert plan_from_toml(plan_to_toml(found).encode()) == found


def test_a_plan_holds_no_record():
    own = people(500, 3)
    text = plan_to_toml(planned(own, ["age", "day"]))
    assert "n499" not in text
    assert not any(f'"{value}"' in text for value in "abc")
    assert len(text) < 2500


@pytest.mark.parametrize(
    "parts",
    [
        ((AGES,), ((30.0,), (30.0,))),
        ((AGES,), ((50.0,), (30.0,))),
        ((AGES,), ((61.0,),)),
        ((AGES,), ((30.0, "f"),)),
        ((AGES, SEX), ((30.0, "q"),)),
        ((), ()),
    ],
    ids=str,
)
def test_plans_that_are_none(parts):
    with pytest.raises(ParameterError):
        Plan(*parts, *SETTINGS)


@pytest.mark.parametrize(
    "column",
    [
        ("a", Kind.NUMBERS),
        ("a", Kind.NUMBERS, 2.0, 1.0),
        ("a", Kind.NUMBERS, 1.0, float("inf")),
        ("a", Kind.NUMBERS, "1", "2"),
        ("a", Kind.DAYS, "2024-01-01", "2024-13-01"),
        ("a", Kind.DAYS, "2024-01-01", None),
        ("a", Kind.VALUES),
        ("a", Kind.VALUES, None, None, ("x", "x")),
        ("a", Kind.VALUES, 1.0, 2.0, ("x",)),
    ],
    ids=str,
)
def test_columns_that_are_none(column):
    with pytest.raises(ParameterError, match="The plan's column 'a' has no range"):
        PlanColumn(*column)


def test_a_column_twice():
    with pytest.raises(RoleError, match="names a column twice"):
        Plan((AGES, AGES), (), *SETTINGS)
    with pytest.raises(RoleError):
        Plan((PlanColumn("ill", Kind.NUMBERS, 0, 1),), (), *SETTINGS)


def test_only_neighbours_and_finite_numbers_make_a_plan():
    table = frame(age=[1.0, 2.0, 3.0, 4.0], ill=list("abab"))
    with pytest.raises(ParameterError, match="classes of neighbours"):
        plan(table, ["age"], "ill", np.array([0, 1, 0, 1]), 1, 0.05, 0.1, 9)
    endless = frame(age=[1.0, np.inf], ill=list("ab"))
    with pytest.raises(TableError, match="Column 'age': 1 of 2 rows hold an infinite number"):
        plan(endless, ["age"], "ill", np.array([0, 0]), 1, 0.05, 0.1, 9)


GOOD = plan_to_toml(TWO)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (GOOD.replace("format = 1", "format = 2"), "its format must be 1"),
        ("format = 1\n", "with classes"),
        ("{", "not TOML text"),
        (GOOD.replace('"ell" = 2', '"ell" = "2"'), "lacking or has a value Kelt cannot use"),
        (GOOD.replace('"ell" = 2', '"ell" = true'), "lacking or has a value"),
        (GOOD.replace('"ell" = 2\n', ""), "lacking or has a value"),
        (GOOD.replace('"ell" = 2', '"ell" = 2\n"extra" = 1'), "'promise' has settings Kelt does not know: 'extra'"),
        (GOOD.replace("estimated", "divined"), "lacking or has a value"),
        (GOOD.replace('"kind" = "numbers"', '"kind" = "colours"'), "lacking or has a value"),
        (GOOD.replace('"delta" = 0.05', '"delta" = 2.0'), "delta is a chance of failure"),
        (GOOD.replace("[classes]", "[[classes]]"), "'classes' must be a table of settings"),
        (GOOD + "\n[more]\na = 1\n", "parts Kelt does not know"),
        (GOOD.replace('"starts" = [[', '"starts" = [3, ['), "lacking or has a value"),
        (GOOD.replace('"name" = "age"', '"name" = 3'), "lacking or has a value"),
    ],
)
def test_files_that_are_no_plan(changed, said):
    assert changed != GOOD
    with pytest.raises(ParameterError, match=said):
        plan_from_toml(changed.encode())


def test_a_huge_file_is_refused_unread():
    with pytest.raises(ParameterError, match="a plan has at most"):
        plan_from_toml(b"#" * 20_000_001)
