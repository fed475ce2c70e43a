"""Guesses of how many rows of every class have which finer value, with and without knowing of minimality."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from math import exp, inf, log, log1p

import numpy as np
from numpy.typing import NDArray

from privacy_core.attacks.minimality.raised import at_most, likeliest, log_chance, log_possible, posterior
from privacy_core.refinement import Boxes, Taxonomy
from privacy_core.tables import FloatArray, IntArray

Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Guesses:
    """Guesses about one column, one for every class that is blurred there and can be guessed.

    Parameters
    ----------
    cells : classes blurred in the column, those that cannot be guessed included
    chance, chance_without : what the attacker gives the guess
    right, right_without : whether it is
    truth, truth_without : what the attacker gives the truth
    bits : leak of each
    one_differs, one_differs_without : where there are two finer values, the chance that exactly one row has the rarer
    differs : whether exactly one has
    """

    cells: int
    chance: FloatArray
    chance_without: FloatArray
    right: Flags
    right_without: Flags
    truth: FloatArray
    truth_without: FloatArray
    bits: FloatArray
    one_differs: FloatArray
    one_differs_without: FloatArray
    differs: Flags

    @classmethod
    def joined(cls, several: Sequence[Guesses]) -> Guesses:
        """The guesses about all columns."""
        parts = {
            one.name: np.concatenate([getattr(guess, one.name) for guess in several])
            for one in fields(cls)
            if one.name != "cells"
        }
        return cls(sum(guess.cells for guess in several), **parts)


@dataclass(frozen=True, eq=False)
class _Kind:
    """What an attacker says of every class of one size that reads one node.

    Parameters
    ----------
    most : most rows that one finer value can have
    with_minimality, without : the guess, rows per finer value
    chance, chance_without : what the attacker gives it
    log_left : logarithm of the chance of what minimality leaves
    rarer : position of the rarer of two finer values, −1 where there are not two
    one, one_without : chance that exactly one row has it
    """

    most: int
    with_minimality: IntArray
    without: IntArray
    chance: float
    chance_without: float
    log_left: float
    rarer: int
    one: float
    one_without: float


def guesses(boxes: Boxes, column: int, learnt: IntArray | None) -> Guesses:
    """Guess the blurred cells of one column.

    Parameters
    ----------
    boxes : the classes
    column : position
    learnt : int64 (n_people,), codes of people from whom shares are learned, −1 for none; None learns them from the
        rows that are published finer
    """
    tree, numbers = boxes.trees[column], sorted(boxes.rows)
    node = np.array([boxes.nodes[number][column] for number in numbers], np.int64)
    size = np.array([len(boxes.rows[number]) for number in numbers], np.int64)
    rows = np.bincount(node, size, len(tree)) if learnt is None else _people(tree, learnt)
    held = _below(tree, np.asarray(rows, float)) + 0.5
    blurred = np.flatnonzero(tree.level[node] > 0)
    under = {v: np.setdiff1d(np.flatnonzero(tree.parent == v), [v]) for v in np.unique(node[blurred]).tolist()}
    shares = {v: held[some] / held[some].sum() for v, some in under.items()}
    kinds: dict[tuple[int, int], _Kind | None] = {}
    told = []
    for at in blurred.tolist():
        v, m = int(node[at]), int(size[at])
        if (v, m) not in kinds:
            kinds[v, m] = _kind(m, boxes.k, shares[v])
        if (kind := kinds[v, m]) is not None:
            child = tree.path[tree.level[v] - 1, boxes.codes[column, boxes.rows[numbers[at]]]]
            rows_of = np.bincount(np.searchsorted(under[v], child), minlength=len(under[v]))
            told.append(_told(kind, rows_of, shares[v]))
    return _gathered(len(blurred), told)


def _below(tree: Taxonomy, rows: FloatArray) -> FloatArray:
    """Rows at or under each node, from those at each."""
    found = rows.copy()
    for node in np.argsort(tree.level, kind="stable"):
        if node != tree.root:
            found[tree.parent[node]] += found[node]
    return found


def _people(tree: Taxonomy, learnt: IntArray) -> FloatArray:
    """People at each single value."""
    codes = learnt[learnt >= 0]
    return np.bincount(tree.path[0, codes], minlength=len(tree)).astype(float)


def _kind(m: int, k: int, shares: FloatArray) -> _Kind | None:
    """What an attacker says of a class; None where a minimal algorithm never publishes such a one."""
    most = at_most(m, k)
    guess, blind = likeliest(m, most, shares), likeliest(m, m, shares)
    left = log_possible(m, most, tuple(np.sort(shares).tolist()))
    if guess is None or blind is None or left == -inf:
        return None
    rarer, blind_one = -1, 0.0
    if len(shares) == 2:
        rarer, q = int(shares.argmin()), float(shares.min())
        blind_one = exp(log(m) + log(q) + (m - 1) * log1p(-q))
    one = posterior(m, float(shares.min())) if rarer >= 0 else None
    return _Kind(
        most,
        guess,
        blind,
        _chance(log_chance(guess, shares) - left),
        _chance(log_chance(blind, shares)),
        left,
        rarer if one is not None else -1,
        one or 0.0,
        blind_one,
    )


def _chance(logarithm: float) -> float:
    """A chance from its logarithm; what is certain but for rounding is certain."""
    return 1.0 if logarithm > -1e-12 else exp(logarithm)


def _told(kind: _Kind, rows: IntArray, shares: FloatArray) -> tuple[float, ...]:
    """One guess beside the truth, in the order of the fields of `Guesses`."""
    truth, possible = log_chance(rows, shares), rows.max() <= kind.most
    return (
        kind.chance,
        kind.chance_without,
        float((rows == kind.with_minimality).all()),
        float((rows == kind.without).all()),
        _chance(truth - kind.log_left) if possible else 0.0,
        _chance(truth),
        -kind.log_left / log(2),
        kind.one,
        kind.one_without,
        float(kind.rarer >= 0 and rows[kind.rarer] == 1),
        float(kind.rarer >= 0),
    )


def _gathered(cells: int, told: list[tuple[float, ...]]) -> Guesses:
    table = np.array(told, float).reshape(len(told), 11).T
    two = table[10] > 0
    return Guesses(
        cells,
        chance=table[0],
        chance_without=table[1],
        right=table[2] > 0,
        right_without=table[3] > 0,
        truth=table[4],
        truth_without=table[5],
        bits=table[6],
        one_differs=table[7][two],
        one_differs_without=table[8][two],
        differs=table[9][two] > 0,
    )
