"""A crowd as strips of cells: as it was published, and what follows; between them the share of coarse cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any

from dashboard.figures.base import Figure, Rows, Spec, either, figure, layer, number, text, wide_or
from dashboard.theme import Palette

CELLS = 128
"""Up to this many columns every cell is drawn; above, a cell stands for several, filled by their share."""
STRIP = 152.0
"""Pixels of a strip, however many rows it has, so that nothing jumps."""
HEAD, FIRST, AXIS, SECOND = 12.0, 28.0, 232.0, 314.0
HEIGHT = SECOND + STRIP + 4
BESIDE = 1.2


@dataclass(frozen=True, slots=True)
class Strip:
    """One crowd.

    Parameters
    ----------
    rows : of the crowd, all published alike
    coarse : per column, whether its cells were made coarse
    outside : per column, whether the odd row is said to lie outside there; None where nothing follows
    wrong : per column, whether that is wrong
    share : of the cells that are coarse
    """

    rows: int
    coarse: Sequence[bool]
    outside: Sequence[bool] | None
    wrong: Sequence[bool]
    share: float


@dataclass(frozen=True, slots=True)
class Spoken:
    """Words of the picture.

    Parameters
    ----------
    published, follows : heads of the strips, each for a wide picture and for a phone
    beside : lines at the right of the first strip
    odd : at the right of the odd row
    axis : what the share is
    places : a share and the words under it, such as 0.5 and "one"
    message : for those who cannot see it
    """

    published: tuple[str, str]
    follows: tuple[str, str]
    beside: Sequence[str]
    odd: str
    axis: str
    places: Sequence[tuple[float, str]]
    message: str


def strip(one: Strip, band: tuple[float, float], said: Spoken, c: Palette) -> Figure:
    """Draw both strips and, between them, the share and the band in which exactly one row is odd."""
    odd = one.rows // 2
    follows = [False] * len(one.coarse) if one.outside is None else list(one.outside)
    plain = one.coarse if one.outside is None else [False] * len(one.coarse)
    under = [(row, follows if row == odd and one.outside is not None else plain) for row in range(one.rows)]
    rows: dict[str, Rows] = {
        "ground": [*_ground(one, FIRST, None), *_ground(one, SECOND, None if one.outside is None else odd)],
        "cells": [
            *(_cell(one, FIRST, row, run, "coarse") for row in range(one.rows) for run in _runs(one.coarse)),
            *(
                _cell(one, SECOND, row, run, "coarse" if one.outside is None else "outside")
                for row, cells in under
                for run in _runs(cells)
            ),
        ],
        "dividers": [*_dividers(len(one.coarse), FIRST), *_dividers(len(one.coarse), SECOND)],
        "wrong": list(_wrong(one, odd)),
        "heads": [_head(HEAD, said.published), _head(SECOND - 16, said.follows)],
        "beside": [{"x": 1.02, "y": FIRST + 52 + 19 * at, "said": line} for at, line in enumerate(said.beside)],
        "odd": [] if one.outside is None else [{"x": 1.02, "y": _middle(one, SECOND, odd), "said": said.odd}],
        **_axis_rows(one.share, band, said),
    }
    return figure(list(_layers(c)), rows, said.message, c, round(HEIGHT))


def _head(y: float, said: tuple[str, str]) -> dict[str, Any]:
    return {"x": 0.0, "y": y, "said": said[0], "short": said[1]}


def _pitch(one: Strip) -> float:
    return STRIP / one.rows


def _middle(one: Strip, top: float, row: int) -> float:
    return top + (row + 0.45) * _pitch(one)


def _ground(one: Strip, top: float, odd: int | None) -> Rows:
    """A pale line per row; the odd one stands out."""
    pitch = _pitch(one)
    places = [top + row * pitch for row in range(one.rows)]
    return [{"x": 0.0, "x2": 1.0, "y": y, "y2": y + 0.9 * pitch, "odd": row == odd} for row, y in enumerate(places)]


def _runs(cells: Sequence[bool]) -> list[tuple[float, float, float, int]]:
    """Where cells are set: left and right end across, how much of the height is filled, and how many they are."""
    n = len(cells)
    if n <= CELLS:
        runs = [list(run) for is_set, run in groupby(range(n), lambda at: bool(cells[at])) if is_set]
        return [(run[0] / n, (run[-1] + 1) / n, 1.0, len(run)) for run in runs]
    return [(low / n, high / n, sum(cells[low:high]) / (high - low), sum(cells[low:high])) for low, high in _bins(n)]


def _bins(n: int) -> list[tuple[int, int]]:
    ends = [round(at * n / CELLS) for at in range(CELLS + 1)]
    return list(pairwise(ends))


def _cell(one: Strip, top: float, row: int, run: tuple[float, float, float, int], kind: str) -> dict[str, Any]:
    left, right, filled, cells = run
    low = top + (row + 0.9) * _pitch(one)
    return {
        **{"x": left, "x2": right, "y": low - 0.9 * filled * _pitch(one), "y2": low},
        **{"kind": kind, "row": row + 1, "cells": cells},
    }


def _dividers(n: int, top: float) -> Rows:
    """Lines between the cells."""
    drawn = min(n, CELLS)
    return [{"x": at / drawn, "y": top, "y2": top + STRIP} for at in range(1, drawn)]


def _wrong(one: Strip, odd: int) -> Iterator[dict[str, Any]]:
    """A cross on every cell that is said wrongly; where cells are binned, on every bin that holds one."""
    n = len(one.wrong)
    for low, high in [(at, at + 1) for at in range(n)] if n <= CELLS else _bins(n):
        if any(one.wrong[low:high]):
            yield {"x": (low + high) / 2 / n, "y": _middle(one, SECOND, odd), "mark": "×"}


def _axis_rows(share: float, band: tuple[float, float], said: Spoken) -> dict[str, Rows]:
    inside = band[0] <= share <= band[1]
    return {
        "scale": [{"x": 0.0, "x2": 1.0, "y": AXIS}],
        "band": [{"x": band[0], "x2": band[1], "y": AXIS - 11, "y2": AXIS + 11}],
        "places": [{"x": at, "y": AXIS, "low": AXIS + 26, "said": words} for at, words in said.places],
        "share": [{"x": share, "y": AXIS, "inside": inside}],
        "axis": [{"x": 0.0, "y": AXIS - 26, "said": said.axis}],
    }


def _across(field: str) -> Spec:
    scale = {"domainMin": 0, "domainMax": wide_or(1.01, BESIDE), "nice": False, "zero": False}
    return {"field": field, "type": "quantitative", "scale": scale, "axis": None}


def _down(field: str) -> Spec:
    return number(field, 0, HEIGHT, axis=None, sort="descending")


def _layers(c: Palette) -> Iterator[Spec]:
    x, y = _across("x"), _down("y")
    box = {"x": x, "y": y, "x2": {"field": "x2"}, "y2": {"field": "y2"}}
    yield layer("ground", {"type": "rect"}, **box, color=either("datum.odd", c.wash, c.pale))
    told = [text("kind", title="made"), *({"field": name, "type": "quantitative"} for name in ("row", "cells"))]
    coloured = either("datum.kind === 'outside'", c.beyond, c.within)
    yield layer("cells", {"type": "rect"}, **box, color=coloured, tooltip=told)
    rule = {"type": "rule", "strokeWidth": wide_or(0.5, 1.5), "color": c.ground}
    yield layer("dividers", rule, x=x, y=y, y2={"field": "y2"})
    cross = {"type": "text", "align": "center", "baseline": "middle", "fontWeight": 700, "color": c.ink}
    yield layer("wrong", {**cross, "fontSize": wide_or(9, 14)}, x=x, y=y, text=text("mark"))
    yield from _axis_layers(x, y, c)
    left = {"type": "text", "align": "left", "baseline": "middle"}
    wide = {**left, "fontSize": wide_or(1, 13), "opacity": wide_or(0, 1)}
    narrow = {**left, "fontSize": wide_or(12, 1), "opacity": wide_or(1, 0)}
    for shown, field in ((wide, "said"), (narrow, "short")):
        head = {**shown, "fontWeight": 600, "color": c.ink}
        yield layer("heads", head, x=x, y=y, text=text(field))
    yield layer("beside", {**wide, "color": c.ink}, x=x, y=y, text=text("said"))
    yield layer("odd", {**wide, "color": c.beyond_text}, x=x, y=y, text=text("said"))


def _axis_layers(x: Spec, y: Spec, c: Palette) -> Iterator[Spec]:
    """The share from none to all, its band, and where it stands with none, one and two odd rows."""
    band = {"type": "rect", "color": c.wash}
    yield layer("band", band, x=x, y=y, x2={"field": "x2"}, y2={"field": "y2"})
    yield layer("scale", {"type": "rule", "color": c.axis, "strokeWidth": 1.5}, x=x, y=y, x2={"field": "x2"})
    tick = {"type": "point", "shape": "stroke", "angle": 90, "filled": False, "size": 120, "stroke": c.ink}
    yield layer("places", {**tick, "strokeWidth": 1.5}, x=x, y=y)
    word = {"type": "text", "baseline": "middle", "color": c.mute, "fontSize": wide_or(11, 13)}
    aligned = {"align": {"expr": "datum.x < 0.05 ? 'left' : 'center'"}}
    yield layer("places", {**word, **aligned}, x=x, y=_down("low"), text=text("said"))
    mark = {"type": "point", "size": 150, "opacity": 1}
    shape, colour = either("datum.inside", "diamond", "circle"), either("datum.inside", c.beyond, c.within)
    yield layer("share", mark, x=x, y=y, shape=shape, color=colour)
    yield layer("axis", {**word, "align": "left"}, x=x, y=y, text=text("said"))
