"""Everyone at once."""
from __future__ import annotations
from dataclasses import dataclass
import numpy as np
from privacy_core.attacks.singling_out.demonstration import Demonstration
from privacy_core.evidence import Counts


@dataclass(frozen=True)
class Full:
    """all_rows: trials in which every row is isolated; rows: rows isolated of all; log2_inputs: tables per output."""

    all_rows: Demonstration
    rows: Counts
    log2_inputs: float


def publish_last_half(n: int, trials: int, random: np.random.Generator, *, bits: int | None = None, seed: int | None = None) -> Full: ...
