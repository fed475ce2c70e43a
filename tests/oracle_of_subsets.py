"""Every set of columns by direct grouping of the cells, with nothing of privacy_core."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

Cells = dict[str, list[Any]]


def random_cells(draw: np.random.Generator, rows: int = 40, columns: int = 5, gaps: float = 0.0) -> Cells:
    """Columns of one to many values, some of them the same for all."""
    n, m = int(draw.integers(1, rows + 1)), int(draw.integers(1, columns + 1))
    made = {}
    for name in list("abcdefgh")[:m]:
        values = draw.integers(0, int(draw.choice([1, 2, 3, 6, 30])), n).tolist()
        made[name] = [None if draw.random() < gaps else f"v{value}" for value in values]
    return made


def frame(cells: Cells) -> pd.DataFrame:
    return pd.DataFrame({name: pd.Series(values, dtype=object) for name, values in cells.items()})


def subsets(names: Sequence[str], largest: int | None = None) -> Iterator[tuple[str, ...]]:
    for size in range(1, (largest or len(names)) + 1):
        yield from combinations(names, size)


def crowds(cells: Cells, names: Sequence[str], wildcard: bool = False) -> list[int]:
    """How many rows look like each row."""
    rows = list(zip(*(cells[name] for name in names), strict=True))
    if not wildcard:
        count = Counter(rows)
        return [count[row] for row in rows]
    return [sum(all(None in (a, b) or a == b for a, b in zip(one, two, strict=True)) for two in rows) for one in rows]


def counts(crowd: Sequence[int], k: int) -> tuple[int, int]:
    """Rows alone, and rows in crowds below k."""
    return sum(size == 1 for size in crowd), sum(size < k for size in crowd)


def minimal(cells: Cells, largest: int, wildcard: bool = False) -> dict[int, set[tuple[str, ...]]]:
    """For every row its minimal uniques."""
    alone = {some: [size == 1 for size in crowds(cells, some, wildcard)] for some in subsets([*cells], largest)}
    n = len(next(iter(cells.values())))

    def needed(row: int, some: tuple[str, ...]) -> bool:
        return not any(alone[part][row] for part in combinations(some, len(some) - 1) if part)

    return {row: {some for some, flags in alone.items() if flags[row] and needed(row, some)} for row in range(n)}
