"""One crowd's mix of secrets beside the whole table's, and the mass that moves between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from dashboard.figures.base import NARROW, Figure, Rows, Spec, either, figure, layer, number, text
from dashboard.theme import Palette
from privacy_core import Mix

ROW = 27
ARCS = 70.0
"""Width of the panel of arcs, in units of the axis of shares (0 to 100)."""


def mixes(mix: Mix, message: str, colours: Palette) -> Figure:
    """Bars are the crowd, ticks the whole table, arcs the share that has to move."""
    end = 100.0
    high = {"scale": {"domainMax": {"expr": f"{NARROW} ? {end * 1.15} : {end + 40 + ARCS}"}}}
    rows: dict[str, Rows] = {"values": _values(mix), "arcs": list(_arcs(mix, end + 40))}
    names = [row["row"] for row in rows["values"]]
    layers = [*_bar_layers(high, len(names), colours), *_arc_layers(high, len(names), colours)]
    return figure(layers, rows, message, colours, ROW * len(names) + 50)


def _values(mix: Mix) -> Rows:
    return [
        {
            "row": i,
            "name": name,
            "zero": 0.0,
            "share": 100 * share,
            "prior": 100 * before,
            "beside": 100 * max(share, before),
            "label": f"{count:,} of {mix.size:,}" if count else "",
            "change": f"{100 * (share - before):+.0f}".replace("+0", "0").replace("-0", "0").replace("-", "−"),
            "gained": share > before + 1e-12,
            "at": 130.0,
        }
        for i, (name, share, before, count) in enumerate(zip(mix.labels, mix.share, mix.prior, mix.count, strict=True))
    ]


def _arcs(mix: Mix, start: float) -> Iterator[dict[str, Any]]:
    """Half ellipses from the row that lacks to the row that has too much; longer ways bulge further."""
    steps = np.linspace(0, np.pi, 13)
    reach = max((abs(a - b) for a, b in zip(mix.source, mix.target, strict=True)), default=1)
    for arc, (a, b, mass) in enumerate(zip(mix.source, mix.target, mix.mass, strict=True)):
        bulge = ARCS * 0.92 * np.sqrt(abs(a - b) / reach)
        for order, angle in enumerate(steps.tolist()):
            y = (a + b) / 2 + (a - b) / 2 * np.cos(angle)
            yield {"arc": arc, "order": order, "x": start + bulge * np.sin(angle), "row": float(y), "mass": 100 * mass}


def _down(n: int, **more: Any) -> Spec:
    return {**number("row", -0.6, n - 0.4, **more), "sort": "descending"}


def _bar_layers(high: Spec, n: int, colours: Palette) -> list[Spec]:
    axis = {
        "values": [0, 20, 40, 60, 80, 100],
        "title": None,
        "grid": True,
        "domain": False,
        "labelExpr": f"datum.value == 100 ? '100 of 100' : datum.value == 80 && {NARROW} ? '' : datum.label",
    }
    across = {"type": "quantitative", "scale": {"domainMin": 0, **high["scale"], "nice": False}}
    x = {"field": "zero", **across, "axis": axis}
    bar = {"type": "rule", "strokeWidth": 14}
    name = {"type": "text", "align": "right", "dx": -8, "limit": 170, "clip": False}
    tint = either("datum.gained", colours.beyond, colours.within)
    words = either("datum.gained", colours.beyond_text, colours.mute)
    return [
        layer("values", bar, x=x, x2={"field": "share"}, y=_down(n, axis=None), color=tint),
        layer(
            "values",
            {"type": "tick", "orient": "vertical", "thickness": 3, "size": 20, "color": colours.ink},
            x={"field": "prior", **across},
            y=_down(n, axis=None),
        ),
        layer("values", name, x={"field": "zero", **across}, y=_down(n, axis=None), text=text("name"), color=words),
        layer(
            "values",
            {"type": "text", "align": "left", "dx": 8, "fontWeight": 600},
            x={"field": "beside", **across},
            y=_down(n, axis=None),
            text=text("label"),
            color=words,
        ),
    ]


def _arc_layers(high: Spec, n: int, colours: Palette) -> list[Spec]:
    across = {"type": "quantitative", "scale": {"domainMin": 0, **high["scale"], "nice": False}}
    hidden = {"expr": f"{NARROW} ? 0 : 0.55"}
    line = {"type": "line", "interpolate": "basis", "color": colours.beyond, "opacity": hidden, "clip": True}
    width = {
        "field": "mass",
        "type": "quantitative",
        "legend": None,
        "scale": {"domain": [0, 100], "range": [0.8, 22], "clamp": True},
    }
    change = {
        "type": "text",
        "align": "right",
        "opacity": {"expr": f"{NARROW} ? 0 : 1"},
        "fontSize": {"expr": f"{NARROW} ? 1 : 13"},
    }
    words = either("datum.gained", colours.beyond_text, colours.mute)
    return [
        layer(
            "arcs",
            line,
            x={"field": "x", **across},
            y=_down(n, axis=None),
            detail=text("arc"),
            order={"field": "order"},
            strokeWidth=width,
        ),
        layer("values", change, x={"field": "at", **across}, y=_down(n, axis=None), text=text("change"), color=words),
    ]
