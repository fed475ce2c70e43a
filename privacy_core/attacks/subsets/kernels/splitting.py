"""Classes counted and split by one more column, class by class, so that its counters stay in the first cache.

Rows stand in the order of their classes: class c holds rows `start[c]` to `start[c + 1]`. A row stands for
`weight` rows of the table that agree in every column left.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.compiling import kernel

Codes = NDArray[Any]
Places = NDArray[np.int32]
Counts = NDArray[np.int64]


# fmt: off
@kernel
def count_classes(codes: Codes, weight: Places, start: Places, seen: Places, k: int) -> tuple[int, int]:
    """Rows alone, and rows in classes smaller than k, once the codes are known; `seen` is all 0 and stays so."""
    unique, below = 0, 0
    for one in range(len(start) - 1):
        low, high = start[one], start[one + 1]
        if high - low == 2:
            first, second = weight[low], weight[low + 1]
            if codes[low] == codes[low + 1]:
                below += first + second if first + second < k else 0
            else:
                unique += (first == 1) + (second == 1)
                below += (first if first < k else 0) + (second if second < k else 0)
            continue
        for row in range(low, high):
            seen[codes[row]] += weight[row]
        if high - low > len(seen):
            for code in range(len(seen)):
                size = seen[code]
                unique += size == 1
                below += size if size < k else 0
                seen[code] = 0
            continue
        for row in range(low, high):
            size = seen[codes[row]]
            unique += size == 1
            below += size if size < k else 0
            seen[codes[row]] = 0
    return unique, below


@kernel
def split_classes(
    codes: Codes, weight: Places, start: Places, seen: NDArray[np.int32], k: int, order: Places, begin: Places,
) -> tuple[int, int, int, int, int]:
    """Order the rows by class and code; leave out those that no further column changes the count of.

    Parameters
    ----------
    seen : int32 (codes, 4), all 0 and left so: rows, their weight, the light ones among them, where they go
    order : int32 (n_rows,), gets the places of the rows that stay
    begin : int32 (n_rows + 1,), gets where each class that stays begins

    Returns
    -------
    rows, classes that stay; rows alone and rows in small classes that go; rows in small classes that stay
    """
    light, rows, classes, unique, gone, stay = max(k, 2), 0, 0, 0, 0, 0
    for one in range(len(start) - 1):
        low, high = start[one], start[one + 1]
        if high - low == 2:
            a, b = weight[low], weight[low + 1]
            if codes[low] == codes[low + 1]:
                begin[classes] = rows
                classes += 1
                stay += a + b if a + b < k else 0
                order[rows], order[rows + 1] = low, low + 1
                rows += 2
            else:
                unique += (a == 1) + (b == 1)
                gone += (a if a < k else 0) + (b if b < k else 0)
            continue
        for row in range(low, high):
            mine = seen[codes[row]]
            mine[0] += 1
            mine[1] += weight[row]
            mine[2] += weight[row] < light
        for row in range(low, high):
            mine = seen[codes[row]]
            if mine[0] > 1 and mine[2] > 0:
                begin[classes] = rows
                classes += 1
                stay += mine[1] if mine[1] < k else 0
                mine[3] = rows
                rows += mine[0]
                mine[0] = -1
            if mine[0] == -1:
                order[mine[3]] = row
                mine[3] += 1
            elif mine[0] == 1:
                unique += mine[1] == 1
                gone += mine[1] if mine[1] < k else 0
        for row in range(low, high):
            mine = seen[codes[row]]
            mine[0] = mine[1] = mine[2] = 0
    begin[classes] = rows
    return rows, classes, unique, gone, stay


@kernel
def note_uniques(
    codes: Codes, weight: Places, start: Places, row: Places, seen: Places, mask: int,
    last: Places, masks: Counts, before: Places, used: int, found: Places,
) -> int:
    """Find the rows that the codes leave alone, but for those of which a smaller part of the set is noted already.

    Parameters
    ----------
    row : number of each row in `last`
    seen : int32 (codes,), all 0 and left so
    mask : the set of columns, as bits
    last : int32, the last note about each row, -1 for none
    masks, before : set of each note, and the note about the same row before it; where there is room, more are made
    used : notes so far
    found : int32 (n_rows,), gets the numbers of the rows

    Returns
    -------
    how many are found
    """
    n, noting = 0, used < len(masks)
    for one in range(len(start) - 1):
        low, high = start[one], start[one + 1]
        pair = high - low == 2
        if pair and codes[low] == codes[low + 1]:
            continue
        if not pair:
            for at in range(low, high):
                seen[codes[at]] += weight[at]
        for at in range(low, high):
            if weight[at] == 1 and (pair or seen[codes[at]] == 1):
                note = last[row[at]]
                while note >= 0 and masks[note] & ~mask != 0:
                    note = before[note]
                if note < 0:
                    found[n] = row[at]
                    if noting:
                        masks[used + n], before[used + n], last[row[at]] = mask, last[row[at]], used + n
                    n += 1
        if not pair:
            for at in range(low, high):
                seen[codes[at]] = 0
    return n
