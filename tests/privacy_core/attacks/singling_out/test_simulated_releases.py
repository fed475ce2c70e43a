"""Intervals, bits, pairs of releases, everyone at once: simulated tables, theory and slow oracles."""

from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np
import pytest

from privacy_core import ParameterError
from privacy_core.attacks.singling_out import (
    bit_attack,
    bit_theory,
    bucket_attack,
    columns_needed,
    expected_success,
    one_bit_attack,
    publish_last_half,
    xor_pair,
)


def rng(seed=11):
    return np.random.default_rng(seed)


def near(shown, sigmas=4):
    """Whether what happened is what theory expects."""
    expected = shown.theory
    return abs(shown.main.rate - expected) <= sigmas * np.sqrt(
        max(expected * (1 - expected), 1e-6) / shown.main.attempts
    )


def bits_row_by_row(k, columns, n, trials, random):
    """Bit suppression as it reads, with a table of coins for the hash."""
    hits = 0
    for _ in range(trials):
        rows = random.integers(0, 2, (n, columns)).tolist()
        kept = [c for c in range(columns) if len({row[c] for row in rows[:k]}) == 1]
        rest = [c for c in range(columns) if c not in kept]
        coins = {}
        matches = 0
        for row in rows:
            if all(row[c] == rows[0][c] for c in kept):
                matches += coins.setdefault(tuple(row[c] for c in rest), random.random() < 1 / k)
        hits += matches == 1
    return hits / trials


def test_a_printed_end_point_is_somebody():
    shown = bucket_attack(1000, 5, 1000, rng())
    assert shown.main.rate == 1.0
    assert shown.log2_weight == -32
    assert shown.outcome.value == "beats baseline"
    assert bucket_attack(1003, 10, 200, rng()).main.rate == 1.0


def test_where_all_values_are_equal_nobody_is():
    shown = bucket_attack(1000, 5, 1000, rng(), equal=True)
    assert (shown.main.hits, shown.main.attempts) == (0, 1000)
    assert shown.outcome.value == "premise fails"


def test_coarse_values_single_out_nobody():
    shown = bucket_attack(1000, 5, 500, rng(), bits=5)
    assert shown.main.hits == 0
    assert shown.outcome.value == "no better than baseline"
    assert near(bucket_attack(300, 4, 4000, rng(), bits=14))


def alone_by_enumeration(n, k, values):
    """The chance an end has a value of its own, over every table there is."""
    hits = tables = 0
    for table in product(range(values), repeat=n):
        rows = sorted(table)
        starts = range(0, n - n % k, k)
        for start in starts:
            last = n - 1 if start == starts[-1] else start + k - 1
            hits += sum(rows.count(rows[end]) == 1 for end in (start, last))
        tables += 2 * len(starts)
    return hits / tables


@pytest.mark.parametrize(
    ("n", "k", "bits"), [(2, 2, 1), (2, 2, 3), (3, 2, 2), (4, 4, 2), (5, 2, 2), (6, 3, 2), (4, 2, 3)]
)
def test_the_outermost_ends_are_alone_more_often(n, k, bits):
    shown = bucket_attack(n, k, 2, rng(), bits=bits)
    assert shown.theory == pytest.approx(alone_by_enumeration(n, k, 1 << bits), abs=1e-12)


@pytest.mark.parametrize(("n", "bits"), [(10, 5), (300, 14), (300, 17), (1000, 21)])
def test_where_every_row_is_an_end_theory_is_that_of_any_row(n, bits):
    assert bucket_attack(n, 2, 1, rng(), bits=bits).theory == pytest.approx((1 - 2.0**-bits) ** (n - 1), abs=1e-7)
    assert near(bucket_attack(10, 10, 4000, rng(), bits=5), sigmas=3)


@pytest.mark.parametrize(("n", "k"), [(2, 2), (5, 5), (7, 3), (10, 2)])
def test_every_row_may_be_at_an_end(n, k):
    assert bucket_attack(n, k, 300, rng(), bits=60).main.rate == 1


@pytest.mark.parametrize(("k", "rate", "within"), [(2, 0.50, 0.05), (3, 0.444, 0.05), (5, 0.41, 0.05)])
def test_a_coin_beside_the_pattern(k, rate, within):
    shown = bit_attack(k, columns_needed(k, 200), 200, 1000, rng())
    assert shown.main.rate == pytest.approx(rate, abs=within)
    assert shown.theory == pytest.approx(expected_success(1, k), abs=0.01)
    assert shown.outcome.value == "beats baseline"


def test_one_bit_of_a_pair_is_certain():
    shown = one_bit_attack(columns_needed(2, 200, 30), 200, 1000, rng())
    assert shown.main.rate == 1.0
    assert shown.log2_weight == pytest.approx(-columns_needed(2, 200, 30) / 2 - 1, abs=2)


@pytest.mark.parametrize(("k", "columns", "rate"), [(10, 2000, 0.20), (20, 2000, 0.0)])
def test_with_few_columns_outsiders_fit_and_it_fails(k, columns, rate):
    shown = bit_attack(k, columns, 200, 1000, rng())
    assert shown.main.rate == pytest.approx(rate, abs=0.05)
    assert near(shown)
    assert shown.outcome.value == "no better than baseline"


@pytest.mark.parametrize(("k", "columns", "n"), [(2, 6, 20), (3, 12, 20), (5, 30, 12), (4, 65, 9), (2, 2, 2)])
def test_bits_as_they_are_read_row_by_row(k, columns, n):
    slow = bits_row_by_row(k, columns, n, 2000, rng(1))
    fast = bit_attack(k, columns, n, 40_000, rng(2)).main.rate
    assert slow == pytest.approx(fast, abs=4 * np.sqrt(max(fast * (1 - fast), 1e-3) / 2000))


