"""The compiled loops in NumPy, where there is no compiler: the same counts, classes in another order."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.numbering import numbered

Codes = NDArray[Any]
Places = NDArray[np.int32]
Marks = NDArray[np.int8]


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


def count_visits(
    codes: Codes, person: Places, start: Places, seen: Places, marks: Marks, k: int, changed: Places, before: Marks
) -> tuple[int, int]:
    """Persons who are alone, and who are in a class of fewer than k, that were not, once the codes are known."""
    number, n = _numbered(codes, start, len(seen))
    return _marked(marks.copy(), person, _persons(number, person, n), number, k)


def split_visits(
    codes: Codes, person: Places, start: Places, seen: Places, marks: Marks, k: int, order: Places, begin: Places
) -> tuple[int, int, int, int]:
    """Order the rows by class and code; leave out classes of one person, and of persons who are alone elsewhere."""
    number, n = _numbered(codes, start, len(seen))
    persons = _persons(number, person, n)
    alone, small = _marked(marks, person, persons, number, k)
    stays = np.zeros(n, bool)
    stays[number[(persons[number] > 1) & (marks[person] < 2)]] = True
    staying = np.argsort(number, kind="stable")
    staying = staying[stays[number[staying]]]
    order[: len(staying)] = staying
    begin[: int(stays.sum()) + 1] = np.append(0, np.cumsum(np.bincount(number, minlength=n)[stays]))
    return len(staying), int(stays.sum()), alone, small


def _persons(number: NDArray[np.int32], person: Places, n: int) -> NDArray[np.int64]:
    """Persons of each class; within a class they are in order."""
    order = np.argsort(number, kind="stable")
    ours, who = number[order], person[order]
    first = np.ones(len(order), bool)
    first[1:] = (np.diff(ours) != 0) | (np.diff(who) != 0)
    return np.bincount(ours[first], minlength=n)


def _marked(
    marks: Marks, person: Places, persons: NDArray[np.int64], number: NDArray[np.int32], k: int
) -> tuple[int, int]:
    """Mark who is alone or in a small class; how many were not before."""
    alone, small = np.count_nonzero(marks == 2), np.count_nonzero(marks)
    level = np.where(persons == 1, 2, persons < max(k, 2)).astype(np.int8)
    np.maximum.at(marks, person, level[number])
    return int(np.count_nonzero(marks == 2) - alone), int(np.count_nonzero(marks) - small)


def _numbered(codes: Codes, start: Places, width: int) -> tuple[NDArray[np.int32], int]:
    owner = np.repeat(np.arange(len(start) - 1), np.diff(start))
    return numbered(owner * width + codes, max(len(start) - 1, 1) * width)
