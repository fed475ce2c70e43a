"""What a match is made of: a bar per column; how alike matches and wrong pairs are: two histograms on one scale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dashboard.figures.base import Figure, Rows, Spec, either, figure, layer, number, text
from dashboard.theme import Palette

MOST_SHARES = 16


@dataclass(frozen=True, slots=True)
class Share:
    """What one column adds: its name, parts of 100, whether others could know it, the words beside the bar."""

    name: str
    part: float
    known: bool
    said: str


def shares(parts: Sequence[Share], said: tuple[str, str], c: Palette) -> Figure:
    """Draw a bar per column, largest first; a column known to others is marked by a word and a circle.

    Parameters
    ----------
    said : title of the axis, message
    """
    title, message = said
    drawn = sorted(parts, key=lambda one: -one.part)[:MOST_SHARES]
    rows = [{"name": one.name, "part": one.part, "zero": 0.0, "known": one.known, "said": one.said} for one in drawn]
    low, high = min([0.0, *(one.part for one in drawn)]), max([1.0, *(one.part for one in drawn)])
    far = high + 0.45 * (high - low)
    order = {"field": "name", "type": "ordinal", "sort": [one.name for one in drawn]}
    y = {**order, "axis": {"title": None, "ticks": False, "domain": False, "labelLimit": 150, "labelColor": c.ink}}
    axis = {"title": title, "tickCount": 5, "grid": True, "domain": False}
    colour = either("datum.known", c.choice, c.beyond)
    words = {"type": "text", "align": "left", "dx": 6}
    bars, x = {"type": "bar", "height": {"band": 0.5}}, number("zero", low, far, axis=axis)
    ink = either("datum.known", c.choice, c.beyond_text)
    layers = [
        layer("parts", bars, y=y, x=x, x2={"field": "part"}, color=colour),
        layer("parts", words, y=y, x=number("part", low, far), text=text("said"), color=ink),
    ]
    return figure(layers, {"parts": rows}, message, c, 26 * len(drawn) + 60)


def histograms(
    edges: Sequence[float],
    several: Sequence[tuple[str, Sequence[float], bool]],
    cut: tuple[float, str],
    said: tuple[str, str],
    c: Palette,
) -> Figure:
    """Draw how alike pairs are, of 100 pairs of each kind, one kind over the other.

    Parameters
    ----------
    edges : of the bins
    several : words, counts, and whether these pairs are one person
    cut : the user's line and its words
    said : title of the axis, message
    """
    title, message = said
    rows: dict[str, Rows] = {
        "bars": list(_bars(edges, several)),
        "heads": [{"x": edges[0], "y": 104 - 112 * i, "label": name} for i, (name, _, _) in enumerate(several)],
        "line": [{"x": cut[0], "y": 100.0 - 112 * (len(several) - 1) - 100, "y2": 112.0, "label": cut[1]}],
    }
    bottom = -112.0 * (len(several) - 1) - 2
    axis = {"title": title, "grid": False, "domain": False, "tickCount": 9}
    x, up = number("x", edges[0], edges[-1], axis=axis), lambda field: number(field, bottom, 124, axis=None)
    head = {"type": "text", "align": "left", "baseline": "top", "fontWeight": 600, "color": c.ink}
    rule = {"type": "rule", "strokeWidth": 1.5, "color": c.ink}
    label = {"type": "text", "align": "right", "dx": -6, "baseline": "middle", "fontWeight": 600, "color": c.ink}
    bars, colour = {"y": up("low"), "y2": {"field": "high"}}, either("datum.same", c.choice, c.luck)
    layers: list[Spec] = [
        layer("bars", {"type": "rect"}, x=x, x2={"field": "x2"}, color=colour, **bars),
        layer("heads", head, x=x, y=up("y"), text=text("label")),
        layer("line", rule, x=x, y=up("y"), y2={"field": "y2"}),
        layer("line", label, x=x, y=up("y2"), text=text("label")),
    ]
    return figure(layers, rows, message, c, 110 * len(several) + 70)


def _bars(
    edges: Sequence[float], several: Sequence[tuple[str, Sequence[float], bool]]
) -> Iterator[dict[str, float | bool]]:
    for place, (_, counts, same) in enumerate(several):
        most, base = max([*counts, 1.0]), -112.0 * place
        for left, right, count in zip(edges[:-1], edges[1:], counts, strict=True):
            if count:
                yield {"x": left, "x2": right, "low": base, "high": base + 84 * count / most, "same": same}
