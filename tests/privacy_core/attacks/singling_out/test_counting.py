"""Counts that spell a row: theory, simulation against tables drawn whole, noise."""

from __future__ import annotations

from itertools import pairwise
from math import exp

import numpy as np
import pytest

from privacy_core import ParameterError
from privacy_core.attacks.singling_out import (
    baseline,
    baseline_low,
    best_repetitions,
    bit_theory,
    chance_of_naming,
    codomain_bound,
    counting_attack,
    counts_bound,
    counts_curve,
    dp_bound,
    laplace_theory,
    peak,
    success_of_adaptive_counts,
    success_of_counts,
)
from privacy_core.attacks.singling_out.reading import chosen

N, M = 1000, 20


def rng(seed=7):
    return np.random.default_rng(seed)


def of_whole_tables(n, m, repetitions, trials, random, epsilon=None):
    """The attack as it reads: every row drawn, every count taken over all rows, the predicate tried on all rows."""
    hits = 0
    for _ in range(trials):
        bits = random.integers(0, 2, (n, m))
        hashed = random.random((repetitions, n)) < 1 / n
        counts = np.array([[h.sum(), *(h[:, None] & (bits == 1)).sum(0)] for h in hashed], float)
        if epsilon is not None:
            counts += random.laplace(0, counts.size / epsilon, counts.shape)
        chosen = np.abs(counts[:, 0] - 1.001).argmin()  # rather 2 than 0
        hits += (hashed[chosen] & (bits == (counts[chosen, 1:] > 0.5)).all(1)).sum() == 1
    return hits / trials


def test_the_step_curve():
    assert success_of_counts([20, 21, 42, 63, 105, 210], N, 20) == pytest.approx(
        [0, 0.36806, 0.60066, 0.748, 0.899, 0.98984], abs=5e-4
    )
    assert success_of_counts([21, 42, 210], N, 20) == pytest.approx([0.36806, 0.60066, 0.98984], abs=1e-5)
    curve = counts_curve(N, 20, 210)
    assert len(curve.counts) == len(curve.success) == 211
    assert curve.certain == pytest.approx(success_of_counts(curve.counts, N, 20))
    assert (curve.success >= curve.certain).all()
    assert curve.success == pytest.approx(curve.certain, abs=0.002)
    assert np.flatnonzero(np.diff(curve.success)).tolist() == [20 + 21 * block for block in range(10)]
    assert curve.blind == baseline_low(N, 2**-20 / N)
    assert (curve.adaptive >= curve.success - 1e-12).all()


def test_asking_one_by_one_needs_one_more_count_per_try():
    assert success_of_adaptive_counts([20, 21, 22], N, 20) == pytest.approx([0, peak(N), 1 - (1 - peak(N)) ** 2])
    shown = counting_attack(N, M, 2, 4000, rng(), adaptive=True)
    assert shown.theory == pytest.approx(float(success_of_adaptive_counts(42, N, M)), abs=1e-5)
    assert shown.main.rate == pytest.approx(shown.theory, abs=0.005)
    single = counting_attack(N, M, 1, 4000, rng(), adaptive=True)
    assert single.main.rate == pytest.approx(0.368, abs=0.03)


@pytest.mark.parametrize(("repetitions", "rate", "within"), [(1, 0.368, 0.046), (10, 0.990, 0.012)])
def test_the_attack_on_exact_counts(repetitions, rate, within):
    shown = counting_attack(N, M, repetitions, 1000, rng())
    assert shown.main.rate == pytest.approx(rate, abs=within)
    assert shown.theory == pytest.approx(float(success_of_counts(21 * repetitions, N, M)), abs=0.002)
    assert shown.settings["certain"] / 1000 == pytest.approx(rate, abs=within)
    assert shown.outcome.value == "beats baseline"
    assert shown.log2_weight == pytest.approx(-20 - np.log2(N))
    assert shown.settings["counts"] == repetitions * 21
    assert shown.main.interval[0] > shown.baseline


@pytest.mark.parametrize(("m", "repetitions", "epsilon"), [(20, 1, None), (6, 3, None), (8, 1, 60.0), (8, 3, 150.0)])
def test_rows_that_cannot_match_may_be_left_out(m, repetitions, epsilon):
    """Whole tables give the same rate as drawing only the rows each hash holds for."""
    slow = of_whole_tables(50, m, repetitions, 3000, rng(1), epsilon)
    fast = counting_attack(50, m, repetitions, 60_000, rng(2), epsilon).main.rate
    assert slow == pytest.approx(fast, abs=4 * np.sqrt(max(fast * (1 - fast), 1e-4) / 3000))


