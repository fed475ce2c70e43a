"""Why nothing was found must be true, a budget must be kept, and wide columns must not cost memory."""

from __future__ import annotations

import subprocess
import sys
import textwrap

import numpy as np
import pytest

from privacy_core import (
    BasicBeta,
    DistinctL,
    EntropyL,
    KAnonymity,
    Limits,
    Minimal,
    NTCloseness,
    ParameterError,
    Roles,
    TCloseness,
)
from privacy_core.anonymizers import FullDomain, Objective, Quality, whole_lattice
from privacy_core.anonymizers.lattice import describing, nearest, seeking
from privacy_core.anonymizers.lattice.aggregated import aggregated
from privacy_core.anonymizers.lattice.grid import Grid
from privacy_core.anonymizers.lattice.rules import promise
from privacy_core.anonymizers.lattice.running import Budget
from privacy_core.progress import unwatched
from tests.blurring import random_case

OTHERS = {
    "t": lambda random: [TCloseness("s", float(random.choice([0.1, 0.15, 0.2, 0.3])))],
    "entropy l": lambda random: [EntropyL("s", float(random.choice([2.0, 2.5, 3.0])))],
    "l": lambda random: [DistinctL("s", 3)],
    "beta": lambda random: [BasicBeta("s", float(random.choice([0.3, 0.6, 1.0])))],
    "t and l": lambda random: [TCloseness("s", 0.2), EntropyL("s", 2.5)],
}


def searched_for_every_k(table, trees, roles, others, k, limits):
    """Largest k below the one asked that a search of its own finds an answer for; 0 without one."""
    holds = [
        FullDomain(max_level=CAPPED).anonymize(table, roles, trees, [KAnonymity(low), *others], limits).table
        for low in range(1, k)
    ]
    return max((low for low, found in enumerate(holds, 1) if found is not None), default=0)


CAPPED = {"q0": 0}


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("span", [1, 100])
def test_the_largest_reachable_k_is_that_of_a_search_for_every_k(name, seed, span, monkeypatch):
    monkeypatch.setattr(nearest, "SPAN", span)
    random = np.random.default_rng(seed)
    table, trees = random_case(random, 60, 3)
    others, limits, k = OTHERS[name](random), Limits(float(random.choice([0.0, 0.1, 0.3]))), 31
    roles = Roles(tuple(trees), ("s",))
    found = FullDomain(max_level=CAPPED).anonymize(table, roles, trees, [KAnonymity(k), *others], limits)
    if found.table is not None:
        return
    largest = searched_for_every_k(table, trees, roles, others, k, limits)
    if largest:
        assert f"suppression is {largest} with the other promises kept" in found.reason
    else:
        assert "No node keeps" in found.reason


def test_enough_random_cases_have_a_largest_k():
    said = []
    for name, seed in [(name, seed) for name in OTHERS for seed in range(8)]:
        random = np.random.default_rng(seed)
        table, trees = random_case(random, 60, 3)
        others, limits = OTHERS[name](random), Limits(float(random.choice([0.0, 0.1, 0.3])))
        roles = Roles(tuple(trees), ("s",))
        found = FullDomain(max_level=CAPPED).anonymize(table, roles, trees, [KAnonymity(31), *others], limits)
        said.append(str(found.reason))
    assert sum("The largest reachable k" in reason for reason in said) >= 5
    assert sum("No node keeps" in reason for reason in said) >= 3


def test_a_reason_under_nt_closeness_claims_no_largest_k():
    table, trees = random_case(np.random.default_rng(5), 40, 2)
    models = [KAnonymity(30), NTCloseness("s", 35, 0.01)]
    found = FullDomain(max_level=dict.fromkeys(trees, 0)).anonymize(
        table, Roles(tuple(trees), ("s",)), trees, models, Limits()
    )
    assert "No node keeps every promise within 0 % suppression: the closest" in found.reason


