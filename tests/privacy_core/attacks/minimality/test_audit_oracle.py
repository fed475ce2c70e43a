"""The audit against every recoding of small tables, and on what local recoding makes of them."""

from __future__ import annotations

import random as plain
from itertools import product

import numpy as np
import pandas as pd
import pytest

from privacy_core import (
    from_frame,
)
from privacy_core.anonymizers import Minimal
from privacy_core.attacks import Outcome
from privacy_core.attacks.minimality import audit
from privacy_core.refinement import Moves
from tests.privacy_core.attacks.minimality.small_releases import random_table, recoded_locally


def as_sets(people, trees, release):
    """Every cell as the set of leaves it covers."""
    under = {}
    for name, tree in trees.items():
        for level, labels in enumerate(tree.labels):
            for at, label in enumerate(labels):
                under[name, label] = frozenset(np.flatnonzero(np.array(tree.maps[level]) == at).tolist())
    return [
        tuple(under[name, release[name].labels[release[name].codes[i]]] for name in trees) for i in range(people.n_rows)
    ]


def could_be_finer(people, trees, release, k):
    """Whether some k-anonymous recoding is finer in a row and coarser in none, by trying every one."""
    now = as_sets(people, trees, release)
    above = []
    for i in range(people.n_rows):
        paths = []
        for name, tree in trees.items():
            leaf = tree.place[people[name].labels[people[name].codes[i]]]
            paths.append({frozenset(np.flatnonzero(np.array(m) == m[leaf]).tolist()) for m in tree.maps})
        above.append([c for c in product(*paths) if all(a <= b for a, b in zip(c, now[i], strict=True))])

    def search(i, count, moved):
        if sum(max(k - c, 0) for c in count.values()) > len(now) - i:
            return False
        if i == len(now):
            return moved
        for cell in above[i]:
            count[cell] = count.get(cell, 0) + 1
            if search(i + 1, count, moved or cell != now[i]):
                return True
            count[cell] -= 1
            if not count[cell]:
                del count[cell]
        return False

    return search(0, {}, False)


def local_recoding_passes(seed):
    people, trees, k = random_table(seed)
    release = recoded_locally(people, trees, k)
    found = audit(people, release, list(trees), trees, k=k)
    assert found.minimal is Minimal.PROVED
    assert found.k >= k
    assert found.respects
    assert not found.faults
    assert found.premise is True
    assert found.outcome is Outcome.NOT_MEASURED
    assert found.moves == Moves(0, 0, 0, 0)
    return people, trees, k, release


@pytest.mark.parametrize("seed", range(60))
def test_local_recoding_is_minimal(seed):
    local_recoding_passes(seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(60, 600))
def test_local_recoding_is_minimal_on_600_tables(seed):
    local_recoding_passes(seed)


@pytest.mark.parametrize("seed", range(40))
def test_the_verdict_is_that_of_trying_every_recoding(seed):
    people, trees, k = random_table(10_000 + seed, (4, 6))
    rng = plain.Random(seed)
    release = recoded_locally(people, trees, rng.choice([k, k, min(people.n_rows, k + 1)]))
    if rng.random() < 0.5:  # one column blurred for all
        name = rng.choice(list(trees))
        release = release.with_column(from_frame(pd.DataFrame({name: ["*"] * people.n_rows}))[name])
    found = audit(people, release, list(trees), trees, k=k)
    finer = could_be_finer(people, trees, release, k)
    assert found.minimal is (Minimal.NO if finer else Minimal.PROVED)
    assert found.premise is (not finer)
    assert found.outcome is (Outcome.PREMISE_FAILS if finer else Outcome.NOT_MEASURED)


@pytest.mark.parametrize("seed", range(20))
def test_neither_order_of_rows_nor_of_columns_matters(seed):
    people, trees, k, release = local_recoding_passes(seed)
    order = np.random.default_rng(seed).permutation(people.n_rows)
    turned = audit(people.only(order), release.only(order), [*trees][::-1], trees, k=k)
    found = audit(people, release, list(trees), trees, k=k)
    assert (turned.k, turned.minimal, turned.classes, turned.moves) == (
        found.k,
        found.minimal,
        found.classes,
        found.moves,
    )
    assert turned.utility.loss == found.utility.loss
