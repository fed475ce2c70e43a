"""Which rows are records: suppressed rows and gaps never pass for records, and leave no trace in a plan or release."""

from __future__ import annotations

from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import Missing, MissingSensitive, ParameterError, Policies, Suppressed, TableError, from_frame
from privacy_core.ell_delta import (
    Kind,
    Plan,
    PlanColumn,
    empirical,
    greedy,
    held_out,
    plan,
    release,
    taking_part,
)

DROP = Policies(missing=Missing.DROP, missing_sensitive=MissingSensitive.OUT)
rows = st.lists(
    st.tuples(st.sampled_from([20.0, 30.0, 40.0, None]), st.sampled_from(["x", "y", None]), st.booleans()), min_size=1
)


def table_of(cells):
    frame = pd.DataFrame({"age": [a for a, *_ in cells], "ill": pd.Series([i for _, i, _ in cells], dtype=object)})
    return from_frame(frame.astype({"age": float})).with_suppressed(np.array([gone for *_, gone in cells]))


@given(rows, st.sampled_from(list(product((Missing.OWN, Missing.DROP), MissingSensitive))))
def test_rows_are_counted_as_a_loop_counts_them(cells, choice):
    missing, sensitive = choice
    counts = {"rows": 0, "suppressed": 0, "left_out": 0, "without_value": 0}
    for age, ill, gone in cells:
        if gone:
            counts["suppressed"] += 1
        elif age is None and missing is Missing.DROP:
            counts["left_out"] += 1
        elif ill is None and sensitive is MissingSensitive.OUT:
            counts["without_value"] += 1
        else:
            counts["rows"] += 1
    table, policies = table_of(cells), Policies(missing=missing, missing_sensitive=sensitive)
    if not counts["rows"]:
        with pytest.raises(ParameterError, match="No row takes part"):
            taking_part(table, ["age"], "ill", policies)
        return
    found = taking_part(table, ["age"], "ill", policies)
    assert {name: getattr(found, name) for name in counts} == counts
    assert found.records.n_rows == counts["rows"]
    assert found.table.suppressed.sum() == len(cells) - counts["rows"]
    assert found.policies is policies


@given(rows)
def test_left_out_is_as_if_never_there(cells):
    kept = [(age, ill, False) for age, ill, gone in cells if not gone and age is not None and ill is not None]
    if not kept:
        return
    whole, alone = (empirical(table_of(one), ["age"], "ill", DROP) for one in (cells, kept))
    for part in ("start", "value", "mass"):
        assert getattr(whole, part).tolist() == getattr(alone, part).tolist()
    settings = "ill", np.zeros(len(whole), np.int64), 1, 0.1, 0.1, 30
    assert plan(table_of(cells), ["age"], *settings, policies=DROP) == plan(table_of(kept), ["age"], *settings)


def test_values_of_suppressed_rows_are_in_no_plan():
    frame = pd.DataFrame({"age": [20.0, 30.0, np.inf], "town": ["a", "b", "hidden"], "ill": list("xyx")})
    table = from_frame(frame).with_suppressed(np.array([False, False, True]))
    made = plan(table, ["age", "town"], "ill", np.array([0, 1]), 1, 0.1, 0.1, 30)
    assert [(column.low, column.high, column.values) for column in made.columns] == [
        (20, 30, ()),
        (None, None, ("a", "b")),
    ]
    days = from_frame(pd.DataFrame({"day": ["2024-01-02", "2024-03-04", "*"], "ill": list("xyx")}))
    hidden = days.with_suppressed(np.array([False, False, True]))
    column = plan(hidden, ["day"], "ill", np.array([0, 1]), 1, 0.1, 0.1, 30).columns[0]
    assert (column.kind, column.low, column.high) == (Kind.DAYS, "2024-01-02", "2024-03-04")


def test_policies_that_have_no_meaning_here():
    table = table_of([(20, "x", False)])
    for policies in (Policies(missing=Missing.WILDCARD), Policies(suppressed=Suppressed.CLASS)):
        with pytest.raises(ParameterError, match="no place in an order"):
            taking_part(table, ["age"], "ill", policies)


def test_a_missing_quasi_identifier_is_refused_unless_its_row_is_dropped():
    table = table_of([(20, "x", False), (None, "y", False), (30, "y", False)])
    with pytest.raises(TableError, match="Column 'age': 1 row has no value"):
        empirical(table, ["age"], "ill")
    assert len(empirical(table, ["age"], "ill", DROP)) == 2


def test_a_certificate_counts_records_only():
    cells = [(age, ill, gone) for age in (20.0, 30.0) for ill in ("x", "y") for gone in (False, True)] * 50
    found = held_out(table_of(cells), ["age"], "ill", 2, 0.05, 0.1, np.random.default_rng(1), policies=DROP)
    assert found.made_from + found.counted == 200


AGES = Plan((PlanColumn("age", Kind.NUMBERS, 20, 60),), ((30,),), "ill", 2, 0.05, 0.1, 4)


def test_suppressed_rows_are_not_published_and_are_no_records():
    cells = [(29.0, "x", False), (99.0, "y", True), (31.0, "y", False), (None, "x", True), (60.0, "x", False)]
    made = release(AGES, table_of(cells))
    assert (made.suppressed, made.table.n_rows, made.enough) == (2, 3, False)
    assert made.table["age"].texts(np.arange(3)) == ["[20, 30[", "[30, 60]", "[30, 60]"]
    assert made.table["ill"].texts(np.arange(3)) == ["x", "y", "x"]
    assert (made.of_row.tolist(), made.size.tolist(), made.values.tolist()) == ([0, 1, 1], [1, 2], [1, 2])
    with pytest.raises(TableError, match="All 1 rows are suppressed"):
        release(AGES, table_of([(29.0, "x", True)]))


@given(rows)
def test_a_release_is_that_of_the_other_rows(cells):
    inside = [(age or 20.0, ill, gone) for age, ill, gone in cells]
    kept = [row for row in inside if not row[2]]
    if not kept:
        return
    whole, alone = release(AGES, table_of(inside)), release(AGES, table_of(kept))
    for name in ("age", "ill"):
        of_all = np.arange(len(kept))
        assert whole.table[name].texts(of_all) == alone.table[name].texts(of_all)
    assert whole.values.tolist() == alone.values.tolist()
    assert (whole.suppressed, alone.suppressed) == (len(cells) - len(kept), 0)


def test_other_owners_may_suppress_a_row_that_is_no_day():
    days = Plan((PlanColumn("day", Kind.DAYS, "2024-01-01", "2024-12-31"),), (), "ill", 1, 0.1, 0.1, 3)
    table = from_frame(pd.DataFrame({"day": ["2024-01-02", "*"], "ill": list("xy")}))
    made = release(days, table.with_suppressed(np.array([False, True])))
    assert made.table["day"].texts(np.arange(1)) == ["*"]


def test_classes_must_fit_the_records():
    table = table_of([(20, "x", False), (30, "y", True)])
    assert greedy(empirical(table, ["age"], "ill"), 1, 0.5).tolist() == [0]
    with pytest.raises(ParameterError, match="1 combinations to put into classes, not 2"):
        plan(table, ["age"], "ill", np.array([0, 1]), 1, 0.1, 0.1, 30)
