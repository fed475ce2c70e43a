"""Sentences of `undo`: read aloud, one coloured phrase, natural frequencies, names only as text, never a claim."""

from __future__ import annotations

import inspect
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dashboard import words
from dashboard.auditing import Seen
from dashboard.compute import recovering as work
from dashboard.compute.auditing import Asked, Audited
from dashboard.recovering import Smallest, Ten
from dashboard.releasing import Chosen
from dashboard.words import audited, draws, strips, undo
from privacy_core import Origin, Roles, Source, Study, from_frame, hierarchy
from privacy_core.attacks import Counts, Outcome, downcoding, minimality, singling_out
from tests.dashboard.test_words import COLOURED, LONGEST, NASTY, NEVER
from tests.dashboard.visits import shown

BANDED = [Path(room.__file__) for room in (undo, strips, draws)]
SENTENCES = re.compile(r"[.!?]\**(?:\s|$)")


def smallest(k: int = 2, rare: int = 50, frugal: bool = True) -> Smallest:
    return Smallest(k, rare, frugal, downcoding.worlds(k, rare / 100, frugal))


def ten(asked: work.Asked, seed: int = 1, one: work.Undone | None = None) -> Ten:
    found = work.drawing(asked, seed)(lambda *_: True) if one is None else one
    return Ten(asked, seed, SimpleNamespace(result=found, ended=True, refused=None, stopped=False))


def own(ages: list[str], k: int | None = None, name: str = "file.csv", column: str = "age") -> Seen:
    """Four people audited."""
    tree = hierarchy(column, [("24", "20s", "*"), ("27", "20s", "*"), ("35", "30s", "*"), ("36", "30s", "*")])
    people, release = (from_frame(pd.DataFrame({column: one})) for one in (["24", "27", "35", "36"], ages))
    audit = minimality.audit(people, release, [column], {column: tree}, k=k)
    found = Audited(audit, minimality.infer_raised(audit, {column: tree}))
    job = SimpleNamespace(result=found, ended=True, refused=None, stopped=False)
    study = Study(Source(Origin.UPLOAD, name, "key"), Roles((column,)))
    given = Chosen(name, uploaded=(name, release, "key"))
    return Seen(study, given, asked=Asked((column,)), holdout=name, job=job)


OWN = {
    "minimal": own(["20s", "20s", "30s", "30s"]),
    "could be finer": own(["*"] * 4, 2),
    "one alone": own(["24", "27", "30s", "30s"]),
    "no nodes": own(["[24, 35]", "[24, 35]", "[24, 36]", "[24, 36]"]),
}


@settings(max_examples=80, deadline=None)
@given(st.integers(2, 10), st.integers(1, 99), st.booleans())
def test_two_rows_are_said_in_one_breath(k: int, rare: int, frugal: bool):
    seen = smallest(k, rare, frugal)
    answer = words.two_rows_answer(seen)
    assert len(shown(answer)) <= LONGEST, shown(answer)
    assert len(COLOURED.findall(answer)) == 1
    assert "%" not in answer
    assert not NEVER.search(answer)
    for note in words.two_rows_notes(seen):
        assert len(SENTENCES.findall(note)) <= 2
    assert ":orange[" not in answer or seen.outcome is Outcome.BEATS


@pytest.mark.parametrize(
    "asked",
    [
        work.Asked(10, 64),
        work.Asked(10, 64, every=True),
        work.Asked(2, 128),
        work.Asked(20, 256, 0.1),
        work.Asked(50, 512, 0.5, True),
    ],
)
@pytest.mark.parametrize("seed", [1, 2])
def test_ten_rows_are_said_in_one_breath(asked: work.Asked, seed: int):
    seen = ten(asked, seed)
    answer = words.ten_answer(seen)
    assert len(shown(answer)) <= LONGEST, shown(answer)
    assert len(COLOURED.findall(answer)) == 1
    assert not NEVER.search(answer)
    for note in words.ten_notes(seen):
        assert len(SENTENCES.findall(note)) <= 2, note
    heads = words.follows_head(seen.found)
    assert ("nothing" in heads[0]) == (not seen.found.refined)


def test_an_answer_is_orange_only_where_somebody_stands_alone():
    right = ten(work.Asked(10, 64)).found
    assert right.right
    assert ":orange[" in words.ten_answer(ten(work.Asked(10, 64), one=right))
    wrong = replace(right, right=False, cells_right=right.raised - 1)
    assert ":orange[" not in words.ten_answer(ten(work.Asked(10, 64), one=wrong))
    nothing = replace(right, right=False, why_not=downcoding.WhyNot.SIZE)
    assert "no crowd" in words.ten_answer(ten(work.Asked(10, 64), one=nothing))


@pytest.mark.parametrize("which", OWN)
def test_an_audit_is_said_in_one_breath(which: str):
    seen = OWN[which]
    answer = words.audit_answer(seen)
    assert len(shown(answer)) <= LONGEST
    assert len(COLOURED.findall(answer)) == 1
    assert not NEVER.search(answer)
    for note in words.audit_notes(seen):
        assert len(SENTENCES.findall(note)) <= 2, note


def test_an_audit_says_whether_the_attack_has_a_premise():
    said = {name: shown(words.audit_answer(seen)) for name, seen in OWN.items()}
    assert said["minimal"].startswith("No crowd could be blurred less")
    assert said["could be finer"] == "1 of 1 crowd could be blurred less, so this attack has no premise."
    assert "no blur to undo" in said["one alone"]
    assert "no premise" in said["no nodes"]
    assert OWN["could be finer"].found.audit.outcome is Outcome.PREMISE_FAILS


