"""What an error of the distribution does to the promise."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from privacy_core import ParameterError
from privacy_core.ell_delta import (
    breakdown,
    class_limits,
    disappointment,
    even,
    failure,
    greedy,
    hoeffding_lower,
    keeps,
    mcdiarmid_radius,
    records,
    robust_records,
    weissman_radius,
    worst_bound,
)
from privacy_core.ell_delta import given as given_distribution

TABLE = [
    (0.01, 0.0540, 72, 1.142, 64, 70),
    (0.02, 0.0620, 84, 1.330, 66, 70),
    (0.04, 0.1071, 124, 1.964, 76, 84),
    (0.06, 0.2717, 233, 3.685, 128, 157),
    (0.08, 0.8561, 1642, 26.06, 898, 1105),
]


@pytest.mark.parametrize(("error", "bound", "naive", "inflation", "budget", "closed"), TABLE)
def test_the_leanest_design_with_an_error(error, bound, naive, inflation, budget, closed):
    assert worst_bound(even(4, 3, 1 / 12), 3, 63, error) == pytest.approx(bound, abs=5e-5)
    found = robust_records(4, 3, 0.05, 1 / 12, error)
    assert (found.naive, found.budget, found.closed) == (naive, budget, closed)
    assert np.log1p(-1 / 12) / np.log1p(-1 / 12 + error) == pytest.approx(inflation, abs=6e-3)


@pytest.mark.parametrize(("error", "real"), [(0.04, 0.351609), (0.05, 1.0), (0.2, 1.0)])
def test_a_promise_of_one_percent(error, real):
    found = disappointment(0.05, 0.01, error)
    assert (found.records, found.promised) == (104, 0.01)
    assert found.real == pytest.approx(real, abs=5e-7)


def test_without_an_error_nothing_changes():
    assert worst_bound(even(4, 3, 1 / 12), 3, 63, 0) == pytest.approx(failure(even(4, 3, 1 / 12), 3, 0.1, 63).cells)
    found = robust_records(4, 3, 0.05, 1 / 12, 0)
    assert found.naive == found.budget == records(4, 3, 0.05, 1 / 12)


def test_no_number_of_records_helps():
    for error in (1 / 12, 0.09):
        with pytest.raises(ParameterError, match="must lie below p: .* no number of records helps"):
            robust_records(4, 3, 0.05, 1 / 12, error)
    assert worst_bound(even(4, 3, 1 / 12), 3, 10**6, 1 / 12) == 1


def test_one_cell_alone():
    found = robust_records(1, 1, 0.05, 0.5, 0.1)
    assert found.budget == found.naive == records(1, 1, 0.05, 0.4)
    assert found.closed >= found.budget


@settings(max_examples=80)
@given(st.integers(1, 6), st.integers(1, 4), st.floats(1e-4, 0.5), st.floats(0, 0.95))
def test_repairs_keep_the_promise_and_are_in_order(classes, ell, delta, part):
    p = 1 / (classes * ell + 1)
    found = robust_records(classes, ell, delta, p, part * p)
    cells = even(classes, ell, p)
    assert found.budget <= found.closed
    assert found.budget <= found.naive
    for drawn in (found.naive, found.budget, found.closed):
        assert worst_bound(cells, ell, drawn, part * p) <= delta * (1 + 1e-6)
    if found.budget > classes * ell:
        assert worst_bound(cells, ell, found.budget - 1, part * p) > delta * (1 - 1e-6)


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.floats(0, 0.4))
def test_no_distribution_in_the_ball_is_worse(seed, error):
    rng = np.random.default_rng(seed)
    mass = rng.dirichlet(np.ones(8)).reshape(2, 4)
    worst = worst_bound(given_distribution(mass), 2, 30, error)
    for _ in range(20):
        moved = _near(mass.ravel(), error, rng).reshape(2, 4)
        target = np.take_along_axis(moved, np.argsort(-mass, axis=1, kind="stable")[:, :2], axis=1)
        assert ((1 - target) ** 30).sum() <= worst + 1e-12 or worst == 1


def _near(mass, error, rng):
    """A random distribution at most `error` away."""
    taken = mass * rng.random(len(mass)) * (rng.random(len(mass)) < 0.5)
    taken *= min(1, error / taken.sum()) if taken.sum() else 0
    moved = mass - taken
    return moved + taken.sum() * rng.dirichlet(np.full(len(mass), 0.3))


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.integers(1, 3))
def test_breakdown_is_the_least_error_that_empties_a_class(seed, ell):
    """A program that moves as little as possible until some class has ell − 1 values left."""
    rng = np.random.default_rng(seed)
    mass = rng.dirichlet(np.ones(8)).reshape(2, 4)
    best = np.inf
    for row in mass:
        for kept in _subsets(4, ell - 1):
            out = [i for i in range(4) if i not in kept]
            solved = linprog(np.ones(4), bounds=[(row[i], row[i]) if i in out else (0, row[i]) for i in range(4)])
            best = min(best, solved.fun)
    assert breakdown(given_distribution(mass), ell) == pytest.approx(best, abs=1e-9)


def _subsets(n, size):
    from itertools import combinations

    return combinations(range(n), size)


def test_breakdown_points():
    zipf = np.tile(1 / np.arange(1, 7) / np.sum(1 / np.arange(1, 7)) / 5, (5, 1))
    assert breakdown(even(4, 3, 1 / 12), 3) == pytest.approx(1 / 12)
    assert breakdown(given_distribution(zipf), 3) == pytest.approx(0.0776, abs=5e-5)
    assert breakdown(given_distribution([[0.5, 0], [0.25, 0.25]]), 2) == 0


def test_designing_for_p_plus_the_error_keeps_the_records():
    """Every true distribution within the error still has target cells of p."""
    mass = np.full((40, 3), 1 / 120)
    cells, p, error = given_distribution(mass), 0.05, 0.02
    plain, robust = greedy(cells, 3, p), greedy(cells, 3, p + error)
    assert int(robust[-1]) < int(plain[-1])
    assert keeps(cells, robust, 3, p + error)
    assert cells.merged(robust).mass.min() - error >= p - 1e-12
    assert class_limits(cells.marginal, 3, p).simple >= int(plain[-1]) + 1
    with pytest.raises(ParameterError, match="not feasible"):
        greedy(cells, 3, 1 / 3 + 0.01)


def test_global_distances_say_little():
    assert weissman_radius(12, 1000, 0.05) == pytest.approx(0.0752, abs=5e-5)
    assert mcdiarmid_radius(12, 1000, 0.05) == pytest.approx(0.0911, abs=5e-5)
    assert hoeffding_lower(np.array([50.0]), 1000, 0.05 / 12)[0] == 0
    assert weissman_radius(2000, 1000, 0.05) > 0.8
