"""Figures of the page `again`: valid, unchanged while a slider moves, marks are what they stand for."""

from __future__ import annotations

import pytest

from dashboard import figures, repeating, words
from dashboard.compute.repeating import secrets_of
from dashboard.figures.chips import fitting
from dashboard.theme import DARK, LIGHT
from privacy_core import composition, samples
from tests.dashboard import specifications
from tests.dashboard.test_compute import session  # noqa: F401

NINE = composition.link_rows(samples.published_pair(), "salary")
SAID = ("name", "other", "title", "message")


def chips(n: int = 8, ell: int = 6, releases: int = 4, colours=LIGHT, seed: int | None = None) -> figures.Figure:
    shown = composition.extremal_sets(n, ell, releases)
    counted = composition.countdown(range(n), shown)
    steps = [figures.Step("before", "", "all", str(n), "", False)]
    steps += [
        figures.Step(f"release {i}", "", str(i), str(left), "", left == 1) for i, left in enumerate(counted.left, 1)
    ]
    labels = [f"v{i}" for i in range(n)]
    return figures.chips(labels, counted.out_at, steps, ("left", "guess"), "message", figures.HEIGHT, colours)


def nine(colours=LIGHT, person: int | None = 1) -> figures.Figure:
    sets = [NINE.candidates(i) for i in range(9)]
    shown, left = [one.shown for one in sets], [one.left for one in sets]
    return figures.nine(shown, left, NINE.labels, person, ("salary", "message"), colours)


def odds(colours=LIGHT, simulated: bool = True) -> figures.Figure:
    last = figures.Odd(
        "simulated", 0.09 if simulated else None, "9 of 100", "simulated", *([0.08, 0.1] if simulated else [])
    )
    rows = [figures.Odd("bound", 0.1, "10 of 100", "bound"), figures.Odd("exact", 1e-12, "tiny", "exact"), last]
    return figures.odds([figures.Odds("One release", "your line: δ", 0.05, rows)], "message", colours)


def candidates(empty: int = 0, colours=LIGHT, bars=((1, 1, 2, 0), (2, 2, 4, 0), (3, 3, 3, 9))) -> figures.Figure:
    return figures.candidates(list(bars), empty, [(1.0, "at worst: 1"), (2.5, "random: 2.5")], SAID, colours)


DRAWN = {
    "chips": lambda c: chips(colours=c),
    "bar": lambda c: chips(40, 33, colours=c),
    "nine": lambda c: nine(c),
    "thousand": lambda c: figures.thousand((0, 22, 201), (0, 0, 0), 2, 1000, SAID, c),
    "square": lambda c: figures.square(secrets_of("latin"), [3] * 9, "message", c),
    "odds": lambda c: odds(c),
    "odds, not simulated": lambda c: odds(c, simulated=False),
    "promised": lambda c: figures.promised_and_real(0.01, 0.35, SAID, c),
    "curve": lambda c: figures.curve([(0.01, 90), (0.1, 63)], (0.05, 70), True, ("δ", "message"), c),
    "candidates": lambda c: candidates(colours=c),
    "candidates, some empty": lambda c: candidates(3, c),
}


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("name", DRAWN)
def test_a_specification_is_valid_and_finds_its_data(name: str, colours):
    specifications.check(DRAWN[name](colours))


def test_the_specification_stays_while_sliders_move():
    assert chips(8, 6, 4).spec == chips(8, 7, 2).spec == chips(12, 3, 9).spec
    assert candidates().spec == candidates(bars=((1, 1, 0, 0), (2, 2, 5, 1), (3, 3, 4, 9))).spec


def test_every_value_is_struck_once_and_the_last_one_stands_out():
    rows = chips().rows["chips"]
    struck = [row for row in rows if row["state"] == "struck"]
    assert len(struck) == 7
    assert [sum(row["step"] == i for row in struck) for i in range(1, 5)] == [2, 2, 2, 1]
    assert [(row["step"], row["label"]) for row in rows if row["state"] == "last"] == [(4, "v0")]
    possible = [sum(row["step"] == i and row["state"] in ("possible", "last") for row in rows) for i in range(5)]
    assert possible == [8, 6, 4, 2, 1]


@pytest.mark.parametrize(("n", "releases"), [(13, 4), (100, 20), (8, 10)])
def test_more_values_or_releases_are_cells_of_a_bar(n: int, releases: int):
    drawn = chips(n, n - 1, releases)
    assert drawn.rows["words"] == drawn.rows["names"] == []
    every = [row for row in drawn.rows["chips"] if row["step"] == 0]
    assert sum(row["count"] for row in every) == n
    for step in range(1, releases + 1):
        now = {row["state"]: row["count"] for row in drawn.rows["chips"] if row["step"] == step}
        assert now.get("struck", 0) == (step < n)
        assert now.get("possible", 0) + now.get("last", 0) == max(n - step, 1)


