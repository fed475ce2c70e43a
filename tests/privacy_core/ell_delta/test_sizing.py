"""How many records and how many classes: the values worked out by hand, and the laws."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_core import ParameterError
from privacy_core.ell_delta import (
    Settings,
    bound,
    class_limits,
    curve,
    even,
    feasible,
    keeps,
    more_records,
    own_record,
    p_ell,
    records,
    records_exactly,
)
from privacy_core.ell_delta import given as given_distribution

SHARES = np.array([0.4, 0.3, 0.2, 0.1])


@pytest.mark.parametrize(
    ("asked", "exactly", "rounded"),
    [
        ((4, 3, 0.05, 1 / 12), 62.9876, 63),
        ((10, 3, 0.01, 0.01), 796.6269, 797),
        ((10, 5, 0.05, 0.02), 341.9223, 342),
        ((20, 4, 0.001, 0.01), 1123.3238, 1124),
        ((1, 2, 0.05, 0.05), None, 72),
        ((1, 2, 0.01, 0.05), None, 104),
    ],
)
def test_number_of_records(asked, exactly, rounded):
    assert records(*asked) == rounded
    if exactly is not None:
        assert records_exactly(*asked) == pytest.approx(exactly, abs=5e-5)


def test_one_record_less_breaks_the_bound():
    assert bound(4, 3, 1 / 12, 63) <= 0.05 < bound(4, 3, 1 / 12, 62)


def test_p_ell_is_the_lth_largest_share():
    assert (p_ell(SHARES, 2), p_ell(SHARES, 3)) == (0.3, 0.2)


@pytest.mark.parametrize(("ell", "most"), [(2, 10), (3, 6)])
def test_most_classes_of_four_values(ell, most):
    found = class_limits(SHARES, ell, 0.05)
    assert (found.simple, found.tail, found.tight) == (most, most, most)


def test_three_limits_that_differ():
    found = class_limits(np.array([0.9, 0.05, 0.05]), 2, 0.02)
    assert (found.simple, found.tail, found.tight) == (25, 5, 4)
    assert class_limits(np.array([0.9, 0.05, 0.05]), 2, 0.02, n_groups=3).simple == 3


def test_at_full_use_the_number_of_values_hardly_matters():
    full = Settings(2, 0.05, 0.05)
    assert curve(full, "ell", [2, 3, 5, 10]) == [117, 115, 117, 117]
    assert curve(full, "p", [0.02, 0.01, 0.005, 0.001]) == [342, 757, 1655, 9899]
    assert curve(full, "p", [0.6, 0.5]) == [None, math.ceil(records_exactly(1, 2, 0.05, 0.5))]


def test_uniform_trade_off():
    pairs = {0.1: (1, 44), 0.05: (2, 104), 0.02: (5, 308), 0.01: (10, 688), 0.005: (20, 1517)}
    assert {p: (m, records(m, 5, 0.05, p)) for p, (m, _) in pairs.items()} == pairs


def test_ten_releases_cost_forty_five_records():
    assert math.ceil(more_records(10, 0.05)) == 45
    fixed = Settings(3, 0.05, 0.05, classes=4)
    once, ten = curve(fixed, "releases", [1, 10])
    assert ten - once in (44, 45)
    assert more_records(1, 0.3) == 0


def test_the_victims_own_record():
    found = own_record(4, 3, 1 / 12, 63)
    assert found.target == pytest.approx(0.04995, abs=5e-6)
    assert found.other == pytest.approx(0.05449, abs=5e-6)
    assert own_record(4, 3, 1 / 12, 64).other <= 0.05


def test_never_fewer_records_than_cells():
    assert records(1, 1, 0.99, 0.9) == 1
    assert records_exactly(4, 3, 20, 1 / 12) < 0
    assert records(1, 3, 0.999, 1 / 3) == 3
    assert records(1, 1, 0.05, 1.0) == 1


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ((4, 3, 1.0, 0.1), "delta is a chance of failure: it must lie above 0 and below 1, got 1."),
        ((4, 3, 12.0, 0.1), "delta is a chance of failure"),
        ((4, 3, 0.05, 0.0), "p, the least chance of a target cell, must lie above 0 and at most 1, got 0."),
        ((4, 3, 0.05, 1.5), "at most 1, got 1.5"),
        ((4, 0, 0.05, 0.1), "ell must be at least 1"),
        ((4, 2.5, 0.05, 0.1), "ell must be a whole number"),
        ((0, 3, 0.05, 0.1), "classes must be at least 1"),
    ],
)
def test_settings_out_of_range(asked, said):
    with pytest.raises(ParameterError, match=said):
        records(*asked)


def test_p_above_the_feasible_one():
    with pytest.raises(
        ParameterError, match=r"p = 0\.31 is not feasible: .* number 2 in frequency has a chance of 0\.3"
    ):
        feasible(SHARES, 2, 0.31)
    assert feasible(SHARES, 2, 0.3 + 1e-7) == 0.3
    with pytest.raises(ParameterError, match="ell is 5, but only 4 sensitive values can occur"):
        p_ell(SHARES, 5)


def test_even_cells_that_do_not_fit():
    with pytest.raises(ParameterError, match=r"need 1\.2 in all, more than 1: p may be at most 0\.0833333"):
        even(4, 3, 0.1)


@settings(max_examples=100)
@given(st.integers(1, 40), st.integers(1, 8), st.floats(1e-6, 0.99), st.floats(1e-4, 0.9))
def test_more_is_asked_more_is_needed(classes, ell, delta, p):
    here = records(classes, ell, delta, p)
    assert records(classes + 1, ell, delta, p) >= here
    assert records(classes, ell + 1, delta, p) >= here
    assert records(classes, ell, delta / 2, p) >= here
    assert records(classes, ell, delta, p / 2) >= here
    assert bound(classes, ell, p, here) <= delta * (1 + 1e-9)
    assert here >= classes * ell


@settings(max_examples=60)
@given(st.lists(st.integers(1, 40), min_size=2, max_size=6), st.integers(1, 3), st.floats(0.01, 0.5))
def test_limits_go_from_loose_to_tight_and_hold(weights, ell, p):
    share = np.array(weights) / sum(weights)
    ell = min(ell, len(share))
    if p > p_ell(share, ell):
        return
    found = class_limits(share, ell, p)
    assert found.simple >= found.tail >= found.tight >= 1
    assert p_ell(share, ell) <= 1 / ell + 1e-12


@settings(max_examples=60)
@given(
    st.lists(st.lists(st.integers(0, 4), min_size=3, max_size=3).filter(any), min_size=2, max_size=5),
    st.integers(1, 3),
    st.integers(1, 6),
)
def test_one_class_is_feasible_exactly_up_to_p_ell(rows, ell, twentieth):
    mass = np.array(rows) / np.sum(rows)
    cells, p = given_distribution(mass), twentieth / 20
    possible = np.count_nonzero(cells.marginal) >= ell and p_ell(cells.marginal, ell) >= p - 1e-12
    assert keeps(cells, np.zeros(len(cells), int), ell, p) == possible
