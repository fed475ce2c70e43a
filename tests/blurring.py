"""Small releases for tests: hierarchies made at random, and a table generalized to given levels the slow way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from pathlib import Path
from typing import ClassVar

import numpy as np
import pandas as pd

from privacy_core import (
    Hierarchy,
    Policies,
    Prior,
    Table,
    contingency,
    equivalence_classes,
    from_frame,
    hierarchy,
    intake,
    measure,
    read_hierarchy,
)
from privacy_core.anonymizers import Anonymization, Minimal, recoded, release
from privacy_core.progress import report, unwatched
from privacy_core.utility import Aggregate, coarsenings, loss, texts_at

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


@dataclass(frozen=True)
class Exhaustive:
    """Every node of the lattice, judged by the models on a table made for it: slow, obvious, the one to agree with.

    Least loss (geometric), then fewest suppressed rows, then the lexicographically smallest levels.
    """

    quality: str = "loss-geometric"
    gs: float = 0.5
    max_level: Mapping[str, int] = field(default_factory=dict)
    importance: Mapping[str, float] = field(default_factory=dict)

    name: ClassVar[str] = "exhaustive"

    def anonymize(self, table, roles, hierarchies, models, limits, progress=unwatched, policies=None) -> Anonymization:
        names, best = roles.quasi_identifiers, None
        every = [range(1 + min(hierarchies[n].n_levels - 1, self.max_level.get(n, 99))) for n in names]
        for node in product(*every):
            report(progress, 0, "looking at nodes")
            levels = dict(zip(names, node, strict=True))
            texts = {name: texts_at(table[name], hierarchies[name], level) for name, level in levels.items()}
            suppressed = self._failing(table, recoded(table, texts), roles, models, policies)
            if (suppressed & ~table.suppressed).sum() <= limits.rows(int((~table.suppressed).sum())):
                published = recoded(table, texts, suppressed)
                columns = coarsenings(table, published, names, hierarchies, levels)
                lost = loss(columns, self.gs, self.importance).aggregated(Aggregate.GEOMETRIC)
                rank = (round(lost, 11), int(suppressed.sum()), node)
                if best is None or rank < best[0]:
                    best = (rank, levels, suppressed, published)
        return self._answer(table, roles, models, policies, hierarchies, best, prod(map(len, every)))

    def _failing(self, table, coarse, roles, models, policies) -> np.ndarray:
        policies = policies or Policies()
        classes = equivalence_classes(coarse, roles.quasi_identifiers, policies)
        fails = np.zeros(len(classes), bool)
        judged = table.only(np.flatnonzero(~table.suppressed))
        for model in models:
            fails |= measure(model, contingency(coarse, classes, model.sensitive, policies, judged)).fails
        suppressed = table.suppressed.copy()
        suppressed[classes.kept] = fails[classes.of_row]
        return suppressed

    def _answer(self, table, roles, models, policies, hierarchies, best, visited) -> Anonymization:
        if best is None:
            return Anonymization(
                None, None, table.suppressed, Prior.ORIGINAL, (), (), visited, visited, 0.0, reason="no node will do"
            )
        _, levels, suppressed, published = best
        found, own = release(table, published, suppressed, roles, models, policies, hierarchies)
        return Anonymization(
            published, levels, suppressed, Prior.ORIGINAL, found, own, visited, visited, 0.0, Minimal.PROVED
        )
