"""The compiled loops in NumPy, where there is no compiler: the same counts, classes in another order."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.numbering import numbered

Codes = NDArray[Any]
Places = NDArray[np.int32]


def count_classes(codes: Codes, weight: Places, start: Places, seen: Places, k: int) -> tuple[int, int]:
    """Rows alone, and rows in classes smaller than k, once the codes are known."""
    number, n = _numbered(codes, start, len(seen))
    size = np.bincount(number, weight, n).astype(np.int64)
    return int(np.count_nonzero(size == 1)), int(size[size < k].sum())


def split_classes(
    codes: Codes, weight: Places, start: Places, seen: NDArray[np.int32], k: int, order: Places, begin: Places
) -> tuple[int, int, int, int, int]:
    """Order the rows by class and code; leave out those that no further column changes the count of."""
    number, n = _numbered(codes, start, len(seen))
    rows, light = np.bincount(number, minlength=n), np.bincount(number, weight < max(k, 2), n)
    size = np.bincount(number, weight, n).astype(np.int64)
    stays, single = (rows > 1) & (light > 0), rows == 1
    staying = np.argsort(number, kind="stable")
    staying = staying[stays[number[staying]]]
    order[: len(staying)] = staying
    begin[: int(stays.sum()) + 1] = np.append(0, np.cumsum(rows[stays]))
    gone, small = size[single], size[stays & (size < k)]
    return len(staying), int(stays.sum()), int((gone == 1).sum()), int(gone[gone < k].sum()), int(small.sum())


def _numbered(codes: Codes, start: Places, width: int) -> tuple[NDArray[np.int32], int]:
    owner = np.repeat(np.arange(len(start) - 1), np.diff(start))
    return numbered(owner * width + codes, max(len(start) - 1, 1) * width)
