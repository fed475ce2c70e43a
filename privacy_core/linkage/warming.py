"""Compile the kernel, or read it from the cache, before somebody waits for it."""

from __future__ import annotations

from functools import cache

import numpy as np

from privacy_core.linkage.similarity import maxima_and_non_matches, nested_maxima
from privacy_core.linkage.truth import truth_by_position


@cache
def warm_up() -> None:
    """Run the kernel once on two made-up rows; the first time this takes as long as the compiler does.

    Meant for a thread of its own: a compiler hears no cancel.

    Examples
    --------
    >>> warm_up()
    """
    rows, blocks = np.eye(2), np.zeros((1, 2), np.int64)
    nested_maxima(rows, rows, blocks, blocks, workers=1)
    maxima_and_non_matches(rows, rows, blocks, blocks, truth_by_position(2), workers=1)
