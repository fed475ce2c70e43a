"""Every model, ground distance and policy gives what dense loops over fractions give."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import (
    AlphaK,
    BasicBeta,
    DeltaDisclosure,
    DistinctL,
    EnhancedBeta,
    EntropyL,
    Equal,
    KAnonymity,
    Missing,
    MissingSensitive,
    Policies,
    Rank,
    RecursiveCL,
    Suppressed,
    TCloseness,
    Tree,
    Value,
    Verdict,
    contingency,
    equivalence_classes,
    largest_share,
    measure,
    moves,
)
from tests import oracles, strategies
from tests.strategies import Case

Oracle = Callable[[oracles.Crowd], float]
POLICIES = [Policies(*how) for how in product((Missing.OWN, Missing.DROP), MissingSensitive, Suppressed)]


def asked(case: Case) -> Iterator[tuple[object, Oracle]]:
    """Every model that applies to the secret's kind, and the oracle that knows its answer."""
    yield KAnonymity(), oracles.k
    yield DistinctL("s"), oracles.distinct_l
    yield EntropyL("s"), oracles.entropy_l
    yield from ((RecursiveCL("s", l=rank), oracles.recursive(rank)) for rank in (1, 2, 3, 4))
    yield AlphaK("s"), oracles.alpha
    yield TCloseness("s"), oracles.t_equal
    yield TCloseness("s", ground=Tree(case.tree)), _labelled(oracles.t_tree(case.paths))
    if case.kind != "nominal":
        yield TCloseness("s", ground=Rank()), oracles.t_ordered
    if case.kind == "numeric":
        yield TCloseness("s", ground=Value()), oracles.t_value
    yield BasicBeta("s"), oracles.basic_beta
    yield EnhancedBeta("s"), oracles.enhanced_beta
    yield DeltaDisclosure("s"), oracles.delta
    yield DeltaDisclosure("s", absent="present"), oracles.delta_present


def _labelled(distance: Oracle) -> Oracle:
    def of_labels(crowd: oracles.Crowd) -> float:
        named = [
            {v if v is None else strategies.label(v): x for v, x in d.items()} for d in (crowd.counts, crowd.prior)
        ]
        return distance(replace(crowd, counts=named[0], prior=named[1]))

    return of_labels


def keys(case: Case, classes) -> list:
    """The quasi-identifiers of each class, read off the plain rows."""
    rows = [int(classes.kept[np.flatnonzero(classes.of_row == i)[0]]) for i in range(len(classes))]
    return ["suppressed" if case.plain.suppressed[row] else case.plain.known[row] for row in rows]


def compare(case: Case, policies: Policies, pick: Callable[[list[float]], float]) -> int:
    """Compare value, verdict and failing rows of every model; return how many were compared."""
    how = (policies.missing.value, policies.missing_sensitive.value, policies.suppressed.value)
    expected = oracles.crowds(case.plain, *how)
    classes = equivalence_classes(case.table, case.names, policies)
    order = keys(case, classes)
    assert sorted(map(str, order)) == sorted(map(str, expected))
    counts = contingency(case.table, classes, "s", policies, case.original)
    compared = 0
    for model, oracle in asked(case):
        right = [float(oracle(expected[key])) for key in order]
        found = measure(_promising(model, pick(right)) if right else model, counts)
        if not sum(sum(crowd.counts.values()) for crowd in expected.values()):
            assert found.value is None
            continue
        np.testing.assert_allclose(found.per_class, right, rtol=1e-9, atol=1e-9, err_msg=f"{model} {policies} {case}")
        assert found.value == pytest.approx(min(right) if model.better == "higher" else max(right), rel=1e-9, abs=1e-9)
        _same_verdict(found, right, [expected[key].rows for key in order])
        compared += 1
    return compared


