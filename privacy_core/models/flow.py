"""Which mass moves where when a crowd's mix is turned from the prior's: the picture behind the distance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from privacy_core.counting import Contingency
from privacy_core.hierarchies import Hierarchy
from privacy_core.models.t_closeness import Equal, Ground, Tree, gaps, tree_levels
from privacy_core.tables import FloatArray, IntArray


@dataclass(frozen=True, eq=False, slots=True)
class Flow:
    """Shares of the mix that move, from values a class lacks to values it has too much of.

    Parameters
    ----------
    source, target : int64 (n_moves,), indices of values
    mass : float64 (n_moves,), share of the mix; the sum of mass times ground distance is the EMD
    """

    source: IntArray
    target: IntArray
    mass: FloatArray


def moves(table: Contingency, chosen: int, ground: Ground) -> Flow:
    """Return a cheapest way to move the prior's mix to one class's mix.

    Under equal distance every way costs the same: each lack is shared out in proportion. Ordered
    and by-value distances move mass monotonically along the axis; under a tree mass first moves
    within the lowest group.

    Parameters
    ----------
    table : Contingency
    chosen : the class
    ground : as in `TCloseness`

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import contingency, equivalence_classes, from_frame, moves
    >>> people = from_frame(pd.DataFrame({"q": ["a", "a", "b", "b"], "s": ["x", "x", "x", "y"]}))
    >>> moved = moves(contingency(people, equivalence_classes(people, ["q"]), "s"), 0, Equal())
    >>> moved.source.tolist(), moved.target.tolist(), moved.mass.tolist()
    ([1], [0], [0.25])
    """
    known = table if isinstance(ground, Equal | Tree) else table.without_missing
    if not known.size[chosen]:  # a class without a known value has no mix to move to
        return Flow(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))
    match ground:
        case Equal():
            return _flow([_proportional(table.mix(chosen) - table.prior)])
        case Tree(hierarchy):
            return _flow(list(_up_the_tree(table, table.mix(chosen) - table.prior, hierarchy)))
        case _:
            return _flow([_monotone(known.prior, known.mix(chosen))])


Moves = tuple[IntArray, IntArray, FloatArray]


def _flow(parts: list[Moves]) -> Flow:
    source, target, mass = (np.concatenate(part) for part in zip(*parts, strict=True))
    real = mass > 1e-12
    return Flow(source[real], target[real], mass[real])


def _proportional(extra: FloatArray) -> Moves:
    lack, much = np.flatnonzero(extra < 0), np.flatnonzero(extra > 0)
    mass = np.outer(-extra[lack], extra[much]) / max(float(extra[much].sum()), 1e-300)
    return np.repeat(lack, len(much)), np.tile(much, len(lack)), mass.ravel()


def _monotone(before: FloatArray, after: FloatArray) -> Moves:
    """The quantile coupling: cut both mixes at every running share of either."""
    first, second = np.cumsum(before), np.cumsum(after)
    cuts = np.unique(np.clip(np.concatenate([first, second]), 0, 1))
    mass, middle = np.diff(cuts, prepend=0.0), cuts - np.diff(cuts, prepend=0.0) / 2
    source = np.minimum(np.searchsorted(first, middle), len(before) - 1)
    target = np.minimum(np.searchsorted(second, middle), len(after) - 1)
    return source, target, np.where(source == target, 0.0, mass)


def _up_the_tree(table: Contingency, extra: FloatArray, hierarchy: Hierarchy) -> Iterator[Moves]:
    """Level by level, settle what can be settled within each group; the rest meets at the root."""
    left = extra.copy()
    groups = [*tree_levels(table, hierarchy)[1:], np.zeros(len(left), np.int64)]
    for level in groups:
        for group in np.unique(level):
            inside = np.where(level == group, left, 0.0)
            move = _balanced(inside)
            yield move
            np.add.at(left, move[0], move[2])
            np.subtract.at(left, move[1], move[2])


def _balanced(extra: FloatArray) -> Moves:
    """Move as much as both sides of one group allow."""
    lack, much = float(-extra[extra < 0].sum()), float(extra[extra > 0].sum())
    settled = min(lack, much)
    scale = np.where(extra < 0, settled / (lack or 1.0), settled / (much or 1.0))
    return _proportional(extra * scale)


SHOWN = 20
KEPT = 12
"""Above 20 values, the 12 that change most are told apart and the rest stand together."""


@dataclass(frozen=True, eq=False, slots=True)
class Mix:
    """One class's mix beside the prior, ready to be looked at.

    Parameters
    ----------
    labels : values, the most gained first (equal) or in their order (ordered, tree); "others" last
    count, share, prior : rows and shares of the class, shares of the prior
    source, target, mass : what moves between the rows shown
    size : rows of the class that have a value (a missing one is a value under equal distance and trees)
    missing : rows of the class whose value is missing
    distance : earth mover's distance of the class
    top : row of the value that gained most
    shown : values of the domain present in the class
    domain : values of the domain
    counts_missing : whether a missing value of this class is among the values shown
    """

    labels: tuple[str, ...]
    count: tuple[int, ...]
    share: tuple[float, ...]
    prior: tuple[float, ...]
    source: tuple[int, ...]
    target: tuple[int, ...]
    mass: tuple[float, ...]
    size: int
    missing: int
    distance: float
    top: int
    shown: int
    domain: int
    counts_missing: bool


def mix(table: Contingency, chosen: int, ground: Ground) -> Mix:
    """Describe one class for a picture.

    Examples
    --------
    >>> from privacy_core import samples, contingency, equivalence_classes
    >>> nine = samples.load("hospital-4")
    >>> seen = mix(contingency(nine.table, equivalence_classes(nine.table, ["zip", "age"]), "disease"), 0, Equal())
    >>> seen.labels[seen.top], seen.count[seen.top], seen.size, round(seen.distance, 3)
    ('gastric ulcer', 1, 3, 0.444)
    """
    known = table if isinstance(ground, Equal | Tree) else table.without_missing
    after, moved = known.mix(chosen), moves(table, chosen, ground)
    change = after - known.prior
    row = _rows_of(change, after, known, ground)
    n = int(row.max(initial=0)) + 1
    first = [int(np.flatnonzero(row == i)[0]) for i in range(n)]
    several = np.bincount(row, minlength=n) > 1
    labels = tuple(f"{np.count_nonzero(row == i)} others" if several[i] else known.labels[first[i]] for i in range(n))
    size = int(known.size[chosen])
    count = np.rint(np.bincount(row, after, n) * size).astype(int)
    way = row[moved.source] * n + row[moved.target]
    ways = np.unique(way[row[moved.source] != row[moved.target]])
    carried = np.bincount(way, moved.mass, n * n)
    return Mix(
        labels,
        tuple(count.tolist()),
        tuple(np.bincount(row, after, n).tolist()),
        tuple(np.bincount(row, known.prior, n).tolist()),
        tuple((ways // n).tolist()),
        tuple((ways % n).tolist()),
        tuple(carried[ways].tolist()),
        size,
        int(table.rows[chosen] - table.without_missing.size[chosen]),
        float((moved.mass * _lengths(known, moved, ground)).sum()),
        int(row[int(change.argmax())]) if len(change) else 0,
        int(np.count_nonzero(after)),
        known.n_values,
        known.missing is not None and bool(after[known.missing] > 0),
    )


def _rows_of(change: FloatArray, after: FloatArray, table: Contingency, ground: Ground) -> IntArray:
    """Row of the picture for each value of the domain."""
    order = np.arange(len(change))
    if isinstance(ground, Equal):
        order = np.argsort(-change, kind="stable")
    elif isinstance(ground, Tree):
        order = np.lexsort(tuple(tree_levels(table, ground.hierarchy)))
    if len(change) <= SHOWN:
        return np.argsort(order)
    kept = np.zeros(len(change), bool)
    kept[np.argsort(-np.abs(change), kind="stable")[:KEPT]] = True
    row = np.full(len(change), KEPT)
    row[order[kept[order]]] = np.arange(KEPT)
    return row


def _lengths(table: Contingency, moved: Flow, ground: Ground) -> FloatArray:
    match ground:
        case Equal():
            return np.ones(len(moved.mass))
        case Tree(hierarchy):
            levels = tree_levels(table, hierarchy)
            return np.asarray(sum((to[moved.source] != to[moved.target]) / len(levels) for to in levels))
        case _:
            place = np.concatenate([[0.0], np.cumsum(gaps(table, ground))])
            return np.asarray(np.abs(place[moved.source] - place[moved.target]))
