"""Row maxima: the worked example, two ways to the same figures, and the laws every result keeps."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_core.linkage import Partial, masked_maxima, maxima_and_non_matches, nested_maxima, scoring, surface, tiles
from tests.privacy_core.linkage.matched_pairs import candidates, finite, unit, world

SEEDS = st.integers(0, 2**32 - 1)
EXAMPLE = (
    unit(np.array([[1.0, 0], [0, 1], [3, 4]])),
    unit(np.array([[1.0, 0], [1, 1], [0, -2]])),
    np.array([[0, 1, 1], [0, 0, 0]]),
    np.array([[0, 0, 1], [0, 0, 0]]),
)


@pytest.mark.parametrize("find", [nested_maxima, masked_maxima])
def test_the_worked_example(find):
    found = find(*EXAMPLE)
    expected = np.array([[1, -1, -0.8], [1, 0.7071068, 0.9899495]])
    assert np.transpose(found.best) == pytest.approx(expected, abs=1e-6)
    assert found.at[:, 1].tolist() == [0, 1, 1]
    assert found.candidates.tolist() == [[2, 3], [1, 3], [1, 3]]


def test_the_worked_surface():
    rate = surface(nested_maxima(*EXAMPLE), [-1, 0, 0.7, 0.75, 0.98, 1]).rate
    assert rate[0] == pytest.approx([1, 1 / 3, 1 / 3, 1 / 3, 1 / 3, 1 / 3])
    assert rate[1] == pytest.approx([1, 1, 1, 2 / 3, 2 / 3, 1 / 3])


@pytest.mark.parametrize("alike", [False, True])
def test_two_ways_agree_and_every_law_of_the_surface_holds_on_a_thousand_worlds(alike):
    tau = np.array([-1, -0.5, 0, 0.3, 0.6, 0.9, 1, 1 + 1.001e-6])
    for seed in range(500):
        one = world(seed, 40, alike)
        fast, slow = nested_maxima(*one.sides, workers=1), masked_maxima(*one.sides)
        assert (fast.candidates == slow.candidates).all()
        assert finite(fast.best) == pytest.approx(finite(slow.best), abs=2e-7)
        assert finite(fast.second) == pytest.approx(finite(slow.second), abs=2e-7)
        found = surface(fast, tau)
        assert (np.diff(found.rate, axis=0) >= 0).all()
        assert (np.diff(found.rate, axis=1) <= 0).all()
        assert (found.rate[:, 0] == found.coverage).all()
        assert (found.rate[:, -1] == 0).all()
        assert found.rate * found.n == pytest.approx(np.rint(found.rate * found.n), abs=1e-9)


@given(SEEDS, st.booleans())
def test_wrong_pairs_leave_out_every_true_one(seed, alike):
    one = world(seed, 60, alike)
    every, wrong = maxima_and_non_matches(*one.sides, one.truth)
    assert finite(every.best) == pytest.approx(finite(masked_maxima(*one.sides).best), abs=2e-7)
    assert finite(wrong.best) == pytest.approx(finite(masked_maxima(*one.sides, one.truth).best), abs=2e-7)
    assert (nested_maxima(*one.sides, truth=one.truth).best == wrong.best).all()
    for row in range(len(one.source)):
        true = set(one.truth.targets[one.truth.first[row] : one.truth.first[row + 1]].tolist())
        assert not true & set(wrong.at[row].tolist())


@given(SEEDS)
def test_the_winner_is_a_candidate_and_has_the_similarity_it_is_said_to_have(seed):
    one = world(seed)
    found = nested_maxima(*one.sides)
    for row, level in np.ndindex(found.at.shape):
        if found.at[row, level] < 0:
            assert found.best[row, level] == -np.inf
            continue
        assert one.source[row] @ one.target[found.at[row, level]] == pytest.approx(found.best[row, level], abs=1e-12)
        assert found.at[row, level] in candidates(one, level, row)


def test_threads_change_nothing(monkeypatch):
    monkeypatch.setattr(scoring, "PAIRS_AT_ONCE", 500)
    for seed in range(40):
        one = world(seed, 200)
        alone, shared = (maxima_and_non_matches(*one.sides, one.truth, workers=workers) for workers in (1, 2))
        for a, b in zip(alone, shared, strict=True):
            assert (a.best == b.best).all()
            assert (a.at == b.at).all()


@pytest.mark.parametrize("targets", [tiles.TARGETS, 7])
def test_tiles_of_a_matrix_product_find_the_same(monkeypatch, targets):
    monkeypatch.setattr(scoring, "kernels", lambda: tiles)
    monkeypatch.setattr(tiles, "TARGETS", targets)
    for seed in range(60):
        one = world(seed, 150, seed % 2 == 0)
        every, wrong = maxima_and_non_matches(*one.sides, one.truth)
        slow = masked_maxima(*one.sides)
        assert finite(every.best) == pytest.approx(finite(slow.best), abs=2e-7)
        assert finite(every.second) == pytest.approx(finite(slow.second), abs=2e-7)
        assert finite(wrong.best) == pytest.approx(finite(masked_maxima(*one.sides, one.truth).best), abs=2e-7)


@pytest.mark.parametrize("k", [1, 7, 8, 9, 16, 33, 130])
def test_many_rows_and_any_number_of_components(k):
    draw = np.random.default_rng(k)
    source, target = unit(draw.normal(size=(700, k))), unit(draw.normal(size=(3000, k)))
    fine = draw.integers(0, 5, 3700)
    of = np.array([fine, fine // 2, fine * 0])
    blocks = of[:, :700], of[:, 700:]
    fast, slow = nested_maxima(source, target, *blocks), masked_maxima(source, target, *blocks)
    assert fast.best == pytest.approx(slow.best, abs=2e-7)
    assert fast.second == pytest.approx(slow.second, abs=2e-7)


@given(SEEDS)
def test_the_order_of_rows_changes_nothing(seed):
    one, draw = world(seed), np.random.default_rng(seed)
    p, q = draw.permutation(len(one.source)), draw.permutation(len(one.target))
    found = nested_maxima(*one.sides)
    moved = nested_maxima(one.source[p], one.target[q], one.of_source[:, p], one.of_target[:, q])
    assert finite(moved.best) == pytest.approx(finite(found.best[p]), abs=1e-9)


@given(SEEDS)
def test_copies_of_targets_change_nothing_and_more_targets_lower_nothing(seed):
    one, draw = world(seed), np.random.default_rng(seed)
    found = nested_maxima(*one.sides)
    again = draw.integers(0, len(one.target), 30)
    twice = np.append(np.arange(len(one.target)), again)
    copied = nested_maxima(one.source, one.target[twice], one.of_source, one.of_target[:, twice])
    assert finite(copied.best) == pytest.approx(finite(found.best), abs=1e-9)
    more = np.vstack([one.target, unit(draw.normal(size=(30, one.target.shape[1])))])
    grown = nested_maxima(one.source, more, one.of_source, one.of_target[:, twice])
    assert (grown.best >= found.best - 1e-9).all()


@given(SEEDS)
def test_turning_or_mirroring_all_changes_nothing(seed):
    one, draw = world(seed), np.random.default_rng(seed)
    turn, _ = np.linalg.qr(draw.normal(size=(one.source.shape[1],) * 2))
    turned = nested_maxima(one.source @ turn, one.target @ turn, one.of_source, one.of_target)
    assert finite(turned.best) == pytest.approx(finite(nested_maxima(*one.sides).best), abs=1e-6)


def test_levels_that_are_not_nested_stand_each_alone():
    draw = np.random.default_rng(1)
    source, target = unit(draw.normal(size=(50, 4))), unit(draw.normal(size=(60, 4)))
    mine, theirs = draw.integers(0, 4, (3, 50)), draw.integers(0, 4, (3, 60))
    found = nested_maxima(source, target, mine, theirs, nested=False)
    assert found.best == pytest.approx(masked_maxima(source, target, mine, theirs).best, abs=2e-7)


def test_a_row_without_direction_is_similar_to_none_by_0():
    found = nested_maxima([[0.0, 0], [1, 0]], [[-1.0, 0], [0, 0]], [[0, 0]], [[0, 0]])
    assert found.best.ravel().tolist() == [0, 0]
    assert not np.isnan(found.best).any()


def test_no_target_and_no_component():
    empty = nested_maxima(np.ones((2, 1)), np.zeros((0, 1)), [[0, 0]], np.zeros((1, 0), int))
    assert empty.best.ravel().tolist() == [-np.inf] * 2
    assert surface(empty).rate.max() == 0
    flat = nested_maxima(np.zeros((2, 0)), np.zeros((3, 0)), [[0, 0]], [[0, 0, 0]])
    assert surface(flat, [0, 0.01]).rate.tolist() == [[1, 0]]


def test_products_of_any_length_are_maximized_too():
    draw = np.random.default_rng(3)
    source, target = draw.normal(size=(40, 5)) * 9, draw.normal(size=(50, 5)) * 7
    blocks = np.zeros((1, 40), int), np.zeros((1, 50), int)
    found = nested_maxima(source, target, *blocks)
    assert found.best == pytest.approx(masked_maxima(source, target, *blocks).best, rel=1e-6)


@settings(max_examples=25)
@given(SEEDS, st.integers(0, 2))
def test_stopping_keeps_the_levels_that_are_done_as_a_bound(seed, done):
    one = world(seed, 60)
    whole, seen = nested_maxima(*one.sides), []
    with pytest.raises(Partial) as stopped:
        nested_maxima(
            *one.sides,
            progress=lambda share, _: len(seen) < done or not share > done / 3,
            on_level=lambda level, best: seen.append((level, best.copy())),
        )
    kept = stopped.value.maxima
    assert kept.lower_bound
    assert kept.done == len(seen)
    assert (kept.best <= whole.best + 1e-9).all()
    assert (kept.best[:, :done] == whole.best[:, :done]).all()
    for level, best in seen:
        assert (best == whole.best[:, level]).all()
