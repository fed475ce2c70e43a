"""Slow, obvious answers: dense loops over exact fractions, sharing no code with privacy_core.

A crowd is a multiset of secrets, `None` a missing one. Each model is a function of one `Crowd`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
from scipy.optimize import linprog

Key = tuple[Any, ...]


@dataclass(frozen=True)
class Plain:
    """A table as anyone would write it down; None is a missing cell."""

    known: Sequence[Key]
    secret: Sequence[Any]
    suppressed: Sequence[bool]
    levels: Sequence[Any] | None = None  # a declared order; else the values that occur, sorted
    original: Sequence[Any] | None = None  # secrets of every row of the original table


@dataclass(frozen=True)
class Crowd:
    """One class: its rows, how often it shows each secret, and what everyone is compared with."""

    rows: int
    counts: dict[Any, int]
    prior: dict[Any, Fraction]
    domain: list[Any]

    @property
    def share(self) -> dict[Any, Fraction]:
        whole = sum(self.counts.values())
        return {value: Fraction(count, whole) for value, count in self.counts.items()}

    def without_missing(self) -> Crowd:
        counts = {value: count for value, count in self.counts.items() if value is not None}
        return Crowd(self.rows, counts, rescaled(self.prior), self.domain)


def rescaled(prior: dict[Any, Fraction]) -> dict[Any, Fraction]:
    known = {value: share for value, share in prior.items() if value is not None}
    whole = sum(known.values())
    return {value: share / whole for value, share in known.items()} if whole else {}


def distribution(values: Sequence[Any]) -> dict[Any, Fraction]:
    return {value: Fraction(count, len(values)) for value, count in Counter(values).items()}


def crowds(
    plain: Plain, missing: str = "own", missing_sensitive: str = "own", suppressed: str = "out"
) -> dict[Hashable, Crowd]:
    """Every class under the policies, by its quasi-identifiers; all suppressed records by "suppressed"."""
    rows: dict[Hashable, list[int]] = {}
    for i, key in enumerate(plain.known):
        if plain.suppressed[i]:
            if suppressed == "class":
                rows.setdefault("suppressed", []).append(i)
        elif missing == "own" or None not in key:
            rows.setdefault(key, []).append(i)
    judged = [plain.secret[i] for mine in rows.values() for i in mine]
    prior = distribution(judged if plain.original is None else plain.original)
    occurring = {value for value in [*judged, *prior] if value is not None}
    domain = list(plain.levels) if plain.levels is not None else sorted(occurring)
    found = {key: Crowd(len(mine), Counter(plain.secret[i] for i in mine), prior, domain) for key, mine in rows.items()}
    return {key: crowd.without_missing() for key, crowd in found.items()} if missing_sensitive == "out" else found


def k(crowd: Crowd) -> int:
    return crowd.rows


def distinct_l(crowd: Crowd) -> int:
    return len(crowd.counts)


def entropy_l(crowd: Crowd) -> float:
    if not crowd.counts:
        return 0.0
    return math.exp(-sum(float(q) * math.log(q) for q in crowd.share.values()))


def recursive(rank: int) -> Callable[[Crowd], float]:
    def smallest_c(crowd: Crowd) -> float | Fraction:
        counts = sorted(crowd.counts.values(), reverse=True)
        tail = sum(counts[rank - 1 :])
        return Fraction(counts[0], tail) if tail else math.inf

    return smallest_c


def alpha(crowd: Crowd) -> Fraction:
    return max(crowd.share.values()) if crowd.counts else Fraction(0)


def basic_beta(crowd: Crowd) -> float | Fraction:
    gains = [Fraction(0)]
    for value, q in crowd.share.items():
        p = crowd.prior.get(value, 0)
        if not p:
            return math.inf
        gains.append((q - p) / p)
    return max(gains)


def enhanced_beta(crowd: Crowd) -> float | Fraction:
    worst = basic_beta(crowd)
    for value, q in crowd.share.items():
        p = crowd.prior.get(value, 0)
        if not p or (q - p) / p > -math.log(p) + 1e-9:
            return math.inf
    return worst


def delta(crowd: Crowd) -> float:
    if not crowd.counts:
        return 0.0
    if set(crowd.counts) != {value for value, p in crowd.prior.items() if p}:
        return math.inf
    return delta_present(crowd)


def delta_present(crowd: Crowd) -> float:
    if any(not crowd.prior.get(value) for value in crowd.counts):
        return math.inf
    return max((abs(math.log(q / crowd.prior[value])) for value, q in crowd.share.items()), default=0.0)


def t_equal(crowd: Crowd) -> Fraction:
    if not crowd.counts:
        return Fraction(0)
    everything = {*crowd.counts, *crowd.prior}
    return sum(abs(crowd.share.get(v, 0) - crowd.prior.get(v, 0)) for v in everything) / 2


def _along(crowd: Crowd, gap: Sequence[Fraction]) -> Fraction:
    known = crowd.without_missing()
    if not known.counts:
        return Fraction(0)
    moved, distance = Fraction(0), Fraction(0)
    for value, step in zip(known.domain[:-1], gap, strict=True):
        moved += known.share.get(value, 0) - known.prior.get(value, 0)
        distance += abs(moved) * step
    return distance


def t_ordered(crowd: Crowd) -> Fraction:
    steps = len(crowd.domain) - 1
    return _along(crowd, [Fraction(1, steps)] * steps) if steps > 0 else Fraction(0)


def t_value(crowd: Crowd) -> Fraction:
    places = [Fraction(value) for value in crowd.domain]
    if len(places) < 2:
        return Fraction(0)
    return _along(crowd, [(b - a) / (places[-1] - places[0]) for a, b in pairwise(places)])


@dataclass
class Node:
    """A group of a hierarchy: its children by label, and how high it stands over the leaves."""

    height: int
    children: dict[Any, Node] = field(default_factory=dict)


def t_tree(paths: Sequence[Sequence[str]]) -> Callable[[Crowd], Fraction]:
    """Hierarchical distance in the paper's own form; paths from leaf to root, missing a child of the root."""
    root = _planted(paths)

    def distance(crowd: Crowd) -> Fraction:
        if not crowd.counts:
            return Fraction(0)
        return _cost(root, None, crowd)[1] / root.height if root.height else Fraction(0)

    return distance


