"""Sentences of the laboratory of `isolate`: one breath, one coloured phrase, natural frequencies, nothing claimed."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import numpy as np
import pytest

from dashboard import demonstrating, describing, totalling, words
from dashboard.compute import demonstrating as ways_work
from dashboard.compute import totalling as totals_work
from dashboard.compute.demonstrating import BITS, ENDS, ONE_BIT
from dashboard.compute.totalling import Totals
from dashboard.words import holding, more_ways, outcomes, rare, rare_table, totals
from privacy_core import attacks
from tests.dashboard.spoken import described, not_yet, read_aloud, totals_of, way
from tests.dashboard.test_words import NEVER
from tests.dashboard.visits import shown

ROOMS = rare, rare_table, totals, more_ways, holding, outcomes


@pytest.fixture(autouse=True)
def _no_session(monkeypatch):
    for room in (describing, totalling, demonstrating):
        monkeypatch.setattr(room.state, "recall", lambda name, default=None: default)
    monkeypatch.setattr(totals_work, "lines", totals_work.lines.__wrapped__)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"counts": 20}, "20 exact totals single nobody out this way; it takes 21."),
        ({"counts": 0}, "No total at all singles nobody out this way; it takes 21."),
        ({"counts": 1}, "One exact total singles nobody out this way; it takes 21."),
        ({"counts": 21}, "21 exact totals single somebody out in 37 of 100 releases; with noise in 1 in "),
        ({"counts": 210}, "210 exact totals single somebody out in 99 of 100 releases; with noise in "),
        ({"counts": 42, "adaptive": True}, "42 exact totals single somebody out in 99 of 100 releases"),
    ],
)
def test_the_answer_about_totals_says_how_often_and_what_noise_does(settings, said):
    answer = words.totals_answer(totals_of(**settings))
    read_aloud(answer)
    assert words.uncoloured(answer).startswith(said)


@pytest.mark.parametrize("epsilon", [0.01, 1.0, 1000.0])
@pytest.mark.parametrize("counts", [0, 7, 21, 300])
@pytest.mark.parametrize("rows", [1, 1000, 100_000])
def test_every_answer_about_totals_can_be_read_in_one_breath(counts, epsilon, rows):
    seen = totals_of(counts=counts, epsilon=epsilon, rows=rows, trials=100)
    read_aloud(words.totals_answer(seen))
    assert "nan" not in " ".join(value for _, value, _ in words.totals_metrics(seen))
    assert len(words.totals_rows(seen)["totals"]) == len(words.totals_rows(seen)["exact"])


def test_a_bound_that_says_nothing_is_no_guarantee_and_never_broken():
    vacuous = {name: value for name, value, _ in words.totals_metrics(totals_of(epsilon=1.0))}
    assert vacuous["Any attack, at most"] == "no guarantee"
    tight = {name: value for name, value, _ in words.totals_metrics(totals_of(epsilon=1 / 21))}
    bound = attacks.singling_out.dp_bound(1000, 1.0, 2**-20 / 1000)
    assert tight["Any attack, at most"] == words.chance(bound.value) == "1 in 385,750"
    assert "up to 13 totals" in words.totals_bound(totals_of(epsilon=1.0))
    assert "not the same as broken" in words.totals_bound(totals_of(epsilon=1.0))
    assert "no guarantee, not a break" in words.totals_bound(totals_of(epsilon=100.0))


def test_too_few_totals_are_not_measured_and_say_so():
    seen = totals_of(counts=20)
    assert seen.tried.exact is None
    assert words.totals_metrics(seen)[0][1] == "too few totals"
    assert shown(words.totals_outcomes(seen)).count("not measured") == 2


def test_every_panel_of_totals_names_seed_tries_interval_luck_assumption_and_outcome():
    seen = totals_of(seed=7)
    told = words.totals_assumed(seen.asked)
    for part in ("300 tries", "seed 7", "Wilson", "Assumed", "Not shown"):
        assert part in told
    metrics = words.totals_metrics(seen)
    assert "interval" in metrics[0][2]
    assert metrics[2][:2] == ("Blind luck", "1 in 1,048,577")
    assert "beats baseline" in words.totals_outcomes(seen)


@pytest.mark.parametrize(
    ("seen", "said"),
    [
        (lambda: way(BITS), "Made alike for k = 5, one row is still singled out in"),
        (lambda: way(ONE_BIT, k=2), "Made alike for k = 2, one row is still singled out in all 200 tries"),
        (lambda: way(ENDS), "In a crowd of five, one printed end point singles a person out in all 200 tries."),
        (lambda: way(BITS, columns=10), "Made alike for k = 5, nobody is singled out beyond luck: 10 columns are too few."),
    ],
    ids=["bits", "one bit", "ends", "too few columns"],
)  # fmt: skip
def test_the_answer_about_more_ways(seen, said):
    answer = words.ways_answer(seen())
    read_aloud(answer)
    assert words.uncoloured(answer).startswith(said)


def test_where_all_values_are_equal_the_premise_fails():
    rows = words.ways_rows(way(ENDS))
    assert rows["outcome"][-1] == "premise fails"
    assert rows["singled out"][-1] == "none found in 200"
    assert words.ways_metrics(way(ENDS), None)[3][1] == "fine values"


@pytest.mark.parametrize(("out", "said"), [((), "Nothing is published yet"), (("first",), "in none of 200 tries"), (("first", "second"), "all 200 tries")])  # fmt: skip
def test_two_releases_are_harmless_alone_and_tell_a_row_together(out, said):
    pair = demonstrating.Pair(
        attacks.singling_out.xor_pair(100, 40, 200, np.random.default_rng(1), seed=1), frozenset(out)
    )
    sentence = words.uncoloured(words.pair_sentence(pair))
    assert said in sentence
    assert ("beats baseline" in words.pair_outcome(pair)) == pair.both
    assert "seed 1" in words.pair_assumed(pair)
    assert ":orange" not in words.pair_message(pair)
    assert ":blue" not in words.pair_message(pair)


def test_what_holds_stands_with_conditions_source_and_whose_it_is():
    several = ways_work.claims(Totals(1000, 20, 21, 1.0, False, 100, 1))
    lines = words.claim_lines(several)
    assert len(lines) == len(several) == 5
    for line, claim in zip(lines, several, strict=True):
        assert "Conditions:" in line
        assert "Source:" in line
        assert ("(ours)" in line) == (claim.origin.value == "ours")


@pytest.mark.parametrize("outcome", list(attacks.Outcome))
def test_each_outcome_has_its_word_and_a_sign_of_its_own(outcome):
    assert outcome.value in words.badge(outcome)
    assert shown(words.badge(outcome))[0] in "◆●○"
    assert (":orange" in words.badge(outcome)) == (outcome is attacks.Outcome.BEATS)


@pytest.mark.parametrize(
    ("part", "said"),
    [
        (0.0, "never"),
        (2e-16, "below 1 in a trillion"),
        (5e-8, "1 in 20 million"),
        (9.1e-11, "1 in 11 billion"),
        (0.001, "1 in 1,000"),
        (0.368, "37 of 100"),
        (1.0, "100 of 100"),
    ],
)
def test_a_chance_is_a_natural_frequency(part, said):
    assert words.chance(part) == said


@pytest.mark.parametrize("room", ROOMS)
def test_no_word_that_claims_and_no_bare_percentage(room):
    text = Path(inspect.getfile(room)).read_text()
    assert not NEVER.search(text)
    assert not re.search(r"\d ?%", text.replace("95 %", ""))


def test_notes_have_at_most_two_sentences():
    every = (words.rare_notes(described()), words.totals_notes(totals_of()), words.ways_notes(way(ENDS)))
    for notes in every:
        assert len(notes) == 3
        for note in notes:
            assert len(re.findall(r"[.?!](?: |$)", note)) <= 2, note


def test_what_ends_while_the_page_is_drawn_is_shown_whole_by_the_next_run():
    seen = described()
    late = [not_yet(one) for one in (seen, totals_of(), way(ENDS))]
    assert (late[0].found, late[1].tried, late[2].found) == (None, None, None)
    assert words.rare_answer(late[0]) == words.TRYING_RARE
    assert words.totals_metrics(late[1])[0][1] == words.TRYING
    assert words.ways_answer(late[2]) == words.TRYING_WAYS


def test_no_setting_stands_beside_itself_and_no_interval_is_longer_than_the_table():
    found = way(ENDS).found
    at = [k for k, _ in found.others]
    assert at
    assert found.asked.k not in at
    assert max(at) <= found.asked.rows


def test_a_promise_that_goes_beyond_the_picture_is_not_said_to_end_there():
    far = totals_of(epsilon=0.01)
    assert attacks.singling_out.dp_bound(1000, 0.01 * 400, 2**-20 / 1000).value < 1, "it goes on"
    assert "beyond" not in words.totals_bound(far)


def test_what_holds_is_said_as_a_natural_frequency():
    lines = words.claim_lines(attacks.singling_out.holding(1000, 2**-20 / 1000, 0.05))
    assert "in at most 1 in 1,048 releases" in lines[0]
    assert not re.search(r"\d[eE]-?\d|at most 0\.", "".join(lines))


def test_every_panel_of_drawn_tables_has_the_line_for_an_assessment():
    for line in (words.totals_legal(totals_of()), words.ways_legal(way(ENDS))):
        assert line.startswith("Of these made-up tables")
        assert "not a legal conclusion" in line
    waits = words.totals_legal(totals_of(counts=3))
    assert waits == words.LEGAL_WAITS
    assert abs(len(waits) - len(line)) < 40, "it keeps its place"


@pytest.mark.parametrize("rows", [1, 10, 1000, 100_000])
def test_the_steps_of_the_attack_name_the_chance_of_the_table_that_is_set(rows):
    first, *_ = words.totals_steps(totals_of(rows=rows).asked)
    assert f"In {words.chance(attacks.singling_out.peak(rows))} tables" in first
    assert f"1 row in {rows:,}" in first


@pytest.mark.parametrize("counts", [0, 7, 21, 250, 300])
@pytest.mark.parametrize("bits", [1, 2, 20, 200])
def test_the_table_of_totals_holds_the_ends_and_the_number_that_is_set(counts, bits):
    seen = totals_of(counts=counts, bits=bits, trials=100)
    rows = words.totals_rows(seen)
    assert {0, counts, len(seen.lines.exact) - 1} <= {*rows["totals"]}
    assert rows["totals"] == sorted({*rows["totals"]})
    assert len(rows["totals"]) <= words.MOST_STEPS + 3
    assert rows["exact"][rows["totals"].index(counts)] == words.chance(seen.exact)
