"""Exact intervals of a rate."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import ParameterError, clopper_pearson
from privacy_core.intervals import rate_at_least


def at_least(hits: int, attempts: int, rate: float) -> float:
    """Chance of so many hits or more."""
    return sum(comb(attempts, k) * rate**k * (1 - rate) ** (attempts - k) for k in range(hits, attempts + 1))


def test_published_values():
    assert clopper_pearson(19275, 200_000) == (pytest.approx(0.09509, abs=5e-6), pytest.approx(0.09768, abs=5e-6))
    assert float(rate_at_least(50, 1000, 0.05 / 12)) == pytest.approx(0.03359, abs=5e-6)
    low, high = clopper_pearson(18024, 100_000, 0.999)
    assert (low, high) == (pytest.approx(0.17626, abs=5e-6), pytest.approx(0.18427, abs=5e-6))


@given(st.integers(1, 60), st.data(), st.sampled_from([0.8, 0.95, 0.999]))
def test_each_end_is_where_the_tail_is_half_of_what_is_left(attempts, data, level):
    hits = data.draw(st.integers(0, attempts))
    low, high = clopper_pearson(hits, attempts, level)
    assert low <= hits / attempts <= high
    assert low == 0 if not hits else at_least(hits, attempts, low) == pytest.approx((1 - level) / 2, rel=1e-6)
    assert (
        high == 1
        if hits == attempts
        else 1 - at_least(hits + 1, attempts, high) == pytest.approx((1 - level) / 2, rel=1e-6)
    )


def test_many_counts_at_once():
    assert rate_at_least(np.array([0, 1, 10]), 10, 0.05).round(4).tolist() == [0.0, 0.0051, 0.7411]


NAN = float("nan")


@pytest.mark.parametrize("asked", [(-1, 5), (6, 5), (1.5, 5), (NAN, 5), (0, 0), (1, 1.5), (1, NAN), (1, float("inf"))])
def test_counts_nobody_can_have_counted_are_refused(asked):
    with pytest.raises(ParameterError):
        clopper_pearson(*asked)
    with pytest.raises(ParameterError):
        rate_at_least([0, asked[0]], asked[1], 0.05)


@pytest.mark.parametrize("chance", [0, 1, -0.1, 2, NAN])
def test_levels_and_chances_lie_strictly_between_0_and_1(chance):
    with pytest.raises(ParameterError, match="level must lie above 0 and below 1"):
        clopper_pearson(1, 5, chance)
    with pytest.raises(ParameterError, match="chance must lie above 0 and below 1"):
        rate_at_least(1, 5, chance)
