"""Several secrets where some are missing: counted as the policy says, labels never alike, ℓ never above the plain one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_core import (
    Missing,
    MissingSensitive,
    Policies,
    Roles,
    contingency,
    equivalence_classes,
    from_frame,
    joint,
    joint_column,
    together,
)

OUT = Policies(missing_sensitive=MissingSensitive.OUT)
GAPS = pd.DataFrame({"q": ["a"] * 4, "s": ["x", "y", None, None], "r": ["u", "u", "u", None]})
CELLS = st.lists(
    st.tuples(*[st.sampled_from(["a", "b", None])] * 2, *[st.sampled_from(["x", "y", "x · y", "(missing)", None])] * 2),
    min_size=1,
    max_size=12,
)


def table_of(rows: list[tuple[str | None, ...]]):
    return from_frame(pd.DataFrame(rows, columns=["q", "z", "s", "r"], dtype=object))


def test_only_whole_combinations_count_where_missing_is_left_out():
    found = joint(from_frame(GAPS), Roles(("q",), ("s", "r")), OUT)
    assert (found.distinct, found.values) == (2, 2)
    assert joint(from_frame(GAPS), Roles(("q",), ("s", "r"))).values == 4


def test_rows_without_a_value_show_none():
    three = pd.DataFrame({"q": ["a"] * 3, "s": ["x", "x", None], "r": ["u", "u", "u"]})
    found, _ = together(from_frame(three), Roles(("q",), ("s", "r")), OUT)
    assert (found.one_value_rows, found.rows) == (2, 2)


@settings(max_examples=150, deadline=None)
@given(CELLS, st.sampled_from(Missing), st.sampled_from(MissingSensitive))
def test_knowing_more_never_shows_more_values(rows, missing, secret):
    policies = Policies(missing=missing, missing_sensitive=secret)
    if missing is Missing.WILDCARD:
        policies = replace(policies, missing=Missing.OWN)
    table = table_of(rows)
    for found in together(table, Roles(("q", "z"), ("s", "r")), policies):
        counted = contingency(table, equivalence_classes(table, ("q", "z"), policies), found.column, policies)
        assert found.alone == min(np.diff(counted.start).tolist(), default=0)
        assert found.known <= found.alone
        assert found.rows == counted.size.sum()


@settings(max_examples=150, deadline=None)
@given(CELLS, st.sampled_from([Policies(), OUT]))
def test_combinations_are_told_apart_by_code_and_by_label(rows, policies):
    table = table_of(rows)
    column = joint_column(table, ["s", "r"], policies)
    pairs = [None if policies is OUT and None in (s, r) else (s, r) for s, r in zip(*table_rows(rows), strict=True)]
    codes = column.codes.tolist()
    assert len({(code, pair) for code, pair in zip(codes, pairs, strict=True)}) == len(set(pairs)) == len(set(codes))
    assert len(set(column.categories.tolist())) == len(column.categories)
    assert [code == column.missing for code in codes] == [pair is None for pair in pairs]


def table_rows(rows):
    return [row[2] for row in rows], [row[3] for row in rows]
