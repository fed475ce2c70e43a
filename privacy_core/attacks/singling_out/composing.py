"""Two releases."""
from __future__ import annotations
from dataclasses import dataclass
import numpy as np
from privacy_core.attacks.singling_out.demonstration import Demonstration


@dataclass(frozen=True)
class Composed:
    """first, second: the attack on either release alone; together: on both, in the same trials."""

    first: Demonstration
    second: Demonstration
    together: Demonstration


def xor_pair(n: int, m: int, trials: int, random: np.random.Generator, *, seed: int | None = None) -> Composed: ...
