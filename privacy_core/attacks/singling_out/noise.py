"""What noise does to the counting attack, and what differential privacy promises against every attack."""
from __future__ import annotations
from dataclasses import dataclass


@dataclass(frozen=True)
class Bound:
    """value in [0, 1] (clipped); vacuous: 1 or more before it was cut, so it promises nothing ("no guarantee")."""

    value: float
    vacuous: bool


def laplace_theory(n: int, m: int, epsilon_total: float, repetitions: int = 1) -> float: ...
def best_repetitions(n: int, m: int, epsilon_total: float, up_to: int = 20) -> tuple[int, float]: ...
def dp_bound(n: int, epsilon: float, w: float, delta: float = 0.0) -> Bound: ...
def counts_bound(n: int, w: float, counts: int = 1) -> Bound: ...      # (n+1)^counts · base_low
def codomain_bound(n: int, w: float, outputs: float) -> Bound: ...
