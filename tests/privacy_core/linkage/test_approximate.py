"""Less work gives a lower bound, a sample an interval."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_core import ParameterError
from privacy_core.linkage import nested_maxima, surface
from privacy_core.linkage.approximate import capped_maxima, listed_maxima, sampled_maxima, subdivided
from tests.privacy_core.linkage.matched_pairs import finite, unit, world

SEEDS = st.integers(0, 2**32 - 1)


@settings(max_examples=50)
@given(SEEDS, st.integers(1, 30))
def test_a_cap_never_finds_more(seed, cap):
    one = world(seed)
    exact, found = nested_maxima(*one.sides), capped_maxima(*one.sides, cap, np.random.default_rng(1))
    assert (found.best <= exact.best + 2e-6).all()
    assert (np.diff(surface(found).linked, axis=0) >= 0).all()
    assert (found.candidates == exact.candidates).all()
    assert found.lower_bound == bool(any(np.bincount(level).max() > cap for level in one.of_target))
    if not found.lower_bound:
        assert (found.best == exact.best).all()
    real = found.at >= 0
    rows, levels = np.nonzero(real)
    assert (one.of_source[levels, rows] == one.of_target[levels, found.at[real]]).all()


def test_a_cap_does_not_see_the_order_of_rows():
    one, draw = world(5, 80), np.random.default_rng(2)
    q = draw.permutation(len(one.target))
    found = capped_maxima(*one.sides, 3, np.random.default_rng(1))
    moved = capped_maxima(one.source, one.target[q], one.of_source, one.of_target[:, q], 3, np.random.default_rng(1))
    assert (found.best == moved.best).all()


@settings(max_examples=15)
@given(SEEDS, st.integers(1, 4))
def test_lists_never_find_more_and_all_lists_find_all(seed, visits):
    one = world(seed)
    exact = nested_maxima(*one.sides)
    found = listed_maxima(*one.sides, np.random.default_rng(1), visits=visits)
    assert (found.maxima.best <= exact.best + 2e-6).all()
    assert found.maxima.lower_bound
    every = listed_maxima(*one.sides, np.random.default_rng(1), visits=10**6)
    assert every.recall.tolist() == [1] * len(one.of_source)
    assert finite(every.maxima.best) == pytest.approx(finite(exact.best), abs=2e-7)


def test_recall_is_measured_on_exact_probes():
    draw = np.random.default_rng(1)
    rows, blocks = unit(draw.normal(size=(3000, 12))), np.zeros((1, 3000), int)
    target = unit(rows + 0.5 * draw.normal(size=rows.shape))
    exact = nested_maxima(rows, target, blocks, blocks)
    found = listed_maxima(rows, target, blocks, blocks, np.random.default_rng(1), visits=4)
    right = np.mean(found.maxima.best >= exact.best - 2e-6)
    assert found.probes == 1000
    assert 0.3 < right < 1
    assert found.recall[0] == pytest.approx(right, abs=4 * np.sqrt(right * (1 - right) / 1000))


@given(SEEDS)
def test_one_more_finer_level_is_a_lower_bound_and_changes_no_other(seed):
    one, draw = world(seed), np.random.default_rng(seed)
    n, m = len(one.source), len(one.target)
    sides = subdivided((one.of_source, one.of_target), (draw.integers(0, 3, n), draw.integers(0, 3, m)))
    found, exact = nested_maxima(one.source, one.target, *sides), nested_maxima(*one.sides)
    assert (found.best[:, 1:] == exact.best).all()
    assert (found.best[:, 0] <= exact.best[:, 0]).all()


def test_the_interval_of_a_sample_covers_the_rate():
    draw = np.random.default_rng(2)
    rows, target = unit(draw.normal(size=(4000, 6))), unit(draw.normal(size=(300, 6)))
    blocks = np.zeros((1, 4000), int), np.zeros((1, 300), int)
    true = surface(nested_maxima(rows, target, *blocks), [0.9]).rate[0, 0]
    held = 0
    for seed in range(40):
        some = sampled_maxima(rows, target, *blocks, 500, np.random.default_rng(seed))
        low, high = some.interval(0, 0.9)
        held += low <= true <= high
        assert (
            some.maxima.best[:, 0]
            == nested_maxima(rows[some.rows], target, np.zeros((1, 500), int), blocks[1]).best[:, 0]
        ).all()
    assert held >= 34


@pytest.mark.parametrize("size", [0, -1, 1.5])
def test_sizes_that_are_none_are_refused(size):
    one = world(1)
    for search in (capped_maxima, sampled_maxima):
        with pytest.raises(ParameterError):
            search(*one.sides, size, np.random.default_rng(1))
