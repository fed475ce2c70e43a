"""Distances to the closest record: the published examples, brute force, and what is not defined."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from privacy_core.linkage import given
from privacy_core.linkage.distances import distances, nearest

REFERENCE = np.array([[0.0, 0], [0, 1], [3, 0]])


def test_the_worked_example():
    found = nearest(np.array([[0.0, 0], [3, 4]]), REFERENCE)
    assert found.closest.tolist() == [0, 4]
    assert found.ratio == pytest.approx([0, 4 / 18**0.5])
    assert found.same == 1


def test_twins_in_the_reference_and_a_single_one():
    assert nearest(np.zeros((1, 2)), np.zeros((2, 2))).ratio.tolist() == [1]
    assert nearest(np.zeros((1, 2)), np.ones((1, 2))).ratio is None
    assert nearest(np.zeros((1, 2)), np.ones((1, 2))).median_ratio is None


def test_nobody_to_ask_or_to_compare_with():
    assert nearest(np.zeros((0, 2)), REFERENCE) is None
    assert nearest(REFERENCE, np.zeros((0, 2))) is None
    assert nearest(REFERENCE[:1], REFERENCE[:1], np.array([0])) is None


@settings(deadline=None)
@drawn(arrays(float, (7, 3), elements=st.integers(0, 3)), arrays(float, (5, 3), elements=st.integers(0, 3)))
def test_it_is_the_smallest_of_all_distances(queries, reference):
    far = np.sort(np.linalg.norm(queries[:, None] - reference, axis=2), axis=1)
    assert nearest(queries, reference).closest == pytest.approx(far[:, 0])
    own = np.sort(np.linalg.norm(queries[:, None] - queries, axis=2) + np.diag([np.inf] * 7), axis=1)
    alone = nearest(queries, queries, np.arange(7))
    assert alone.closest == pytest.approx(own[:, 0])
    assert alone.ratio[own[:, 1] > 0] == pytest.approx((own[:, 0] / np.maximum(own[:, 1], 1e-9))[own[:, 1] > 0])


def test_directions_and_baselines(monkeypatch):
    sides = [REFERENCE, np.array([[0.0, 0], [3, 4]]), np.array([[0.0, 2]])]
    with_strangers = distances(given(sides, ["a", "b"]), np.random.default_rng(1))
    assert with_strangers.kind == "holdout"
    assert with_strangers.baseline.closest.tolist() == [1]
    assert with_strangers.people.closest.tolist() == [0, 1, 3]
    monkeypatch.setattr("privacy_core.linkage.distances.MOST_ROWS", 2)
    some = distances(given(sides[:2], ["a", "b"]), np.random.default_rng(1))
    assert (len(some.people.closest), some.people.asked) == (2, 3)
    assert set(some.baseline.closest) <= {1.0, 3.0}
    assert (len(some.baseline.closest), some.baseline.asked) == (2, 3)
    monkeypatch.setattr("privacy_core.linkage.distances.MOST_ROWS", 100)
    monkeypatch.setattr("privacy_core.linkage.distances.MOST_WORK", 1)
    monkeypatch.setattr("privacy_core.linkage.distances.LEAST_ROWS", 2)
    few = distances(given(sides[:2], ["a", "b"]), np.random.default_rng(1))
    assert (len(few.people.closest), few.people.asked) == (2, 3)
    monkeypatch.setattr("privacy_core.linkage.distances.MOST_ENCODED_CELLS", 2)
    assert "not measured" in distances(given(sides, ["a", "b"]), np.random.default_rng(1)).kind


def test_copies_in_a_release_are_exactly_at_nought():
    rows = np.random.default_rng(0).normal(size=(300, 20)) * 1000
    assert nearest(rows, rows).same == 300
