"""Sentences of `match`: read aloud, one coloured phrase, natural frequencies, names only as text, never a claim."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dashboard import matching, words
from dashboard.compute.matched import At, Match
from dashboard.compute.matching import Attacker, Truth
from dashboard.matching import Seen
from dashboard.releasing import Chosen
from dashboard.words import cuts, match, matched
from privacy_core import Origin, Roles, Source, Study, from_frame, linkage
from tests.dashboard.test_words import COLOURED, LONGEST, NASTY, NEVER
from tests.dashboard.visits import shown


class Done:
    """Work that has ended."""

    ended, stopped, refused = True, False, None

    def __init__(self, result: Match) -> None:
        self.result = result


def table(names: tuple[str, str, str], seed: int, n: int = 30):
    random = np.random.default_rng(seed)
    one, two, three = names
    return from_frame(
        pd.DataFrame({one: random.integers(0, 9, n), two: random.normal(size=n), three: list("ab") * (n // 2)})
    )


def result(names=("age", "visits", "area"), truth: bool = True, holdout: bool = False) -> Match:
    known, other = table(names, 1), table(names, 2)
    asked = linkage.LinkageSettings((names[0], names[2]))
    pairs = linkage.truth_by_position(30) if truth else None
    risk = linkage.link(
        known, known, asked, truth=pairs, holdout=other if holdout else None, random=np.random.default_rng(1)
    )
    return Match(risk, known, known, 1)


def seen(found: Match, people: bool = True, name: str = "file.csv", holdout: str | None = None) -> Seen:
    study = Study(Source(Origin.UPLOAD, name, "key"), Roles(found.risk.settings.known))
    return Seen(study, Chosen(name), Attacker(("age",)), people, Truth(True), holdout, job=Done(found))


FOUND = {
    linkage.Null.NON_MATCH: result(),
    linkage.Null.PERMUTATION: result(truth=False),
    linkage.Null.HOLDOUT: result(holdout=True),
}


def at(linked: int, lucky: int, precision: float | None, n: int = 10_000, controls: int = 2000, tau: float = 0.9) -> At:
    accuracy = None if precision is None else precision * linked / n
    return At(0, tau, n, linked, controls, lucky, precision, accuracy, 0.5)


HOLDOUT = seen(FOUND[linkage.Null.HOLDOUT])


@pytest.mark.parametrize(
    ("cut", "answer"),
    [
        (
            at(10_000, 1300, 0.59),
            "Everyone links, but so do 65 of 100 strangers; 59 of 100 links find the right person.",
        ),
        (at(2600, 4, 0.34), "26 of 100 people link, but so do 1 in 500 strangers; 34 of 100 links are right."),
        (at(2600, 0, 0.0), "26 of 100 people link, and none of 2,000 strangers; no links find the right person."),
        (at(2600, 0, 1.0), "26 of 100 people link, and none of 2,000 strangers; all links find the right person."),
        (at(0, 0, None, tau=1.0), "At τ = 1.00 nobody links: no two records are that much alike."),
        (at(10_000, 2000, 0.9, tau=0.25), "Strangers link as often as members: at τ = 0.25 the rate means nothing."),
        (at(2600, 100, None), "26 of 100 people link, but so do 5 of 100 strangers; who is right is not known."),
    ],
)
def test_answers(cut: At, answer: str):
    assert shown(words.match_answer(HOLDOUT, cut)) == answer


@settings(max_examples=150, deadline=None)
@given(st.sampled_from([*FOUND]), st.integers(0, 9000), st.integers(0, 500), st.floats(0, 1) | st.none(), st.booleans())
def test_every_answer_is_short_and_has_one_coloured_phrase(null, linked: int, lucky: int, precision, people: bool):
    cut = at(linked, lucky, precision, 9000, 500)
    answer = words.match_answer(seen(FOUND[null], people), cut)
    assert len(shown(answer)) <= LONGEST
    assert len(COLOURED.findall(answer)) == 1
    assert "%" not in answer
    assert not NEVER.search(answer)
    if null is not linkage.Null.HOLDOUT:
        assert "stranger" not in answer.lower()


@pytest.mark.parametrize("null", [*FOUND])
def test_the_word_is_strangers_only_with_people_who_are_not_in_the_release(null):
    found = FOUND[null]
    cut = found.at(0, 0.9)
    shown_ = seen(found, holdout="others.csv")
    told = [
        words.match_answer(shown_, cut),
        words.luck_line(shown_, found),
        words.lenient(found, cut),
        words.calibrated(found, cut),
    ]
    told += [text for metric in words.match_metrics(found, cut) for text in metric]
    told += [
        *words.slices_lead(found),
        words.sheets_note(found),
        *words.match_notes(shown_, cut),
        words.level_note(found),
    ]
    told += [*words.level_rows(found, 0.9), words.dull_label(found), words.slices_message(found, cut)]
    assert any("strangers" in text.lower() for text in told) == (null is linkage.Null.HOLDOUT)


@pytest.mark.parametrize("nasty", NASTY)
def test_names_of_files_and_columns_are_text(nasty: str):
    found = result((nasty or "column", "other", "third"))
    here = seen(found, name=nasty, holdout=nasty)
    cut = found.at(0, 0.9)
    told = [words.match_line(here), words.shares_line(found), words.lenient(found, cut), *words.found_lines(found)]
    told += [words.release_named(here), words.uploaded_line(nasty, 3), *words.match_notes(here, cut)]
    for text in told:
        assert f"]({nasty}" not in text
        for raw in re.findall(r"(?<!\\)(?:<[a-z]|!\[|\[[^\]]*\]\(h)", text):
            raise AssertionError(raw)
    assert shown(words.uploaded_line(nasty, 3)).startswith(" ".join(nasty.split()) or "(blank)")


def test_no_sentence_claims_too_much():
    for module in (match, matched, cuts):
        assert not NEVER.search(inspect.getsource(module)), module


def test_notes_are_two_sentences_each():
    for null, found in FOUND.items():
        for cut in (found.at(0, 0.9), found.at(len(found.levels) - 1, 0.2)):
            for note in words.match_notes(seen(found), cut):
                assert len(re.findall(r"[.!?](?:\s|$)", note.replace("vs.", ""))) <= 2, (null, note)


def test_nothing_found_is_said_with_its_number_and_small_shares_as_one_in():
    assert words.of_hundred(0, 2000) == "none"
    assert words.of_hundred(4, 2000) == "1 in 500"
    assert words.of_hundred(1300, 2000) == "65"
    assert words.of_hundred(7, 7) == "100"
    metrics = {label: help_ for label, _, help_ in words.match_metrics(FOUND[linkage.Null.HOLDOUT], at(2600, 0, 0.5))}
    assert "none found in 2,000" in metrics["Strangers link"]


def test_what_is_not_defined_is_not_applicable():
    found = FOUND[linkage.Null.PERMUTATION]
    rows = words.level_rows(found, 0.0)
    assert set(rows["right, of 100 links (precision)"]) == {"not applicable"}
    assert set(rows["true pairs kept by sorting (structural recall)"]) == {"not applicable"}
    assert not any("nan" in str(cell).lower() for column in rows.values() for cell in column)
    assert "Not applicable" in words.match_metrics(found, found.at(0, 0.9))[2][2]


def test_levels_have_names_for_people():
    found = FOUND[linkage.Null.NON_MATCH]
    assert [words.sorting(found, level) for level in range(3)] == ["age, area", "age only", "nothing: all are compared"]
    assert words.level_name("age,area") == "age, area"
    assert len(words.sorting(result(("a" * 80, "b", "c")), 1)) <= 32


def test_beside_a_surface_no_sorting_has_one_word():
    found = FOUND[linkage.Null.NON_MATCH]
    assert words.sheet_name(found, len(found.levels) - 1) == "nothing"
    assert words.sheet_name(found, 0) == words.sorting(found, 0)


def test_two_sortings_too_long_to_name_differ():
    found = result(("a" * 20, "visits", "b" * 20))
    known = found.risk.settings.known
    assert words.sorting(found, 0) == "the first two columns"
    assert words.sorting(found, 0, 60) == ", ".join(known)


def test_two_modules_of_sentences_never_share_a_name():
    told = Counter()
    for path in Path(match.__file__).parent.glob("*.py"):
        found = re.findall(r"(?m)^(?:def (\w+)|((?:[A-Z]\w*(?:, )?)+) =|([A-Z]\w*):)", path.read_text())
        told.update(
            {
                name.strip()
                for parts in found
                for part in parts
                for name in part.split(",")
                if name.strip() and not name.startswith("_")
            }
        )
    assert [name for name, times in told.items() if times > 1] == []


def test_slices_start_where_few_link_by_luck():
    for found in FOUND.values():
        assert 0.5 <= found.first_tau <= 1
        several = matching.picture(found, found.at(found.first_level, found.first_tau))[0]
        assert sum(one.chosen for one in several) == 1


def test_tables_that_tell_nobody_apart_are_not_said_to_link_nobody():
    same = from_frame(pd.DataFrame({"age": [5] * 6, "visits": [1] * 6}))
    risk = linkage.link(same, same, linkage.LinkageSettings(("age",)), random=np.random.default_rng(1))
    found = seen(Match(risk, same, same, 1))
    assert (
        words.match_answer(found, at(0, 0, None, 6, 6))
        == "Nothing can be compared: :blue[no column] tells two records apart."
    )
