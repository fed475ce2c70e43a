"""Designs at the edge of what can be reckoned with: tiny chances, very many records, one class, one value."""

from __future__ import annotations

from decimal import Decimal, localcontext
from math import comb

import numpy as np
import pytest

from privacy_core import ParameterError
from privacy_core.ell_delta import (
    bound,
    even,
    failure,
    own_record,
    promise_for_classes,
    records,
    robust_records,
    simulate,
)
from privacy_core.ell_delta import given as given_distribution


def some_empty(cells: int, p: float, drawn: int) -> float:
    """Chance that one of equal cells stays empty, by inclusion and exclusion with 120 digits."""
    with localcontext() as digits:
        digits.prec = 120
        terms = ((-1) ** (j + 1) * comb(cells, j) * (1 - j * Decimal(p)) ** drawn for j in range(1, cells + 1))
        return float(sum(terms))


@pytest.mark.parametrize(
    ("classes", "ell", "p", "delta"),
    [
        (40, 3, 1 / 120_000_000, 1e-3),
        (16, 4, 1 / 64_000_000, 0.2),
        (25, 1, 1e-10, 0.5),
        (4, 3, 1e-15, 0.05),
        (3, 2, 1e-17, 0.1),
        (1, 1, 1e-9, 1e-300),
        (1, 2, 0.4, 1e-280),
    ],
)
def test_no_digit_is_lost_where_p_or_delta_is_tiny(classes, ell, p, delta):
    found = promise_for_classes(ell, delta, p, classes, 2)
    exact = some_empty(classes * ell, p, found.records)
    assert found.exact == pytest.approx(exact, rel=1e-9, abs=0)
    assert found.bound == pytest.approx(classes * ell * float(_missed(p, found.records)), rel=1e-12, abs=0)
    assert found.exact <= found.bound * (1 + 1e-12) <= delta * (1 + 1e-9)
    assert found.linked_exact == pytest.approx(exact * (2 - exact), rel=1e-9, abs=0)
    assert failure(even(classes, ell, p), ell, p, found.records).diversity == found.exact


def _missed(p: float, drawn: int) -> Decimal:
    with localcontext() as digits:
        digits.prec = 60
        return (1 - Decimal(p)) ** drawn


def test_bounds_keep_their_digits():
    drawn = records(4, 3, 0.05, 1e-14)
    assert bound(4, 3, 1e-14, drawn) == pytest.approx(0.05, rel=1e-12)
    assert own_record(4, 3, 1e-14, drawn).other == pytest.approx(0.05, rel=1e-12)
    assert (bound(1, 1, 1.0, 1), own_record(1, 1, 1.0, 1).other) == (0, 1)


def test_one_value_of_one_class_never_lacks_where_every_record_falls_into_it():
    for drawn in (1, 3, 50):
        assert failure(given_distribution([[0.2, 0.6, 0.2]]), 1, 0.2, drawn).diversity == pytest.approx(0, abs=1e-15)
        half = failure(given_distribution([[0.25, 0.25]]), 1, 0.25, drawn)
        assert half.diversity == pytest.approx(0.5**drawn, rel=1e-12)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: records(1, 1, 0.1, 1e-320),
        lambda: records(3, 2, 0.1, 1e-300),
        lambda: robust_records(3, 2, 0.1, 1e-17, 9.9e-18),
    ],
)
def test_a_p_that_needs_more_records_than_can_be_counted_is_refused(ask):
    with pytest.raises(ParameterError, match=r"too small: more than 1e\+18 records"):
        ask()


def test_what_would_fill_the_memory_is_refused():
    with pytest.raises(ParameterError, match="more than 1,000,000 cells"):
        even(100_000_000, 1, 1e-8)
    with pytest.raises(ParameterError, match=r"releases must be at most 1e\+18"):
        promise_for_classes(1, 0.1, 0.001, 10, 10**300)
    with pytest.raises(ParameterError, match="too many to be drawn together"):
        simulate(even(4, 3, 1 / 12), 3, 63, 10**9, np.random.default_rng(1), 10)


def test_shares_that_make_up_everything_but_for_rounding_leave_nothing():
    found = failure(given_distribution([[sum([0.1] * 10)]]), 1, 1.0, 1, 3)
    assert (found.cells, found.target, found.diversity, found.lower) == (0, 0, 0, 0)
