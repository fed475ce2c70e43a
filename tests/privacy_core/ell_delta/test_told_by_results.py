"""What results say of themselves, so that no page has to reckon: the exact chance, rates, designs."""

from __future__ import annotations

import numpy as np
import pytest

from privacy_core.ell_delta import (
    Failure,
    Redesign,
    Simulation,
    disappointment,
    even,
    failure,
    least_target,
    most_classes,
    records,
    redesign,
    targets,
    uneven,
)
from privacy_core.ell_delta import given as given_distribution


def test_the_exact_chance_is_of_what_is_promised_where_it_is_known():
    spare = failure(uneven(5, 6), 3, 0.02, 200)
    assert spare.exact == spare.diversity < spare.target
    unknown = Failure(3, 0.3, 0.2, 0.1, 0.15, None)
    assert unknown.exact == 0.15


def test_a_bound_is_tight_where_no_value_is_to_spare():
    assert failure(even(4, 3, 1 / 12), 3, 1 / 12, 63).is_tight
    assert not failure(uneven(5, 6), 3, 0.02, 200).is_tight
    assert [Failure(1, bound, 1, 0, 0.1, None).is_tight for bound in (0.2, 0.21)] == [True, False]


def test_rates_of_a_simulation():
    found = Simulation(200, 50, 10)
    assert (found.target_rate, found.rate) == (0.25, 0.05)
    assert found.diversity_interval()[0] < found.rate < found.diversity_interval()[1]


@pytest.mark.parametrize(("error", "rarer"), [(0.04, 0.01), (0.0, 0.05), (0.05, 0.0), (0.5, 0.0)])
def test_the_true_chance_of_the_rarer_value(error, rarer):
    assert disappointment(0.05, 0.01, error).rarer == pytest.approx(rarer)


def test_classes_with_spare_values():
    cells = uneven(5, 6)
    weights = np.array([1 / s for s in range(1, 7)])
    assert cells.mass.reshape(5, 6) == pytest.approx(np.tile(weights / weights.sum() / 5, (5, 1)))
    assert least_target(cells, 3) == targets(cells, 3).min() == pytest.approx(1 / 3 / weights.sum() / 5)
    assert least_target(given_distribution([[0.5, 0.0], [0.2, 0.3]]), 2) == 0


@pytest.mark.parametrize("ell", [1, 2, 3, 7])
@pytest.mark.parametrize("one_in", [12, 49, 50, 1000])
def test_as_many_classes_as_p_allows(ell, one_in):
    if ell <= one_in:
        assert most_classes(ell, 1 / one_in) == one_in // ell


def test_classes_made_for_a_larger_p_keep_the_promise_within_the_error():
    p, error = 1 / 12, 0.04
    found = redesign(3, 0.05, p, error)
    assert found == Redesign(2, records(2, 3, 0.05, p))
    drained = np.full((2, 3), p + error)
    drained[0, 0] -= error
    assert failure(given_distribution(drained), 3, p, found.records).cells <= 0.05
    assert redesign(3, 0.05, p, 0.26) is None
    assert redesign(3, 0.05, p, 1 / 4) == Redesign(1, records(1, 3, 0.05, p))
