"""Random tables of vectors with nested blocks and true pairs, and slow answers about them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from privacy_core.linkage import Truth


@dataclass(frozen=True)
class World:
    source: np.ndarray
    target: np.ndarray
    of_source: np.ndarray
    of_target: np.ndarray
    truth: Truth

    @property
    def sides(self):
        return self.source, self.target, self.of_source, self.of_target


def unit(rows):
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def world(seed, most=60, alike=False, levels=3):
    """Few rows or some, blocks that join from level to level, some rows with several true targets, some with none."""
    draw = np.random.default_rng(seed)
    n, m, k = draw.integers(1, most), draw.integers(1, most), draw.integers(1, 20)
    source, target = unit(draw.normal(size=(n, k))), unit(draw.normal(size=(m, k)))
    if alike:
        target = target[draw.integers(0, max(m // 4, 1), m)]
        source[: n // 2] = target[draw.integers(0, m, n // 2)]
    ids = [draw.integers(0, 7, n + m)]
    while len(ids) < levels:
        ids.append(draw.integers(0, max(7 - 3 * len(ids), 1), 7)[ids[-1]])
    of = np.array(ids)
    several = [np.sort(draw.choice(m, min(m, draw.integers(0, 3)), replace=False)) for _ in range(n)]
    first = np.concatenate([[0], np.cumsum([len(some) for some in several])])
    return World(source, target, of[:, :n], of[:, n:], Truth(first, np.concatenate(several).astype(np.int64), m))


def candidates(one, level, row):
    return np.flatnonzero(one.of_target[level] == one.of_source[level, row])


def finite(array):
    return np.where(np.isfinite(array), array, -9.0)
