"""Figures of the page `undo`: valid, unchanged while a slider moves, cells and tables are what they stand for."""

from __future__ import annotations

import pytest

from dashboard import figures
from dashboard.theme import DARK, LIGHT
from tests.dashboard import specifications

BAND = (3 / 8, 5 / 8)
PLACES = ((0.0, "none"), (0.5, "one"), (0.75, "two"))


def strip(rows: int = 10, dims: int = 64, refined: bool = True, wrong: int = 0, colours=LIGHT) -> figures.Figure:
    coarse = [at % 2 == 0 for at in range(dims)]
    said = figures.Spoken(("head", "h"), ("follows", "f"), ["beside"], "this one", "share", PLACES, "message")
    bad = [at < 2 * wrong and coarse[at] for at in range(dims)]
    one = figures.Strip(rows, coarse, coarse if refined else None, bad, sum(coarse) / dims)
    return figures.strip(one, BAND, said, colours)


def worlds(k: int = 2, colours=LIGHT) -> figures.Figure:
    several = []
    for odd in range(k + 1):
        original = [(band, n) for band, n in (("20–29", k - odd), ("30–39", odd)) if n]
        left = 0 < odd < k
        several.append(
            figures.World(original, [("20–39", k)] if left else original, left, "verdict", "chance", "short")
        )
    seen = figures.World([("?", k)], [("20–39", k)], True, "published", "", "")
    return figures.worlds(seen, several, ("a", "b", "c"), "message", colours)


def along(colours=LIGHT) -> figures.Figure:
    several = [figures.At("16", 33, 29, 37, 33, 90), figures.At("64", 40, 36, 44, None, None, True)]
    return figures.along(several, ("title", ("works", "right", "theory"), "message"), colours)


def spread(shares=(5, 0, 0, 4, 6, 1, 0, 2, 0), colours=LIGHT) -> figures.Figure:
    return figures.spread(shares, BAND, PLACES, ("share", "crowds", "message"), colours)


DRAWN = {
    "strip": lambda c: strip(colours=c),
    "strip, nothing follows": lambda c: strip(refined=False, colours=c),
    "strip, some wrong": lambda c: strip(wrong=3, colours=c),
    "strip, binned": lambda c: strip(20, 300, colours=c),
    "worlds": lambda c: worlds(colours=c),
    "many worlds": lambda c: worlds(10, c),
    "along": along,
    "spread": lambda c: spread(colours=c),
}


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("name", DRAWN)
def test_a_specification_is_valid_and_finds_its_data(name: str, colours):
    specifications.check(DRAWN[name](colours))


def test_the_specification_stays_while_sliders_move():
    assert strip().spec == strip(2, 256, refined=False).spec == strip(20, 8, wrong=1).spec
    assert worlds().spec == worlds(10).spec
    assert spread().spec["height"] == spread((1, 1)).spec["height"]


def test_every_coarse_cell_is_drawn_in_every_row_and_follows_in_one():
    rows = strip(10, 64).rows["cells"]
    coarse = [row for row in rows if row["kind"] == "coarse"]
    outside = [row for row in rows if row["kind"] == "outside"]
    assert sum(row["cells"] for row in coarse) == 10 * 32
    assert sum(row["cells"] for row in outside) == 32
    assert len({row["row"] for row in outside}) == 1
    assert [row["odd"] for row in strip().rows["ground"]].count(True) == 1


def test_where_nothing_follows_the_strip_is_repeated_and_no_row_is_odd():
    rows = strip(4, 16, refined=False).rows
    assert sum(row["cells"] for row in rows["cells"]) == 2 * 4 * 8
    assert {row["kind"] for row in rows["cells"]} == {"coarse"}
    assert not any(row["odd"] for row in rows["ground"])
    assert rows["odd"] == []


def test_wrong_cells_are_crossed_in_the_odd_row():
    drawn = strip(10, 64, wrong=3)
    (odd,) = {row["y"] for row in drawn.rows["ground"] if row["odd"]}
    (end,) = {row["y2"] for row in drawn.rows["ground"] if row["odd"]}
    crosses = drawn.rows["wrong"]
    assert [cross["mark"] for cross in crosses] == ["×"] * 3
    assert all(odd < cross["y"] < end for cross in crosses)
    assert strip().rows["wrong"] == []


@pytest.mark.parametrize("dims", [129, 300, 512])
def test_many_columns_are_binned_and_the_share_stays(dims: int):
    drawn = strip(6, dims)
    assert len(drawn.rows["dividers"]) == 2 * (figures.CELLS - 1)
    assert sum(row["cells"] for row in drawn.rows["cells"] if row["kind"] == "outside") == (dims + 1) // 2
    assert drawn.rows["share"][0]["x"] == ((dims + 1) // 2) / dims
    assert sum(len(rows) for rows in drawn.rows.values()) < 5000


def test_nothing_is_drawn_outside_the_picture():
    for drawn in (strip(2, 8), strip(50, 512)):
        boxes = [*drawn.rows["ground"], *drawn.rows["cells"]]
        assert all(0 <= row["x"] < row["x2"] <= 1 for row in boxes)
        assert all(0 <= row["y"] <= row["y2"] <= drawn.spec["height"] for row in boxes)


def test_the_share_is_a_diamond_inside_the_band_only():
    assert strip(10, 64).rows["share"][0]["inside"]
    one = figures.Strip(10, [True] * 7 + [False] * 3, None, [False] * 10, 0.7)
    said = figures.Spoken(("h", "h"), ("f", "f"), [], "odd", "share", PLACES, "message")
    assert not figures.strip(one, BAND, said, LIGHT).rows["share"][0]["inside"]


def test_one_table_of_three_is_left_and_stands_out():
    rows = worlds(2).rows
    assert [row["left"] for row in rows["lines"]] == [True, False, True, False]
    assert [row["seen"] for row in rows["lines"]] == [True, False, False, False]
    assert [row["label"] for row in rows["chips"] if row["state"] == "last"] == ["20–29", "30–39"]
    assert sum(row["state"] == "gone" for row in rows["chips"]) == 2 * 2 * 2


def test_rows_are_chips_while_there_are_few_and_runs_above():
    assert {row["rows"] for row in worlds(4).rows["chips"]} == {1}
    many = worlds(5).rows["chips"]
    assert {row["label"] for row in many} >= {"5 × ?", "5 × 20–39", "4 × 20–29", "30–39"}
    assert not [row for row in many if row["state"] == "last"]


def test_a_setting_without_theory_or_crowds_has_no_mark_for_them():
    rows = along().rows
    assert [row["label"] for row in rows["theory"]] == [row["label"] for row in rows["right"]] == ["16"]
    assert [row["now"] for row in rows["marks"]] == [False, True]
    assert {row["kind"] for row in rows["names"]} == {"rate", "right", "theory"}


def test_crowds_inside_the_band_are_told_apart():
    rows = spread().rows["bars"]
    assert [(row["y"], row["inside"]) for row in rows] == [(5, False), (4, True), (6, True), (1, True), (2, False)]
