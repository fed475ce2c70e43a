"""Sentences of `again`: read aloud, one coloured phrase, natural frequencies, names only as text, never a claim."""

from __future__ import annotations

import inspect
import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dashboard import compute, linking, promising, repeating, words
from dashboard.compute.linking import Own
from dashboard.words import again, demonstrations, estimates, linked, mechanism
from privacy_core import ParameterError, Study, composition, from_frame
from tests.dashboard.test_compute import session  # noqa: F401
from tests.dashboard.test_words import COLOURED, LONGEST, NASTY, NEVER
from tests.dashboard.visits import shown


def demo(case: str, n: int, ell: int, releases: int) -> repeating.Demo:
    found = compute.case(n, ell, releases, 1 if case == words.RANDOM else None)
    return repeating.Demo(case, n, ell, releases, 1, found)


@pytest.mark.parametrize(
    ("case", "n", "ell", "releases", "answer"),
    [
        (words.WORST, 8, 6, 4, "Four releases, each hiding the secret among six, leave one."),
        (words.WORST, 10, 8, 2, "Two releases, each hiding the secret among eight, leave six."),
        (words.WORST, 8, 6, 1, "One release, hiding the secret among six, leaves six."),
        (words.WORST, 8, 8, 4, "Every release shows all 8 values: nothing is ever ruled out."),
        (words.RANDOM, 10, 5, 3, "Three releases, each hiding among five drawn at random, pin 37 of 100 people."),
        (words.RANDOM, 10, 5, 2, "Two releases, each hiding among five drawn at random, pin 4 of 100 people."),
        (words.RANDOM, 8, 6, 2, "Two releases, each hiding among six drawn at random, pin no one."),
    ],
)
def test_answers_of_the_chips(case: str, n: int, ell: int, releases: int, answer: str):
    assert shown(words.demo_answer(demo(case, n, ell, releases))) == answer


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([words.WORST, words.RANDOM]), st.integers(2, 30), st.data())
def test_every_answer_is_short_and_has_one_coloured_phrase(case: str, n: int, data):
    seen = demo(case, n, data.draw(st.integers(1, n)), data.draw(st.integers(1, 12)))
    answer = words.demo_answer(seen)
    assert len(shown(answer)) <= LONGEST
    assert len(COLOURED.findall(answer)) == 1
    for text in (answer, words.demo_line(seen), words.demo_note(seen), *words.demo_notes(seen)):
        assert not NEVER.search(text)
        assert "%" not in text


def mechanism_of(cells: str, ell: int, delta: float, p: float, releases: int) -> promising.Mechanism:
    asked = compute.Settings(cells, ell, delta, p, releases)
    return promising.Mechanism(asked, compute.mechanism(asked), None, None)


@pytest.mark.parametrize(
    ("given_", "answer"),
    [
        (
            ("lean", 3, 0.05, 1 / 12, 2),
            "Two linked releases of 63 records promise three values, except in 96 of 1,000 draws.",
        ),
        (("lean", 3, 0.05, 1 / 12, 1), "A release of 63 records promises three values, except in 49 of 1,000 draws."),
        (
            ("spare", 3, 0.05, 0.5, 2),
            "Two linked releases of 207 records promise three values, except once in 172,654 draws.",
        ),
    ],
)
def test_answers_of_the_mechanism(given_: tuple, answer: str):
    seen = mechanism_of(*given_)
    assert shown(words.mechanism_answer(seen)) == answer
    assert len(COLOURED.findall(words.mechanism_answer(seen))) == 1


def test_the_page_says_four_things_with_the_cores_numbers():
    told = " ".join(f"{head}. {text}" for head, text in words.limit_lines(compute.limits()))
    for said in (
        "linked they leave a",
        "1.96 to 1.85",
        "0.692",
        "it is false that",
        "t = 0.1",
        "t·δ",
        "probabilistic k-anonymity",
    ):
        assert said in shown(told)


def test_a_wrong_estimate_is_said_in_frequencies():
    found = compute.disappointment(0.05, 0.01, 0.04)
    line = shown(words.wrong_line(promising.Wrong(0.04, found, 0.05, 0.01)))
    assert "104 records" in line
    assert "35 of 100 releases" in line
    sure = promising.Wrong(0.05, compute.disappointment(0.05, 0.01, 0.05), 0.05, 0.01)
    assert "every release fails" in shown(words.wrong_line(sure))


