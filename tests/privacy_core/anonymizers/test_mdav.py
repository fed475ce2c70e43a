"""MDAV: sdcMicro's published sums of squares, a loop that does the same, and groups of k to 2k − 1."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

from privacy_core.anonymizers.mdav import Space, mdav, standardised

SSE = {
    ("CASCrefmicrodata", 3): 798.44,
    ("CASCrefmicrodata", 5): 1274.83,
    ("CASCrefmicrodata", 10): 1985.65,
    ("Tarragona", 3): 1833.63,
    ("Tarragona", 5): 2432.39,
    ("Tarragona", 10): 3594.46,
}


def within(points: np.ndarray, group: np.ndarray) -> float:
    """Sum of squared distances from the means of the groups."""
    return sum(((points[group == g] - points[group == g].mean(axis=0)) ** 2).sum() for g in np.unique(group))


def by_loops(points: list[tuple[float, ...]], k: int) -> list[int]:
    """MDAV with lists and sorted(), as the paper tells it."""

    def apart(a, b):
        return sum((x - y) ** 2 for x, y in zip(a, b, strict=True))

    left, group, number = list(range(len(points))), [0] * len(points), 0

    def take(centre):
        nonlocal left, number
        near = sorted(left, key=lambda i: (apart(points[i], centre), i))[:k]
        for i in near:
            group[i] = number
        left, number = [i for i in left if i not in near], number + 1

    while len(left) >= 2 * k:
        mean = [sum(points[i][j] for i in left) / len(left) for j in range(len(points[0]))]
        several = len(left) >= 3 * k
        first = points[max(left, key=lambda i: (apart(points[i], mean), -i))]
        take(first)
        if several:
            take(points[max(left, key=lambda i: (apart(points[i], first), -i))])
    for i in left:
        group[i] = number
    return group


@pytest.mark.parametrize(("name", "k"), SSE)
def test_the_sums_of_squares_that_are_published(shared, name, k):
    points = standardised(pd.read_csv(shared / "data" / "sdcmicro" / f"{name}.csv").to_numpy(float))
    assert round(within(points, mdav(Space(points), k)), 2) == SSE[name, k]


def test_the_sums_of_squares_of_the_cases_to_the_last_digit(shared):
    cases = json.loads((shared / "cases" / "sdcmicro_cases.json").read_text())["cases"]
    found = [case for case in cases if "SSE_standardized" in case]
    assert found
    for case in found:
        points = standardised(pd.read_csv(shared / "data" / "sdcmicro" / f"{case['dataset']}.csv").to_numpy(float))
        assert within(points, mdav(Space(points), case["aggr"])) == pytest.approx(case["SSE_standardized"], rel=1e-10)


@pytest.mark.parametrize("seed", range(60))
def test_every_group_has_k_to_two_k_minus_one_points_however_many_tie(seed):
    random = np.random.default_rng(seed)
    n, k = int(random.integers(1, 30)), int(random.integers(1, 6))
    points = random.integers(0, 3, (n, int(random.integers(1, 4)))).astype(float)
    sizes = np.bincount(mdav(Space(points), k))
    assert sizes.min() >= min(k, n)
    assert sizes.max() <= 2 * k - 1
    assert sizes.sum() == n


@pytest.mark.parametrize("seed", range(40))
def test_without_ties_the_loop_gives_the_same_groups(seed):
    random = np.random.default_rng(seed)
    n, k = int(random.integers(1, 40)), int(random.integers(1, 6))
    points = random.normal(size=(n, int(random.integers(1, 4))))
    assert mdav(Space(points), k).tolist() == by_loops([tuple(p) for p in points.tolist()], k)


def test_one_variable_is_grouped_along_its_line():
    points = standardised(np.array([[x] for x in (1.0, 2.0, 3.0, 10.0, 11.0, 12.0, 13.0)]))
    assert mdav(Space(points), 3).tolist() == [0, 0, 0, 1, 1, 1, 1]


def test_constant_columns_and_huge_numbers():
    numbers = np.array([[5.0, 1e308], [5.0, -1e308], [5.0, 1e300], [5.0, 0.0]])
    points = standardised(numbers)
    assert (points[:, 0] == 0).all()
    assert np.isfinite(points).all()
    assert np.bincount(mdav(Space(points), 2)).tolist() == [2, 2]
    alike = standardised(np.full((7, 2), 0.1))
    assert (alike == 0).all()
    assert sorted(np.bincount(mdav(Space(alike), 3))) == [3, 4]


def test_names_are_as_far_apart_as_standardised_numbers_on_average():
    names = np.array([0, 0, 1, 1, 2, 2])
    space = Space(np.zeros((6, 0)), (names,))
    assert mdav(space, 2).tolist() in ([0, 0, 1, 1, 2, 2], [0, 0, 2, 2, 1, 1])
    dense = np.eye(3)[names]
    assert np.allclose(space.from_mean(), ((dense - dense.mean(axis=0)) ** 2).sum(axis=1))
    assert np.allclose(space.from_point(np.zeros(0), [1]), ((dense - dense[2]) ** 2).sum(axis=1))
