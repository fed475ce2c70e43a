"""A small picture of one setting: the crowd each of a hundred people hides in, on a scale shared by all settings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dashboard.figures.base import Figure, Spec, either, figure, layer, number, text
from dashboard.theme import Palette

HEIGHT = 120
LOW = 0.7


def profile(columns: Sequence[int], k: float, top: int, message: str, colours: Palette) -> Figure:
    """Draw one column per hundredth of the people, smallest crowd first; orange is below the line.

    Parameters
    ----------
    columns : crowd of each hundredth, ascending
    k : the setting's own line
    top : largest crowd of all settings shown beside one another
    """
    high = top * 1.4
    bars = [{"x": i + 0.5, "crowd": size, "floor": LOW, "below": size < k} for i, size in enumerate(columns)]
    rows = {"people": bars, "line": [{"k": min(max(k, LOW), high), "label": f"{k:,.0f}", "zero": 0}]}
    return figure(_layers(len(bars), high, k, colours), rows, message, colours, HEIGHT)


def _layers(n: int, high: float, k: float, colours: Palette) -> list[Spec]:
    ticks = [10**power for power in range(0, 9, 2) if 10**power <= high and not 0.3 < 10**power / k < 3]
    axis = {"title": None, "values": ticks, "format": ",d", "domain": False, "ticks": False}
    up: dict[str, Any] = {"scale": {"type": "log", "domain": [LOW, high]}}
    across = number("x", 0, n, axis=None)
    bar = {"type": "rule", "strokeWidth": {"expr": f"width / {max(n, 1)} + 0.2"}}
    label = {"type": "text", "align": "right", "baseline": "middle", "dx": -5, "fontSize": 12, "clip": False}
    height = number("crowd", LOW, high, axis=axis, **up)
    colour = either("datum.below", colours.beyond, colours.within)
    at = number("k", LOW, high, **up)
    return [
        layer("people", bar, x=across, y=height, y2={"field": "floor"}, color=colour),
        layer("line", {"type": "rule", "strokeWidth": 1.5, "color": colours.ink}, y=at),
        layer("line", {**label, "color": colours.ink}, x=number("zero", 0, n, axis=None), y=at, text=text("label")),
    ]
