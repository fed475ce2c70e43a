"""How many values are left for whom, once releases are linked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dashboard.figures.base import NARROW, Figure, Rows, Spec, either, figure, layer, number, text, wide_or
from dashboard.theme import Palette

HEIGHT = 400
FEW = 7
"""Up to this many bars a phone has room for every number; above, for the pinned and the most."""
Bar = tuple[int, int, int, int]
"""First and last number of values left, people with so many after linking, and before."""


def candidates(
    bars: Sequence[Bar], empty: int, lines: Sequence[tuple[float, str]], said: Sequence[str], c: Palette
) -> Figure:
    """Bars of people by values left; people without any stand apart at the left, dashed.

    Parameters
    ----------
    bars : from one value left upwards
    empty : people with nothing left
    lines : numbers of values with their words: what the worst case and random classes leave
    said : words under the bar of nothing left, titles across and up, message
    """
    nothing, across, up, message = said
    most = max(range(len(bars)), key=lambda i: bars[i][2])
    rows: dict[str, Rows] = {
        "bars": [_bar(i, bar, len(bars) <= FEW or i == most) for i, bar in enumerate(bars)],
        "empty": [{"x": -1.4, "low": -1.75, "high": -1.05, "y": empty, "zero": 0, "label": f"{empty:,}"}]
        if empty
        else [],
        "lines": [{"x": _place(bars, at), "label": label, "row": i} for i, (at, label) in enumerate(lines)],
    }
    top = max([1, empty, *(max(after, before) for *_, after, before in bars)])
    return figure(list(_layers(bars, nothing if empty else "", (across, up), top, c)), rows, message, c, HEIGHT)


def _bar(i: int, bar: Bar, told: bool) -> dict[str, Any]:
    low, _, after, before = bar
    said = f"{after:,}" if after else ""
    return {
        "i": i,
        "low": i - 0.35,
        "high": i + 0.35,
        "y": after,
        "zero": 0,
        "before": before,
        "said": said,
        "pinned": low == 1,
        "told": told or low == 1,
    }


def _place(bars: Sequence[Bar], left: float) -> float:
    """Where a number of values stands among the bars."""
    if all(low == high for low, high, *_ in bars):
        return min(left - bars[0][0], len(bars) - 0.4)
    for i, (low, high, *_) in enumerate(bars):
        if left < high + 1:
            return i - 0.35 + 0.7 * (left - low) / (high + 1 - low)
    return len(bars) - 0.4


def _name(bar: Bar) -> str:
    low, high, *_ = bar
    return f"{low:,}" if low == high else f"{low:,}–{high:,}"


def _layers(bars: Sequence[Bar], nothing: str, titles: tuple[str, str], most: int, c: Palette) -> Sequence[Spec]:
    names = " : ".join(f"datum.value == {i} ? '{_name(bar)}'" for i, bar in enumerate(bars))
    axis = {
        "title": titles[0],
        "values": [*([-1.4] if nothing else []), *range(len(bars))],
        "labelExpr": f"datum.value < -1 ? '{nothing}' : {names} : ''",
        "grid": False,
        "labelOverlap": False,
        "ticks": False,
    }
    up = {
        "title": titles[1],
        "grid": True,
        "domain": False,
        "ticks": False,
        "format": ",d",
        "tickCount": 4,
        "tickMinStep": 1,
    }
    first = -2.1 if nothing else -0.6
    across = lambda field, **more: number(field, first, len(bars) - 0.2, **more)  # noqa: E731
    y = number("y", 0, most * 1.25)
    label = {"type": "text", "dy": -10, "fontWeight": 600}
    seen = {"opacity": {"expr": f"{NARROW} && !datum.told ? 0 : 1"}}
    colour, ink = either("datum.pinned", c.beyond, c.within), either("datum.pinned", c.beyond_text, c.ink)
    halo = {"stroke": c.ground, "strokeWidth": 4, "strokeJoin": "round", "color": c.ground}
    tick = {"type": "rule", "strokeWidth": 2, "color": c.ink, "strokeDash": [5, 3]}
    ring = {"type": "bar", "fillOpacity": 0, "stroke": c.luck, "strokeDash": [4, 3], "strokeWidth": 1.5}
    box = {"x": across("low", axis=axis), "x2": {"field": "high"}, "y": {**y, "axis": up}, "y2": {"field": "zero"}}
    return [
        layer("bars", {"type": "rect"}, **box, color=colour),
        layer("lines", _rule(c), x=across("x")),
        layer("empty", {**ring, "type": "rect"}, x=across("low"), x2={"field": "high"}, y=y, y2={"field": "zero"}),
        layer("bars", tick, x=across("low"), x2={"field": "high"}, y=number("before", 0, most * 1.25)),
        layer("bars", {**label, **halo, **seen}, x=across("i"), y=y, text=text("said")),
        layer("bars", {**label, **seen}, x=across("i"), y=y, text=text("said"), color=ink),
        layer("empty", {**label, "color": c.ink}, x=across("x"), y=y, text=text("label")),
        layer("lines", _line_words(c), x=across("x"), text=text("label")),
    ]


LINE_AT = {"expr": "8 + 18 * datum.row"}
"""The line of random classes, the one at the right, begins below the other's words."""


def _rule(c: Palette) -> Spec:
    """A line of comparison, from its words down."""
    dashed = {"type": "rule", "strokeWidth": 1.5, "strokeDash": [4, 3], "color": c.luck}
    return {**dashed, "y": LINE_AT, "y2": {"expr": "height"}}


def _line_words(c: Palette) -> Spec:
    """What a line of comparison is, on a wide picture."""
    words = {"type": "text", "align": "left", "baseline": "top", "dx": 6, "color": c.luck, "y": LINE_AT}
    return {**words, "fontSize": wide_or(1, 13), "opacity": wide_or(0, 1)}
