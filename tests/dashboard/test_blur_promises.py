"""Promises of the page `blur`: a pinned one stays what it was, none is kept in another distance, none counts persons."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest

from dashboard import compute, server, telling, words
from privacy_core import Role, Setting, Thresholds, TreeSpec
from tests.dashboard.blurs import clinic, done, nine
from tests.dashboard.visits import KNOWN, SECRET, Visit, csv_of


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    monkeypatch.setattr(server, "prepare", lambda: None)


AGES = [20, 21, 24, 29, 41, 42, 55, 58]
PAYS = [1, 2, 8, 9, 4, 5, 6, 7]
LETTERS = b"1;lo;*\n2;lo;*\n4;lo;*\n5;lo;*\n6;hi;*\n7;hi;*\n8;hi;*\n9;hi;*\n"


def paid(**promise) -> Visit:
    """Eight people whose pay is secret and has a hierarchy from a file."""
    visit = Visit().upload(csv_of(age=AGES, pay=PAYS)).roles(age=KNOWN, pay=SECRET).page("blur")
    visit.app.file_uploader[0].set_value([("hierarchy_pay.csv", LETTERS, "text/csv")])
    done(visit.run())
    return changed(visit, **promise)


def changed(visit: Visit, thresholds: Thresholds | None = None, **blur) -> Visit:
    study = visit.state("study")
    now = replace(study, thresholds=thresholds or study.thresholds, blur=replace(study.blur, **blur))
    visit.app.session_state["study"] = now
    return done(visit.run())


def distance_of(visit: Visit, letter: str) -> float:
    visit.app.session_state["cards table"] = True
    visit.run()
    table = next(one.value for one in visit.app.dataframe if "largest distance (t)" in one.value.columns)
    (row,) = [place for place, name in enumerate(table["setting"]) if name.startswith(letter)]
    return table["largest distance (t)"][row]


def test_a_pinned_setting_keeps_its_ground_distance_and_says_it():
    visit = paid(thresholds=Thresholds(k=2, t=0.9), ground="equal")
    visit.press("Pin this")
    (pin,) = visit.state("study").blur.pinned
    assert (pin.ground, pin.suppression) == ("equal", 0.02)
    before = distance_of(visit, "B")
    changed(visit, ground="hierarchical")
    assert distance_of(visit, "B") == before
    assert distance_of(visit, "C") != before
    assert "B · k = 2, t = 0.9 (equal), at most 2 of 100 left out" in visit.texts
    assert "C · k = 2, t = 0.9 (hierarchical), at most 2 of 100 left out" in visit.texts


def test_a_pinned_setting_meets_its_own_limit():
    visit = clinic().slide("blur left out", 20).slide("blur k", 20).press("Pin this")
    (pin,) = visit.state("study").blur.pinned
    assert pin.suppression == pytest.approx(0.2)
    broken = replace(pin, suppression=0.0, levels=tuple((name, 0) for name, _ in pin.levels))
    changed(visit, pinned=(pin, broken))
    assert "rows would be left out, 0 may be." in visit.texts
    visit.app.session_state["download release"] = True
    visit.run()
    titles = visit.app.selectbox(key="which release").options
    visit.app.selectbox(key="which release").set_value(next(one for one in titles if "nobody left out" in one))
    visit.run()
    assert words.NO_RELEASE in visit.texts


def test_two_promises_that_chose_the_same_way_are_two_settings():
    visit = clinic().press("Pin this")
    study = visit.state("study")
    (pin,) = study.blur.pinned
    changed(visit, thresholds=Thresholds(k=4), levels=pin.levels)
    assert "C · k = 4" in visit.texts
    visit.press("Pin this")
    assert [one.thresholds.k for one in visit.state("study").blur.pinned] == [5, 4]


@pytest.mark.parametrize("absent", ["hash", "none"])
def test_a_distance_that_cannot_be_had_is_refused_and_never_replaced(absent: str):
    visit = paid(thresholds=Thresholds(k=2, t=0.4), ground="hierarchical")
    assert visit.answer.startswith("Keeping all promises")
    trees = [spec for spec in visit.state("study").blur.trees if spec.column != "pay"]
    lost = TreeSpec("pay", compute.UPLOADED, (("name", "pays.csv"), ("sha256", "00")))
    changed(visit, trees=(*trees, *([lost] if absent == "hash" else [])))
    assert visit.answer == words.NOT_MEASURED
    said = "Upload it again" if absent == "hash" else "Give a hierarchy for a secret"
    assert said in visit.errors[0]
    changed(visit, ground="")
    assert visit.answer.startswith(("Keeping all", "No way"))


def test_a_pinned_setting_whose_hierarchy_is_gone_says_so():
    visit = paid(thresholds=Thresholds(k=2, t=0.9), ground="hierarchical").press("Pin this")
    lost = TreeSpec("pay", compute.UPLOADED, (("name", "pays.csv"), ("sha256", "00")))
    trees = tuple(lost if spec.column == "pay" else spec for spec in visit.state("study").blur.trees)
    changed(visit, ground="", trees=trees)
    assert "Upload it again" in visit.texts
    assert "B · k = 2, t = 0.9 (hierarchical), at most 2 of 100 left out" in visit.texts


def visits(rows: list[str]) -> Visit:
    table = pd.DataFrame({"patient_id": rows, "age": [20, 20, 30, 30, 40, 40], "visit": [1, 2, 1, 2, 1, 2]})
    visit = Visit().upload(csv_of(**table.to_dict("list")))
    return visit.roles(patient_id=Role.PERSON, age=KNOWN).page("blur")


def test_persons_with_several_rows_are_refused_with_the_repair_as_way_out():
    visit = visits(["a1", "a1", "b2", "b2", "c3", "c3"])
    assert visit.answer == "3 people have several rows: a crowd of rows could be one person."
    assert not visit.figures
    assert words.SEVERAL_NOTE in visit.texts
    visit.press("One row per person")
    assert visit.state("study").repairs


def test_persons_with_one_row_each_are_no_reason_to_warn():
    visit = visits(["a1", "a2", "b2", "b3", "c3", "c4"])
    assert visit.answer == words.NO_HIERARCHY
    assert "several rows" not in visit.texts


def test_the_weight_of_leaving_out_moves_the_answer_and_travels():
    visit = clinic().slide("blur left out", 20)
    before = visit.answer
    changed(visit, gs=0.0)
    assert visit.answer != before
    assert isinstance(visit.state("study").blur.pinned, tuple)


@pytest.mark.parametrize("quality", compute.QUALITIES)
def test_every_measure_of_cost_can_be_chosen(quality: str):
    visit = changed(clinic(), quality=str(quality))
    assert visit.answer.startswith("A crowd of five")
    (map_,) = [figure for figure in visit.figures if "ways" in figure["rows"]]
    costs = [row["cost"] for row in map_["rows"]["ways"]]
    assert min(costs) >= 0
    assert max(costs) <= 100
    assert max(costs) > 50


def test_all_of_a_promise_is_pinned():
    visit = nine().press("Pin this")
    assert visit.state("study").blur.pinned == (Setting(Thresholds(k=5), 0.02, (("zip", 3),)),)


def test_both_pages_measure_distances_by_one_choice():
    visit = paid(thresholds=Thresholds(k=2, t=0.9)).page("giveaway")
    chosen = visit.app.segmented_control(key="choose ground")
    assert "hierarchical" in chosen.options
    assert chosen.value == "ordered"
    chosen.set_value("hierarchical")
    visit.run()
    assert visit.state("study").blur.ground == "hierarchical"
    visit.page("blur")
    done(visit)
    assert "t = 0.9 (hierarchical)" in visit.texts
    visit.app.button(key="undo blur").click()
    done(visit.run())
    assert visit.page("giveaway").app.segmented_control(key="choose ground").value == "ordered"


def test_a_distance_that_a_secret_does_not_have_leaves_it_its_own():
    assert telling.ground_among(["equal", "ordered", "value"], "") == "ordered"
    assert telling.ground_among(["equal"], "ordered") == "equal"
    assert telling.ground_among(["equal", "ordered", "hierarchical"], "hierarchical") == "hierarchical"