UNIQUE = """
    import resource
    resource.setrlimit(resource.RLIMIT_DATA, ({bound}, {bound}))
    import numpy as np
    from privacy_core import Column, KAnonymity, Limits, Roles, Scale, hierarchy
    from privacy_core.tables import table
    from privacy_core.anonymizers import FullDomain

    n = 30_000
    words = np.array([f"v{{i:05}}" for i in range(n)], object)
    codes = np.arange(n, dtype=np.int32)
    people = table([Column(name, codes.copy(), words.copy(), Scale.NOMINAL) for name in "ab"])
    trees = {{name: hierarchy(name, [(w, w[:4], w[:3], "*") for w in words]) for name in "ab"}}
    found = FullDomain().anonymize(people, Roles(("a", "b")), trees, [KAnonymity({k})], Limits(0.02))
    print(found.levels, found.reason)
"""


def test_thirty_thousand_unique_rows_take_little_memory():
    code = textwrap.dedent(UNIQUE.format(bound=1_500_000_000, k=5))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-500:]
    assert done.stdout.strip() == "{'a': 1, 'b': 1} None"


def test_pairs_of_wide_columns_are_left_to_the_search_and_change_no_answer(monkeypatch):
    for seed in range(10):
        table, trees = random_case(np.random.default_rng(seed), 60, 4)
        counted = aggregated(table, list(trees), trees)
        grid = Grid(tuple(step.n_levels for step in counted.ladders))
        every = [seeking.hopeless_nodes(counted, k, grid, 6) for k in (2, 5)]
        monkeypatch.setattr(seeking, "MOST_CELLS", 8)
        some = [seeking.hopeless_nodes(counted, k, grid, 6) for k in (2, 5)]
        monkeypatch.undo()
        suppressed = whole_lattice(table, Roles(tuple(trees)), trees, [KAnonymity(2)])
        for k, all_pairs, narrow in zip((2, 5), every, some, strict=True):
            assert not (narrow & ~all_pairs).any()
            assert (suppressed.at(k).suppressed[all_pairs] > 6).all()


def test_looking_at_pairs_is_watched_and_ends_with_the_time():
    table, trees = random_case(np.random.default_rng(3), 60, 4)
    counted, told = aggregated(table, list(trees), trees), []
    grid = Grid(tuple(step.n_levels for step in counted.ladders))
    late = Budget(0.0)
    seeking.hopeless_nodes(counted, 5, grid, 0, lambda share, doing: told.append(doing) or True)
    assert set(told) == {"looking at columns in pairs"}
    told.clear()
    seeking.hopeless_nodes(counted, 5, grid, 0, lambda share, doing: told.append(doing) or True, late)
    assert told == []


@pytest.mark.parametrize("quality", list(Quality))
@pytest.mark.parametrize("models", [[KAnonymity(3)], [KAnonymity(2), NTCloseness("s", 20, 0.3)]], ids=["k", "k and nt"])
@pytest.mark.parametrize("seed", range(4))
def test_a_budget_of_nodes_is_kept_by_every_objective_and_the_bound_is_true(quality, models, seed):
    table, trees = random_case(np.random.default_rng(seed), 60, 4)
    roles = Roles(tuple(trees), ("s",))
    best = FullDomain(quality).anonymize(table, roles, trees, models, Limits(0.3))
    assert best.minimal is Minimal.PROVED or best.table is None
    for nodes in (1, 3, 7):
        found = FullDomain(quality).anonymize(table, roles, trees, models, Limits(0.3, nodes=nodes))
        assert found.visited <= nodes
        assert found.stopped_early == (found.minimal is not Minimal.PROVED)
        if found.minimal is Minimal.PROVED:
            assert found.levels == best.levels
        elif found.bound is not None and best.table is not None:
            assert found.bound <= value_of_the_best(table, roles, trees, models, quality) + 1e-9


def value_of_the_best(table, roles, trees, models, quality):
    kept = promise(models)
    counted = aggregated(table, roles.quasi_identifiers, trees, kept.sensitive)
    grid = Grid(tuple(step.n_levels for step in counted.ladders))
    limit = Limits(0.3).rows(counted.n_rows)
    return seeking.sought(counted, kept, grid, Objective(quality), limit, unwatched, Budget()).quality


