"""Figures of the page `match`: valid, unchanged while the cut moves, marks are what they stand for."""

from __future__ import annotations

import re

import pytest

from dashboard import figures
from dashboard.figures.slices import GAP, HIGH, MOST_SLICES, which
from dashboard.theme import DARK, LIGHT
from tests.dashboard import specifications

TAU = [0.0, 0.5, 1.0]
SAID = ("your cut: τ = 0.50", "strictness", "strangers link as often", "message")


def one(luck: list[float] | None = None, right: list[float] | None = None, dull: float | None = 0.5, chosen=False):
    meets = None if luck is None else luck[1]
    return figures.Slice("age only", "35 more than luck", [100, 90, 40], luck, right, dull, meets, chosen)


FULL = [one([100, 60, 5], [50, 45, 40], chosen=True), one([100, 80, 10], [50, 40, 30], None), one([100, 90, 0])]


def slices(several=None, cut: float = 0.5, colours=LIGHT) -> figures.Figure:
    return figures.slices(FULL if several is None else several, TAU, cut, SAID, colours)


DRAWN = {
    "slices": lambda c: slices(colours=c),
    "one slice, luck not known": lambda c: slices([one(dull=None, chosen=True)], colours=c),
    "shares": lambda c: figures.shares([figures.Share("age", 12.0, True, "12"), figures.Share("x", -3.0, False, "-3")], ("axis", "message"), c),
    "histograms": lambda c: figures.histograms([-1.0, 0.0, 1.0], [("true", [0, 4], True), ("wrong", [3, 1], False)], (0.9, "cut"), ("axis", "message"), c),
}  # fmt: skip


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("name", DRAWN)
def test_a_specification_is_valid_and_finds_its_data(name: str, colours):
    specifications.check(DRAWN[name](colours))


def test_only_rows_change_while_the_cut_moves():
    here, there = slices(cut=0.5), slices(cut=0.9)
    assert here.spec == there.spec
    assert {name for name in here.rows if here.rows[name] != there.rows[name]} == {"cut", "meets"}


def test_slices_stand_under_one_another_the_finest_on_top():
    bases = [row["bottom"] for row in slices().rows["frame"]]
    assert bases == [2 * (HIGH + GAP), HIGH + GAP, 0]
    assert [row["top"] for row in slices().rows["cut"]] == [True, False, False]


def test_orange_is_exactly_what_is_more_than_luck():
    top = [row for row in slices().rows["areas"] if row["chosen"]]
    assert [row["top"] - row["luck"] for row in top] == [0, 30, 35]
    assert [row["luck"] - row["bottom"] for row in top] == [100, 60, 5]
    unknown = slices([one(dull=None, chosen=True)]).rows["areas"]
    assert all(row["open"] and row["top"] - row["bottom"] == HIGH for row in unknown)


def test_no_more_than_luck_is_not_orange():
    few = figures.Slice("age only", "no more than luck", [100, 90, 40], [100, 90, 40], None, 0.9, 90, True, False)
    drawn = slices([few])
    assert [row["more"] for row in drawn.rows["frame"]] == [False]
    note = next(one for one in drawn.spec["layer"] if one["encoding"].get("text", {}).get("field") == "note")
    assert note["encoding"]["color"] == {
        "condition": {"test": "datum.more", "value": LIGHT.beyond_text},
        "value": LIGHT.mute,
    }


def test_squares_stand_where_the_cut_meets_luck():
    rows = slices(cut=0.5).rows
    assert [row["y"] - row["bottom"] for row in rows["meets"]] == [60, 80, 90]
    assert slices([one(dull=None)]).rows["meets"] == []
    kinds = {row["kind"] for row in slices([one(dull=None)]).rows["lines"]}
    assert kinds == {"members"}


def test_where_luck_is_as_high_is_greyed_and_said_once():
    rows = slices().rows["dull"]
    assert [row["one"] for row in rows] == [0.5, 0.5]
    assert [row["label"] for row in rows] == ["strangers link as often", ""]


def test_a_phone_shows_the_chosen_slice_alone():
    for layer in slices().spec["layer"]:
        (step,) = layer["transform"]
        assert step["filter"].startswith("width < 560 ? datum.chosen")
    assert [row["chosen"] for row in slices().rows["frame"]] == [True, False, False]


@pytest.mark.parametrize("n", [1, 5, 7, 8, 13, 40])
def test_of_many_slices_the_first_the_last_and_the_chosen_are_drawn(n: int):
    for chosen in range(n):
        drawn = which(n, chosen)
        assert drawn == sorted(set(drawn))
        assert {0, n - 1, chosen} <= set(drawn)
        assert len(drawn) == min(n, MOST_SLICES)


def test_the_surface_of_luck_lies_below_and_is_coloured_by_the_gap():
    drawn = figures.sheets(["a", "<b>b</b>"], TAU, [[100, 90, 40], [100, 95, 60]], [[100, 60, 5], [100, 80, 10]], ("x", "up", "gap", "message"), LIGHT)  # fmt: skip
    luck, members = drawn.spec["data"]
    assert members["z"] == [[100, 90, 40], [100, 95, 60]]
    assert luck["surfacecolor"] == [[0, 30, 35], [0, 15, 50]]
    assert all(
        low < high for one, two in zip(luck["z"], members["z"], strict=True) for low, high in zip(one, two, strict=True)
    )
    assert luck["z"][0][1:] == [60, 5]
    assert (luck["cmin"], luck["cmax"]) == (0, 50)
    assert [colour for _, colour in luck["colorscale"]] == list(LIGHT.excess)
    assert drawn.spec["layout"]["scene"]["yaxis"]["ticktext"] == ["a", "&lt;b&gt;b&lt;/b&gt;"]
    assert drawn.spec["layout"]["paper_bgcolor"] == "rgba(0,0,0,0)"


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_the_gap_has_ten_colours(colours):
    assert len(colours.excess) == 10
    assert all(re.fullmatch("#[0-9A-F]{6}", one) for one in colours.excess)
