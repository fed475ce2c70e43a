"""Sets of columns in a picture: where their marks stand, and where words stand that no mark is in the way of."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any

SINGLE_SETS = 2000
"""Up to this many sets every set is a mark; above, marks are bins of one size."""
HEIGHT, WIDTH = 440, 800
"""Pixels of the picture on a wide screen; the width is a guess that only decides how much text has room."""
ROWS_UP, WIDEST, STEP = 64, 0.38, 8.0
"""Rows of a swarm; half its width in columns of marks; pixels between two marks of a row."""
LEFT, RIGHT = 0.45, 1.0
"""Columns of marks that the picture begins before 0 and ends after the last."""
LETTER, LINE = 5.7, 19
"""Pixels of a letter and of a line of words."""
ROOM, EARLIER = 160, 2
"""Pixels of the words of the line; smaller sizes whose worst set is named as well."""
LIFTED, DOWN = (0, 10, 20, 30, 40), (10, 24, 38, 52)
"""Pixels that words may stand above what they name, or below a line."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One set of columns, or several of one size that fell into one bin.

    Parameters
    ----------
    size : facts in it
    height : people it leaves alone, of 100
    kept : whether it holds what the attacker surely knows
    name : its columns, plain text
    sets : how many it stands for
    """

    size: int
    height: float
    kept: bool = True
    name: str = ""
    sets: int = 1


@dataclass(frozen=True, slots=True)
class Named:
    """A set that is named in the picture: its facts, its height, its words from long to short, its number in words."""

    size: int
    height: float
    words: tuple[str, ...]
    number: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """What stands where.

    Parameters
    ----------
    marks : every set, or bins of them
    middle : (facts, height) of the middle set of each size
    worst : of each size, the worst set
    whole : all columns together, where they were measured; else None
    size : facts known: the user's line
    sizes : largest number of facts that was measured
    top : end of the axis up, of 100
    """

    marks: Sequence[Mark]
    middle: Sequence[tuple[int, float]]
    worst: Sequence[Named]
    whole: Named | None
    size: int
    sizes: int
    top: float


def number_named(chart: Chart) -> Iterator[dict[str, Any]]:
    """The number of the answer stands beside its mark."""
    for one in chart.worst:
        if one.size == chart.size and (chart.whole is None or one.size != chart.whole.size):
            here = {"x": float(one.size), "y": min(one.height, chart.top), "name": one.number}
            yield here | {"down": lowered(one.height, chart)}


def lowered(height: float, chart: Chart) -> float:
    """Pixels that words beside the user's line stand lower, so that they are clear of its own at the top."""
    return 9.0 if HEIGHT - _up_to(height, chart) < 2 * LINE else 0.0


def leans(chart: Chart) -> bool:
    """Whether the words of the line stand at its left, for there is no room at its right."""
    return (chart.sizes - chart.size + RIGHT) * pitch(chart) < ROOM


def binned_sets(marks: Sequence[Mark], top: float) -> list[Mark]:
    """Sets of one size and about one height as one mark that says how many it stands for; its height is their mean.

    Examples
    --------
    >>> binned_sets([Mark(2, 1.0), Mark(2, 1.0), Mark(2, 40.0)], 100.0)
    [Mark(size=2, height=1.0, kept=True, name='', sets=2), Mark(size=2, height=40.0, kept=True, name='', sets=1)]
    """
    bin_of = lambda one: (one.size, row_of_height(one.height, top), one.kept)  # noqa: E731
    found = []
    for (size, _, kept), group in groupby(sorted(marks, key=bin_of), bin_of):
        several = list(group)
        mean, sets = sum(one.height for one in several) / len(several), sum(one.sets for one in several)
        found.append(Mark(size, mean, kept, "", sets))
    return found


def row_of_height(height: float, top: float) -> int:
    return round(share_up(height, top) * ROWS_UP)


def share_up(height: float, top: float) -> float:
    return math.sqrt(min(max(height, 0.0) / top, 1.0))


