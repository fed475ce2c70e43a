"""What raised cells give away: the spec's values, and every number by trying all that rows could be."""

from __future__ import annotations

from itertools import product
from math import exp, isinf, log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import ParameterError
from privacy_core.attacks.minimality import leak, posterior
from privacy_core.attacks.minimality.raised import at_most, likeliest, log_chance, log_possible


def every(m, several):
    """All numbers of rows per value."""
    return [counts for counts in product(range(m + 1), repeat=several) if sum(counts) == m]


def chance(counts, shares):
    """By the definition: all orders of the rows."""
    ways, left = 1.0, sum(counts)
    for count, share in zip(counts, shares, strict=True):
        for taken in range(count):
            ways *= (left - taken) / (taken + 1) * share
        left -= count
    return ways


def some_shares():
    return st.lists(st.floats(0.01, 1), min_size=2, max_size=4).map(lambda held: np.array(held) / sum(held))


@pytest.mark.parametrize(
    ("m", "q", "expected"), [(2, 0.5, 1.0), (5, 0.05, 0.900), (10, 0.01, 0.955), (10, 0.1, 0.595), (5, 0.5, 0.167)]
)
def test_published_posteriors(m, q, expected):
    assert posterior(m, q) == pytest.approx(expected, abs=1e-3)


def test_a_pair_in_sibling_leaves_is_fully_known():
    assert posterior(2, 0.5) == 1.0
    assert posterior(2, 1e-9) == pytest.approx(1.0)


@pytest.mark.parametrize(("m", "q"), [(5, 0.0), (5, 1.0), (1, 0.3), (2, 0.0)])
def test_what_cannot_be_raised_has_no_posterior(m, q):
    assert posterior(m, q) is None
    assert leak(m, q) is None


@pytest.mark.parametrize(("m", "q"), [(0, 0.5), (2.5, 0.5), (3, -0.1), (3, 1.1), (3, float("nan"))])
def test_refusals_name_what_is_out_of_range(m, q):
    with pytest.raises(ParameterError, match="must"):
        posterior(m, q)


@given(st.integers(2, 12), st.floats(1e-6, 1 - 1e-6))
def test_the_posterior_is_the_share_of_what_is_left(m, q):
    left = [counts for counts in every(m, 2) if max(counts) < m]
    mass = sum(chance(counts, (q, 1 - q)) for counts in left)
    assert posterior(m, q) == pytest.approx(chance((1, m - 1), (q, 1 - q)) / mass, rel=1e-6)
    assert leak(m, q) == pytest.approx(-log2(mass), rel=1e-6, abs=1e-9)


def test_tiny_shares_stay_in_range():
    assert posterior(1000, 1e-15) == pytest.approx(1.0)
    assert posterior(10**6, 0.5) < 1e-200
    assert leak(1000, 1e-12) == pytest.approx(-log2(1000e-12), rel=1e-6)


@given(st.integers(1, 8), st.integers(1, 8), some_shares())
def test_chance_of_no_value_too_often(m, most, shares):
    left = sum(chance(counts, shares) for counts in every(m, len(shares)) if max(counts) <= most)
    found = log_possible(m, most, tuple(shares.tolist()))
    assert isinf(found) if left == 0 else exp(found) == pytest.approx(left, rel=1e-6)


def test_chance_of_no_value_too_often_where_it_is_far_out():
    shares = (0.999, *[0.001 / 40] * 40)
    found = log_possible(82, 2, shares)  # every value exactly twice
    assert found == pytest.approx(log_chance(np.full(41, 2), np.array(shares)), rel=1e-9)
    assert -1000 < found < -300


@given(st.integers(1, 8), st.integers(1, 8), some_shares())
def test_the_guess_is_the_likeliest(m, most, shares):
    left = [counts for counts in every(m, len(shares)) if max(counts) <= most]
    found = likeliest(m, most, shares)
    if not left:
        assert found is None
        return
    assert found.sum() == m
    assert found.max() <= most
    assert chance(found.tolist(), shares) == pytest.approx(max(chance(c, shares) for c in left), rel=1e-9)
    assert exp(log_chance(found, shares)) == pytest.approx(chance(found.tolist(), shares), rel=1e-9)


def test_a_large_class_is_guessed_at_once():
    shares = np.random.default_rng(0).dirichlet(np.ones(200))
    found = likeliest(1_000_000, 1_000_000, shares)
    assert found.sum() == 1_000_000
    assert abs(found - shares * 1_000_000).max() < 5
    gain = shares / (found + 1)  # no row is better off elsewhere
    assert gain.max() <= (shares / np.maximum(found, 1))[found > 0].min() * (1 + 1e-9)


def test_most_rows_alike():
    assert [at_most(m, 5) for m in (5, 9, 10, 30)] == [4, 8, 4, 4]
