"""A release at given levels: what fails is left out, what stays keeps every promise, the rest is refused."""

from __future__ import annotations

from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import (
    DistinctL,
    HierarchyError,
    KAnonymity,
    Limits,
    Missing,
    NTCloseness,
    ParameterError,
    Policies,
    Roles,
    Verdict,
    from_frame,
    hierarchy,
)
from privacy_core.anonymizers import AtLevels, FullDomain
from tests.blurring import random_case

TREE = hierarchy("q", [(letter, "ab" if letter in "ab" else "cd", "*") for letter in "abcd"])
rows = st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("xyz")), min_size=1, max_size=30)


@given(rows, st.integers(1, 5), st.integers(1, 3), st.integers(0, 2))
def test_exactly_the_failing_classes_are_left_out(people, k, ell, level):
    frame = pd.DataFrame(people, columns=["q", "s"])
    asked = from_frame(frame), Roles(("q",), ("s",)), {"q": TREE}, [KAnonymity(k), DistinctL("s", ell)]
    found = AtLevels({"q": level}).anonymize(*asked, Limits(1.0))
    seen = frame["q"].map(dict(zip(TREE.labels[0], [TREE.labels[level][up] for up in TREE.maps[level]], strict=True)))
    groups = frame.groupby(seen)["s"]
    gone = ((groups.transform("size") < k) | (groups.transform("nunique") < ell)).to_numpy()
    assert np.array_equal(found.suppressed, gone)
    assert found.table["q"].texts(np.arange(len(frame))) == [
        "*" if out else text for out, text in zip(gone, seen, strict=True)
    ]
    assert all(m.verdict in (Verdict.HOLDS, Verdict.EMPTY) for m in found.measurements)
    tight = AtLevels({"q": level}).anonymize(*asked, Limits(0.0))
    assert (tight.table is None) == bool(gone.any())
    assert (tight.reason is not None) == bool(gone.any())


@pytest.mark.parametrize(
    ("levels", "trees", "error"),
    [({}, {"q": TREE}, ParameterError), ({"q": 3}, {"q": TREE}, ParameterError), ({"q": 0}, {}, HierarchyError)],
)
def test_levels_and_hierarchies_that_do_not_fit_are_refused(levels, trees, error):
    table = from_frame(pd.DataFrame({"q": list("abcd")}))
    with pytest.raises(error, match="'q'"):
        AtLevels(levels).anonymize(table, Roles(("q",)), trees, [KAnonymity(2)], Limits(1.0))


def test_rows_suppressed_before_stay_so_and_count_nowhere():
    table = from_frame(pd.DataFrame({"q": list("aab")})).with_suppressed(np.array([False, False, True]))
    found = AtLevels({"q": 0}).anonymize(table, Roles(("q",)), {"q": TREE}, [KAnonymity(2)], Limits(0.0))
    assert found.suppressed.tolist() == [False, False, True]
    assert found.measurements[0].value == 2


@pytest.mark.parametrize("missing", [Missing.WILDCARD, Missing.DROP])
def test_every_row_must_be_in_a_class(missing):
    table = from_frame(pd.DataFrame({"q": list("aab")}))
    with pytest.raises(ParameterError):
        AtLevels({"q": 0}).anonymize(
            table, Roles(("q",)), {"q": TREE}, [KAnonymity(2)], Limits(1.0), policies=Policies(missing=missing)
        )


def test_levels_of_two_columns_are_taken_each():
    frame = pd.DataFrame({"q": list("abcd"), "r": list("abcd")})
    trees = {name: hierarchy(name, [(letter, "*") for letter in "abcd"]) for name in frame}
    for q, r in product(range(2), range(2)):
        found = AtLevels({"q": q, "r": r}).anonymize(
            from_frame(frame), Roles(("q", "r")), trees, [KAnonymity(1)], Limits(0.0)
        )
        assert len(found.table["q"].labels) == (1 if q else 4)
        assert len(found.table["r"].labels) == (1 if r else 4)


@pytest.mark.parametrize("seed", range(12))
def test_under_nt_closeness_the_levels_of_a_search_leave_out_the_same_rows(seed):
    table, trees = random_case(np.random.default_rng(seed), 60, 3)
    roles, models = Roles(tuple(trees), ("s",)), [KAnonymity(2), NTCloseness("s", 20, 0.3)]
    best = FullDomain().anonymize(table, roles, trees, models, Limits(0.5))
    if best.levels is None:
        return
    found = AtLevels(best.levels).anonymize(table, roles, trees, models, Limits(0.5))
    assert np.array_equal(found.suppressed, best.suppressed)
    assert [m.value for m in found.measurements] == [m.value for m in best.measurements]
    assert all(m.verdict in (Verdict.HOLDS, Verdict.EMPTY) for m in found.measurements)


def test_a_class_is_compared_with_its_larger_group_and_not_with_the_whole_table():
    frame = pd.DataFrame({"q": list("aabbccdd"), "s": list("xyxyzwzw")})
    table, models = from_frame(frame), [NTCloseness("s", 4, 0.1)]
    found = AtLevels({"q": 0}).anonymize(table, Roles(("q",), ("s",)), {"q": TREE}, models, Limits(0.0))
    assert found.reason is None
    assert found.measurements[0].value == 0
