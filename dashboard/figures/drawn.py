"""Many draws: how often an attack works along one setting, and how the share of coarse cells falls in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from dashboard.figures.base import Figure, Rows, Spec, either, figure, layer, number, text, wide_or
from dashboard.theme import Palette


@dataclass(frozen=True, slots=True)
class At:
    """Draws of one setting; shares are of 100.

    Parameters
    ----------
    label : the setting
    rate, low, high : draws in which the attack works, with interval
    theory : what is calculated; None without a formula
    right : crowds attacked that were right; None where none was attacked
    now : whether the sliders stand here
    """

    label: str
    rate: float
    low: float
    high: float
    theory: float | None
    right: float | None
    now: bool = False


def along(several: Sequence[At], said: tuple[str, tuple[str, str, str], str], c: Palette) -> Figure:
    """Draw the settings beside one another; orange diamonds work, grey rings are calculated, blue squares are right.

    Parameters
    ----------
    said : title of the axis; names of the three; message
    """
    title, names, message = said
    marks = [
        {"at": at, "label": one.label, "rate": one.rate, "low": one.low, "high": one.high, "now": one.now}
        | {"theory": one.theory, "right": one.right}
        for at, one in enumerate(several)
    ]
    rows: dict[str, Rows] = {
        "marks": marks,
        "theory": [one for one in marks if one["theory"] is not None],
        "right": [one for one in marks if one["right"] is not None],
        "names": list(_names(marks, names)),
    }
    return figure(list(_along(len(several), title, c)), rows, message, c, 300)


def _names(marks: Sequence[dict[str, Any]], names: tuple[str, str, str]) -> Iterator[dict[str, Any]]:
    """Words at the last mark of each kind."""
    taken: list[float] = []
    for field, name in zip(("rate", "right", "theory"), names, strict=True):
        held = [one for one in marks if one[field] is not None]
        if held:
            y = held[-1][field]
            while any(abs(y - other) < 9 for other in taken):
                y -= 9
            taken.append(y)
            yield {"at": held[-1]["at"] + 0.2, "y": y, "name": name, "kind": field}


def _along(n: int, title: str, c: Palette) -> Iterator[Spec]:
    scale = {"domainMin": -0.5, "domainMax": {"expr": f"{n} + (width < 560 ? -0.4 : {0.32 * n:.2f})"}}
    names = {"values": list(range(n)), "title": title, "grid": False, "domain": False, "ticks": False}
    names["labelExpr"] = "''"
    x: Spec = {"field": "at", "type": "quantitative", "scale": {**scale, "nice": False, "zero": False}, "axis": names}
    up = {"title": "of 100", "grid": True, "domain": False, "values": [0, 25, 50, 75, 100], "gridColor": c.grid}
    y = lambda field: number(field, -12, 106, axis=up)  # noqa: E731
    rule = {"type": "rule", "strokeWidth": 2, "color": c.beyond}
    yield layer("marks", rule, x=x, y=y("low"), y2={"field": "high"})
    ring = {"type": "point", "shape": "circle", "filled": False, "size": 120, "strokeWidth": 1.5, "stroke": c.luck}
    yield layer("theory", ring, x=x, y=y("theory"))
    square = {"type": "point", "shape": "square", "size": 60, "color": c.choice, "opacity": 1}
    yield layer("right", square, x=x, y=y("right"))
    diamond = {"type": "point", "shape": "diamond", "size": 90, "color": c.beyond, "opacity": 1}
    yield layer("marks", diamond, x=x, y=y("rate"))
    label = {"type": "text", "baseline": "middle", "y": {"expr": "height - 12"}, "fontSize": wide_or(11, 13)}
    weight = {"condition": {"test": "datum.now", "value": c.ink}, "value": c.mute}
    yield layer("marks", label, x=x, text=text("label"), color=weight)
    word = {"type": "text", "align": "left", "baseline": "middle", "fontSize": wide_or(1, 13)}
    colours = [
        {"test": "datum.kind === 'rate'", "value": c.beyond_text},
        {"test": "datum.kind === 'right'", "value": c.choice},
    ]
    shown = {**word, "opacity": wide_or(0, 1)}
    yield layer("names", shown, x=x, y=y("y"), text=text("name"), color={"condition": colours, "value": c.mute})


def spread(
    shares: Sequence[int],
    band: tuple[float, float],
    places: Sequence[tuple[float, str]],
    said: tuple[str, str, str],
    c: Palette,
) -> Figure:
    """Draw how many crowds have which share of coarse cells; inside the band one row is taken to be odd.

    Parameters
    ----------
    shares : crowds by number of coarse cells, from none to all
    band : ends of the band
    places : a share and the words over it
    said : title of the axis, title of the counts, message
    """
    title, counts, message = said
    n, top = len(shares) - 1, max(*shares, 1)
    bars = [
        {"x": (at - 0.4) / n, "x2": (at + 0.4) / n, "y": several, "inside": band[0] <= at / n <= band[1], "zero": 0}
        for at, several in enumerate(shares)
        if several
    ]
    rows: dict[str, Rows] = {
        "bars": bars,
        "band": [{"x": band[0], "x2": band[1], "y": 0, "y2": 1.14 * top}],
        "places": [{"x": at, "y": 1.08 * top, "said": words} for at, words in places],
    }
    axis = {"title": title, "values": [0, 0.25, 0.375, 0.5, 0.625, 0.75, 1], "grid": False, "domain": False}
    eighths = "abs(datum.value - 0.375) < 0.01 ? '3/8' : abs(datum.value - 0.625) < 0.01 ? '5/8'"
    axis["labelExpr"] = f"{eighths} : format(datum.value, '.2~f')"
    x = number("x", -0.02, 1.02, axis=axis)
    up = {"title": counts, "grid": False, "domain": False, "tickCount": 4}
    y = number("y", 0, 1.14 * top, axis=up)
    ends = {"x2": {"field": "x2"}}
    word = {"type": "text", "align": {"expr": "datum.x < 0.05 ? 'left' : 'center'"}, "color": c.ink}
    layers = [
        layer("band", {"type": "rect", "color": c.wash}, x=x, y=y, y2={"field": "y2"}, **ends),
        layer(
            "bars",
            {"type": "rect"},
            x=x,
            y=y,
            y2={"field": "zero"},
            color=either("datum.inside", c.beyond, c.within),
            **ends,
        ),
        layer("places", word, x=x, y=y, text=text("said")),
    ]
    return figure(layers, rows, message, c, 220)
