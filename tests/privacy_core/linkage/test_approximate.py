"""Less work gives a lower bound."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_core import ParameterError
from privacy_core.linkage import Partial, nested_maxima, surface
from privacy_core.linkage.approximate import capped_maxima, listed_maxima
from tests.privacy_core.linkage.matched_pairs import finite, world

SEEDS = st.integers(0, 2**32 - 1)


def chance():
    return np.random.default_rng(1)


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
    assert (found.best <= exact.best + 2e-6).all()
    assert found.lower_bound
    every = listed_maxima(*one.sides, np.random.default_rng(1), visits=10**6)
    assert finite(every.best) == pytest.approx(finite(exact.best), abs=2e-7)


def test_levels_that_are_not_nested_stand_alone():
    rows = np.array([[1.0, 0.0], [0.6, 0.8]])
    blocks = np.array([[0, 1], [0, 0]]), np.array([[0, 1], [1, 0]])
    for search in (
        lambda *of: capped_maxima(*of, 9, chance(), nested=False),
        lambda *of: listed_maxima(*of, chance(), nested=False),
    ):
        assert search(rows, rows, *blocks).best.tolist() == pytest.approx(
            nested_maxima(rows, rows, *blocks, nested=False).best
        )


def test_a_stop_keeps_the_levels_that_were_done():
    one, told = world(7, 80), []
    exact = nested_maxima(*one.sides)
    with pytest.raises(Partial) as stopped:
        capped_maxima(*one.sides, 2, chance(), progress=lambda *_: len(told) < 2, on_level=lambda *of: told.append(of))
    found = stopped.value.maxima
    assert (found.done, found.lower_bound) == (2, True)
    assert (found.best[:, 2] == found.best[:, 1]).all()
    assert (found.best <= exact.best + 2e-6).all()


@pytest.mark.parametrize("cap", [0, -1, 1.5])
def test_caps_that_are_none_are_refused(cap):
    with pytest.raises(ParameterError):
        capped_maxima(*world(1).sides, cap, np.random.default_rng(1))
