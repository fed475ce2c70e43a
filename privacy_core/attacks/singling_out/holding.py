"""What does hold."""
from __future__ import annotations
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Claim:
    """One thing that is proved: name, statement (one sentence), conditions (one sentence each), source, origin paper|ours, numbers."""

    name: str
    statement: str
    conditions: tuple[str, ...]
    source: str
    origin: str
    numbers: Mapping[str, float]


def holding(n: int, w_low: float, w_high: float, epsilon: float = 1.0, delta: float = 0.0) -> tuple[Claim, ...]: ...
