"""First places, who is right, and where true pairs are lost: the worked example, loops, and laws."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import RoleError, from_frame
from privacy_core.linkage import (
    Truth,
    masked_maxima,
    missed,
    nested_maxima,
    scoring,
    ties,
    tiles,
    top_one,
    truth_by_position,
    truth_of,
)
from privacy_core.linkage import truth as truth_module
from tests.privacy_core.linkage.matched_pairs import candidates, world
from tests.privacy_core.linkage.test_similarity import EXAMPLE

SEEDS = st.integers(0, 2**32 - 1)


def test_the_worked_example():
    truth, best = truth_by_position(3), nested_maxima(*EXAMPLE)
    top = top_one(best, ties(*EXAMPLE, best, truth), truth, np.array([0.7, 0.75, 1.0]))
    assert top.linked.tolist() == [[1, 1, 1], [3, 2, 1]]
    assert top.precision == pytest.approx(np.array([[1, 1, 1], [2 / 3, 1 / 2, 1]]))
    assert top.accuracy == pytest.approx(np.array([[1 / 3] * 3, [2 / 3, 1 / 3, 1 / 3]]))
    assert missed(*EXAMPLE, truth, np.array([0.5])).structural == pytest.approx([2 / 3, 1])


@pytest.mark.parametrize("kernel", [scoring.kernels, lambda: tiles])
@pytest.mark.parametrize("alike", [False, True])
def test_first_places_are_counted_as_a_loop_counts_them(monkeypatch, kernel, alike):
    monkeypatch.setattr(scoring, "kernels", kernel)
    monkeypatch.setattr("privacy_core.linkage.matching.kernels", kernel)
    for seed in range(60):
        one = world(seed, 60, alike)
        best, slow = nested_maxima(*one.sides), masked_maxima(*one.sides)
        found, counted = ties(*one.sides, best, one.truth), ties(*one.sides, best, one.truth, everywhere=True)
        scores = one.source @ one.target.T
        for row, level in np.ndindex(best.at.shape):
            close = candidates(one, level, row)
            first = close[scores[row, close] >= slow.best[row, level] - 1e-6]
            true = np.intersect1d(first, one.truth.targets[one.truth.first[row] : one.truth.first[row + 1]])
            assert counted.size[row, level] == len(first)
            assert found.right[row, level] == pytest.approx(len(true) / max(len(first), 1))
            assert counted.right[row, level] == found.right[row, level]


@given(st.integers(1, 40), st.randoms())
def test_a_release_of_equal_rows_is_guessed_right_once_in_m_in_any_order(m, shuffle):
    rows, block, targets = np.tile([[0.6, 0.8]], (m, 1)), np.zeros((1, m), int), list(range(m))
    shuffle.shuffle(targets)
    truth = Truth(np.arange(m + 1), np.array(targets), m)
    best = nested_maxima(rows, rows, block, block)
    found = ties(rows, rows, block, block, best, truth)
    assert (found.size == m).all()
    assert top_one(best, found, truth, np.array([0.5])).accuracy[0, 0] == pytest.approx(1 / m)


@given(SEEDS)
def test_a_threshold_on_the_grid_and_off_it_are_the_same_question(seed):
    one, tau = world(seed), np.linspace(-1, 1, 9)
    best = nested_maxima(*one.sides)
    top = top_one(best, ties(*one.sides, best, one.truth), one.truth, tau)
    if top is None:
        assert not one.truth.known.any()
        return
    for level, at in np.ndindex(top.linked.shape):
        precision, accuracy = top.at(level, tau[at])
        assert accuracy == pytest.approx(top.accuracy[level, at])
        assert precision == (None if np.isnan(top.precision[level, at]) else pytest.approx(top.precision[level, at]))
    assert (top.accuracy <= 1).all()


@given(SEEDS)
def test_recall_is_structural_recall_times_recall_within_blocks(seed):
    one, tau = world(seed), np.array([-1.0, 0, 0.5, 1])
    lost = missed(*one.sides, one.truth, tau)
    if lost is None:
        assert not len(one.truth.targets)
        return
    scores = (one.source @ one.target.T)[one.truth.rows, one.truth.targets]
    for level, at in np.ndindex(lost.recall.shape):
        inside = one.of_source[level, one.truth.rows] == one.of_target[level, one.truth.targets]
        assert lost.structural[level] == pytest.approx(inside.mean())
        assert lost.recall[level, at] == pytest.approx((inside & (scores >= tau[at] - 1e-6)).mean())
    defined = ~np.isnan(lost.within)
    assert (lost.structural[:, None] * lost.within)[defined] == pytest.approx(lost.recall[defined])
    assert lost.recall + lost.lost_to_similarity + lost.lost_to_blocking[:, None] == pytest.approx(1)


@given(SEEDS)
def test_no_one_is_found_whom_blocking_has_parted(seed):
    one = world(seed)
    best = nested_maxima(*one.sides)
    top = top_one(best, ties(*one.sides, best, one.truth), one.truth, np.array([-1.0]))
    if top is not None:
        together = one.truth.within(one.of_source, one.of_target)
        reachable = [len(np.unique(one.truth.rows[inside])) / top.known for inside in together]
        assert (top.accuracy[:, 0] <= np.array(reachable) + 1e-12).all()


def columns(one, two):
    return tuple(from_frame(pd.DataFrame({"id": ids}))["id"] for ids in (one, two))


@given(st.lists(st.integers(0, 5), min_size=1), st.lists(st.integers(0, 5), min_size=1))
def test_ids_pair_every_row_with_every_row_that_bears_the_same(one, two):
    pairs = {(i, j) for i, a in enumerate(one) for j, b in enumerate(two) if a == b}
    for ids in (columns(one, two), columns(list(map(str, one)), two), columns(one, list(map(float, two)))):
        found = truth_of(*ids)
        assert set(zip(found.rows.tolist(), found.targets.tolist(), strict=True)) == pairs
        assert (found.n, found.m, len(found.targets)) == (len(one), len(two), len(pairs))


def test_a_missing_id_has_no_pair():
    found = truth_of(*columns(["a", None, "b"], [None, "a", None]))
    assert found.known.tolist() == [True, False, False]
    assert found.targets.tolist() == [1]


def test_ids_that_tell_nobody_apart_are_refused(monkeypatch):
    monkeypatch.setattr(truth_module, "MOST_TRUE_PAIRS", 8)
    with pytest.raises(RoleError, match="'id' makes 9 true pairs"):
        truth_of(*columns([1, 1, 1], [1, 1, 1]))


def test_without_a_known_match_nothing_is_said():
    one = world(1)
    none, best = Truth(np.zeros(len(one.source) + 1, np.int64), np.zeros(0, np.int64), len(one.target)), None
    best = nested_maxima(*one.sides)
    assert top_one(best, ties(*one.sides, best, none), none, np.array([0.5])) is None
    assert missed(*one.sides, none, np.array([0.5])) is None
