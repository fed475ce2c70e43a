"""Sentences of `blur`: short answers with one coloured phrase, names of a file only as text."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from dashboard import compute, words
from dashboard.compute.ways import Ways
from privacy_core import Origin, Roles, Source, Study, Thresholds, TreeSpec, hierarchy
from privacy_core.hierarchies import Fault, Matter
from tests.dashboard.visits import shown

COLOURED = re.compile(r"(?<!\\):(?:orange|blue|red|green|violet|gray|rainbow|primary)\[")
NEVER = re.compile(r"\b(safe|anonymous|compliant|hack\w*)\b", re.IGNORECASE)
NASTY = "**b** :red[x] [l](javascript:1) <b>"


def view(
    k: int = 5, others=(), detail: float = 0.24, left_out: int = 552, most: int = 39, chosen: bool = True, person=None
):
    crowd = np.array([1, most])
    seen = Ways(
        (2,),
        30_162,
        np.array([0.0, 24]),
        np.array([0, detail]),
        crowd,
        np.array([9000, left_out]),
        crowd >= k,
        crowd >= 1,
        1,
    )
    seen = replace(seen, kept=np.array([most > 0] * 2))
    roles = Roles(("age",), ("ill",), person=person)
    study = Study(Source(Origin.UPLOAD, NASTY, "00"), roles, thresholds=Thresholds(k=k))
    asked = compute.Asked(k, others, "", 0.02, "loss-geometric", True)
    found = SimpleNamespace(already=0)
    steps = [(NASTY, 1, 2)]
    return SimpleNamespace(
        study=study,
        asked=asked,
        ways=seen,
        chosen=1 if chosen else None,
        detail=detail,
        left_out=left_out,
        found=found,
        by_hand=False,
        columns=("age",),
        heights=(2,),
        binned=False,
        steps=steps,
        cut=SimpleNamespace(secrets=("ill",)),
    )


ANSWERS = {
    "A crowd of five for everyone costs 24 of 100 parts of detail and leaves out 552 people.": view(),
    "A crowd of five for everyone costs 24 of 100 parts of detail and leaves out 552 rows.": view(person="id"),
    "A crowd of 50 for everyone costs 24 of 100 parts of detail and leaves nobody out.": view(50, left_out=0, most=60),
    "Keeping all promises costs 24 of 100 parts of detail and leaves out 1 person.": view(
        others=(("t", 0.2),), left_out=1
    ),
    "The table keeps this promise as it is: nothing has to be blurred.": view(detail=0.0, left_out=0),
    "A crowd of five for everyone costs no detail and leaves out 12 people.": view(detail=0.0, left_out=12),
    "A crowd of five for everyone costs less than 1 of 100 parts of detail and leaves nobody out.": view(
        detail=0.001, left_out=0
    ),
    "No way to blur reaches k = 50; the most within 2 of 100 left out is 39.": view(50, chosen=False),
    "No way to blur reaches k = 50 with ℓ = 3; the most within 2 of 100 left out is 39.": view(
        50, (("l", 3.0),), chosen=False
    ),
    "No way to blur keeps ℓ = 9 within 2 of 100 left out, whatever the crowd.": view(
        50, (("l", 9.0),), most=0, chosen=False
    ),
}


@pytest.mark.parametrize("said", ANSWERS)
def test_answers_are_whole_sentences_with_one_coloured_phrase(said: str):
    answer = words.blur_answer(ANSWERS[said])
    assert shown(answer) == said
    assert len(COLOURED.findall(answer)) == 1
    assert len(said) <= 95
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


def test_every_measure_and_method_has_a_name():
    assert set(words.COSTS) == set(words.AXIS_COSTS) == set(compute.QUALITIES)
    assert set(compute.METHODS) <= set(words.METHOD_NAMES)
    assert set(compute.METHODS) == set(words.METHOD_ABOUT)
