"""Every way to blur against a promise: front, path, neighbours and order, each against a slow oracle."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.compute.ways import Ways


def ways(shape: tuple[int, ...], seed: int, k: int = 3) -> Ways:
    """Any lattice: costs rise with the levels, crowds are what they are."""
    random = np.random.default_rng(seed)
    levels = np.array(list(product(*map(range, shape))))
    weight = random.uniform(0.2, 3, len(shape))
    cost = (levels * weight).sum(axis=1)
    cost = 100 * cost / max(cost.max(), 1)
    crowd = random.integers(1, 12, len(cost))
    kept = random.random(len(cost)) < 0.8
    keeps = kept & (crowd >= k)
    best = int(np.flatnonzero(keeps)[cost[keeps].argmin()]) if keeps.any() else None
    return Ways(shape, 100, cost, cost / 100, crowd, random.integers(0, 9, len(cost)), keeps, kept, best)


shapes = st.lists(st.integers(1, 4), min_size=1, max_size=4).map(tuple)
seeds = st.integers(0, 10_000)


@given(shapes, seeds)
def test_nothing_beats_a_way_on_the_front(shape, seed):
    seen = ways(shape, seed)
    some = [i for i in range(len(seen.cost)) if seen.kept[i]]

    def beaten(i: int) -> bool:
        better = ((seen.cost[j] <= seen.cost[i], seen.crowd[j] >= seen.crowd[i], j) for j in some)
        return any(
            cheap and large and (seen.cost[j] < seen.cost[i] or seen.crowd[j] > seen.crowd[i])
            for cheap, large, j in better
        )

    places = {(float(seen.cost[i]), int(seen.crowd[i])) for i in some if not beaten(i)}
    assert {(float(seen.cost[i]), int(seen.crowd[i])) for i in seen.front} == places
    assert all(seen.cost[a] < seen.cost[b] and seen.crowd[a] < seen.crowd[b] for a, b in pairwise(seen.front))


@given(shapes, seeds)
def test_the_best_way_is_on_the_front(shape, seed):
    seen = ways(shape, seed)
    if seen.best is not None:
        assert float(seen.cost[seen.best]) in [float(seen.cost[i]) for i in seen.front]
        assert seen.most >= 3
    else:
        assert seen.most < 3


@given(shapes, seeds, st.data())
def test_a_path_goes_up_one_level_at_a_time(shape, seed, data):
    seen = ways(shape, seed)
    goal = data.draw(st.integers(0, len(seen.cost) - 1))
    path = seen.path(goal)
    assert path[0] == 0
    assert path[-1] == goal
    assert len(path) == 1 + seen.levels[goal].sum()
    for a, b in pairwise(path):
        step = seen.levels[b] - seen.levels[a]
        assert step.sum() == 1
        assert step.min() >= 0
        others = [
            seen.way(seen.levels[a] + up)
            for up in np.eye(len(shape), dtype=int)
            if (seen.levels[a] + up <= seen.levels[goal]).all()
        ]
        assert seen.cost[b] == min(seen.cost[other] for other in others)


@given(shapes, seeds, st.data())
def test_neighbours_differ_by_one_level(shape, seed, data):
    seen = ways(shape, seed)
    which = data.draw(st.integers(0, len(seen.cost) - 1))
    near = [i for i in range(len(seen.cost)) if abs(seen.levels[i] - seen.levels[which]).sum() == 1]
    assert sorted(seen.neighbours(which).tolist()) == near


@pytest.mark.parametrize("shape", [(3,), (2, 3), (4, 1, 2)])
def test_numbers_and_levels_of_ways_agree(shape):
    seen = ways(shape, 1)
    assert [seen.way(levels) for levels in seen.levels] == list(range(len(seen.cost)))


def test_a_table_of_ways_begins_with_the_best():
    seen = ways((3, 4, 2), 5)
    order = seen.order.tolist()
    assert order[0] == seen.best
    kept = [bool(seen.keeps[i]) for i in order]
    assert kept == sorted(kept, reverse=True)
    rows = seen.rows_of(["a", "b", "c"], "Loss", seen.order)
    assert rows["promise"][0] == "kept"
    assert rows["level of b"] == [int(seen.levels[i][1]) for i in order]
    assert len({len(cells) for cells in rows.values()}) == 1
