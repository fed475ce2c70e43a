"""The page `again`: every state, numbers are the core's, clicks do what they say, nobody is named unasked."""

from __future__ import annotations

import tomllib

import pandas as pd
import pytest

from dashboard import server, words
from dashboard.compute import promising
from privacy_core import composition, corrections, from_frame, samples
from privacy_core.keeping.planning import plan_from_toml
from privacy_core.progress import unwatched
from tests.dashboard.linkings import BARS, CHIPS, OTHER, SIX, again, choose, done, drawn, heads, opened, uploads
from tests.dashboard.visits import KNOWN, SECRET, Visit, csv_of


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    monkeypatch.setattr(server, "prepare", lambda: None)


def test_the_page_answers_before_anything_is_loaded():
    visit = again()
    assert visit.question == words.AGAIN
    assert visit.answer == "Four releases, each hiding the secret among six, leave one."
    assert [step["large"] for step in drawn(visit, CHIPS)["steps"]] == ["8", "6", "4", "2", "1"]
    assert visit.metrics[words.DECIDES] == "4th"
    assert not visit.errors


def test_every_demonstration_says_what_it_assumes_and_does_not_show():
    assert again().texts.count("Assumed:") == again().texts.count("Not shown:") == 4
    assert mechanism().texts.count("Assumed:") == mechanism().texts.count("Not shown:") == 2


def test_sliders_move_answer_and_chips_together():
    visit = again().slide("again releases", 2)
    assert visit.answer == "Two releases, each hiding the secret among six, leave four."
    visit.slide("again ell", 8)
    assert visit.answer == "Every release shows all 8 values: nothing is ever ruled out."
    visit.slide("again values", 4)
    assert visit.answer == "Every release shows all 4 values: nothing is ever ruled out."
    visit.type_in("again values", 40)
    assert drawn(visit, CHIPS)["words"] == []
    assert visit.answer == "Two releases, each hiding the secret among eight, leave one."


def test_random_releases_are_exact_and_another_draw_is_another():
    visit = again(case=words.RANDOM)
    assert visit.answer == "Four releases, each hiding among six drawn at random, pin 4 of 100 people."
    first = [row["state"] for row in drawn(visit, CHIPS)["words"]]
    visit.press(words.ANOTHER)
    assert [row["state"] for row in drawn(visit, CHIPS)["words"]] != first
    assert visit.answer == "Four releases, each hiding among six drawn at random, pin 4 of 100 people."


def test_nine_people_fall_as_the_core_says():
    visit = again().press("Next person")
    assert "**Person 2.** table 4 shows 3, 4, 5; table 5 shows 4, 7, 10; only 4 is left." in visit.texts
    assert "Two published tables, nine people: 2 of 9 salaries fall" in heads(visit)
    choose(visit, "again nine", "disease")
    assert "Two published tables, nine people: no disease falls" in heads(visit)


def test_a_square_falls_or_not_at_the_same_k_and_l():
    visit = again()
    assert "Released by row, then by column: all 9 people fall" in heads(visit)
    choose(visit, "again square", "latin")
    assert "Released by row, then by column: none of 9 people fall" in heads(visit)
    assert "by row: k = 3, ℓ = 3; by column: k = 3, ℓ = 3" in visit.texts
    choose(visit, "again square", "mixed")
    assert "Released by row, then by column: 7 of 9 people fall" in heads(visit)


def test_a_thousand_people_fall_one_release_after_another():
    visit = again()
    assert [row["y"] for row in drawn(visit, "apart")["apart"]] == [0, 22, 201, 512, 709, 821]
    assert [row["y"] for row in drawn(visit, "apart")["common"]] == [0] * 6
    visit.slide("again at", 4)
    assert "After four releases, each with its own crowds, 512 of 1,000 people have one value left" in visit.texts


def mechanism() -> Visit:
    return choose(again(), "again part", words.PLANNED)


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
    assert "p = 0.5 is not feasible" in visit.errors[0]
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


def test_own_releases_say_what_is_missing_first():
    assert again(case=words.OWN).answer == words.LOAD_FIRST
    loaded = Visit().upload(csv_of(q=["a", "b"], s=["x", "y"]))
    assert again(loaded, words.OWN).answer == words.ROLES_FIRST
    assert (
        again(Visit().upload(csv_of(q=["a", "b"], s=["x", "y"])).roles(q=KNOWN), words.OWN).answer == words.SECRET_FIRST
    )


def test_the_open_table_released_several_ways_is_linked_as_the_core_links_it():
    content = {"a": [1, 1, 1, 2, 2, 2, 3, 3, 3], "b": [1, 2, 3] * 3, "s": list("xyzxuvwyu")}
    visit = again(Visit().upload(csv_of(**content)).roles(a=KNOWN, b=KNOWN, s=SECRET), words.OWN)
    table = from_frame(pd.DataFrame(content))
    found = composition.link_rows([composition.Publication(n, table, (n,)) for n in "ab"], "s")
    assert visit.answer == "Linked, your two releases pin 7 of 9 people."
    assert found.pinned == 7
    assert {row["low"] + 1.35: row["y"] for row in drawn(visit, BARS)["bars"] if row["y"]} == found.histogram
    assert visit.metrics["Only by linking"] == f"{found.newly_pinned}"


