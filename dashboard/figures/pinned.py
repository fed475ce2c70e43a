"""People left with one value: nine of two published tables, nine in a square, a thousand over six releases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dashboard.figures.base import NARROW, Figure, Rows, Spec, either, figure, layer, number, text, wide_or
from dashboard.theme import Palette

ROW = 30
CROSS = "M-1,-0.75L-0.75,-1L0,-0.25L0.75,-1L1,-0.75L0.25,0L1,0.75L0.75,1L0,0.25L-0.75,1L-1,0.75L-0.25,0Z"
"""A ×, for a value that is ruled out."""
Sets = Sequence[Sequence[str]]
"""Values that each release shows for one person."""


def nine(
    shown: Sequence[Sets],
    left: Sequence[Sequence[str]],
    labels: Sequence[str],
    chosen: int | None,
    said: tuple[str, str],
    c: Palette,
) -> Figure:
    """Persons as rows, values as columns: possible in all tables, ruled out by one, the only one left.

    Parameters
    ----------
    shown, left : per person
    labels : all values, in order
    chosen : the person looked at below
    said : title of the axis, message
    """
    place = {label: i for i, label in enumerate(labels)}
    marks = [
        {"id": person, "x": place[value], "label": value, "kind": _kind(value, rest)}
        for person, (sets, rest) in enumerate(zip(shown, left, strict=True))
        for value in sorted({value for one in sets for value in one}, key=place.__getitem__)
    ]
    persons = range(len(left))
    rows: dict[str, Rows] = {
        "marks": marks,
        "people": [
            {"id": person, "name": str(person + 1), "from": -0.5, "to": len(labels) - 0.5} for person in persons
        ],
        "only": [
            {"id": i, "x": len(labels) - 0.3, "said": f"only {rest[0]} left"}
            for i, rest in enumerate(left)
            if len(rest) == 1
        ],
        "chosen": [] if chosen is None else [{"id": chosen, "from": -0.6, "to": len(labels) + 1.6}],
    }
    return figure(_nine_layers(labels, len(left), said[0], c), rows, said[1], c, ROW * len(left) + 60)


def _kind(value: str, rest: Sequence[str]) -> str:
    if value not in rest:
        return "ruled out by one"
    return "pinned" if len(rest) == 1 else "possible"


def _by_kind(pinned: str, possible: str, ruled_out: str) -> Spec:
    tests = [("pinned", pinned), ("possible", possible)]
    return {"condition": [{"test": f"datum.kind === '{k}'", "value": v} for k, v in tests], "value": ruled_out}


def _nine_axes(labels: Sequence[str], n: int, title: str) -> tuple[Spec, Spec]:
    names = " : ".join(f"datum.value == {i} ? {label!r}" for i, label in enumerate(labels)) + " : ''"
    values = {"title": title, "values": list(range(len(labels))), "labelExpr": names, "labelLimit": 70}
    people = {"title": "person", "values": list(range(n)), "labelExpr": "datum.value + 1"}
    return {**values, "grid": False, "labelOverlap": False}, {**people, "domain": False, "ticks": False}


def _nine_layers(labels: Sequence[str], n: int, title: str, c: Palette) -> list[Spec]:
    values, people = _nine_axes(labels, n, title)
    across = lambda field, **more: number(field, -0.7, len(labels) + 1.7, **more)  # noqa: E731
    y = number("id", -0.6, n - 0.4, axis=people, sort="descending")
    kinds = {"shape": _by_kind("diamond", "circle", CROSS), "color": _by_kind(c.beyond, c.within, c.luck)}
    kinds["size"] = either("datum.kind === 'ruled out by one'", 40, 120)
    kinds["tooltip"] = [text("label", title="value"), text("kind", title="it is")]
    marks = layer(
        "marks", {"type": "point", "cursor": "pointer", "opacity": 1}, x=across("x", axis=values), y=y, **kinds
    )
    only = {"type": "text", "align": "left", "baseline": "middle", "fontWeight": 600, "color": c.beyond_text}
    chosen = {"type": "rule", "strokeWidth": ROW - 4, "color": c.wash, "opacity": 0.8}
    ends = {"x": across("from"), "x2": {"field": "to"}, "y": y}
    return [
        layer("chosen", chosen, **ends),
        layer("people", {"type": "rule", "color": c.grid}, **ends),
        {**marks, "params": [{"name": "mark", "select": {"type": "point", "fields": ["id"], "toggle": False}}]},
        layer("only", {**only, "fontSize": wide_or(11, 13)}, x=across("x"), y=y, text=text("said")),
    ]


def thousand(
    apart: Sequence[int], common: Sequence[int], at: int, people: int, said: Sequence[str], c: Palette
) -> Figure:
    """Two lines: each release its own groups, or one grouping for all.

    Parameters
    ----------
    apart, common : people with one value left after each release
    at : the release looked at
    said : names of the two lines, title across, message
    """
    own, shared, title, message = said
    rows: dict[str, Rows] = {
        "apart": [{"x": i, "y": n, "label": f"{n:,}"} for i, n in enumerate(apart, 1)],
        "common": [{"x": i, "y": n, "label": f"{n:,}"} for i, n in enumerate(common, 1)],
        "at": [{"x": at, "y": apart[at - 1]}, {"x": at, "y": common[at - 1]}],
        "ends": [
            {"x": len(apart), "y": apart[-1], "label": own, "over": True},
            {"x": len(common), "y": common[-1], "label": shared, "over": False},
        ],
    }
    return figure(_line_layers(len(apart), people, title, c), rows, message, c, ROW * 9 + 60)


def _line_layers(n: int, people: int, title: str, c: Palette) -> list[Spec]:
    axis = {"title": title, "values": list(range(1, n + 1)), "format": "d", "grid": False}
    up = {"title": None, "values": [0, people / 4, people / 2, 3 * people / 4, people], "format": ",d"}
    up |= {"grid": True, "domain": False, "ticks": False}
    end = {"domainMin": 0.7, "domainMax": {"expr": f"{NARROW} ? {n + 0.4} : {n + 2.4}"}, "nice": False, "zero": False}
    x, y = {"field": "x", "type": "quantitative", "scale": end}, number("y", -0.05 * people, 1.08 * people)
    label = {"type": "text", "dy": -14, "fontWeight": 600, "color": c.beyond_text}
    name = {"type": "text", "align": "left", "dx": 10, "baseline": "middle", "fontSize": wide_or(1, 13)}
    line, point = {"type": "line", "strokeWidth": 2}, {"type": "point", "size": 60, "opacity": 1}
    ring = {"type": "point", "filled": False, "shape": "circle", "size": 240, "strokeWidth": 2, "stroke": c.ink}
    ink = either("datum.over", c.beyond_text, c.choice)
    return [
        layer("apart", {**line, "color": c.beyond}, x={**x, "axis": axis}, y={**y, "axis": up}),
        layer("common", {**line, "color": c.choice}, x=x, y=y),
        layer("apart", {**point, "shape": "diamond", "color": c.beyond}, x=x, y=y),
        layer("common", {**point, "shape": "circle", "color": c.choice}, x=x, y=y),
        layer("at", ring, x=x, y=y),
        layer("apart", label, x=x, y=y, text=text("label")),
        layer("ends", {**name, "opacity": wide_or(0, 1)}, x=x, y=y, text=text("label"), color=ink),
    ]


def square(secrets: Sequence[str], left: Sequence[int], message: str, c: Palette) -> Figure:
    """Three rows by three columns: the secret of each person, and whether both releases leave one value."""
    cells = [_cell(i, *one) for i, one in enumerate(zip(secrets, left, strict=True))]
    at = lambda field, **more: number(field, -0.02, 3, axis=None, **more)  # noqa: E731
    x, y, mx = at("x"), at("y", sort="descending"), at("mx")
    my, low = at("my", sort="descending"), at("low", sort="descending")
    letter = {"type": "text", "font": "Source Serif", "fontSize": 24, "fontWeight": 600, "baseline": "middle"}
    note = {"type": "text", "baseline": "middle", "fontSize": 13}
    ink, ground = either("datum.over", c.beyond_text, c.ink), either("datum.over", c.wash, c.pale)
    kind = {"shape": either("datum.over", "diamond", "circle"), "color": either("datum.over", c.beyond, c.within)}
    ends = {"x2": {"field": "x2"}, "y2": {"field": "y2"}}
    layers = [
        layer("cells", {"type": "rect", "cornerRadius": 3}, x=x, y=y, color=ground, **ends),
        layer("cells", letter, x=mx, y=my, text=text("secret")),
        layer("cells", note, x=mx, y=low, text=text("said"), color=ink),
        layer("cells", {"type": "point", "size": 90, "opacity": 1}, x=at("mark"), y=my, **kind),
    ]
    return figure(layers, {"cells": cells}, message, c, 270)


def _cell(i: int, secret: str, few: int) -> dict[str, Any]:
    """One person: a box, where its letter, its words and its mark stand."""
    row, column = divmod(i, 3)
    places = {"x": column, "x2": column + 0.94, "y": row, "y2": row + 0.9}
    inside = {"mx": column + 0.47, "my": row + 0.36, "low": row + 0.7, "mark": column + 0.16}
    return {**places, **inside, "secret": secret, "said": "pinned" if few == 1 else f"{few} left", "over": few == 1}
