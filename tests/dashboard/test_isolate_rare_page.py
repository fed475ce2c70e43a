"""Rare descriptions on `isolate`: every state of the part, and numbers that are the core's."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd
import pytest

from dashboard import server, words
from dashboard.compute.describing import Described, Refused
from privacy_core import attacks, from_frame, samples
from tests.dashboard.blurs import done
from tests.dashboard.laboratory import OTHERS, PEOPLE, ROLES, opened, part, result, rows_of, with_strangers
from tests.dashboard.matchings import choose, open_up
from tests.dashboard.visits import Visit, csv_of


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    monkeypatch.setattr(server, "prepare", lambda: None)


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
    told = {"members": "main", "strangers": "control", "luck": "baseline"}
    for kind, name in told.items():
        several = [getattr(one.evidence, name) for one in found.several]
        assert [one["note"] for one in rows[kind]] == [words.hits(one) for one in several]
    assert {words.hits(one.evidence.control) for one in found.several} != {
        words.hits(one.evidence.baseline) for one in found.several
    }
    assert "recital 26" in visit.texts


def test_the_way_that_is_looked_at_rules_answer_picture_and_numbers():
    visit = with_strangers()
    found = result(visit, Described)
    for name, one in zip(words.RARE_WAYS, found.several, strict=True):
        choose(visit, "isolate rare way", name)
        assert visit.answer.startswith(name)
        assert visit.metrics["On people"] == words.found_in(one.evidence.main)
        assert visit.metrics["On strangers"] == words.found_in_short(one.evidence.control)
        assert visit.metrics["By guessing"] == words.found_in_short(one.evidence.baseline)
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
