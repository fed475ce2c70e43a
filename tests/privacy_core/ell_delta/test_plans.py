"""A plan gives another owner the same classes, and refuses what it does not cover."""

from __future__ import annotations

from bisect import bisect_right

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_core import (
    ParameterError,
    TableError,
    UnknownColumn,
    generalized,
    plan_from_toml,
    plan_to_toml,
)
from privacy_core.ell_delta import Kind, Plan, PlanColumn, class_of_rows, empirical, labels, release
from tests.privacy_core.ell_delta.plans import AGES, SETTINGS, SEX, SIZES, TWO, columns, frame, people, planned, tuples


@settings(max_examples=60)
@given(columns, st.integers(0, 10**6))
def test_every_row_is_in_the_class_its_combination_belongs_to(names, seed):
    own, other = people(120, seed), people(400, seed + 1)
    groups = empirical(own, names, "ill")
    rng = np.random.default_rng(seed)
    of_group = np.cumsum(np.append(0, rng.random(len(groups) - 1) < 0.3))
    found = planned(own, names, of_group)
    assert class_of_rows(found, own).tolist() == of_group[_number(own, names)].tolist()
    starts = [tuple(SIZES.index(b) if n == "size" else b for n, b in zip(names, s, strict=True)) for s in found.starts]
    try:
        classes = class_of_rows(found, other)
    except TableError:
        return
    shown = [tuple(v.isoformat() if hasattr(v, "isoformat") else v for v in row) for row in tuples(other, names)]
    assert classes.tolist() == [bisect_right(starts, row) for row in shown]


def _number(table, names):
    from privacy_core import equivalence_classes

    return equivalence_classes(table, names).of_row


@settings(max_examples=60)
@given(columns, st.integers(0, 10**6), st.floats(0.05, 1))
def test_classes_are_told_apart_by_their_texts(names, seed, often):
    own = people(150, seed)
    rng = np.random.default_rng(seed)
    of_group = np.cumsum(np.append(0, rng.random(len(empirical(own, names, "ill")) - 1) < often))
    found = planned(own, names, of_group)
    texts = labels(found)
    assert len(set(texts)) == found.classes == len(texts)
    made = release(found, own)
    shown = list(zip(*(made.table[name].texts(np.arange(own.n_rows)) for name in names), strict=True))
    assert shown == [texts[number] for number in made.of_row]


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.floats(0.05, 1))
def test_a_text_covers_what_its_class_holds(seed, often):
    own, names = people(150, seed), ["age", "sex"]
    rng = np.random.default_rng(seed)
    of_group = np.cumsum(np.append(0, rng.random(len(empirical(own, names, "ill")) - 1) < often))
    made = release(planned(own, names, of_group), own)
    for name in names:
        for raw, text in zip(own[name].texts(np.arange(150)), made.table[name].texts(np.arange(150)), strict=True):
            shape = generalized.parse(text)
            value = float(raw) if name == "age" else raw
            assert generalized.covers(shape, generalized.Exact(value)) if name == "sex" else _within(shape, value)


def _within(shape, value):
    match shape:
        case generalized.Any():
            return True
        case generalized.Exact(exact):
            return exact == value
        case _:
            return shape.low <= value and (value <= shape.high if shape.high_in else value < shape.high)


def test_the_second_owner_has_the_same_classes():
    own, other = people(2000, 1), people(700, 2)
    found = planned(own, ["age", "sex"])
    one, two = release(found, own), release(plan_from_toml(plan_to_toml(found).encode()), other)
    shown = [
        dict(zip(tuples(t, ["age", "sex"]), m.of_row.tolist(), strict=True)) for t, m in ((own, one), (other, two))
    ]
    assert shown[0] == shown[1]
    texts = [
        set(zip(*(m.table[n].texts(np.arange(m.table.n_rows)) for n in found.names), strict=True)) for m in (one, two)
    ]
    assert texts[0] == texts[1]
    assert two.table.names == ["age", "sex", "ill"]
    assert two.left_out == ("name", "size", "day")
    assert two.table["ill"] is other["ill"]


def test_days_are_cut_like_numbers():
    own = people(400, 1)
    found = planned(own, ["day"], p=0.1)
    assert found.columns[0].kind is Kind.DAYS
    assert labels(found)[0][0].startswith("[2024-01-01, 2024-01-")
    assert isinstance(generalized.parse(labels(found)[0][0]), generalized.Interval)


def test_how_classes_are_written():
    assert labels(TWO) == [("[20, 30]", "*"), ("[30, 50[", "*"), ("[50, 60]", "*")]
    assert labels(Plan((SEX, AGES), (("f", 40.0), ("m", 20.0)), *SETTINGS)) == [
        ("f", "[20, 40["),
        ("f", "[40, 60]"),
        ("m", "*"),
    ]
    three = PlanColumn("size", Kind.VALUES, values=SIZES)
    assert labels(Plan((three,), (("large",),), *SETTINGS)) == [("{small, mid}",), ("large",)]
    assert labels(Plan((AGES,), (), *SETTINGS)) == [("*",)]


def test_outside_the_plan():
    wrong = frame(age=[19, 30, 61, 62], sex=["f", "q", "m", "m"], ill=list("abab"))
    with pytest.raises(
        TableError, match=r"Outside the plan: column 'age' \(3 rows\), column 'sex' \(1 row\)"
    ) as refused:
        release(TWO, wrong)
    assert "61" not in str(refused.value)
    assert "q" not in str(refused.value).split("sex")[1].split("(")[0]


@pytest.mark.parametrize(
    ("cells", "error", "said"),
    [
        (
            {"age": ["a", "b"], "sex": ["f", "m"], "ill": ["x", "y"]},
            TableError,
            "'age': the plan has numbers there, and",
        ),
        ({"age": [20, None], "sex": ["f", "m"], "ill": ["x", "y"]}, TableError, "'age': 1 row has no value"),
        ({"age": [20, 30], "ill": ["x", "y"]}, UnknownColumn, "No column 'sex'"),
        ({"age": [20, 30], "sex": ["f", "m"]}, UnknownColumn, "No column 'ill'"),
    ],
)
def test_tables_a_plan_cannot_be_applied_to(cells, error, said):
    with pytest.raises(error, match=said):
        release(TWO, frame(**cells))


def test_what_a_release_says_about_itself():
    made = release(TWO, frame(age=[20, 21, 31, 32], sex=list("ffff"), ill=["x", "y", "x", "x"]))
    assert made.size.tolist() == [2, 2, 0]
    assert made.values.tolist() == [2, 1, 0]
    assert (made.ell, made.poor, made.enough) == (0, 2, False)


def test_suppressed_rows_take_no_part_in_the_estimate():
    table = frame(age=[1, 2, 3, 9], ill=list("abac"))
    hidden = table.with_suppressed(np.array([False, False, False, True]))
    assert len(empirical(hidden, ["age"], "ill")) == 3
    with pytest.raises(ParameterError, match="name at least one"):
        empirical(table, [], "ill")
    with pytest.raises(ParameterError, match="No row takes part"):
        empirical(table.with_suppressed(np.ones(4, bool)), ["age"], "ill")