def _planted(paths: Sequence[Sequence[str]]) -> Node:
    tops = {path[-1] for path in paths}
    full = [(*path, *(["root"] if len(tops) > 1 else [])) for path in paths]
    root = Node(len(full[0]) - 1)
    for path in full:
        node = root
        for label in reversed(path[:-1]):
            node = node.children.setdefault(label, Node(node.height - 1))
    root.children.setdefault(None, Node(0))
    return root


def _cost(node: Node, label: Any, crowd: Crowd) -> tuple[Fraction, Fraction]:
    """Surplus of a subtree, and the cost of evening out inside it (heights not yet divided by H)."""
    if not node.children:
        return crowd.share.get(label, Fraction(0)) - crowd.prior.get(label, Fraction(0)), Fraction(0)
    below = [_cost(child, name, crowd) for name, child in node.children.items()]
    over = sum((surplus for surplus, _ in below if surplus > 0), Fraction(0))
    under = sum((-surplus for surplus, _ in below if surplus < 0), Fraction(0))
    return over - under, node.height * min(over, under) + sum(cost for _, cost in below)


def apart_in_tree(paths: Sequence[Sequence[str]], one: str, other: str) -> Fraction:
    """Height of the lowest common group over the height of the tree."""
    tops = {path[-1] for path in paths}
    full = {path[0]: (*path, *(["root"] if len(tops) > 1 else [])) for path in paths}
    height = len(full[one]) - 1
    return Fraction(next(i for i in range(height + 1) if full[one][i] == full[other][i]), max(height, 1))


def transport(mine: Sequence[float], everyone: Sequence[float], apart: np.ndarray) -> float:
    """Earth mover's distance as the linear programme it is."""
    m = len(mine)
    leaves, arrives = np.kron(np.eye(m), np.ones(m)), np.kron(np.ones(m), np.eye(m))
    solved = linprog(apart.ravel(), A_eq=np.vstack([leaves, arrives]), b_eq=[*mine, *everyone], method="highs")
    return float(solved.fun)


def largest_share(prior: Sequence[float], apart: np.ndarray, t: float, value: int) -> float:
    """Most mass that can be moved to one value for a total cost of t."""
    m = len(prior)
    gain = np.zeros((m, m))
    gain[:, value] = 1
    leaves = np.kron(np.eye(m), np.ones(m))
    solved = linprog(-gain.ravel(), A_ub=[apart.ravel()], b_ub=[t], A_eq=leaves, b_eq=prior, method="highs")
    return float(-solved.fun)


def holds(values: Sequence[float], threshold: float, better: str, strict: bool) -> list[bool]:
    """Which classes keep the threshold, with the stated tolerance of 1e-9."""
    if better == "higher":
        return [value >= threshold - 1e-9 for value in values]
    return [value < threshold - 1e-9 if strict else value <= threshold + 1e-9 for value in values]
