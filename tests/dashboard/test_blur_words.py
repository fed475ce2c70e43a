"""Sentences of `blur`: short answers with one coloured phrase, names of a file only as text."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from dashboard import compute, server, words
from dashboard.words.phrases import BREATH
from privacy_core import Origin, Roles, Source, Study, Thresholds, TreeSpec, hierarchy
from privacy_core.anonymizers import Ways
from privacy_core.hierarchies import Fault, Matter
from tests.dashboard.visits import shown

COLOURED = re.compile(r"(?<!\\):(?:orange|blue|red|green|violet|gray|rainbow|primary)\[")
NEVER = re.compile(r"\b(safe|anonymous|compliant|hack\w*)\b", re.IGNORECASE)
NASTY = "**b** :red[x] [l](javascript:1) <b>"


def view(
    k: int = 5,
    others=(),
    detail: float = 0.24,
    left_out: int = 552,
    most: int = 39,
    chosen: bool = True,
    person=None,
    exact: bool = True,
    floor: int = 1,
):
    crowd, kept = np.array([1, most]), np.array([most > 0] * 2)
    cost, gone = np.array([0.0, 24]), np.array([9000, left_out])
    seen = Ways(crowd, kept, np.array([True, exact]), floor, (2,), 30_162, cost, gone, kept & (crowd >= k), 1)
    roles = Roles(("age",), ("ill",), person=person)
    study = Study(Source(Origin.UPLOAD, NASTY, "00"), roles, thresholds=Thresholds(k=k))
    asked = compute.Asked(k, others, "", 0.02, "loss-geometric", 0.5, True)
    found = SimpleNamespace(already=0)
    return SimpleNamespace(
        study=study,
        asked=asked,
        ways=seen,
        chosen=1 if chosen else None,
        detail=detail,
        left_out=left_out,
        found=found,
        by_hand=False,
        columns=(NASTY, "age"),
        heights=(2, 4),
        levels=(1, 0),
        tried=(),
        binned=False,
        cut=SimpleNamespace(secrets=("ill",)),
    )


ANSWERS = {
    "A crowd of five for all costs 24 of 100 parts of detail and leaves out 552 people.": view(),
    "A crowd of 50 for all costs 24 of 100 parts of detail and leaves nobody out.": view(50, left_out=0, most=60),
    "Keeping all promises costs 24 of 100 parts of detail and leaves out 1 person.": view(
        others=(("t", 0.2),), left_out=1
    ),
    "The table keeps this promise as it is: nothing has to be blurred.": view(detail=0.0, left_out=0),
    "A crowd of five for all costs no detail and leaves out 12 people.": view(detail=0.0, left_out=12),
    "Keeping k = 5 costs less than 1 of 100 parts of detail, nobody left out.": view(detail=0.001, left_out=0),
    "k = 1,000,000,000 costs less than 1 of 100 parts, 100,000,000 people left out.": view(
        10**9, detail=0.001, left_out=10**8
    ),
    "Keeping all promises costs less than 1 of 100 parts, 100,000,000 people left out.": view(
        others=(("t", 0.2),), detail=0.001, left_out=10**8
    ),
    "No way to blur reaches k = 50; the most within 2 of 100 left out is 39.": view(50, chosen=False),
    "No way to blur reaches k = 50 with ℓ = 3; the most within 2 of 100 left out is 39.": view(
        50, (("l", 3.0),), chosen=False
    ),
    "No way to blur reaches k = 400; the most within the limit is at least 150.": view(
        400, (("l", 3.0), ("t", 0.2)), most=150, chosen=False, exact=False
    ),
    "No way to blur keeps ℓ = 9 within 2 of 100 left out, whatever the crowd.": view(
        50, (("l", 9.0),), most=0, chosen=False
    ),
    "No way to blur keeps the promises other than k, whatever the crowd.": view(
        50, (("l", 9.0), ("t", 1 / 12), ("beta", 0.5)), most=0, chosen=False
    ),
    "No way to blur reaches k = 500 with ℓ = 9 within 2 of 100 left out.": view(
        500, (("l", 9.0),), most=0, chosen=False, floor=450
    ),
}


@pytest.mark.parametrize("said", ANSWERS)
def test_answers_are_whole_sentences_with_one_coloured_phrase(said: str):
    answer = words.blur_answer(ANSWERS[said])
    assert shown(answer) == said
    assert len(COLOURED.findall(answer)) == 1
    assert len(said) <= BREATH
    assert not NEVER.search(answer)


@pytest.mark.parametrize("seen", ANSWERS.values(), ids=list(ANSWERS))
def test_everything_around_the_answer_can_be_said(seen):
    every = [
        words.blur_line(seen),
        words.ways_lead(seen),
        words.path_note(seen),
        *words.ways_picture(seen),
        *words.blur_notes(seen),
    ]
    assert all(NASTY not in text for text in every)
    assert not NEVER.search(" ".join(every))
    assert all(len(re.findall(r"[.!?](?:\s|$)", note)) <= 2 for note in words.blur_notes(seen))


def test_a_hierarchy_is_shown_as_a_tree_and_as_a_table():
    tree = hierarchy("q", [("a", "x", "*"), ("b", "x", "*"), ("c", "c", "*")])
    assert shown(words.tree_lines(tree, 10)).splitlines() == [
        "- * (3)",
        "    - x (2)",
        "        - a",
        "        - b",
        "    - c",
    ]
    assert words.label_rows(tree, 2) == {"value (level 0)": ["a", "b"], "level 1": ["x", "x"], "level 2": ["*", "*"]}
    assert [words.level_of(words.level_head(level)) for level in range(3)] == [0, 1, 2]


def test_values_of_a_refused_hierarchy_are_named_as_text():
    fault = Fault(
        Matter.NO_ENTRY, "age", 0, 3, "age: 3 rows hold a value with no entry.", (NASTY, *map(str, range(20)))
    )
    said = words.tree_refused("h.csv", "why", [fault])
    assert NASTY not in said
    assert NASTY in shown(said)
    assert "and 9 more" in said
    assert words.tree_refused("h.csv", "why", []).endswith("why")


def test_how_a_hierarchy_is_made_is_said_without_a_label():
    built = TreeSpec("age", "intervals", (("widths", (5, 10)), ("top", 90)))
    assert words.made_how(built) == "numbers in intervals: widths 5 10, top 90"
    assert words.made_how(TreeSpec("age", "uploaded", (("name", "a.csv"), ("sha256", "00")))) == "a.csv"


@pytest.mark.parametrize(("written", "numbers"), [("5 10, 20", [5, 10, 20]), ("", []), ("x 3 4.5", [3])])
def test_numbers_are_read_from_a_text(written, numbers):
    assert words.numbers_in(written, int) == numbers


@pytest.mark.parametrize(
    ("quality", "unit"), [("loss-geometric", "loss from 0 to 1"), ("aecs", "rows per class"), ("entropy", "bits")]
)
def test_how_far_a_search_went_is_said_in_the_unit_of_the_measure_chosen(quality, unit):
    answer = SimpleNamespace(visited=7, reason=None, bound=1.25, quality=2.5, levels={"age": 1})
    found = SimpleNamespace(ways=1_000, answer=answer, asked=SimpleNamespace(quality=quality))
    [first, levels, _] = words.search_lines(found)
    assert first.endswith(f"7 were looked at. By {quality} this way is at 2.5; no way is below 1.25 ({unit}).")
    assert levels == "Levels: age 1."
    answer.bound = None
    assert words.search_lines(found)[0].endswith("7 were looked at.")


@pytest.mark.parametrize("k", [5, 10**9])
@pytest.mark.parametrize("others", [(), (("l", 3.0),), (("l", 3.0), ("t", 1 / 12), ("beta", 0.123456))])
@pytest.mark.parametrize("share", [1e-9, 0.001, 0.24, 1.0])
@pytest.mark.parametrize("left_out", [0, 1, 30_162, 10**8])
def test_no_answer_is_longer_than_a_breath(k, others, share, left_out):
    seen = view(k, others, share, left_out, most=10**9)
    searched = SimpleNamespace(asked=seen.asked, answer=SimpleNamespace(table=True), left_out=left_out)
    every = [words.blur_answer(seen), words.search_answer(searched, share, seen.study)]
    seen = view(k, others, most=10**8, chosen=False, exact=False)
    seen.asked = replace(seen.asked, suppression=0.0123456)
    every += [words.blur_answer(seen), words.several_rows(10**8)]
    assert max(len(shown(answer)) for answer in every) <= BREATH


def test_a_crowd_of_which_only_a_bound_is_known_is_said_so():
    assert "is at least 39" in shown(words.blur_answer(view(50, (("l", 3.0),), chosen=False, exact=False)))
    rows = words.way_rows(table_of(view(exact=False)), "Loss", np.array([0, 1]))
    assert rows["that k"] == ["is exact", "is at least"]
    assert "that k" not in words.way_rows(table_of(view()), "Loss", np.array([0, 1]))


def test_the_path_names_every_column_whatever_its_level_so_that_it_keeps_its_height():
    seen, none = view(), view(chosen=False)
    assert shown(words.path_note(seen)).endswith("age\u00a00\u00a0of\u00a03.")
    assert shown(words.path_note(none)).endswith("age\u00a0–\u00a0of\u00a03.")
    assert len(words.path_note(seen)) == len(words.path_note(none))


def table_of(seen):
    seen.found, seen.columns = SimpleNamespace(already=0, detail=np.array([0, 0.24])), ("age",)
    return seen


def test_why_a_way_breaks_the_promise_counts_rows_where_persons_may_have_several():
    found = SimpleNamespace(
        model="k-anonymity", threshold=5.0, sensitive=None, left_out=9, limit=2, rows=3, crowds=2, worst=1.0, size=1
    )
    found.better_high = True
    assert "3 rows in 2 crowds break" in words.why_not(found, view(person="id").study)
    assert "3 people in 2 crowds break" in words.why_not(found, view().study)


def test_every_measure_and_method_has_a_name():
    assert set(words.KERNELS) == {*server.Kernels} - {server.Kernels.THERE}
    assert set(words.COSTS) == set(words.AXIS_COSTS) == set(compute.QUALITIES)
    assert set(compute.METHODS) <= set(words.METHOD_NAMES)
    assert set(compute.METHODS) == set(words.METHOD_ABOUT)
