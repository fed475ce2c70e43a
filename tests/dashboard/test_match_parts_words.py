"""Sentences of the further parts of `match`: one breath, one coloured phrase, names as text, nothing claimed."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from dashboard import attacking, protecting, weighing, words
from dashboard.compute.attacking import Attacked, Tries
from dashboard.compute.matched import SAME, At, Match
from dashboard.compute.protected import CONFIGURATIONS, Protected, Sweep
from dashboard.compute.weighing import Beside
from dashboard.matching import Seen as Matched
from dashboard.releasing import Chosen
from dashboard.words import attacked, protected, weighed
from privacy_core import Origin, Roles, Source, Study, attacks, from_frame, linkage
from privacy_core.linkage import Cut, LinkageSettings, Null, baselines, link, shift, truth_by_position
from tests.dashboard.test_match_words import Done
from tests.dashboard.test_words import COLOURED, LONGEST, NASTY, NEVER
from tests.dashboard.visits import shown

STUDY = Study(Source(Origin.UPLOAD, "people.csv", "key"), Roles(("age",), ("ill",)))
ROOMS = protected, attacked, weighed


def reached(linked: int, lucky: int = 5, accuracy: float | None = 0.5) -> At:
    return At(0, 0.9, 100, linked, 100, lucky, accuracy, accuracy, (linked - lucky) / (100 - lucky))


def row(place: int, at: At | None, unchanged: float | None = 0.5) -> Protected:
    name, family = CONFIGURATIONS[place]
    reason = None if at else "Column 'a' holds no numbers."
    null = Null.NON_MATCH if at else None
    return Protected(name, family, 1.0, ("age", ""), (at, at) if at else (), reason, null, unchanged, 0.1, 0.2)


def swept(several: list[Protected], stopped: bool = False) -> protecting.Seen:
    job = Done(Sweep(tuple(several), stopped))
    return protecting.Seen(STUDY, protecting.Attacker(("age",)), ("age", ""), job=job)


def all_but(place: int, at: At, unchanged: float | None = 0.5) -> protecting.Seen:
    return swept([row(i, at if i == place else reached(90), unchanged) for i in range(len(CONFIGURATIONS))])


@pytest.fixture(autouse=True)
def _no_session(monkeypatch):
    for room in (protecting, weighing):
        monkeypatch.setattr(room.state, "recall", lambda name, default=None: default)


def read_aloud(answer: str) -> None:
    assert len(words.uncoloured(shown(answer))) <= LONGEST
    assert len(COLOURED.findall(answer)) <= 1


@pytest.mark.parametrize("place", range(len(CONFIGURATIONS)))
@pytest.mark.parametrize("linked", [5, 4, 8, 40])
@pytest.mark.parametrize("unchanged", [None, 1.0, 0.333])
def test_the_answer_names_the_protection_that_leaves_least_and_its_cost(place, linked, unchanged):
    seen = all_but(place, reached(linked), unchanged)
    assert seen.best.name == CONFIGURATIONS[place][0]
    answer = words.protection_answer(seen)
    read_aloud(answer)
    assert len(COLOURED.findall(answer)) == 1
    assert CONFIGURATIONS[place][0][1:] in answer
    assert ("nothing more than luck" in answer) == (linked <= 5)
    assert {None: "no row is anybody's", 1.0: "no cell is changed", 0.333: "67 of 100"}[unchanged] in answer


def test_one_of_100_more_than_luck_is_nothing_more_whatever_the_rounding():
    """0.36 - 0.35 is above 0.01 in floating point."""
    assert reached(36, 35).nothing_more
    assert not reached(37, 35).nothing_more
    assert all_but(0, reached(37, 35)).chart[0].above


def test_counts_stand_with_their_interval():
    table = words.protection_rows(swept([row(0, reached(50))]))
    assert table["members link"][0].startswith("50 of 100 (40.")
    assert table["luck links"][0].startswith("5 of 100 (2.")


def test_of_two_that_leave_nothing_the_cheaper_is_named():
    seen = swept([row(i, reached(5), 0.2 + i / 100) for i in range(len(CONFIGURATIONS))])
    assert seen.best.name == CONFIGURATIONS[-1][0]


def test_what_cannot_be_applied_is_not_applicable_with_the_reason_and_never_the_best():
    seen = swept([row(i, None if i else reached(50)) for i in range(len(CONFIGURATIONS))])
    assert seen.best.name == "as it is"
    table = words.protection_rows(seen)
    assert table["members link"][1] == "not applicable"
    assert table["why not"][1] == "Column 'a' holds no numbers."
    assert seen.chart[1].reason.startswith("not applicable: ")
    none = swept([row(i, None) for i in range(len(CONFIGURATIONS))])
    assert "None of the" in words.protection_answer(none)


def test_a_part_of_the_sweep_claims_no_best():
    seen = swept([row(i, reached(50)) for i in range(4)], stopped=True)
    assert "stopped" in words.protection_answer(seen)
    assert all(one.tone == "" for one in seen.chart)
    assert sum(one.members is None for one in seen.chart) == len(CONFIGURATIONS) - 4


def evidence(main: int, control: int | None, guess: int, attack: str = "linkability") -> attacks.Evidence:
    counts = [attacks.Counts(one, 500) for one in (main, guess)]
    third = None if control is None else attacks.Counts(control, 500)
    return attacks.Evidence(attack, *counts, third, 500, 1, ("The attacker knows age.",))


def tried(*found) -> attacking.Seen:
    asked = Tries(("age",), ("visits",), ("ill",))
    return attacking.Seen(STUDY, Chosen("release"), asked, job=Done(Attacked(asked, found)))


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ((evidence(200, 20, 5),), "Joining two halves hits in 40 of 100 tries; among strangers 4 of 100."),
        ((evidence(200, None, 5, "inference of ill"),), "Guessing ill hits in 40 of 100 tries; blind guesses hit 1 of 100."),
        ((evidence(200, 20, 5, "singling out"),), "Singling out by a released record hits in 40 of 100 tries; among strangers 4 of 100."),
        ((evidence(20, 20, 5),), "No attack is seen to do better on people of the release than on strangers."),
        ((evidence(6, None, 5),), "No attack is seen to do better on the release than guessing does."),
        ((evidence(20, 20, 5), evidence(200, 20, 5, "inference of ill")), "Guessing ill hits in 40 of 100 tries; among strangers 4 of 100."),
        ((attacks.NotMeasured("linkability", "Both halves need a column."),), "No attack could be tried on this release."),
    ],
)  # fmt: skip
def test_the_answer_names_the_attack_that_gains_most_beyond_chance(found, said):
    answer = words.attack_answer(tried(*found))
    read_aloud(answer)
    assert words.uncoloured(answer) == said


def test_what_was_not_measured_says_so_and_zero_is_none_found():
    found = Attacked(
        Tries((), (), ()), (evidence(0, None, 0), attacks.NotMeasured("inference of ill", "Nothing is known."))
    )
    table = words.attack_rows(found)
    assert table["strangers"] == [words.NOT_TRIED, words.NOT_TRIED]
    assert table["excess over strangers"][0] == words.NOT_TRIED
    assert table["people in the release"][0].startswith("none found in 500")
    assert table["people in the release"][1] == words.NOT_TRIED


@pytest.mark.parametrize("name", NASTY)
def test_names_from_a_file_are_text(name):
    found = evidence(200, 20, 5, f"inference of {name}")
    for said in (words.attack_answer(tried(found)), *words.attack_assumed(Attacked(Tries((name,), (), ()), (found,)))):
        bare = said.replace("**", "", 2) if said.startswith("**") else said
        assert name == "" or words.plain(name) in bare
    line = words.attack_line(attacking.Seen(STUDY, Chosen("release"), Tries((name,), (), ())))
    assert words.plain(name) in line


@pytest.fixture(scope="module")
def both():
    random = np.random.default_rng(1)
    table = from_frame(pd.DataFrame({name: random.integers(0, 9, 60) for name in ("age", "visits", "spent", "hours")}))
    risk = link(table, table, LinkageSettings(("age",)), truth=truth_by_position(60), random=np.random.default_rng(1))
    found = Match(risk, table, table, 1)
    beside = Beside(found, baselines(risk, np.random.default_rng(1)))
    moved = shift(table, table, LinkageSettings(("age",)), random=np.random.default_rng(1))
    return beside, moved


def test_other_ways_are_compared_at_equal_luck(both):
    beside, moved = both
    seen = weighing.Seen(Matched(STUDY, Chosen("release"), job=Done(beside.found)), Done(beside), Done(moved))
    answer = words.beside_answer(seen)
    read_aloud(answer)
    assert "luck" in answer.lower()
    assert len(words.beside_rows(beside)["sorted by"]) == 2
    assert words.near_rows(beside)["equal to another in everything"][0] == "60"


def test_the_weights_say_which_columns_agree_and_whether_the_pair_is_one_person(both):
    place, several, one = both[0].weights(1, 0)
    line = words.fall_line(place, several, one)
    assert "it is one person" in line
    assert "4 of 4 columns agree" in line
    assert words.fall_said(-2.0, False) == "−2.0 differs"
    assert {step[2] for step in words.fall_steps(one)} == {True}


def test_the_shift_says_who_over_links_and_at_which_line(both):
    calm = both[1]
    assert "does not over-link here" in words.shift_line(calm)
    cut = linkage.Cut(7.0, 0.9, 0.9, 0.08, 0.07)
    none = linkage.Cut(8.0, 0.0, 0.0, None, 0.0)
    known = calm.by(linkage.Method.FIELDS_KNOWN)
    before = type(known.before)(linkage.Cut(7.0, 1.0, 0.3, 0.8, 0.8), none)
    over = type(known)(known.method, before, type(before)(cut, none), none)
    several = (over, *(one for one in calm.methods if one is not known))
    line = words.shift_line(type(calm)(several, 60, 60, calm.null, 60, 0.05))
    assert "Fellegi–Sunter over-links" in line
    assert "so do 90 of 100 wrong pairs" in line
    assert "At a matched false-positive rate nobody links" in line


def test_the_papers_figures_are_quoted_with_their_source_and_stand_nowhere_else():
    assert "arXiv 2602.11015" in words.QUOTE_SOURCE
    assert "not known to us" in words.QUOTE_SOURCE
    for room in ROOMS:
        text = Path(inspect.getfile(room)).read_text()
        bare = text.replace(words.QUOTE_LINES, "")
        assert not re.search(r"93 %|34 %|60\.4", bare)


@pytest.mark.parametrize("room", ROOMS)
def test_no_word_that_claims(room):
    assert not NEVER.search(Path(inspect.getfile(room)).read_text())


def test_no_two_rooms_of_words_use_one_name():
    """All rooms are one namespace: a second use would silently change a sentence of another page."""
    rooms = [importlib.import_module(f"dashboard.words.{one.name}") for one in pkgutil.iter_modules(words.__path__)]
    for room in rooms:
        own = re.findall(r"^(?:def )?([A-Za-z]\w*)(?:, [A-Z_, ]+)?(?: = |\()", inspect.getsource(room), re.MULTILINE)
        assert own
        for name in own:
            assert vars(words)[name] is vars(room)[name], f"{name} of {room.__name__} means something else as well"


@pytest.mark.parametrize(("rate", "above"), [(0.3, False), (0.305, False), (0.31, False), (0.32, True), (0.2, False)])
def test_a_row_stands_out_only_where_members_link_noticeably_more_often(both, rate, above):
    one = both[1].methods[0]
    drawn = weighing.experiment(
        replace(both[1], methods=(replace(one, before=replace(one.before, own=Cut(1.0, rate, 0.3, None, None))),))
    )
    assert drawn[0].above is above
    assert drawn[0].above == (rate - 0.3 > SAME + 1e-9)
