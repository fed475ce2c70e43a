"""Small releases for tests: hierarchies made at random, and a table generalized to given levels the slow way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pandas as pd

from privacy_core import Hierarchy, Table, from_frame, hierarchy, intake, read_hierarchy
from privacy_core.anonymizers import recoded
from privacy_core.utility import texts_at

ADULT = "sex age race marital-status education native-country workclass occupation salary-class".split()
OPTIMUM = dict(zip(ADULT, [0, 3, 0, 2, 2, 1, 1, 2, 0], strict=True))


def adult(shared: Path) -> tuple[Table, dict[str, Hierarchy]]:
    """The Adult table of 30,162 rows with its hierarchies."""
    folder = shared / "data" / "arx"
    table = intake.read((folder / "adult.csv").read_bytes(), "adult.csv").table
    trees = {n: read_hierarchy((folder / f"adult_hierarchy_{n}.csv").read_bytes(), n) for n in ADULT}
    return table, trees


def generalized(table: Table, trees: Mapping[str, Hierarchy], levels: Mapping[str, int], k: int) -> Table:
    """The table at these levels, classes below k suppressed; written with counters, not with the core's classes."""
    texts = {name: texts_at(table[name], trees[name], level) for name, level in levels.items()}
    keys = list(zip(*([texts[name][code] for code in table[name].codes] for name in levels), strict=True))
    size = Counter(keys)
    return recoded(table, texts, np.array([size[key] < k for key in keys]))


def random_case(random: np.random.Generator, rows: int = 40, columns: int = 3) -> tuple[Table, dict[str, Hierarchy]]:
    """A table of text columns q0, q1, … and a sensitive column s, with hierarchies of one to four levels."""
    trees = {f"q{i}": random_tree(f"q{i}", random) for i in range(columns)}
    frame = {name: random.choice(np.array(tree.labels[0], object), rows) for name, tree in trees.items()}
    frame["s"] = random.choice(np.array(["x", "y", "z", "w"], object), rows, p=[0.4, 0.3, 0.2, 0.1])
    return from_frame(pd.DataFrame(frame)), trees


def random_tree(column: str, random: np.random.Generator) -> Hierarchy:
    """A nested hierarchy of two to seven values."""
    n = int(random.integers(2, 8))
    group, paths = np.arange(n), [[f"v{i}"] for i in range(n)]
    for level in range(1, int(random.integers(1, 4))):
        group = random.integers(0, max(1, group.max()), group.max() + 1)[group]
        group = np.unique(group, return_inverse=True)[1]
        for path, number in zip(paths, group, strict=True):
            path.append(f"l{level}g{number}")
    for path in paths:
        path.append("*")
    return hierarchy(column, paths)


def frame_of(table: Table, names: Sequence[str]) -> pd.DataFrame:
    """Columns as text."""
    everyone = np.arange(table.n_rows)
    return pd.DataFrame({name: table[name].texts(everyone) for name in names})
