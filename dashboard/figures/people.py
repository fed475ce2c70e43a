"""A hundred people and the crowd each hides in."""

from __future__ import annotations

from typing import Any

from dashboard.figures.base import Figure, Rows, Spec, either, figure, layer, number, text, wide_or
from dashboard.theme import Palette
from privacy_core import Crowd, one_in

TALLEST = 20
"""Dots of a column; taller crowds go on beyond the picture."""

HEIGHT = 430


def crowds(result: Crowd, line: str, colours: Palette) -> Figure:
    """Dots where the median crowd can be counted, bars on a logarithmic axis where it cannot.

    Parameters
    ----------
    result : the crowds and the line k
    line : words of the line, "your line: k = 5"
    """
    dotted = result.median <= TALLEST
    n = len(result.columns)
    top = min(TALLEST, max(result.largest, 6)) + 0.6 if dotted else float(max(result.columns) * 1.3)
    marks = _dots(result) if dotted else _bars(result)
    rows = {"people": marks, "line": [_line(result, line, dotted, top)], "brackets": _brackets(result)}
    drawn = _dot_layers(n, top, colours) if dotted else _bar_layers(n, top, colours)
    layers = [*drawn, *_line_layers(n, top, dotted, colours), *_bracket_layers(n, colours)]
    message = (
        f"{result.alone:,} of {result.people:,} people stand alone, {result.below:,} are in crowds below {result.k}."
    )
    return figure(layers, rows, message, colours, HEIGHT)


def _dots(result: Crowd) -> Rows:
    return [
        {"x": i + 0.5, "y": y, "below": size < result.k}
        for i, size in enumerate(result.columns)
        for y in range(1, min(size, TALLEST) + 1)
    ]


def _bars(result: Crowd) -> Rows:
    return [{"x": i + 0.5, "y": size, "floor": 0.7, "below": size < result.k} for i, size in enumerate(result.columns)]


def _line(result: Crowd, words: str, dotted: bool, top: float) -> dict[str, Any]:
    return {"k": min(result.k - 0.5 if dotted else result.k, top), "zero": 0, "label": words}


def _brackets(result: Crowd) -> Rows:
    """Three stretches of the hundred people: alone, below the line, at or above it."""
    n = len(result.columns)
    alone = sum(size == 1 for size in result.columns) if result.k > 1 else 0
    below = sum(size < result.k for size in result.columns)
    middle = f"2 to {result.k - 1}" if result.k > 3 else "2"
    cuts = [
        (0, alone, "stand alone", "alone", "the guess is certain"),
        (
            alone,
            below,
            f"in crowds of {middle}",
            f"in {middle.replace(' to ', '–')}",
            f"1 in 2 to {one_in(1 / max(result.k - 1, 2))}",
        ),
        (below, n, f"in crowds of {result.k} or more", f"in {result.k}+", f"{one_in(1 / result.k)} or better"),
    ]
    return [
        {
            "from": a + 0.1,
            "to": b - 0.1,
            "middle": (a + b) / 2,
            "label": f"{b - a} {words}",
            "short": f"{b - a} {short}",
            "guess": guess,
            "beyond": i < 2,
            "wide": (b - a) >= 0.16 * n,
            "roomy": (b - a) >= 0.2 * n,
        }
        for i, (a, b, words, short, guess) in enumerate(cuts)
        if b > a
    ]


def _across(n: int, field: str) -> Spec:
    return number(field, 0, n, axis=None)


def _dot_layers(n: int, top: float, colours: Palette) -> list[Spec]:
    axis = {"values": [1, 5, 10, 15, 20], "title": "people who look the same", "domain": False, "ticks": False}
    point = {"type": "point", "filled": True, "size": wide_or(min(600 / n, 60), min(2200 / n, 160)), "opacity": 1}
    return [
        layer(
            "people",
            point,
            x=_across(n, "x"),
            y=number("y", 0.2, top, axis=axis),
            shape=either("datum.below", "square", "circle"),
            color=either("datum.below", colours.beyond, colours.within),
        )
    ]


def _bar_layers(n: int, top: float, colours: Palette) -> list[Spec]:
    axis = {
        "title": "people who look the same (logarithmic)",
        "domain": False,
        "ticks": False,
        "format": ",d",
        "tickCount": 5,
    }
    scale = {"type": "log", "domain": [0.7, top]}
    up = number("y", 0.7, top, axis=axis, scale=scale)
    colour = either("datum.below", colours.beyond, colours.within)
    return [
        layer(
            "people",
            {"type": "rule", "strokeWidth": wide_or(2, 5)},
            x=_across(n, "x"),
            y=up,
            y2={"field": "floor"},
            color=colour,
        ),
        layer(
            "people",
            {"type": "point", "filled": True, "size": wide_or(10, 40), "opacity": 1},
            x=_across(n, "x"),
            y=up,
            shape=either("datum.below", "square", "circle"),
            color=colour,
        ),
    ]


def _line_layers(n: int, top: float, dotted: bool, colours: Palette) -> list[Spec]:
    scale = {} if dotted else {"type": "log"}
    up = number("k", 0.2 if dotted else 0.7, top, scale={**scale, "domain": [0.2 if dotted else 0.7, top]})
    label = {
        "type": "text",
        "align": "left",
        "baseline": "bottom",
        "dy": -5,
        "dx": 4,
        "fontSize": 14,
        "fontWeight": 600,
    }
    return [
        layer("line", {"type": "rule", "strokeWidth": 1.5, "color": colours.ink}, y=up),
        layer("line", {**label, "color": colours.ink}, x=_across(n, "zero"), y=up, text=text("label")),
    ]


def _bracket_layers(n: int, colours: Palette) -> list[Spec]:
    below = {"expr": "height + 12"}
    tint = either("datum.beyond", colours.beyond, colours.within)
    words = either("datum.beyond", colours.beyond_text, colours.ink)
    middle = {"type": "text", "baseline": "top", "align": "center", "clip": False}
    shown = f"({'width < 560'} ? datum.roomy : datum.wide)"
    label = {"type": "nominal", "field": "label"}
    return [
        layer(
            "brackets",
            {"type": "rule", "strokeWidth": 2, "y": below, "clip": False},
            x=_across(n, "from"),
            x2={"field": "to"},
            color=tint,
        ),
        layer(
            "brackets",
            {
                **middle,
                "y": {"expr": "height + 18"},
                "fontSize": 14,
                "fontWeight": 600,
                "opacity": {"expr": f"{shown} && !(width < 560) ? 1 : 0"},
            },
            x=_across(n, "middle"),
            text=label,
            color=words,
        ),
        layer(
            "brackets",
            {
                **middle,
                "y": {"expr": "height + 18"},
                "fontSize": {"expr": "width < 560 ? 12 : 1"},
                "fontWeight": 600,
                "opacity": {"expr": f"{shown} && width < 560 ? 1 : 0"},
            },
            x=_across(n, "middle"),
            text={"type": "nominal", "field": "short"},
            color=words,
        ),
        layer(
            "brackets",
            {
                **middle,
                "y": {"expr": "height + 36"},
                "color": colours.mute,
                "opacity": {"expr": f"{shown} && !(width < 560) ? 1 : 0"},
            },
            x=_across(n, "middle"),
            text=text("guess"),
        ),
    ]
