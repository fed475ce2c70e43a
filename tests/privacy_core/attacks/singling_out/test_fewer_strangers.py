"""A hold-out smaller than the original: what it says of as many strangers, and how little it may be made of."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from privacy_core.attacks import record_predicates
from privacy_core.attacks.singling_out import baseline
from privacy_core.attacks.singling_out.controls import among_as_many
from privacy_core.attacks.singling_out.fewer_strangers import times_as_often
from privacy_core.frames import from_frame

PEOPLE = 600


def drawn(n, random):
    """Strangers, people and synthetic records of one population."""
    return pd.DataFrame(
        {"age": random.integers(18, 90, n), "zip": [f"z{at}" for at in random.integers(0, 200, n)], "pay": random.normal(50, 20, n).round(0)}
    )  # fmt: skip


def tried(holdout, seed):
    """Records drawn without the people: whatever they isolate is luck."""
    random = np.random.default_rng(seed)
    people, release, strangers = (from_frame(drawn(n, random)) for n in (PEOPLE, PEOPLE, holdout))
    return record_predicates(people, release, ["age", "zip", "pay"], random, holdout=strangers, tries=200)


@pytest.mark.parametrize("holdout", [1, 3, 10, 60, 300])
def test_luck_is_not_taken_for_the_release_however_few_strangers_there_are(holdout):
    for seed in range(8):
        found = tried(holdout, seed)
        assert found.evidence.excess.low <= 0 <= found.evidence.excess.high
        assert found.evidence.control.attempts <= max(1, round(200 * holdout / PEOPLE))
        assert found.outcome.value == "no better than baseline"


def test_what_few_strangers_say_is_right_on_average():
    few = sum(tried(60, seed).evidence.control.rate for seed in range(20)) / 20
    many = sum(tried(PEOPLE, seed).evidence.control.rate for seed in range(20)) / 20
    assert few == pytest.approx(many, abs=0.06)


@pytest.mark.parametrize(("holdout", "weight"), [(500, 0.001), (300, 0.002), (800, 0.0004), (500, 0.004)])
def test_predicates_of_one_weight(holdout, weight):
    random = np.random.default_rng(1)
    counted, people = (random.binomial(rows, weight, 4000) for rows in (holdout, 1000))
    expected = float(baseline(1000, weight) / baseline(holdout, weight))
    assert times_as_often(people, counted, 1000, holdout) == pytest.approx(expected, rel=0.06, abs=0.04)


def test_what_the_release_was_made_of_does_not_count_as_rare_among_strangers():
    """Classes of the release are the people's own: one of each, but two or three strangers in as many."""
    random = np.random.default_rng(2)
    counted = random.poisson(2.5 / 2, 4000)
    expected = float(baseline(1000, 0.0025) / baseline(500, 0.0025))
    assert times_as_often(np.ones(4000, int), counted, 1000, 500) == pytest.approx(expected, rel=0.06, abs=0.04)


def test_ends_are_defined():
    random = np.random.default_rng(3)
    nothing = np.zeros(0, int)
    assert among_as_many(nothing, nothing, 100, 5, random).attempts == 0
    for counted, people in (([1], [1]), ([5], [100]), ([0], [0]), ([1, 5], [9, 100])):
        control = among_as_many(np.array(people), np.array(counted), 100, 5, random)
        assert 0 <= control.hits <= control.attempts == 1
    every = among_as_many(np.array([1]), np.array([1]), 100, 1, random)
    assert every.attempts == 1
    assert 0 < times_as_often(np.array([3, 10**6]), np.array([1, 10**5 - 1]), 10**6, 10**5) <= 10
