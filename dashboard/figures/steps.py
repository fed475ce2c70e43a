"""The staircase: every fact an attacker adds leaves more people alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dashboard.figures.base import NARROW, Figure, Spec, either, figure, layer, text
from dashboard.theme import Palette
from privacy_core import Staircase, of_100

SHOWN = 12
"""At most this many steps are drawn; those that add least stand together as one."""


def stairs(result: Staircase, colours: Palette) -> Figure:
    """One bar per column in the user's order: pale was alone already, dark is alone because of it."""
    steps = list(_steps(result))
    high = max([step["alone"] for step in steps] + [1.0])
    end = {"domainMax": {"expr": f"{NARROW} ? {high * 1.5} : {high * 1.22}"}}
    order = {"field": "name", "type": "ordinal", "sort": [step["name"] for step in steps]}
    names = {
        **order,
        "axis": {"title": None, "ticks": False, "domain": False, "labelLimit": 150, "labelColor": colours.ink},
    }
    bars = {"type": "bar", "height": {"band": 0.42}}
    layers = [
        layer(
            "steps",
            {**bars, "color": colours.wash},
            y=names,
            x=_across("zero", end),
            x2={"field": "before"},
        ),
        layer(
            "steps",
            {**bars, "color": colours.beyond},
            y=names,
            x=_across("before", end),
            x2={"field": "alone"},
        ),
        layer(
            "steps",
            {"type": "text", "align": "left", "dx": 6, "fontWeight": 600},
            y=names,
            x=_across("alone", end),
            text=text("label"),
            color=either("datum.alone > 0", colours.beyond_text, colours.mute),
        ),
    ]
    message = f"{of_100(result.alone[-1], result.rows)} people stand alone once every column is known."
    return figure(layers, {"steps": steps}, message, colours, 40 * len(steps) + 60)


def _across(field: str, end: Spec) -> Spec:
    axis = {"title": "people who stand alone, of 100", "tickCount": 6, "grid": True, "domain": False}
    axis["labelExpr"] = "datum.value > 100 ? '' : datum.label"
    axis["gridOpacity"] = {"condition": {"test": "datum.value > 100", "value": 0}, "value": 1}
    return {"field": field, "type": "quantitative", "axis": axis, "scale": {"domainMin": 0, "nice": False, **end}}


def _steps(result: Staircase) -> Iterator[dict[str, Any]]:
    before, rest = 0.0, 0.0
    grouped = _least(result)
    for i, (name, alone) in enumerate(zip(result.columns, result.alone, strict=True)):
        now = 100 * alone / max(result.rows, 1)
        if i in grouped:
            rest += 1
            continue
        yield _step(("+ " if i else "") + name, min(before, now), now, of_100(alone, result.rows))
        before = now
    if grouped:
        now = 100 * result.alone[-1] / max(result.rows, 1)
        yield _step(f"+ {len(grouped)} others", min(before, now), now, of_100(result.alone[-1], result.rows))


def _step(name: str, before: float, alone: float, said: str) -> dict[str, Any]:
    label = said if alone else "none"
    return {"name": name, "zero": 0.0, "before": before, "alone": alone, "label": label}


def _least(result: Staircase) -> set[int]:
    """Steps beyond the twelve that add most, to be drawn as one at the end."""
    if len(result.columns) <= SHOWN:
        return set()
    added = [now - before for before, now in zip((0, *result.alone), result.alone, strict=False)]
    by_gain = sorted(range(len(added)), key=lambda i: -added[i])
    return set(by_gain[SHOWN - 1 :])
