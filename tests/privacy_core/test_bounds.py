"""The largest share a promise allows is never exceeded, and is reached (design: `largest_share`)."""

from __future__ import annotations

import random
from math import log

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import linprog

from privacy_core import (
    AlphaK,
    BasicBeta,
    DeltaDisclosure,
    EnhancedBeta,
    Rank,
    TCloseness,
    Tree,
    Value,
    contingency,
    equivalence_classes,
    from_frame,
    hierarchy,
    largest_share,
    measure,
)
from tests.contracts import counted, promising

PRIOR = np.array([0.01, 0.29, 0.3, 0.2, 0.2])
TREE = hierarchy("s", [(str(i), "low" if i < 2 else "high", "*") for i in range(5)])


def table(prior: np.ndarray = PRIOR):
    """One class that shows every value, compared with the prior."""
    counts = counted(pd.DataFrame({"q": 0, "s": np.arange(len(prior), dtype=float)}))
    return counts.part(np.array([True]), prior)


MODELS = [
    TCloseness("s", 0.15),
    TCloseness("s", 0.15, Rank()),
    TCloseness("s", 0.15, Value()),
    TCloseness("s", 0.15, Tree(TREE)),
    BasicBeta("s", 0.5),
    EnhancedBeta("s", 2),
    DeltaDisclosure("s", 0.7),
    DeltaDisclosure("s", 0.7, "present"),
    AlphaK("s", 0.6),
]


@pytest.mark.parametrize("model", MODELS, ids=repr)
@pytest.mark.parametrize("value", range(5))
def test_no_crowd_that_keeps_the_promise_exceeds_it(model, value):
    """10,000 random mixes, many of them near the bound: those that keep the promise stay under it."""
    bound = largest_share(model, table(), value)
    rng, kept = random.Random(value), 0
    for _ in range(300):
        mix = np.array([rng.gammavariate(0.5 + 30 * p, 1) + 1e-9 for p in PRIOR])
        mix[value] *= rng.choice([1, 2, 4])
        count = np.maximum(np.round(10_000 * mix / mix.sum()), 1)
        rows = pd.DataFrame({"q": 0, "s": np.repeat(np.arange(5.0), count.astype(int))})
        crowd = counted(rows).part(np.array([True]), PRIOR)
        if not measure(model, crowd).fails.any():
            kept += 1
            assert crowd.share[value] <= bound + 1e-9
    assert kept > 0 or bound == pytest.approx(PRIOR[value], rel=1)


@pytest.mark.parametrize("value", range(5))
@pytest.mark.parametrize("delta", [0.1, 0.7, 1.5, 5])
def test_delta_disclosure_also_keeps_the_others_up(delta, value):
    """Every value keeps at least p·exp(−δ): a linear programme over the mixes allowed."""
    low, high = PRIOR * np.exp(-delta), np.minimum(PRIOR * np.exp(delta), 1)
    gain = -np.eye(5)[value]
    solved = linprog(gain, A_eq=[np.ones(5)], b_eq=[1], bounds=list(zip(low, high, strict=True)), method="highs")
    assert largest_share(DeltaDisclosure("s", delta), table(), value) == pytest.approx(-solved.fun, abs=1e-9)


def test_half_of_the_table_cannot_fill_a_crowd_under_delta_disclosure():
    half = table(np.array([0.5, 0.5]))
    assert largest_share(DeltaDisclosure("s", log(4)), half, 0) == pytest.approx(0.875)
    assert largest_share(DeltaDisclosure("s", log(4), "present"), half, 0) == 1


@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_a_wider_promise_allows_no_less(model):
    tighter = largest_share(promising(model, model.threshold / 2), table(), 1)
    assert tighter < largest_share(model, table(), 1)


def test_without_a_threshold_nothing_is_promised():
    assert {largest_share(promising(model, None), table(), 0) for model in MODELS} == {1.0}


def test_values_that_are_missing_are_not_bounded_by_ordered_distance():
    frame = pd.DataFrame({"q": list("aabb"), "s": [1.0, None, 2.0, 2.0]})
    people = from_frame(frame)
    counts = contingency(people, equivalence_classes(people, ["q"]), "s")
    assert counts.missing == 2
    assert largest_share(TCloseness("s", 0.1, Rank()), counts, 2) == 1
    assert largest_share(TCloseness("s", 0.1), counts, 2) == pytest.approx(0.35)
    assert largest_share(TCloseness("s", 0.1, Rank()), counts, 0) == pytest.approx(1 / 3 + 0.1)


@pytest.mark.parametrize(
    ("t", "share"),
    [(0.0, 0.01), (0.0725, 0.30), (0.2225, 0.60), (0.25, 0.60 + (0.25 - 0.2225) / 0.75), (1.0, 1.0)],
)
def test_ordered_mass_is_bought_from_the_neighbour_first(t, share):
    """The neighbour's .29 cost 1/4 each, the next .3 cost 1/2 each, then .2 at 3/4."""
    assert largest_share(TCloseness("s", t, Rank()), table(), 0) == pytest.approx(share)
