"""MDAV: groups of at least k rows that lie near each other.

Domingo-Ferrer & Torra, Ordinal, continuous and heterogeneous k-anonymity through microaggregation,
Data Mining and Knowledge Discovery 11(2), 2005.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from privacy_core.progress import Progress, report, unwatched
from privacy_core.tables import FloatArray, IntArray

SLICE = 64
"""Groups formed between two looks at the progress."""


@dataclass(frozen=True, eq=False)
class Space:
    """Rows as points: numbers as they are, and names that are equal or not.

    Squared distances add up over columns. Two different names are √2 apart, which is how far two
    standardised numbers are on average; a mean holds the shares of every name.

    Parameters
    ----------
    numbers : float64 (n_rows, n_numbers), standardised
    names : int64 (n_rows,) per column of names
    """

    numbers: FloatArray
    names: tuple[IntArray, ...] = ()

    def __len__(self) -> int:
        return len(self.numbers)

    def only(self, rows: IntArray) -> Space:
        """Return some of the points."""
        return Space(self.numbers[rows], tuple(codes[rows] for codes in self.names))

    def from_mean(self) -> FloatArray:
        """Squared distance of every point from the mean of all."""
        far = _squared(self.numbers - self.numbers.mean(axis=0))
        for codes in self.names:
            share = np.bincount(codes) / len(codes)
            far += 1 - 2 * share[codes] + (share**2).sum()
        return far

    def from_point(self, numbers: FloatArray, names: Sequence[int]) -> FloatArray:
        """Squared distance of every point from one."""
        far = _squared(self.numbers - numbers)
        for codes, name in zip(self.names, names, strict=True):
            far += 2.0 * (codes != name)
        return far

    def point(self, row: int) -> tuple[FloatArray, list[int]]:
        """One point, as `from_point` takes it."""
        return self.numbers[row], [int(codes[row]) for codes in self.names]


def _squared(apart: FloatArray) -> FloatArray:
    return np.asarray(np.einsum("ij,ij->i", apart, apart))


def standardised(numbers: FloatArray) -> FloatArray:
    """Centre each column and divide by its standard deviation (n − 1); a constant column becomes 0.

    Examples
    --------
    >>> standardised(np.array([[1.0, 5.0], [3.0, 5.0]])).round(4).tolist()
    [[-0.7071, 0.0], [0.7071, 0.0]]
    """
    largest = np.abs(numbers).max(axis=0, initial=0)
    scaled = numbers / np.where(largest > 0, largest, 1)  # squares of huge numbers stay finite
    centred = scaled - scaled.mean(axis=0)
    spread = np.sqrt((centred**2).sum(axis=0) / max(len(numbers) - 1, 1))
    constant = (scaled == scaled[:1]).all(axis=0) | (spread == 0)
    return np.where(constant, 0.0, centred / np.where(constant, 1, spread))


def mdav(space: Space, k: int, progress: Progress = unwatched) -> IntArray:
    """Group the points: the farthest from the mean with its nearest, then the farthest from that one.

    While at least 3k points are left, two groups of k are taken away; 2k to 3k − 1 points make one
    group of k and one of the others; fewer make one group. Ties go to the point that comes first,
    so rows should come in an order of their values.

    Parameters
    ----------
    space : the points, at least one
    k : points in every group, at least 1; with fewer points than k there is one group

    Returns
    -------
    group : int64 (n_rows,), groups numbered as they were formed, each of k to 2k − 1 points

    Examples
    --------
    >>> points = standardised(np.array([[1.0], [2.0], [10.0], [11.0], [12.0], [50.0], [51.0]]))
    >>> mdav(Space(points), 2).tolist()
    [1, 1, 2, 2, 2, 0, 0]
    """
    group, left, formed = np.empty(len(space), np.int64), np.arange(len(space)), 0
    rest = space
    while len(left) >= 2 * k:
        if formed % SLICE == 0:
            report(progress, 1 - len(left) / len(space), "grouping rows that lie near each other")
        first = rest.point(int(rest.from_mean().argmax()))
        rest, left = _take(rest, left, rest.from_point(*first), k, group, formed)
        formed += 1
        if len(left) >= 2 * k:
            second = rest.point(int(rest.from_point(*first).argmax()))
            rest, left = _take(rest, left, rest.from_point(*second), k, group, formed)
            formed += 1
    group[left] = formed
    return group


def _take(rest: Space, left: IntArray, far: FloatArray, k: int, group: IntArray, number: int) -> tuple[Space, IntArray]:
    """Make the k nearest points a group; return the points that are left."""
    limit = np.partition(far, k - 1)[k - 1]
    near = far < limit
    ties = np.flatnonzero(far == limit)
    near[ties[: k - np.count_nonzero(near)]] = True
    group[left[near]] = number
    stay = np.flatnonzero(~near)
    return rest.only(stay), left[stay]
