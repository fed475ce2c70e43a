"""The laboratory of `isolate`: every state of its three parts, and numbers that are the core's."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd
import pytest

from dashboard import server, words
from dashboard.compute.demonstrating import Shown
from dashboard.compute.describing import Described, Refused
from dashboard.compute.totalling import Tried
from privacy_core import attacks, from_frame, samples
from tests.dashboard.blurs import done
from tests.dashboard.test_match_page import choose, open_up
from tests.dashboard.visits import KNOWN, SECRET, UNUSED, Role, Visit, csv_of

lab = attacks.singling_out
RANDOM = np.random.default_rng(9)
ROLES = {"who": Role.PERSON, "age": KNOWN, "area": KNOWN, "ill": SECRET, "spent": UNUSED}


def people(n: int, seed: int) -> dict[str, list]:
    random = np.random.default_rng(seed)
    return {
        "who": [f"p{seed}-{i}" for i in range(n)],
        "age": random.integers(20, 60, n).tolist(),
        "area": random.choice(list("xyz"), n).tolist(),
        "spent": random.normal(50, 20, n).round(2).tolist(),
        "ill": random.choice(list("abc"), n).tolist(),
    }


PEOPLE, OTHERS = people(80, 1), people(300, 2)


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    monkeypatch.setattr(server, "prepare", lambda: None)


def part(visit: Visit, name: str) -> Visit:
    return done(choose(done(visit.page("isolate")), "isolate part", name))


def result(visit: Visit, kind: type):
    return [job.result for job in visit.state("results").values() if isinstance(job.result, kind)][-1]


def opened(table: dict = PEOPLE) -> Visit:
    visit = Visit().upload(csv_of(**table)).roles(**ROLES)
    visit.app.session_state["match origin"] = words.AS_IT_IS
    return visit


def with_strangers(table: dict = OTHERS) -> Visit:
    visit = opened()
    visit.app.session_state["isolate what"] = True
    visit = part(visit, words.ISOLATE_RARE)
    visit.app.file_uploader[0].set_value([("others.csv", csv_of(**table), "text/csv")])
    return done(done(visit.run()))


def test_totals_and_more_ways_need_no_table():
    for name in (words.ISOLATE_TOTALS, words.ISOLATE_WAYS):
        visit = part(Visit(), name)
        assert visit.question == words.ISOLATE
        assert "singled out" in visit.answer or "single somebody out" in visit.answer
        assert visit.figures
        assert len(visit.metrics) == 4


def test_rare_descriptions_say_what_to_do_first():
    visit = part(Visit(), words.ISOLATE_RARE)
    assert visit.answer == words.LOAD_FIRST
    assert not visit.figures
    assert not visit.metrics


def test_a_release_that_is_not_there_is_asked_for():
    visit = part(Visit().upload(csv_of(**PEOPLE)).roles(**ROLES), words.ISOLATE_RARE)
    assert visit.answer == words.BLUR_FIRST
    assert not visit.figures


def test_a_table_that_blur_cannot_take_says_why_how_to_mend_it_and_what_goes_without():
    visit = part(Visit().sample("clinic"), words.ISOLATE_RARE)
    assert visit.answer == "607 people have several rows: until each has one, Blur makes no release."
    assert f"{words.ONE_ROW_ON_BLUR} {words.AS_IT_IS_INSTEAD}" in visit.texts
    matched = done(visit.page("match"))
    assert matched.answer == visit.answer
    audited = done(choose(visit.page("undo"), "undo part", words.UNDO_OWN))
    assert audited.answer.startswith("607 people have several rows")
    assert words.ONE_ROW_ON_BLUR in audited.texts
    assert words.AS_IT_IS_INSTEAD not in audited.texts, "the table itself is no release to audit"


def rows_of(visit: Visit, named: str) -> dict:
    return next(figure["rows"] for figure in visit.figures if named in figure["rows"])


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


def test_without_strangers_nothing_is_judged():
    visit = part(opened(), words.ISOLATE_RARE)
    found = result(visit, Described)
    assert found.crowds.outcome is attacks.Outcome.NOT_MEASURED
    assert "luck is not measured" in visit.answer
    assert visit.metrics["On strangers"] == "not measured"
    assert "in the release's own table" in visit.texts
    assert "recital 26" not in visit.texts


def test_descriptions_stand_beside_strangers_and_luck_and_are_the_cores():
    visit = with_strangers()
    found = result(visit, Described)
    tables = [from_frame(pd.DataFrame(one)) for one in (PEOPLE, OTHERS)]
    chance = np.random.default_rng(1).spawn(3)[0]
    core = attacks.class_predicates(tables[0], tables[0], ["age", "area"], chance, holdout=tables[1], tries=500)
    assert found.crowds.main == core.main
    assert found.crowds.evidence.control == core.evidence.control
    assert not any(isinstance(one, Refused) for one in found.several)
    rows = rows_of(visit, "members")
    assert [one["note"] for one in rows["members"]] == [words.hits(one.main) for one in map(counts, found.several)]
    assert len(rows["strangers"]) == len(rows["luck"]) == 3
    assert "recital 26" in visit.texts


def counts(one):
    return one.evidence


def test_the_way_that_is_looked_at_rules_answer_picture_and_numbers():
    visit = with_strangers()
    found = result(visit, Described)
    for name, one in zip(words.RARE_WAYS, found.several, strict=True):
        choose(visit, "isolate rare way", name)
        assert visit.answer.startswith(name)
        assert visit.metrics["On people"] == words.found_in(one.evidence.main)
        marks = rows_of(visit, "peak")["marks"]
        assert 1 <= len(marks) <= 6
        assert all(mark["low"] <= mark["y"] <= mark["high"] for mark in marks)


def test_columns_in_a_description_are_set_where_there_are_several():
    visit = with_strangers()
    choose(visit, "isolate rare way", words.RARE_WAYS[1])
    assert visit.app.number_input(key="isolate rare together box").disabled
    choose(visit, "isolate rare way", words.SEVERAL_COLUMNS)
    done(visit.type_in("isolate rare together", 2))
    assert result(visit, Described).records[1].n_columns == 2


def test_the_line_moves_with_what_counts_as_rare():
    visit = with_strangers()
    before = result(visit, Described)
    done(visit.type_in("isolate rare rarer", 10))
    assert result(visit, Described) is before, "nothing is tried anew"
    assert rows_of(visit, "peak")["line"] == [{"x": 1 / 800, "y": 0.0, "y2": 104.0, "label": "your line: 1 in 800"}]


def test_strangers_with_other_columns_are_refused_with_their_name():
    visit = with_strangers({name: values for name, values in OTHERS.items() if name != "spent"})
    (said,) = visit.errors
    assert said.startswith("'others.csv' is not used. ")
    assert "'spent'" in said
    assert len(rows_of(visit, "heads")["members"]) == 3, "what is known without strangers stays"
    assert visit.metrics["On strangers"] == words.NOT_TRIED
    assert "strangers: none, so nothing is judged" in visit.texts


def test_a_release_that_generalizes_something_else_is_refused_and_records_are_tried_all_the_same():
    visit = opened()
    visit.app.session_state["match origin"] = words.UPLOADED_RELEASE
    visit = part(visit, words.ISOLATE_RARE)
    other = {**PEOPLE, "age": [age + 100 for age in PEOPLE["age"]]}
    visit.app.file_uploader[0].set_value([("other.csv", csv_of(**other), "text/csv")])
    done(done(visit.run()))
    assert any("'age'" in one for one in visit.errors)
    assert visit.answer
    found = result(visit, Described)
    assert isinstance(found.crowds, Refused)
    assert not isinstance(found.records[1], Refused)


def test_counts_weights_columns_and_assumptions_are_made_once_they_are_open():
    visit = with_strangers()
    assert "η/e" not in visit.texts
    open_up(visit, "rare table")
    assert "over-fit" in visit.texts
    assert "The attacker knows the release" in visit.texts


def test_strangers_are_one_click_away_where_there_are_any():
    visit = Visit().sample("touchpoints")
    visit.app.session_state["match origin"] = words.AS_IT_IS
    visit.app.session_state["isolate rare tries"] = 50
    visit = part(visit, words.ISOLATE_RARE)
    visit.app.button(key="match strangers isolate page").click()
    done(done(visit.run()))
    assert result(visit, Described).crowds.holdout == samples.STRANGERS
    assert re.search("among strangers|by guessing", visit.answer)


def test_people_with_several_rows_are_rows():
    twice = {**PEOPLE, "who": [f"p{i // 2}" for i in range(80)]}
    visit = part(opened(twice), words.ISOLATE_RARE)
    assert "one row alone" in visit.answer
    assert visit.texts.startswith("rows of ") or "\nrows of " in visit.texts


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