@pytest.mark.parametrize("m", [0, 1, 5, 40])
def test_being_certain_does_not_depend_on_the_number_of_bits(m):
    shown = counting_attack(N, m, 1, 5000, rng(m))
    assert shown.settings["certain"] / 5000 == pytest.approx(peak(N), abs=0.03)
    assert shown.main.rate >= shown.settings["certain"] / 5000
    assert shown.baseline == pytest.approx(baseline_low(N, 2.0**-m / N))


@pytest.mark.parametrize("n", [1, 2, 5, 1000])
@pytest.mark.parametrize("m", [0, 1, 3, 6, 12])
@pytest.mark.parametrize(("repetitions", "epsilon"), [(1, None), (4, None), (1, 40.0), (4, 40.0)])
def test_theory_holds_for_few_bits_and_few_rows(n, m, repetitions, epsilon):
    shown = counting_attack(n, m, repetitions, 20_000, rng(m), epsilon)
    spread = np.sqrt(max(shown.theory * (1 - shown.theory), 1e-5) / 20_000)
    assert shown.main.rate == pytest.approx(shown.theory, abs=4.5 * spread)


@pytest.mark.parametrize("m", [1, 3, 8, 20])
def test_noise_never_helps(m):
    exact = counts_curve(N, m, 12 * (m + 1)).success
    for epsilon in (0.1, 1, 5, 20, 100):
        assert (counts_curve(N, m, 12 * (m + 1), epsilon).success <= exact + 1e-9).all()


def test_which_hash_is_chosen_adds_up():
    for epsilon in (None, 0.01, 1.0, 30.0, 1e4):
        for repetitions in (1, 2, 50):
            assert chosen(N, repetitions, epsilon).sum() == pytest.approx(1, abs=1e-9)
    assert chosen(N, 1, 2.0)[1] == pytest.approx(peak(N))
    assert chosen(N, 10, None)[1] == pytest.approx(1 - (1 - peak(N)) ** 10)


def test_the_table_of_noise():
    table = {1: 5.6e-7, 10: 1.6e-5, 21: 2.7e-4, 50: 0.0136, 100: 0.143, 200: 0.338, 500: 0.368}
    for total, chance in table.items():
        assert laplace_theory(N, M, total) == pytest.approx(chance, rel=0.03)
        assert laplace_theory(N, M, total) == pytest.approx(peak(N) * (1 - 0.5 * exp(-total / 42)) ** 20, rel=1e-12)


def test_noise_stops_it_and_a_large_budget_lets_it_through():
    assert counting_attack(N, M, 1, 1000, rng(), 1).main.hits == 0
    assert counting_attack(N, M, 1, 1000, rng(), 1).outcome.value == "no better than baseline"
    assert counting_attack(N, M, 1, 1000, rng(), 100).main.rate == pytest.approx(0.143, abs=0.04)


@pytest.mark.parametrize(("repetitions", "epsilon"), [(1, 50), (1, 200), (2, 400), (3, 300), (5, 1000), (10, 2000)])
def test_theory_of_noise_is_what_happens(repetitions, epsilon):
    shown = counting_attack(N, M, repetitions, 20_000, rng(3), epsilon)
    spread = np.sqrt(shown.theory * (1 - shown.theory) / 20_000)
    assert shown.main.rate == pytest.approx(shown.theory, abs=4 * spread + 0.002)
    assert shown.settings["epsilon_per_count"] == pytest.approx(epsilon / (21 * repetitions))


def test_without_noise_theory_of_noise_is_the_step_curve():
    for repetitions in (1, 2, 10):
        assert laplace_theory(N, M, 1e7, repetitions) == pytest.approx(
            float(success_of_counts(21 * repetitions, N, M)), abs=1e-4
        )


def test_under_noise_fewer_tries_are_better():
    assert laplace_theory(N, M, 200, 5) == pytest.approx(0.01, abs=0.002)
    assert best_repetitions(N, M, 200) == (1, chance_of_naming(N, M, 1, 200 / 21))
    best, chance = best_repetitions(N, M, 2000)
    assert 1 < best < 20
    assert chance >= max(laplace_theory(N, M, 2000, tried) for tried in range(1, 21))


def test_a_budget_per_count_collapses_the_curve():
    exact, noisy = counts_curve(N, 20, 210), counts_curve(N, 20, 210, 1.0)
    assert noisy.success[21] == pytest.approx(0.0003, abs=5e-5)
    assert (noisy.success <= exact.success + 1e-12).all()
    assert all(before <= after for before, after in pairwise(noisy.success))
    assert noisy.adaptive is None


