"""Small random tables, each in three forms: plain lists, a pandas frame, a coded table."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from hypothesis import strategies as st

from privacy_core import Table, from_frame, hierarchy
from tests.oracles import Plain

WORDS = ("u", "v", "w", "x", "y", "z")
LEVELS = ("low", "mid", "high", "top")
NUMBERS = (-3.5, 0.0, 1.0, 2.0, 10.0, 1000.0)
KINDS = {"nominal": WORDS, "ordinal": LEVELS, "numeric": NUMBERS}


@dataclass(frozen=True)
class Case:
    """One small table, its original, and a tree over every secret it could hold."""

    plain: Plain
    kind: str
    paths: Sequence[tuple[str, ...]]

    @property
    def names(self) -> list[str]:
        return [f"q{i}" for i in range(len(self.plain.known[0]))]

    @cached_property
    def frame(self) -> pd.DataFrame:
        columns = zip(*self.plain.known, strict=True)
        known = {name: pd.Series(list(cells), dtype=object) for name, cells in zip(self.names, columns, strict=True)}
        return pd.DataFrame({**known, "s": secrets(self.plain.secret, self.kind)})

    @cached_property
    def table(self) -> Table:
        return from_frame(self.frame).with_suppressed(np.array(self.plain.suppressed, bool))

    @cached_property
    def original(self) -> Table | None:
        if self.plain.original is None:
            return None
        return from_frame(pd.DataFrame({"s": secrets(self.plain.original, self.kind)}))

    @cached_property
    def tree(self):
        return hierarchy("s", self.paths)


def secrets(values: Sequence[Any], kind: str) -> pd.Series:
    if kind == "ordinal":
        return pd.Series(pd.Categorical(values, categories=LEVELS, ordered=True))
    return pd.Series(values, dtype=float if kind == "numeric" else object)


def label(value: Any) -> str:
    return str(int(value)) if isinstance(value, float) and value == int(value) else str(value)


def random_paths(rng: random.Random, leaves: Sequence[Any]) -> list[tuple[str, ...]]:
    """A nested tree over the leaves: one to three levels above them, with or without a root."""
    group = {leaf: i for i, leaf in enumerate(leaves)}
    paths = {leaf: [label(leaf)] for leaf in leaves}
    for level in range(1, rng.randint(2, 4)):
        merged = {g: rng.randrange(3) for g in sorted(set(group.values()))}
        group = {leaf: merged[g] for leaf, g in group.items()}
        for leaf, path in paths.items():
            path.append(f"level {level} group {group[leaf]}")
    rooted = rng.random() < 0.7
    return [tuple([*path, "*"] if rooted else path) for path in paths.values()]


def random_case(rng: random.Random, rows: int = 14, original: bool | None = None) -> Case:
    """One to three quasi-identifiers with gaps, a secret with gaps, suppressed records, maybe an original."""
    n, width, kind = rng.randint(1, rows), rng.randint(1, 3), rng.choice(list(KINDS))
    pool = list(KINDS[kind][: rng.randint(1, len(KINDS[kind]))])
    gaps = [None] * rng.randint(0, 1)
    known = [tuple(rng.choice(["a", "b", *gaps]) for _ in range(width)) for _ in range(n)]
    secret = [rng.choice([*pool, *gaps]) for _ in range(n)]
    suppressed = [rng.random() < 0.15 for _ in range(n)] if rng.random() < 0.3 else [False] * n
    with_original = rng.random() < 0.3 if original is None else original
    others = [rng.choice([*KINDS[kind], *gaps]) for _ in range(rng.randint(0, 8))]
    before = [*others, KINDS[kind][0], *(secret if rng.random() < 0.7 else [])] if with_original else None
    plain = Plain(known, secret, suppressed, LEVELS if kind == "ordinal" else None, before)
    return Case(plain, kind, random_paths(rng, KINDS[kind]))


def cases(rows: int = 14, original: bool | None = None) -> st.SearchStrategy[Case]:
    """The same tables, chosen and shrunk by hypothesis."""
    return st.randoms(use_true_random=False).map(lambda rng: random_case(rng, rows, original))
