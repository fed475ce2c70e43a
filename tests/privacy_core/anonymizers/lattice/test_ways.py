"""Every way to blur against a promise: front, path, neighbours and order, each against a slow oracle."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import DistinctL, KAnonymity, Limits, ParameterError, Roles, from_frame, hierarchy
from privacy_core.anonymizers import FILTERED, FullDomain, Objective, Ways, blurred, class_sizes, whole_lattice
from privacy_core.anonymizers import ways as lattice_ways
from privacy_core.anonymizers.lattice import reached


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
    exact = np.ones(len(cost), bool)
    return Ways(crowd, kept, exact, 1, shape, 100, cost, random.integers(0, 9, len(cost)), keeps, best)


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
def test_rounding_puts_no_way_on_the_front(shape, seed):
    seen = ways(shape, seed)
    moved = np.random.default_rng(seed).choice([-1e-15, 0, 1e-15], len(seen.cost))
    assert replace(seen, cost=seen.cost * (1 + moved)).front == seen.front


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


def described(n: int, seed: int, models, trees):
    random = np.random.default_rng(seed)
    frame = pd.DataFrame({name: random.choice(list("abcd"), n) for name in ("p", "q", "s")})
    people = from_frame(frame)
    found = whole_lattice(people, Roles(("p", "q"), ("s",)), trees, models, span=3)
    return people, found, class_sizes(found.aggregated)


TREES = {
    name: hierarchy(name, [("a", "x", "*"), ("b", "x", "*"), ("c", "y", "*"), ("d", "y", "*")]) for name in ("p", "q")
}


@given(st.integers(4, 60), seeds, st.integers(0, 20))
def test_a_crowd_is_exact_or_a_lower_bound_as_it_says(n, seed, limit):
    others = [DistinctL("s", 2)]
    people, found, sizes = described(n, seed, [KAnonymity(1), *others], TREES)
    seen = reached(found, sizes, limit)
    for node, levels in enumerate(product(range(3), range(3))):
        at = dict(zip(("p", "q"), levels, strict=True))
        done = blurred(people, ("p", "q"), TREES, at, others)
        breaks = done.measurements[0].fails
        rest, left = limit - int(done.classes.size[breaks].sum()), done.classes.size[~breaks]
        assert seen.kept[node] == (rest >= 0)
        if 0 <= rest < left.sum():  # with less everybody may be left out, and any crowd is kept
            true = max(int(k) for k in left if left[left < k].sum() <= rest)
            assert seen.crowd[node] <= true
            assert not seen.exact[node] or seen.crowd[node] == true
    assert seen.most_is_exact == bool(seen.exact[seen.kept].all())


@pytest.mark.parametrize("quality", FILTERED)
@pytest.mark.parametrize("gs", [0.0, 0.5, 1.0])
def test_costs_are_those_of_the_search(quality, gs):
    people, found, sizes = described(60, 3, [KAnonymity(4)], TREES)
    objective = Objective(quality, gs)
    seen = lattice_ways(found, sizes, 4, 0.2, objective)
    assert seen.cost.min() >= 0
    assert seen.cost.max() <= 100
    best = FullDomain(quality, gs).anonymize(people, Roles(("p", "q")), TREES, [KAnonymity(4)], Limits(0.2))
    assert tuple(best.levels.values()) == tuple(seen.levels[seen.best].tolist())
    kept = np.flatnonzero(seen.keeps)
    assert seen.cost[seen.best] == pytest.approx(seen.cost[kept].min(), abs=1e-6)


def test_entropy_with_suppression_is_no_look_up():
    _, found, sizes = described(60, 3, [KAnonymity(4)], TREES)
    with pytest.raises(ParameterError, match="search of its own"):
        lattice_ways(found, sizes, 4, 0.2, Objective("entropy"))


def test_a_k_beyond_what_was_described_is_refused_never_misread():
    people = from_frame(pd.DataFrame({"q": [str(i // 3) for i in range(40)]}))
    tree = hierarchy("q", [(str(i), str(i // 5), "*") for i in range(14)])
    found = whole_lattice(people, Roles(("q",)), {"q": tree}, [KAnonymity(10)], span=2)
    sizes = class_sizes(found.aggregated)
    floor, cap = found.description.floor, found.description.cap
    assert [found.description.reaches(k) for k in (8, 9, 11, 12)] == [False, True, True, False]
    for far in (floor - 1, cap + 1):
        with pytest.raises(ParameterError, match=r"k must lie in \[9, 11\]"):
            lattice_ways(found, sizes, far)
    assert lattice_ways(found, sizes, floor).left_out.tolist() == [40, 0, 0]
    assert lattice_ways(found, sizes, cap).left_out.tolist() == [40, 10, 0]
