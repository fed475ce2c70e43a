"""Every public function of the mechanism refuses numbers no mechanism can have, in a sentence of Kelt's own."""

from __future__ import annotations

import inspect
import math

import numpy as np
import pandas as pd
import pytest

from privacy_core import Missing, ParameterError, Policies, RoleError, ell_delta, from_frame
from privacy_core.ell_delta import (
    Distribution,
    Settings,
    bound,
    breakdown,
    certificate,
    class_limits,
    close_yet_pinned,
    compare_groupings,
    curve,
    disappointment,
    empirical,
    equal_sizes,
    even,
    failure,
    feasible,
    greedy,
    held_out,
    hoeffding_lower,
    independent,
    keeps,
    learning,
    least_target,
    linked_sets,
    mcdiarmid_radius,
    more_records,
    most_classes,
    over_releases,
    own_record,
    p_ell,
    plan,
    promise,
    promise_for_classes,
    records,
    records_exactly,
    redesign,
    robust_records,
    simulate,
    taking_part,
    target_cells,
    targets,
    uneven,
    weissman_radius,
    worst_bound,
)
from privacy_core.ell_delta import given as given_distribution

NAN, INF = math.nan, math.inf
SHARES = np.array([0.5, 0.3, 0.2])
LEAN = even(4, 3, 1 / 12)
PEOPLE = from_frame(pd.DataFrame({"age": [20, 20, 30, 30] * 10, "ill": list("ynyn") * 10}))
CUT = greedy(empirical(PEOPLE, ["age"], "ill"), 2, 0.1)
FOUND = certificate([40, 40], 100, 0.01)


def rng():
    return np.random.default_rng(1)


def seven(*four):
    """The settings of a plan."""
    return PEOPLE, ["age"], "ill", CUT, *four, 24


