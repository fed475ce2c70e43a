"""What luck does: the threshold by its formula, the rate it keeps, chance among random directions, shuffled releases."""

from __future__ import annotations

from math import floor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_core import ParameterError
from privacy_core.linkage import (
    Null,
    alike_by_chance,
    calibrate,
    distributions,
    excess,
    linked_by_chance,
    masked_maxima,
    nested_maxima,
    parse_tau,
    surface,
    threshold_of,
)
from privacy_core.linkage import given as encoded
from privacy_core.linkage.shuffling import shuffled
from tests.privacy_core.linkage.matched_pairs import candidates, unit, world

ISOTROPIC = {
    2: ([0.419569, 0.333333, 0.204833, 0.143566, 0.101083], [1, 1, 1, 1, 1]),
    3: ([0.375, 0.25, 0.1, 0.05, 0.025], [1, 1, 1, 0.9941, 0.9205]),
    4: ([0.342519, 0.195501, 0.052044, 0.018693, 0.006660], [1, 1, 0.9952, 0.8485, 0.4874]),
    8: ([0.258245, 0.085235, 0.004814, 0.000472, 0.000044], [1, 0.9999, 0.3828, 0.0461, 0.0044]),
    16: ([0.166585, 0.020484, 0.000058, 0, 0], [1, 0.8738, 0.0058, 0, 0]),
    32: ([0.080284, 0.001524, 0, 0, 0], [0.9998, 0.1414, 0, 0, 0]),
}
TAU = np.array([0.25, 0.5, 0.8, 0.9, 0.95])
SEEDS = st.integers(0, 2**32 - 1)


@pytest.mark.parametrize("k", ISOTROPIC)
def test_directions_without_meaning_look_alike_as_often_as_the_formula_says(k):
    alike, linked = ISOTROPIC[k]
    assert alike_by_chance(TAU, k) == pytest.approx(alike, abs=1.1e-6)
    assert linked_by_chance(TAU, k, 100) == pytest.approx(linked, abs=6e-5)


def test_chance_in_two_and_three_components_is_an_arc_and_a_cap():
    assert alike_by_chance(TAU, 2) == pytest.approx(np.arccos(TAU) / np.pi)
    assert alike_by_chance(TAU, 3) == pytest.approx((1 - TAU) / 2)
    assert linked_by_chance([1.0, 0.0], 5, 0).tolist() == [0, 0]


def test_random_directions_link_as_often_as_the_formula_says():
    draw = np.random.default_rng(5)
    source, target = unit(draw.normal(size=(4000, 8))), unit(draw.normal(size=(100 * 20, 8)))
    blocks = np.arange(4000) % 20, np.arange(2000) % 20
    found = surface(nested_maxima(source, target, blocks[0][None], blocks[1][None]), TAU)
    assert found.rate[0] == pytest.approx(linked_by_chance(TAU, 8, 100), abs=0.03)


@pytest.mark.parametrize("wrong", [{"components": 1}, {"tau": [1.5]}, {"tau": [-0.1]}])
def test_chance_is_refused_where_the_formula_does_not_hold(wrong):
    with pytest.raises(ParameterError):
        alike_by_chance(**{"tau": [0.5], "components": 4} | wrong)


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=80), st.floats(0.001, 0.999))
def test_the_threshold_is_just_above_the_place_that_alpha_names(maxima, alpha):
    ordered = np.sort(maxima)
    place = floor(alpha * (len(ordered) + 1) + 1e-9)
    tau = threshold_of(ordered, alpha)
    if place == 0:
        assert tau == np.inf
        return
    assert tau == pytest.approx(ordered[::-1][place - 1], abs=1.1e-6)
    assert np.count_nonzero(ordered >= tau - 1e-6) < place


def test_too_few_controls_for_alpha_give_no_threshold_and_no_link():
    people = masked_maxima(np.eye(2), np.eye(2), [[0, 0]], [[0, 0]])
    judged = calibrate(surface(people), Null.HOLDOUT, people, 0.05)
    assert judged.tau.tolist() == [np.inf]
    assert judged.rate.tolist() == judged.control_at.tolist() == [0]


def test_without_a_control_nothing_is_said_of_luck():
    people = masked_maxima(np.eye(2), np.eye(2), [[0, 0]], [[0, 0]])
    judged = calibrate(surface(people), Null.HOLDOUT, nested_maxima(np.zeros((0, 2)), np.eye(2), [[]], [[0, 0]]))
    assert (judged.n, judged.tau.tolist()) == (0, [np.inf])
    assert np.isnan([*judged.control.ravel(), *judged.excess.ravel(), *judged.control_at, *judged.excess_at]).all()


def test_controls_without_a_candidate_make_any_candidate_too_much():
    people = masked_maxima(np.eye(2), np.eye(2), [[0, 0]], [[0, 0]])
    strangers = masked_maxima(np.ones((50, 2)), np.eye(2), [[7] * 50], [[0, 0]])
    judged = calibrate(surface(people), Null.HOLDOUT, strangers)
    assert judged.tau.tolist() == [-1]
    assert judged.rate.tolist() == [1]


def test_the_calibrated_threshold_keeps_its_promise_on_people_held_out():
    rates, alpha, held = [], 0.05, 1000
    for seed in range(20):
        draw = np.random.default_rng(seed)
        target, strangers = unit(draw.normal(size=(1500, 6))), unit(draw.normal(size=(2 * held, 6)))
        blocks = draw.integers(0, 10, (1, 1500)), draw.integers(0, 10, (1, 2 * held))
        best = nested_maxima(strangers, target, blocks[1], blocks[0])
        half = [np.sort(part) for part in (best.best[:held, 0], best.best[held:, 0])]
        rates.append(np.mean(half[1] >= threshold_of(half[0], alpha) - 1e-6))
        assert rates[-1] == pytest.approx(alpha, abs=3 * np.sqrt(2 * alpha * (1 - alpha) / held))
    assert np.mean(rates) == pytest.approx(alpha, abs=3 * np.sqrt(2 * alpha * (1 - alpha) / held / 20))


