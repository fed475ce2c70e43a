"""Values of a secret, struck out release by release."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from dashboard.figures.base import NARROW, Figure, Rows, Spec, figure, layer, number, text
from dashboard.theme import Palette

CHIPS = 12
"""Up to this many values each is a chip with its name; above, values are cells of a bar."""

STEPS = 9
"""Up to this many releases rows are high enough for names."""

RULED = 60
"""Up to this many values a bar is divided into cells."""

HEIGHT = 430.0
"""Pixels of a picture whose rows and values a slider moves, so that nothing below it jumps."""
LEFT, RIGHT, TOP = 0.115, 0.82, 28.0
"""Where chips begin and end across a wide picture, and below its heads in pixels."""
NAMES = 0.27
"""Width of the names of values on a phone, where values are rows."""
ROW = 62.0
SHORT = 9
"""Letters of a name that stays on one line."""


@dataclass(frozen=True, slots=True)
class Step:
    """One row: before any release, or after one.

    Parameters
    ----------
    name, note : "release 1", "rules out 2"
    short : head of its column on a phone
    large, small : the number at the right, and what is said beside it
    loud : whether the number is the coloured one of the answer
    """

    name: str
    note: str
    short: str
    large: str
    small: str
    loud: bool


def chips(
    labels: Sequence[str],
    out_at: Sequence[int],
    steps: Sequence[Step],
    heads: Sequence[str],
    message: str,
    height: float,
    c: Palette,
) -> Figure:
    """Draw rows of values: possible, struck by this release, gone, the only one left.

    Parameters
    ----------
    labels : values in the order they are drawn
    out_at : per value the release that rules it out, 0 for none
    steps : before the first release, then one per release
    heads : over the numbers at the right
    height : pixels; `fitting` where nothing moves it
    """
    named = len(labels) <= CHIPS and len(steps) <= STEPS + 1
    marks = _chip_rows(labels, out_at, len(steps), height) if named else _bar_rows(out_at, len(steps), height)
    rows: dict[str, Rows] = {
        "chips": [row for row in marks if row["state"] != "gone"],
        "words": marks if named else [],
        "strikes": [row for row in marks if row["state"] == "struck"] if named else [],
        "names": _names(labels, height) if named else [],
        "cells": [] if named else _dividers(len(labels), len(steps), height),
        "steps": _steps(steps, named, height),
        "heads": [{"head": head, **_at(x, 10, x, 10)} for head, x in zip(heads, (0.865, 0.94), strict=True)],
    }
    layers = [*_chip_layers(c, height), *_word_layers(c, height), *_step_layers(c, named, height)]
    return figure(layers, rows, message, c, int(height))


def _at(x: float, y: float, narrow_x: float, narrow_y: float) -> dict[str, float]:
    """A place on a wide picture and on a phone: share of the width, pixels from the top."""
    return {"x": x, "y": y, "nx": narrow_x, "ny": narrow_y}


def _box(wide: Sequence[float], narrow: Sequence[float]) -> dict[str, float]:
    """A box by left, top, right, bottom; on a phone likewise."""
    far = _at(wide[2], wide[3], narrow[2], narrow[3])
    return {**_at(wide[0], wide[1], narrow[0], narrow[1]), **{f"{name}2": place for name, place in far.items()}}


def fitting(n_values: int, n_steps: int) -> float:
    """Pixels that so many values and rows need."""
    return max(TOP + min(n_steps, STEPS + 1) * ROW, _narrow_top() + min(n_values, CHIPS) * 26.0)


def _height(n_steps: int, height: float) -> float:
    return min(ROW, (height - TOP) / n_steps)


def _state(out_at: int, step: int, last: bool) -> str:
    if out_at and out_at < step:
        return "gone"
    return "struck" if out_at == step and step else "last" if last else "possible"


def _chip_rows(labels: Sequence[str], out_at: Sequence[int], n_steps: int, height: float) -> Rows:
    across, down = (RIGHT - LEFT) / len(labels), _height(n_steps, height)
    narrow_across, narrow_down = (1 - NAMES) / n_steps, _narrow_height(len(labels), height)
    found = []
    for step in range(n_steps):
        last = sum(not at or at > step for at in out_at) == 1
        for i, (label, at) in enumerate(zip(labels, out_at, strict=True)):
            x, y = LEFT + i * across, TOP + step * down
            nx, ny = NAMES + step * narrow_across, _narrow_top() + i * narrow_down
            wide = (x + 0.003, y + 0.1 * down, x + across - 0.003, y + 0.8 * down)
            box = _box(wide, (nx + 0.01, ny + 2, nx + narrow_across - 0.01, ny + narrow_down - 2))
            lines = _lines(label)
            words = {"label": label, "shown": "\n".join(lines), "lines": len(lines), "longest": max(map(len, lines))}
            found.append({**words, "state": _state(at, step, last), "step": step, "count": 1, **box})
    return found


def _lines(label: str) -> list[str]:
    """A long name on two lines, broken behind the blank, hyphen or slash nearest its middle."""
    breaks = [at + 1 for at, letter in enumerate(label[:-1]) if letter in " -/" and at]
    if len(label) <= SHORT or not breaks:
        return [label]
    at = min(breaks, key=lambda place: abs(2 * place - len(label)))
    return [label[:at].rstrip(), label[at:]]


def _narrow_top() -> float:
    return 52.0


def _narrow_height(n_values: int, height: float) -> float:
    return min(34.0, (height - _narrow_top()) / n_values)


def _bar_rows(out_at: Sequence[int], n_steps: int, height: float) -> Rows:
    """Runs of values that fare alike, those ruled out first at the left."""
    n, down, found = len(out_at), _height(n_steps, height), []
    for step in range(n_steps):
        gone = sum(0 < at < step for at in out_at)
        struck = sum(at == step for at in out_at) if step else 0
        last = n - gone - struck == 1
        runs = zip(
            pairwise((0, gone, gone + struck, n)), ("gone", "struck", "last" if last else "possible"), strict=True
        )
        for (first, end), state in runs:
            if end > first:
                x = [LEFT + (RIGHT - LEFT) * at / n for at in (first, end)]
                box = (x[0], TOP + (step + 0.1) * down, x[1], TOP + (step + 0.8) * down)
                found.append({"label": "", "state": state, "step": step, "count": end - first, **_box(box, box)})
    return found


def _dividers(n_values: int, n_steps: int, height: float) -> Rows:
    """Lines between the cells of a bar."""
    if n_values > RULED:
        return []
    low = TOP + n_steps * _height(n_steps, height)
    places = [LEFT + (RIGHT - LEFT) * at / n_values for at in range(1, n_values)]
    return [_box((x, TOP, x, low), (x, TOP, x, low)) for x in places]


def _names(labels: Sequence[str], height: float) -> Rows:
    """Names of values at the left, on a phone only."""
    down = _narrow_height(len(labels), height)
    return [{"label": label, **_at(0, 0, 0, _narrow_top() + (i + 0.5) * down)} for i, label in enumerate(labels)]


def _steps(steps: Sequence[Step], named: bool, height: float) -> Rows:
    """Names at the left and numbers at the right; on a phone heads of columns where values are rows."""
    down, found = _height(len(steps), height), []
    for i, step in enumerate(steps):
        middle = TOP + (i + 0.45) * down
        narrow = NAMES + (i + 0.5) * (1 - NAMES) / len(steps)
        found.append(
            {
                **{"name": step.name, "note": step.note, "short": step.short, "large": step.large, "small": step.small},
                **{"loud": step.loud, "y": middle, "low": middle + 9},
                **{"high": middle - 9, "x": 0.0, "big": 0.865, "beside": 0.94},
                **{"nx": narrow if named else 0.0, "ny": 12.0 if named else middle},
                **{"nbig": narrow if named else 0.9, "nlow": 36.0 if named else middle},
            }
        )
    return found


def _placed(named: str, mark: Spec, fields: Sequence[str], height: float, **encoding: Any) -> Spec:
    """A layer whose places differ between a wide picture and a phone."""
    pairs = dict(zip(("x", "y", "x2", "y2"), fields, strict=False))
    chosen = [
        {"calculate": f"{NARROW} ? datum.{narrow} : datum.{wide}", "as": f"to_{channel}"}
        for channel, (wide, narrow) in ((channel, field.split("|")) for channel, field in pairs.items())
    ]
    places: Spec = {"x": number("to_x", 0, 1, axis=None), "y": number("to_y", 0, height, axis=None, sort="descending")}
    places |= {channel: {"field": f"to_{channel}"} for channel in pairs if channel not in "xy"}
    return {**layer(named, mark, **places, **encoding), "transform": chosen}


BOX = ("x|nx", "y|ny", "x2|nx2", "y2|ny2")
WIDE_TEXT, NARROW_TEXT = {"expr": f"{NARROW} ? 1 : 13"}, {"expr": f"{NARROW} ? 13 : 1"}
ON_WIDE, ON_NARROW = {"expr": f"{NARROW} ? 0 : 1"}, {"expr": f"{NARROW} ? 1 : 0"}


def _by_state(possible: str, struck: str, gone: str, last: str) -> Spec:
    tests = [("struck", struck), ("gone", gone), ("last", last)]
    found = [{"test": f"datum.state === '{state}'", "value": value} for state, value in tests]
    return {"condition": found, "value": possible}


def _chip_layers(c: Palette, height: float) -> list[Spec]:
    tooltip = [
        text("label", title="value"),
        text("state", title="this value is"),
        {"field": "count", "type": "quantitative", "title": "values"},
    ]
    ground, chip = {"type": "rule", "strokeWidth": 1.5, "color": c.ground}, {"type": "rect", "cornerRadius": 3}
    colour = _by_state(c.pale, c.wash, c.pale, c.beyond)
    return [
        _placed("chips", chip, BOX, height, color=colour, tooltip=tooltip),
        _placed("cells", ground, BOX, height),
    ]


def _word_layers(c: Palette, height: float) -> list[Spec]:
    middle = [
        {"calculate": "(datum.x + datum.x2) / 2", "as": "mx"},
        {"calculate": "(datum.y + datum.y2) / 2", "as": "my"},
        {"calculate": "(datum.nx + datum.nx2) / 2", "as": "nmx"},
        {"calculate": "(datum.ny + datum.ny2) / 2", "as": "nmy"},
    ]
    chip = "(width * (datum.x2 - datum.x))"
    size = {"expr": f"{NARROW} ? 1 : max(11, min(13, {chip} * 1.9 / max(datum.longest, 8)))"}
    limit = {"expr": f"{NARROW} ? 200 : {chip} - 4"}
    word = {"type": "text", "baseline": "middle", "fontSize": size, "limit": limit, "opacity": ON_WIDE}
    word |= {"lineBreak": "\n", "lineHeight": 13, "dy": {"expr": "-6.5 * (datum.lines - 1)"}}
    by_state = {"color": _by_state(c.ink, c.ink, c.mute, c.ground), "text": text("shown")}
    words = _placed("words", word, ("mx|nmx", "my|nmy"), height, **by_state)
    stroke = _placed(
        "strikes",
        {"type": "rule", "strokeWidth": 2.5, "color": c.beyond_text},
        ("sx|nsx", "my|nmy", "sx2|nsx2"),
        height,
    )
    stroke["transform"] = [
        *middle,
        {"calculate": "datum.x + 0.1 * (datum.x2 - datum.x)", "as": "sx"},
        {"calculate": "datum.x2 - 0.1 * (datum.x2 - datum.x)", "as": "sx2"},
        {"calculate": "datum.nx + 0.1 * (datum.nx2 - datum.nx)", "as": "nsx"},
        {"calculate": "datum.nx2 - 0.1 * (datum.nx2 - datum.nx)", "as": "nsx2"},
        *stroke["transform"],
    ]
    words["transform"] = [*middle, *words["transform"]]
    return [words, stroke, *_name_layers(c, height)]


def _name_layers(c: Palette, height: float) -> list[Spec]:
    name = {
        "type": "text",
        "align": "left",
        "baseline": "middle",
        "fontSize": NARROW_TEXT,
        "opacity": ON_NARROW,
        "color": c.ink,
        "limit": {"expr": f"{NAMES} * width - 6"},
    }
    return [_placed("names", name, ("x|nx", "y|ny"), height, text=text("label"))]


def _step_layers(c: Palette, named: bool, height: float) -> list[Spec]:
    left = {"type": "text", "align": "left", "baseline": "middle", "color": c.ink}
    middle = {"type": "text", "align": "center", "baseline": "middle", "color": c.ink}
    serif = {"font": "Source Serif", "fontWeight": 600}
    loud = {"condition": {"test": "datum.loud", "value": c.beyond_text}, "value": c.ink}
    large = {"expr": f"{NARROW} ? 17 : (length(datum.large) > 3 ? 19 : 30)"}
    number_ = {"text": text("large"), "color": loud}
    wide_only = {"fontSize": WIDE_TEXT, "opacity": ON_WIDE}
    narrow_only = {"fontSize": NARROW_TEXT, "opacity": ON_NARROW}
    head = narrow_only if named else {"fontSize": NARROW_TEXT, "opacity": ON_NARROW, "align": "left"}
    return [
        _placed("steps", {**left, "fontWeight": 600, **wide_only}, ("x|nx", "high|ny"), height, text=text("name")),
        _placed("steps", {**left, **wide_only, "color": c.mute}, ("x|nx", "low|ny"), height, text=text("note")),
        _placed("steps", {**middle, **head, "fontWeight": 600}, ("x|nx", "y|ny"), height, text=text("short")),
        _placed("steps", {**middle, **serif, "fontSize": large}, ("big|nbig", "y|nlow"), height, **number_),
        _placed("steps", {**left, **wide_only}, ("beside|nbig", "y|nlow"), height, text=text("small"), color=loud),
        _placed("heads", {**middle, **wide_only, "color": c.mute}, ("x|nx", "y|ny"), height, text=text("head")),
    ]
