"""The laboratory of `isolate`: every state of its three parts, and numbers that are the core's."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from dashboard import server, words
from dashboard.compute import totalling as work
from dashboard.compute.demonstrating import Shown
from dashboard.compute.totalling import Totals, Tried
from privacy_core import Missing, Policies, attacks, from_frame
from tests.dashboard.blurs import done
from tests.dashboard.laboratory import PEOPLE, lab, opened, part, result, rows_of
from tests.dashboard.matchings import choose, open_up
from tests.dashboard.visits import Visit


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    monkeypatch.setattr(server, "prepare", lambda: None)


def test_totals_and_more_ways_need_no_table():
    for name in (words.ISOLATE_TOTALS, words.ISOLATE_WAYS):
        visit = part(Visit(), name)
        assert visit.question == words.ISOLATE
        assert "singled out" in visit.answer or "single somebody out" in visit.answer
        assert visit.figures
        assert len(visit.metrics) == 4


def test_totals_are_those_of_the_core_and_the_slider_moves_line_answer_and_marks_together():
    visit = part(Visit(), words.ISOLATE_TOTALS)
    done(visit.slide("totals counts", 210))
    exact = lab.counts_curve(1000, 20, 300)
    rows = rows_of(visit, "gap")
    drawn = [one["y"] for one in rows["lines"] if one["kind"] == "exact"]
    assert drawn == pytest.approx((100 * exact.success).tolist())
    assert rows["cut"][0]["x"] == 210
    assert "210 exact totals" in visit.answer
    assert "99 of 100" in visit.answer
    found = result(visit, Tried)
    assert found.asked.counts == 210
    assert visit.metrics["Exact, tried"] == words.found_in(found.exact.main)
    marks = {one["kind"]: one for one in rows["tried"]}
    assert marks["exact"]["y"] == pytest.approx(100 * found.exact.main.rate)
    assert marks["noise"]["high"] == pytest.approx(100 * found.noise.main.interval[1])


def test_twenty_totals_single_nobody_out_and_one_more_does():
    visit = part(Visit(), words.ISOLATE_TOTALS)
    done(visit.type_in("totals counts", 20))
    assert "it takes 21" in visit.answer
    assert visit.metrics["Exact, tried"] == "too few totals"
    assert not rows_of(visit, "gap")["tried"]
    done(visit.type_in("totals counts", 21))
    assert "37 of 100 releases" in visit.answer


def test_noise_bounds_every_attack_only_where_the_bound_says_anything():
    visit = part(Visit(), words.ISOLATE_TOTALS)
    assert visit.metrics["Any attack, at most"] == "no guarantee"
    done(visit.type_in("totals epsilon", 0.05))
    bound = lab.dp_bound(1000, 21 * 0.05, 2**-20 / 1000)
    assert visit.metrics["Any attack, at most"] == words.chance(bound.value)


def test_asked_one_by_one_totals_go_further():
    visit = part(Visit(), words.ISOLATE_TOTALS)
    done(visit.slide("totals counts", 42))
    choose(visit, "lab asked", words.ONE_BY_ONE)
    expected = lab.success_of_adaptive_counts(42, 1000, 20)
    assert words.chance(float(expected)) in visit.answer
    assert result(visit, Tried).exact.theory == pytest.approx(float(expected), abs=1e-6)


def test_luck_moves_under_two_sliders_and_its_scale_stays():
    visit = part(Visit(), words.ISOLATE_TOTALS)
    before = next(figure for figure in visit.figures if "peak" in figure["rows"])
    done(visit.type_in("luck rows", 10))
    done(visit.type_in("luck weight", -1.0))
    after = next(figure for figure in visit.figures if "peak" in figure["rows"])
    assert after["spec"] == before["spec"]
    mark = after["rows"]["marks"][0]
    assert mark["x"] == pytest.approx(0.1)
    assert mark["blind"] == pytest.approx(100 * float(lab.baseline(10, 0.1)))
    assert mark["low"] <= mark["y"] <= mark["high"]
    assert "39 of 100 by luck alone" in after["rows"]["peak"][0]["label"]


def test_bits_left_out_fail_with_few_columns_and_the_bars_show_it():
    visit = part(Visit(), words.ISOLATE_WAYS)
    found = result(visit, Shown)
    rows = rows_of(visit, "pairs")["pairs"]
    assert rows[0]["rate"] == pytest.approx(100 * found.own.main.rate)
    assert rows[0]["theory"] == pytest.approx(100 * lab.bit_theory(5, 400, 200))
    assert rows[1]["name"] == "25"
    assert not rows[1]["loud"]
    assert rows[-1]["loud"]
    done(visit.type_in("ways columns", 10))
    assert "10 columns are too few" in visit.answer


@pytest.mark.parametrize(("way", "all_of"), [(1, True), (2, True)])
def test_one_bit_and_a_printed_end_isolate_for_certain(way, all_of):
    visit = choose(part(Visit(), words.ISOLATE_WAYS), "lab way", words.WAYS_HERE[way])
    found = result(visit, Shown)
    assert found.own.main.hits == found.own.main.attempts == 1000
    assert "all 1,000 tries" in visit.answer
    if way == 2:
        assert found.equal.outcome is attacks.Outcome.PREMISE_FAILS
        assert rows_of(visit, "pairs")["pairs"][-1]["rate"] == 0


def test_two_buttons_each_harmless_together_a_row():
    visit = part(Visit(), words.ISOLATE_WAYS)
    assert "Nothing is published yet" in visit.texts
    for which, alone in (("first", True), ("second", False)):
        visit.app.button(key=f"release {which}").click()
        done(visit.run())
        assert ("every row is as likely as before" in visit.texts) == alone
    assert "Together they tell a whole row in all 1,000 tries" in visit.texts
    pairs = next(figure["rows"]["pairs"] for figure in visit.figures if figure["rows"].get("pairs", [{}])[0].get("name") == "release 1 alone")  # fmt: skip
    assert [one["rate"] for one in pairs] == [0.0, 0.0, 100.0]
    visit.app.button(key="release first").click()
    done(visit.run())
    assert "Together they" not in visit.texts


def test_what_holds_and_the_numbers_behind_the_bars_are_made_once_they_are_open():
    visit = part(Visit(), words.ISOLATE_WAYS)
    assert "Conditions:" not in visit.texts
    open_up(visit, "what holds")
    open_up(visit, "ways table")
    assert visit.texts.count("Conditions:") == 5
    assert "in at most 1 in 1,048 releases" in visit.texts


def test_the_premise_is_estimated_on_the_open_table():
    visit = part(opened(), words.ISOLATE_WAYS)
    found = lab.min_entropy(from_frame(pd.DataFrame(PEOPLE)), ["age", "area"])
    assert found.sentence(0.01) in visit.texts
    done(visit.type_in("ways one in", 2))
    assert found.sentence(0.5) in visit.texts
    assert "premise holds" in visit.texts


def test_the_premise_follows_how_a_gap_is_read():
    gaps = {**PEOPLE, "area": [None if at % 4 else area for at, area in enumerate(PEOPLE["area"])]}
    visit = part(opened(gaps), words.ISOLATE_WAYS)
    held = from_frame(pd.DataFrame(gaps))
    assert lab.min_entropy(held, ["age", "area"]).sentence(0.01) in visit.texts
    done(visit.count(missing=Missing.DROP))
    found = lab.min_entropy(held, ["age", "area"], Policies(Missing.DROP))
    assert found.left_out == sum(area is None for area in gaps["area"]) > 0
    assert found.sentence(0.01) in visit.texts
    assert f"{found.left_out:,} left out" in visit.texts


def test_noise_is_spent_on_all_totals_together():
    asked = Totals(1000, 2, 9, 0.5, False, 2000, 1)
    tried = work.trying(asked)(lambda *_: True)
    exact, noise = np.random.default_rng(1).spawn(2)
    assert asked.used == 9
    assert tried.exact.main == lab.counting_attack(1000, 2, 3, 2000, exact).main
    assert tried.noise.main == lab.counting_attack(1000, 2, 3, 2000, noise, 9 * 0.5).main
    assert tried.noise.settings["epsilon_per_count"] == 0.5


@pytest.mark.parametrize(
    ("typed", "measured"),
    [
        ({"totals counts": 300, "totals bits": 200, "totals epsilon": 1000}, True),
        ({"totals counts": 300, "totals bits": 1, "totals epsilon": 0.01}, True),
        ({"luck rows": 1_000_000_000, "luck weight": -12.0}, True),
        ({"luck rows": 1, "luck weight": 0.0}, True),
    ],
)
def test_the_ends_of_every_control_of_totals_are_answered(typed, measured):
    visit = part(Visit(), words.ISOLATE_TOTALS)
    for name, to in typed.items():
        done(visit.type_in(name, to))
    assert not visit.errors
    assert ("tried" in " ".join(visit.metrics)) == measured
    assert "nan" not in visit.texts.lower().replace("planned", "")


def test_tables_too_many_to_draw_are_refused_in_a_sentence():
    visit = part(Visit(), words.ISOLATE_WAYS)
    visit.app.session_state["lab ways trials"], visit.app.session_state["lab ways rows"] = 10_000, 10_000
    done(visit.type_in("ways columns", 20_000))
    assert any("choose fewer trials" in one for one in visit.errors)
    assert visit.answer == words.NOT_ATTACKED
    assert visit.metrics["Singled out"] == words.NOT_TRIED


@pytest.mark.parametrize("typed", [{"ways k": 200}, {"ways columns": 10}, {"ways k": 200, "ways columns": 20_000}, {"ways half rows": 2}])  # fmt: skip
def test_the_ends_of_every_control_of_more_ways_are_answered(typed):
    visit = part(Visit(), words.ISOLATE_WAYS)
    visit.app.session_state["lab ways trials"] = 100
    for name, to in typed.items():
        done(visit.type_in(name, to))
    assert not visit.errors
    assert len(visit.metrics) == 4
    assert "nan" not in " ".join(visit.metrics.values())
