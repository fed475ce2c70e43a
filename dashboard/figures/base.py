"""What a figure is, and the marks that several figures share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dashboard.theme import Palette, configuration

Spec = dict[str, Any]
Rows = Sequence[Mapping[str, Any]]

NARROW = "width < 560"
"""True inside a figure that is drawn on a phone."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing: a specification that stays the same while a control moves, and the data that change.

    Parameters
    ----------
    spec : Vega-Lite specification whose data are named
    rows : the rows of each named data set
    message : one sentence that says what the drawing shows, for those who cannot see it
    """

    spec: Spec
    rows: Mapping[str, Rows]
    message: str


def figure(layers: Sequence[Spec], rows: Mapping[str, Rows], message: str, colours: Palette, height: int) -> Figure:
    """Put layers over one another at full width."""
    spec = {
        "width": "container",
        "height": height,
        "autosize": {"type": "fit", "contains": "padding"},
        "layer": list(layers),
        "config": configuration(colours),
    }
    return Figure(spec, rows, message)


def layer(named: str, mark: Spec, **encoding: Any) -> Spec:
    """One layer over a named data set."""
    return {"data": {"name": named}, "mark": mark, "encoding": encoding}


def number(field: str, low: float, high: float, **more: Any) -> Spec:
    """A quantitative channel on a fixed scale."""
    scale = {"domain": [low, high], "nice": False, "zero": False, **more.pop("scale", {})}
    if scale.get("type") == "log":
        del scale["zero"]
    return {"field": field, "type": "quantitative", "scale": scale, **more}


def text(field: str, **more: Any) -> Spec:
    """A channel that takes a field as it is."""
    return {"field": field, "type": "nominal", **more}


def either(test: str, yes: Any, no: Any) -> Spec:
    """One constant where a test on the datum holds, else another."""
    return {"condition": {"test": test, "value": yes}, "value": no}


def wide_or(narrow: Any, wide: Any) -> Spec:
    """One number on a phone, another on a wide screen."""
    return {"expr": f"{NARROW} ? {narrow} : {wide}"}


def at_zero(low: float, high: float) -> Spec:
    """Where the title of an axis stands that has words at its left: at 0 on a wide screen, at the edge on a phone."""
    return {"titleX": {"expr": f"{NARROW} ? 0 : width * {-low / (high - low):.4f}"}, "titleAnchor": "start"}