@pytest.mark.parametrize("nasty", NASTY)
def test_names_of_files_and_columns_are_text(nasty: str):
    seen = own(["20s", "20s", "30s", "30s"], name=nasty, column=nasty or "column")
    told = [words.audit_line(seen), words.audit_answer(seen), words.audit_assumed(seen, seen.found)]
    told += [*words.audit_findings(seen.found), *words.audit_notes(seen)]
    for text in told:
        assert f"]({nasty}" not in text
        assert not re.findall(r"(?<!\\)(?:<[a-z]|!\[|\[[^\]]*\]\(h)", text)


def test_zero_is_none_found_and_no_number_is_not_a_number():
    stored = downcoding.stored()["rho"].points[-1].trials
    assert "no crowd was attacked" in words.trials_line(stored)
    assert "(baseline): no crowd was attacked." in words.draws_line(stored)
    rows = words.draw_rows("rho", downcoding.stored()["rho"])
    assert rows["fewest cells of a row"][-1] == "–"
    assert not any("nan" in cell.lower() or "None" in cell for column in rows.values() for cell in column)
    assert words.of_crowds(0, 5) == "none of 5"


def test_stored_points_are_named_for_people():
    assert [words.setting_at("rho", at) for at in (0.0, 0.01, 1.0)] == ["none", "1 of 100", "100 of 100"]
    assert words.setting_at("n", 1000) == "1,000"
    assert set(words.CURVES_OF_DRAWS) == set(words.CURVE_AXES)
    assert {one.name.partition(",")[0] for one in downcoding.stored().curves} == set(words.CURVES_OF_DRAWS)


def test_no_sentence_claims_too_much():
    for module in (undo, strips, draws, audited):
        assert not NEVER.search(inspect.getsource(module)), module


def test_a_column_of_which_no_cell_was_guessed_says_so():
    several = {"age": (Counts(1, 4), Counts(0, 4)), "sex": (Counts(0, 0), Counts(0, 0))}
    rows = words.column_reads(SimpleNamespace(by_column=several))
    assert rows["method known"] == ["1 of 4", words.NOT_GUESSED]
    assert rows["shares only"] == ["none found in 4", words.NOT_GUESSED]


def test_crowds_of_a_draw_are_counted_in_words():
    one = ten(work.Asked(10, 64)).found
    said = [
        words.crowds_of_draw(replace(one, crowds=n, crowds_right=right))
        for n, right in ((2, 2), (5, 5), (5, 3), (4, 0))
    ]
    assert [text.split("attacked, ")[1].split(" rightly")[0] for text in said] == [
        "both",
        "all",
        "three of them",
        "none of them",
    ]


def test_a_row_of_which_nothing_is_right_is_said_so():
    one = replace(ten(work.Asked(10, 64)).found, right=False, cells_right=0)
    answer = shown(words.ten_answer(ten(work.Asked(10, 64, 0.5), one=one)))
    assert answer == f"Needless blur misleads: none of {one.raised} coarse columns is read rightly, nor is the row."
    assert words.ten_metrics(one, None)[1][:2] == (words.DRAWS_WORK, "trying …")


@pytest.mark.parametrize(
    ("hits", "verb"), [(5, "1 of 100 draws gives"), (192, "38 of 100 draws give "), (1, "1 in 500 draws gives")]
)
def test_draws_give_and_a_draw_gives(hits: int, verb: str):
    assert verb in words.trials_line(SimpleNamespace(daleth=Counts(hits, 500), groups=Counts(0, 0)))


def test_a_large_crowd_is_read_by_its_own_number():
    assert "while all ten lie" in words.ten_lead(ten(work.Asked(10, 64)).found)
    assert "while both lie" in words.ten_lead(ten(work.Asked(2, 64)).found)


def test_what_a_blind_attacker_does_is_read_aloud():
    said = words.undo_legal(Counts(192, 500), 5e-20)
    assert "probability below 1 in a trillion" in said
    assert not re.search(r"e-\d", said)


def test_the_bands_that_sentences_name_are_those_of_the_core():
    named = {band for path in BANDED for band in re.findall(r"\d\d–\d\d", path.read_text(encoding="utf-8"))}
    found = downcoding.worlds(2, 0.5)
    assert named == {found.published, *(band for world in found.worlds for band, _ in world.original)}


@pytest.mark.parametrize("said", [words.STRIP_AXIS, words.SPREAD_LEAD])
def test_the_window_that_sentences_name_is_that_of_the_core(said: str):
    low, high = map(Fraction, downcoding.WINDOW)
    assert f"({low} to {high})" in said


def test_descriptions_at_once_stand_beside_what_as_many_did_before():
    curve = downcoding.stored()["n"]
    rows = words.compound_rows(curve)
    for at, point in enumerate(curve.points):
        known = downcoding.beside(point.trials.predicates)
        assert rows["one at a time (baseline): L/e"][at] == f"{known.plain:.2f}"
        assert rows["all right, earlier result: about e^−L"][at] == words.chance(known.all_before)


@pytest.mark.parametrize(("k", "dims"), [(10, 64), (5, 8), (20, 16)])
def test_the_blind_attacker_of_a_draw_guesses_among_its_people(k: int, dims: int):
    asked = work.Asked(k, dims)
    weight = 2.0 ** downcoding.middle_log2_weight(asked.settings)
    assert work.blind(asked) == pytest.approx(singling_out.baseline_low(work.PEOPLE, weight))
    assert work.blind(asked) > 0
