"""The worst case and the average case: the papers' numbers, every small world, and the tables that attain them."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import comb

import numpy as np
import pytest

from privacy_core import ParameterError
from privacy_core.composition import (
    collapse_ell,
    ell_needed,
    extremal_sets,
    extremal_tables,
    forecast,
    link_by_key,
    random_case,
    releases_to_pin,
    worst_case,
)


def worst(others: int, ell: int, releases: int) -> int:
    """As the paper counts: `others` values beside the true one."""
    return worst_case(others + 1, [ell] * releases)


@pytest.mark.parametrize(
    ("others", "ell", "left"),
    [
        (4, 3, {2: 1}),
        (4, 4, {2: 3, 3: 2, 4: 1}),
        (9, 8, {1: 8, 2: 6, 3: 4, 4: 2, 5: 1, 6: 1}),
        (19, 15, {1: 15, 2: 10, 3: 5, 4: 1}),
        (4, 5, {9: 5}),
    ],
)
def test_values_of_the_worst_case(others, ell, left):
    assert {releases: worst(others, ell, releases) for releases in left} == left


def test_the_power_printed_in_a_review_is_wrong():
    def power(others, ell, releases):
        return max(1, others + 1 - (others - ell + 1) ** releases)

    assert (worst(4, 4, 2), power(4, 4, 2)) == (3, 4), "t multiplies"
    assert worst(4, 3, 2) == power(4, 3, 2) == 1, "the review's own test case cannot tell them apart"


def test_thresholds():
    assert [collapse_ell(n, t) for n, t in ((5, 2), (10, 2), (10, 3), (10, 5))] == [3, 5, 7, 8]
    assert [releases_to_pin(n, ell) for n, ell in ((5, 4), (10, 8), (20, 18), (5, 5))] == [4, 5, 10, None]
    assert (collapse_ell(1, 3), releases_to_pin(1, 1)) == (1, 1), "one value pins by itself"


@pytest.mark.parametrize("n_values", range(1, 9))
@pytest.mark.parametrize("releases", range(1, 6))
def test_the_thresholds_are_where_the_worst_case_turns(n_values, releases):
    pins = [ell for ell in range(1, n_values + 1) if worst_case(n_values, [ell] * releases) == 1]
    assert collapse_ell(n_values, releases) == max(pins)
    for ell in range(1, n_values + 1):
        first = next((t for t in range(1, 50) if worst_case(n_values, [ell] * t) == 1), None)
        assert releases_to_pin(n_values, ell) == first
    for left in range(1, n_values + 1):
        enough = min(e for e in range(1, n_values + 1) if worst_case(n_values, [e] * releases) >= left)
        assert ell_needed(n_values, releases, left) == enough


def exhaustive(n_values: int, ells: tuple[int, ...]) -> int:
    """Smallest intersection over every choice of sets that hold the true value 0."""
    choices = [[{0, *rest} for rest in combinations(range(1, n_values), ell - 1)] for ell in ells]
    return min(len(set.intersection(*chosen)) for chosen in product(*choices))


@pytest.mark.parametrize("n_values", range(1, 6))
@pytest.mark.parametrize("releases", [1, 2, 3])
def test_formula_search_and_constructor_agree(n_values, releases):
    for ells in product(range(1, n_values + 1), repeat=releases):
        assert worst_case(n_values, ells) == exhaustive(n_values, ells)
    for ell in range(1, n_values + 1):
        made = extremal_sets(n_values, ell, releases)
        assert {len(shown) for shown in made} == {ell}
        assert len(frozenset.intersection(*made)) == worst_case(n_values, [ell] * releases)


def test_sets_of_the_constructor():
    assert extremal_sets(5, 4, 3) == (frozenset({0, 2, 3, 4}), frozenset({0, 1, 3, 4}), frozenset({0, 1, 2, 4}))
    assert extremal_sets(5, 3, 2) == (frozenset({0, 3, 4}), frozenset({0, 1, 2}))


@pytest.mark.parametrize(
    ("n_values", "ell", "releases", "k"),
    [(5, 3, 2, 1), (5, 4, 4, 7), (10, 8, 5, 50), (3, 3, 2, 4), (4, 1, 2, 6), (1, 1, 2, 3)],
)
def test_tables_of_the_same_people_attain_it_at_any_k(n_values, ell, releases, k):
    made = extremal_tables(n_values, ell, releases, k)
    found = link_by_key(made, "secret", "person")
    assert all(one.k >= k and one.ell >= min(ell, n_values) for one in found.releases)
    assert (found.not_in_all, found.empty, int(found.changed.sum())) == (0, 0, 0)
    assert found.ids([0]) == ["1"]
    assert found.left_of(0) == found.worst_case == worst_case(n_values, [ell] * releases)


def by_inclusion_and_exclusion(others: int, ell: int, releases: int) -> list[Fraction]:
    def share(values):
        return (
            Fraction(comb(others - values, ell - 1 - values), comb(others, ell - 1)) ** releases if values < ell else 0
        )

    return [
        comb(others, r) * sum((-1) ** j * comb(others - r, j) * share(r + j) for j in range(others - r + 1))
        for r in range(ell)
    ]


def test_random_classes_pin():
    assert random_case(5, [3, 3]).pinned == pytest.approx(1 / 6, abs=1e-15)
    assert random_case(10, [5, 5]).pinned == pytest.approx(5 / 126, abs=1e-15)
    assert random_case(10, [5, 5, 5]).pinned == pytest.approx(1945 / 5292, abs=1e-15)
    by_releases = [round(random_case(10, [5] * t).pinned, 4) for t in range(1, 7)]
    assert by_releases == [0, 0.0397, 0.3675, 0.6762, 0.8485, 0.9314]
    assert [round(random_case(5, [3] * t).pinned, 4) for t in range(1, 5)] == [0, 0.1667, 0.5278, 0.7546]


@pytest.mark.parametrize("n_values", range(2, 13))
@pytest.mark.parametrize("releases", [1, 2, 5])
def test_random_classes_agree_with_inclusion_and_exclusion(n_values, releases):
    for ell in range(1, n_values + 1):
        exact = by_inclusion_and_exclusion(n_values - 1, ell, releases)
        found = random_case(n_values, [ell] * releases)
        assert found.chances == pytest.approx([float(chance) for chance in exact], abs=1e-14)
        assert found.mean == pytest.approx(float(sum((i + 1) * chance for i, chance in enumerate(exact))))


def test_random_classes_of_different_size_in_any_order():
    counted = np.zeros(4)
    for one, two in product(combinations(range(1, 6), 3), combinations(range(1, 6), 4)):
        counted[len(set(one) & set(two))] += 1
    found = random_case(6, [4, 5])
    assert found.chances == pytest.approx(counted / counted.sum())
    assert found.chances == pytest.approx(random_case(6, [5, 4]).chances)


def test_random_classes_of_many_values():
    found = random_case(1_000_000, [20_000, 50_000])
    assert found.chances.sum() == pytest.approx(1)
    assert found.chances @ np.arange(1, 20_001) == pytest.approx(found.mean)


def test_a_forecast_before_any_release():
    seen = forecast(10, [8] * 5)
    assert seen.left == (8, 6, 4, 2, 1)
    assert (seen.worst, seen.guess, seen.collapse_ell, seen.releases_to_pin) == (1, 1.0, 8, 5)
    assert forecast(10, [8, 9, 10]).left == (8, 7, 7)


@pytest.mark.parametrize(("n_values", "ells"), [(3, [4]), (3, [0]), (3, []), (0, [1]), (3, [2.5])])
def test_impossible_numbers_are_refused(n_values, ells):
    with pytest.raises(ParameterError):
        worst_case(n_values, ells)
    with pytest.raises(ParameterError):
        forecast(n_values, ells)
    with pytest.raises(ParameterError):
        random_case(n_values, ells)


def test_the_number_of_values_stands_in_the_refusal():
    with pytest.raises(ParameterError, match=r"number of values \(3\), got 4"):
        worst_case(3, [4])
