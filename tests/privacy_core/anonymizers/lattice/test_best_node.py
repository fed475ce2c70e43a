"""The best node, found by the slowest means there is: rows, counters and fractions, node by node."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import log1p

import numpy as np
import pytest

from privacy_core import DistinctL, KAnonymity, Limits, Minimal, ParameterError, Roles, TCloseness
from privacy_core.anonymizers import FullDomain, Objective, Quality, whole_lattice
from privacy_core.anonymizers.lattice import lattice as whole
from privacy_core.anonymizers.lattice.choosing import best
from tests import oracles
from tests.blurring import frame_of, random_case
from tests.oracles import Plain, crowds

FEW, ALL = range(200), range(200, 1000)


def labels(tree, value, level):
    leaf = tree.labels[0].index(value)
    return tree.labels[level][tree.maps[level][leaf]]


def node_by_node(table, trees, names, fails, limit):
    """Loss, suppressed rows and levels of the best node; fails says which crowds break a promise."""
    frame, n = frame_of(table, [*names, "s"]), table.n_rows
    found = []
    for levels in product(*(range(trees[name].n_levels) for name in names)):
        columns = [[labels(trees[m], v, at) for v in frame[m]] for m, at in zip(names, levels, strict=True)]
        keys = list(zip(*columns, strict=True))
        plain = Plain(keys, list(frame["s"]), [False] * n)
        bad = {key for key, crowd in crowds(plain).items() if fails(crowd)}
        gone = [key in bad for key in keys]
        if sum(gone) > limit:
            continue
        bits = 0.0
        for name, column, level in zip(names, columns, levels, strict=True):
            leaves = Counter(trees[name].labels[level][place] for place in trees[name].maps[level])
            whole, m = len(trees[name].labels[0]), n / len(trees[name].labels[0])
            cost = sum(1 if out else leaves[cell] / whole for cell, out in zip(column, gone, strict=True))
            bits += log1p(max((cost - m) / (n - m), 0)) if whole > 1 else 0
        found.append((round(np.expm1(bits / len(names)), 11), sum(gone), levels))
    return min(found, default=None)


PROMISES = [
    ((KAnonymity(3),), lambda crowd: crowd.rows < 3),
    ((KAnonymity(2), DistinctL("s", 2)), lambda crowd: crowd.rows < 2 or oracles.distinct_l(crowd) < 2),
    ((KAnonymity(2), TCloseness("s", 0.35)), lambda c: c.rows < 2 or oracles.t_equal(c) > 0.35 + 1e-9),
]


def compare(seed: int) -> None:
    random = np.random.default_rng(seed)
    rows, columns = int(random.integers(5, 25)), int(random.integers(1, 4 if seed % 40 else 6))
    table, trees = random_case(random, rows, columns)
    models, fails = PROMISES[seed % 3]
    limits = Limits(float(random.choice([0, 0.1, 0.4, 1])))
    found = FullDomain().anonymize(table, Roles(tuple(trees), ("s",)), trees, models, limits)
    expected = node_by_node(table, trees, list(trees), fails, limits.rows(rows))
    if expected is None:
        assert found.levels is None
    else:
        assert found.levels is not None
        assert (int(found.suppressed.sum()), tuple(found.levels.values())) == expected[1:]


@pytest.mark.parametrize("seed", FEW)
def test_a_random_table(seed):
    compare(seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", ALL)
def test_many_random_tables(seed):
    compare(seed)


def test_ties_go_to_fewer_suppressed_rows_then_to_the_smallest_levels():
    quality, suppressed = np.array([0.3, 0.3 * (1 + 1e-14), 0.3, 0.4]), np.array([2, 1, 1, 0])
    assert best(quality, suppressed, np.ones(4, bool)) == 1
    assert best(quality, suppressed, np.array([True, False, False, True])) == 0
    assert best(quality, suppressed, np.zeros(4, bool)) is None


@pytest.mark.parametrize("seed", range(20))
def test_the_order_of_quasi_identifiers_changes_only_ties(seed):
    table, trees = random_case(np.random.default_rng(seed), 40, 3)
    names = tuple(trees)
    one, two = (
        whole_lattice(table, Roles(order, ("s",)), trees, [KAnonymity(2), TCloseness("s", 0.4)]).at(2, 0.2)
        for order in (names, names[::-1])
    )
    shape = [trees[name].n_levels for name in names]
    assert np.array_equal(one.suppressed.reshape(shape), two.suppressed.reshape(shape[::-1]).T)
    assert np.allclose(one.quality.reshape(shape), two.quality.reshape(shape[::-1]).T, rtol=1e-13)


def test_a_reason_names_the_largest_k_within_reach():
    table, trees = random_case(np.random.default_rng(3), 30, 2)
    names = tuple(trees)
    highest = dict.fromkeys(names, 0)
    found = FullDomain(max_level=highest).anonymize(table, Roles(names), trees, [KAnonymity(30)], Limits(0.1))
    rows = sorted(Counter(zip(*(table[name].codes.tolist() for name in names), strict=True)).values())
    reach = next(size for i, size in enumerate(rows) if sum(rows[: i + 1]) > 3)
    assert f"The largest reachable k within 10 % suppression is {reach} " in str(found.reason)


def test_a_reason_names_the_promise_that_breaks():
    table, trees = random_case(np.random.default_rng(3), 30, 2)
    names = tuple(trees)
    found = FullDomain(max_level=dict.fromkeys(names, 0)).anonymize(
        table, Roles(names, ("s",)), trees, [TCloseness("s", 0.01)], Limits()
    )
    assert "No node keeps t-closeness of 's' within 0 % suppression" in str(found.reason)


def test_a_lattice_too_large_is_searched_in_part_and_the_bound_is_said(monkeypatch):
    table, trees = random_case(np.random.default_rng(7), 60, 4)
    roles = Roles(tuple(trees), ("s",))
    models, limits = [KAnonymity(3)], Limits(0.05)
    best_of_all = FullDomain().anonymize(table, roles, trees, models, limits)
    looked = whole_lattice(table, roles, trees, models)
    least = looked.at(3, 0.05)
    monkeypatch.setattr("privacy_core.anonymizers.full_domain.MOST_NODES", 1)
    to_the_end = FullDomain().anonymize(table, roles, trees, models, limits)
    assert to_the_end.minimal is Minimal.PROVED
    assert to_the_end.suppressed.sum() == best_of_all.suppressed.sum()
    early = FullDomain().anonymize(table, roles, trees, models, Limits(0.05, nodes=12))
    assert early.minimal is Minimal.NO
    assert early.bound <= least.quality[least.best] + 1e-12
    monkeypatch.setattr(whole, "MOST_NODES", 1)
    with pytest.raises(ParameterError, match="at most 1 are looked at"):
        whole_lattice(table, roles, trees, models)


def test_why_a_node_fails_is_said_promise_by_promise():
    table, trees = random_case(np.random.default_rng(11), 40, 3)
    looked = whole_lattice(table, Roles(tuple(trees), ("s",)), trees, [KAnonymity(3), DistinctL("s", 2)])
    view = looked.at(3)
    for node in range(0, looked.grid.size, 5):
        crowd, values = looked.why(node, 3)
        assert crowd.first_rows + values.first_rows == view.suppressed[node]
        assert crowd.value == looked.smallest[node]
        assert values.value == looked.worst[values.model][node]
        assert crowd.gap == max(3 - crowd.value, 0)


@pytest.mark.parametrize("quality", [Quality.ENTROPY, Quality.ENTROPY_MONOTONE])
def test_entropy_needs_a_search(quality):
    table, trees = random_case(np.random.default_rng(12))
    looked = whole_lattice(table, Roles(tuple(trees)), trees, [KAnonymity(2)])
    with pytest.raises(ParameterError, match="search of its own"):
        looked.at(2, 0.1, Objective(quality))
    assert FullDomain(quality).anonymize(table, Roles(tuple(trees)), trees, [KAnonymity(2)], Limits(0.1)).table


@pytest.mark.parametrize("share", [0, 0.2, 1])
@pytest.mark.parametrize("nodes", [1, 3, 9])
def test_a_budget_of_nodes_ends_the_search_and_the_bound_is_true(nodes, share):
    table, trees = random_case(np.random.default_rng(13), 60, 4)
    roles, models = Roles(tuple(trees), ("s",)), [KAnonymity(3), TCloseness("s", 0.4)]
    view = whole_lattice(table, roles, trees, models).at(3, share)
    found = FullDomain().anonymize(table, roles, trees, models, Limits(share, nodes=nodes))
    assert found.visited <= nodes
    assert found.minimal is Minimal.PROVED or found.bound <= view.quality[view.best] + 1e-12
    assert found.table is not None or "were looked at" in found.reason
