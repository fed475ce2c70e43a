"""The lattice as a map: every way to blur a mark, what it costs against the crowd it reaches."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dashboard.figures.base import NARROW, Figure, Rows, Spec, either, figure, layer, number, text, wide_or
from dashboard.theme import Palette

SINGLE_WAYS = 5000
"""Up to this many ways each is a mark; above, marks are bins of cost by crowd."""

ACROSS, UP = 100, 60
HEIGHT = 440
LINE = 17
"""Height of a line of a label, in pixels."""
LOW = 0.8
"""Where the logarithmic axis of crowds begins."""


@dataclass(frozen=True, slots=True)
class Badge:
    """A setting on the map: where it stands, its letter, a few words, whether it is the chosen one, and whether it is
    no way of the map but what another method brought.
    """

    cost: float
    crowd: int
    letter: str
    label: str
    chosen: bool
    method: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class Chart:
    """What the map shows, as plain arrays.

    Parameters
    ----------
    cost : float64 (n_ways,), 0 to 100
    crowd : int64 (n_ways,), smallest crowd within what may be left out, at least 1
    keeps : bool (n_ways,), whether a way keeps every promise
    front : ids of the ways nothing beats, from cheap to dear
    path : ids from the table as it is to the chosen way, one per step
    top : end of the axis of crowds
    k : where the user's line stands
    badges : pinned settings and the chosen way
    """

    cost: NDArray[np.float64]
    crowd: NDArray[np.int64]
    keeps: NDArray[np.bool_]
    front: Sequence[int]
    path: Sequence[int]
    top: int
    k: float
    badges: Sequence[Badge]


def ways(chart: Chart, words: Sequence[str], colours: Palette) -> Figure:
    """Draw the map: circles keep every promise, pale squares do not.

    Parameters
    ----------
    chart : what stands where
    words : words of the line, title of the axis across and of the axis up, message
    """
    line, across, up, message = words
    top = chart.top * 1.6
    rows: dict[str, Rows] = {
        "ways": _marks(chart),
        "front": _points(chart, chart.front),
        "path": _points(chart, chart.path),
        "line": [{"k": min(max(chart.k, LOW), top), "label": line, "end": 100}],
        "badges": _badges(chart),
    }
    layers = [
        _way_layer(len(rows["ways"]), top, across, up, colours),
        *_front_layers(top, colours),
        *_line_layers(top, colours),
        *_badge_layers(top, colours),
    ]
    return figure(layers, rows, message, colours, HEIGHT)


def binned(
    cost: NDArray[np.float64], crowd: NDArray[np.int64], keeps: NDArray[np.bool_], top: int
) -> NDArray[np.int64]:
    """Bin of every way: 100 stretches of cost by 60 of crowd, ways that keep the promise apart."""
    across = np.minimum((cost / 100 * ACROSS).astype(np.int64), ACROSS - 1)
    up = np.minimum((np.log(crowd) / np.log(max(top, 2)) * UP).astype(np.int64), UP - 1)
    return (across * UP + up) * 2 + keeps


def _marks(chart: Chart) -> Rows:
    """One row per way, or one per bin that stands for its cheapest way."""
    if len(chart.cost) <= SINGLE_WAYS:
        return _rows(chart, np.arange(len(chart.cost)), np.ones(len(chart.cost), np.int64))
    place = binned(chart.cost, chart.crowd, chart.keeps, chart.top)
    order = np.lexsort((chart.cost, place))
    _, first, size = np.unique(place[order], return_index=True, return_counts=True)
    return _rows(chart, order[first], size)


def _rows(chart: Chart, which: NDArray[np.int64], size: NDArray[np.int64]) -> Rows:
    names = ("id", "cost", "crowd", "keeps", "ways")
    order = np.argsort(chart.keeps[which], kind="stable")  # those that keep the promise are drawn above the others
    columns = (which, chart.cost[which].round(3), chart.crowd[which], chart.keeps[which], size)
    return [dict(zip(names, cells, strict=True)) for cells in zip(*(c[order].tolist() for c in columns), strict=True)]


def _points(chart: Chart, which: Sequence[int]) -> Rows:
    return [{"step": step, "cost": float(chart.cost[i]), "crowd": int(chart.crowd[i])} for step, i in enumerate(which)]


def _badges(chart: Chart) -> Rows:
    """The chosen way is drawn last; a label stands away from the nearer edge, on a line that no near one has."""
    slot: dict[int, int] = {}
    for i, badge in enumerate(chart.badges):
        taken = {slot[j] for j in slot if _near(badge, chart.badges[j])}
        slot[i] = next(free for free in range(len(taken) + 1) if free not in taken)
    rows: list[dict[str, Any]] = []
    for i in sorted(slot, key=lambda i: chart.badges[i].chosen):
        badge, below = chart.badges[i], slot[i] % 2 == 1
        crowd, away = max(badge.crowd, 1), slot[i] // 2 * LINE
        left = badge.cost > 12 and not below
        rows.append({**asdict(badge), "crowd": crowd, "left": left, "down": away + 24 if below else -away - 18})
    return rows


def _near(one: Badge, other: Badge) -> bool:
    """Whether the labels of two badges would lie over one another."""
    return abs(one.cost - other.cost) < 18 and abs(math.log10(max(one.crowd, 1) / max(other.crowd, 1))) < 0.3


def _across(field: str = "cost", **more: Any) -> Spec:
    return number(field, 0, 100, **more)


def _up(field: str, top: float, **more: Any) -> Spec:
    return number(field, LOW, top, scale={"type": "log", "domain": [LOW, top]}, **more)


def _way_layer(n: int, top: float, across: str, up: str, colours: Palette) -> Spec:
    decades = [10**n for n in range(1 + int(np.log10(top)))]
    ticks = sorted({*decades, *([2, 5] if top < 5000 else [3])})
    x_axis = {"title": across, "values": [0, 20, 40, 60, 80, 100], "grid": False}
    y_axis = {"title": up, "values": ticks, "format": ",d", "domain": False, "ticks": False}
    area = min(max(40_000 / max(n, 1), 18), 90)
    point = {"type": "point", "filled": True, "cursor": "pointer", "stroke": None, "size": wide_or(area / 2, area)}
    seen = layer(
        "ways",
        point,
        x=_across(axis=x_axis),
        y=_up("crowd", top, axis=y_axis),
        shape=either("datum.keeps", "circle", "square"),
        color=either("datum.keeps", colours.within, colours.luck),
        opacity=either("datum.keeps", 0.75, 0.28),
        tooltip=[
            {"field": "ways", "type": "quantitative", "title": "ways"},
            {"field": "cost", "type": "quantitative", "title": "cost", "format": ".1f"},
            {"field": "crowd", "type": "quantitative", "title": "k within reach", "format": ",d"},
        ],
    )
    return {**seen, "params": [{"name": "mark", "select": {"type": "point", "fields": ["id"], "toggle": False}}]}


def _front_layers(top: float, colours: Palette) -> list[Spec]:
    stairs = {"type": "line", "interpolate": "step-after", "strokeDash": [2, 3], "strokeWidth": 1.5}
    way = {"type": "line", "strokeWidth": 2, "color": colours.choice}
    steps = {"type": "point", "filled": True, "size": 44, "color": colours.choice, "opacity": 1}
    place = {"x": _across(), "y": _up("crowd", top), "order": {"field": "step", "type": "quantitative"}}
    return [
        layer("front", {**stairs, "color": colours.ink}, **place),
        layer("path", way, **place),
        layer("path", steps, x=_across(), y=_up("crowd", top)),
    ]


def _line_layers(top: float, colours: Palette) -> list[Spec]:
    words = {"type": "text", "align": "right", "baseline": "bottom", "dy": -5, "fontSize": 14, "fontWeight": 600}
    halo = {"stroke": colours.ground, "strokeWidth": 4, "strokeJoin": "round", "color": colours.ground}
    return [
        layer("line", {"type": "rule", "strokeWidth": 1.5, "color": colours.ink}, y=_up("k", top)),
        layer("line", {**words, **halo}, x=_across("end"), y=_up("k", top), text=text("label")),
        layer("line", {**words, "color": colours.ink}, x=_across("end"), y=_up("k", top), text=text("label")),
    ]


def _badge_layers(top: float, colours: Palette) -> list[Spec]:
    place = {"x": _across(), "y": _up("crowd", top)}
    disc = {"type": "point", "filled": True, "opacity": 1, "stroke": colours.ground, "strokeWidth": 1}
    shape = either("datum.method", "triangle-up", "circle")
    area = either("datum.method", 620, 420)
    ground = {"type": "text", "fontSize": 13, "fontWeight": 700, "color": colours.ground, "baseline": "middle"}
    name = {
        "type": "text",
        "align": {"expr": "datum.left ? 'right' : 'left'"},
        "dx": {"expr": "datum.left ? -10 : -8"},
        "dy": {"expr": "datum.down"},
        "fontWeight": 600,
        "color": colours.ink,
        "opacity": wide_or(0, 1),
        "fontSize": {"expr": f"{NARROW} ? 1 : 13"},
    }
    halo = {"stroke": colours.ground, "strokeWidth": 4, "strokeJoin": "round", "color": colours.ground}
    return [
        layer(
            "badges", disc, **place, shape=shape, size=area, color=either("datum.chosen", colours.choice, colours.ink)
        ),
        layer("badges", {**ground, "dy": {"expr": "datum.method ? 3 : 0"}}, **place, text=text("letter")),
        layer("badges", {**name, **halo}, **place, text=text("label")),
        layer("badges", name, **place, text=text("label")),
    ]
