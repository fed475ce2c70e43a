"""Exact counts single people out: a few of them, each harmless, spell one row bit by bit."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from privacy_core.attacks.singling_out.demonstration import Demonstration
from privacy_core.tables import FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class CountsCurve:
    """Success against the number of counts published: counts, success, adaptive, each of (up_to + 1,), blind."""

    counts: IntArray
    success: FloatArray
    adaptive: FloatArray
    blind: float
    n: int
    tau: int
    epsilon_per_count: float | None


def success_of_counts(counts: ArrayLike, n: int, tau: int) -> FloatArray: ...
def success_of_adaptive_counts(counts: ArrayLike, n: int, tau: int) -> FloatArray: ...
def counts_curve(n: int, tau: int, up_to: int, epsilon_per_count: float | None = None) -> CountsCurve: ...
def counting_attack(n: int, m: int, repetitions: int, trials: int, random: np.random.Generator, epsilon: float | None = None, *, adaptive: bool = False, seed: int | None = None) -> Demonstration: ...