def test_one_way_is_a_sentence_and_no_number():
    content = csv_of(a=[1, 1, 2], b=[1, 2, 2], s=list("xyz"))
    visit = again(Visit().upload(content).roles(a=KNOWN, b=KNOWN, s=SECRET), words.OWN)
    next(one for one in visit.app.multiselect if one.key == "own ways chosen").set_value(["only a"])
    done(visit.run())
    assert visit.answer == words.NOT_LINKED
    assert len(visit.errors) == 1
    assert BARS not in str([list(figure["rows"]) for figure in visit.figures])


def test_a_person_is_shown_on_a_click_and_named_on_a_second_one():
    visit = uploads(SIX, OTHER, file_secret="ill", file_known=["age"])
    assert visit.answer == "Linked, your two releases pin 2 of 6 people."
    assert "p0" not in visit.texts
    visit.press("Show what is left for one person, pinned first")
    assert any("•••: one value left" in head for head in heads(visit))
    assert not any(
        "p" in head.split(":")[0].removeprefix("Person") for head in heads(visit) if head.startswith("Person")
    )
    choose(visit, "own reveal", True)
    assert any(head.startswith("Person p") for head in heads(visit))
    steps = [step["large"] for step in drawn(visit, CHIPS)["steps"]]
    assert steps[-1] == "1"


def test_uploads_that_cannot_be_linked_are_sentences():
    visit = uploads(SIX)
    assert visit.answer.startswith("One release only")
    others = {**OTHER, "who": [f"q{i}" for i in range(6)]}
    visit = uploads(SIX, others, file_secret="ill", file_known=["age"])
    assert visit.answer == words.NOT_LINKED
    assert "Nobody is in every release" in visit.errors[0]
    twice = {**OTHER, "who": ["p0", *OTHER["who"][1:5], "p0"]}
    visit = uploads(SIX, twice, file_secret="ill", file_known=["age"])
    assert "2 rows" in visit.errors[0]
    assert "p0" not in visit.errors[0]


def test_a_list_of_people_is_asked_for_and_used():
    visit = uploads(SIX, OTHER, file_secret="ill", file_known=["age"], join=words.BY_LIST)
    assert visit.answer == words.NO_LIST
    people = csv_of(age=[25, 35, 36, 41, 55, 56])
    visit.app.file_uploader[1].set_value(("list.csv", people, "text/csv"))
    done(visit.run())
    assert visit.answer.startswith("Linked, your two releases")


def test_other_spellings_are_told_with_counts():
    spelled = {**OTHER, "ill": [value.upper() for value in OTHER["ill"]]}
    visit = opened(uploads(SIX, spelled, file_secret="ill", file_known=["age"]), "own findings")
    assert visit.answer == "Linked, your two releases pin 2 of 6 people."
    assert "6 rows" in visit.texts
    choose(visit, "own apart", True)
    assert visit.answer == "Linked, your two releases leave nobody any value: they are not about the same people."
    assert visit.metrics["Nothing left"] == "6"


def test_choices_outlast_a_turn_of_the_page():
    visit = again(case=words.RANDOM).slide("again releases", 2)
    answer = visit.answer
    assert visit.page("publish").page("again").answer == answer


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
    found = promising.planning(None, ["age"], "diagnosis", 3, 0.05, 1 / 200, 2)(unwatched)
    assert plan_from_toml(found.toml.encode()).records == found.guarantee.records
    assert tomllib.loads(found.toml)["promise"]["basis"] == "estimated"
    assert found.guarantee.basis.value == "estimated"
    assert found.certified.basis.value == "certified"
    assert found.certified_toml is not None
    assert (found.refused, sum(found.halves)) == (None, table.n_rows)


def test_where_nothing_can_be_certified_the_plan_says_why(monkeypatch):
    table = from_frame(pd.DataFrame({"age": [20, 30, 40, 50] * 2, "ill": list("xxxxyyyy")}))
    monkeypatch.setattr(promising, "table", lambda chosen: table)
    found = promising.planning(None, ["age"], "ill", 2, 0.05, 1 / 8, 2)(unwatched)
    assert (found.certified, found.certified_toml, found.halves) == (None, None, None)
    assert "Nothing can be certified at delta = 0.05" in found.refused


def test_a_certified_plan_is_of_the_classes_that_were_certified(monkeypatch):
    several = pd.DataFrame({"age": list(range(20, 60)) * 50, "ill": list("abcde") * 400})
    monkeypatch.setattr(promising, "table", lambda chosen: from_frame(several))
    found = promising.planning(None, ["age"], "ill", 3, 0.05, 1 / 20, 2)(unwatched)
    made = plan_from_toml(found.certified_toml.encode())
    assert (made.records, made.basis) == (found.certified.records, found.certified.basis)
    assert len(made.starts) + 1 == found.certified.classes
