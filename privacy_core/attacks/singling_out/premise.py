"""Enough min-entropy?"""
from __future__ import annotations
from collections.abc import Sequence
from dataclasses import dataclass
from privacy_core.policies import Policies
from privacy_core.tables import Table


@dataclass(frozen=True)
class MinEntropy:
    """bits: −log2 of the largest class's share; low/high: 95 % bounds; limit: most a table of these rows can show."""

    columns: tuple[str, ...]
    rows: int
    classes: int
    largest: int
    bits: float
    low: float
    high: float
    limit: float

    def enough(self, weight: float) -> bool | None: ...       # None: the table is too small to tell
    def sentence(self, weight: float) -> str: ...


def min_entropy(table: Table, columns: Sequence[str], policies: Policies | None = None) -> MinEntropy: ...
