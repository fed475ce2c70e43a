"""An attack beside a blind one: pairs of bars on one scale of 100, each with its interval."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from dashboard.figures.base import Figure, Rows, Spec, either, figure, layer, number, text, wide_or
from dashboard.theme import Palette

TOP = 112.0
HALF = 0.36
"""Half the width of a pair."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One attack and the blind one beside it; shares are of 100.

    Parameters
    ----------
    name : words beneath
    rate, low, high : what the attack achieved; None where it was not tried
    blind : what the best blind one achieves
    theory : what is expected of the attack; None where nothing is
    above : whether it is above the blind one, beyond the interval
    chosen : whether the numbers beside the picture are about it
    note : words above the bar, or in its place where nothing was tried
    """

    name: str
    rate: float | None
    low: float | None
    high: float | None
    blind: float
    theory: float | None = None
    above: bool = False
    chosen: bool = False
    note: str = ""


def bars(several: Sequence[Pair], said: tuple[str, str, str, str, str], c: Palette, height: int = 400) -> Figure:
    """Draw the pairs beside one another.

    Parameters
    ----------
    said : what tells the pairs apart, title of the scale, words of the blind bar and of the expected share, message
    """
    across, up, blind, expected, message = said
    placed = [_row(place, one) for place, one in enumerate(several)]
    tried = [one for one in placed if one["rate"] is not None]
    rows: dict[str, Rows] = {
        "pairs": placed,
        "tried": tried,
        "none": [one for one in placed if one["rate"] is None],
        "theory": [one for one in placed if one["theory"] is not None],
        "title": [{"x": -0.5, "label": across}],
        "blind": [{**one, "label": blind} for one in placed if one["chosen"]][:1],
        "expected": [{**one, "label": expected} for one in placed if one["theory"] is not None][:1],
    }
    return figure(list(_layers(len(several), up, c)), rows, message, c, height)


def _row(place: int, one: Pair) -> dict[str, Any]:
    ends = {"left": place - HALF, "middle": float(place), "right": place + HALF, "at": place - HALF / 2}
    ends["nearby"] = place + HALF / 2
    shares = {"rate": one.rate, "low": one.low, "high": one.high, "blind": one.blind, "theory": one.theory, "zero": 0.0}
    name = f"▸ {one.name}" if one.chosen and one.name else one.name
    words = {"name": name, "note": one.note, "loud": one.above, "chosen": one.chosen}
    return {**ends, **shares, **words}


def _layers(n: int, title: str, c: Palette) -> Iterator[Spec]:
    across = lambda field: number(field, -0.5, n - 0.5, axis=None)  # noqa: E731
    ticks = {"title": title, "values": [0, 20, 40, 60, 80, 100], "grid": True, "domain": False}
    y = number("rate", 0.0, TOP)
    ink = either("datum.loud", c.beyond, c.within)
    yield layer(
        "tried", {"type": "rect"}, x=across("left"), x2={"field": "middle"},
        y={**y, "axis": ticks}, y2={"field": "zero"}, color=ink,
    )  # fmt: skip
    hollow = {"type": "rect", "fillOpacity": 0.16, "fill": c.luck, "stroke": c.luck, "strokeDash": [4, 3]}
    blind = {**y, "field": "blind"}
    yield layer("pairs", hollow, x=across("middle"), x2={"field": "right"}, y=blind, y2={"field": "zero"})
    yield layer(
        "tried", {"type": "rule", "strokeWidth": 2, "color": c.ink},
        x=across("at"), y={**y, "field": "low"}, y2={"field": "high"},
    )  # fmt: skip
    tick = {"type": "rule", "strokeWidth": 2, "color": c.ink, "strokeDash": [2, 2]}
    yield layer("theory", tick, x=across("left"), x2={"field": "middle"}, y={**y, "field": "theory"})
    above = {"type": "text", "baseline": "bottom", "dy": -5, "fontWeight": 600}
    top = {**y, "field": "high"}
    yield layer(
        "tried", above, x=across("at"), y=top, text=text("note"), color=either("datum.loud", c.beyond_text, c.ink)
    )
    yield from _words(across, y, c)
    name = {"type": "text", "baseline": "top", "y": {"expr": "height + 8"}, "fontSize": wide_or(11, 13)}
    name |= {"fontWeight": {"expr": "datum.chosen ? 600 : 400"}}
    yield layer("pairs", name, x=across("middle"), text=text("name"), color=either("datum.chosen", c.choice, c.mute))
    beneath = {"type": "text", "baseline": "top", "align": "left", "y": {"expr": "height + 30"}, "color": c.mute}
    yield layer("title", beneath, x=across("x"), text=text("label"))


def _words(across: Callable[[str], Spec], y: Spec, c: Palette) -> Iterator[Spec]:
    """Words of the blind bar, where the numbers are about it, and of what is expected, once."""
    small = {"type": "text", "baseline": "bottom", "dy": -5, "fontStyle": "italic", "fontSize": wide_or(11, 13)}
    wide = {"fontSize": wide_or(1, 13), "opacity": wide_or(0, 1)}
    yield layer(
        "blind", {**small, **wide, "color": c.mute}, x=across("nearby"), y={**y, "field": "blind"}, text=text("label")
    )
    start = {**small, **wide, "align": "left", "baseline": "middle", "dx": 5, "dy": 0, "color": c.mute}
    yield layer("expected", start, x=across("middle"), y={**y, "field": "theory"}, text=text("label"))
    none = {**small, "color": c.mute}
    yield layer("none", none, x=across("middle"), y={**y, "field": "blind"}, text=text("note"))