BAD = {
    bound: [
        (4, 3, 2, 1),
        (4, 3, -1, 1),
        (4, 3, NAN, 5),
        (0, 3, 0.1, 5),
        (4, 0, 0.1, 5),
        (4, 3, 0.1, 0),
        (1, 1, 0.1, 1.5),
    ],
    breakdown: [(LEAN, 0), (LEAN, 1.5), (LEAN, NAN)],
    certificate: [([1], 0, 0.1), ([], 5, 0.1), ([-1], 5, 0.1), ([6], 5, 0.1), ([1.5], 5, 0.1), ([NAN], 5, 0.1)]
    + [([1], 5, alpha) for alpha in (0, 1, NAN)],
    FOUND.failure: [(0,), (1.5,), (5, 0)],
    FOUND.records: [(0,), (1,), (2,), (NAN,)],
    class_limits: [(SHARES, 0, 0.1), (SHARES, 2, 0), (SHARES, 2, 1e-320), (SHARES, 2, 0.1, 0), (-SHARES, 2, 0.1)],
    close_yet_pinned: [(1,), (2.5,), (NAN,)],
    compare_groupings: [(LEAN, 0, 0.05, 9), (LEAN, 3, 0, 9), (LEAN, 3, 0.05, 0), (LEAN, 3, 0.05, 10**9)],
    curve: [(Settings(2, 0.1, 0.1), "delta", [0.1])],
    disappointment: [(0.6, 0.1, 0.1), (0, 0.1, 0.1), (0.1, 0, 0.1), (0.1, 0.1, 2), (0.1, 0.1, NAN)],
    empirical: [(PEOPLE, [], "ill"), (PEOPLE, ["age"], "ill", Policies(missing=Missing.WILDCARD))],
    equal_sizes: [(LEAN, 1.5), (LEAN, 0), (LEAN, 5), (LEAN, NAN)],
    even: [(0, 3, 0.1), (1, 0, 0.1), (1, 3, 0), (1, 3, -0.1), (1.5, 2, 0.1), (1, 1, 2), (1, 1, NAN)],
    failure: [(LEAN, 0, 0.1, 9), (LEAN, 3, 2, 9), (LEAN, 3, 0.1, 0), (LEAN, 3, 0.1, 9, 0), (LEAN, 10**9, 0.1, 9)],
    feasible: [(SHARES, 0, 0.1), (SHARES, 2, 0), (SHARES, 2, -1), (SHARES, 2, NAN), (SHARES, 1.5, 0.1)],
    given_distribution: [([[1], [1, 2]],), ([["x"]],), ([[NAN]],), ([[-1.0]],), ([[0.6, 0.6]],), ([0.5],), ([[]],)],
    greedy: [(LEAN, 0, 0.1), (LEAN, 3, -1), (LEAN, 3, 0), (LEAN, 1.5, 0.1)],
    held_out: [
        (PEOPLE, ["age"], "ill", *settings)
        for settings in [(0, 0.1, 0.1, rng()), (2, 0, 0.1, rng()), (2, 0.1, 0, rng()), (2, 0.1, 0.1, rng(), 0)]
        + [(2, 0.1, 0.1, rng(), 1, alpha) for alpha in (0, 1, 0.2)]
    ],
    hoeffding_lower: [
        (np.array([1.0]), 0, 0.1),
        (np.array([6.0]), 5, 0.1),
        (np.array([-1.0]), 5, 0.1),
        (np.array([1.0]), 5, 0),
        (np.array([0.5]), 5, 0.1),
        (np.array([NAN]), 5, 0.1),
    ],
    independent: [
        (np.array([0.5]), 0.3, 0),
        (np.array([0.5]), 0.3, 0.4),
        (np.array([0.9, 0.9]), 0.3, 0.1),
        (np.array([NAN]), 0.3, 0.1),
        (np.array([0.5]), 2, 0.1),
        (np.array([0.5]), NAN, 0.1),
        (np.zeros(0), 0.3, 0.1),
    ],
    keeps: [(LEAN, np.arange(4), 0, 0.1), (LEAN, np.arange(4), 3, 0), (LEAN, np.arange(3), 3, 0.1)],
    learning: [(LEAN, np.arange(4), 0), (LEAN, np.arange(4), 1.5), (LEAN, np.arange(5), 9), (LEAN, -np.arange(4), 9)],
    least_target: [(LEAN, 0), (LEAN, 1.5)],
    linked_sets: [([],)],
    mcdiarmid_radius: [(0, 9, 0.1), (3, 0, 0.1), (3, 9, 0), (3, 9, 1), (1.5, 9, 0.1), (3, 9, NAN)],
    more_records: [(0, 0.1), (2, 0), (2, 2), (1.5, 0.1)],
    most_classes: [(0, 0.1), (3, 0.5), (3, 0), (3, 1e-320), (3, NAN)],
    over_releases: [(-0.1, 2), (1.1, 2), (NAN, 2), (0.1, 0), (0.1, 1.5)],
    own_record: [(4, 3, 2, 9), (0, 3, 0.1, 9), (4, 3, 0.1, 0), (4, 3, NAN, 9)],
    p_ell: [
        (SHARES, 0),
        (SHARES, -1),
        (SHARES, 4),
        (SHARES, 1.5),
        (np.array([NAN]), 1),
        (np.zeros(0), 1),
        (2 * SHARES, 1),
    ],
    plan: [
        seven(0, 0.1, 0.1),
        seven(2, 0, 0.1),
        seven(2, 0.1, 0),
        (PEOPLE, ["age"], "ill", [0], 2, 0.1, 0.1, 24),
        (*seven(2, 0.1, 0.1)[:-1], 0),
        (*seven(2, 0.1, 0.1)[:-1], 1.5),
        (*seven(2, 0.1, 0.1), 0),
    ],
    promise: [
        (LEAN, 0, 0.1, 0.05),
        (LEAN, 3, 0, 0.05),
        (LEAN, 3, 0.1, 0.5),
        (LEAN, 4, 0.1, 0.05),
        (LEAN, 3, 0.1, 0.05, 0),
    ],
    promise_for_classes: [(0, 0.1, 0.05, 4), (3, 1, 0.05, 4), (3, 0.1, 0, 4), (3, 0.1, 0.05, 0), (3, 0.1, 0.5, 4)],
    records: [(0, 3, 0.1, 0.1), (4, 0, 0.1, 0.1), (4, 3, 0, 0.1), (4, 3, 0.1, 0), (4, 3, NAN, 0.1), (4, 3, 0.1, NAN)],
    records_exactly: [
        (4, 3, 0, 0.1),
        (4, 3, -1, 0.1),
        (4, 3, 0.1, 0),
        (0, 3, 0.1, 0.1),
        (4, 3, INF, 0.1),
        (4, 3, 0.1, 2),
    ],
    redesign: [(0, 0.1, 0.1, 0.1), (2, 0, 0.1, 0.1), (2, 0.1, 0, 0.1), (2, 0.1, 0.1, -1), (2, 0.1, 0.1, NAN)],
    robust_records: [
        (0, 3, 0.1, 0.1, 0),
        (4, 3, 0, 0.1, 0),
        (4, 3, 0.1, 0.1, 0.1),
        (4, 3, 0.1, 0.1, -1),
        (4, 3, 0.1, 0.1, NAN),
    ],
    simulate: [(LEAN, 0, 9, 2, rng()), (LEAN, 3, 0, 2, rng()), (LEAN, 3, 9, 0, rng()), (LEAN, 3, 9, 2, rng(), 0)],
    taking_part: [(PEOPLE, [], "ill"), (PEOPLE.with_suppressed(np.ones(40, bool)), ["age"], "ill")],
    target_cells: [(LEAN, 0), (LEAN, 1.5), (LEAN, NAN)],
    targets: [(LEAN, 0), (LEAN, -1), (LEAN, 10**12)],
    uneven: [(0, 3), (3, 0), (1.5, 3), (10**6, 10**6)],
    weissman_radius: [(0, 9, 0.1), (3, 0, 0.1), (3, 9, 0), (3, 9, 1), (3, 9, NAN)],
    worst_bound: [(LEAN, 0, 9, 0.1), (LEAN, 3, 0, 0.1), (LEAN, 3, 9, -0.1), (LEAN, 3, 9, 1.1), (LEAN, 3, 9, NAN)],
}
TAKE_NO_NUMBER = {"labels", "class_of_rows", "release", "property_alone", "one_class"}


