"""The chance that a release fails: against every sequence of records, the paper's numbers, and chance itself."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_core import ParameterError, Stopped
from privacy_core.ell_delta import even, failure, over_releases, promise, promise_for_classes, records, simulate
from privacy_core.ell_delta import given as given_distribution
from privacy_core.ell_delta.promise import Basis
from tests.privacy_core.ell_delta.counting_out import poor, poor_by_cell, some_empty, some_even_empty

QUARTERS = np.full((2, 2), 1 / 4)
ZIPF = np.tile(1 / np.arange(1, 7) / np.sum(1 / np.arange(1, 7)) / 5, (5, 1))
DESIGNS = [(2, 2, 0.1, 2), (4, 3, 0.05, 3), (8, 2, 0.05, 2), (8, 4, 0.02, 5), (16, 3, 0.01, 4)]


def exactly(mass, ell, drawn, releases=1):
    return failure(given_distribution(mass), ell, 0.1, drawn, releases).diversity


@pytest.mark.parametrize(
    ("mass", "ell", "drawn", "releases", "expected"),
    [
        (QUARTERS, 2, 4, 1, Fraction(29, 32)),
        (QUARTERS, 2, 5, 1, Fraction(49, 64)),
        (QUARTERS, 1, 6, 1, Fraction(1, 32)),
        (QUARTERS, 1, 4, 2, Fraction(1935, 4096)),
        (QUARTERS, 2, 5, 2, Fraction(3871, 4096)),
        ([[1 / 6, 1 / 6, 1 / 6], [1 / 12, 1 / 6, 1 / 4]], 2, 5, 1, Fraction(851, 1296)),
    ],
)
def test_values_by_hand(mass, ell, drawn, releases, expected):
    assert exactly(mass, ell, drawn, releases) == pytest.approx(float(expected), abs=1e-13)


def test_the_leanest_design():
    once, twice = (failure(even(4, 3, 1 / 12), 3, 1 / 12, 63, t) for t in (1, 2))
    assert once.bound == pytest.approx(0.049946, abs=5e-7)
    assert once.cells == pytest.approx(once.bound)
    assert once.lower == pytest.approx(0.048818, abs=5e-7)
    assert once.target == once.diversity == pytest.approx(0.049271, abs=5e-7)
    assert twice.target == pytest.approx(0.096115, abs=5e-7)
    assert twice.diversity == pytest.approx(twice.target, rel=1e-12)


@pytest.mark.parametrize(("drawn", "expected"), [(60, 0.063679), (61, 0.058469), (62, 0.053677), (64, 0.045221)])
def test_neighbours_of_the_leanest_design(drawn, expected):
    assert failure(even(4, 3, 1 / 12), 3, 1 / 12, drawn).target == pytest.approx(expected, abs=5e-7)


@pytest.mark.parametrize(
    ("design", "expected"),
    list(
        zip(
            DESIGNS,
            [
                (13, 0.094297, 0.179702),
                (63, 0.049271, 0.140650),
                (90, 0.047312, 0.092386),
                (233, 0.019464, 0.093607),
                (403, 0.009879, 0.038933),
            ],
            strict=True,
        )
    ),
)
def test_five_designs(design, expected):
    classes, ell, delta, releases = design
    found = promise_for_classes(ell, delta, 1 / (classes * ell), classes, releases)
    assert found.records == expected[0]
    assert (found.exact, found.linked_exact) == (
        pytest.approx(expected[1], abs=5e-7),
        pytest.approx(expected[2], abs=5e-7),
    )
    assert found.linked_bound == releases * delta
    assert found.linked_exact <= found.linked_bound


def test_a_bound_of_one_says_nothing_where_the_chance_does():
    found = promise_for_classes(3, 0.1, 1 / 12, 4, 10)
    assert found.linked_bound == pytest.approx(1.0)
    assert found.linked_exact == pytest.approx(0.608, abs=5e-4)
    assert "the bound itself says nothing here" in found.sentence


@pytest.mark.parametrize(("delta", "ratio"), [(0.2, 0.870), (0.1, 0.894), (0.05, 0.985), (0.01, 0.954), (0.001, 0.995)])
def test_slack_is_the_rounding_of_records(delta, ratio):
    assert promise_for_classes(3, delta, 1 / 12, 4).exact / delta == pytest.approx(ratio, abs=6e-4)


def test_spare_values_make_failure_rare():
    cells = given_distribution(ZIPF)
    p = float(ZIPF[0, 2])
    assert p == pytest.approx(0.027211, abs=5e-7)
    drawn = records(5, 3, 0.05, p)
    once, twice = (failure(cells, 3, p, drawn, t) for t in (1, 2))
    assert drawn == 207
    assert once.bound == pytest.approx(0.049655, abs=5e-7)
    assert once.cells == pytest.approx(0.017448, abs=5e-7)
    assert once.target == pytest.approx(0.017344, abs=1e-6)
    assert once.diversity < 5e-7
    assert twice.diversity == pytest.approx(6e-6, abs=5e-7)
    assert failure(cells, 3, p, 171).cells <= 0.05 < failure(cells, 3, p, 170).cells


chances = st.lists(st.lists(st.integers(1, 5), min_size=2, max_size=3), min_size=1, max_size=2)


@settings(max_examples=40)
@given(chances, st.integers(0, 5), st.integers(1, 3), st.integers(1, 7), st.integers(1, 2))
def test_agrees_with_every_sequence_of_records(rows, outside, ell, drawn, releases):
    total = sum(map(sum, rows)) + outside
    masses = [[Fraction(n, total) for n in row] for row in rows]
    widest = max(map(len, rows))
    mass = np.array([[n / total for n in row] + [0] * (widest - len(row)) for row in rows])
    assert exactly(mass, ell, drawn, releases) == pytest.approx(
        float(poor(masses, ell, drawn, releases)), abs=1e-12, rel=1e-9
    )


@pytest.mark.parametrize(
    ("classes", "values", "ell", "drawn", "releases"),
    [(4, 5, 3, 120, 1), (10, 5, 3, 300, 1), (6, 8, 7, 150, 1), (3, 4, 2, 30, 2), (4, 5, 3, 45, 2), (2, 3, 3, 60, 2)],
)
def test_many_unequal_cells_one_after_the_other(classes, values, ell, drawn, releases):
    rng = np.random.default_rng(classes * drawn)
    mass = rng.dirichlet(np.full(classes * values, 2.0)).reshape(classes, values) * 0.95
    assert exactly(mass, ell, drawn, releases) == pytest.approx(poor_by_cell(mass, ell, drawn, releases), abs=1e-12)


@pytest.mark.parametrize("seed", range(40))
def test_cells_of_all_sizes(seed):
    """Chances near 0, near 1 and between; cells down to 1e-12."""
    rng = np.random.default_rng(seed)
    classes, values, drawn = int(rng.integers(1, 16)), int(rng.integers(1, 6)), int(rng.integers(1, 200))
    ell, even_out = int(rng.integers(1, values + 1)), 10 ** rng.uniform(-1.5, 1)
    mass = np.maximum(rng.dirichlet(np.full(classes * values, even_out)), 1e-12) * rng.uniform(0.3, 1 - 1e-9)
    mass = mass.reshape(classes, values)
    assert exactly(mass, ell, drawn) == pytest.approx(poor_by_cell(mass, ell, drawn, 1), abs=1e-11)


@pytest.mark.parametrize(("ell", "drawn"), [(30, 30), (30, 31), (30, 100), (10, 40)])
def test_one_class_of_many_values_in_two_releases(ell, drawn):
    mass = np.random.default_rng(5).dirichlet(np.full(50, 0.3)).reshape(1, 50)
    once, twice = (exactly(mass, ell, drawn, t) for t in (1, 2))
    assert once == pytest.approx(poor_by_cell(mass, ell, drawn, 1), abs=1e-11)
    assert once - 1e-12 <= twice <= 1


@settings(max_examples=60)
@given(st.lists(st.integers(1, 9), min_size=2, max_size=7), st.integers(0, 9), st.integers(1, 400))
def test_empty_cells_by_inclusion_and_exclusion(parts, outside, drawn):
    total = sum(parts) + outside
    cells = [Fraction(n, total) for n in parts]
    found = failure(given_distribution(np.array([parts]) / total), len(parts), 0.1, drawn)
    expected = float(some_empty(cells, drawn))
    assert found.target == pytest.approx(expected, rel=1e-9, abs=1e-100)
    assert found.lower <= found.target * (1 + 1e-9)
    assert found.target <= found.cells * (1 + 1e-12)
    assert found.target >= min(found.cells - found.cells**2 / 2, 1) - 1e-12


@pytest.mark.parametrize(("cells", "drawn"), [(12, 13), (12, 300), (50, 342), (200, 600), (200, 1660), (200, 5000)])
def test_many_even_cells(cells, drawn):
    found = failure(even(cells, 1, 1 / cells), 1, 1 / cells, drawn).target
    assert found == pytest.approx(float(some_even_empty(cells, Fraction(1, cells), drawn)), rel=1e-9)


def test_extreme_settings():
    assert failure(given_distribution([[1.0]]), 1, 1.0, 1).target == 0
    assert failure(given_distribution([[1.0]]), 2, 0.5, 10).diversity == 1
    assert failure(even(4, 3, 1 / 12), 3, 1 / 12, 11).target == 1
    assert failure(even(4, 3, 1 / 12), 3, 1 / 12, 100_000).target < 1e-300
    assert failure(even(500, 4, 1 / 2000), 4, 1 / 2000, 20_000).target == pytest.approx(0.0866, abs=5e-4)


@settings(max_examples=40)
@given(st.integers(1, 5), st.integers(1, 3), st.integers(1, 200), st.integers(1, 6))
def test_more_records_fail_less_and_more_releases_more(classes, ell, drawn, releases):
    p = 1 / (classes * ell)
    here = failure(even(classes, ell, p), ell, p, drawn, releases)
    later = failure(even(classes, ell, p), ell, p, drawn + 1, releases)
    again = failure(even(classes, ell, p), ell, p, drawn, releases + 1)
    assert later.target <= here.target * (1 + 1e-9)
    assert again.target >= here.target * (1 - 1e-9)
    assert here.lower <= here.target * (1 + 1e-9)
    if here.diversity is not None:
        assert here.diversity == pytest.approx(here.target, rel=1e-9)


@settings(max_examples=25)
@given(st.integers(0, 10**6))
def test_order_of_classes_and_values_changes_nothing(seed):
    rng = np.random.default_rng(seed)
    mass = rng.dirichlet(np.ones(9)).reshape(3, 3)
    one = failure(given_distribution(mass), 2, 0.01, 60, 2)
    other = failure(given_distribution(rng.permuted(mass, axis=1)[rng.permutation(3)]), 2, 0.01, 60, 2)
    assert other.target == pytest.approx(one.target, rel=1e-9)
    assert other.diversity == pytest.approx(one.diversity, rel=1e-9)
    assert one.diversity <= one.target


def test_two_releases_of_many_cells_are_left_to_simulation():
    spare = given_distribution(np.full((17, 3), 1 / 51))
    assert failure(spare, 2, 1 / 51, 300, 2).diversity is None
    assert failure(spare, 2, 1 / 51, 300, 1).diversity is not None
    assert failure(given_distribution(ZIPF), 3, 0.02, 207, 3).diversity is None


@settings(max_examples=20)
@given(st.integers(1, 20), st.integers(1, 5), st.integers(1, 6), st.integers(1, 400))
def test_without_spare_values_the_promise_breaks_when_a_target_is_missing(classes, ell, releases, drawn):
    """However many releases and cells: whoever misses one of exactly ℓ values shows fewer than ℓ."""
    p = 1 / (classes * ell)
    found = failure(even(classes, ell, p), ell, p, drawn, releases)
    assert found.diversity == found.target


@pytest.mark.parametrize("design", DESIGNS, ids=str)
def test_simulated_rates_of_the_five_designs(design):
    classes, ell, delta, releases = design
    found = promise_for_classes(ell, delta, 1 / (classes * ell), classes, releases)
    drawn = simulate(even(classes, ell, found.p), ell, found.records, releases, np.random.default_rng(2025), 20_000)
    low, high = drawn.target_interval(0.999)
    assert low <= found.linked_exact <= high
    assert drawn.diversity == drawn.target


@pytest.mark.parametrize("seed", range(50))
def test_simulated_rates_of_seeded_designs(seed):
    rng = np.random.default_rng(seed)
    classes, values = int(rng.integers(1, 5)), int(rng.integers(2, 6))
    ell, releases = int(rng.integers(1, values + 1)), int(rng.integers(1, 3))
    mass = (rng.dirichlet(np.full(classes * values, 2.0)) * rng.uniform(0.6, 1)).reshape(classes, values)
    cells = given_distribution(mass)
    drawn = int(rng.integers(10, 120))
    exact = failure(cells, ell, 0.01, drawn, releases)
    found = simulate(cells, ell, drawn, releases, rng, 4_000)
    for interval, chance in ((found.target_interval, exact.target), (found.diversity_interval, exact.diversity)):
        low, high = interval(0.999)
        assert low <= chance <= high


def test_simulation_is_the_generators():
    cells = even(4, 3, 1 / 12)
    one, two = (simulate(cells, 3, 63, 2, np.random.default_rng(7), 3000) for _ in range(2))
    assert one == two
    assert one.trials == 3000


def test_simulation_stops_when_told():
    with pytest.raises(Stopped):
        simulate(even(4, 3, 1 / 12), 3, 63, 2, np.random.default_rng(1), 10, lambda share, doing: False)
    with pytest.raises(ParameterError, match="trials must be at least 1"):
        simulate(even(4, 3, 1 / 12), 3, 63, 2, np.random.default_rng(1), 0)


def test_a_class_with_too_few_values_always_fails():
    cells = given_distribution([[0.5, 0.0], [0.25, 0.25]])
    found = failure(cells, 2, 0.1, 50)
    assert (found.target, found.diversity) == (1, 1)
    drawn = simulate(cells, 2, 50, 1, np.random.default_rng(1), 100)
    assert (drawn.target, drawn.diversity) == (100, 100)


def test_linked_chances_add_up_at_most():
    assert over_releases(0.0, 5) == 0
    assert over_releases(1.0, 2) == 1
    assert over_releases(1e-18, 2) == pytest.approx(2e-18)


def test_what_is_estimated_is_never_called_a_guarantee():
    said = promise(even(4, 3, 1 / 12), 3, 0.05, 1 / 12).sentence
    assert said.startswith("Estimated from the table itself, so this is no guarantee:")
    assert promise(even(1, 3, 1 / 12), 3, 0.05, 1 / 12, 2, Basis.GIVEN).sentence.startswith("If the chances given are")


def test_ties_go_to_the_lower_value():
    from privacy_core.ell_delta import target_cells

    cells = given_distribution([[0.2, 0.1, 0.2, 0.2], [0.1, 0.05, 0.05, 0.1]])
    assert cells.value[target_cells(cells, 2)].tolist() == [0, 2, 0, 3]


def test_a_promise_says_of_what_its_exact_chance_is():
    found = promise(given_distribution(ZIPF), 3, 0.05, float(ZIPF[0, 2]))
    assert failure(given_distribution(ZIPF), 3, found.p, found.records).diversity < found.exact / 1000
    assert f"a target value is missing with a chance of exactly {found.exact:.4f}" in found.sentence
