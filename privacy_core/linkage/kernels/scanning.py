"""Row maxima of products, a strip of targets at a time; the pairs' products never leave the first cache.

Targets stand one component a row, so that neighbouring targets are scored together. A strip is looked at again
only where a score beats what its row has: a count of such scores is all that a pass leaves behind.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.compiling import ordered_kernel, ordered_part

Floats = NDArray[np.float32]
Places = NDArray[np.int64]
Doubles = tuple[NDArray[np.float64], NDArray[np.float64]]
STRIP_FLOATS = 8192
"""Components × targets of a strip: half of the first cache."""
CLOSER = 128
"""Scores looked at one by one where one of them beats what a row has."""


# fmt: off
@ordered_part
def score(one: Floats, two: Floats, targets: Floats, low: int, high: int, out: Floats, beside: Floats) -> None:
    """Write the products of two source rows with targets `low` to `high`; components come in eights."""
    for c in range(0, len(targets), 8):
        t0, t1, t2 = targets[c, low:high], targets[c + 1, low:high], targets[c + 2, low:high]
        t3, t4, t5 = targets[c + 3, low:high], targets[c + 4, low:high], targets[c + 5, low:high]
        t6, t7 = targets[c + 6, low:high], targets[c + 7, low:high]
        a0, a1, a2, a3, a4, a5, a6, a7 = (
            one[c], one[c + 1], one[c + 2], one[c + 3], one[c + 4], one[c + 5], one[c + 6], one[c + 7])
        b0, b1, b2, b3, b4, b5, b6, b7 = (
            two[c], two[c + 1], two[c + 2], two[c + 3], two[c + 4], two[c + 5], two[c + 6], two[c + 7])
        if c == 0:
            for j in range(high - low):
                out[j] = (
                    a0 * t0[j] + a1 * t1[j] + a2 * t2[j] + a3 * t3[j]
                    + a4 * t4[j] + a5 * t5[j] + a6 * t6[j] + a7 * t7[j])
                beside[j] = (
                    b0 * t0[j] + b1 * t1[j] + b2 * t2[j] + b3 * t3[j]
                    + b4 * t4[j] + b5 * t5[j] + b6 * t6[j] + b7 * t7[j])
        else:
            for j in range(high - low):
                out[j] = (
                    out[j] + a0 * t0[j] + a1 * t1[j] + a2 * t2[j] + a3 * t3[j]
                    + a4 * t4[j] + a5 * t5[j] + a6 * t6[j] + a7 * t7[j])
                beside[j] = (
                    beside[j] + b0 * t0[j] + b1 * t1[j] + b2 * t2[j] + b3 * t3[j]
                    + b4 * t4[j] + b5 * t5[j] + b6 * t6[j] + b7 * t7[j])
# fmt: on


@ordered_part
def beating(scores: Floats, begin: int, end: int, line: float) -> np.int32:
    """How many of some scores lie above the line."""
    found, edge = np.int32(0), np.float32(line)
    for j in range(begin, end):
        found += np.int32(scores[j] > edge)
    return found


@ordered_part
def among(place: int, row: int, first: Places, true: Places) -> bool:
    """Whether a target is one of the row's true ones."""
    found = False
    for p in range(first[row], first[row + 1]):
        found = found or true[p] == place
    return found


@ordered_part
def improve(scores: Floats, n: int, low: int, row: int, top: Floats, at: Places, first: Places, true: Places) -> None:
    """Take the scores of a strip into a row's best, second best, and best that is not true."""
    line = min(top[row, 1], top[row, 2])
    for begin in range(0, n, CLOSER):
        end = min(begin + CLOSER, n)
        if beating(scores, begin, end, line):
            for j in range(begin, end):
                s = scores[j]
                if s > line:
                    if s > top[row, 0]:
                        top[row, 1], at[row, 1] = top[row, 0], at[row, 0]
                        top[row, 0], at[row, 0] = s, low + j
                    elif s > top[row, 1]:
                        top[row, 1], at[row, 1] = s, low + j
                    if s > top[row, 2] and not among(low + j, row, first, true):
                        top[row, 2], at[row, 2] = s, low + j
                    line = min(top[row, 1], top[row, 2])


@ordered_kernel
def scan(source: Floats, targets: Floats, work: Places, top: Floats, at: Places, first: Places, true: Places) -> None:
    """Score every unit of work: its rows against its targets.

    Parameters
    ----------
    source : (n, k) rows; targets : (k, m); k a multiple of 8
    work : (units, 4) rows from, to; targets from, to
    top, at : (n, 3) best, second best, best not true, and where; written
    first, true : true targets of row i are `true[first[i] : first[i + 1]]`
    """
    width = max(STRIP_FLOATS // len(targets), 64)
    out, beside = np.empty(width, np.float32), np.empty(width, np.float32)
    for unit in range(len(work)):
        for low in range(work[unit, 2], work[unit, 3], width):
            high = min(low + width, work[unit, 3])
            for row in range(work[unit, 0], work[unit, 1], 2):
                two = min(row + 1, work[unit, 1] - 1)
                score(source[row], source[two], targets, low, high, out, beside)
                if beating(out, 0, high - low, min(top[row, 1], top[row, 2])):
                    improve(out, high - low, low, row, top, at, first, true)
                if two > row and beating(beside, 0, high - low, min(top[two, 1], top[two, 2])):
                    improve(beside, high - low, low, two, top, at, first, true)


@ordered_part
def exact(one: NDArray[Any], two: NDArray[Any]) -> float:
    """The product of two rows in double precision."""
    total = 0.0
    for c in range(len(one)):
        total += one[c] * two[c]
    return total


@ordered_kernel
def count(source: Floats, targets: Floats, work: Places, doubles: Doubles, lines: Any, found: Places) -> None:
    """Count the targets of each row at or above its line, those near the line in double precision.

    Parameters
    ----------
    work : as in `scan`, one row a unit
    doubles : source (n, k) and target (m, k) rows in double precision
    lines : (n, 3) the line, and what lies surely above and surely below it in single precision
    found : (n,) added to
    """
    width = max(STRIP_FLOATS // len(targets), 64)
    out, beside = np.empty(width, np.float32), np.empty(width, np.float32)
    for unit in range(len(work)):
        row, line = work[unit, 0], lines[work[unit, 0]]
        for low in range(work[unit, 2], work[unit, 3], width):
            high = min(low + width, work[unit, 3])
            score(source[row], source[row], targets, low, high, out, beside)
            above, near = beating(out, 0, high - low, line[1]), beating(out, 0, high - low, line[2])
            found[row] += above
            if near > above:
                sure, possible = np.float32(line[1]), np.float32(line[2])
                for j in range(high - low):
                    if possible < out[j] <= sure and exact(doubles[0][row], doubles[1][low + j]) >= line[0]:
                        found[row] += 1
