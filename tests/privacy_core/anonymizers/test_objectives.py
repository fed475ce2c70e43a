"""What a search keeps small is what `utility` measures: on every node, the best node by one is the best by the other."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from privacy_core import KAnonymity, Limits, Roles
from privacy_core.anonymizers import FullDomain
from privacy_core.utility import Aggregate, Loss, coarsenings, loss
from privacy_core.utility.detail import entropy_loss, entropy_loss_monotone, precision
from privacy_core.utility.distinction import aecs, discernibility, discernibility_monotone
from tests.blurring import generalized, random_case

MEASURES = {
    "discernibility": lambda columns, gs: discernibility(columns),
    "discernibility-monotone": lambda columns, gs: discernibility_monotone(columns),
    "entropy": entropy_loss,
    "entropy-monotone": lambda columns, gs: entropy_loss_monotone(columns),
    "precision": lambda columns, gs: 1 - precision(columns, gs),
    "aecs": lambda columns, gs: aecs(columns),
}
QUALITIES = [*(f"loss-{aggregate.value}" for aggregate in Aggregate), *MEASURES]


def measured(quality: str, columns, gs: float, importance) -> float | list[float]:
    if not quality.startswith("loss-"):
        return MEASURES[quality](columns, gs)
    found: Loss = loss(columns, gs, importance)
    return found.aggregated(Aggregate(quality.removeprefix("loss-")))


def best(quality, table, trees, k, limit, gs, importance) -> tuple:
    """Every node with the slow generalizer; least quality, then fewest suppressed rows, then smallest levels."""
    ranked = []
    for node in product(*(range(tree.n_levels) for tree in trees.values())):
        levels = dict(zip(trees, node, strict=True))
        release = generalized(table, trees, levels, k)
        if release.suppressed.sum() <= limit:
            lost = measured(quality, coarsenings(table, release, list(trees), trees, levels), gs, importance)
            rounded = [float(f"{x:.11g}") for x in (lost if isinstance(lost, list) else [lost])]
            ranked.append((rounded, int(release.suppressed.sum()), node))
    return min(ranked)


@pytest.mark.parametrize("quality", QUALITIES)
@pytest.mark.parametrize("seed", range(8))
def test_the_search_finds_what_utility_calls_best(quality, seed):
    random = np.random.default_rng(1000 + seed)
    table, trees = random_case(random, rows=30)
    gs = [0.5, 0.5, 0.2, 0.8][seed % 4] if quality not in ("entropy-monotone", "aecs") else 0.5
    importance = {"q0": 3.0, "q1": 1.0, "q2": 2.0} if quality.startswith("loss-") and seed % 2 else {}
    limit = Limits(0.3)
    expected = best(quality, table, trees, 3, limit.rows(30), gs, importance)
    anonymizer = FullDomain(quality=quality, gs=gs, importance=importance)
    found = anonymizer.anonymize(table, Roles(tuple(trees)), trees, [KAnonymity(3)], limit)
    assert found.levels is not None
    assert (int(found.suppressed.sum()), tuple(found.levels.values())) == expected[1:]
