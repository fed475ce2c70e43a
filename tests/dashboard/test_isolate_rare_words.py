"""Sentences of the rare descriptions on `isolate`: one breath, both counts, whom luck was measured on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from dashboard import demonstrating, describing, totalling, words
from dashboard.compute import describing as rare_work
from dashboard.compute import totalling as totals_work
from dashboard.compute.demonstrating import ENDS
from dashboard.compute.describing import Asked, Described, Refused
from dashboard.releasing import Chosen
from dashboard.words import rare
from privacy_core import Origin, Roles, Source, Study, attacks
from tests.dashboard.spoken import SeenWithoutSession, described, not_yet, read_aloud, totals_of, way
from tests.dashboard.test_words import NASTY
from tests.dashboard.visits import shown


@pytest.fixture(autouse=True)
def _no_session(monkeypatch):
    for room in (describing, totalling, demonstrating):
        monkeypatch.setattr(room.state, "recall", lambda name, default=None: default)
    monkeypatch.setattr(totals_work, "lines", totals_work.lines.__wrapped__)


def test_the_answer_about_descriptions_follows_the_outcome():
    seen = described()
    answer = words.rare_answer(seen)
    read_aloud(answer)
    assert seen.looked_at.outcome is attacks.Outcome.BEATS
    assert words.uncoloured(answer).endswith(f" in {words.rate(seen.reached.luck)}.")
    blind = described(holdout=False)
    read_aloud(words.rare_answer(blind))
    assert "luck is not measured" in words.rare_answer(blind)
    assert words.rare_legal(blind) is None, "no word for an assessment without strangers"
    assert {value for _, value, _ in words.rare_metrics(blind.reached)[1:]} == {"not measured"}


def test_the_legal_line_compares_with_the_blind_attacker_and_is_no_conclusion():
    line = shown(words.rare_legal(described()))
    assert "not a legal conclusion" in line
    assert "blind attacker" in line
    assert "recital 26" in line


def test_what_was_refused_says_why_and_the_others_stand():
    seen = described({"age": [99] * 60, "pay": [1] * 60})
    assert isinstance(seen.found.crowds, Refused)
    assert "'age'" in seen.said.replace("\\", "").replace(words.JOINER, "")
    assert seen.at != 0, "another way is looked at"
    read_aloud(words.rare_answer(seen))
    assert words.rare_rows(seen.found)["outcome"][0] == "not measured"


@pytest.mark.parametrize("name", NASTY)
def test_names_from_a_file_are_text(name):
    seen = described()
    study = Study(Source(Origin.UPLOAD, name or "x", "key"), Roles((name,)))
    named = SeenWithoutSession(study, Chosen("release"), Asked((name,), (name,)), (name,), holdout=name, job=seen.job)
    assert words.plain(name) in words.rare_line(named)
    refused = Described(seen.asked, Refused(name), seen.found.records)
    assert words.plain(name) in words.rare_told(refused)[0]


@pytest.mark.parametrize("name", words.RARE_WAYS)
@pytest.mark.parametrize(("hits", "luck"), [(150, 119), (500, 500), (0, 0), (2, 1)])
def test_an_attack_that_does_not_beat_luck_is_said_so_with_both_counts_in_one_breath(name, hits, luck):
    counts = attacks.Counts(hits, 500), attacks.Counts(luck, 500)
    one = rare_work.Reached(counts[0], counts[1], attacks.Counts(0, 500))
    answer = rare._level(name, "person", one, attacks.Outcome.NO_BETTER)
    read_aloud(answer)
    assert "not seen to beat luck" in answer
    assert words.rate(counts[0]) in answer
    assert words.rate(counts[1]) in answer
    read_aloud(rare._beats(name, "person", one))


@pytest.mark.parametrize(
    ("strangers", "guesses", "said"), [(229, 7, "strangers 46 of 100"), (7, 229, "guessing 46 of 100")]
)
def test_the_answer_names_whom_luck_was_measured_on(strangers, guesses, said):
    one = rare_work.Reached(*(attacks.Counts(hits, 500) for hits in (500, strangers, guesses)))
    assert said.replace(" ", " in ", 1) in rare._beats("One column", "person", one)
    assert said in rare._level("One column", "person", one, attacks.Outcome.NO_BETTER)


@pytest.mark.parametrize(
    ("made", "said"), [(0, "no description fits"), (1, "only 1 description fits"), (4, "only 4 descriptions fit ")]
)
def test_fewer_tries_than_were_asked_for_are_explained(made, said):
    counts = attacks.Counts(0, made)
    assert said in (words.rare_fewer(counts, 500) or "")
    assert words.rare_fewer(counts, made) is None


def test_the_way_that_is_looked_at_stays_while_others_are_tried(monkeypatch):
    seen = described({"age": [99] * 60, "pay": [1] * 60})
    assert seen.at != 0
    monkeypatch.setattr(describing.jobs, "before", lambda job: seen.found)
    assert not_yet(seen).at == seen.at


def test_what_was_cancelled_is_not_said_to_go_on():
    class Stopped:
        result, refused, ended, stopped = None, "Stopped.", True, True

    seen = replace(described(), job=Stopped()), replace(totals_of(), job=Stopped()), replace(way(ENDS), job=Stopped())
    assert words.rare_answer(seen[0]) == words.RARE_STOPPED
    assert words.totals_metrics(seen[1])[0][1] == words.NOT_TRIED
    assert words.ways_answer(seen[2]) == words.NOT_ATTACKED
    assert {value for _, value, _ in words.ways_metrics(seen[2], 283)[:3]} == {words.NOT_TRIED}


def test_an_attack_without_a_try_is_not_measured():
    nothing = rare_work.Reached(attacks.Counts(0, 0), attacks.Counts(0, 0), attacks.Counts(0, 0))
    assert [value for _, value, _ in words.rare_metrics(nothing)] == ["not measured"] * 3


def test_the_description_in_the_middle_is_the_median_as_the_command_line_has_it():
    crowds = described().found.crowds
    middle, over = np.median(crowds.weight), np.median(crowds.overfit)
    assert f"fits {words.chance(float(middle))} strangers and is {over:.2g} times" in words.rare_weights(crowds)
    assert "no weights" in words.rare_weights(described(holdout=False).found.crowds)


@pytest.mark.parametrize("strangers", [True, False])
def test_marks_stand_out_only_where_somebody_says_how_rare_descriptions_are(strangers):
    tries = rare_work.Tries(60, np.full(100, 1e-6), np.ones(100, bool))
    assert tries.groups[0].outcome is attacks.Outcome.BEATS
    marks, _ = describing.picture(described(holdout=strangers), tries)
    assert [one.above for one in marks] == [strangers]