@pytest.mark.parametrize("quality", [Quality.LOSS_GEOMETRIC, Quality.AECS, Quality.ENTROPY])
def test_a_budget_of_time_ends_every_way_of_searching(quality):
    table, trees = random_case(np.random.default_rng(1), 200, 5)
    roles = Roles(tuple(trees), ("s",))
    for models in ([KAnonymity(3)], [KAnonymity(2), NTCloseness("s", 50, 0.3)]):
        found = FullDomain(quality).anonymize(table, roles, trees, models, Limits(0.3, seconds=0.0))
        whole = FullDomain(quality).anonymize(table, roles, trees, models, Limits(0.3))
        assert found.visited < found.nodes or found.minimal is Minimal.PROVED
        assert whole.minimal is Minimal.PROVED
        assert not whole.stopped_early


@pytest.mark.parametrize("quality", [Quality.LOSS_GEOMETRIC, Quality.AECS, Quality.DISCERNIBILITY, Quality.LOSS_RANK])
@pytest.mark.parametrize("others", [[], [EntropyL("s", 1.1)]], ids=["k", "k and entropy l"])
def test_a_search_that_ends_early_still_looks_at_the_coarsest_node(quality, others):
    """The finest nodes come first and hold nothing here."""
    table, trees = random_case(np.random.default_rng(1), 200, 5)
    asked = table, Roles(tuple(trees), ("s",)), trees, [KAnonymity(100), *others]
    for share in (0.0, 0.01):
        assert FullDomain(quality).anonymize(*asked, Limits(share)).levels is not None
        found = FullDomain(quality).anonymize(*asked, Limits(share, nodes=3))
        assert found.levels is not None
        assert found.visited <= 3


def test_the_reason_is_not_looked_for_when_the_budget_is_spent():
    table, trees = random_case(np.random.default_rng(4), 80, 4)
    counted = aggregated(table, list(trees), trees, ["s"])
    kept = promise([KAnonymity(60), TCloseness("s", 0.02)])
    grid = Grid(tuple(step.n_levels for step in counted.ladders))
    found = nearest.Found(None, np.inf, 0, 1, True, np.inf)
    told = []
    reason = nearest.nearest(
        counted, kept, grid, Limits(), found, lambda share, doing: told.append(doing) or True, Budget(None, 1)
    )
    assert reason == f"None of the {grid.size:,} nodes keeps every promise within 0 % suppression."
    assert len(told) <= 2


def test_the_memory_of_a_lattice_is_bounded_by_fewer_values_of_k(monkeypatch):
    table, trees = random_case(np.random.default_rng(2), 60, 4)
    roles = Roles(tuple(trees), ("s",))
    wide = whole_lattice(table, roles, trees, [KAnonymity(2)])
    monkeypatch.setattr(describing, "MOST_BYTES", 8 * wide.grid.size * 60)
    narrow = whole_lattice(table, roles, trees, [KAnonymity(2)])
    about = narrow.description
    assert (wide.description.floor, wide.description.cap) == (1, 101)
    assert about.floor == 1 < about.cap < 60
    taken = sum(getattr(about, name).nbytes for name in ("classes", "squares", "smallest", "failing"))
    taken += about.failing_leaves.nbytes + about.below.nbytes + about.below_leaves.nbytes + about.worst.nbytes
    assert taken <= describing.MOST_BYTES
    assert np.array_equal(narrow.at(about.cap).suppressed, wide.at(about.cap).suppressed)
    far = whole_lattice(table, roles, trees, [KAnonymity(50)]).description
    assert far.floor <= 50 <= far.cap
    monkeypatch.setattr(describing, "MOST_BYTES", 8 * wide.grid.size)
    with pytest.raises(ParameterError, match="nodes: what is known of them would take more than"):
        whole_lattice(table, roles, trees, [KAnonymity(2)])
