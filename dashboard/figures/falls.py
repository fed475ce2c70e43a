"""A waterfall: what each column adds to one pair's score, from nothing to the sum, beside the line it has to reach."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from dashboard.figures.base import Figure, Rows, Spec, either, figure, layer, number, text
from dashboard.theme import Palette

PITCH = 26
MOST_FALLS = 24


@dataclass(frozen=True, slots=True)
class Fall:
    """One column: its name, what it adds, whether it agrees, the words beside its bar."""

    name: str
    part: float
    agrees: bool
    said: str


def falls(parts: Sequence[Fall], line: tuple[float, str], total: str, said: tuple[str, str], c: Palette) -> Figure:
    """Draw the steps under one another, largest first; the last row is their sum.

    Parameters
    ----------
    line : where a match is as likely as not, and its words
    total : words of the sum
    said : title of the axis, message
    """
    title, message = said
    ordered = sorted(parts, key=lambda one: -one.part)
    steps = [{**one, "row": f"{place} {one['name']}"} for place, one in enumerate(_steps(ordered, total))]
    names = [one["row"] for one in steps]
    ends = [0.0, line[0], *(one["to"] for one in steps)]
    low, high = min(ends), max(ends)
    room = 0.3 * (high - low or 1.0)
    rows: dict[str, Rows] = {"steps": steps, "line": [{"x": line[0], "label": line[1]}]}
    span = low - 0.04 * room, high + room
    return figure(list(_layers(title, span, names, c)), rows, message, c, PITCH * (len(names) + 1) + 46)


def _steps(parts: Sequence[Fall], total: str) -> Iterator[dict[str, Any]]:
    at = 0.0
    for one in parts[:MOST_FALLS]:
        yield {**_step(one.name, at, at + one.part, one.said), "agrees": one.agrees, "sum": False}
        at += one.part
    if rest := parts[MOST_FALLS:]:
        left = sum(one.part for one in rest)
        yield {**_step(f"{len(rest)} more", at, at + left, f"{left:+.1f}"), "agrees": left > 0, "sum": False}
        at += left
    yield {**_step(total, 0.0, at, f"{at:+.1f}"), "agrees": at > 0, "sum": True}


def _step(name: str, start: float, to: float, said: str) -> dict[str, Any]:
    return {"name": name, "from": start, "to": to, "end": max(start, to), "said": said}


def _layers(title: str, span: tuple[float, float], names: Sequence[str], c: Palette) -> Iterator[Spec]:
    axis = {"title": None, "ticks": False, "domain": False, "labelLimit": 140, "labelColor": c.ink}
    axis["labelExpr"] = "slice(datum.label, indexof(datum.label, ' ') + 1)"  # a column may be called as the sum is
    y = {"field": "row", "type": "ordinal", "sort": list(names), "axis": axis, "scale": {"paddingOuter": 0.9}}
    ticks = {"title": title, "tickCount": 6, "grid": True, "domain": False}
    x = number("from", *span, axis=ticks)
    colour = {
        "condition": [{"test": "datum.sum", "value": c.ink}, {"test": "datum.agrees", "value": c.beyond}],
        "value": c.within,
    }
    yield layer("steps", {"type": "bar", "height": {"band": 0.5}}, x=x, x2={"field": "to"}, y=y, color=colour)
    words = {"type": "text", "align": "left", "dx": 6}
    yield layer(
        "steps", words, x=number("end", *span), y=y, text=text("said"), color=either("datum.sum", c.ink, c.mute)
    )
    yield layer("line", {"type": "rule", "strokeWidth": 1.5, "color": c.ink}, x=number("x", *span))
    label = {"type": "text", "align": "left", "dx": 6, "y": 8, "fontWeight": 600, "color": c.ink}
    yield layer("line", label, x=number("x", *span), text=text("label"))
