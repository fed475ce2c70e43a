"""The mechanism on the page `again`: its numbers, what it is not, and a plan for the open table."""

from __future__ import annotations

import tomllib

import pandas as pd
import pytest

from dashboard import server, words
from dashboard.compute import promising
from privacy_core import MissingSensitive, Policies, corrections, from_frame, samples
from privacy_core.keeping.planning import plan_from_toml
from privacy_core.progress import unwatched
from tests.dashboard.linkings import (
    again,
    choose,
    done,
    drawn,
    heads,
    mechanism,
    opened,
)
from tests.dashboard.visits import Visit


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    monkeypatch.setattr(server, "prepare", lambda: None)


def test_four_numbers_of_the_mechanism():
    visit = done(mechanism())
    assert visit.answer == "Two linked releases of 63 records promise three values, except in 96 of 1,000 draws."
    said = {(row["y"] > 130, row["name"]): row for row in drawn(visit, "known")["marks"]}
    assert said[False, "exact"]["x"] == pytest.approx(0.049271, abs=1e-6)
    assert said[False, words.ROWS[0]]["x"] == pytest.approx(0.049946, abs=1e-6)
    assert said[True, "exact"]["x"] == pytest.approx(0.096115, abs=1e-6)
    simulated = said[True, "simulated"]
    assert simulated["low"] < 0.096115 < simulated["high"]
    choose(visit, "promise cells", "spare")
    assert visit.answer.startswith("Two linked releases of 207 records")


def test_settings_that_fit_no_mechanism_are_a_sentence():
    visit = mechanism().slide("promise p", 2)
    assert visit.answer == "These settings promise nothing: no such classes exist."
    assert "p may be at most 0.333333 where every class shows 3 values" in visit.errors[0]
    choose(visit.slide("promise p", 12), "promise cells", "spare")
    visit.slide("promise ell", 7)
    assert "only 6 sensitive values can occur" in visit.errors[0]


def test_where_nothing_counts_exactly_the_page_says_bounded_and_simulated():
    visit = choose(mechanism(), "promise cells", "spare")
    done(visit.slide("promise releases", 3))
    assert visit.answer == "Three linked releases promise three values, except in at most 51 of 1,000 draws."
    rows = {(row["y"] > 130, row["name"]): row for row in drawn(visit, "known")["marks"]}
    assert [row["kind"] for (linked, _), row in rows.items() if linked] == ["bound", "bound", "bound", "simulated"]
    assert rows[False, "exact"]["kind"] == "exact"
    simulated = rows[True, "simulated, not counted"]
    assert simulated["low"] <= simulated["x"] < simulated["high"] < rows[True, words.TARGET_ROW]["x"]
    assert "That is a simulation, not a bound" in visit.texts


def test_many_releases_without_spare_values_are_counted_exactly():
    visit = done(mechanism().slide("promise releases", 10))
    rows = [row for row in drawn(visit, "known")["marks"] if row["y"] > 130]
    assert [row["kind"] for row in rows] == ["bound", "bound", "exact", "simulated"]
    assert rows[2]["x"] == pytest.approx(1 - (1 - 0.049271) ** 10, abs=1e-5)


def test_the_rarest_value_keeps_its_place_where_it_follows_from_the_cells():
    visit = choose(mechanism(), "promise cells", "spare")
    box = visit.app.number_input(key="promise p box")
    assert (box.value, box.disabled) == (37, True)
    choose(visit, "promise cells", "lean")
    assert visit.app.number_input(key="promise p box").value == 12


def test_what_is_often_said_wrongly_stands_where_it_is_met():
    visit = opened(again(), "calculator")
    assert "t multiplies: L + 1 − t(L − ℓ + 1)" in visit.texts
    visit = opened(mechanism(), "repairs")
    assert "Right but wasteful" in visit.texts
    assert "Only one cell, or the few smallest, can be drained" in visit.texts
    visit = opened(again(), "said wrongly")
    assert visit.texts.count("Often said:") >= len(corrections("releases"))


def test_four_things_the_promise_is_not():
    told = mechanism().texts
    for said in (
        "linked they leave a.",
        "1.96 to 1.85",
        "t-closeness does not stop linkage",
        "probabilistic k-anonymity",
    ):
        assert said in told


def test_epsilon_moves_the_real_chance_and_at_p_nothing_helps():
    visit = mechanism()
    assert "Estimated, not known: promised 1 of 100, really 35 of 100" in heads(visit)
    visit.slide("promise error", 0.05)
    assert "Estimated, not known: promised 1 of 100, really every time" in heads(visit)
    visit.slide("promise error", 0.0)
    assert "Estimated, not known: promised 1 of 100, really 1 in 207" in heads(visit)


