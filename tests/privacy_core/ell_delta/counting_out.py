"""Slow and obvious: every sequence of records, every partition, in exact fractions."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb

import numpy as np
from scipy.stats import binom

Masses = Sequence[Sequence[Fraction]]
"""One row of cell chances per class."""


def occupied(masses: Sequence[Fraction], drawn: int) -> dict[frozenset[int], Fraction]:
    """Chance of each set of cells that are shown by `drawn` records; the rest falls nowhere."""
    rest = 1 - sum(masses)
    chance = {frozenset(): Fraction(1)}
    for _ in range(drawn):
        after: dict[frozenset[int], Fraction] = {}
        for shown, so_far in chance.items():
            for cell, mass in [*enumerate(masses), (None, rest)]:
                if mass:
                    more = shown if cell is None else shown | {cell}
                    after[more] = after.get(more, Fraction(0)) + so_far * mass
        chance = after
    return chance


def poor(masses: Masses, ell: int, drawn: int, releases: int = 1) -> Fraction:
    """Chance that some class has fewer than ell cells shown by every release."""
    flat = [mass for row in masses for mass in row]
    owner = [group for group, row in enumerate(masses) for _ in row]
    common = occupied(flat, drawn)
    once = dict(common)
    for _ in range(releases - 1):
        after: dict[frozenset[int], Fraction] = {}
        for (one, p), (two, q) in itertools.product(common.items(), once.items()):
            after[one & two] = after.get(one & two, Fraction(0)) + p * q
        common = after
    return sum(
        (p for shown, p in common.items() if any(_seen(shown, owner, g) < ell for g in range(len(masses)))), Fraction(0)
    )


def _seen(shown: frozenset[int], owner: Sequence[int], group: int) -> int:
    return sum(owner[cell] == group for cell in shown)


def some_empty(cells: Sequence[Fraction], drawn: int) -> Fraction:
    """Chance that some cell stays empty, by inclusion and exclusion over all sets of cells."""
    return sum(
        (-1) ** (size + 1) * (1 - sum(chosen)) ** drawn
        for size in range(1, len(cells) + 1)
        for chosen in itertools.combinations(cells, size)
    )


def some_even_empty(cells: int, mass: Fraction, drawn: int) -> Fraction:
    """The same for equal cells."""
    return sum((-1) ** (j + 1) * comb(cells, j) * (1 - j * mass) ** drawn for j in range(1, cells + 1))


def contiguous(n: int) -> Iterator[list[int]]:
    """Every way to cut n groups into classes of neighbours."""
    for cuts in itertools.product((0, 1), repeat=n - 1):
        yield list(itertools.accumulate((0, *cuts)))


def partitions(n: int) -> Iterator[list[int]]:
    """Every way to put n groups into classes."""

    def grow(so_far: list[int]) -> Iterator[list[int]]:
        if len(so_far) == n:
            yield so_far
            return
        for group in range(max(so_far, default=-1) + 2):
            yield from grow([*so_far, group])

    yield from grow([])


def heavy(masses: Masses, of_group: Sequence[int], ell: int, p: Fraction) -> bool:
    """Whether every class has ell values of chance p or more."""
    for group in set(of_group):
        rows = [row for row, owner in zip(masses, of_group, strict=True) if owner == group]
        if sum(sum(column) >= p for column in zip(*rows, strict=True)) < ell:
            return False
    return True


def most_classes(masses: Masses, ell: int, p: Fraction, ways: Iterator[list[int]]) -> int:
    """Most classes among some partitions that keep ell values of chance p in each."""
    return max((len(set(way)) for way in ways if heavy(masses, way, ell, p)), default=0)


def poor_by_cell(masses: Sequence[Sequence[float]], ell: int, drawn: int, releases: int) -> float:
    """Chance that some class has fewer than ell cells shown by every release, one cell after the other.

    The records left for the cells to come are binomial; states are those numbers per release and how many cells of
    the class are common so far.
    """
    left, state = 1.0, np.zeros((ell + 1, *[drawn + 1] * releases))
    state[(0, *[drawn] * releases)] = 1.0
    for row in masses:
        for mass in row:
            state, left = _one_cell(state, min(1.0, mass / left), ell, drawn, releases), left - mass
        after = np.zeros_like(state)
        after[0] = state[ell]  # the class shows enough; the next one begins
        state = after
    return 1 - float(state.sum())


def _one_cell(state: np.ndarray, share: float, ell: int, drawn: int, releases: int) -> np.ndarray:
    n = np.arange(drawn + 1)
    moved = binom.pmf(n[:, None] - n, n[:, None], share)  # [before, after]
    none, some = np.diag(np.diag(moved)), moved - np.diag(np.diag(moved))
    everywhere, at_all = state, state
    for axis in range(1, releases + 1):
        everywhere = np.moveaxis(np.tensordot(everywhere, some, axes=(axis, 0)), -1, axis)
        at_all = np.moveaxis(np.tensordot(at_all, none + some, axes=(axis, 0)), -1, axis)
    after = at_all - everywhere
    after[1:] += everywhere[:-1]
    after[ell] += everywhere[ell]
    return after
