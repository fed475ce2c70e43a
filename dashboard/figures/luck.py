"""How often a description fits exactly one row, against how rare it is: the curve of blind luck, and marks on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from dashboard.figures.base import NARROW, Figure, Rows, Spec, figure, layer, number, text, wide_or
from dashboard.theme import Palette

TOP = 104.0
"""Upper end of the scale of 100: a mark at 100 is whole."""


@dataclass(frozen=True, slots=True)
class Rare:
    """Descriptions of one weight; shares are of 100.

    Parameters
    ----------
    kind : "members", "strangers" or "choice"
    weight : chance that a fresh row fits, above 0
    rate, low, high : how many fit exactly one row, and the interval; the interval None where it is computed, not tried
    blind : what the curve of luck has at this weight
    above : whether the rate is above luck, beyond the interval
    note : words beside the mark
    """

    kind: str
    weight: float
    rate: float
    blind: float
    low: float | None = None
    high: float | None = None
    above: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands around the marks.

    Parameters
    ----------
    curve : weight and share of 100 by blind luck, along the axis
    peak : words at the top of the curve
    line : weight and words of the user's line; None without one
    ends : least and largest weight of the axis
    """

    curve: Sequence[tuple[float, float]]
    peak: str
    line: tuple[float, str] | None
    ends: tuple[float, float]


SHAPES = {"members": "diamond", "strangers": "square", "choice": "circle"}


def luck(marks: Sequence[Rare], frame: Frame, said: tuple[str, str, str], c: Palette, height: int = 420) -> Figure:
    """Draw the curve of luck, the marks, and the gap between a mark and the curve where it is more than luck.

    Parameters
    ----------
    said : titles of both axes, message
    """
    across, up, message = said
    top = max(frame.curve, key=lambda one: one[1])
    lines = [] if frame.line is None else [frame.line]
    rows: dict[str, Rows] = {
        "curve": [{"x": x, "y": y, "zero": 0.0} for x, y in frame.curve],
        "peak": [{"x": top[0], "y": top[1], "label": frame.peak}],
        "line": [{"x": x, "y": 0.0, "y2": TOP, "label": label} for x, label in lines],
        "marks": [_row(one) for one in marks],
        "above": [_row(one) for one in marks if one.above],
        "interval": [_row(one) for one in marks if one.low is not None],
    }
    return figure(list(_layers(frame.ends, (across, up), c)), rows, message, c, height)


def _row(one: Rare) -> dict[str, Any]:
    ends = {"low": one.low, "high": one.high, "blind": one.blind}
    return {"x": one.weight, "y": one.rate, "kind": one.kind, "loud": one.above, "note": one.note, **ends}


ROUND = {1.0: "every row", 1e-3: "1 in 1,000", 1e-6: "1 in a million", 1e-9: "1 in a billion", 1e-12: "1 in a trillion"}
"""Weights with a name of their own."""


def _axis(ends: tuple[float, float], title: str) -> Spec:
    names = " : ".join(f"abs(datum.value / {at} - 1) < 0.01 ? '{name}'" for at, name in ROUND.items())
    values = [at for at in (*ROUND, *(10.0**-n for n in range(1, 30))) if ends[0] <= at <= ends[1]]
    wide = ends[1] / ends[0] > 1e7
    kept = [at for at in values if at in ROUND or (not wide and at > 1e-6)]
    return {
        "title": title,
        "values": kept,
        "labelExpr": f"{names} : '1 in ' + format(1 / datum.value, ',.0f')",
        "grid": False,
        "labelOverlap": "greedy",
        "labelSeparation": 8,
    }


def _layers(ends: tuple[float, float], titles: tuple[str, str], c: Palette) -> Iterator[Spec]:
    x = {"field": "x", "type": "quantitative", "scale": {"type": "log", "domain": [*ends], "nice": False}}
    ticks = {"title": titles[1], "values": [0, 20, 40, 60, 80, 100], "grid": True, "domain": False}
    y = number("y", 0.0, TOP)
    yield layer(
        "curve",
        {"type": "area", "color": c.luck, "opacity": 0.14},
        x={**x, "axis": _axis(ends, titles[0])},
        y={**y, "axis": ticks},
        y2={"field": "zero"},
    )
    yield layer("curve", {"type": "line", "color": c.luck, "strokeWidth": 2, "strokeDash": [5, 3]}, x=x, y=y)
    yield from _line(x, y, c)
    yield layer("above", {"type": "rule", "strokeWidth": 9, "color": c.wash}, x=x, y=y, y2={"field": "blind"})
    of_kind = [
        {"test": "datum.kind === 'strangers' || datum.kind === 'choice'", "value": c.choice},
        {"test": "datum.loud", "value": c.beyond},
    ]
    colour = {"condition": of_kind, "value": c.within}
    shapes = [{"test": f"datum.kind === '{kind}'", "value": form} for kind, form in SHAPES.items() if form != "circle"]
    interval = {"type": "rule", "strokeWidth": 2}
    yield layer("interval", interval, x=x, y={**y, "field": "low"}, y2={"field": "high"}, color=colour)
    point = {"type": "point", "size": 110, "opacity": 1}
    yield layer("marks", point, x=x, y=y, color=colour, shape={"condition": shapes, "value": "circle"})
    note = {"type": "text", "baseline": "middle", "fontWeight": 600}
    note |= {"align": {"expr": _right("'right'", "'left'")}, "dx": {"expr": _right("-14", "14")}}
    yield layer("marks", {**note, "fontSize": wide_or(1, 13), "opacity": wide_or(0, 1)}, x=x, y=y, text=text("note"))
    yield from _peak(x, y, c)


def _right(yes: str, no: str) -> str:
    """One of two where a mark stands in the right half of the picture."""
    return f"scale('x', datum.x) > width / 2 ? {yes} : {no}"


def _line(x: Spec, y: Spec, c: Palette) -> Iterator[Spec]:
    """The user's line and its words."""
    yield layer("line", {"type": "rule", "strokeWidth": 1.5, "color": c.ink}, x=x, y=y, y2={"field": "y2"})
    label = {"type": "text", "baseline": "top", "fontWeight": 600, "fontSize": wide_or(12, 14), "color": c.ink}
    label |= {"align": {"expr": _right("'right'", "'left'")}, "dx": {"expr": _right("-6", "6")}}
    yield layer("line", label, x=x, y={**y, "field": "y2"}, text=text("label"))


def _peak(x: Spec, y: Spec, c: Palette) -> Iterator[Spec]:
    """Words at the top of the curve, above everything else."""
    beside = {"type": "text", "baseline": "bottom", "fontStyle": "italic"}
    left = f"{NARROW} && scale('x', datum.x) > 180"  # a mark as common as the peak has its interval above it
    beside |= {"align": {"expr": f"{left} ? 'right' : {NARROW} ? 'center' : 'left'"}}
    beside |= {"dx": {"expr": f"{left} ? -14 : {NARROW} ? 0 : 22"}, "dy": {"expr": f"{left} || !({NARROW}) ? 4 : -12"}}
    halo = {"stroke": c.ground, "strokeWidth": 4, "strokeJoin": "round", "color": c.ground}
    yield layer("peak", {**beside, **halo}, x=x, y=y, text=text("label"))
    yield layer("peak", {**beside, "color": c.mute}, x=x, y=y, text=text("label"))
