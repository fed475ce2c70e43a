"""Joins: a row moves to a finer box that covers it, if enough stay behind; or all rows of a box leave it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from privacy_core.refinement.boxes import Boxes
from privacy_core.refinement.cover import Cover, positions

AT_ONCE = 20_000
"""Rows looked up together, to bound the memory they take."""

Watch = Callable[[], object]
"""Called now and then; it may raise to end the work."""
Targets = dict[int, dict[int, list[int]]]
"""By number of a box and position of a row, the numbers of the finer boxes that cover the row."""


def _unwatched() -> None:
    """Let the work run to its end."""


def targets(boxes: Boxes, cover: Cover, watch: Watch = _unwatched) -> Targets:
    """Find every row that a finer box covers."""
    rows = np.concatenate([boxes.rows[number] for number in cover.numbers])
    owner = np.repeat(np.arange(len(cover.numbers)), [len(boxes.rows[number]) for number in cover.numbers])
    found: Targets = {}
    for start in range(0, len(rows), AT_ONCE):
        watch()
        part = slice(start, start + AT_ONCE)
        finer = cover.over_rows(boxes.codes[:, rows[part]]) & cover.inside(owner[part])
        for at in np.flatnonzero(finer.any(axis=1)).tolist():
            several = np.flatnonzero(positions(finer[at], len(cover.numbers)))
            mine = found.setdefault(cover.numbers[owner[start + at]], {})
            mine[int(rows[start + at])] = [cover.numbers[one] for one in several]
    return found


def joins(boxes: Boxes, watch: Watch = _unwatched) -> Iterator[tuple[int, dict[int, list[int]]]]:
    """Boxes that may let rows go, with the rows that a finer box covers and those boxes.

    A box may let rows go when it holds more than k, or when every row of it can leave.
    """
    for number, mine in sorted(targets(boxes, Cover.of(boxes), watch).items()):
        if len(boxes.rows[number]) > boxes.k or len(mine) == len(boxes.rows[number]):
            yield number, mine


def join_all(boxes: Boxes) -> set[int]:
    """Move every row that may move; return the boxes that have changed."""
    touched: set[int] = set()
    for number, mine in list(joins(boxes)):
        if number not in touched:  # else it is no longer as it was when looked at; its turn comes again
            touched |= _moved(boxes, number, mine)
    boxes.united()
    return {number for number in touched if number in boxes.rows}


def _moved(boxes: Boxes, number: int, mine: dict[int, list[int]]) -> set[int]:
    to = {row: target for row, several in mine.items() if (target := finest(boxes, number, row, several)) is not None}
    size = len(boxes.rows[number])
    leaving = sorted(to) if len(to) == size else sorted(to)[: max(size - boxes.k, 0)]
    return leave(boxes, number, {row: to[row] for row in leaving})


def leave(boxes: Boxes, number: int, to: dict[int, int]) -> set[int]:
    """Move rows of a box to other boxes; return the boxes that have changed."""
    for row, target in to.items():
        boxes.put(target, np.append(boxes.rows[target], row), boxes.nodes[target])
    if to:
        boxes.put(number, np.setdiff1d(boxes.rows[number], list(to)))
    return {number, *to.values()} if to else set()


def finest(boxes: Boxes, number: int, row: int, several: Sequence[int]) -> int | None:
    """Of the boxes still finer than the row's own and over it, the one with the least shares; of equals the first."""
    here = np.array([row])
    still = [
        target
        for target in several
        if target in boxes.rows
        and boxes.within(boxes.nodes[target], boxes.nodes[number])
        and boxes.fits(boxes.nodes[target], here)[0]
    ]
    return min(still, key=lambda target: (round(_shares(boxes, target), 9), target), default=None)


def _shares(boxes: Boxes, number: int) -> float:
    return float(sum(tree.share[node] for tree, node in zip(boxes.trees, boxes.nodes[number], strict=True)))
