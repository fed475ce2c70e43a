"""Chances on one axis: bounds, exact numbers, simulation with its interval; promised against real; records needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from dashboard.figures.base import NARROW, Figure, Rows, Spec, either, figure, layer, number, text, wide_or
from dashboard.theme import Palette

SMALLEST = 1e-7
"""Left end of the axis; smaller chances stand there with their number beside them."""
ROW, GAP, HEAD = 36, 16, 30


@dataclass(frozen=True, slots=True)
class Odd:
    """One chance: its name, the chance or None while it is unknown, its words, its kind, its interval."""

    name: str
    chance: float | None
    said: str
    kind: str
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Odds:
    """Chances of one event: what it is, the words of the user's line, where it stands, the chances."""

    title: str
    line: str
    at: float
    rows: Sequence[Odd]


def odds(groups: Sequence[Odds], message: str, c: Palette) -> Figure:
    """Draw groups of chances under one another on one logarithmic axis, the user's line through each."""
    marks, heads, lines, y = [], [], [], 0.0
    for group in groups:
        heads.append({"y": y + HEAD / 2, "title": group.title})
        top, y = y + 2, y + HEAD
        for row in group.rows:
            marks.append(_mark(row, y + ROW / 2))
            y += ROW
        lines.append({"x": _held(group.at), "y": top, "y2": y, "label": group.line})
        y += GAP
    rows: dict[str, Rows] = {
        "marks": marks,
        "known": [mark for mark in marks if mark["x"] is not None],
        "interval": [mark for mark in marks if mark["low"] is not None],
        "heads": heads,
        "line": lines,
    }
    return figure(list(_layers(y, c)), rows, message, c, int(y) + 52)


def _held(chance: float) -> float:
    return min(max(chance, SMALLEST), 1.0)


def _mark(row: Odd, y: float) -> dict[str, Any]:
    low, high = (None if one is None else _held(one) for one in (row.low, row.high))
    at = None if row.chance is None else _held(row.chance)
    beside = max((one for one in (at, high) if one is not None), default=SMALLEST)
    return {
        "y": y,
        "name": row.name,
        "x": at,
        "said": row.said,
        "kind": row.kind,
        "low": low,
        "high": high,
        "beside": beside,
    }


def _across(field: str, **more: Any) -> Spec:
    """A logarithmic scale with room for names at its left and numbers at its right."""
    left = {"expr": f"{NARROW} ? {SMALLEST / 2} : {SMALLEST / 4000}"}
    right = {"expr": f"{NARROW} ? 4000 : 60"}
    scale = {"type": "log", "domainMin": left, "domainMax": right, "nice": False}
    return {"field": field, "type": "quantitative", "scale": scale, **more}


def _axis(c: Palette) -> Spec:
    said = {1e-6: "1 in a million", 1e-4: "1 in 10,000", 1e-2: "1 in 100", 1.0: "always"}
    names = " : ".join(f"abs(datum.value / {at} - 1) < 0.01 ? '{name}'" for at, name in said.items()) + " : ''"
    axis = {"title": "chance that the promise fails", "values": [10.0**n for n in range(-7, 1)], "labelExpr": names}
    return axis | {"grid": True, "domain": False, "labelOverlap": False, "gridColor": c.grid}


def _up(field: str, bottom: float) -> Spec:
    return number(field, 0, bottom, axis=None, sort="descending")


def _layers(bottom: float, c: Palette) -> Iterator[Spec]:
    y, x = _up("y", bottom), _across("x")
    rule, range_ = {"type": "rule", "strokeWidth": 1.5, "color": c.ink}, {"type": "rule", "strokeWidth": 3}
    yield layer("line", rule, x=_across("x", axis=_axis(c)), y=y, y2={"field": "y2"})
    yield from _word_layers(y, x, c)
    yield layer("interval", {**range_, "color": c.choice}, x=_across("low"), x2={"field": "high"}, y=y)
    kinds = [("bound", "square", c.luck), ("exact", "diamond", c.beyond)]
    shape = [{"test": f"datum.kind === '{kind}'", "value": form} for kind, form, _ in kinds]
    color = [{"test": f"datum.kind === '{kind}'", "value": colour} for kind, _, colour in kinds]
    by_kind = {"shape": {"condition": shape, "value": "circle"}, "color": {"condition": color, "value": c.choice}}
    yield layer("known", {"type": "point", "size": 110, "opacity": 1}, x=x, y=y, **by_kind)
    left = {"type": "text", "align": "left", "baseline": "middle"}
    value = {**left, "dx": 12, "fontWeight": 600, "dy": wide_or(3, 0)}
    halo = {"stroke": c.ground, "strokeWidth": 4, "strokeJoin": "round", "color": c.ground}
    said = {"x": _across("beside"), "y": y, "text": text("said")}
    yield layer("marks", {**value, **halo}, **said)
    yield layer("marks", value, **said, color=either("datum.kind === 'exact'", c.beyond_text, c.ink))


