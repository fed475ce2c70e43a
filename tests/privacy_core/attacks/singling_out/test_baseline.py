"""The blind attacker: published values, the peak, tiny weights, and simulation."""

from __future__ import annotations

from fractions import Fraction
from math import e, inf, log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import ParameterError
from privacy_core.attacks.singling_out import (
    baseline,
    baseline_high,
    baseline_low,
    blind_attack,
    log2_baseline_low,
    peak,
)


def exactly(n, w):
    """The definition in fractions."""
    share = Fraction(w)
    return n * share * (1 - share) ** (n - 1)


@pytest.mark.parametrize(("n", "w", "chance"), [(2, 0.5, 0.5), (1, 1, 1), (1, 0.3, 0.3), (7, 0, 0), (7, 1, 0)])
def test_edges_are_exact(n, w, chance):
    assert float(baseline(n, w)) == chance


def test_published_values():
    assert float(baseline(1000, 0.001)) == pytest.approx(0.3680635, abs=1e-7)
    assert float(baseline(10**6, 1e-12)) == pytest.approx(1e-6, abs=1e-11)
    assert float(baseline(1000, 1e-6)) == pytest.approx(0.000999, abs=5e-7)
    assert float(baseline(1000, 0.01)) == pytest.approx(0.000436, abs=5e-7)
    assert [round(peak(n), 5) for n in (10, 100, 1000)] == [0.38742, 0.36973, 0.36806]
    assert peak(10**9) == pytest.approx(1 / e, abs=1e-8)
    assert peak(1) == 1


@given(st.integers(1, 40), st.floats(0, 1, allow_subnormal=False))
def test_it_is_the_definition_in_fractions(n, w):
    assert float(baseline(n, w)) == pytest.approx(float(exactly(n, w)), rel=1e-12, abs=1e-300)


@pytest.mark.parametrize("n", [2, 10, 1000])
def test_the_best_weight_is_one_over_n(n):
    grid = np.arange(1, 20 * n) / (20 * n)
    chances = baseline(n, grid)
    assert grid[chances.argmax()] == pytest.approx(1 / n)
    assert chances.max() == pytest.approx(peak(n), rel=1e-12)
    assert (np.diff(chances[grid <= 1 / n]) > 0).all()
    assert (np.diff(chances[grid >= 1 / n]) <= 1e-15).all()


def test_many_at_once_and_read_only():
    table = baseline(np.array([[1], [10], [1000]]), np.array([0, 1e-9, 0.1, 1]))
    assert table.shape == (3, 4)
    assert np.isfinite(table).all()
    assert not table.flags.writeable


def test_limits_on_the_weight_use_the_peak():
    assert baseline_low(1000, 1e-6) == float(baseline(1000, 1e-6))
    assert baseline_low(1000, 0.9) == baseline_high(1000, 1e-9) == pytest.approx(peak(1000))
    assert baseline_high(1000, 0.01) == float(baseline(1000, 0.01))


@pytest.mark.parametrize(("n", "exponent"), [(1000, -30.0), (1, -3.0), (50, -2.0), (7, 0.0)])
def test_logarithms_agree_where_both_can_be_written(n, exponent):
    assert log2_baseline_low(n, exponent) == pytest.approx(log2(baseline_low(n, 2.0**exponent)), abs=1e-9)


def test_weights_below_any_number_have_a_logarithm():
    assert baseline_low(1000, 2.0**-5000) == 0
    assert log2_baseline_low(1000, -5000) == pytest.approx(log2(1000) - 5000)
    assert log2_baseline_low(1000, -inf) == -inf


@pytest.mark.parametrize("w", [1e-6, 1e-4, 1e-3, 0.01])
def test_blind_attackers_do_what_is_expected_of_them(w):
    shown = blind_attack(1000, w, 20_000, np.random.default_rng(5))
    assert abs(shown.main.rate - shown.theory) < 4 * np.sqrt(shown.theory / 20_000)
    assert shown.outcome.value == "no better than baseline"
    assert shown.baseline >= shown.theory


def test_real_hashes_of_real_rows_do_the_same():
    """Rows hashed one by one: the number of hits may be drawn as a binomial."""
    random = np.random.default_rng(2)
    alone = ((random.random((4000, 200)) < 1 / 200).sum(1) == 1).mean()
    assert alone == pytest.approx(blind_attack(200, 1 / 200, 4000, np.random.default_rng(3)).main.rate, abs=0.04)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: baseline(0, 0.5), "number of rows"),
        (lambda: baseline(2.5, 0.5), "whole number"),
        (lambda: baseline(5, -0.1), r"weight of a predicate must lie in \[0, 1\]"),
        (lambda: baseline(5, float("nan")), "weight"),
        (lambda: baseline([5, 5], [0.1, 1.1]), "weight"),
        (lambda: peak(0), "n must be at least 1"),
        (lambda: baseline_low(10, 2), "w_low"),
        (lambda: baseline_high(10, -1), "w_high"),
        (lambda: log2_baseline_low(10, 1), "at most 0"),
        (lambda: log2_baseline_low(10, float("nan")), "at most 0"),
        (lambda: blind_attack(10, 0.1, 0, np.random.default_rng()), "trials must be at least 1"),
        (lambda: blind_attack(10, 0.1, 10**9, np.random.default_rng()), "choose fewer trials"),
    ],
)
def test_what_cannot_be_is_refused(call, said):
    with pytest.raises(ParameterError, match=said):
        call()
