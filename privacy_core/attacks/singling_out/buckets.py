"""Interval buckets."""
from __future__ import annotations
import numpy as np
from privacy_core.attacks.singling_out.demonstration import Demonstration


def bucket_attack(n: int, k: int, trials: int, random: np.random.Generator, *, equal: bool = False, bits: int = 32, seed: int | None = None) -> Demonstration: ...
