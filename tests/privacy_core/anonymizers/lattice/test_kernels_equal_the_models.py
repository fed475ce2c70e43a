"""The compiled kernels say what the models say, at every node of 200 random lattices."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from privacy_core import (
    AlphaK,
    BasicBeta,
    DeltaDisclosure,
    DistinctL,
    EnhancedBeta,
    EntropyL,
    Equal,
    KAnonymity,
    Limits,
    NTCloseness,
    Policies,
    Rank,
    RecursiveCL,
    Roles,
    TCloseness,
    Tree,
    Value,
    Verdict,
    from_frame,
    hierarchy,
)
from privacy_core.anonymizers import FullDomain
from privacy_core.anonymizers.lattice import packing
from privacy_core.anonymizers.lattice.aggregated import aggregated
from privacy_core.anonymizers.lattice.aims import Objective, Quality
from privacy_core.anonymizers.lattice.describing import _through_models, described
from privacy_core.anonymizers.lattice.grid import Grid
from privacy_core.anonymizers.lattice.rules import INHERITED, promise
from privacy_core.anonymizers.lattice.running import Budget
from privacy_core.anonymizers.lattice.seeking import _filtered, sought
from privacy_core.anonymizers.lattice.twin import judged
from privacy_core.models.base import beyond
from privacy_core.models.k_map import KMap
from privacy_core.policies import MissingSensitive
from privacy_core.progress import unwatched
from tests.blurring import random_case

WORDS = ["x", "y", "z", "w"]
TREE = hierarchy("s", [("x", "xy", "*"), ("y", "xy", "*"), ("z", "zw", "*"), ("w", "zw", "*")])
SEEDS = range(200)


def case(seed: int):
    """A table with a text, a number and missing secrets, hierarchies, and promises on both columns."""
    random = np.random.default_rng(seed)
    rows, columns = int(random.integers(8, 60)), int(random.integers(1, 5))
    table, trees = random_case(random, rows, columns)
    numbers = random.choice([1.0, 2.0, 5.0, 5.5, 9.0], rows)
    if seed % 3 == 0:
        numbers[random.random(rows) < 0.2] = np.nan
    numbers[0] = 9.0
    table = table.with_column(from_frame(pd.DataFrame({"n": numbers}))["n"])
    if seed % 5 == 0:
        table = table.with_suppressed(np.arange(rows) % 7 == 0)
    every = [
        DistinctL("s", int(random.integers(1, 4))),
        EntropyL("s", float(random.choice([1.0, 1.5, 2.0, 3.0]))),
        RecursiveCL("s", float(random.choice([1.0, 2.0, 3.5])), int(random.integers(1, 4))),
        AlphaK("s", float(random.choice([0.5, 2 / 3, 0.9]))),
        TCloseness("s", float(random.choice([0.1, 0.2, 0.3, 0.5])), Equal()),
        TCloseness("s", float(random.choice([0.1, 0.25, 0.4])), Tree(TREE)),
        TCloseness("n", float(random.choice([0.1, 0.2, 0.4])), Rank()),
        TCloseness("n", float(random.choice([0.1, 0.2, 0.4])), Value()),
        BasicBeta("n", float(random.choice([0.5, 1.0, 2.0]))),
        EnhancedBeta("s", float(random.choice([0.5, 1.0, 2.0]))),
        DeltaDisclosure("s", float(random.choice([np.log(2), 1.0, 1.5]))),
        DeltaDisclosure("n", float(random.choice([np.log(2), 1.0, 1.5])), "present"),
    ]
    chosen = random.choice(len(every), int(random.integers(0, 4)), replace=False)
    models = [KAnonymity(int(random.integers(1, 6))), *(every[i] for i in chosen)]
    population = table.only(random.integers(0, rows, 3 * rows)) if seed % 4 == 0 else None
    if population is not None:
        population = replace(population, suppressed=np.zeros(population.n_rows, bool))
        models.append(KMap(3))
    missing = MissingSensitive.OUT if seed % 2 else MissingSensitive.OWN
    kept = promise(models, population is not None)
    policies = Policies(missing_sensitive=missing)
    counted = aggregated(table, list(trees), trees, kept.sensitive, policies, None, population)
    return counted, kept, Grid(tuple(step.n_levels for step in counted.ladders)), random


def agree(counted, kept, grid, floor: int, cap: int) -> None:
    fast = described(counted, kept, grid, floor, cap, unwatched)
    slow = _through_models(counted, kept, grid, floor, cap, unwatched, Budget())
    for name in ("classes", "squares", "smallest", "failing", "below"):
        assert np.array_equal(getattr(fast, name), getattr(slow, name)), name
    for k in (floor, (floor + cap) // 2, cap):
        assert np.array_equal(fast.leaves(k, len(grid.shape)), slow.leaves(k, len(grid.shape)))
    judged = np.isfinite(slow.worst) if floor == 1 else slow.worst != slow.worst
    assert np.allclose(fast.worst[judged], slow.worst[judged], rtol=1e-12, atol=1e-12)
    if floor == 1:
        assert np.array_equal(np.isinf(fast.worst), np.isinf(slow.worst))


@pytest.mark.parametrize("seed", SEEDS)
def test_every_node_is_described_alike(seed):
    counted, kept, grid, random = case(seed)
    agree(counted, kept, grid, 1, 12)
    floor = int(random.integers(2, 6))
    agree(counted, kept, grid, floor, floor + 3)


@pytest.mark.parametrize("seed", range(0, 200, 10))
def test_two_keys_and_narrow_words_change_nothing(seed, monkeypatch):
    monkeypatch.setattr(packing, "FIRST_KEY", 1)
    monkeypatch.setattr(packing, "WORD", 20)
    counted, kept, grid, _ = case(seed)
    assert packing.packed(counted, kept.sensitive).layout["wide"] or len(grid.shape) == 1
    agree(counted, kept, grid, 1, 12)


SOUGHT = [
    Objective(),
    Objective(Quality.LOSS_ARITHMETIC, 0.3),
    Objective(Quality.LOSS_MAX, 0.8),
    Objective(Quality.LOSS_SUM, importance={"q0": 0.25}),
    Objective(Quality.PRECISION),
    Objective(Quality.ENTROPY),
    Objective(Quality.ENTROPY_MONOTONE, 0.9),
]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_search_finds_what_looking_at_every_node_finds(seed):
    counted, kept, grid, random = case(seed)
    objective = SOUGHT[seed % len(SOUGHT)]
    for limit in {0, int(random.integers(0, counted.n_rows)), counted.n_rows}:
        fast = sought(counted, kept, grid, objective, limit, unwatched, Budget())
        slow = _filtered(counted, kept, grid, objective, limit, unwatched, Budget())
        assert (fast.levels, fast.suppressed) == (slow.levels, slow.suppressed)
        assert fast.levels is None or fast.quality == pytest.approx(slow.quality, rel=1e-12, abs=1e-13)


@pytest.mark.parametrize("seed", range(0, 200, 20))
def test_without_numba_the_models_do_all_of_it(seed, monkeypatch):
    counted, kept, grid, _ = case(seed)
    limit = counted.n_rows // 4
    fast = sought(counted, kept, grid, Objective(), limit, unwatched, Budget())
    monkeypatch.setattr("privacy_core.anonymizers.lattice.describing.compiled", lambda: False)
    slow = sought(counted, kept, grid, Objective(), limit, unwatched, Budget())
    assert (fast.levels, fast.suppressed) == (slow.levels, slow.suppressed)


def test_a_number_at_the_very_limit_is_judged_by_the_models():
    halves = pd.DataFrame({"q": list("aaaabbbb"), "s": list("xxxyxyyy")})
    trees = {"q": hierarchy("q", [("a", "*"), ("b", "*")])}
    for t in (0.25 - 1e-9, 0.25 - 1e-9 - 1e-15, 0.25 - 1e-9 + 1e-15, 0.25 - 2e-9, 0.25):
        kept = promise([TCloseness("s", t)])
        counted = aggregated(from_frame(halves), ["q"], trees, kept.sensitive)
        agree(counted, kept, Grid((2,)), 1, 3)
        fast = sought(counted, kept, Grid((2,)), Objective(), 0, unwatched, Budget())
        assert fast.levels == _filtered(counted, kept, Grid((2,)), Objective(), 0, unwatched, Budget()).levels


@pytest.mark.parametrize("seed", range(8))
def test_a_larger_group_is_what_is_released_around_a_class(seed):
    table, trees = random_case(np.random.default_rng(seed), 50, 3)
    models = [KAnonymity(2), NTCloseness("s", 20, 0.3)]
    found = FullDomain().anonymize(table, Roles(tuple(trees), ("s",)), trees, models, Limits(0.5))
    assert found.table is None or all(m.verdict in (Verdict.HOLDS, Verdict.EMPTY) for m in found.measurements)


@pytest.mark.parametrize("seed", range(30))
def test_merging_never_breaks_a_monotone_promise_nor_an_inherited_failure(seed):
    """What a search concludes is true of classes: a merged one of two that hold holds; parts of a failing one fail."""
    counted, kept, grid, random = case(seed)
    levels = grid.levels(int(random.integers(grid.size)))
    fine, top = judged(counted, kept, (0,) * len(levels)), judged(counted, kept, levels)
    parent = np.zeros(len(fine.rows), int)
    parent[fine.number] = top.number
    for model, value in fine.values.items():
        below, above = beyond(model, value) & (fine.rows > 0), beyond(model, top.values[model])
        every_part_holds = np.bincount(parent, below, len(above)) == 0
        if model.monotone:
            assert not (above & every_part_holds & (top.rows > 0)).any()
        if isinstance(model, INHERITED):
            assert below[above[parent] & (fine.rows > 0)].all()
