"""What is proved, with its numbers; and how much min-entropy a table shows."""

from __future__ import annotations

from math import inf, log, log2

import numpy as np
import pandas as pd
import pytest

from privacy_core import ParameterError, Policies, TableError, UnknownColumn, from_frame
from privacy_core.attacks.singling_out import (
    baseline,
    baseline_high,
    baseline_low,
    broad_limit,
    counts_bound,
    dp_bound,
    holding,
    min_entropy,
)
from privacy_core.policies import Missing

N, LOW, HIGH = 1000, 2**-20 / 1000, 0.05


def named():
    return {claim.name: claim for claim in holding(N, LOW, HIGH, 1.0, 1e-12)}


def test_every_claim_has_its_conditions_and_its_source():
    for claim in holding(N, LOW, HIGH):
        assert claim.conditions
        assert claim.statement.endswith(".")
        assert "Cohen" in claim.source
        assert claim.origin.value in ("paper", "ours")


def test_numbers_are_those_of_the_bounds():
    claims = named()
    assert claims["one exact count"].bound == counts_bound(N, log2(LOW))
    assert claims["one exact count"].bound.value == pytest.approx(1001 * baseline_low(N, LOW))
    assert claims["one yes or no about every row"].bound.value == pytest.approx(2 * N * LOW)
    assert claims["differential privacy"].bound == dp_bound(N, 1.0, LOW, 1e-12)
    assert claims["broad predicates"].numbers["blind"] == baseline_high(N, HIGH)
    assert claims["what is made of a release"].bound is None


def test_bounds_that_promise_nothing_say_so():
    assert {claim.name: claim.bound.words for claim in holding(N, 1 / N, 1 / N, 20.0) if claim.bound} == {
        "one exact count": "no guarantee",
        "one yes or no about every row": "no guarantee",
        "differential privacy": "no guarantee",
    }
    assert holding(N, 0, 1)[0].bound.value == 0


@pytest.mark.parametrize("share", [0.5, 0.1, 0.01])
def test_one_answer_per_row_helps_by_two_at_most(share):
    """The best attacker against one published property: all weight on the side whose rows are cheaper to hit."""
    random, n, w = np.random.default_rng(1), 50, 1e-3
    with_it = random.binomial(n, share, 200_000)
    inside = np.where(with_it / share >= (n - with_it) / (1 - share), with_it, n - with_it)
    cost = np.where(with_it / share >= (n - with_it) / (1 - share), share, 1 - share)
    success = np.where(inside > 0, baseline(np.maximum(inside, 1), np.minimum(w / cost, 1)), 0).mean()
    bound = next(claim for claim in holding(n, w, 0.5) if claim.name.startswith("one yes")).bound.value
    assert baseline_low(n, w) <= success <= bound


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: holding(0, 0, 1), "n must be"),
        (lambda: holding(10, 0.2, 0.5), r"w_low must lie in \[0, 0.1\]"),
        (lambda: holding(10, 0.05, 0.05), r"w_high must lie in \[0.1, 1\]"),
        (lambda: holding(10, 0.05, 0.5, 0), "ε must be above 0"),
        (lambda: holding(10, 0.05, 0.5, 1, 2), "delta"),
    ],
)
def test_what_cannot_be_is_refused(call, said):
    with pytest.raises(ParameterError, match=said):
        call()


def table(counts):
    return from_frame(pd.DataFrame({"a": np.repeat(np.arange(len(counts)), counts)}))


def test_the_largest_class_decides():
    found = min_entropy(table([4, 2, 1, 1]), ["a"])
    assert (found.rows, found.classes, found.largest, found.bits) == (8, 4, 4, 1.0)
    assert found.low < found.bits < found.high


def test_columns_together_are_one_value():
    frame = pd.DataFrame({"a": [0, 0, 1, 1] * 50, "b": [0, 1, 0, 1] * 50})
    both, one = (min_entropy(from_frame(frame), names) for names in (["a", "b"], ["a"]))
    assert (one.bits, both.bits) == (1.0, 2.0)
    assert min_entropy(from_frame(frame[::-1]), ["b", "a"]).bits == 2.0


def test_three_answers():
    found = min_entropy(table([100] * 10), ["a"])
    assert found.enough(0.2) is True
    assert found.enough(0.01) is False
    assert found.enough(0.1) is None
    assert [found.sentence(w).split(":")[0] for w in (0.2, 0.01, 0.1)] == [
        "The rows vary enough",
        "The rows vary too little",
        "Not known",
    ]


def test_a_table_cannot_show_more_than_its_rows():
    unique = min_entropy(table([1] * 1000), ["a"])
    assert unique.low == pytest.approx(unique.limit)
    assert unique.limit < unique.bits == pytest.approx(log2(1000))
    assert unique.enough(2**-20 / 1000) is None
    assert unique.high == inf
    assert "Not known" in unique.sentence(1e-9)


def test_all_alike_vary_not_at_all():
    found = min_entropy(table([500]), ["a"])
    assert found.bits == 0
    assert str(found.bits) == "0.0"
    assert found.enough(1e-3) is False
    assert found.enough(1.0) is True


SHARES = {
    "even": np.full(20, 0.05),
    "skew": np.r_[0.3, np.full(70, 0.01)],
    "few repeats": np.full(20_000, 1 / 20_000),
    "hardly any": np.full(1_000_000, 1e-6),
}


@pytest.mark.parametrize("shape", SHARES)
def test_bounds_hold_the_truth_as_often_as_they_say(shape):
    shares = SHARES[shape]
    random, truth, wrong = np.random.default_rng(3), -log2(shares.max()), np.zeros(2)
    upper = np.cumsum(shares)
    for _ in range(400):
        drawn = np.searchsorted(upper, random.random(300))
        found = min_entropy(table(np.unique(drawn, return_counts=True)[1]), ["a"])
        wrong += [found.low > truth + 1e-12, found.high < truth - 1e-12]
    assert (wrong <= 400 * 0.05 + 3 * np.sqrt(400 * 0.05)).all()


def test_policies_decide_who_takes_part():
    frame = pd.DataFrame({"a": ["x", "x", None, None, None, "y"]})
    assert min_entropy(from_frame(frame), ["a"]).largest == 3
    found = min_entropy(from_frame(frame), ["a"], Policies(missing=Missing.DROP))
    assert (found.largest, found.rows, found.left_out) == (2, 3, 3)


def test_no_columns_no_rows_unknown_columns():
    with pytest.raises(ParameterError, match="No column is chosen"):
        min_entropy(table([2]), [])
    with pytest.raises(UnknownColumn):
        min_entropy(table([2]), ["b"])
    gone = table([2]).with_suppressed(np.ones(2, bool))
    with pytest.raises(TableError, match="No row takes part"):
        min_entropy(gone, ["a"])
    for weight in (0, -1, 1.5, float("nan")):
        with pytest.raises(ParameterError, match="weight of a predicate"):
            min_entropy(table([2]), ["a"]).enough(weight)
    assert min_entropy(table([2]), ["a"]).high < inf
    assert min_entropy(table([1]), ["a"]).high == inf


@pytest.mark.parametrize("n", [1, 2, 3, 10, 1000, 10**9])
def test_broad_is_far_above_log_n_over_n_and_a_weight(n):
    limit = broad_limit(n)
    assert 1 / n <= limit <= 1
    assert limit >= min(1.0, log(n) * log(n) / n)
    holding(n, 0.0, limit)
