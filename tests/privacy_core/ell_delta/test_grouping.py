"""Greedy classes are the most among neighbours; others can be more; independent columns are counted right."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_core import ParameterError
from privacy_core.ell_delta import class_limits, equal_sizes, greedy, independent, keeps, one_class
from privacy_core.ell_delta import given as given_distribution
from tests.privacy_core.ell_delta.counting_out import contiguous, heavy, most_classes, partitions

tables = st.lists(st.lists(st.integers(0, 4), min_size=3, max_size=3).filter(any), min_size=1, max_size=6)


@settings(max_examples=200)
@given(tables, st.integers(1, 3), st.integers(1, 8))
def test_greedy_is_the_most_among_neighbours(rows, ell, parts):
    total = sum(map(sum, rows))
    masses, p = [[Fraction(n, total) for n in row] for row in rows], Fraction(parts, 24)
    cells = given_distribution(np.array(rows) / total)
    best = most_classes(masses, ell, p, contiguous(len(rows)))
    if not best:
        with pytest.raises(ParameterError):
            greedy(cells, ell, float(p))
        return
    found = greedy(cells, ell, float(p))
    assert heavy(masses, found.tolist(), ell, p)
    assert keeps(cells, found, ell, float(p))
    assert int(found[-1]) + 1 == best
    assert (np.diff(found) >= 0).all()
    assert (np.diff(found) <= 1).all()
    assert best <= class_limits(cells.marginal, ell, float(p), len(rows)).tight


def test_classes_that_are_no_neighbours_can_be_more():
    masses = [[Fraction(1, 4), 0], [Fraction(1, 4), 0], [0, Fraction(1, 4)], [0, Fraction(1, 4)]]
    cells = given_distribution(np.array(masses, float))
    assert greedy(cells, 2, 0.25).tolist() == [0, 0, 0, 0]
    assert most_classes(masses, 2, Fraction(1, 4), contiguous(4)) == 1
    assert most_classes(masses, 2, Fraction(1, 4), partitions(4)) == 2
    assert keeps(cells, np.array([0, 1, 0, 1]), 2, 0.25)
    assert not keeps(cells, np.array([0, 0, 1, 1]), 2, 0.25)


@pytest.mark.parametrize(("n", "classes", "claimed"), [(10, 2, 3), (9, 3, 3), (3, 3, 3), (2, 2, 3)])
def test_uniform_columns(n, classes, claimed):
    found = independent(np.full(n, 1 / n), 0.3, 0.1)
    assert (found.classes, found.claimed, found.theta) == (classes, claimed, pytest.approx(1))


def test_theta_of_unequal_groups():
    assert independent(np.array([0.4, 0.3, 0.2, 0.1]), 0.3, 0.3).theta == pytest.approx(0.4)


def test_a_small_theta_leaves_one_class():
    found = independent(np.array([0.97, 0.01, 0.02]), 0.3, 0.1)
    assert (found.classes, found.claimed) == (1, 0)
    assert found.of_group(3).tolist() == [0, 0, 0]


@settings(max_examples=60)
@given(st.integers(1, 9), st.integers(1, 12))
def test_the_corrected_count_is_the_most_for_uniform_columns(n, ratio):
    """Any partition: a class is as good as its number of groups."""
    p = Fraction(1, ratio * 2)
    masses = [[Fraction(1, 2 * n)] * 2] * n
    found = independent(np.full(n, 1 / n), 0.5, float(p))
    sizes = math.ceil(n * p / Fraction(1, 2))
    assert found.classes == max(1, n // max(sizes, 1))
    assert heavy(masses, found.of_group(n).tolist(), 2, p)
    if n <= 7:
        assert found.classes == most_classes(masses, 2, p, partitions(n))


@settings(max_examples=60)
@given(st.lists(st.integers(1, 5), min_size=2, max_size=8), st.integers(2, 20))
def test_what_is_promised_for_independent_columns_holds(weights, parts):
    group = np.array(weights) / sum(weights)
    cells, p = given_distribution(np.outer(group, [0.5, 0.3, 0.2])), 0.3 / parts
    found = independent(group, 0.3, p)
    assert keeps(cells, found.of_group(len(group)), 2, p)
    assert int(found.of_group(len(group))[-1]) + 1 == found.classes


def test_other_groupings():
    cells = given_distribution(np.full((5, 2), 0.1))
    assert equal_sizes(cells, 2).tolist() == [0, 0, 0, 1, 1]
    assert one_class(cells).tolist() == [0] * 5
    with pytest.raises(ParameterError, match=r"classes must lie in \[1, 5\], got 6"):
        equal_sizes(cells, 6)


def test_rounding_does_not_lose_a_class():
    twelfth = given_distribution(np.full((40, 3), 1 / 120))
    assert int(greedy(twelfth, 3, 1 / 12)[-1]) + 1 == 4
    assert int(greedy(twelfth, 3, 0.1 / 3)[-1]) + 1 == 10


@pytest.mark.parametrize(
    "mass", [[[-0.1, 0.2]], [[0.5, np.nan]], [0.5, 0.5], [[0.7], [0.7]], [[0.5, 0.5], [0.0, 0.0]]], ids=str
)
def test_no_distribution(mass):
    with pytest.raises(ParameterError):
        given_distribution(mass)
