"""Members who link beside those who link by luck and links that are right: a row each, all on one scale of 100."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from dashboard.figures.base import Figure, Rows, Spec, at_zero, either, figure, layer, text, wide_or
from dashboard.theme import Palette

PITCH, BREAK = 26, 0.4
"""Height of a row, and of the gap before another group, in rows."""
GROUPS, NAMES, BESIDE = -104, -66, 152
"""Where groups and names stand at the left of the scale, and how far words reach at its right."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row; shares are of 100.

    Parameters
    ----------
    group, name : what it belongs to and what it is called
    members, luck, right : who link, who link by luck, who link and are right; None where not known
    note : words at its right, on a wide screen
    reason : why there is nothing to draw
    tone : "loud" where the words speak of what crosses the line, "held" where of what does not, else ""
    above : whether members link more often than by luck
    """

    group: str
    name: str
    members: float | None
    luck: float | None
    right: float | None
    note: str = ""
    reason: str = ""
    tone: str = ""
    above: bool = False


def reached(several: Sequence[Row], said: tuple[str, str], c: Palette, heads: tuple[str, ...] = ()) -> Figure:
    """Draw the rows under one another; no line joins two of them.

    Parameters
    ----------
    said : title of the axis, message
    heads : words above the notes
    """
    title, message = said
    placed = list(_placed(several))
    bottom = (placed[-1]["y"] if placed else 0.0) + 0.7
    rows: dict[str, Rows] = {
        "rows": placed,
        "drawn": [one for one in placed if one["drawn"]],
        "right": [one for one in placed if one["right"] is not None],
        "groups": [one for one in placed if one["first"]],
        "heads": [{"x": 104.0, "y": -0.85, "label": head} for head in heads],
    }
    layers = list(_layers(title, (-1.1 if heads else -0.75, bottom), c))
    return figure(layers, rows, message, c, round(PITCH * (bottom + 1)) + 40)


def _placed(several: Sequence[Row]) -> Iterator[dict[str, Any]]:
    y, before = 0.0, None
    for place, one in enumerate(several):
        first = one.group != before
        y += (1 + BREAK * first) if place else 0
        before = one.group
        members, luck = one.members or 0.0, one.luck or 0.0
        yield {
            **{"y": y, "group": one.group, "name": one.name, "note": one.note, "reason": one.reason},
            **{"members": members, "luck": one.luck, "right": one.right, "first": first, "tone": one.tone},
            **{"low": min(members, luck), "high": max(members, luck), "above": one.above},
            **{"drawn": one.members is not None, "zero": 0.0, "full": 100.0, "side": 104.0, "over": y - 0.23},
        }


def _across(field: str, **more: Any) -> Spec:
    scale = {"domainMin": wide_or(-2, GROUPS), "domainMax": wide_or(103, BESIDE), "nice": False, "zero": False}
    return {"field": field, "type": "quantitative", "scale": scale, **more}


def _layers(title: str, span: tuple[float, float], c: Palette) -> Iterator[Spec]:
    scale = {"domain": [span[1], span[0]], "nice": False, "zero": False}
    up = lambda field: {"field": field, "type": "quantitative", "axis": None, "scale": scale}  # noqa: E731
    axis = {
        "title": title,
        "values": [0, 20, 40, 60, 80, 100],
        "grid": False,
        "domain": False,
        **at_zero(GROUPS, BESIDE),
    }
    x, y = _across("zero", axis=axis), up("y")
    yield layer("rows", {"type": "rule", "color": c.grid}, x=x, x2={"field": "full"}, y=y)
    gap = {"type": "rule", "strokeWidth": 7, "opacity": 0.85}
    yield layer(
        "drawn", gap, x=_across("low"), x2={"field": "high"}, y=y, color=either("datum.above", c.excess[2], c.pale)
    )
    ring = {"type": "point", "shape": "circle", "size": 80, "filled": False, "strokeWidth": 2, "opacity": 1}
    yield layer("drawn", {**ring, "stroke": c.luck}, x=_across("luck"), y=y)
    diamond = {"type": "point", "shape": "diamond", "size": 110, "opacity": 1}
    yield layer("drawn", diamond, x=_across("members"), y=y, color=either("datum.above", c.beyond, c.within))
    disc = {"type": "point", "shape": "circle", "size": 34, "opacity": 1, "color": c.choice}
    yield layer("right", disc, x=_across("right"), y=y)
    yield from _words(up, c)


def _words(up: Any, c: Palette) -> Iterator[Spec]:
    left, wide = {"type": "text", "align": "left", "baseline": "middle"}, {"opacity": wide_or(0, 1)}
    on_wide = {**left, **wide, "fontSize": wide_or(1, 13)}
    tones = [("loud", c.beyond_text), ("held", c.choice)]
    tests = [{"test": f"datum.tone === '{tone}'", "value": value} for tone, value in tones]
    weight = {"condition": tests, "value": c.ink}
    yield layer("groups", {**on_wide, "x": 0, "fontWeight": 600, "color": c.ink}, y=up("y"), text=text("group"))
    named = {**on_wide, "x": {"expr": f"width * ({NAMES} - ({GROUPS})) / ({BESIDE} - ({GROUPS}))"}}
    named["fontWeight"] = {"expr": "datum.tone ? 600 : 400"}
    yield layer("rows", named, y=up("y"), text=text("name"), color=weight)
    narrow = {
        **left,
        "fontWeight": named["fontWeight"],
        "baseline": "bottom",
        "x": 0,
        "fontSize": wide_or(12, 1),
        "opacity": wide_or(1, 0),
    }
    both = {
        "calculate": "datum.first && datum.group != datum.name ? datum.group + ' · ' + datum.name : datum.name",
        "as": "both",
    }
    phone = layer("rows", narrow, y=up("over"), text=text("both"), color=weight)
    yield {**phone, "transform": [both]}
    yield layer("rows", {**on_wide, "color": c.mute}, x=_across("side"), y=up("y"), text=text("note"))
    yield layer("heads", {**on_wide, "color": c.mute}, x=_across("x"), y=up("y"), text=text("label"))
    why = {**left, "dx": 4, "fontStyle": "italic", "color": c.mute, "limit": wide_or(250, 520)}
    yield layer("rows", why, x=_across("zero"), y=up("y"), text=text("reason"))