def _word_layers(y: Spec, x: Spec, c: Palette) -> Iterator[Spec]:
    """Words of the user's line, titles of the groups, names of the chances."""
    left = {"type": "text", "align": "left", "baseline": "middle", "x": 0}
    line = {"type": "text", "baseline": "top", "align": "right", "dx": -6, "fontWeight": 600, "color": c.ink}
    line |= {"fontSize": wide_or(1, 14), "opacity": wide_or(0, 1)}
    yield layer("line", line, x=x, y=y, text=text("label"))
    yield layer("heads", {**left, "fontWeight": 600, "fontSize": 14, "color": c.ink}, y=y, text=text("title"))
    yield layer("marks", {**left, "color": c.mute, "dy": wide_or(-11, 0)}, y=y, text=text("name"))


def promised_and_real(promised: float, real: float, said: Sequence[str], c: Palette) -> Figure:
    """Two marks on one scale from 0 to 100: what was promised, and what is so.

    Parameters
    ----------
    promised, real : chances, 0 to 1
    said : words of both marks, title of the axis, message
    """
    first, second, title, message = said
    rows: dict[str, Rows] = {
        "marks": [
            {"x": 100 * promised, "y": 0.72, "label": first, "real": False, "left": promised > 0.6},
            {"x": 100 * real, "y": 0.32, "label": second, "real": True, "left": real > 0.6},
        ],
        "gap": [{"x": 100 * promised, "x2": 100 * real, "y": 0.32}],
    }
    axis = {"title": title, "values": [0, 20, 40, 60, 80, 100], "grid": True, "domain": False}
    y = number("y", 0, 1, axis=None)
    label = {"type": "text", "baseline": "middle", "fontWeight": 600, "fontSize": 14}
    label |= {"align": {"expr": "datum.left ? 'right' : 'left'"}, "dx": {"expr": "datum.left ? -14 : 14"}}
    shape, colour = either("datum.real", "diamond", "circle"), either("datum.real", c.beyond, c.choice)
    x, ink = number("x", -2, 102), either("datum.real", c.beyond_text, c.ink)
    gap, point = {"type": "rule", "strokeWidth": 12, "color": c.wash}, {"type": "point", "size": 200, "opacity": 1}
    layers = [
        layer("gap", gap, x={**x, "axis": axis}, x2={"field": "x2"}, y=y),
        layer("marks", point, x=x, y=y, shape=shape, color=colour),
        layer("marks", label, x=x, y=y, text=text("label"), color=ink),
    ]
    return figure(layers, rows, message, c, 170)


def curve(
    points: Sequence[tuple[float, int]], now: tuple[float, int], log: bool, said: tuple[str, str], c: Palette
) -> Figure:
    """Records of a release against one setting; the present one marked.

    Parameters
    ----------
    points : the setting and the records
    now : where the sliders stand
    log : whether the setting runs on a logarithmic axis
    said : title of the axis, message
    """
    title, message = said
    rows: dict[str, Rows] = {
        "curve": [{"x": x, "y": y} for x, y in points],
        "now": [{"x": now[0], "y": now[1], "label": f"{now[1]:,}"}],
    }
    scale = {"type": "log" if log else "linear", "nice": False, "zero": False}
    x = {"field": "x", "type": "quantitative", "scale": scale, "axis": {"title": title, "grid": False, "tickCount": 5}}
    up = {"title": "records", "tickCount": 4, "grid": True, "domain": False, "format": ",d"}
    y = {"field": "y", "type": "quantitative", "scale": {"zero": True, "nice": True}, "axis": up}
    label = {"type": "text", "dy": -14, "fontWeight": 600, "color": c.ink}
    layers = [
        layer("curve", {"type": "line", "color": c.within, "strokeWidth": 2}, x=x, y=y),
        layer("now", {"type": "point", "size": 90, "color": c.choice, "opacity": 1}, x=x, y=y),
        layer("now", label, x=x, y=y, text=text("label")),
    ]
    return figure(layers, rows, message, c, 210)