def placed_marks(chart: Chart) -> Iterator[dict[str, Any]]:
    """Marks of one size and about one height stand beside one another."""
    row_of = lambda one: (one.size, row_of_height(one.height, chart.top))  # noqa: E731
    for _, group in groupby(sorted(chart.marks, key=lambda one: (*row_of(one), one.height, one.name)), row_of):
        several = list(group)
        step = min(STEP / pitch(chart), 2 * WIDEST / max(len(several) - 1, 1))
        for i, one in enumerate(several):
            yield {
                "size": one.size,
                "x": one.size + (i - (len(several) - 1) / 2) * step,
                "y": min(one.height, chart.top),
                "now": one.size == chart.size,
                "kept": one.kept,
                "name": one.name or f"{one.sets:,} combinations",
                "sets": one.sets,
                "height": one.height,
            }


def pitch(chart: Chart) -> float:
    """Pixels from one size to the next."""
    return WIDTH / (chart.sizes + LEFT + RIGHT)


def dashed_name(chart: Chart, name: str, placed: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The dashed line bears its name at its right, where no mark is in the way."""
    for (x, y), (right, higher) in reversed([*pairwise(chart.middle)][:-1] or [*pairwise(chart.middle)]):
        for down in DOWN:
            at = {"x": (x + right) / 2, "y": _at((_up_to(y, chart) + _up_to(higher, chart)) / 2 - down, chart)}
            begin = at["x"] * pitch(chart) + LETTER
            end = begin + LETTER * len(name)
            crossed = begin < chart.size * pitch(chart) < end
            if not crossed and _free(begin, end, _up_to(at["y"], chart), chart, placed):
                return [{**at, "name": name}]
    return []


def set_names(chart: Chart, placed: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """The worst set of the size that is known, and of the two before it where no marks or words are in the way."""
    taken: list[float] = []
    for one in sorted(chart.worst, key=lambda one: -one.size):
        now, whole = one.size == chart.size, chart.whole is not None and one.size == chart.whole.size
        if whole or not 0 <= chart.size - one.size <= EARLIER:
            continue
        found = _label(one, LIFTED if now else LIFTED[:2], chart, placed, taken)
        if found is not None:
            taken.append(_up_to(found["y"], chart))
            yield {**found, "now": now}


def _label(
    one: Named, lifts: Sequence[int], chart: Chart, placed: Sequence[Mapping[str, Any]], taken: Sequence[float]
) -> dict[str, Any] | None:
    """The longest words that fit at the left of a set's marks, or a little above them."""
    x = _edge(one, placed, chart.top)
    end = x * pitch(chart) - 10
    for said in one.words:
        begin = end - LETTER * len(said)
        for up in (_up_to(one.height, chart) + lift for lift in lifts):
            apart = all(abs(up - other) >= LINE for other in taken)
            if begin >= -LEFT * pitch(chart) and up < HEIGHT and apart and _free(begin, end, up, chart, placed):
                return {"x": x, "y": _at(up, chart), "name": said}
    return None


def _free(begin: float, end: float, up: float, chart: Chart, placed: Sequence[Mapping[str, Any]]) -> bool:
    """Whether no mark stands where words would."""
    column = pitch(chart)
    return not any(
        begin - 4 < one["x"] * column < end + 4 and abs(_up_to(one["y"], chart) - up) < LINE * 0.6 for one in placed
    )


def _up_to(height: float, chart: Chart) -> float:
    """Pixels above the axis."""
    return HEIGHT * share_up(height, chart.top)


def _at(pixels: float, chart: Chart) -> float:
    """What stands so many pixels above the axis."""
    return chart.top * (max(pixels, 0.0) / HEIGHT) ** 2


def _edge(one: Named, placed: Sequence[Mapping[str, Any]], top: float) -> float:
    """Where the marks of a set's size begin at about its height."""
    row, size = row_of_height(one.height, top), one.size
    near = [mark["x"] for mark in placed if mark["size"] == size and abs(row_of_height(mark["y"], top) - row) <= 1]
    return float(min(near, default=size))
