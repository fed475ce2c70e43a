"""Every list of facts a row, all of them together below: who stands alone, who hides among too few."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from dashboard.figures.base import Figure, Rows, Spec, either, figure, layer, text, wide_or
from dashboard.theme import Palette

PITCH, WIDEST, FULL, GAP = 26, 48, 420, 1.6
"""Pixels from row to row where there are many or few, of a picture of few; rows before the last."""
NAMES, BESIDE = 3.4, 5.2
"""Room for words at both sides, in tenths of the axis."""
TICKS = [0, 1, 5, 10, 20, 40, 60, 80, 100]


@dataclass(frozen=True, slots=True)
class Listed:
    """One list, or all of them together; shares are of 100.

    Parameters
    ----------
    name, note : words at the left and at the right
    alone, below : people who stand alone; people in crowds below the line
    union : whether it is all lists together
    """

    name: str
    note: str
    alone: float
    below: float
    union: bool = False


def lists(several: Sequence[Listed], said: tuple[str, str], c: Palette) -> Figure:
    """Draw the lists: a slate circle where nobody is below the line, else a bar and a diamond at those who stand alone.

    Parameters
    ----------
    said : title of the axis, message
    """
    title, message = said
    placed = [_placed(place, one, len(several)) for place, one in enumerate(several)]
    rows: dict[str, Rows] = {
        "rows": placed,
        "clean": [one for one in placed if not one["over"]],
        "over": [one for one in placed if one["over"]],
    }
    bottom = placed[-1]["y"] + 0.8 if placed else 1.0
    pitch = min(max(FULL / (bottom + 0.8), PITCH), WIDEST)
    return figure(list(_layers(title, bottom, c)), rows, message, c, round(pitch * (bottom + 0.8)) + 46)


def _placed(place: int, one: Listed, n: int) -> dict[str, Any]:
    y = place + (GAP - 1 if one.union and n > 1 else 0.0)
    at = {
        "alone": _at(one.alone),
        "below": _at(one.below),
        "zero": 0.0,
        "end": 10.0,
        "side": 10.3,
        "y": y,
        "up": y - 0.42,
    }
    return {**at, "name": one.name, "note": one.note, "over": one.below > 0, "union": one.union, "some": one.alone > 0}


def _at(share: float) -> float:
    """Place on the axis: a square root, in tenths, so that 1 of 100 is a tenth of the way."""
    return float(max(share, 0.0) ** 0.5)


def _across(field: str, **more: Any) -> Spec:
    scale = {"domainMin": wide_or(-0.2, -NAMES), "domainMax": wide_or(10.3, 10 + BESIDE), "nice": False, "zero": False}
    return {"field": field, "type": "quantitative", "scale": scale, **more}


def _layers(title: str, bottom: float, c: Palette) -> Iterator[Spec]:
    scale = {"domain": [bottom, -0.8], "nice": False, "zero": False}
    up = lambda field: {"field": field, "type": "quantitative", "axis": None, "scale": scale}  # noqa: E731
    begin = {
        "titleX": {"expr": f"width < 560 ? 0 : width * {NAMES / (NAMES + 10 + BESIDE):.4f}"},
        "titleAnchor": "start",
    }
    axis = {
        "title": title,
        "values": [_at(tick) for tick in TICKS],
        "labelExpr": "format(datum.value * datum.value, '.0f')",
        "grid": False,
        "domain": False,
        **begin,
    }
    yield layer("rows", {"type": "rule", "color": c.grid}, x=_across("zero", axis=axis), x2={"field": "end"}, y=up("y"))
    thick = {"type": "rule", "color": c.beyond, "strokeWidth": 6, "opacity": 0.35}
    yield layer("over", thick, x=_across("zero"), x2={"field": "below"}, y=up("y"))
    square = {"type": "point", "shape": "square", "filled": False, "size": 70, "strokeWidth": 2, "stroke": c.beyond}
    yield layer("over", {**square, "fill": c.ground, "opacity": 1}, x=_across("below"), y=up("y"))
    diamond = {"type": "point", "shape": "diamond", "size": 100, "opacity": 1, "color": c.beyond}
    alone = layer("over", diamond, x=_across("alone"), y=up("y"))
    yield {**alone, "transform": [{"filter": "datum.some"}]}
    circle = {"type": "point", "shape": "circle", "size": 70, "opacity": 1, "color": c.within}
    yield layer("clean", circle, x=_across("zero"), y=up("y"))
    yield from _words(up, c)


def _words(up: Any, c: Palette) -> Iterator[Spec]:
    left = {"type": "text", "align": "left", "baseline": "middle", "x": 0}
    wide, weight = {"fontSize": wide_or(1, 13), "opacity": wide_or(0, 1)}, {"expr": "datum.union ? 600 : 400"}
    ink = either("datum.over", c.beyond_text, c.ink)
    yield layer("rows", {**left, **wide, "fontWeight": weight, "limit": 170}, y=up("y"), text=text("name"))
    beside = {"type": "text", "align": "left", "baseline": "middle", "fontWeight": weight, **wide}
    yield layer("rows", beside, x=_across("side"), y=up("y"), text=text("note"), color=ink)
    narrow = {**left, "x": 14, "fontSize": wide_or(11, 1), "opacity": wide_or(1, 0), "fontWeight": weight}
    both = {"calculate": "datum.name + ': ' + datum.note", "as": "both"}
    yield {**layer("rows", narrow, y=up("up"), text=text("both"), color=ink), "transform": [both]}
