"""Lists of columns judged apart and together: against counting by hand, and on the made-up courses."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import Missing, ParameterError, Policies, UnknownColumn, from_frame, samples
from privacy_core.attacks.subsets import overlapping, posting
from privacy_core.samples.courses import CERTIFICATES, COURSES, DEMOGRAPHICS, FAILED, edx_like

NAMES = list("abc")
ROWS = st.lists(st.tuples(*[st.sampled_from(["x", "y", None])] * 3), min_size=1, max_size=12)
WILDCARD = Policies(missing=Missing.WILDCARD)


def table(rows):
    return from_frame(pd.DataFrame(rows, columns=NAMES, dtype=object))


def agree(one, other, at, wild):
    return all(one[i] == other[i] or (wild and None in (one[i], other[i])) for i in at)


def crowds(rows, columns, wild=False):
    at = [NAMES.index(name) for name in columns]
    return [sum(agree(one, other, at, wild) for other in rows) for one in rows]


@given(ROWS, st.booleans(), st.integers(1, 4))
def test_every_list_and_the_union_are_counted(rows, wild, k):
    lists = {"one": ["a"], "two": ["c", "b"], "three": ["b"]}
    found = overlapping(table(rows), lists, k, WILDCARD if wild else None)
    for judged, columns in zip([*found.sets, found.union], [*lists.values(), NAMES], strict=True):
        size = crowds(rows, columns, wild)
        assert judged.smallest == min(size)
        assert judged.unique == size.count(1)
        assert judged.below == sum(one < k for one in size)
    assert found.clean == sum(not one.below for one in found.sets)
    assert found.rows == len(rows)


@given(ROWS, st.booleans())
def test_who_is_singled_out_by_what_they_post(rows, wild):
    found = posting(table(rows), ["a", "b"], ["c"], WILDCARD if wild else None)
    alone = [size == 1 for size in crowds(rows, ["a", "b"], wild)]
    assert (found.people, found.unique) == (len(rows), sum(alone))
    assert found.learned == sum(one and row[2] is not None for one, row in zip(alone, rows, strict=True))


def test_missing_has_two_readings():
    rows = table([("m", "1990", "x"), ("m", None, "x"), ("f", "1990", "x")])
    assert overlapping(rows, {"both": ["a", "b"]}, 2).union.below == 3
    assert overlapping(rows, {"both": ["a", "b"]}, 2, WILDCARD).union.below == 1


@pytest.mark.parametrize("order_bug", [True, False])
@pytest.mark.parametrize("seed", [1, 2])
def test_seventeen_lists_hide_everyone_and_the_union_does_not(order_bug, seed):
    made = edx_like(15_000, np.random.default_rng(seed), order_bug)
    found = overlapping(made, samples.COURSE_LISTS)
    assert [one.below for one in found.sets[:COURSES]] == [0] * COURSES
    assert (found.sets[-1].below > 0) is order_bug, "students who left took others' crowds with them"
    assert 0.04 <= found.union.unique / made.n_rows <= 0.12
    assert 0.10 <= found.union.below / made.n_rows <= 0.22


def test_a_resume_on_the_courses():
    sample = samples.load("courses").table
    earned, failed = samples.to_post(sample)
    found = posting(sample, [*DEMOGRAPHICS, *CERTIFICATES], [FAILED], None, earned, failed)
    assert 0 < found.learned < found.unique < found.people < sample.n_rows
    doubtful = posting(sample, [*DEMOGRAPHICS, *CERTIFICATES], [FAILED], WILDCARD, earned, failed)
    assert 0 < doubtful.unique < found.unique, "fewer stand alone without doubt"
    counted = Counter(zip(*(np.asarray(sample[n].codes)[earned] for n in (*DEMOGRAPHICS, *CERTIFICATES)), strict=True))
    assert found.people == sum(counted.values())


def test_what_cannot_be_asked():
    few = table([("x", "y", "x")])
    for call, words in (
        (lambda: overlapping(few, {}), "No list"),
        (lambda: overlapping(few, {"one": []}), "1 of 1 lists has no column"),
        (lambda: overlapping(few, {"one": ["a"]}, 0), "at least 1"),
        (lambda: posting(few, [], ["a"]), "posted"),
        (lambda: posting(few, ["a"], []), "hidden"),
        (lambda: posting(few, ["a"], ["a"]), "both posted and hidden"),
        (lambda: edx_like(50, np.random.default_rng(1)), "100 students"),
    ):
        with pytest.raises(ParameterError, match=words):
            call()
    with pytest.raises(UnknownColumn):
        overlapping(few, {"one": ["z"]})


def test_nobody_left():
    gone = table([("x", "y", "x")]).with_suppressed(np.array([True]))
    found = overlapping(gone, {"one": ["a"]})
    assert (found.rows, found.union.smallest, found.union.below) == (0, 0, 0)
