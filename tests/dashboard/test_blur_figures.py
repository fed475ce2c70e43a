"""The map of all ways and the small pictures: valid, unchanged while lines move, marks are what they stand for."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from dashboard import figures
from dashboard.figures.ways import ACROSS, UP
from dashboard.theme import DARK, LIGHT
from tests.dashboard import specifications

SAID = ("your line: k = 5", "cost", "crowd", "message")


def chart(n: int, k: int = 5, chosen: int | None = 7) -> figures.Chart:
    random = np.random.default_rng(n)
    cost, crowd = np.sort(random.uniform(0, 100, n)), np.exp(random.uniform(0, 10, n)).astype(np.int64)
    badges = [figures.Badge(0.0, 1, "A", "as loaded", False)]
    if chosen is not None:
        badges.append(figures.Badge(float(cost[chosen]), int(crowd[chosen]), "B", "k = 5", True))
    path = (0, 3, chosen) if chosen is not None else ()
    return figures.Chart(cost, crowd, crowd >= k, (0, 2, 5), path, 30_162, k, badges)


def ways(n: int, k: int = 5, chosen: int | None = 7, colours=LIGHT) -> figures.Figure:
    return figures.ways(chart(n, k, chosen), (f"your line: k = {k}", *SAID[1:]), colours)


def profile(k: float = 5, colours=LIGHT) -> figures.Figure:
    return figures.profile([1, 1, 2, 9, 100, 4000], k, 30_162, "message", colours)


DRAWN = {
    "ways": lambda colours: ways(300, colours=colours),
    "ways, none chosen": lambda colours: ways(300, chosen=None, colours=colours),
    "ways, bins": lambda colours: ways(9000, colours=colours),
    "profile": lambda colours: profile(colours=colours),
}


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("name", DRAWN)
def test_a_specification_is_valid_and_finds_its_data(name: str, colours):
    specifications.check(DRAWN[name](colours))


@pytest.mark.parametrize("k", [1, 2, 6, 50, 1_000_000])
def test_moving_k_changes_rows_only(k: int):
    first, moved = ways(300), ways(300, k, 9)
    assert moved.spec == first.spec
    assert moved.rows["line"] != first.rows["line"]
    assert {row["id"]: row["keeps"] for row in moved.rows["ways"]} == dict(enumerate(chart(300, k).keeps.tolist()))


def test_marks_that_keep_the_promise_are_drawn_last():
    kept = [row["keeps"] for row in ways(300).rows["ways"]]
    assert kept == sorted(kept)
    assert True in kept
    assert False in kept


@pytest.mark.parametrize("n", [5001, 20_000])
def test_above_five_thousand_marks_are_bins_that_stand_for_their_cheapest_way(n: int):
    seen, rows = chart(n), ways(n).rows["ways"]
    assert sum(row["ways"] for row in rows) == n
    assert len(rows) <= 2 * ACROSS * UP
    place = figures.binned(seen.cost, seen.crowd, seen.keeps, seen.top)
    for row in rows:
        others = np.flatnonzero(place == place[row["id"]])
        assert seen.cost[row["id"]] == seen.cost[others].min()
        assert len(others) == row["ways"]
        assert seen.keeps[others].min() == seen.keeps[others].max() == row["keeps"]


def test_front_path_and_badges_stand_exactly_where_their_ways_are():
    for n in (300, 9000):
        seen, drawn = chart(n), ways(n)
        assert [(row["cost"], row["crowd"]) for row in drawn.rows["front"]] == [
            (seen.cost[i], seen.crowd[i]) for i in seen.front
        ]
        assert [(row["cost"], row["crowd"]) for row in drawn.rows["path"]] == [
            (seen.cost[i], seen.crowd[i]) for i in seen.path
        ]
        assert [row["letter"] for row in drawn.rows["badges"]] == ["A", "B"]
        assert [row["chosen"] for row in drawn.rows["badges"]] == [False, True]


def test_a_profile_colours_who_is_below_the_line():
    rows = profile(5).rows["people"]
    assert [row["below"] for row in rows] == [True, True, True, False, False, False]
    assert [row["crowd"] for row in rows] == [1, 1, 2, 9, 100, 4000]
    assert profile(5).spec == profile(6).spec


def test_small_pictures_share_one_scale():
    drawn = [figures.profile([1, 9], 5, 30_162, "m", LIGHT), figures.profile([4000], 5, 30_162, "m", LIGHT)]
    scales = [one.spec["layer"][0]["encoding"]["y"]["scale"]["domain"] for one in drawn]
    assert scales[0] == scales[1]


def test_labels_of_badges_that_stand_close_are_on_different_sides():
    close = (figures.Badge(40.0, 20, "B", "k = 20", False), figures.Badge(41.0, 30, "C", "k = 30", True))
    apart = (figures.Badge(40.0, 20, "B", "k = 20", False), figures.Badge(80.0, 900, "C", "k = 900", True))
    for badges, sides in ((close, [False, True]), (apart, [False, False])):
        drawn = figures.ways(replace(chart(50), badges=badges), SAID, LIGHT)
        assert [row["down"] > 0 for row in drawn.rows["badges"]] == sides


def test_labels_of_several_badges_that_stand_close_have_a_line_each():
    close = [figures.Badge(40.0 + i, 20, letter, "words", i == 3, i > 0) for i, letter in enumerate("BCDE")]
    drawn = figures.ways(replace(chart(50), badges=close), SAID, LIGHT)
    lines = [row["down"] for row in drawn.rows["badges"]]
    assert len({*lines}) == 4
    assert min(abs(a - b) for a, b in pairwise(sorted(lines))) >= 17


def test_what_another_method_brought_has_a_shape_of_its_own():
    badges = (figures.Badge(40.0, 20, "B", "k = 20", True), figures.Badge(9.0, 5, "C", "boxes (Mondrian)", False, True))
    drawn = figures.ways(replace(chart(50), badges=badges), SAID, LIGHT)
    disc = next(one for one in drawn.spec["layer"] if one["data"]["name"] == "badges" and "shape" in one["encoding"])
    assert disc["encoding"]["shape"]["condition"] == {"test": "datum.method", "value": "triangle-up"}
    assert {row["label"]: row["method"] for row in drawn.rows["badges"]} == {"k = 20": False, "boxes (Mondrian)": True}
