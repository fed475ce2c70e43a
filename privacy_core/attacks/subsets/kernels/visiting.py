"""Persons counted and classes split by one more column, class by class, as `splitting` does with rows.

Rows stand in the order of their classes, and within a class in the order of their persons, who so are counted in one
pass.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.compiling import kernel

Codes = NDArray[Any]
Places = NDArray[np.int32]
Marks = NDArray[np.int8]


# fmt: off
@kernel
def count_visits(
    codes: Codes, person: Places, start: Places, seen: Places, marks: Marks, k: int, changed: Places, before: Marks,
) -> tuple[int, int]:
    """Persons who are alone, and who are in a class of fewer than k, that were not, once the codes are known.

    Parameters
    ----------
    seen : int32 (codes, 2), all 0 and left so: persons, and the last of them
    marks : int8 (persons,), 2 alone, 1 in a small class, 0 neither; left as they are
    changed, before : (rows,), who is marked on the way, and how they were marked before
    """
    alone, small, n, few = 0, 0, 0, max(k, 2)
    for one in range(len(start) - 1):
        low, high = start[one], start[one + 1]
        for row in range(low, high):
            mine = seen[codes[row]]
            if mine[1] != person[row] + 1:
                mine[1] = person[row] + 1
                mine[0] += 1
        for row in range(low, high):
            persons = seen[codes[row], 0]
            if persons < few:
                who, mark = person[row], 2 if persons == 1 else 1
                if marks[who] < mark:
                    alone += mark == 2
                    small += marks[who] == 0
                    changed[n], before[n] = who, marks[who]
                    n += 1
                    marks[who] = mark
        for row in range(low, high):
            mine = seen[codes[row]]
            mine[0] = mine[1] = 0
    for at in range(n - 1, -1, -1):
        marks[changed[at]] = before[at]
    return alone, small


@kernel
def split_visits(
    codes: Codes, person: Places, start: Places, seen: Places, marks: Marks, k: int, order: Places, begin: Places,
) -> tuple[int, int, int, int]:
    """Order the rows by class and code; leave out classes of one person, and of persons who are alone elsewhere.

    Parameters
    ----------
    seen : int32 (codes, 4), all 0 and left so: rows, persons, the last of them, where the rows go
    marks : as in `count_visits`, but changed
    order : int32 (n_rows,), gets the places of the rows that stay
    begin : int32 (n_rows + 1,), gets where each class that stays begins

    Returns
    -------
    rows, classes that stay; persons alone and persons in small classes that were not
    """
    rows, classes, alone, small, few = 0, 0, 0, 0, max(k, 2)
    for one in range(len(start) - 1):
        low, high = start[one], start[one + 1]
        for row in range(low, high):
            mine = seen[codes[row]]
            mine[0] += 1
            if mine[2] != person[row] + 1:
                mine[2] = person[row] + 1
                mine[1] += 1
        for row in range(low, high):
            mine, who = seen[codes[row]], person[row]
            if mine[1] < few:
                mark = 2 if mine[1] == 1 else 1
                if marks[who] < mark:
                    alone += mark == 2
                    small += marks[who] == 0
                    marks[who] = mark
            if mine[1] > 1 and marks[who] < 2:
                mine[3] = 1
        for row in range(low, high):
            mine = seen[codes[row]]
            if mine[3] == 0:
                continue
            if mine[0] > 0:
                begin[classes] = rows
                classes += 1
                mine[3] = rows + 1
                rows += mine[0]
                mine[0] = 0
            order[mine[3] - 1] = row
            mine[3] += 1
        for row in range(low, high):
            mine = seen[codes[row]]
            mine[0] = mine[1] = mine[2] = mine[3] = 0
    begin[classes] = rows
    return rows, classes, alone, small
