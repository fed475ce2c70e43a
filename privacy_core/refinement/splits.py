"""Splits: rows of a box that share a finer node leave it, if they and those who stay are still enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from privacy_core.refinement.boxes import Boxes
from privacy_core.tables import IntArray

Accepts = Callable[[list[IntArray]], bool]
"""Whether boxes with these rows may be made."""


@dataclass(frozen=True, eq=False)
class Split:
    """A way to take a box apart along one column.

    Parameters
    ----------
    column : position of the column
    child : int64 (n_rows,), node one step below for each row of the box
    large : nodes that at least k rows share, the most frequent first
    gain : share of the column's values that the rows under `large` lose together
    """

    column: int
    child: IntArray
    large: IntArray
    gain: float


def splits(boxes: Boxes, number: int) -> list[Split]:
    """All columns along which a box can be split, the greatest gain first, of equals the first column.

    One step is enough: whatever finer node k rows share lies inside a node one step below. A box of
    fewer than 2k rows cannot be split.
    """
    rows, found = boxes.rows[number], []
    if len(rows) < 2 * boxes.k:
        return []
    for column, (tree, node) in enumerate(zip(boxes.trees, boxes.nodes[number], strict=True)):
        child = tree.child(node, boxes.codes[column, rows])
        if child is not None:
            count = np.bincount(child, minlength=len(tree))
            large = np.flatnonzero(count >= boxes.k)
            large = large[np.argsort(-count[large], kind="stable")]
            gain = float((count[large] * (tree.share[node] - tree.share[large])).sum())
            if len(large):
                found.append(Split(column, child, large, gain))
    return sorted(found, key=lambda split: (-round(split.gain, 9), split.column))


def parts(rows: IntArray, split: Split, k: int) -> list[IntArray]:
    """The boxes a split makes: one per frequent node, and one of all other rows, if there are any.

    Where fewer than k others would stay behind, rows of the most frequent nodes stay with them, the
    last ones first; where those cannot spare enough, the rarest of the frequent nodes stays whole.
    """
    large = split.large.tolist()
    others = rows[~np.isin(split.child, split.large)]
    several = [rows[split.child == node] for node in large]
    short = boxes_need(others, k)
    if short > sum(len(part) - k for part in several):
        others, short = np.concatenate([others, several.pop()]), 0
    for at, part in enumerate(several):
        spare = min(short, len(part) - k)
        if spare:
            others, several[at] = np.concatenate([others, part[-spare:]]), part[:-spare]
            short -= spare
    return [*several, others] if len(others) else several


def boxes_need(others: IntArray, k: int) -> int:
    """How many rows a box lacks to hold k; nobody needs none."""
    return max(k - len(others), 0) if len(others) else 0


def split_all(boxes: Boxes, waiting: list[int], accepts: Accepts | None = None) -> int:
    """Split boxes until none of them can be; return how many splits were made.

    Parameters
    ----------
    waiting : numbers of the boxes to look at
    accepts : asked about each new box where more than k is promised
    """
    waiting, made = list(waiting), 0
    while waiting:
        number = waiting.pop()
        if number not in boxes.rows:
            continue
        for several in _ways(boxes, number, accepts is not None):
            if accepts is None or accepts(several):
                boxes.put(number, several[0])
                waiting += [number, *(boxes.add(part) for part in several[1:])]
                made += 1
                break
    return made


def _ways(boxes: Boxes, number: int, one_by_one: bool) -> Iterator[list[IntArray]]:
    """Ways to take a box apart, the most promising first; one by one: single nodes as well as all together."""
    rows = boxes.rows[number]
    for split in splits(boxes, number):
        yield parts(rows, split, boxes.k)
        if one_by_one and len(split.large) > 1:
            for node in split.large:
                single = Split(split.column, split.child, np.array([node]), split.gain)
                yield parts(rows, single, boxes.k)