def test_values_are_rows_on_a_phone():
    rows = chips().rows["chips"]
    by_value = {label: {row["ny"] for row in rows if row["label"] == label} for label in ("v0", "v3")}
    assert all(len(places) == 1 for places in by_value.values())
    assert len({row["y"] for row in rows if row["label"] == "v0"}) == 5


def test_nothing_is_drawn_outside_the_picture():
    for drawn in (chips(12, 11, 9), chips(100, 60, 20)):
        places = [(row["x2"], row["y2"], row["nx2"], row["ny2"]) for row in drawn.rows["chips"]]
        assert all(x <= 1 and nx <= 1 and max(y, ny) <= figures.HEIGHT for x, y, nx, ny in places)
    assert fitting(8, 3) < figures.HEIGHT


def test_two_of_nine_salaries_are_diamonds():
    rows = nine().rows
    assert [(row["id"] + 1, row["label"]) for row in rows["marks"] if row["kind"] == "pinned"] == [(2, "4"), (8, "9")]
    assert [row["said"] for row in rows["only"]] == ["only 4 left", "only 9 left"]
    assert rows["chosen"][0]["id"] == 1
    assert nine(person=None).rows["chosen"] == []
    assert {row["kind"] for row in rows["marks"] if row["id"] == 3} == {"possible"}


def test_small_chances_stand_at_the_end_of_the_axis_and_unknown_ones_nowhere():
    marks = odds(simulated=False).rows
    assert marks["marks"][1]["x"] == figures.odds.__globals__["SMALLEST"]
    assert [row["name"] for row in marks["known"]] == ["bound", "exact"]
    assert marks["interval"] == []
    (interval,) = odds().rows["interval"]
    assert (interval["low"], interval["high"]) == (0.08, 0.1)


def test_people_with_nothing_left_stand_apart():
    assert candidates().rows["empty"] == []
    (apart,) = candidates(3).rows["empty"]
    assert (apart["y"], apart["label"]) == (3, "3")
    assert apart["high"] < min(row["low"] for row in candidates(3).rows["bars"])
    assert [row["pinned"] for row in candidates().rows["bars"]] == [True, False, False]


@pytest.mark.parametrize(("left", "place"), [(1.0, 0.0), (2.5, 1.5), (3.0, 2.0)])
def test_lines_stand_at_their_number(left: float, place: float):
    drawn = figures.candidates([(1, 1, 2, 0), (2, 2, 4, 0), (3, 3, 3, 9)], 0, [(left, "x")], SAID, LIGHT)
    assert drawn.rows["lines"][0]["x"] == pytest.approx(place)


def test_lines_stand_within_their_bin():
    bars = [(1, 1, 2, 0), (2, 4, 4, 0), (5, 9, 3, 9)]
    for left, bar in [(1.0, 0), (3.0, 1), (7.0, 2), (30.0, 2)]:
        (line,) = figures.candidates(bars, 0, [(left, "x")], SAID, LIGHT).rows["lines"]
        assert bar - 0.4 <= line["x"] <= bar + 0.7


def test_the_demo_draws_the_persons_own_value_last():
    found = repeating.compute.case(8, 6, 4, None)
    labels, out_at, steps = repeating.Demo(words.WORST, 8, 6, 4, 1, found).picture
    assert labels == sorted(labels, key=str.lower)
    assert out_at[labels.index(words.example_values(8)[0])] == 0
    assert [step.large for step in steps] == ["8", "6", "4", "2", "1"]
    assert [step.loud for step in steps] == [False] * 4 + [True]


def test_long_names_stand_on_two_lines_and_short_ones_on_one():
    steps = [figures.Step("before", "", "all", "3", "", False)]
    labels = ["Exec-managerial", "gout", "no known break"]
    drawn = figures.chips(labels, (0, 0, 0), steps, ("left", "guess"), "message", figures.HEIGHT, LIGHT)
    rows = drawn.rows["words"]
    assert [row["shown"] for row in rows] == ["Exec-\nmanagerial", "gout", "no known\nbreak"]
    assert [(row["lines"], row["longest"]) for row in rows] == [(2, 10), (1, 4), (2, 8)]
    assert [row["label"] for row in rows] == labels


def test_a_phone_shows_the_numbers_that_there_is_room_for():
    few = candidates()
    assert all(row["told"] for row in few.rows["bars"])
    many = candidates(bars=tuple((i, i, 5 * i, 0) for i in range(1, 13)))
    assert [row["i"] for row in many.rows["bars"] if row["told"]] == [0, 11]
