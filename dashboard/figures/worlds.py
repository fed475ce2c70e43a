"""Every table that fits what was published, what a method would have made of it, and which of them are left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from dashboard.figures.base import Figure, Rows, Spec, either, figure, layer, number, text, wide_or
from dashboard.theme import Palette

HEIGHT, TOP = 430.0, 34.0
"""Pixels, however many tables there are, so that nothing jumps."""
ORIGINAL, MADE, VERDICT = (0.0, 0.32), (0.38, 0.7), 0.72
SINGLE = 4
"""Up to this many rows each is a chip of its own."""
NARROW_ORIGINAL, NARROW_MADE, NARROW_VERDICT = (0.0, 0.36), (0.44, 0.8), 0.83


@dataclass(frozen=True, slots=True)
class World:
    """One table that fits.

    Parameters
    ----------
    original : labels of its rows, each with the number of rows that have it
    made : the same for what the method would have published
    left : whether it is still possible
    verdict, chance, short : words at the right: why, how likely, and the latter on a phone
    """

    original: Sequence[tuple[str, int]]
    made: Sequence[tuple[str, int]]
    left: bool
    verdict: str
    chance: str
    short: str


def worlds(seen: World, several: Sequence[World], heads: Sequence[str], message: str, c: Palette) -> Figure:
    """Draw a line per table: its rows, an arrow, what would have been published, and whether that is what we see.

    Parameters
    ----------
    seen : what was published, its originals unknown; the first line
    several : the tables that fit it
    heads : over the original, over what would be published, over the verdict
    """
    lines = [seen, *several]
    pitch = min((HEIGHT - TOP) / len(lines), 99.0)
    alone = sum(one.left for one in several) == 1
    rows: dict[str, Rows] = {
        "chips": [chip for place, one in enumerate(lines) for chip in _chips(one, place, pitch, alone and place > 0)],
        "lines": [{**_line(one, place, pitch), "seen": not place} for place, one in enumerate(lines)],
        "heads": _heads(heads),
    }
    return figure(list(_layers(c)), rows, message, c, round(HEIGHT))


def _chips(one: World, place: int, pitch: float, alone: bool) -> Iterator[dict[str, Any]]:
    top = TOP + place * pitch
    for runs, wide, narrow in ((one.original, ORIGINAL, NARROW_ORIGINAL), (one.made, MADE, NARROW_MADE)):
        total, at = sum(count for _, count in runs), 0
        for label, count in _single(runs, total):
            ends = [share / total for share in (at, at + count)]
            at += count
            x, x2 = (wide[0] + end * (wide[1] - wide[0]) for end in ends)
            nx, nx2 = (narrow[0] + end * (narrow[1] - narrow[0]) for end in ends)
            state = "gone" if not one.left else "last" if alone and runs is one.original else "possible"
            said = label if count == 1 else f"{count} × {label}"
            yield {
                **{"x": x + 0.003, "x2": x2 - 0.003, "nx": nx + 0.005, "nx2": nx2 - 0.005},
                **{"y": top + 0.1 * pitch, "y2": top + min(0.78 * pitch, 0.1 * pitch + 50), "state": state},
                **{"label": said, "rows": count},
            }


def _single(runs: Sequence[tuple[str, int]], total: int) -> list[tuple[str, int]]:
    """A chip per row where there are few, else one per run of equal rows."""
    return [(label, 1) for label, count in runs for _ in range(count)] if total <= SINGLE else list(runs)


def _line(one: World, place: int, pitch: float) -> dict[str, Any]:
    middle = TOP + place * pitch + (0.1 * pitch + min(0.78 * pitch, 0.1 * pitch + 50)) / 2
    two = pitch >= 36
    return {
        **{"y": middle, "high": middle - (9 if two else 0), "low": middle + 9 if two else middle, "left": one.left},
        **{
            "verdict": one.verdict if two else "",
            "chance": one.chance,
            "short": one.short,
            "arrow": "→",
            "x": 0.35,
            "nx": 0.4,
        },
        **{"vx": VERDICT, "nvx": NARROW_VERDICT, "sx": ORIGINAL[0], "sx2": ORIGINAL[1], "nsx2": NARROW_ORIGINAL[1]},
        "stroke": middle,
    }


def _heads(heads: Sequence[str]) -> Rows:
    wide, narrow = (ORIGINAL[0], MADE[0], VERDICT), (0.0, NARROW_MADE[0], NARROW_VERDICT)
    return [{"x": x, "nx": nx, "y": 12.0, "head": head} for head, x, nx in zip(heads, wide, narrow, strict=True)]


def _placed(named: str, mark: Spec, pairs: dict[str, tuple[str, str]], **encoding: Any) -> Spec:
    """A layer whose places across differ between a wide picture and a phone."""
    made = [
        {"calculate": f"width < 560 ? datum.{narrow} : datum.{wide}", "as": f"to_{channel}"}
        for channel, (wide, narrow) in pairs.items()
    ]
    places: Spec = {"x": number("to_x", 0, 1, axis=None)} | ({"x2": {"field": "to_x2"}} if "x2" in pairs else {})
    return {**layer(named, mark, **places, **encoding), "transform": made}


def _layers(c: Palette) -> Iterator[Spec]:
    y = number("y", 0, HEIGHT, axis=None, sort="descending")
    up = lambda field: number(field, 0, HEIGHT, axis=None, sort="descending")  # noqa: E731
    by = {
        "condition": [
            {"test": "datum.state === 'last'", "value": c.beyond},
            {"test": "datum.state === 'gone'", "value": c.grid},
        ],
        "value": c.pale,
    }
    ends = {"x": ("x", "nx"), "x2": ("x2", "nx2")}
    told = [text("label", title="rows")]
    yield _placed("chips", {"type": "rect", "cornerRadius": 3}, ends, y=y, y2={"field": "y2"}, color=by, tooltip=told)
    middle = [
        {"calculate": "(datum.x + datum.x2) / 2", "as": "mx"},
        {"calculate": "(datum.nx + datum.nx2) / 2", "as": "nmx"},
        {"calculate": "(datum.y + datum.y2) / 2", "as": "my"},
    ]
    room = "(width * (width < 560 ? datum.nx2 - datum.nx : datum.x2 - datum.x))"
    size = {"expr": f"max(1, min(13, {room} * 1.75 / max(length(datum.label), 5)))"}
    shown = {"expr": f"{room} * 1.75 / max(length(datum.label), 5) < 9 ? 0 : 1"}
    word = {"type": "text", "baseline": "middle", "fontSize": size, "opacity": shown}
    ink = {
        "condition": [
            {"test": "datum.state === 'last'", "value": c.ground},
            {"test": "datum.state === 'gone'", "value": c.mute},
        ],
        "value": c.ink,
    }
    drawn = _placed("chips", word, {"x": ("mx", "nmx")}, y=up("my"), text=text("label"), color=ink)
    drawn["transform"] = [*middle, *drawn["transform"]]
    yield from _strikes(up, c)
    halo = {**word, "stroke": c.grid, "strokeWidth": 6, "strokeJoin": "round"}
    gone = {**drawn, "mark": halo, "transform": [{"filter": "datum.state === 'gone'"}, *drawn["transform"]]}
    yield from (gone, drawn)
    yield from _line_layers(up, c)


def _strikes(up: Any, c: Palette) -> Iterator[Spec]:
    """A line through the rows of every table that is ruled out."""
    stroke = {"type": "rule", "strokeWidth": 2, "color": c.beyond_text}
    gone = _placed("lines", stroke, {"x": ("sx", "sx"), "x2": ("sx2", "nsx2")}, y=up("stroke"))
    yield {**gone, "transform": [{"filter": "!datum.left"}, *gone["transform"]]}


def _line_layers(up: Any, c: Palette) -> Iterator[Spec]:
    left = {"type": "text", "align": "left", "baseline": "middle"}
    arrow = {"type": "text", "align": "center", "baseline": "middle", "color": c.mute, "fontSize": 16}
    yield _placed("lines", arrow, {"x": ("x", "nx")}, y=up("y"), text=text("arrow"))
    place = {"x": ("vx", "nvx")}
    coloured = either("datum.left && !datum.seen", c.beyond_text, c.mute)
    wide = {"fontSize": wide_or(1, 13), "opacity": wide_or(0, 1)}
    bold, small = {**left, **wide, "fontWeight": 600}, {**left, "fontSize": wide_or(11, 1), "opacity": wide_or(1, 0)}
    yield _placed(
        "lines", {**left, **wide}, place, y=up("high"), text=text("verdict"), color=either("datum.left", c.ink, c.mute)
    )
    yield _placed("lines", bold, place, y=up("low"), text=text("chance"), color=coloured)
    yield _placed("lines", {**small, "fontWeight": 600}, place, y=up("stroke"), text=text("short"), color=coloured)
    head = {**left, "color": c.mute, "fontSize": wide_or(11, 13)}
    yield _placed("heads", head, {"x": ("x", "nx")}, y=up("y"), text=text("head"))
