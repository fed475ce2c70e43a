"""Values struck out release by release, against plain sets, enumeration and chance."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import ParameterError
from privacy_core.composition import (
    countdown,
    extremal_sets,
    random_case,
    random_countdown,
    random_sets,
    worst_case,
)


@given(st.lists(st.none() | st.sets(st.integers(0, 7)), min_size=1, max_size=6))
def test_what_is_left_is_the_intersection(shown):
    found = countdown(range(8), shown)
    left = set(range(8))
    for i, several in enumerate(shown):
        left = left if several is None else left & several
        assert found.left[i] == len(left)
    assert {value for value, at in enumerate(found.out_at) if not at} == left


@given(st.integers(2, 12), st.integers(1, 6), st.data())
def test_the_worst_sets_count_down_as_the_formula(n: int, releases: int, data):
    ell = data.draw(st.integers(1, n))
    found = countdown(range(n), extremal_sets(n, ell, releases))
    assert list(found.left) == [worst_case(n, [ell] * t) for t in range(1, releases + 1)]
    assert found.out_at[0] == 0


@given(st.integers(1, 12), st.integers(1, 6), st.data())
def test_each_release_of_the_random_countdown_is_the_random_case(n: int, releases: int, data):
    ell = data.draw(st.integers(1, n))
    for t, one in enumerate(random_countdown(n, ell, releases), 1):
        alone = random_case(n, [ell] * t)
        assert one.chances == pytest.approx(alone.chances)
        assert one.mean == pytest.approx(alone.mean)


def test_chances_are_those_of_all_sets():
    n, ell, releases = 5, 3, 3
    sets = [{0, *others} for others in combinations(range(1, n), ell - 1)]
    left = [len(set.intersection(*several)) for several in product(sets, repeat=releases)]
    (*_, last) = random_countdown(n, ell, releases)
    expected = np.bincount(left, minlength=ell + 1)[1:] / len(left)
    assert last.chances == pytest.approx(expected)


def test_drawn_sets_hold_the_true_value_and_every_other_one_alike():
    drawn = random_sets(6, 3, 3000, np.random.default_rng(7))
    assert all(0 in one and len(one) == 3 for one in drawn)
    often = np.bincount([value for one in drawn for value in one if value], minlength=6)[1:]
    assert np.abs(often - 3000 * 2 / 5).max() < 5 * np.sqrt(3000 * 0.24)


@pytest.mark.parametrize(("n", "ell", "releases"), [(5, 6, 1), (5, 0, 1), (5, 3, 0)])
def test_numbers_no_releases_can_have_are_refused(n: int, ell: int, releases: int):
    with pytest.raises(ParameterError):
        random_countdown(n, ell, releases)
    with pytest.raises(ParameterError):
        random_sets(n, ell, releases, np.random.default_rng(1))
