"""Fellegi–Sunter: the published weights, EM that finds what made the pairs, and the chain's special case."""

from __future__ import annotations

from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from privacy_core import LinkageError, ParameterError, from_frame, samples
from privacy_core.linkage import align, by_fields
from privacy_core.linkage.agreement import Fields, Patterns, fields, patterns
from privacy_core.linkage.by_fields import linked_by_fields, scores
from privacy_core.linkage.calibration import Null
from privacy_core.linkage.fellegi_sunter import Model, given_model, learned
from privacy_core.linkage.matching import ties
from privacy_core.linkage.risk import LinkageSettings, link
from privacy_core.linkage.shuffling import within_blocks

ALL = np.array([[1, 1], [1, 0], [0, 1], [0, 0]], bool)


def told(m=(0.9, 0.8), u=(0.1, 0.2), matches=0.01):
    return Model(tuple("abc"[: len(m)]), np.array(m), np.array(u), matches)


def test_the_weights_of_two_fields():
    nats = told().score(ALL)
    assert nats == pytest.approx([3.583519, 0.810930, -0.810930, -3.583519], abs=1e-6)
    assert nats / np.log(2) == pytest.approx([5.169925, 1.169925, -1.169925, -5.169925], abs=1e-6)
    assert told().weights == pytest.approx([4.394449, 2.772589], abs=1e-6)
    assert told().start == pytest.approx(-3.583519, abs=1e-6)


@settings(deadline=None)
@drawn(st.data())
def test_one_hot_dot_products_are_the_scores(data):
    n, m, f = (data.draw(st.integers(1, 5)) for _ in range(3))
    codes = [
        np.array(data.draw(st.lists(st.integers(-1, 2), min_size=k * f, max_size=k * f)), np.int32) for k in (n, m)
    ]
    held = Fields(tuple(map(str, range(f))), (codes[0].reshape(n, f), codes[1].reshape(m, f)))
    chances = [np.array(data.draw(st.lists(st.floats(0.01, 0.99), min_size=f, max_size=f))) for _ in range(2)]
    model = Model(held.names, *chances, 0.1)
    pairs = np.array(list(product(range(n), range(m))))
    agree = held.agreement(0, pairs[:, 0], pairs[:, 1])
    assert scores(model, held).ravel() == pytest.approx(model.score(agree), abs=1e-9)


def test_a_field_that_always_agrees_weighs_nothing_given_or_learned():
    always = told((0.9, 1.0), (0.1, 1.0))
    assert always.weights[1] == 0
    assert always.score(np.array([[1, 1]], bool)) == pytest.approx(np.log(9))
    agree = np.array(list(product([0, 1], repeat=3)), bool)
    seen = Patterns(np.column_stack([agree, np.ones(8, bool)]), np.array([40, 5, 6, 7, 8, 9, 10, 3]), 88)
    assert learned("abcd", seen, 0.05).weights[3] == 0


@pytest.mark.parametrize("matches", [0.02, 0.3])
def test_em_finds_the_model_that_made_the_pairs(matches):
    m, u = np.array([0.95, 0.9, 0.8, 0.99]), np.array([0.02, 0.2, 0.3, 0.01])
    agree = np.array(list(product([0, 1], repeat=4)), bool)
    chance = matches * np.where(agree, m, 1 - m).prod(1) + (1 - matches) * np.where(agree, u, 1 - u).prod(1)
    count = np.round(chance * 1e9).astype(np.int64)
    found = learned("abcd", Patterns(agree, count, int(count.sum())), 0.1)
    assert found.settled
    assert found.m == pytest.approx(m, abs=1e-3)
    assert found.u == pytest.approx(u, abs=1e-3)
    assert found.matches == pytest.approx(matches, abs=1e-3)


def test_a_chance_of_nothing_is_no_trap():
    """A field that never agrees by luck in the sample must not stay at u = 0 for ever."""
    agree = np.array([[1, 1, 1], [0, 0, 0], [1, 0, 0], [0, 1, 0]], bool)
    found = learned("abc", Patterns(agree, np.array([10, 1000, 100, 100]), 1210), 0.01)
    assert np.isfinite(found.weights).all()
    assert found.probability(float(found.score(agree)[0])) > 0.9


def test_fewer_than_three_telling_fields_are_refused_with_the_reason():
    agree = np.array(list(product([0, 1], repeat=2)), bool)
    with pytest.raises(LinkageError, match="at least 3"):
        learned("ab", Patterns(agree, np.array([5, 5, 5, 5]), 20), 0.1)
    with pytest.raises(LinkageError, match="no pair"):
        learned("abc", Patterns(np.zeros((0, 3), bool), np.zeros(0, np.int64), 0), 0.1)


def test_chances_that_cannot_be():
    for m, u, matches in (((1.2, 0.5), (0.1, 0.1), 0.1), ((0.9, 0.9), (0.1, 0.1), 0.0)):
        with pytest.raises(ParameterError):
            told(m, u, matches)
    with pytest.raises(ParameterError, match="'b'"):
        given_model({"a": (0.9, 0.1)}, ["a", "b"], 0.1)
    assert given_model({"a": (0.9, 0.1), "b": (0.8, 0.2)}, ["b", "a"], 0.1).m.tolist() == [0.8, 0.9]


