"""What is calculated, against the values that are published or were derived, and against SciPy's distributions."""

from __future__ import annotations

from math import exp, inf, log, log2

import numpy as np
import pytest
from scipy.stats import binom, norm, poisson

from privacy_core.attacks.downcoding import Clusters, beside, limit, log2_weight, predict, whole_right
from privacy_core.attacks.downcoding.theory import binomial, in_window

INSIDE = Clusters().inside_share


def test_expected_groups_and_records():
    found = predict(100, 10, 10, 128, 0.1)
    assert found.groups == pytest.approx(0.508789, abs=1e-6)
    assert found.records == pytest.approx(0.050879, abs=1e-6)
    assert found.daleth == pytest.approx(1 - exp(-found.groups), abs=1e-12)
    assert predict(300, 10, 30, 64, 0.1).daleth == pytest.approx(0.76, abs=0.005)


def test_the_same_with_scipy():
    q = norm.cdf(6.6, scale=10) - norm.cdf(-6.6, scale=10)
    assert pytest.approx(q, abs=1e-12) == INSIDE
    for n, k, clusters, dims, big in ((100, 10, 10, 64, 0.1), (60, 2, 30, 33, 0.5), (200, 5, 10, 16, 0.3)):
        seen = sum(binom.pmf(r, dims, 1 - q) for r in range(dims + 1) if 3 * dims <= 8 * r <= 5 * dims)
        groups = clusters * binom.pmf(k, n, 1 / clusters) * k * big * (1 - big) ** (k - 1) * seen
        found = predict(n, k, clusters, dims, big)
        assert found.groups == pytest.approx(groups, rel=1e-9)
        assert found.missed == pytest.approx(1 - seen, abs=1e-12)
    for k in (2, 5, 10, 20):
        assert limit(k) == pytest.approx(poisson.pmf(k, k) * (1 - 1 / k) ** (k - 1), rel=1e-9)


@pytest.mark.parametrize(
    ("dims", "missed", "false_two"),
    [(16, 0.21, 0.166), (32, 0.11, 0.063), (64, 0.035, 0.011), (128, 0.0041, 0.0005), (256, 0.0001, 0)],
)
def test_errors_of_the_window(dims, missed, false_two):
    found = predict(100, 10, 10, dims, 0.1)
    assert found.missed == pytest.approx(missed, rel=0.03, abs=5e-5)
    assert found.false_two == pytest.approx(false_two, rel=0.06, abs=5e-5)


def test_limits_of_the_yield():
    assert [round(limit(k), 3) for k in (10, 5, 2, 20)] == [0.048, 0.072, 0.135, 0.034]
    assert max((limit(10, big), big) for big in (0.05, 0.08, 0.1, 0.12, 0.2))[1] == 0.1
    assert predict(100_000, 10, 1000, 40, 0.1).records < limit(10)


def test_extreme_settings_are_numbers_too():
    for big in (0, 1):
        assert predict(100, 10, 10, 64, big).groups == 0
    assert predict(10, 10, 1, 64, 0.1).groups == pytest.approx(10 * 0.1 * 0.9**9 * in_window(64, 1 - INSIDE), rel=1e-9)
    assert predict(4000, 2, 1000, 1000, 0.5).missed < 1e-9
    assert binomial(0, 0, 0.5) == 1
    assert in_window(1, 0.5) == 0
    assert in_window(8, 0.5, (0, 1)) == pytest.approx(1)


def test_weight_of_a_predicate():
    assert log2_weight(64, 32, 0.1, 10, INSIDE) == pytest.approx(-70.6597, abs=1e-3)
    assert log2_weight(128, 64, 0.1, 10, INSIDE) == pytest.approx(-134.7, abs=0.05)
    assert log2_weight(8, 4, 0.1, 10, 0.5) == pytest.approx(log2(0.01) - 8, abs=1e-12)
    assert log2_weight(8, 4, 0, 10, 0.5) == -inf
    assert log2_weight(8, 0, 0.1, 10, 1) == pytest.approx(log2(0.01))
    random = np.random.default_rng(1)
    settings = Clusters(n=200_000, k=2, clusters=2, dims=3, big=0.4)
    from privacy_core.attacks.downcoding import coded, draw

    codes = coded(draw(settings, random).values, 2)
    share = (codes == np.array([2, 3, 2])).all(axis=1).mean()
    assert log2(share) == pytest.approx(log2_weight(3, 1, 0.4, 2, INSIDE), abs=0.1)


def test_beside_other_attacks():
    found = beside(4)
    assert found.plain == pytest.approx(4 / exp(1))
    assert log(found.all_before) == pytest.approx(-4)
    assert whole_right(0, 64) == 1
    assert whole_right(0.1, 64) == pytest.approx(0.9**32)
