"""Figures of the page `isolate`: valid, calm while a control moves, marks and words are what they stand for."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from dashboard import figures
from dashboard.figures.facts import ticks
from dashboard.figures.lists import Listed
from dashboard.figures.sets import HEIGHT, LETTER, LINE, SINGLE_SETS, pitch, share_up
from dashboard.figures.sets import Chart as FactChart
from dashboard.theme import DARK, LIGHT
from tests.dashboard import specifications

SAID = ("your line: two facts", "facts", "people", "dashed: the middle one", "message")
NAMES = ["sex", "age", "race", "town", "work"]


def height(columns: tuple[str, ...]) -> float:
    return round(60 * (len(columns) / len(NAMES)) ** 2 * (1 + ("age" in columns)) / 2, 3)


SETS = [one for size in range(1, len(NAMES) + 1) for one in combinations(NAMES, size)]
MARKS = [figures.FactMark(len(one), height(one), "age" in one, ", ".join(one)) for one in SETS]
WORST = [
    figures.NamedSet(size, height(tuple(NAMES[:size]) if size > 1 else ("age",)), (f"worst {size}: {', '.join(NAMES[:size])}",))
    for size in range(1, len(NAMES) + 1)
]  # fmt: skip
MIDDLE = [(size, 60 * (size / len(NAMES)) ** 2 / 2) for size in range(1, len(NAMES) + 1)]
WHOLE = figures.NamedSet(5, 60.0, ("all five: 60",))
CHART = figures.FactChart(MARKS, MIDDLE, WORST, WHOLE, 2, 5, 70.0)


def drawn(chart: FactChart = CHART, colours=LIGHT) -> figures.Figure:
    return figures.facts(chart, SAID, colours)


LISTS = [Listed("course 1", "nobody below 5", 0.0, 0.0), Listed("enrolments", "27 below 5", 0.0, 0.2), Listed("all together (3)", "9 alone, 20 below 5", 9.0, 20.0, True)]  # fmt: skip
DRAWN = {
    "facts": lambda c: drawn(colours=c),
    "one column": lambda c: drawn(figures.FactChart(MARKS[:1], MIDDLE[:1], WORST[:1], WORST[0], 1, 1, 1.0), c),
    "bins": lambda c: drawn(replace(CHART, marks=figures.binned_sets(MARKS, 70.0)), c),
    "nothing measured": lambda c: drawn(figures.FactChart([], [], [], None, 1, 3, 1.0), c),
    "lists": lambda c: figures.lists(LISTS, ("axis", "message"), c),
    "one list": lambda c: figures.lists(LISTS[:1], ("axis", "message"), c),
}


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("name", DRAWN)
def test_a_specification_is_valid_and_finds_its_data(name: str, colours):
    specifications.check(DRAWN[name](colours))


def test_moving_the_line_changes_rows_alone():
    here, there = drawn(), drawn(replace(CHART, size=3))
    assert here.spec == there.spec
    assert {name for name in here.rows if here.rows[name] != there.rows[name]} == {"line", "marks", "number", "worst"}


def test_marks_stand_at_their_own_height_in_the_column_of_their_size():
    rows = drawn().rows["marks"]
    assert sorted((one["name"], one["y"]) for one in rows) == sorted((", ".join(one), height(one)) for one in SETS)
    assert all(abs(one["x"] - len(one["name"].split(", "))) < 0.5 for one in rows)
    places = Counter((round(one["x"], 4), one["y"]) for one in rows)
    assert max(places.values()) == 1, "no mark hides another of its row"


def test_only_the_facts_known_are_orange_and_what_they_surely_know_is_not_faded():
    rows = drawn().rows["marks"]
    assert {one["name"] for one in rows if one["now"]} == {", ".join(one) for one in SETS if len(one) == 2}
    assert {one["name"] for one in rows if one["kept"]} == {", ".join(one) for one in SETS if "age" in one}
    shape = next(layer for layer in drawn().spec["layer"] if layer["data"]["name"] == "marks")["encoding"]["shape"]
    assert (shape["condition"]["value"], shape["value"]) == ("diamond", "circle"), "never colour alone"


def test_the_worst_sets_of_the_line_and_of_fewer_facts_are_named_and_no_word_lies_on_a_mark():
    for size in range(1, 6):
        chart = replace(CHART, size=size)
        rows = drawn(chart).rows
        column = pitch(chart)
        for word in rows["worst"]:
            end, up = word["x"] * column - 10, HEIGHT * share_up(word["y"], chart.top)
            begin = end - LETTER * len(word["name"])
            for mark in rows["marks"]:
                x, y = mark["x"] * column, HEIGHT * share_up(mark["y"], chart.top)
                assert not (begin < x < end and abs(y - up) < LINE / 2), word["name"]
        named = [int(word["name"].split(":")[0].split()[1]) for word in rows["worst"]]
        assert all(size - 2 <= one <= size for one in named)
        assert rows["whole"][0]["now"] == (size == 5), "all of them are named at the right"
        if 1 < size < 5:
            assert [word["name"] for word in rows["worst"] if word["now"]] == [
                f"worst {size}: {', '.join(NAMES[:size])}"
            ]


def test_the_words_of_the_line_turn_where_there_is_no_room_at_its_right():
    assert [drawn(replace(CHART, size=size)).rows["line"][0]["left"] for size in (1, 5)] == [False, True]


def test_words_at_the_top_are_clear_of_those_of_the_line_and_the_dashed_name_of_the_line_itself():
    top = replace(
        CHART, size=5, worst=[*WORST[:-1], replace(WORST[-1], size=5)], whole=replace(WHOLE, size=5, height=70.0)
    )
    assert drawn(top).rows["whole"][0]["down"] > 0
    low = drawn(replace(top, whole=replace(top.whole, height=7.0))).rows["whole"][0]
    assert low["down"] == 0
    for size in range(1, 6):
        for one in drawn(replace(CHART, size=size)).rows["dashed"]:
            begins = one["x"] * pitch(CHART) + LETTER
            assert not begins < size * pitch(CHART) < begins + LETTER * len(one["name"])


def test_bins_keep_every_set_and_their_mean_height():
    many = [
        figures.FactMark(size, height / 97, height % 2 == 0) for size in range(1, 7) for height in range(0, 6000, 7)
    ]
    bins = figures.binned_sets(many, 70.0)
    assert len(many) > SINGLE_SETS > len(bins)
    assert sum(one.sets for one in bins) == len(many)
    for size in (1, 6):
        total = sum(one.height * one.sets for one in bins if one.size == size)
        assert total == pytest.approx(sum(one.height for one in many if one.size == size))
    assert sum(one.sets for one in bins if one.kept) == sum(one.kept for one in many)


@pytest.mark.parametrize("top", [0.02, 0.9, 1.0, 9.99, 10.0, 56.5, 100.0, 113.0])
def test_the_axis_up_has_ticks_that_can_be_read(top: float):
    found = ticks(top)
    assert found[0] == 0
    assert found == sorted(set(found))
    assert 4 <= len(found) <= 11
    assert found[-1] > top / 2
    assert found[-1] <= top


def test_a_list_that_holds_is_a_circle_and_one_that_does_not_a_bar():
    rows = figures.lists(LISTS, ("axis", "message"), LIGHT).rows
    assert [one["name"] for one in rows["clean"]] == ["course 1"]
    assert [(one["name"], one["alone"] ** 2, one["below"] ** 2) for one in rows["over"]] == [
        ("enrolments", 0.0, pytest.approx(0.2)),
        ("all together (3)", pytest.approx(9), pytest.approx(20)),
    ]
    assert rows["rows"][2]["y"] - rows["rows"][1]["y"] > 1, "the union stands apart"


def test_few_lists_have_room_and_many_stay_in_reach():
    few, many = (figures.lists([LISTS[0]] * n, ("axis", "message"), LIGHT).spec["height"] for n in (3, 17))
    assert few < 300
    assert 400 < many < 560
