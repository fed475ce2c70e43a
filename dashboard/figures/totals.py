"""Success against the number of totals published: exact, with noise, what luck has and what a bound allows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from dashboard.figures.base import Figure, Rows, Spec, either, figure, layer, number, text, wide_or
from dashboard.theme import Palette

TOP = 114.0
"""Upper end of the scale of 100, with room for the words of the user's line."""


@dataclass(frozen=True, slots=True)
class Climb:
    """One line over the number of totals; shares are of 100.

    Parameters
    ----------
    kind : "exact", "noise", "luck" or "bound"
    shares : one per number of totals, from 0 on
    label : words at its right end
    """

    kind: str
    shares: Sequence[float]
    label: str


@dataclass(frozen=True, slots=True)
class Measured:
    """What was tried at the user's number of totals; shares are of 100."""

    kind: str
    at: int
    rate: float
    low: float
    high: float
    note: str


def totals(
    lines: Sequence[Climb], tried: Sequence[Measured], cut: tuple[int, str], said: tuple[str, str, str], c: Palette
) -> Figure:
    """Draw the lines as steps, the part above luck filled, what was tried at the user's line.

    Parameters
    ----------
    cut : number of totals at the user's line, and its words
    said : titles of both axes, message
    """
    by_kind = {one.kind: one for one in lines}
    exact, luck = by_kind["exact"].shares, by_kind["luck"].shares
    across, up, message = said
    most = len(exact) - 1
    rows: dict[str, Rows] = {
        "gap": [{"x": n, "y": y, "y2": low} for n, (y, low) in enumerate(zip(exact, luck, strict=True))],
        "lines": [{"x": n, "y": y, "kind": one.kind} for one in lines for n, y in enumerate(one.shares)],
        "ends": list(_ends(lines, most)),
        "cut": [{"x": cut[0], "y": 0.0, "y2": TOP, "label": cut[1], "left": cut[0] > most / 2}],
        "tried": [_row(one, most) for one in tried],
    }
    return figure(list(_layers(most, (across, up), c)), rows, message, c, 430)


def _row(one: Measured, most: int) -> dict[str, Any]:
    where = {"x": one.at, "y": one.rate, "low": one.low, "high": one.high}
    return {**where, "kind": one.kind, "note": one.note, "left": one.at > most / 2}


LINE = 6.0
"""Height of a line of words, of 100."""
FULL = 99.0
"""From here on the words of the highest line stand above it, where no other line is."""
BENEATH = 0.45
"""Share of a phone's picture that words at the right end of a line take at most."""


def _ends(lines: Sequence[Climb], most: int) -> Iterator[dict[str, Any]]:
    """Words at the right end of each line, apart from one another and from the lines, which only rise.

    The highest has them above where it is full, other high ones beneath as much of it as they are long; low ones above.
    """
    filled = next(one.shares for one in lines if one.kind == "exact")
    high = sorted((one for one in lines if one.shares[-1] >= 50), key=lambda line: -line.shares[-1])
    low = sorted((one for one in lines if one not in high), key=lambda line: line.shares[-1])
    top, bottom, begins = 100.0 + LINE, -LINE / 2, round((1 - BENEATH) * most)
    for one in high:
        if one is high[0] and one.shares[-1] >= FULL:
            yield _words(one, most, 100.0 + LINE * 0.7, filled)
            continue
        top = min(one.shares[begins], top - LINE)
        yield _words(one, most, top - LINE, filled)
    for one in low:
        bottom = max(one.shares[-1], bottom) + LINE
        yield _words(one, most, bottom - LINE / 2, filled)


def _words(one: Climb, most: int, y: float, filled: Sequence[float]) -> dict[str, Any]:
    """The words of one line, and whether they stand on what is filled."""
    return {"x": most, "y": y, "label": one.label, "kind": one.kind, "filled": y < filled[-1]}


def _colour(c: Palette, words: bool = False) -> Spec:
    inks = {"exact": c.beyond_text if words else c.beyond, "noise": c.choice, "luck": c.mute if words else c.luck}
    tests = [{"test": f"datum.kind === '{kind}'", "value": ink} for kind, ink in inks.items()]
    return {"condition": tests, "value": c.ink}


def _layers(most: int, titles: tuple[str, str], c: Palette) -> Iterator[Spec]:
    ticks = {"title": titles[0], "grid": False, "tickCount": 8, "format": ",d"}
    x, y = number("x", 0, most), number("y", -1.0, TOP)
    up = {"title": titles[1], "values": [0, 20, 40, 60, 80, 100], "grid": True, "domain": False}
    step = {"interpolate": "step-after"}
    yield layer(
        "gap",
        {"type": "area", "color": c.wash, "opacity": 1, **step},
        x={**x, "axis": ticks},
        y={**y, "axis": up},
        y2={"field": "y2"},
    )
    dashes = [{"test": "datum.kind === 'luck'", "value": [5, 3]}, {"test": "datum.kind === 'bound'", "value": [1, 3]}]
    line = {"type": "line", "strokeWidth": 2.5, **step}
    dash = {"condition": dashes, "value": [1, 0]}
    yield layer("lines", line, x=x, y=y, color=_colour(c), strokeDash=dash, detail=text("kind"))
    yield layer("cut", {"type": "rule", "strokeWidth": 1.5, "color": c.ink}, x=x, y=y, y2={"field": "y2"})
    side = {"align": {"expr": "datum.left ? 'right' : 'left'"}, "dx": {"expr": "datum.left ? -7 : 7"}}
    label = {"type": "text", "baseline": "top", "fontWeight": 600, "fontSize": wide_or(12, 14), "color": c.ink, **side}
    yield layer("cut", label, x=x, y={**y, "field": "y2"}, text=text("label"))
    end = {"type": "text", "align": "right", "baseline": "middle", "fontSize": wide_or(12, 13), "dx": -2}
    halo, behind = {**end, "strokeWidth": 5, "strokeJoin": "round"}, either("datum.filled", c.wash, c.ground)
    yield layer("ends", halo, x=x, y=y, text=text("label"), color=behind, stroke=behind)
    yield layer("ends", end, x=x, y=y, text=text("label"), color=_colour(c, words=True))
    yield layer(
        "tried",
        {"type": "rule", "strokeWidth": 2},
        x=x,
        y={**y, "field": "low"},
        y2={"field": "high"},
        color=_colour(c),
    )
    point = {"type": "point", "size": 120, "opacity": 1}
    yield layer("tried", point, x=x, y=y, color=_colour(c), shape=either("datum.kind === 'exact'", "diamond", "circle"))
    note = {"type": "text", "baseline": "bottom", "dy": -5, "fontSize": wide_or(1, 13), "opacity": wide_or(0, 1)}
    beside = {"align": {"expr": "datum.left ? 'right' : 'left'"}, "dx": {"expr": "datum.left ? -12 : 12"}}
    yield layer(
        "tried", {**note, **beside, "fontWeight": 600}, x=x, y=y, text=text("note"), color=_colour(c, words=True)
    )