def test_what_differential_privacy_promises():
    low = 2**-20 / 1000
    assert dp_bound(1000, 1, low).value == pytest.approx(2.59e-6, rel=1e-3)
    assert not dp_bound(1000, 1, low).vacuous
    assert not dp_bound(1000, 13, low).vacuous
    assert dp_bound(1000, 14, low).vacuous
    far = dp_bound(1000, 1000, low)
    assert (far.value, far.vacuous, far.words) == (1.0, True, "no guarantee")
    assert dp_bound(1000, 1, 0, 1e-9).value == pytest.approx(1e-6)
    assert dp_bound(1000, 1, 0).value == 0
    assert dp_bound(10**9, 1e300, 1e-300, 1).vacuous


@pytest.mark.parametrize("epsilon", [1, 5, 10, 50, 200])
def test_the_attack_keeps_within_the_promise(epsilon):
    promised = dp_bound(N, epsilon, 2**-M / N)
    assert laplace_theory(N, M, epsilon) <= chance_of_naming(N, M, 1, epsilon / (M + 1)) <= promised.value


def test_one_count_and_few_outputs():
    assert counts_bound(1000, -40).value == pytest.approx(1001 * baseline_low(1000, 2**-40))
    assert counts_bound(1000, -40, 0).value == pytest.approx(baseline_low(1000, 2**-40))
    assert counts_bound(1000, -40, 21).vacuous
    assert codomain_bound(1000, 1e-9, 1001).value == pytest.approx(1001 * baseline_low(1000, 1e-9))
    assert codomain_bound(1000, 0, 5).value == 0
    assert codomain_bound(1000, 0.5, 5).vacuous


def test_the_seed_decides():
    one, same, other = (counting_attack(N, M, 3, 500, rng(seed), 300, seed=seed) for seed in (4, 4, 5))
    assert one == same
    assert one.main != other.main
    assert (one.seed, other.seed) == (4, 5)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: counting_attack(N, M, 1, 10, rng(), 0), "ε must be above 0, got 0"),
        (lambda: counting_attack(N, M, 1, 10, rng(), -1), "ε must be above 0"),
        (lambda: counting_attack(N, M, 1, 10, rng(), float("nan")), "ε must be above 0"),
        (lambda: counting_attack(N, M, 1, 10, rng(), float("inf")), "ε must be"),
        (lambda: counting_attack(0, M, 1, 10, rng()), "n must be at least 1"),
        (lambda: counting_attack(N, -1, 1, 10, rng()), "m must be at least 0"),
        (lambda: counting_attack(N, M, 0, 10, rng()), "repetitions must be at least 1"),
        (lambda: counting_attack(N, M, 1, 1.5, rng()), "trials must be a whole number"),
        (lambda: counting_attack(N, M, 1, 10**9, rng()), "choose fewer"),
        (lambda: dp_bound(N, 0, 1e-6), "ε must be above 0"),
        (lambda: dp_bound(N, 1, 2), r"w must lie in \[0, 1\]"),
        (lambda: dp_bound(N, 1, 0.1, 2), "delta"),
        (lambda: dp_bound(0, 1, 0.1), "n must be"),
        (lambda: laplace_theory(N, M, 0), "ε must be above 0"),
        (lambda: counts_curve(N, 20, 100, 0), "ε must be above 0"),
        (lambda: counts_curve(N, 20, 10**6), "up_to must lie in"),
        (lambda: success_of_counts(-1, N, 20), "number of counts"),
        (lambda: success_of_counts(1.5, N, 20), "number of counts"),
        (lambda: codomain_bound(N, 0.1, 0), "outputs"),
    ],
)
def test_what_cannot_be_is_refused(call, said):
    with pytest.raises(ParameterError, match=said):
        call()


@pytest.mark.parametrize(
    "asked",
    [
        lambda: success_of_counts(1e300, 100, 3),
        lambda: success_of_counts(np.inf, 100, 3),
        lambda: success_of_counts(5, 100, 10**30),
        lambda: success_of_adaptive_counts([3, 10**30], 100, 3),
        lambda: counts_bound(-1, -20.0, 3),
        lambda: baseline(np.inf, 0.1),
        lambda: baseline_low(10**30, 0.1),
        lambda: bit_theory(3, 10**30, 50),
    ],
)
def test_numbers_too_large_to_be_counted_are_refused(asked):
    with pytest.raises(ParameterError, match="must be|must lie"):
        asked()
