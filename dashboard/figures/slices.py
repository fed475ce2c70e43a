"""Slices through R(λ, τ): one per way to sort, members above those who link by luck, one cut through all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from dashboard.figures.base import NARROW, Figure, Rows, Spec, figure, layer, text, wide_or
from dashboard.theme import Palette

HIGH, GAP = 100.0, 34.0
MOST_SLICES = 7
"""Slices that are drawn; of more levels some, with the first, the last and the chosen one."""
NAMES = -0.38
"""Left end of the axis, where the names stand."""


@dataclass(frozen=True, slots=True)
class Slice:
    """One way to sort: rates at every threshold, of 100.

    Parameters
    ----------
    name, note : words at its left
    members : who link
    luck, right : who link by luck, and who find the right one; None where it is not known
    dull : threshold up to which luck is as high; None where there is none
    meets : luck at the cut
    chosen : whether the answer is about it
    more : whether the note tells of more than luck
    """

    name: str
    note: str
    members: Sequence[float]
    luck: Sequence[float] | None
    right: Sequence[float] | None
    dull: float | None
    meets: float | None
    chosen: bool
    more: bool = True


def which(n: int, chosen: int) -> list[int]:
    """Slices that are drawn when there are n."""
    if n <= MOST_SLICES:
        return list(range(n))
    spread = [round(i * (n - 1) / (MOST_SLICES - 1)) for i in range(MOST_SLICES)]
    if chosen not in spread:
        inner = range(1, MOST_SLICES - 1)
        spread[min(inner, key=lambda i: abs(spread[i] - chosen))] = chosen
    return spread


def slices(
    several: Sequence[Slice], tau: Sequence[float], cut: float, said: tuple[str, str, str, str], c: Palette
) -> Figure:
    """Draw the slices under one another, the finest way to sort on top.

    Parameters
    ----------
    tau : thresholds of the rates
    cut : the user's line
    said : words of the line, title of the axis, words of the part that means nothing, message
    """
    label, title, dull, message = said
    bases = [(len(several) - 1 - i) * (HIGH + GAP) for i in range(len(several))]
    pairs = list(zip(several, bases, strict=True))
    widest = max((one for one in several if one.dull), key=lambda one: one.dull or 0, default=None)
    shown = next((one for one in several if widest is not None and one.dull == widest.dull), None)
    rows: dict[str, Rows] = {
        "areas": [row for one, base in pairs for row in _area(one, base, tau)],
        "lines": [row for one, base in pairs for row in _lines(one, base, tau)],
        "frame": [{**_frame(one, base), "zero": 0.0, "one": 1.0} for one, base in pairs],
        "dull": [
            {
                **_frame(one, base),
                "zero": 0.0,
                "one": one.dull,
                "label": dull if one is shown and one.dull > 0.3 else "",
            }
            for one, base in pairs
            if one.dull
        ],
        "cut": [{**_frame(one, base), "x": cut, "label": label, "top": not i} for i, (one, base) in enumerate(pairs)],
        "meets": [
            {**_frame(one, base), "x": cut, "y": base + one.meets} for one, base in pairs if one.meets is not None
        ],
    }
    height = 56 + int(max(72, min(88, 520 / max(len(several), 1))) * len(several)) if several else 120
    return figure(list(_layers(title, c)), rows, message, c, max(height, 200))


def _frame(one: Slice, base: float) -> dict[str, Any]:
    ends = {"bottom": base, "foot": base - 8, "head": base + HIGH, "above": base + HIGH + GAP - 8}
    return {
        **ends,
        "middle": base + 62,
        "low": base + 26,
        "name": f"▸ {one.name}" if one.chosen else one.name,
        "note": one.note,
        "chosen": one.chosen,
        "more": one.more,
    }


def _area(one: Slice, base: float, tau: Sequence[float]) -> Iterator[dict[str, Any]]:
    luck = one.luck if one.luck is not None else [0.0] * len(tau)
    for x, by_luck, linked in zip(tau, luck, one.members, strict=True):
        top = HIGH if one.luck is None else max(linked, by_luck)
        low = linked if one.luck is None else by_luck
        ends = {"bottom": base, "luck": base + low, "top": base + top}
        yield {"x": x, "level": base, "chosen": one.chosen, "open": one.luck is None, **ends}


def _lines(one: Slice, base: float, tau: Sequence[float]) -> Iterator[dict[str, Any]]:
    for kind, values in (("luck", one.luck), ("right", one.right), ("members", one.members)):
        if values is not None:
            for x, y in zip(tau, values, strict=True):
                yield {"x": x, "y": base + y, "kind": kind, "level": f"{kind} {base:g}", "chosen": one.chosen}


def _across(field: str, **more: Any) -> Spec:
    scale = {"domainMin": wide_or(0, NAMES), "domainMax": wide_or(1.0, 1.0), "nice": False, "zero": False}
    return {"field": field, "type": "quantitative", "scale": scale, **more}


def _up(field: str) -> Spec:
    return {"field": field, "type": "quantitative", "axis": None, "scale": {"zero": False, "nice": False}}


def _of_width(one: Spec, wide: str = "true") -> Spec:
    """A layer that on a phone shows the chosen slice alone."""
    return {**one, "transform": [{"filter": f"{NARROW} ? datum.chosen : {wide}"}]}


def _layers(title: str, c: Palette) -> Iterator[Spec]:
    ticks = {"title": title, "values": [i / 10 for i in range(11)], "grid": False, "domain": False, "format": ".1f"}
    ticks["titleAnchor"] = "end"
    x = _across("x", axis=ticks)
    level = {"detail": text("level")}
    luck = {"type": "area", "color": c.luck, "opacity": 0.16}
    yield _of_width(layer("areas", luck, x=x, y=_up("bottom"), y2={"field": "luck"}, **level))
    gap = {"type": "area", "opacity": 0.85}
    colour = {"condition": {"test": "datum.open", "value": c.pale}, "value": c.beyond}
    yield _of_width(layer("areas", gap, x=x, y=_up("luck"), y2={"field": "top"}, color=colour, **level))
    yield from _frames(c)
    kinds = [("luck", c.luck), ("right", c.choice)]
    tests = [{"test": f"datum.kind === '{kind}'", "value": value} for kind, value in kinds]
    dash = {"condition": {"test": "datum.kind === 'luck'", "value": [5, 3]}, "value": [1, 0]}
    line = {"type": "line", "strokeWidth": 2, "clip": True}
    yield _of_width(
        layer("lines", line, x=x, y=_up("y"), color={"condition": tests, "value": c.ink}, strokeDash=dash, **level)
    )
    yield from _cut(x, c)


def _frames(c: Palette) -> Iterator[Spec]:
    """Where the rate means nothing, the ground of each slice, its words."""
    low, high = _across("zero"), {"field": "one"}
    grey = {"type": "rect", "color": c.luck, "opacity": 0.22}
    yield _of_width(layer("dull", grey, x=low, x2=high, y=_up("bottom"), y2={"field": "head"}))
    inside = {"type": "text", "align": "left", "baseline": "middle", "dx": 8, "color": c.ink, "fontStyle": "italic"}
    yield _of_width(layer("dull", inside, x=low, y=_up("low"), text=text("label")))
    yield _of_width(layer("frame", {"type": "rule", "color": c.axis}, x=low, x2=high, y=_up("bottom")))
    left = {"type": "text", "align": "left", "baseline": "middle", "x": 0}
    words = {"fontSize": wide_or(1, 13), "opacity": wide_or(0, 1)}
    weight = {"condition": {"test": "datum.chosen", "value": c.choice}, "value": c.ink}
    yield _of_width(
        layer("frame", {**left, **words, "fontWeight": 600}, y=_up("middle"), text=text("name"), color=weight)
    )
    told = {"condition": {"test": "datum.more", "value": c.beyond_text}, "value": c.mute}
    yield _of_width(layer("frame", {**left, **words}, y=_up("low"), text=text("note"), color=told))


def _cut(x: Spec, c: Palette) -> Iterator[Spec]:
    """The user's line through all slices, its words, and where it meets luck."""
    rule = {"type": "rule", "strokeWidth": 1.5, "color": c.ink}
    yield _of_width(layer("cut", rule, x=x, y=_up("foot"), y2={"field": "above"}))
    label = {"type": "text", "baseline": "bottom", "dy": -2, "fontWeight": 600, "fontSize": 14, "color": c.ink}
    label["align"] = {"expr": f"datum.x > ({NARROW} ? 0.5 : 0.3) ? 'right' : 'left'"}
    label["dx"] = {"expr": f"datum.x > ({NARROW} ? 0.5 : 0.3) ? -6 : 6"}
    yield _of_width(layer("cut", label, x=x, y=_up("head"), text=text("label")), "datum.top")
    square = {"type": "point", "shape": "square", "size": 60, "color": c.luck, "opacity": 1}
    yield _of_width(layer("meets", square, x=x, y=_up("y")))
