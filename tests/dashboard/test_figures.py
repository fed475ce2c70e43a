"""Figures outside the app: valid, the same specification while a line moves, numbers those of the core."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard import figures
from dashboard.figures import steps as steps_module
from dashboard.theme import DARK, LIGHT, palette
from privacy_core import (
    Equal,
    Rank,
    Staircase,
    TCloseness,
    Tree,
    contingency,
    crowd,
    equivalence_classes,
    from_frame,
    judge,
    measure,
    mix,
    samples,
)
from tests.dashboard import specifications

SAID = ("your line: t = 0.50", "distance", "message")
LUCK = {"low": 0.1, "high": 0.4, "label": "luck"}


def classes_of(sizes: list[int]):
    rows = pd.DataFrame({"q": np.repeat(np.arange(len(sizes)), sizes)})
    return equivalence_classes(from_frame(rows), ["q"])


SIZES = {
    "dots": [1] * 40 + [3] * 20 + [9] * 10,
    "bars": [1] * 5 + [4] * 5 + [200] * 6,
    "nine": [3, 3, 3],
    "one": [1],
    "thousands": [1] * 3000 + [7] * 2000,
}


@cache
def people(name: str):
    return classes_of(SIZES[name])


def crowds(name: str, k: int, colours=LIGHT) -> figures.Figure:
    return figures.crowds(crowd(people(name), k), f"your line: k = {k}", colours)


@cache
def measured(n_classes: int, seed: int = 1):
    """A table of many crowds with a skewed secret, and its distances."""
    rng = np.random.default_rng(seed)
    size = np.minimum(rng.geometric(0.2, n_classes), 400)
    rows = pd.DataFrame({"q": np.repeat(np.arange(n_classes), size)})
    rows["s"] = np.minimum(rng.geometric(0.35, len(rows)), 9).astype(str)
    table = from_frame(rows)
    return measure(TCloseness("s", None, Equal()), contingency(table, equivalence_classes(table, ["q"]), "s"))


@cache
def marks(n_classes: int):
    found = measured(n_classes)
    return figures.swarm(found.per_class, found.size, True, 1.0)


def distances(n_classes: int, t: float, chosen: int | None = None, colours=LIGHT, luck=None) -> figures.Figure:
    found = judge(TCloseness("s", t, Equal()), measured(n_classes))
    drawn = marks(n_classes)
    return figures.distances(drawn, found.fails[drawn.example], t, SAID, chosen, luck=luck, colours=colours)


def mixes(ground=None, colours=LIGHT, name="clinic", secret="diagnosis") -> figures.Figure:
    sample = samples.load(name)
    counted = contingency(
        sample.table, equivalence_classes(sample.table, sample.roles.quasi_identifiers[1:3] or ["class"]), secret
    )
    return figures.mixes(mix(counted, 0, ground or Equal()), "message", colours)


def stairs(n: int = 7, colours=LIGHT) -> figures.Figure:
    alone = tuple(int(v) for v in np.linspace(0, 800, n) ** 1.02)
    return figures.stairs(Staircase(tuple(f"column {i}" for i in range(n)), alone, alone, 1000), colours)


def tree():
    return Tree(samples.load("clinic").hierarchies["diagnosis"])


DRAWN = {
    "crowds, dots": lambda colours: crowds("dots", 5, colours),
    "crowds, bars": lambda colours: crowds("bars", 5, colours),
    "crowds, one person": lambda colours: crowds("one", 5, colours),
    "distances, swarm": lambda colours: distances(300, 0.4, 3, colours),
    "distances, bins": lambda colours: distances(4000, 0.4, None, colours),
    "distances, luck": lambda colours: distances(300, 0.4, 3, colours, LUCK),
    "mixes, equal": lambda colours: mixes(None, colours),
    "mixes, tree": lambda colours: mixes(tree(), colours),
    "mixes, ordered": lambda colours: mixes(Rank(), colours, "clinic", "income"),
    "stairs": lambda colours: stairs(7, colours),
    "stairs, many": lambda colours: stairs(30, colours),
}


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("name", DRAWN)
def test_a_specification_is_valid_and_finds_its_data(name: str, colours):
    specifications.check(DRAWN[name](colours))


def test_the_two_palettes_differ_and_light_is_the_default():
    assert palette("dark") is DARK
    assert palette("light") is palette(None) is LIGHT
    assert DRAWN["stairs"](LIGHT).spec != DRAWN["stairs"](DARK).spec


@pytest.mark.parametrize("name", SIZES)
def test_moving_k_changes_rows_only(name: str):
    first = crowds(name, 1)
    for k in (2, 3, 5, 9, 50, 1_000_000):
        moved = crowds(name, k)
        assert moved.spec == first.spec
        assert moved.rows["line"] != first.rows["line"]


@pytest.mark.parametrize("n", [300, 4000])
def test_moving_t_and_choosing_a_crowd_changes_rows_only(n: int):
    first = distances(n, 0.0)
    for t, chosen, luck in ((0.1, None, None), (0.5, 3, LUCK), (1.0, 7, LUCK)):
        moved = distances(n, t, chosen, luck=luck)
        assert moved.spec == first.spec
        assert moved.rows["line"] != first.rows["line"]


@pytest.mark.parametrize("name", SIZES)
@pytest.mark.parametrize("k", [1, 2, 5, 300])
def test_columns_and_brackets_are_the_cores(name: str, k: int):
    seen, drawn = crowd(people(name), k), crowds(name, k)
    tallest, dotted = {}, seen.median <= 20
    for row in drawn.rows["people"]:
        for column in range(int(row["x"]), int(row["x"]) + row.get("dots", 1)):  # a run of dots is one row
            tallest[column] = max(row["y"], tallest.get(column, 0))
            assert row["below"] == (seen.columns[column] < k)
    assert [tallest[i] for i in range(len(seen.columns))] == [min(c, 20) if dotted else c for c in seen.columns]
    spans = [(row["from"], row["to"], row["beyond"]) for row in drawn.rows["brackets"]]
    assert sum(b - a for a, b, _ in spans) == pytest.approx(len(seen.columns))
    below = sum(b - a for a, b, beyond in spans if beyond)
    assert below == pytest.approx(seen.below / seen.people * len(seen.columns))


@pytest.mark.parametrize("name", SIZES)
def test_a_picture_of_crowds_stays_small(name: str):
    assert len(crowds(name, 5).rows["people"]) <= 2000


@pytest.mark.parametrize("n", [1, 2, 300, 1500, 1501, 4000, 40_000])
def test_everybody_is_in_a_mark_and_marks_are_few(n: int):
    found, drawn = measured(n), marks(n)
    assert drawn.people.sum() == found.size.sum()
    assert drawn.classes.sum() == n
    assert len(drawn.value) <= 5000
    assert len(distances(n, 0.3).rows["marks"]) == len(drawn.value)


@pytest.mark.parametrize("n", [1, 2, 40, 300])
def test_marks_of_a_swarm_stand_at_their_value_and_do_not_overlap(n: int):
    drawn = marks(n)
    assert not drawn.rows
    x, y, radius = drawn.value / drawn.high * 860, drawn.offset, np.sqrt(drawn.area / np.pi)
    apart = np.hypot(x[:, None] - x, y[:, None] - y)
    np.fill_diagonal(apart, np.inf)
    assert (apart >= radius[:, None] + radius - 1e-6).all()
    assert np.array_equal(drawn.value, measured(n).per_class)


@pytest.mark.parametrize("n", [1, 300, 1500])
def test_no_mark_stands_outside_its_picture(n: int):
    same = figures.swarm(np.full(n, 0.9), np.full(n, 3), True, 1.0)
    for drawn in (same, marks(n)):
        assert drawn.rows or np.abs(drawn.offset).max() <= 150
        assert drawn.people.sum() > 0


def test_a_bin_holds_crowds_of_one_stretch_and_stands_for_its_worst():
    found, drawn = measured(4000), marks(4000)
    for example, middle, crowds_here in zip(drawn.example, drawn.value, drawn.classes, strict=True):
        worst = found.per_class[example]
        assert abs(worst - middle) <= 0.5 / 100 + 1e-9
        assert crowds_here >= 1
    assert found.worst in drawn.example


@pytest.mark.parametrize("t", [0.0, 0.2, 0.5, 1.0])
def test_marks_beyond_the_line_are_those_that_fail(t: float):
    found = judge(TCloseness("s", t, Equal()), measured(300))
    rows = distances(300, t).rows["marks"]
    assert {row["id"] for row in rows if row["beyond"]} == set(np.flatnonzero(found.fails).tolist())


def test_infinite_numbers_stand_at_the_end_of_the_axis():
    drawn = figures.swarm(np.array([0.5, np.inf, 2.0]), np.array([3, 1, 2]), True)
    assert np.isfinite(drawn.value).all()
    assert drawn.value[1] == drawn.value.max() <= drawn.high
    rows = figures.distances(drawn, np.array([False, True, True]), np.inf, SAID, None, luck=None, colours=LIGHT).rows
    assert rows["line"][0]["at"] == drawn.high


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(1, 10_000)), min_size=1, max_size=60))
def test_any_swarm_keeps_its_people_apart(crowds_here: list[tuple[float, int]]):
    value, size = np.array([v for v, _ in crowds_here]), np.array([n for _, n in crowds_here])
    drawn = figures.swarm(value, size, True, 1.0)
    assert drawn.people.sum() == size.sum()
    if drawn.rows:
        return
    x, radius = value * 860, np.sqrt(drawn.area / np.pi)
    for i in range(len(size)):
        for j in range(i):
            assert np.hypot(x[i] - x[j], drawn.offset[i] - drawn.offset[j]) >= radius[i] + radius[j] - 1e-6


@pytest.mark.parametrize("ground", [Equal(), tree()], ids=["equal", "tree"])
def test_bars_arcs_and_ticks_are_the_cores(ground):
    drawn = mixes(ground)
    values, arcs = drawn.rows["values"], drawn.rows["arcs"]
    assert sum(row["share"] for row in values) == pytest.approx(100)
    assert sum(row["prior"] for row in values) == pytest.approx(100)
    gained = sum(max(row["share"] - row["prior"], 0) for row in values)
    mass = {row["arc"]: row["mass"] for row in arcs}
    if isinstance(ground, Equal):
        assert sum(mass.values()) == pytest.approx(gained)
    assert all(row["gained"] == (row["share"] > row["prior"] + 1e-9) for row in values)


@pytest.mark.parametrize("n", [1, 7, 12, 13, 30])
def test_a_staircase_keeps_its_total_and_never_goes_down(n: int):
    rows = stairs(n).rows["steps"]
    result = np.linspace(0, 800, n) ** 1.02
    assert len(rows) <= steps_module.SHOWN
    assert rows[-1]["alone"] == pytest.approx(int(result[-1]) / 10)
    assert [row["before"] for row in rows[1:]] == [row["alone"] for row in rows[:-1]]
    assert all(row["before"] <= row["alone"] for row in rows)
    assert Counter(row["name"] for row in rows).most_common(1)[0][1] == 1


def test_steps_that_add_most_are_kept():
    alone = (0, 0, 50, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 900, 900)
    drawn = figures.stairs(Staircase(tuple("abcdefghijklmnop"), alone, alone, 1000), LIGHT)
    kept = [row["name"] for row in drawn.rows["steps"]]
    assert {"+ c", "+ o"} <= set(kept)
    assert kept[-1] == "+ 5 others"
    assert drawn.rows["steps"][-1]["alone"] == 90.0
