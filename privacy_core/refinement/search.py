"""Strict refinements until none applies: split, join, pool, and closure after each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from privacy_core.refinement.boxes import Boxes
from privacy_core.refinement.joins import join_all, joins
from privacy_core.refinement.pools import Budget, pool_all, pools
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
    pools : pairs of boxes that can pool rows (one per box at most); None when not all were looked at
    """

    closures: int
    splits: int
    joins: int
    pools: int | None

    @property
    def none(self) -> bool:
        """Whether no refinement is possible, every pair having been looked at."""
        return not (self.closures or self.splits or self.joins) and self.pools == 0


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
    budget = Budget(pairs)
    raised = sum(boxes.nodes[number] != boxes.closure(rows) for number, rows in boxes.rows.items())
    apart = sum(bool(splits(boxes, number)) for number in boxes.rows)
    leaving = len(list(joins(boxes)))
    pooled = len(list(pools(boxes, budget)))
    looked = budget.pairs is None or budget.pairs >= 0
    return Moves(raised, apart, leaving, pooled if looked else None)


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
