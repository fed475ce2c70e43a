"""A hundred people and the crowd each hides in."""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from dashboard.figures.base import NARROW, Figure, Rows, Spec, either, figure, layer, number, text, wide_or
from dashboard.theme import Palette
from privacy_core import Crowd, of_100, one_in

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
    """Dots side by side at one height, one row per run: 40 dotted lines are drawn faster than 2,000 dots."""
    ends = np.searchsorted(result.columns, [result.k])[0]
    runs = []
    for y in range(1, min(result.largest, TALLEST) + 1):
        first = int(np.searchsorted(result.columns, y))
        for low, high, below in ((first, ends, True), (max(first, ends), len(result.columns), False)):
            if high > low:
                runs.append({"x": low + 0.5, "to": high - 0.49, "y": y, "below": below, "dots": int(high - low)})
    return runs


def _bars(result: Crowd) -> Rows:
    return [{"x": i + 0.5, "y": size, "floor": 0.7, "below": size < result.k} for i, size in enumerate(result.columns)]


def _line(result: Crowd, words: str, dotted: bool, top: float) -> dict[str, Any]:
    at = result.k - 0.5 if dotted else result.k
    return {"k": min(at, top), "zero": 0, "label": f"{words}, above the picture" if at > top else words}


def _brackets(result: Crowd) -> Rows:
    """Three stretches of the people, as wide as they are: alone, below the line, at or above it."""
    ends = [0, *accumulate(result.stretches)]
    scale = len(result.columns) / result.people
    return [
        _bracket(i, low * scale, high * scale, result) for i, (low, high) in enumerate(pairwise(ends)) if high > low
    ]


def _bracket(i: int, low: float, high: float, result: Crowd) -> dict[str, Any]:
    n, k = len(result.columns), result.k
    few = f"2 to {k - 1}" if k > 3 else "2"
    words = ("stand alone", f"in crowds of {few}", f"in crowds of {k} or more")[i]
    short = ("alone", f"in {few.replace(' to ', '–')}", f"in {k}+")[i]
    guess = ("the guess is certain", f"1 in 2 to {one_in(1 / max(k - 1, 2))}", f"{one_in(1 / k)} or better")[i]
    share = of_100(result.stretches[i], result.people).split(" of ")[0]
    return {
        "from": low,
        "to": high,
        "middle": (low + high) / 2,
        "label": f"{share} {words}",
        "short": f"{share} {short}",
        "guess": guess,
        "beyond": i < 2,
        "wide": high - low >= 0.17 * n,
        "roomy": high - low >= 0.22 * n,
    }


def _across(n: int, field: str) -> Spec:
    return number(field, 0, n, axis=None)


def _dot_layers(n: int, top: float, colours: Palette) -> list[Spec]:
    """Squares below the line, circles at or above it: dashes of no length, a column apart, with a cap."""
    axis = {
        "values": [1, 5, 10, 15, 20],
        "title": "people who look the same",
        "domain": False,
        "ticks": False,
        "format": "d",
    }
    run = {"type": "rule", "strokeDash": {"expr": f"[0, width / {n}]"}, "clip": False}
    across, up = {"x": _across(n, "x"), "x2": {"field": "to"}}, number("y", 0.2, top, axis=axis)
    small, large = min(200 / n, 8.0), min(220 / n + 2.6, 11.0)
    squares = {**run, "strokeCap": "square", "color": colours.beyond, "strokeWidth": wide_or(small, large - 0.6)}
    circles = {**run, "strokeCap": "round", "color": colours.within, "strokeWidth": wide_or(1.2 * small, large)}
    return [
        {**layer("people", squares, **across, y=up), "transform": [{"filter": "datum.below"}]},
        {**layer("people", circles, **across, y=up), "transform": [{"filter": "!datum.below"}]},
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
    tint = either("datum.beyond", colours.beyond, colours.within)
    words = either("datum.beyond", colours.beyond_text, colours.ink)
    rule = {"type": "rule", "strokeWidth": 2, "y": {"expr": "height + 12"}, "clip": False}
    wide, narrow = f"!({NARROW}) && datum.wide", f"{NARROW} && datum.roomy"
    return [
        layer("brackets", rule, x=_across(n, "from"), x2={"field": "to"}, color=tint),
        _bracket_text(n, "label", 18, wide, {"fontSize": 14, "fontWeight": 600}, color=words),
        _bracket_text(
            n, "short", 18, narrow, {"fontSize": {"expr": f"{NARROW} ? 12 : 1"}, "fontWeight": 600}, color=words
        ),
        _bracket_text(n, "guess", 36, wide, {"color": colours.mute}),
    ]


def _bracket_text(n: int, field: str, below: int, shown: str, mark: Spec, **encoding: Any) -> Spec:
    """Words under a bracket, `below` pixels under the axis, where there is room for them."""
    centred = {"type": "text", "baseline": "top", "align": "center", "clip": False, "y": {"expr": f"height + {below}"}}
    opacity = {"expr": f"{shown} ? 1 : 0"}
    return layer(
        "brackets", {**centred, **mark, "opacity": opacity}, x=_across(n, "middle"), text=text(field), **encoding
    )
