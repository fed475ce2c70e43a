"""Strict refinements until none applies: split, join, pool, and closure after each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain

from privacy_core.refinement.boxes import Boxes
from privacy_core.refinement.joins import join_all, joins
from privacy_core.refinement.pools import Budget, pool_all, pooling
from privacy_core.refinement.splits import split_all, splits

Going = Callable[[str], bool]
"""Told what is being done; False means that time is up."""


@dataclass(frozen=True, slots=True)
class Moves:
    """How often each refinement is possible, or was made.

    Parameters
    ----------
    closures : boxes that read more than their rows need
    splits : boxes that can be split
    joins : boxes a row can leave for a finer one
    pools : boxes that can pool rows with another; None when not all were looked at
    """

    closures: int
    splits: int
    joins: int
    pools: int | None

    @property
    def none(self) -> bool:
        """Whether no refinement is possible, every pair having been looked at."""
        return not (self.closures or self.splits or self.joins) and self.pools == 0


@dataclass(frozen=True, eq=False)
class Refinable:
    """Which boxes a local recoding could still refine, by their numbers.

    Parameters
    ----------
    closures, splits, joins, pools : boxes that can be narrowed, split, left by a row, that can pool rows with another
    looked : whether all pairs were compared
    """

    closures: tuple[int, ...]
    splits: tuple[int, ...]
    joins: tuple[int, ...]
    pools: tuple[int, ...]
    looked: bool

    @property
    def moves(self) -> Moves:
        """How many there are of each."""
        pooled = len(self.pools) if self.looked else None
        return Moves(len(self.closures), len(self.splits), len(self.joins), pooled)

    @property
    def boxes(self) -> frozenset[int]:
        """Every box that can be refined; where not all pairs were compared, pools may be lacking."""
        return frozenset(chain(self.closures, self.splits, self.joins, self.pools))


def refinable(boxes: Boxes, budget: Budget, going: Going = lambda doing: True) -> Refinable:
    """Find the boxes that could be refined, changing nothing.

    Parameters
    ----------
    boxes : rows that read the same are one box
    budget : pairs of boxes compared at most when looking for pools
    going : told what is being looked at
    """
    going("looking for classes wider than their rows")
    raised = [number for number, rows in boxes.rows.items() if boxes.nodes[number] != boxes.closure(rows)]
    going("looking for classes that can be split")
    apart = [number for number in boxes.rows if splits(boxes, number)]
    going("looking for rows that fit a finer class")
    leaving = [number for number, _ in joins(boxes, lambda: going("looking for rows that fit a finer class"))]
    going("looking for rows that two classes could pool")
    pooled = sorted(pooling(boxes, budget, raised))
    looked = budget.pairs is None or budget.pairs >= 0
    return Refinable(tuple(raised), tuple(apart), tuple(leaving), tuple(pooled), looked)


def possible(boxes: Boxes, pairs: int | None = None) -> Moves:
    """Count the refinements that a local recoding still allows, changing nothing.

    Parameters
    ----------
    boxes : rows that read the same are one box
    pairs : pairs of boxes compared at most when looking for pools

    Examples
    --------
    >>> import numpy as np
    >>> from privacy_core.refinement.trees import Taxonomy
    >>> tree = Taxonomy(np.array([[0, 1], [2, 2]]), np.array([0, 0, 1]), np.array([0.5, 0.5, 1]), ("a", "b", "*"))
    >>> possible(Boxes.of([tree], np.array([[0, 0, 1, 1]]), 2))          # two a and two b under one *
    Moves(closures=0, splits=1, joins=0, pools=0)
    """
    return refinable(boxes, Budget(pairs)).moves


def refine(boxes: Boxes, budget: Budget, going: Going) -> bool:
    """Refine until no split, join or pool is left; every step makes some row strictly finer, so it ends.

    Returns
    -------
    exhausted : False when the budget or the time ended before
    """
    waiting: Sequence[int] = list(boxes.rows)
    while going("splitting boxes"):
        split_all(boxes, list(waiting))
        boxes.united()
        if any(splits(boxes, number) for number in boxes.rows):
            waiting = list(boxes.rows)  # boxes that read the same became one and can be split again
            continue
        if not going("moving rows to finer boxes"):
            return False
        waiting = sorted(join_all(boxes))
        if waiting:
            continue
        if not going("pooling rows of two boxes"):
            return False
        waiting = sorted(pool_all(boxes, budget))
        if not waiting:
            return budget.spend(0)
    return False
