"""Three ways to intersect give the numbers of plain sets."""

from __future__ import annotations

import numpy as np
import pytest

from privacy_core.composition import intersecting
from privacy_core.composition.intersecting import common_values, sets_of, smallest_sets
from privacy_core.progress import unwatched

WAYS = [intersecting._by_bits, intersecting._by_looking_up, intersecting._by_joining]


def random_sets(rng, n_values, releases):
    several = []
    for _ in range(releases):
        classes, cells = rng.integers(1, 7), rng.integers(0, 60)
        several.append(sets_of(rng.integers(0, classes, cells), rng.integers(0, n_values, cells), classes, n_values))
    tuples = np.stack([rng.integers(-1, len(one), 40) for one in several], axis=1)
    return several, tuples


def plain(several, tuples):
    every = set(range(several[0].n_values))
    return [
        len(every.intersection(*(one.of(at).tolist() for one, at in zip(several, row, strict=True) if at >= 0)))
        for row in tuples.tolist()
    ]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("chunk", [3, 4_000_000])
def test_every_way_agrees_with_plain_sets(way, chunk, monkeypatch):
    monkeypatch.setattr(intersecting, "CHUNK", chunk)
    rng = np.random.default_rng(7)
    for n_values in (1, 2, 8, 63, 64, 65, 130):
        for releases in (2, 3, 4):
            several, tuples = random_sets(rng, n_values, releases)
            assert way(several, tuples, unwatched).tolist() == plain(several, tuples)
            assert common_values(several, tuples).tolist() == plain(several, tuples)


def test_the_smallest_set_of_each_tuple():
    several, tuples = random_sets(np.random.default_rng(8), 20, 3)
    expected = [
        min([one.size[at] for one, at in zip(several, row, strict=True) if at >= 0], default=20)
        for row in tuples.tolist()
    ]
    assert smallest_sets(several, tuples).tolist() == expected


@pytest.mark.parametrize(
    ("n_values", "classes", "way"),
    [(100, 1000, "_by_bits"), (1_000_000, 1000, "_by_joining"), (1_000_000, 50_000, "_by_looking_up")],
)
def test_each_way_is_the_cheapest_somewhere(n_values, classes, way, monkeypatch):
    rng = np.random.default_rng(9)
    rows = 200_000
    value = (
        rng.integers(0, n_values, rows)
        if way != "_by_looking_up"
        else rng.integers(0, 2, rows) * rng.integers(0, n_values, rows)
    )
    several = [sets_of(rng.integers(0, classes, rows), value, classes, n_values) for _ in range(2)]
    tuples = np.stack([rng.integers(0, classes, 1000) for _ in range(2)], axis=1)
    tuples = np.concatenate([tuples] * (100 if way == "_by_joining" else 1))
    used = []
    for one in WAYS:
        monkeypatch.setattr(
            intersecting, one.__name__, lambda *given, one=one: used.append(one.__name__) or one(*given)
        )
    common_values(several, tuples)
    assert used[0] == way
