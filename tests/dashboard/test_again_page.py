"""The page `again`: every state, numbers are the core's, clicks do what they say, nobody is named unasked."""

from __future__ import annotations

import pandas as pd
import pytest

from dashboard import server, words
from privacy_core import composition, from_frame
from tests.dashboard.linkings import (
    BARS,
    CHIPS,
    OTHER,
    SIX,
    again,
    choose,
    done,
    drawn,
    heads,
    mechanism,
    opened,
    uploads,
)
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
