"""What more classes buy, against drawing releases."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_core.ell_delta import compare_groupings, equal_sizes, greedy, learning
from privacy_core.ell_delta import given as given_distribution


def simulated(mass, of_group, drawn, rng, trials=4000):
    """Mean squared error per person over drawn releases; a class without a record as if it had one."""
    groups, values = mass.shape
    weight = mass.sum(axis=1)
    own = mass / weight[:, None]
    error = np.zeros(trials)
    counts = rng.multinomial(drawn, mass.ravel(), size=trials).reshape(trials, groups, values)
    for number in range(int(of_group.max()) + 1):
        inside = of_group == number
        seen = counts[:, inside].sum(axis=1)
        n = seen.sum(axis=1)
        mix = mass[inside].sum(axis=0) / mass[inside].sum()
        seen[n == 0] = rng.multinomial(1, mix, size=int((n == 0).sum()))
        share = seen / np.maximum(n, 1)[:, None]
        apart = ((share[:, None, :] - own[None, inside]) ** 2).sum(axis=2)
        error += apart @ weight[inside]
    return error


@pytest.mark.parametrize("seed", range(8))
def test_the_error_is_the_one_of_drawn_releases(seed):
    rng = np.random.default_rng(seed)
    mass = rng.dirichlet(np.ones(18)).reshape(6, 3)
    of_group = np.sort(rng.integers(0, 3, 6))
    of_group = np.unique(of_group, return_inverse=True)[1]
    blur, luck, _ = learning(given_distribution(mass), of_group, 20)
    drawn = simulated(mass, of_group, 20, rng)
    assert blur + luck == pytest.approx(drawn.mean(), abs=4.5 * drawn.std() / np.sqrt(len(drawn)))


@settings(max_examples=50)
@given(st.integers(0, 10**6), st.integers(1, 50))
def test_fewer_classes_blur_more_and_more_records_err_less(seed, drawn):
    rng = np.random.default_rng(seed)
    cells = given_distribution(rng.dirichlet(np.ones(24)).reshape(8, 3))
    blurs = [learning(cells, equal_sizes(cells, n), drawn)[0] for n in (1, 2, 4, 8)]
    assert blurs == sorted(blurs, reverse=True)
    assert blurs[-1] == pytest.approx(0, abs=1e-12)
    few, many = (learning(cells, equal_sizes(cells, 4), n) for n in (drawn, drawn + 5))
    assert many[1] <= few[1]
    assert many[0] == few[0]


def test_three_groupings_at_the_same_number_of_records():
    rng = np.random.default_rng(4)
    mass = np.array([rng.dirichlet(np.where(np.arange(4) == i // 10, 8.0, 1.0)) for i in range(40)]) / 40
    cells = given_distribution(mass)
    found = {one.name: one for one in compare_groupings(cells, 2, 0.03, 300)}
    assert [*found] == ["greedy", "equal size", "one class"]
    assert found["greedy"].classes == found["equal size"].classes == int(greedy(cells, 2, 0.03)[-1]) + 1 > 1
    assert found["greedy"].keeps
    assert found["one class"].keeps
    assert found["greedy"].blur < found["one class"].blur
    assert found["greedy"].luck > found["one class"].luck
    assert found["greedy"].error < found["one class"].error


def test_one_record_and_many():
    cells = given_distribution([[0.5, 0.5]])
    assert learning(cells, np.array([0]), 1) == (0, pytest.approx(0.5), 0)
    assert learning(cells, np.array([0]), 10**6)[1] == pytest.approx(0.5e-6, rel=1e-6)
