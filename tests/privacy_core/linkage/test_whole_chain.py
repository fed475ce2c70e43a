"""The whole chain against a dense, slow one written from the definitions: every number of every level."""

from __future__ import annotations

from itertools import product
from math import floor

import numpy as np
import pandas as pd
import pytest

from privacy_core import from_frame
from privacy_core.linkage import Fit, LinkageSettings, link, parse_level

TAU = np.round(np.arange(-1, 1.001, 0.05), 12)
LEVELS = ("age/10,city", "city", "")


def _tables(seed: int) -> tuple[pd.DataFrame, pd.DataFrame]:
    random = np.random.default_rng(seed)
    people = pd.DataFrame(
        {
            "id": [f"p{at}" for at in range(90)],
            "age": random.integers(20, 60, 90).astype(float),
            "city": random.choice(list("abc"), 90),
            "visits": random.normal(size=90),
            "device": random.choice(list("xyz"), 90),
        }
    )
    release = people.assign(visits=people["visits"] + random.normal(size=90) * 0.2)
    for name, frame in product(["visits", "device"] if seed % 2 else [], [people, release]):
        frame[name] = frame[name].where(random.random(90) > 0.15, None)
    source, target = (random.permutation(90)[:several] for several in (60, 75))
    target = np.append(target, target[:2])
    return people.iloc[source].reset_index(drop=True), release.iloc[target].reset_index(drop=True)


def _encoded(sides: list[pd.DataFrame], fit: Fit) -> tuple[list[np.ndarray], list[str]]:
    both, fitted = pd.concat(sides), pd.concat([sides[at] for at in fit.sides])
    columns, owner = [], []
    for name in ("age", "city", "device", "visits"):
        gaps = both[name].isna().to_numpy()
        if name in ("age", "visits"):
            held = fitted[name].dropna().astype(float).to_numpy()
            columns.append(np.where(gaps, 0, (both[name].astype(float) - held.mean()) / held.std()))
            if fitted[name].isna().any():
                columns.append(gaps / np.sqrt(2))
        else:
            columns += [
                (both[name] == one).to_numpy(bool) / np.sqrt(2) for one in sorted(fitted[name].dropna().unique())
            ]
            if fitted[name].isna().any():
                columns.append(gaps / np.sqrt(2))
        owner += [name] * (len(columns) - len(owner))
    return np.split(np.array(columns, float).T, [len(sides[0])]), owner


def _projector(rows: np.ndarray, k: int | None) -> np.ndarray:
    variance, axes = np.linalg.eigh(np.cov(rows.T))
    variance, axes = variance[::-1], axes[:, ::-1]
    rank = int((variance > 1e-10 * variance[0]).sum())
    enough = int(np.searchsorted(np.cumsum(variance) / variance.sum(), 0.95)) + 1
    axes = axes[:, : min(k or max(enough, 8), rank)]
    return axes @ axes.T


def _same_block(level: int, one: pd.DataFrame, two: pd.DataFrame) -> np.ndarray:
    def keys(frame: pd.DataFrame) -> list[tuple[object, ...]]:
        bins = (frame["age"] // 10).tolist()
        return [((bins[at], city), (city,), ())[level] for at, city in enumerate(frame["city"])]

    return np.array([[mine == theirs for theirs in keys(two)] for mine in keys(one)])


def _share(best: np.ndarray, tau: np.ndarray) -> list[float]:
    return [float(np.mean(best >= one - 1e-6)) for one in tau]


def _right(alike: np.ndarray, true: np.ndarray, tau: float) -> tuple[float | None, float]:
    best, known = alike.max(axis=1), true.any(axis=1)
    linked = np.flatnonzero(known & (best >= tau - 1e-6) & (best > -np.inf))
    first = alike >= best[:, None] - 1e-6
    right = sum((first[row] & true[row]).sum() / first[row].sum() for row in linked)
    return (right / len(linked) if len(linked) else None), right / known.sum()


@pytest.mark.parametrize("fit", list(Fit))
@pytest.mark.parametrize(("seed", "k"), [(0, None), (1, None), (2, 3), (3, 5), (4, 99)])
def test_every_number_is_that_of_the_definitions(seed: int, k: int | None, fit: Fit) -> None:
    one, two = _tables(seed)
    levels = tuple(parse_level(text, list(one.columns)) for text in LEVELS)
    settings = LinkageSettings(("age", "city"), (), levels, tuple(TAU), k, fit, alpha=0.1)
    found = link(from_frame(one), from_frame(two), settings, id_column="id", random=np.random.default_rng(1))

    (source, target), owner = _encoded([one, two], fit)
    rows = np.concatenate([(source, target)[at] for at in fit.sides])
    kept = _projector(rows, k)
    source, target = (source - rows.mean(axis=0)) @ kept, (target - rows.mean(axis=0)) @ kept
    source, target = (side / np.linalg.norm(side, axis=1, keepdims=True) for side in (source, target))
    true = np.array([[mine == theirs for theirs in two["id"]] for mine in one["id"]])
    for level in range(len(LEVELS)):
        together = _same_block(level, one, two)
        alike = np.where(together, source @ target.T, -np.inf)
        best, wrong = alike.max(axis=1), np.where(true, -np.inf, alike).max(axis=1)
        assert found.surface.rate[level] == pytest.approx(_share(best, TAU))
        assert found.calibration.control[level] == pytest.approx(_share(wrong, TAU))
        line = np.sort(wrong)[::-1][floor(0.1 * (len(wrong) + 1)) - 1]
        assert found.calibration.tau[level] == pytest.approx(line, abs=2e-6)
        assert found.calibration.rate[level] == pytest.approx(np.mean(best > line + 1e-8))
        assert found.structural_recall[level] == pytest.approx((together & true).sum() / true.sum())
        assert found.top_one.at(level, found.calibration.tau[level]) == pytest.approx(
            _right(alike, true, line + 1.001e-6)
        )
    linked = np.flatnonzero(best > line + 1e-8)
    parts = (source[linked] * target[alike[linked].argmax(axis=1)]).sum(axis=0)
    shares = {name: parts[[own == name for own in owner]].sum() / parts.sum() for name in set(owner)}
    told = {name: share for name, share in found.attribution.features.items() if name in shares}
    assert told == pytest.approx(shares, abs=1e-5)
    assert found.attribution.qi_share == pytest.approx(shares["age"] + shares["city"], abs=1e-5)