def test_repairs_are_the_table_of_the_specification():
    asked = compute.Settings("lean", 3, 0.05, 1 / 12, 2)
    for error, numbers in {0.01: (72, 64, 70), 0.04: (124, 76, 84), 0.08: (1642, 898, 1105)}.items():
        rows = words.repair_rows(compute.repaired_for(asked, error))
        assert rows["records"][1:4] == [f"{n:,}" for n in numbers]
    assert "0.0833" in words.breakdown_line(compute.repaired_for(asked, 0.04))
    beyond = words.repair_rows(compute.repaired_for(asked, 0.2))
    assert all(text.startswith("none") for text in beyond["records"][1:4])


@pytest.mark.parametrize("text", ["", "8 x", "3.5", "-1"])
def test_what_is_no_number_is_said(text: str):
    with pytest.raises(ParameterError, match="whole numbers"):
        words.whole_numbers(text)


def own_of(names: tuple[str, str], column: str, values: list[str]) -> linking.Releases:
    frame = pd.DataFrame({"a": [1, 1, 2, 2], "b": [1, 2, 1, 2], column: values})
    table = from_frame(frame)
    several = [composition.Publication(name, table, (known,)) for name, known in zip(names, ("a", "b"), strict=True)]

    class Done:
        ended, stopped, refused = True, False, None
        result = Own(composition.link_rows(several, column), None)

    return linking.Releases(words.ORIGINS[0], names, column, None, None, Done())


@pytest.mark.parametrize("nasty", [name for name in NASTY if name not in ("a", "b", "")])
def test_names_from_a_file_are_only_text(nasty: str):
    seen = own_of((nasty, f"{nasty}2"), nasty, ["x", "y", "z", "x"])
    texts = [words.own_line(seen, Study()), *words.finding_lines(seen.own), words.own_answer(seen)]
    person = linking.Person(seen.own, 0, shown=True)
    texts += [words.person_title(person), words.person_place(person)]
    if re.search(r"[<>:*_`$\[\]]", nasty):
        assert all(nasty not in text for text in texts)


def test_answers_of_own_releases():
    assert (
        shown(words.own_answer(own_of(("one", "two"), "s", ["x", "y", "z", "u"])))
        == "Linked, your two releases pin all 4 people."
    )
    none = own_of(("one", "two"), "s", ["x", "y", "y", "x"])
    assert shown(words.own_answer(none)) == "Linked, your two releases pin no one; the fewest values left are 2 of 2."
    for seen in (none,):
        assert len(COLOURED.findall(words.own_answer(seen))) == 1


def test_a_person_is_masked_until_asked():
    seen = own_of(("one", "two"), "s", ["x", "y", "z", "u"]).own
    assert "1" not in words.person_title(linking.Person(seen, 0, shown=False)).replace("1 value", "")
    assert "Person 1" in shown(words.person_title(linking.Person(seen, 0, shown=True)))


def test_no_sentence_claims_what_no_table_is():
    for room in (again, demonstrations, estimates, linked, mechanism):
        assert not NEVER.search(inspect.getsource(room))


def test_the_order_of_people_begins_with_the_pinned_and_ends_with_nothing_left():
    one = from_frame(pd.DataFrame({"who": range(6), "q": list("aabbcc"), "s": list("xyxyxz")}))
    two = from_frame(pd.DataFrame({"who": range(6), "q": list("abbacc"), "s": list("xyxyuu")}))
    several = [composition.Publication("1", one, ("q",)), composition.Publication("2", two, ("q",))]
    own = Own(composition.link_by_key(several, "s", "who"), None)
    left = own.left[own.order]
    judged = left[left > 0]
    assert (np.diff(judged) >= 0).all()
    assert set(left[len(judged) :]) <= {0}
    assert sum(after for *_, after, _ in own.bars) + own.found.empty == own.found.people
    assert {low: after for low, _, after, _ in own.bars if after} == dict(own.found.histogram)
