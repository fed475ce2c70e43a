"""Every set of columns a mark: how many facts it holds, how many people stand alone in it; worst and middle named."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from dashboard.figures.base import Figure, Rows, Spec, either, figure, layer, number, text, wide_or
from dashboard.figures.sets import (
    HEIGHT,
    LEFT,
    LETTER,
    RIGHT,
    Chart,
    dashed_name,
    leans,
    lowered,
    number_named,
    placed_marks,
    set_names,
)
from dashboard.theme import Palette

FEW = 31
"""Up to so many sets, those of five columns, marks are large: that of the answer stands on the user's line."""
TICKS = (0, 1, 5, 10, 20, 30, 40, 50, 60, 80, 100)


def facts(chart: Chart, said: Sequence[str], c: Palette) -> Figure:
    """Draw the sets: slate circles, those of as many facts as are known orange diamonds.

    Parameters
    ----------
    said : words of the line, title across, title up, name of the dashed line, message
    """
    line, across, up, dashed, message = said
    placed, whole = list(placed_marks(chart)), [] if chart.whole is None else [chart.whole]
    rows: dict[str, Rows] = {
        "marks": placed,
        "middle": [{"x": float(size), "y": height} for size, height in chart.middle],
        "dashed": dashed_name(chart, dashed, placed),
        "line": [{"x": float(chart.size), "low": 0.0, "high": chart.top, "name": line, "left": leans(chart)}],
        "worst": list(set_names(chart, placed)),
        "number": list(number_named(chart)),
        "whole": [
            {"x": float(one.size), "y": one.height, "name": one.words[0], "now": one.size == chart.size}
            | {"down": lowered(one.height, chart) if one.size == chart.size else 0.0}
            for one in whole
        ],
    }
    return figure(list(_layers(chart, across, up, c)), rows, message, c, HEIGHT)


def _across(chart: Chart, field: str = "x", **more: Any) -> Spec:
    return number(field, -LEFT, chart.sizes + RIGHT, **more)


def _up(chart: Chart, field: str = "y", **more: Any) -> Spec:
    scale = {"type": "sqrt", "domain": [0, chart.top], "nice": False}
    return {"field": field, "type": "quantitative", "scale": scale, **more}


def ticks(top: float) -> list[float]:
    """Numbers on the axis up: a square root shows 1 of 100 beside 50 of 100.

    Examples
    --------
    >>> ticks(54.0), ticks(100.0)[-3:], ticks(3.0)
    ([0.0, 1.0, 5.0, 10.0, 20.0, 30.0, 40.0, 50.0], [60.0, 80.0, 100.0], [0.0, 0.1, 0.5, 1.0, 2.0, 3.0])
    """
    unit = 10.0 ** (math.ceil(math.log10(top) - 1e-9) - 2)
    return [round(unit * tick, 9) for tick in TICKS if unit * tick <= top * (1 + 1e-9)]


def _layers(chart: Chart, across: str, up: str, c: Palette) -> Iterator[Spec]:
    sizes = list(range(1, chart.sizes + 1))
    x_axis = {"title": across, "values": sizes, "format": "d", "grid": False}
    y_axis = {"title": up, "values": ticks(chart.top), "grid": True, "domain": False, "ticks": False}
    y_axis["labelExpr"] = "format(datum.value, '.3~r')"
    x, y = _across(chart), _up(chart)
    rule = {"type": "rule", "strokeWidth": 1.5, "color": c.ink}
    ends = {"y": _up(chart, "low", axis=y_axis), "y2": {"field": "high"}}
    yield layer("line", rule, x=_across(chart, axis=x_axis), **ends)
    yield _marks(chart, x, y, c)
    dash = {"type": "line", "strokeDash": [4, 3], "strokeWidth": 1.5, "color": c.ink}
    yield layer("middle", dash, x=x, y=y)
    yield from _words(chart, c)


def _marks(chart: Chart, x: Spec, y: Spec, c: Palette) -> Spec:
    most, n = max((one.sets for one in chart.marks), default=1), len(chart.marks)
    area, small = (60, 60) if n <= FEW else (30, 15) if n <= 700 else (20, 10)
    scale = {"type": "sqrt", "domain": [1, max(most, 2)], "range": [10, 120]}
    size = {"field": "sets", "type": "quantitative", "scale": scale, "legend": None}
    height = {"field": "height", "type": "quantitative", "title": "of 100", "format": ".3~g"}
    return layer(
        "marks",
        {"type": "point", "filled": True, "stroke": None, "size": wide_or(small, area)},
        x=x,
        y=y,
        shape=either("datum.now", "diamond", "circle"),
        color=either("datum.now", c.beyond, c.within),
        opacity=either("datum.kept", 0.9, 0.16),
        tooltip=[text("name", title="columns"), height],
        **({"size": size} if most > 1 else {}),
    )


def _words(chart: Chart, c: Palette) -> Iterator[Spec]:
    hidden = {"fontSize": wide_or(1, 13), "opacity": wide_or(0, 1)}
    halo = {"stroke": c.ground, "strokeWidth": 4, "strokeJoin": "round", "color": c.ground}
    x, y = _across(chart), _up(chart)
    room = {"expr": f"(datum.x + {LEFT}) * width / {chart.sizes + LEFT + RIGHT} - 10"}
    left = {"type": "text", "align": "right", "baseline": "middle", "dx": -10, "limit": room, **hidden}
    ink = {"color": either("datum.now", c.beyond_text, c.mute)}
    right = {"type": "text", "align": "left", "baseline": "middle", "dx": 9, "fontWeight": 600, **hidden}
    right["dy"] = {"expr": "datum.down"}
    below = {"type": "text", "align": "left", "baseline": "middle", "dx": LETTER, **hidden}
    top = {"type": "text", "baseline": "top", "dy": 2, "fontSize": wide_or(12, 14), "fontWeight": 600}
    left_side = "(datum.left || width - scale('x', datum.x) < 7 * length(datum.name))"
    side = {"align": {"expr": f"{left_side} ? 'right' : 'left'"}, "dx": {"expr": f"{left_side} ? -6 : 6"}}
    for named, mark, at, colour in (
        ("worst", left, y, ink),
        ("number", {**right, "fontSize": 14, "opacity": 1, "color": c.beyond_text}, y, {}),
        ("whole", right, y, {"color": either("datum.now", c.beyond_text, c.ink)}),
        ("dashed", {**below, "color": c.mute}, y, {}),
        ("line", {**top, **side}, _up(chart, "high"), {}),
    ):
        yield layer(named, {**mark, **halo}, x=x, y=at, text=text("name"))
        yield layer(named, mark, x=x, y=at, text=text("name"), **colour)
