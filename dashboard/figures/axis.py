"""Every class a mark on the axis of one model, the user's line across it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dashboard.figures.base import NARROW, Figure, Rows, Spec, either, figure, layer, number, text
from dashboard.theme import Palette

SINGLE = 1500
"""Up to this many classes every class is a mark; above, marks are bins of the axis by crowd size."""

BINS = 100
WIDTH, HEIGHT, HALF = 860.0, 330, 150
SMALLEST, LARGEST = 14.0, 900.0
"""Area of a mark in square pixels."""
CROWDED = 0.2
"""Share of the picture that marks may cover."""


@dataclass(frozen=True, eq=False, slots=True)
class Marks:
    """Where each mark stands: position on the axis, offset from it, people, class it stands for.

    Parameters
    ----------
    value : float64 (n_marks,), the model's number; infinite numbers stand at the end of the axis
    offset : float64 (n_marks,), pixels above or below the middle (swarm), or row (bins)
    area : float64 (n_marks,), square pixels, in proportion to people
    people, classes, example : int64 (n_marks,)
    of_class : int64 (n_classes,), the mark each class is part of
    high : end of the axis
    rows : labels of the rows of a binned drawing, or empty
    """

    value: NDArray[np.float64]
    offset: NDArray[np.float64]
    area: NDArray[np.float64]
    people: NDArray[np.int64]
    classes: NDArray[np.int64]
    example: NDArray[np.int64]
    of_class: NDArray[np.int64]
    high: float
    rows: tuple[str, ...] = ()


def swarm(value: NDArray[np.float64], size: NDArray[np.int64], worst_high: bool, end: float | None = None) -> Marks:
    """Lay out the classes: a bee swarm, or bins where there are too many to tell apart or to hold.

    Parameters
    ----------
    value, size : the model's number and the rows of each class
    worst_high : whether larger numbers are worse (decides which class a bin stands for)
    end : end of the axis; None takes the largest finite number
    """
    finite = value[np.isfinite(value)]
    high = end if end is not None else max(float(finite.max(initial=0)) * 1.08, 1.0)
    if np.isinf(value).any():
        high *= 1.12
    shown = np.where(np.isinf(value), high / 1.03, value)
    if len(size) <= SINGLE:
        every = _single(shown, size, high)
        if np.abs(every.offset).max(initial=0) <= HALF:
            return every
    return _binned(shown, size, worst_high, high)


def _single(value: NDArray[np.float64], size: NDArray[np.int64], high: float) -> Marks:
    area = _areas(size)
    offset = _dodge(value / high * WIDTH, np.sqrt(area / np.pi) + 0.6)
    return Marks(value, offset, area, size, np.ones_like(size), np.arange(len(size)), np.arange(len(size)), high)


def _areas(people: NDArray[np.int64]) -> NDArray[np.float64]:
    most, all_of_them = max(int(people.max(initial=1)), 1), max(int(people.sum()), 1)
    scale = min(LARGEST / most, CROWDED * WIDTH * HEIGHT / all_of_them, 60.0)
    return np.maximum(SMALLEST, people * scale)


def _dodge(x: NDArray[np.float64], radius: NDArray[np.float64]) -> NDArray[np.float64]:
    """Largest first, each mark goes to the free place nearest to the axis; given up once one does not fit."""
    y = np.zeros(len(x))
    placed: list[int] = []
    for i in np.lexsort((x, -radius)).tolist():
        near = np.array(placed, np.int64)
        near = near[np.abs(x[near] - x[i]) < radius[near] + radius[i]] if len(near) else near
        if len(near):
            y[i] = _nearest_free(y[near], np.sqrt((radius[near] + radius[i]) ** 2 - (x[near] - x[i]) ** 2))
        placed.append(i)
        if abs(y[i]) > HALF:
            break
    return y


def _nearest_free(centre: NDArray[np.float64], reach: NDArray[np.float64]) -> float:
    places = np.concatenate([[0.0], centre - reach, centre + reach])
    free = (np.abs(places[:, None] - centre) >= reach - 1e-6).all(axis=1)
    return float(places[free][np.abs(places[free]).argmin()])


def _binned(value: NDArray[np.float64], size: NDArray[np.int64], worst_high: bool, high: float) -> Marks:
    column = np.minimum((value / high * BINS).astype(np.int64), BINS - 1)
    decade = np.floor(np.log10(size) + 1e-12).astype(np.int64) + (size > 1)
    row = decade.max(initial=0) - decade
    bin_, people = column * 32 + row, size
    order = np.lexsort((value if not worst_high else -value, bin_))
    found, first = np.unique(bin_[order], return_index=True)
    mark = np.searchsorted(found, bin_)
    classes = np.bincount(mark, minlength=len(found))
    total = np.bincount(mark, people, len(found)).astype(np.int64)
    area = np.maximum(14.0, total / max(total.max(initial=1), 1) * 420)
    middle = (found // 32 + 0.5) * high / BINS
    rows = tuple(_decade_name(int(decade.max(initial=0)) - i) for i in range(int(decade.max(initial=0)) + 1))
    return Marks(middle, (found % 32).astype(float), area, total, classes, order[first], mark, high, rows)


def _decade_name(decade: int) -> str:
    if decade == 0:
        return "alone"
    low = 2 if decade == 1 else 10 ** (decade - 1)
    return f"crowds of {low:,}–{10**decade - 1:,}"


def distances(
    marks: Marks,
    beyond: NDArray[np.bool_],
    at: float | None,
    words: Sequence[str],
    chosen: int | None,
    luck: Mapping[str, Any] | None,
    colours: Palette,
) -> Figure:
    """Draw the marks: circles within the line, diamonds beyond it.

    Parameters
    ----------
    marks : from `swarm`
    beyond : bool (n_marks,), whether the class a mark stands for is beyond the line
    at : where the line stands on the axis, None without a line
    words : words of the line, title of the axis, message
    chosen : class shown below, or None
    luck : "low", "high" and "label" of the stretch where random crowds stand, or None
    """
    line, title, message = words
    rows: dict[str, Rows] = {
        "marks": _rows(marks, beyond),
        "line": [{"at": min(at, marks.high), "label": line, "share": at / marks.high}] if at is not None else [],
        "chosen": [] if chosen is None else [_rows(marks, beyond)[marks.of_class[chosen]]],
        "luck": [_stretch(luck, marks.high)] if luck else [],
    }
    layers = [*_line_layers(marks, colours), _mark_layer(marks, title, colours), *_chosen_layers(marks, colours)]
    layers += _luck_layers(marks, colours)
    return figure(layers, rows, message, colours, HEIGHT if not marks.rows else 70 * len(marks.rows) + 90)


def _stretch(luck: Mapping[str, Any], high: float) -> dict[str, Any]:
    low, end = min(luck["low"], high), min(luck["high"], high)
    return {**luck, "low": low, "high": end, "middle": (low + end) / 2}


def _luck_layers(marks: Marks, colours: Palette) -> list[Spec]:
    """A dashed grey bracket above the axis: what luck alone would do."""
    up: Spec = {"expr": "height - 10"}
    label = {"type": "text", "y": {"expr": "height - 14"}, "baseline": "bottom", "color": colours.luck, "limit": 420}
    return [
        layer(
            "luck",
            {"type": "rule", "strokeWidth": 3, "strokeDash": [4, 3], "color": colours.luck, "y": up},
            x=number("low", 0, marks.high),
            x2={"field": "high"},
        ),
        layer("luck", label, x=number("middle", 0, marks.high), text=text("label")),
    ]


def _rows(marks: Marks, beyond: NDArray[np.bool_]) -> Rows:
    columns = (marks.example, marks.value, marks.offset, marks.area, marks.people, marks.classes, beyond)
    names = ("id", "value", "offset", "area", "people", "crowds", "beyond")
    return [dict(zip(names, cells, strict=True)) for cells in zip(*(c.tolist() for c in columns), strict=True)]


def _upright(marks: Marks, field: str = "offset") -> Spec:
    if not marks.rows:
        return number(field, -HALF, HALF, axis=None)
    last = len(marks.rows) - 1
    names = " : ".join(f"datum.value == {i} ? '{name}'" for i, name in enumerate(marks.rows)) + " : ''"
    axis = {"values": list(range(last + 1)), "labelExpr": names, "title": None, "domain": False, "ticks": False}
    return {**number(field, -0.6, last + 0.6, axis=axis), "sort": "descending"}


def _mark_layer(marks: Marks, title: str, colours: Palette) -> Spec:
    axis = {"title": title, "tickCount": 6, "grid": False}
    seen = {
        **layer(
            "marks",
            {"type": "point", "filled": True, "cursor": "pointer", "stroke": colours.grid, "strokeWidth": 0.5},
            x=number("value", 0, marks.high, axis=axis),
            y=_upright(marks),
            size={"field": "area", "type": "quantitative", "scale": None, "legend": None},
            shape=either("datum.beyond", "diamond", "circle"),
            color=either("datum.beyond", colours.beyond, colours.within),
            tooltip=[
                {"field": "crowds", "type": "quantitative", "title": "crowds"},
                {"field": "people", "type": "quantitative", "title": "rows in them"},
                {"field": "value", "type": "quantitative", "title": "value", "format": ".3f"},
            ],
        ),
        "params": [{"name": "mark", "select": {"type": "point", "fields": ["id"], "toggle": False}}],
    }
    return seen


def _line_layers(marks: Marks, colours: Palette) -> list[Spec]:
    across = number("at", 0, marks.high)
    label = {"type": "text", "y": 0, "baseline": "top", "fontSize": 14, "fontWeight": 600, "color": colours.ink}
    left = f"datum.share > ({NARROW} ? 0.35 : 0.6)"  # the side of the line on which its words have room
    return [
        layer("line", {"type": "rule", "strokeWidth": 1.5, "color": colours.ink}, x=across),
        layer(
            "line",
            {**label, "align": {"expr": f"{left} ? 'right' : 'left'"}, "dx": {"expr": f"{left} ? -6 : 6"}},
            x=across,
            text=text("label"),
        ),
    ]


def _chosen_layers(marks: Marks, colours: Palette) -> list[Spec]:
    across, up = number("value", 0, marks.high), _upright(marks)
    label = {"type": "text", "dy": -18, "fontWeight": 600, "color": colours.ink}
    ring = {"type": "point", "filled": False, "size": 260, "strokeWidth": 2, "stroke": colours.ink, "shape": "circle"}
    return [
        layer("chosen", ring, x=across, y=up),
        layer("chosen", label, x=across, y=up, text={"value": "shown below"}),
    ]
