"""Figures of the laboratory of `isolate`: valid, luck beside every attack, scales that stay while a slider moves."""

from __future__ import annotations

import itertools
import json

import pytest

from dashboard import figures
from dashboard.theme import DARK, LIGHT
from privacy_core.attacks import singling_out
from tests.dashboard import specifications

CURVE = [(1e-6, 0.1), (1e-4, 9.0), (1e-3, 36.8), (1e-2, 0.04), (1.0, 0.0)]
FRAME = figures.Frame(CURVE, "37 of 100 by luck alone", (1e-5, "your line: 1 in 100,000"), (1e-6, 1.0))
MARKS = [
    figures.Rare("members", 1e-5, 60.0, 1.0, 50.0, 70.0, above=True, note="60 of 100"),
    figures.Rare("members", 1e-3, 35.0, 36.8, 30.0, 41.0),
    figures.Rare("choice", 1e-4, 9.0, 9.0),
]
CLIMBS = [
    figures.Climb("exact", [0.0, 0.0, 37.0, 99.0], "exact totals"),
    figures.Climb("noise", [0.0, 0.0, 0.1, 0.2], "with noise"),
    figures.Climb("luck", [0.0, 0.0, 0.0, 0.0], "blind luck"),
    figures.Climb("bound", [0.0, 60.0, 100.0, 100.0], "any attack, at most"),
]
TRIED = [figures.Measured("exact", 2, 36.0, 33.0, 39.0, "tried"), figures.Measured("noise", 2, 0.0, 0.0, 0.4, "tried")]
PAIRS = [
    figures.Pair("yours: 400", 41.0, 38.0, 44.0, 0.0, 41.0, above=True, chosen=True),
    figures.Pair("25", 1.0, 0.4, 2.0, 37.0, 1.1),
    figures.Pair("both", None, None, None, 0.0, note="not published"),
]
BARS = ("columns", "of 100", "blind", "expected", "message")
DRAWN = {
    "luck": lambda c: figures.luck(MARKS, FRAME, ("across", "up", "message"), c),
    "totals": lambda c: figures.totals(CLIMBS, TRIED, (2, "your line: 2 totals"), ("across", "up", "message"), c),
    "bars": lambda c: figures.bars(PAIRS, BARS, c),
}


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("name", DRAWN)
def test_a_specification_is_valid_and_finds_its_data(name, colours):
    drawn = DRAWN[name](colours)
    specifications.check(drawn)
    assert drawn.message == "message"


def test_only_what_is_above_luck_is_filled_and_from_the_curve_on():
    rows = figures.luck(MARKS, FRAME, ("", "", "m"), LIGHT).rows
    assert [(one["y"], one["blind"]) for one in rows["above"]] == [(60.0, 1.0)]
    assert len(rows["marks"]) == 3
    assert [one["low"] for one in rows["interval"]] == [50.0, 30.0], "what is computed has no interval"


def test_the_words_of_luck_stand_at_its_top_and_the_line_may_be_absent():
    rows = figures.luck(MARKS, FRAME, ("", "", "m"), LIGHT).rows
    assert rows["peak"] == [{"x": 1e-3, "y": 36.8, "label": "37 of 100 by luck alone"}]
    assert rows["line"][0]["label"] == "your line: 1 in 100,000"
    bare = figures.Frame(CURVE, "", None, (1e-6, 1.0))
    specifications.check(figures.luck([], bare, ("", "", "m"), LIGHT))


def test_marks_within_and_above_luck_differ_by_more_than_colour():
    """A mark above luck stands on a filled gap; the user's own is a circle, an attack a diamond."""
    shapes = next(
        layer["encoding"]["shape"]
        for layer in figures.luck(MARKS, FRAME, ("", "", "m"), LIGHT).spec["layer"]
        if "shape" in layer["encoding"]
    )
    assert {one["value"] for one in shapes["condition"]} == {"diamond", "square"}
    assert shapes["value"] == "circle"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            figures.luck(MARKS, FRAME, ("a", "b", "m"), LIGHT),
            figures.luck(MARKS[:1], figures.Frame(CURVE, "x", (1e-2, "y"), (1e-6, 1.0)), ("a", "b", "m"), LIGHT),
        ),
        (
            figures.totals(CLIMBS, TRIED, (2, "one"), ("a", "b", "m"), LIGHT),
            figures.totals(CLIMBS, [], (1, "other"), ("a", "b", "m"), LIGHT),
        ),
        (figures.bars(PAIRS, BARS, LIGHT), figures.bars(PAIRS[::-1], BARS, LIGHT)),
    ],
    ids=["luck", "totals", "bars"],
)
def test_no_scale_moves_with_a_slider(one, other):
    assert json.dumps(one.spec) == json.dumps(other.spec)


def test_the_gap_runs_from_luck_to_the_exact_line():
    rows = figures.totals(CLIMBS, TRIED, (2, ""), ("", "", "m"), LIGHT).rows
    assert [(one["y2"], one["y"]) for one in rows["gap"]] == [(0.0, 0.0), (0.0, 0.0), (0.0, 37.0), (0.0, 99.0)]


@pytest.mark.parametrize("last", [0.0, 49.0, 51.0, 100.0])
def test_words_at_the_ends_of_lines_never_meet(last):
    climbs = [figures.Climb(kind, [0.0, last], kind) for kind in ("exact", "noise", "luck", "bound")]
    ends = sorted(one["y"] for one in figures.totals(climbs, [], (0, ""), ("", "", "m"), LIGHT).rows["ends"])
    assert all(two - one >= 5 for one, two in itertools.pairwise(ends))
    assert ends[0] >= 0
    assert ends[-1] <= 105


@pytest.mark.parametrize("bits", [20, 30, 40])
@pytest.mark.parametrize("epsilon", [0.3, 1.0])
def test_words_at_the_ends_of_lines_lie_over_none_of_them(bits, epsilon):
    exact, noise = (singling_out.counts_curve(1000, bits, 300, one) for one in (None, epsilon))
    bound = [100 * singling_out.dp_bound(1000, max(m, 1) * epsilon, 2.0**-bits / 1000).value for m in range(301)]
    named = {"exact": (100 * exact.success).tolist(), "noise": (100 * noise.success).tolist(), "bound": bound}
    climbs = [figures.Climb(kind, shares, kind) for kind, shares in (*named.items(), ("luck", [0.0] * 301))]
    ends = figures.totals(climbs, [], (0, ""), ("", "", "m"), LIGHT).rows["ends"]
    for one in ends:
        begins = 160 if one["kind"] != "bound" or one["y"] < 100 else 0
        for shares in named.values():
            assert all(abs(share - one["y"]) > 2.5 for share in shares[begins:] if share >= 50)


def test_what_is_not_out_keeps_its_place_by_name_only():
    rows = figures.bars(PAIRS, BARS, LIGHT).rows
    assert [one["name"] for one in rows["pairs"]] == ["▸ yours: 400", "25", "both"]
    assert [one["name"] for one in rows["none"]] == ["both"]
    assert len(rows["tried"]) == 2
    assert [one["loud"] for one in rows["tried"]] == [True, False]


def test_attack_and_blind_stand_side_by_side_and_never_overlap():
    for one in figures.bars(PAIRS, BARS, LIGHT).rows["pairs"]:
        assert one["left"] < one["at"] < one["middle"] < one["nearby"] < one["right"]