def _promising(model, threshold: float):
    """The same model with a threshold near its own number, where it may have one."""
    name = {"k-anonymity": "k", "distinct-l": "l", "entropy-l": "l", "recursive-cl": "c", "alpha-k": "alpha"}
    field = name.get(model.name) or {"t-closeness": "t", "delta-disclosure": "delta"}.get(model.name, "beta")
    whole = round(threshold) if field == "k" or model.name == "distinct-l" else threshold
    floor = 1 if model.better == "higher" else 0
    ceiling = 1 if field in ("alpha", "t") else 1e9
    return replace(model, **{field: min(max(whole, floor), ceiling)})


def _same_verdict(found, right: list[float], rows: list[int]) -> None:
    model = found.model
    keeps = oracles.holds(right, model.threshold, model.better, model.strict)
    assert found.fails.tolist() == [not kept for kept in keeps], model
    assert found.verdict is (Verdict.HOLDS if all(keeps) else Verdict.FAILS)
    assert found.records_failing == sum(n for n, kept in zip(rows, keeps, strict=True) if not kept)
    assert found.classes_failing == keeps.count(False)


def near(rng: random.Random) -> Callable[[list[float]], float]:
    """A threshold exactly at, just under or just over one class's number."""

    def pick(right: list[float]) -> float:
        value = rng.choice(right)
        return (0.5 if math.isinf(value) else value) + rng.choice([0, -1e-6, 1e-6])

    return pick


@given(strategies.cases(), st.sampled_from(POLICIES), st.randoms(use_true_random=False))
def test_agrees_with_the_definition(case, policies, rng):
    compare(case, policies, near(rng))


def compare_many(tables: int, seed: int) -> int:
    rng = random.Random(seed)
    return sum(compare(strategies.random_case(rng), rng.choice(POLICIES), near(rng)) for _ in range(tables))


def test_agrees_on_1500_tables():
    assert compare_many(1_500, 20_251_129) > 15_000


@pytest.mark.long
def test_agrees_on_20000_tables():
    assert compare_many(20_000, 7) > 200_000


def distances(case: Case, ground, labels: list[str]) -> np.ndarray:
    """Ground distance of every two values of the domain, from its definition."""
    m = len(labels)
    if isinstance(ground, Equal):
        return 1 - np.eye(m)
    if isinstance(ground, Tree):
        return np.array([[float(oracles.apart_in_tree(case.paths, a, b)) for b in labels] for a in labels])
    places = np.arange(m) if isinstance(ground, Rank) else np.array(labels, float)
    apart = np.abs(np.subtract.outer(places, places)).astype(float)
    return apart / (apart.max() or 1)


def grounds(case: Case) -> list:
    by_order = {"nominal": [], "ordinal": [Rank()], "numeric": [Rank(), Value()]}[case.kind]
    return [Equal(), Tree(case.tree), *by_order]


def known_counts(case: Case):
    policies = Policies(missing_sensitive=MissingSensitive.OUT)
    return contingency(case.table, equivalence_classes(case.table, case.names), "s", policies, case.original)


@pytest.mark.parametrize("seed", range(60))
def test_distance_and_largest_share_solve_their_linear_programmes(seed):
    rng = random.Random(seed)
    case = strategies.random_case(rng)
    counts = known_counts(case)
    if not counts.size.any():
        return
    crowd, t, value = int(counts.size.argmax()), rng.random(), rng.randrange(counts.n_values)
    for ground in grounds(case):
        apart = distances(case, ground, list(counts.labels))
        least = oracles.transport(counts.mix(crowd), counts.prior, apart)
        assert TCloseness("s", ground=ground).per_class(counts)[crowd] == pytest.approx(least, abs=1e-8), ground
        moved = moves(counts, crowd, ground)
        assert (moved.mass * apart[moved.source, moved.target]).sum() == pytest.approx(least, abs=1e-9), ground
        arrived = np.bincount(moved.target, moved.mass, counts.n_values) - np.bincount(
            moved.source, moved.mass, counts.n_values
        )
        np.testing.assert_allclose(counts.prior + arrived, counts.mix(crowd), atol=1e-12)
        most = oracles.largest_share(counts.prior, apart, t, value)
        assert largest_share(TCloseness("s", t, ground), counts, value) == pytest.approx(most, abs=1e-8), ground