FEW_BITS = [(2, 1, 2), (2, 1, 4), (2, 4, 40), (3, 1, 3), (3, 3, 10), (4, 2, 9), (5, 1, 9), (10, 1, 10), (10, 3, 12), (7, 9, 30)]  # fmt: skip


@pytest.mark.parametrize(
    ("k", "columns", "n"), [(2, 10, 50), (3, 40, 30), (5, 100, 200), (5, 300, 5), (8, 400, 100), *FEW_BITS]
)
def test_theory_of_bits_counts_the_outsiders(k, columns, n):
    assert near(bit_attack(k, columns, n, 20_000, rng(4)))


@pytest.mark.parametrize(("columns", "n"), [(4, 10), (6, 20), (1, 2), (12, 100)])
def test_theory_of_one_bit(columns, n):
    assert near(one_bit_attack(columns, n, 20_000, rng(4)))


def test_the_chance_nears_one_over_e():
    assert [round(expected_success(1, k), 3) for k in (2, 3, 5, 8, 10)] == [0.5, 0.444, 0.41, 0.393, 0.387]
    assert expected_success(1) == pytest.approx(0.36788, abs=1e-5)
    assert expected_success(1, 10**9) == pytest.approx(expected_success(1), abs=1e-6)
    assert expected_success(0.3) == pytest.approx(0.3 * expected_success(1))
    assert expected_success(0.8, 1) == 0.8
    assert bit_theory(5, 5000, 200) == pytest.approx(expected_success(1, 5), abs=1e-9)


def test_two_releases_hand_over_a_row():
    pair = xor_pair(100, 40, 1000, rng())
    assert pair.together.main.rate == 1.0
    assert (pair.first.main.hits, pair.second.main.hits) == (0, 0)
    assert pair.together.outcome.value == "beats baseline"
    assert pair.first.outcome.value == pair.second.outcome.value == "no better than baseline"
    assert xor_pair(100, 64, 100, rng()).together.main.rate == 1.0


def test_short_rows_tie_and_a_release_alone_keeps_within_its_bound():
    pair = xor_pair(20, 6, 20_000, rng())
    assert near(pair.together)
    for alone in (pair.first, pair.second):
        assert alone.main.interval[0] <= alone.settings["at_most"]
        assert alone.main.rate == pytest.approx(alone.baseline, abs=0.02)


def test_everyone_is_singled_out_though_many_tables_fit():
    shown = publish_last_half(200, 50, rng())
    assert shown.all_rows.main.rate == shown.rows.rate == 1.0
    assert shown.all_rows.log2_weight == -100
    assert shown.log2_inputs == 200 * 100
    assert publish_last_half(7, 50, rng()).all_rows.settings["bits"] == 8
    assert publish_last_half(1000, 5, rng()).all_rows.main.rate == 1.0


def test_short_halves_tie():
    shown = publish_last_half(20, 5000, rng(), bits=16)
    assert near(shown.all_rows)
    assert shown.rows.rate == pytest.approx((1 - 2**-8) ** 19, abs=0.01)
    assert publish_last_half(300, 10, rng(), bits=16).all_rows.theory == 0


@pytest.mark.parametrize("bits", [2, 6, 128, 140])
def test_isolated_rows_are_those_nobody_equals(bits):
    from privacy_core.attacks.singling_out.full import _alone

    table = rng().integers(0, 3, (12, -(-bits // 128)), np.uint64)
    counted = Counter(map(tuple, table.tolist()))
    assert _alone(table) == sum(count == 1 for count in counted.values())


@pytest.mark.parametrize(
    "call",
    [
        lambda random: bucket_attack(50, 3, 200, random, bits=8),
        lambda random: bit_attack(3, 20, 30, 200, random),
        lambda random: one_bit_attack(5, 30, 200, random),
        lambda random: xor_pair(9, 4, 200, random),
        lambda random: publish_last_half(9, 200, random),
    ],
)
def test_the_seed_decides(call):
    assert call(rng(1)) == call(rng(1))


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: bucket_attack(10, 1, 5, rng()), r"k must lie in \[2, 10\], got 1"),
        (lambda: bucket_attack(10, 11, 5, rng()), r"k must lie in \[2, 10\], got 11"),
        (lambda: bucket_attack(1, 2, 5, rng()), "n must be at least 2"),
        (lambda: bucket_attack(10, 2, 5, rng(), bits=63), "bits must lie in"),
        (lambda: bit_attack(1, 10, 10, 5, rng()), "k must lie in"),
        (lambda: bit_attack(20, 10, 10, 5, rng()), "k must lie in"),
        (lambda: bit_attack(2, 0, 10, 5, rng()), "columns must be at least 1"),
        (lambda: bit_attack(2, 10**6, 10**4, 1000, rng()), "choose fewer trials"),
        (lambda: one_bit_attack(2.5, 10, 5, rng()), "columns must be a whole number"),
        (lambda: xor_pair(2, 10, 5, rng()), "n must be at least 3"),
        (lambda: xor_pair(5, 65, 5, rng()), "m must lie in"),
        (lambda: publish_last_half(5, 5, rng(), bits=7), "bits must be even"),
        (lambda: publish_last_half(0, 5, rng()), "n must be at least 1"),
        (lambda: expected_success(1.5), "eta must lie in"),
        (lambda: expected_success(0.5, 0), "k must be at least 1"),
        (lambda: columns_needed(0, 10), "k must lie in"),
    ],
)
def test_what_cannot_be_is_refused(call, said):
    with pytest.raises(ParameterError, match=said):
        call()
