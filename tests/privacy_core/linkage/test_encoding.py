"""Records as vectors of the same meaning on both sides."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from privacy_core import ParameterError, from_frame, hierarchy
from privacy_core.linkage import Coding, Fit, align, encode


def table(**columns):
    return from_frame(pd.DataFrame(columns))


def squared_distance(encoded, row, other, side=0, other_side=0):
    return float(((encoded.dense(side)[row] - encoded.dense(other_side)[other]) ** 2).sum())


def test_numbers_are_measured_in_deviations_of_both_tables_together():
    encoded = encode(align(table(x=[0, 10]), table(x=[20, 50]), []))
    every = np.array([0, 10, 20, 50])
    assert_allclose(np.concatenate(encoded.vectors)[:, 0], (every - every.mean()) / every.std(), atol=1e-12)


@pytest.mark.parametrize(("fit", "rows"), [(Fit.SOURCE, [0, 10]), (Fit.TARGET, [20, 50])])
def test_or_of_one_table(fit, rows):
    encoded = encode(align(table(x=[0, 10]), table(x=[20, 50]), []), fit=fit)
    assert_allclose(np.concatenate(encoded.vectors)[:, 0], (np.array([0, 10, 20, 50]) - np.mean(rows)) / np.std(rows))


def test_the_same_affine_map_in_both_tables_changes_nothing_and_in_one_it_does():
    source, target = np.array([1.0, 2, 5, 9]), np.array([1.5, 2, 4, 8])
    plain = encode(align(table(x=source), table(x=target), [])).vectors
    both = encode(align(table(x=7 * source + 1e6), table(x=7 * target + 1e6), [])).vectors
    one = encode(align(table(x=source), table(x=7 * target + 1000), [])).vectors
    assert_allclose(np.concatenate(plain), np.concatenate(both), atol=1e-9)
    assert not np.allclose(np.concatenate(plain), np.concatenate(one))


def test_huge_and_tiny_numbers_do_not_overflow():
    for factor in (1e300, 1e-300):
        encoded = encode(align(table(x=[factor, 2 * factor]), table(x=[factor, 3 * factor]), []))
        assert_allclose(np.concatenate(encoded.vectors)[:, 0], np.array([-0.75, 0.25, -0.75, 1.25]) / 0.6875**0.5)


def test_a_missing_number_is_the_mean_and_says_so():
    encoded = encode(align(table(x=[0.0, None, 4.0]), table(x=[0.0, 4.0, 2.0]), []))
    assert encoded.d == 2
    assert encoded.dense(0)[1].tolist() == [0, 2**-0.5]
    assert encoded.dense(1)[:, 1].tolist() == [0, 0, 0]


def test_a_mismatch_of_categories_costs_one():
    encoded = encode(align(table(c=["a", "b", None]), table(c=["a", "b", "c"]), []))
    assert encoded.d == 4
    assert squared_distance(encoded, 0, 1) == pytest.approx(1)
    assert squared_distance(encoded, 0, 2) == pytest.approx(1)  # missing is a category of its own
    assert squared_distance(encoded, 0, 0, 0, 1) == 0
    assert squared_distance(encode(align(table(c=["a", "b"]), table(c=["a", "b"]), []), weight=1), 0, 1) == 2


def test_unseen_categories_are_zero_and_counted():
    sides = align(table(c=["a", "b", "b"]), table(c=["b", "z", "z"]), [])
    encoded = encode(sides, fit=Fit.SOURCE)
    assert encoded.dense(1)[1].tolist() == [0, 0]
    assert encoded.unseen == {"c": (0, 2)}
    assert "2 of the release" in encoded.notes[0]
    assert encode(sides, fit=Fit.TARGET).unseen == {"c": (1, 0)}
    assert encode(sides).unseen == {}


def test_held_out_people_are_never_fitted():
    encoded = encode(
        align(table(c=["a", "b"], x=[1, 2]), table(c=["a", "b"], x=[1, 2]), [], holdout=table(c=["q"], x=[9]))
    )
    assert encoded.unseen == {"c": (0, 0, 1)}
    assert encoded.dense(0)[:, 2].tolist() == [-1, 1]


def test_constant_where_it_is_fitted():
    sides = align(table(c=["a", "a"], x=[1, 1], y=[1, 2]), table(c=["a", "b"], x=[1, 2], y=[1, 2]), [])
    assert [one.name for one in encode(sides).features] == ["c", "x", "y"]
    assert [one.name for one in encode(sides, fit=Fit.TARGET).features] == ["c", "x", "y"]
    dropped = encode(sides, fit=Fit.SOURCE)
    assert [one.name for one in dropped.features] == ["y"]
    assert sum("is the same in every row of the original" in note for note in dropped.notes) == 2


def test_frequency_coding():
    sides = align(table(c=["a", "a", "a", "b"]), table(c=["a", "a", "b", "c"]), [])
    encoded = encode(sides, Coding.FREQUENCY)
    share = np.array([5, 5, 5, 2, 5, 5, 2, 1]) / 8
    assert_allclose(np.concatenate(encoded.vectors)[:, 0], (share - share.mean()) / share.std())
    unseen = encode(sides, Coding.FREQUENCY, Fit.SOURCE)
    assert unseen.unseen == {"c": (0, 1)}


def test_equal_frequencies_tell_nothing():
    encoded = encode(align(table(c=["a", "b"], x=[1, 2]), table(c=["a", "b"], x=[1, 2]), []), Coding.FREQUENCY)
    assert encoded.d == 1
    assert "equally frequent" in encoded.notes[0]


TREE = hierarchy(
    "c", [("a", "ab", "abc", "*"), ("b", "ab", "abc", "*"), ("c", "cc", "abc", "*"), ("d", "dd", "ddd", "*")]
)


def test_the_hierarchical_distance_is_the_share_of_levels_that_differ():
    encoded = encode(align(table(c=[*"abcd"]), table(c=[*"abcd"]), []), Coding.HIERARCHICAL, hierarchies={"c": TREE})
    found = [squared_distance(encoded, 0, other) for other in range(4)]
    assert found == pytest.approx([0, 1 / 3, 2 / 3, 1])


def test_a_released_label_says_nothing_below_its_level():
    sides = align(table(c=[*"abcd"]), table(c=["ab", "ab", "c", "d"]), [], hierarchies={"c": TREE})
    encoded = encode(sides, Coding.HIERARCHICAL, hierarchies={"c": TREE})
    assert squared_distance(encoded, 0, 0, 0, 1) == 0  # a is mapped to its label
    assert np.count_nonzero(encoded.dense(1)[0]) == 2


def test_hierarchical_without_a_hierarchy_is_one_hot():
    sides = align(table(c=[*"abcd"]), table(c=[*"abcd"]), [])
    assert np.array_equal(encode(sides, Coding.HIERARCHICAL).dense(0), encode(sides).dense(0))


def test_columns_may_be_left_out():
    sides = align(table(c=["a", "b"], x=[1, 2]), table(c=["a", "b"], x=[1, 2]), ["c"])
    assert [one.name for one in encode(sides, left_out=["c"]).features] == ["x"]


@pytest.mark.parametrize("weight", [0, -1, float("nan"), float("inf")])
def test_a_weight_is_above_zero(weight):
    with pytest.raises(ParameterError, match="weight"):
        encode(align(table(x=[1, 2]), table(x=[1, 2]), []), weight=weight)


def test_ignored_columns_and_the_order_of_columns_change_no_bit():
    random = np.random.default_rng(1)
    own = {"x": random.normal(size=30), "c": random.choice([*"abc"], 30), "y": random.normal(size=30)}
    plain = encode(align(table(**own), table(**own), ["c"])).vectors
    turned = dict(reversed(own.items()))
    secret = encode(align(table(s=range(30), **turned), table(s=range(30, 0, -1), **own), ["c"], ["s"])).vectors
    assert all(np.array_equal(one, other) for one, other in zip(plain, secret, strict=True))