def test_the_waterfall_of_a_pair_adds_up():
    model = told((0.9, 0.8, 0.7), (0.1, 0.2, 0.3))
    agree = np.array([True, False, True])
    assert sum(model.waterfall(agree).values()) == pytest.approx(float(model.score(agree[None])[0]))


def test_patterns_count_all_pairs_of_a_block_or_a_sample(monkeypatch):
    random = np.random.default_rng(3)
    held = Fields(("a", "b"), tuple(random.integers(-1, 3, (n, 2)).astype(np.int32) for n in (40, 50)))
    mine, theirs = random.integers(0, 4, 40).astype(np.int32), random.integers(0, 5, 50).astype(np.int32)
    found = patterns(held, mine, theirs, random)
    pairs = [(i, j) for i in range(40) for j in range(50) if mine[i] == theirs[j]]
    agree = np.array([(held.of[0][i] == held.of[1][j]) & (held.of[0][i] >= 0) for i, j in pairs])
    brute, count = np.unique(agree, axis=0, return_counts=True)
    assert found.pairs == len(pairs) == found.count.sum()
    assert dict(zip(map(tuple, found.agree.tolist()), found.count.tolist(), strict=True)) == dict(
        zip(map(tuple, brute.tolist()), count.tolist(), strict=True)
    )
    monkeypatch.setattr("privacy_core.linkage.agreement.PAIRS_COUNTED", 200)
    some = patterns(held, mine, theirs, random)
    assert some.sampled
    assert some.count.sum() == 200


def test_numbers_agree_in_tenths_and_missing_agrees_with_nothing():
    frame = pd.DataFrame({"x": [*range(100)], "y": [1.0, None] * 50})
    held = fields(align(from_frame(frame), from_frame(frame), []))
    assert len(np.unique(held.of[0][:, held.names.index("x")])) == 10
    assert not held.agreement(0, np.array([1]), np.array([1]))[0, held.names.index("y")]


@pytest.fixture(scope="module")
def registers():
    one, two = (samples.load(f"register-{which}").table.only(np.arange(1500)) for which in (1, 2))
    asked = LinkageSettings(("postcode",), ("diagnosis",))
    return link(one, two, asked, id_column="person", random=np.random.default_rng(1))


def test_registers_link_and_luck_stands_beside(registers):
    assert registers.calibration.null is Null.NON_MATCH
    for level in linked_by_fields(registers, np.random.default_rng(1)):
        assert level.reason is None
        assert level.even.control is not None
        assert level.matched.control <= registers.settings.alpha + 1e-9
        assert level.even.precision > 0.5
        assert level.even.accuracy <= level.even.precision


def test_best_scores_are_those_of_the_whole_matrix(registers):
    held = fields(registers.sides)
    unblocked = linked_by_fields(registers, np.random.default_rng(1))[-1]
    whole = scores(unblocked.model, held).max(axis=1)
    assert unblocked.even.rate == pytest.approx((whole >= unblocked.even.score - 1e-6).mean(), abs=1e-12)


@pytest.mark.parametrize("null", [Null.HOLDOUT, Null.PERMUTATION])
def test_luck_is_measured_as_the_chain_measures_it(null):
    shop = samples.load("touchpoints").table.only(np.arange(400))
    held = samples.strangers(300) if null is Null.HOLDOUT else None
    asked = LinkageSettings(("age", "region"), ("interest", "person"))
    found = link(shop, shop, asked, holdout=held, random=np.random.default_rng(1))
    assert found.calibration.null is null
    last = linked_by_fields(found, np.random.default_rng(2))[-1]
    assert last.matched.control <= 0.05
    assert last.matched.rate > 0.9
    assert last.matched.precision is None


def test_given_chances_serve_every_level(registers):
    model = Model(fields(registers.sides).names, np.full(6, 0.9), np.full(6, 0.05), 0.001)
    levels = linked_by_fields(registers, np.random.default_rng(1), model)
    assert all(level.model is model for level in levels)


def test_who_shares_first_place_is_counted_once_a_level(registers, monkeypatch):
    counted = []
    monkeypatch.setattr(by_fields, "ties", lambda *rows, **more: counted.append(rows) or ties(*rows, **more))
    levels = linked_by_fields(registers, np.random.default_rng(1))
    assert len(counted) == len(levels) == 2
    assert all(None not in (one.even.accuracy, one.matched.accuracy) for one in levels)


def test_a_field_shuffled_within_blocks_keeps_each_blocks_values_and_its_gaps():
    asked = LinkageSettings(("postcode",), ("diagnosis", "person"))
    one, two = (samples.load(f"register-{which}").table.only(np.arange(400)) for which in (1, 2))
    found = link(one, two, asked, random=np.random.default_rng(1))
    held, block = fields(found.sides), found.blocks.of[1][0]
    for codes in held.of[1].T:
        moved = within_blocks(codes + 1, block, np.random.default_rng(1)) - 1
        pairs = [
            sorted(zip(blocks.tolist(), some.tolist(), strict=True))
            for blocks, some in ((block, codes), (np.sort(block), moved))
        ]
        assert pairs[0] == pairs[1]
