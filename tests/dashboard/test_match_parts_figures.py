"""Figures of the further parts of `match`: valid, one scale, luck beside every attack, families never joined."""

from __future__ import annotations

import itertools

import pytest

from dashboard import figures
from dashboard.figures.falls import MOST_FALLS
from dashboard.theme import DARK, LIGHT
from tests.dashboard import specifications

SAID = ("axis", "message")
ROWS = [
    figures.Row("as it is", "as it is", 100.0, 5.0, 100.0, "100 of 100 · 0.000", above=True),
    figures.Row("noise", "noise 0.1 sd", 40.0, 5.0, 30.0, "note", tone="loud", above=True),
    figures.Row("noise", "noise 1 sd", 5.0, 5.0, None),
    figures.Row("swapping", "swapped", None, None, None, reason="not applicable: no numbers"),
]
TRIED = [
    figures.Tried("head", "Linkability"),
    figures.Tried("members", "on people", "30 of 50", 60.0, 46.0, 72.0),
    figures.Tried("none", "strangers: not measured"),
    figures.Tried("luck", "guessing", "none found in 50", 0.0, 0.0, 7.1),
]
FALLS = [figures.Fall("age", -4.0, False, "-4.0 differs"), figures.Fall("visits", 2.5, True, "+2.5 agrees")]
DRAWN = {
    "reached": lambda c: figures.reached(ROWS, SAID, c, ("cells",)),
    "tries": lambda c: figures.tries(TRIED, SAID, c),
    "falls": lambda c: figures.falls(FALLS, (1.0, "even odds"), "sum", SAID, c),
}


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("name", DRAWN)
def test_a_specification_is_valid_and_finds_its_data(name: str, colours):
    drawn = DRAWN[name](colours)
    specifications.check(drawn)
    assert drawn.message == "message"


def test_rows_of_one_kind_stand_together_and_kinds_apart():
    rows = figures.reached(ROWS, SAID, LIGHT).rows["rows"]
    gaps = [two["y"] - one["y"] for one, two in itertools.pairwise(rows)]
    assert gaps[1] < gaps[0] == gaps[2]
    assert [one["group"] for one in rows if one["first"]] == ["as it is", "noise", "swapping"]


def test_no_line_or_area_joins_two_protections():
    spec = figures.reached(ROWS, SAID, LIGHT).spec
    kinds = {layer["mark"]["type"] for layer in spec["layer"]}
    assert kinds <= {"rule", "point", "text"}
    for layer in spec["layer"]:
        assert "y2" not in layer["encoding"], "a rule runs within one row"


def test_what_is_above_luck_is_filled_between_luck_and_members():
    drawn = {one["name"]: one for one in figures.reached(ROWS, SAID, LIGHT).rows["drawn"]}
    assert (drawn["noise 0.1 sd"]["low"], drawn["noise 0.1 sd"]["high"]) == (5.0, 40.0)
    assert drawn["noise 0.1 sd"]["above"]
    assert not drawn["noise 1 sd"]["above"]
    assert "swapped" not in drawn


def test_what_does_not_exist_has_its_reason_and_no_mark():
    found = figures.reached(ROWS, SAID, LIGHT).rows
    assert [one["reason"] for one in found["rows"] if one["reason"]] == ["not applicable: no numbers"]
    assert [one["name"] for one in found["right"]] == ["as it is", "noise 0.1 sd"], "not known is not drawn at 0"


def test_shape_and_dash_tell_attack_strangers_and_luck_apart():
    spec = figures.tries(TRIED, SAID, LIGHT).spec
    points = {one["data"]["name"]: one["mark"] for one in spec["layer"] if one["mark"]["type"] == "point"}
    assert len({points[kind]["shape"] for kind in ("members", "strangers", "luck")}) == 3
    assert points["none"]["filled"] is False
    dashed = [one["data"]["name"] for one in spec["layer"] if "strokeDash" in one["mark"]]
    assert dashed == ["luck", "none"]


def test_counts_stand_at_their_rate_between_the_ends_of_their_interval():
    rows = figures.tries(TRIED, SAID, LIGHT).rows
    assert [(one["low"], one["rate"], one["high"]) for one in rows["members"]] == [(46.0, 60.0, 72.0)]
    assert [one["rate"] for one in rows["none"]] == [None]


def test_steps_of_a_waterfall_join_and_end_at_the_sum():
    steps = figures.falls(FALLS, (1.0, "even odds"), "sum", SAID, LIGHT).rows["steps"]
    assert [(one["name"], one["from"], one["to"]) for one in steps] == [
        ("visits", 0.0, 2.5),
        ("age", 2.5, -1.5),
        ("sum", 0.0, -1.5),
    ]


def test_very_many_columns_are_summed_up_and_the_sum_stays():
    parts = [figures.Fall(f"c{i}", float(i - 20), i > 20, "") for i in range(50)]
    steps = figures.falls(parts, (0.0, "even odds"), "sum", SAID, LIGHT).rows["steps"]
    assert len(steps) == MOST_FALLS + 2
    assert steps[-2]["name"] == "26 more"
    assert steps[-1]["to"] == pytest.approx(sum(one.part for one in parts)) == pytest.approx(steps[-2]["to"])


def test_the_row_the_words_speak_of_is_told_by_weight_as_well_as_colour():
    spec = figures.reached(ROWS, SAID, LIGHT).spec
    named = [one["mark"] for one in spec["layer"] if one["encoding"].get("text", {}).get("field") in ("name", "both")]
    assert [one["fontWeight"] for one in named] == [{"expr": "datum.tone ? 600 : 400"}] * 2


def test_a_column_called_as_the_sum_is_has_a_row_of_its_own():
    drawn = figures.falls([figures.Fall("sum", 1.0, True, "+1.0 agrees")], (0.0, "even odds"), "sum", SAID, LIGHT)
    assert len({one["row"] for one in drawn.rows["steps"]}) == 2
    assert {one["encoding"]["y"]["field"] for one in drawn.spec["layer"] if "y" in one["encoding"]} == {"row"}
