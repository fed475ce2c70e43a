"""Swapped columns keep what they hold; partners are near in rank; the order of rows does not matter."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_core import ParameterError, UnknownColumn, from_frame
from privacy_core.anonymizers import swap


@settings(deadline=None)
@given(st.lists(st.integers(0, 6) | st.none(), min_size=1, max_size=40), st.floats(0, 1), st.integers(0, 99))
def test_a_column_keeps_its_values_and_its_gaps(values, reach, seed):
    table = from_frame(pd.DataFrame({"x": pd.array(values, "Int64"), "row": range(len(values))}))
    done = swap(table, ["x"], np.random.default_rng(seed), reach)
    before, after = table["x"], done.table["x"]
    assert sorted(before.codes.tolist()) == sorted(after.codes.tolist())
    gaps = before.codes == before.missing
    assert (after.codes[gaps] == before.codes[gaps]).all()
    assert done.changed["x"] == (before.codes != after.codes).sum()
    assert done.table.perturbed == {"x"}


@pytest.mark.parametrize("reach", [0.01, 0.1])
def test_partners_are_near_in_rank_and_names_trade_at_their_share(reach):
    n = 2000
    frame = pd.DataFrame({"x": np.arange(n), "job": [f"job {i % 7}" for i in range(n)]})
    done = swap(from_frame(frame), ["x", "job"], np.random.default_rng(3), reach)
    moved = np.abs(done.table["x"].codes - np.arange(n))
    assert moved.max() <= reach * n
    assert (moved > 0).mean() > 0.9
    assert done.changed["job"] / n == pytest.approx(reach * 6 / 7, abs=0.03)


def test_rows_in_another_order_are_changed_alike():
    frame = pd.DataFrame({"x": np.arange(50) // 2, "y": [f"y{i % 3}" for i in range(50)]})
    mixed = np.random.default_rng(0).permutation(50)
    one = swap(from_frame(frame), ["x", "y"], np.random.default_rng(1), 0.2).table
    other = swap(from_frame(frame.iloc[mixed]), ["x", "y"], np.random.default_rng(1), 0.2).table
    pairs = [sorted(zip(t["x"].codes.tolist(), t["y"].codes.tolist(), strict=True)) for t in (one, other)]
    assert pairs[0] == pairs[1]


def test_suppressed_rows_stay_and_bad_calls_are_refused():
    table = from_frame(pd.DataFrame({"x": [1, 2, 3, 4]})).with_suppressed(np.array([True, True, False, False]))
    done = swap(table, ["x"], np.random.default_rng(1), 1.0)
    assert done.table["x"].codes[:2].tolist() == [0, 1]
    with pytest.raises(UnknownColumn):
        swap(table, ["z"], np.random.default_rng(1))
    with pytest.raises(ParameterError):
        swap(table, ["x"], np.random.default_rng(1), 1.5)