@pytest.mark.parametrize(
    ("ask", "asked"),
    [(ask, asked) for ask, several in BAD.items() for asked in several],
    ids=lambda part: getattr(part, "__name__", None),
)
def test_numbers_out_of_range_are_refused(ask, asked):
    with pytest.raises(ParameterError):
        ask(*asked)


def test_no_public_function_is_left_out():
    public = {name for name in ell_delta.__all__ if inspect.isfunction(getattr(ell_delta, name))}
    assert public - TAKE_NO_NUMBER == {ask.__name__ for ask in BAD if inspect.isfunction(ask)}


@pytest.mark.parametrize(
    "settings",
    [(0, 0.1, 0.1), (2, 0.1, 0), (2, 0, 0.1), (2, 1, 0.1), (2.5, 0.1, 0.1), (2, 0.1, 0.1, 0), (2, 0.1, 0.1, 4, 0)],
)
def test_settings_of_a_curve(settings):
    with pytest.raises(ParameterError):
        _ = Settings(*settings).records


def test_a_curve_has_gaps_where_there_is_no_mechanism():
    assert curve(Settings(2, 0.1, 0.1), "ell", [0, 1.5, 2]) == [None, None, records(5, 2, 0.1, 0.1)]
    with pytest.raises(ParameterError, match="Settings: ell, delta_in_all, p, classes, releases"):
        curve(Settings(2, 0.1, 0.1), "records", [1])


@pytest.mark.parametrize(
    ("start", "value", "mass"),
    [
        ([1, 2], [0, 1], [0.5, 0.5]),
        ([0, 1], [0, 1], [0.5, 0.5]),
        ([0, 2], [0, 2], [0.5, 0.5]),
        ([0, 2], [-1, 0], [0.5, 0.5]),
    ],
)
def test_cells_that_fit_no_groups(start, value, mass):
    with pytest.raises(ParameterError, match="do not fit"):
        Distribution(np.array(start), np.array(value), np.array(mass), 2)


def test_a_promise_never_counts_on_target_cells_likelier_than_they_are():
    with pytest.raises(
        ParameterError, match=r"do not keep p = 0\.05: the rarest of their 12 target cells has .* 0\.04"
    ):
        promise(even(4, 3, 0.04), 3, 0.05, 0.05)
    rounded = promise(even(4, 3, 1 / 12), 3, 0.05, 1 / 12 + 5e-7)
    assert (rounded.p, rounded.records) == (1 / 12, 63)
    assert promise(even(4, 3, 1 / 12), 3, 0.05, 0.05).p == 0.05


def test_a_column_in_two_roles():
    for ask in (lambda: empirical(PEOPLE, ["age"], "age"), lambda: empirical(PEOPLE, ["age", "age"], "ill")):
        with pytest.raises(RoleError):
            ask()
