"""R(λ, τ) as a surface: members who link above those who link by luck, coloured by the gap. A Plotly figure as data."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from dashboard.figures.base import Figure
from dashboard.theme import SANS, Palette

HEIGHT = 560
NAME = 22
"""Letters of a name on an axis."""
HAIR = 0.6
"""Where both surfaces are one, the lower is drawn this far below, or they would flicker."""


def sheets(
    names: Sequence[str],
    tau: Sequence[float],
    members: Sequence[Sequence[float]],
    luck: Sequence[Sequence[float]],
    said: tuple[str, str, str, str],
    c: Palette,
) -> Figure:
    """Draw both surfaces; they can be turned.

    Parameters
    ----------
    names : ways to sort, finest first
    tau : thresholds
    members, luck : of 100, per way to sort and threshold
    said : titles of the thresholds, of the height, of the colours; message
    """
    across, up, colours, message = said
    gap = [[max(a - b, 0.0) for a, b in zip(one, two, strict=True)] for one, two in zip(members, luck, strict=True)]
    level = list(range(len(names)))
    shared = {"type": "surface", "x": list(tau), "y": level, "hoverinfo": "skip"}
    most = max((value for row in gap for value in row), default=0.0)
    scale = [[i / (len(c.excess) - 1), colour] for i, colour in enumerate(c.excess)]
    lines = {"y": {"show": True, "color": c.ground, "width": 1, "start": 0, "end": len(names) - 1, "size": 1}}
    bar = {"title": {"text": colours, "side": "top"}, "thickness": 10, "len": 0.5, "outlinewidth": 0}
    bar |= {"orientation": "h", "x": 0.5, "y": 0, "yanchor": "top"}
    below = [[min(b, a - HAIR) for a, b in zip(one, two, strict=True)] for one, two in zip(members, luck, strict=True)]
    lower = {**shared, "z": below, "surfacecolor": gap, "colorscale": scale, "cmin": 0, "cmax": max(most, 1.0)}
    upper = {**shared, "z": members, "colorscale": [[0, c.within], [1, c.within]], "opacity": 0.38, "showscale": False}
    traces = [
        {**lower, "colorbar": {**bar, "tickfont": {"size": 13}}, "contours": lines, "name": "luck"},
        {**upper, "contours": {"y": {**lines["y"], "color": c.ink}}, "name": "members"},
    ]
    return Figure({"data": traces, "layout": _layout(names, level, (across, up), c)}, {}, message)


def _layout(names: Sequence[str], level: Sequence[int], said: tuple[str, str], c: Palette) -> dict[str, Any]:
    axis = {"gridcolor": c.axis, "linecolor": c.axis, "zeroline": False, "showbackground": False, "color": c.mute}
    short = [escape(name if len(name) <= NAME else f"{name[: NAME - 1]}…", quote=False) for name in names]
    ways = {"tickvals": list(level), "ticktext": short, "title": {"text": ""}, "autorange": "reversed"}
    return {
        "height": HEIGHT,
        "margin": {"l": 0, "r": 0, "t": 0, "b": 64},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "font": {"family": SANS, "size": 13, "color": c.mute},
        "uirevision": "kept",
        "scene": {
            "xaxis": {**axis, "title": {"text": said[0]}, "range": [0, 1]},
            "yaxis": {**axis, **ways},
            "zaxis": {**axis, "title": {"text": said[1]}, "range": [0, 100]},
            "camera": {"eye": {"x": -1.3, "y": -1.75, "z": 0.8}, "center": {"x": 0.05, "y": 0, "z": -0.14}},
            "aspectratio": {"x": 1.25, "y": 1.1, "z": 0.8},
        },
    }
