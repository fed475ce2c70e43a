"""Tries gathered by weight: nothing is lost, groups are told apart by weight alone, luck is that of their own weights."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import ParameterError, attacks
from privacy_core.attacks.singling_out import WeightGroup, baseline, baseline_curve, by_weight, peak

WEIGHTS = st.lists(st.sampled_from([1e-9, 1e-6, 0.001, 0.01, 0.2, 1.0]), min_size=1, max_size=40)


@given(WEIGHTS, st.integers(0, 2**40), st.integers(1, 8))
def test_every_try_is_in_one_group_and_equal_weights_stay_together(several, bits, most):
    weight = np.array(several)
    isolated = np.array([bits >> i & 1 for i in range(len(weight))], bool)
    groups = by_weight(weight, isolated, 50, most)
    assert len(groups) <= min(most, len(set(several)))
    assert sum(one.tried.attempts for one in groups) == len(weight)
    assert sum(one.tried.hits for one in groups) == isolated.sum()
    assert [one.weight for one in groups] == sorted({one.weight for one in groups})
    at = 0
    for one in groups:
        mine = np.sort(weight)[at : at + one.tried.attempts]
        at += len(mine)
        assert one.tried.hits == isolated[np.isin(weight, mine)].sum()
        assert one.blind == pytest.approx(baseline(50, mine).mean())
        assert one.weight == pytest.approx(np.prod(mine ** (1 / len(mine))))


def test_many_weights_make_groups_of_about_the_same_size():
    weight = np.random.default_rng(1).permutation(np.geomspace(1e-6, 1, 600))
    sizes = [one.tried.attempts for one in by_weight(weight, np.zeros(600, bool), 100)]
    assert len(sizes) == 6
    assert max(sizes) - min(sizes) <= 2


@pytest.mark.parametrize("times", [(9, 3), (3, 9), (5, 1), (1, 5)])
def test_weights_that_many_tries_share_are_told_from_others(times):
    weight = np.repeat([0.001, 0.1], times)
    groups = by_weight(weight, weight < 0.01, 1000)
    assert [(round(one.weight, 9), one.tried.hits, one.tried.attempts) for one in groups] == [
        (0.001, times[0], times[0]),
        (0.1, 0, times[1]),
    ]


def test_the_order_of_tries_changes_nothing():
    rng = np.random.default_rng(2)
    weight, isolated, order = rng.random(90), rng.random(90) < 0.5, rng.permutation(90)
    for here, there in zip(by_weight(weight, isolated, 30), by_weight(weight[order], isolated[order], 30), strict=True):
        assert here.tried == there.tried
        assert (here.weight, here.blind) == (there.weight, there.blind)


def test_a_group_beats_luck_by_its_interval():
    some = attacks.Counts(50, 100)
    assert WeightGroup(0.01, some, 0.37).outcome is attacks.Outcome.BEATS
    assert WeightGroup(0.01, some, 0.45).outcome is attacks.Outcome.NO_BETTER


@pytest.mark.parametrize(("weights", "isolated", "most"), [([], [], 6), ([0.1], [True, False], 6), ([0.1], [True], 0)])
def test_what_cannot_be_gathered_is_refused(weights, isolated, most):
    with pytest.raises(ParameterError):
        by_weight(np.array(weights), np.array(isolated, bool), 10, most)


@pytest.mark.parametrize("n", [1, 2, 1000, 10**6])
def test_a_curve_is_the_baseline_and_shows_its_peak(n):
    weights, chances = baseline_curve(n, 1e-9)
    assert (weights[0], weights[-1]) == (1e-9, 1.0)
    assert (np.diff(weights) > 0).all()
    assert chances.tolist() == baseline(n, weights).tolist()
    assert chances.max() == pytest.approx(peak(n), rel=1e-12)


def test_a_peak_beyond_the_ends_is_left_out():
    weights, _ = baseline_curve(1000, 0.01, 0.5, 10)
    assert len(weights) == 10
    assert weights.min() == 0.01


@pytest.mark.parametrize(("low", "high"), [(0, 1), (0.5, 0.1), (0.5, 2)])
def test_a_curve_needs_weights_that_rise(low, high):
    with pytest.raises(ParameterError, match="rise within"):
        baseline_curve(10, low, high)