@given(SEEDS)
def test_control_and_excess_are_what_a_loop_counts(seed):
    one, other, tau = world(seed), world(seed + 1), parse_tau("-1:1:.25")
    found = surface(nested_maxima(*one.sides), tau)
    controls = nested_maxima(*other.sides)
    judged = calibrate(found, Null.HOLDOUT, controls, 0.2)
    for level, at in np.ndindex(judged.control.shape):
        assert judged.control[level, at] == np.mean(controls.best[:, level] >= tau[at] - 1e-6)
        room = 1 - judged.control[level, at]
        if room:
            assert judged.excess[level, at] == pytest.approx((found.rate[level, at] - 1 + room) / room)
        else:
            assert np.isnan(judged.excess[level, at])
    assert (judged.control_at <= 0.2).all()


def test_excess_may_be_below_nothing():
    assert excess(np.array([0.2]), np.array([0.5])).tolist() == pytest.approx([-0.6])


@pytest.mark.parametrize("alpha", [0, 1, -0.1, 1.5])
def test_an_alpha_that_is_no_chance_is_refused(alpha):
    people = masked_maxima([[1.0]], [[1.0]], [[0]], [[0]])
    with pytest.raises(ParameterError, match="alpha"):
        calibrate(surface(people), Null.HOLDOUT, people, alpha)


@settings(max_examples=30)
@given(SEEDS)
def test_a_shuffled_release_keeps_every_blocks_values_and_forgets_the_order_of_rows(seed):
    draw = np.random.default_rng(seed)
    rows, blocks = draw.integers(0, 4, (40, 3)).astype(float), draw.integers(0, 4, 40).astype(np.int32)
    order = draw.permutation(40)
    both = [encoded([np.zeros((2, 3)), one], ["a", "b", "c"]) for one in (rows, rows[order])]
    mixed = [
        shuffled(table, of, np.random.default_rng(seed))
        for table, of in zip(both, (blocks, blocks[order]), strict=True)
    ]
    assert (mixed[0][0].dense(1) == mixed[1][0].dense(1)).all()
    for block in range(4):
        for column in range(3):
            before, after = rows[blocks == block, column], mixed[0][0].dense(1)[mixed[0][1] == block, column]
            assert sorted(before) == sorted(after)


def test_a_shuffled_release_breaks_what_goes_with_what():
    same = np.tile(np.arange(1000.0)[:, None], (1, 2))
    mixed, _ = shuffled(encoded([same, same], ["a", "b"]), np.zeros(1000, np.int32), np.random.default_rng(1))
    assert abs(np.corrcoef(mixed.dense(1).T)[0, 1]) < 0.15


@settings(max_examples=30)
@given(SEEDS)
def test_wrong_pairs_are_drawn_from_the_block_and_are_wrong(seed):
    one, each = world(seed, 30), 200
    drawn = distributions(
        one.source,
        one.target,
        one.of_source[0],
        one.of_target[0],
        one.truth,
        np.random.default_rng(1),
        wrong_pairs=each,
        bins=20,
    )
    scores, expected, records = one.source @ one.target.T, np.zeros(20), 0
    for row in range(len(one.source)):
        true = one.truth.targets[one.truth.first[row] : one.truth.first[row + 1]]
        wrong = np.setdiff1d(candidates(one, 0, row), true)
        records += len(wrong) > 0
        if len(wrong):
            expected += np.histogram(np.clip(scores[row, wrong], -1, 1), drawn.edges)[0] * each / len(wrong)
    assert drawn.records == records
    assert drawn.non_match.sum() == records * each
    assert (drawn.non_match[expected == 0] == 0).all()
    assert np.abs(drawn.non_match - expected).max(initial=0) <= 8 * np.sqrt(expected.max(initial=0)) + 8


def test_matches_that_share_a_block_are_all_drawn_and_the_rest_are_counted():
    one = world(3)
    drawn = distributions(
        one.source, one.target, one.of_source[0], one.of_target[0], one.truth, np.random.default_rng(1)
    )
    inside = one.truth.within(one.of_source, one.of_target)[0]
    assert (drawn.match.sum(), drawn.split) == (inside.sum(), (~inside).sum())


def test_what_is_drawn_does_not_depend_on_the_order_of_rows():
    one, draw = world(11, 60), np.random.default_rng(2)
    q = draw.permutation(len(one.target))
    drawn = [
        distributions(one.source, one.target[p], one.of_source[0], one.of_target[0][p], None, np.random.default_rng(1))
        for p in (np.arange(len(q)), q)
    ]
    assert (drawn[0].non_match == drawn[1].non_match).all()


@pytest.mark.parametrize(
    "text", ["", "a:b:c", "0:1", "0:1:0", "0:1:-1", "1:0:.1", "0:2:.1", "-2", "0:1:1e-9", "nan", "0:nan:1"]
)
def test_thresholds_that_are_none_are_refused(text):
    with pytest.raises(ParameterError):
        parse_tau(text)


def test_thresholds_are_read_exactly():
    assert parse_tau("0:1:.01").tolist() == [step / 100 for step in range(101)]
    assert parse_tau("-1:1:.5").tolist() == [-1, -0.5, 0, 0.5, 1]
    assert parse_tau(" .25, 0.5").tolist() == [0.25, 0.5]