def test_a_plan_for_the_open_table_says_that_it_is_estimated():
    visit = choose(Visit().sample("clinic").page("again"), "again part", words.PLANNED)
    done(opened(visit, "plan"))
    assert "basis: estimated" in visit.texts
    assert "no guarantee" in visit.texts


def test_a_plan_waits_for_the_simulation_that_it_would_stop(monkeypatch):
    monkeypatch.setattr(promising, "SETTLE", 1.5)
    visit = Visit().sample("clinic").page("again")
    next(one for one in visit.app.button_group if one.key == "again part widget").set_value(words.PLANNED)
    visit.run()
    opened(visit, "plan")
    assert words.PLAN_WAITS in visit.texts
    done(visit)
    assert "basis: estimated" in visit.texts
    assert "Simulated: 100,000 sets" in visit.texts


def test_a_plan_is_a_file_another_owner_can_read(monkeypatch):
    table = samples.load("clinic").table
    monkeypatch.setattr(promising, "table", lambda chosen: table)
    found = promising.planning(None, ["age"], "diagnosis", 3, 0.05, 1 / 200, 2, Policies())(unwatched)
    assert plan_from_toml(found.toml.encode()).records == found.guarantee.records
    assert tomllib.loads(found.toml)["promise"]["basis"] == "estimated"
    assert found.guarantee.basis.value == "estimated"
    assert found.certified.basis.value == "certified"
    assert found.certified_toml is not None
    assert (found.refused, sum(found.halves)) == (None, table.n_rows)


def test_a_certified_plan_is_of_the_classes_that_were_certified(monkeypatch):
    several = pd.DataFrame({"age": list(range(20, 60)) * 50, "ill": list("abcde") * 400})
    monkeypatch.setattr(promising, "table", lambda chosen: from_frame(several))
    found = promising.planning(None, ["age"], "ill", 3, 0.05, 1 / 20, 2, Policies())(unwatched)
    made = plan_from_toml(found.certified_toml.encode())
    assert (made.records, made.basis) == (found.certified.records, found.certified.basis)
    assert len(made.starts) + 1 == found.certified.classes


def test_where_nothing_can_be_certified_the_plan_says_why(monkeypatch):
    table = from_frame(pd.DataFrame({"age": [20, 30, 40, 50] * 2, "ill": list("xxxxyyyy")}))
    monkeypatch.setattr(promising, "table", lambda chosen: table)
    found = promising.planning(None, ["age"], "ill", 2, 0.05, 1 / 8, 2, Policies())(unwatched)
    assert (found.certified, found.certified_toml, found.halves) == (None, None, None)
    assert "Nothing can be certified at delta = 0.05" in found.refused


def test_a_plan_counts_rows_as_the_study_does(monkeypatch):
    ills = ["a", "b", "c", "d", None] * 400
    several = from_frame(pd.DataFrame({"age": list(range(20, 60)) * 50, "ill": ills}))
    monkeypatch.setattr(promising, "table", lambda chosen: several)
    own, out = (
        promising.planning(None, ["age"], "ill", 3, 0.05, 1 / 20, 2, Policies(missing_sensitive=how))(unwatched)
        for how in (MissingSensitive.OWN, MissingSensitive.OUT)
    )
    assert (sum(own.halves), sum(out.halves)) == (2000, 1600)


def test_a_plan_prints_how_rows_are_counted():
    visit = choose(Visit().sample("clinic").page("again"), "again part", words.PLANNED)
    told = done(opened(visit, "plan")).texts
    assert "rows that miss a known value: refused" in told
    assert "missing secret: a value of its own" in told


@pytest.mark.parametrize(
    ("chance", "exact", "bound"),
    [(1.0, "always", "1 or more, so it says nothing"), (0.5, "500 of 1,000", "500 of 1,000")],
)
def test_a_bound_of_one_says_nothing_an_exact_one_says_always(chance: float, exact: str, bound: str):
    assert (words.odds(chance), words.bounded(chance)) == (exact, bound)


def test_what_is_said_of_a_simulation_is_as_long_before_it_as_after():
    visit = mechanism()
    before = next(line for line in visit.texts.splitlines() if "sets of releases, seed 1" in line)
    after = next(line for line in done(visit).texts.splitlines() if "sets of releases, seed 1" in line)
    assert before.startswith("Drawing releases") or before == after
    assert abs(len(before) - len(after)) < 40
