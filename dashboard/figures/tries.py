"""What attacks achieved: on people of the release, on strangers, by guessing; each with its interval, on one scale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from dashboard.figures.base import Figure, Rows, Spec, at_zero, either, figure, layer, text, wide_or
from dashboard.theme import Palette

PITCH = 26
NAMES, BESIDE = -62, 132


@dataclass(frozen=True, slots=True)
class Tried:
    """One count of one attack; shares are of 100.

    Parameters
    ----------
    kind : "head", "members", "strangers", "luck" or "none", which is not measured
    name, note : words at the left and at the right
    rate, low, high : share of hits and its interval; None where not measured
    """

    kind: str
    name: str
    note: str = ""
    rate: float | None = None
    low: float | None = None
    high: float | None = None


SHAPES = {"members": "diamond", "strangers": "square", "luck": "circle"}


def tries(several: Sequence[Tried], said: tuple[str, str], c: Palette) -> Figure:
    """Draw the counts under one another, each attack under its own words.

    Parameters
    ----------
    said : title of the axis, message
    """
    title, message = said
    placed = list(_placed(several))
    rows: dict[str, Rows] = {
        "heads": [one for one in placed if one["kind"] == "head"],
        "rows": [one for one in placed if one["kind"] != "head"],
        "none": [one for one in placed if one["kind"] == "none"],
        **{kind: [one for one in placed if one["kind"] == kind] for kind in SHAPES},
    }
    bottom = (placed[-1]["y"] if placed else 0.0) + 0.7
    return figure(list(_layers(title, bottom, c)), rows, message, c, round(PITCH * (bottom + 0.7)) + 46)


def _placed(several: Sequence[Tried]) -> Iterator[dict[str, Any]]:
    y, before = 0.0, ""
    for place, one in enumerate(several):
        y += (1.5 if one.kind == "head" else 1.2 if before == "head" else 1.0) if place else 0
        before = one.kind
        yield {
            **{"y": y, "kind": one.kind, "name": one.name, "note": one.note, "zero": 0.0, "full": 100.0},
            **{"rate": one.rate, "low": one.low, "high": one.high, "side": 103.0, "over": y - 0.3},
        }


def _across(field: str, **more: Any) -> Spec:
    scale = {"domainMin": wide_or(-2, NAMES), "domainMax": wide_or(103, BESIDE), "nice": False, "zero": False}
    return {"field": field, "type": "quantitative", "scale": scale, **more}


def _layers(title: str, bottom: float, c: Palette) -> Iterator[Spec]:
    scale = {"domain": [bottom, -0.7], "nice": False, "zero": False}
    up = lambda field: {"field": field, "type": "quantitative", "axis": None, "scale": scale}  # noqa: E731
    axis = {
        "title": title,
        "values": [0, 20, 40, 60, 80, 100],
        "grid": False,
        "domain": False,
        **at_zero(NAMES, BESIDE),
    }
    yield layer(
        "rows", {"type": "rule", "color": c.grid}, x=_across("zero", axis=axis), x2={"field": "full"}, y=up("y")
    )
    colours = {"members": c.beyond, "strangers": c.choice, "luck": c.luck}
    for kind, shape in SHAPES.items():
        dash = {"strokeDash": [4, 3]} if kind == "luck" else {}
        rule = {"type": "rule", "strokeWidth": 2, "color": colours[kind], **dash}
        yield layer(kind, rule, x=_across("low"), x2={"field": "high"}, y=up("y"))
        mark = {"type": "point", "shape": shape, "size": 90, "opacity": 1, "color": colours[kind]}
        yield layer(kind, mark, x=_across("rate"), y=up("y"))
    hollow = {"type": "point", "shape": "circle", "filled": False, "size": 80, "strokeWidth": 1.5, "stroke": c.luck}
    yield layer("none", {**hollow, "strokeDash": [2, 2]}, x=_across("zero"), y=up("y"))
    yield from _words(up, c)


def _words(up: Any, c: Palette) -> Iterator[Spec]:
    left = {"type": "text", "align": "left", "baseline": "middle", "x": 0}
    yield layer("heads", {**left, "fontWeight": 600, "fontSize": 14, "color": c.ink}, y=up("y"), text=text("name"))
    wide = {"fontSize": wide_or(1, 13), "opacity": wide_or(0, 1)}
    muted = either("datum.kind === 'none'", c.mute, c.ink)
    yield layer("rows", {**left, **wide}, y=up("y"), text=text("name"), color=muted)
    beside = {"type": "text", "align": "left", "baseline": "middle", **wide}
    yield layer("rows", beside, x=_across("side"), y=up("y"), text=text("note"), color=muted)
    narrow = {**left, "baseline": "bottom", "dy": 2, "fontSize": wide_or(12, 1), "opacity": wide_or(1, 0)}
    both = {"calculate": "datum.note ? datum.name + ': ' + datum.note : datum.name", "as": "both"}
    small = layer("rows", narrow, y=up("over"), text=text("both"), color=muted)
    yield {**small, "transform": [both]}
