"""The page `undo` without a table: two rows, ten rows; numbers are the core's, controls do what they say."""

from __future__ import annotations

from threading import Event

import numpy as np
import pytest

from dashboard import server, words
from dashboard.compute import recovering as work
from privacy_core import Stopped, attacks, share
from privacy_core.attacks import downcoding, minimality
from tests.dashboard.blurs import done
from tests.dashboard.matchings import choose
from tests.dashboard.visits import Visit


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    monkeypatch.setattr(server, "prepare", lambda: None)


def undo(part: str | None = None) -> Visit:
    visit = Visit().page("undo")
    return visit if part is None else done(choose(visit, "undo part", part))


def ten() -> Visit:
    return undo(words.TEN_ROWS)


def drawn(visit: Visit, named: str) -> dict:
    return next(figure["rows"] for figure in visit.figures if named in figure["rows"])


def opened(visit: Visit, key: str) -> Visit:
    """Open an expander, which makes what is in it."""
    visit.app.session_state[key] = True
    return done(visit.run())


def test_the_smallest_demonstration_comes_first_and_needs_no_table():
    visit = undo()
    assert visit.question == words.UNDO_QUESTION
    assert visit.answer == "Two people blurred to 20–39 could be any of three tables; logic leaves one."
    assert [line["left"] for line in drawn(visit, "lines")["lines"]] == [True, False, True, False]
    assert visit.metrics == {"Just one is 30–39": "50 of 100", words.ONE_ODD_NOW: "certain"}
    assert "beats baseline" in visit.texts
    assert not visit.errors


def test_the_notes_say_of_each_case_what_leaked():
    visit = undo()
    assert "What leaked is **why they were blurred**" in visit.texts
    visit = undo().slide("undo two", 10)
    assert "learns next to nothing by it" in visit.texts
    visit = undo()
    visit.app.toggle(key="undo frugal widget").set_value(False)
    visit = done(visit.run())
    assert "That they were blurred then tells nothing" in visit.texts
    assert "What leaked is" not in visit.texts


def test_the_table_the_answer_speaks_of_stands_out():
    told = lambda visit: [line["told"] for line in drawn(visit, "lines")["lines"]]  # noqa: E731
    assert told(undo()) == [False, False, True, False]
    assert told(undo().slide("undo two", 10).slide("undo rare", 5)) == [False, False, True, *[False] * 9]
    assert not any(told(undo().slide("undo two", 10)))


def test_a_chance_that_does_not_change_is_said_once():
    visit = undo().slide("undo two", 5)
    visit.app.toggle(key="undo frugal widget").set_value(False)
    visit = done(visit.run())
    assert not [line for line in drawn(visit, "lines")["lines"] if "now" in line["chance"]]


def test_a_seed_is_typed_and_its_draw_shown():
    visit = ten()
    visit.app.number_input(key="undo set seed widget").set_value(2)
    visit = done(visit.run())
    found = work.drawing(work.Asked(10, 64), 2)(lambda *_: True)
    assert "seed 2" in visit.texts
    assert visit.metrics[words.COARSE_SHARE] == f"{found.share:.2f}"


@pytest.mark.parametrize(("k", "rare"), [(2, 10), (5, 5), (10, 1)])
def test_a_rare_value_in_a_small_crowd_is_given_away(k: int, rare: int):
    visit = undo().slide("undo two", k).slide("undo rare", rare)
    before, now = downcoding.worlds(k, rare / 100).one_odd
    assert now == pytest.approx(minimality.posterior(k, rare / 100))
    assert visit.metrics["Just one is 30–39"] == words.chance(before)
    assert visit.metrics[words.ONE_ODD_NOW] == ("certain" if now == 1 else words.chance(now))
    if k > 2:
        assert f"just one is 30–39 in {words.chance(now)} such crowds" in visit.answer


def test_a_large_mixed_crowd_gives_nothing_that_is_noticed():
    visit = undo().slide("undo two", 10)
    assert visit.answer == "Of ten people blurred to 20–39, just one is 30–39 in 1 of 102 such crowds."
    assert "no better than baseline" in visit.texts


def test_without_the_method_nothing_is_ruled_out_and_the_premise_fails():
    visit = choose(undo(), "undo frugal", False)
    assert visit.answer == "Two people blurred to 20–39 could be any of three tables, and all of them are left."
    assert all(line["left"] for line in drawn(visit, "lines")["lines"])
    assert "premise fails" in visit.texts


@pytest.mark.parametrize("part", [words.TWO_ROWS, words.TEN_ROWS])
def test_every_part_says_what_it_assumes_and_ends_in_one_verdict(part: str):
    visit = undo(part)
    texts = visit.texts
    assert "Assumed:" in texts
    assert "Not shown:" in texts
    assert "seed" in texts
    assert "baseline" in texts
    assert "not a legal conclusion" in texts
    assert sum(f"**{one.value}**" in texts for one in attacks.Outcome) == 1


def test_ten_rows_are_those_of_the_core():
    visit = ten()
    found = downcoding.one_trial(downcoding.Clusters(), np.random.default_rng(work.FIRST_DRAW)).found
    group = found.refined[0]
    assert group.right
    assert visit.answer == "Ten rows nobody can tell apart; one step of logic later one of them stands alone."
    assert visit.metrics[words.COARSE_SHARE] == f"{group.share:.2f}"
    assert drawn(visit, "cells")["beside"][0]["said"] == f"{int(group.raised.sum())} of 64 columns"
    assert drawn(visit, "cells")["share"][0]["x"] == group.share


def test_stored_draws_stand_beside_one_draw_with_their_rate():
    visit = ten()
    stored = work.stored(work.Asked(10, 64))
    assert stored.trials == 500
    assert "In 500 draws (stored)" in visit.texts.replace("**", "")
    assert visit.metrics[words.DRAWS_WORK] == words.rate(stored.daleth)
    assert words.draws_line(stored) in visit.texts
    assert f"(baseline): none found in {stored.groups.attempts}. " in words.draws_line(stored)
    assert words.trials_line(stored) not in visit.texts
    assert words.trials_line(stored) in opened(visit, "undo draws").texts
    assert stored.groups.rate >= 0.97
    assert f"Theory: {share(stored.theory.daleth)}. Seed {stored.seed}." in visit.texts
    assert 165 <= stored.daleth.hits <= 230


def test_settings_that_are_not_stored_are_drawn_while_one_waits():
    visit = done(ten().type_in("undo dims", 72))
    found = work.trying(work.Asked(10, 72), work.FIRST_DRAW)(lambda *_: True)
    assert "In 20 draws" in visit.texts.replace("**", "")
    assert f"seed {found.seed}" in visit.texts.lower()
    assert words.draws_line(found) in visit.texts
    assert found.trials == work.DRAWS <= 20
    visit = done(visit.type_in("undo rho", 0.3))
    other = work.trying(work.Asked(10, 72, 0.3), work.FIRST_DRAW)(lambda *_: True)
    assert words.draws_line(other) in visit.texts, "other settings have other draws"
    assert words.draws_line(found) not in visit.texts


def test_another_draw_is_another_and_one_that_works_is_found():
    visit = ten()
    first = drawn(visit, "cells")["cells"]
    done(visit.press(words.ANOTHER_DRAW))
    assert drawn(visit, "cells")["cells"] != first
    assert "seed 2" in visit.texts
    done(visit.press(words.FIND_SEED))
    found = downcoding.seed_that_works(downcoding.Clusters(), 3)
    assert f"seed {found.seed} ·" in visit.texts
    assert f"Found after {found.tried} draw" in visit.texts
    assert visit.answer.endswith("one of them stands alone.")


def test_a_draw_without_a_crowd_says_so_and_how_often_one_has_one():
    visit = ten()
    for _ in range(20):
        if "no crowd" in visit.answer:
            break
        done(visit.press(words.ANOTHER_DRAW))
    assert visit.answer == "In this draw no crowd can be undone; about 39 of 100 draws give one away."
    assert drawn(visit, "cells")["odd"] == []


def test_needless_blur_makes_whole_rows_wrong_and_crosses_show_where():
    visit = done(ten().slide("undo rho", 0.1))
    asked = work.Asked(10, 64, 0.1)
    one = work.drawing(asked, work.FIRST_DRAW)(lambda *_: True)
    assert not one.right
    read = f"{one.cells_right} of {one.raised} coarse columns are read rightly"
    assert visit.answer == f"Needless blur misleads: {read}, the row is not."
    assert len(drawn(visit, "cells")["wrong"]) == one.raised - one.cells_right
    assert "so it is no longer minimal" in visit.texts
    assert "No formula for these settings" in visit.texts


def test_every_crowd_has_its_own_rule_and_no_formula():
    visit = choose(ten(), "undo every", True)
    stored = work.stored(work.Asked(10, 64, every=True))
    assert words.draws_line(stored) in visit.texts
    assert stored.daleth.rate > 2 * work.stored(work.Asked(10, 64)).daleth.rate
    assert "No formula for these settings" in visit.texts


@pytest.mark.parametrize(("name", "to"), [("undo k", 50), ("undo k", 2), ("undo dims", 512), ("undo dims", 8)])
def test_ends_of_the_controls_are_answered(name: str, to: float):
    visit = done(ten().type_in(name, to))
    assert visit.answer
    assert not visit.errors
    if to == 512:
        assert "the share itself is exact" in visit.texts


def test_choices_outlast_a_turn_of_the_page():
    visit = done(ten().slide("undo k", 5))
    answer = visit.answer
    assert done(visit.page("publish").page("undo")).answer == answer


def test_details_are_made_once_they_are_open():
    visit = ten()
    assert len(visit.figures) == 1
    opened(visit, "undo draws")
    names = {name for figure in visit.figures for name in figure["rows"]}
    assert {"theory", "bars"} <= names
    assert downcoding.stored().command in visit.texts
    for curve in words.CURVES_OF_DRAWS:
        choose(visit, "undo curve", curve)
        marks = drawn(visit, "theory")["marks"]
        assert [mark["label"] for mark in marks] == [
            words.setting_at(curve, one.at) for one in downcoding.stored()[curve].points
        ]


def test_many_people_and_notions_are_tables_of_the_core():
    visit = opened(opened(ten(), "undo compound"), "undo notions")
    frames = [frame.value for frame in visit.app.dataframe]
    people = next(frame for frame in frames if "people" in frame.columns)
    assert people["people"].tolist() == ["50", "100", "200", "300", "1,000"]
    promise = next(frame for frame in frames if "promise" in frame.columns)
    assert dict(zip(promise["promise"], promise["the theorem"], strict=True))["Anatomy"] == "not covered"
    assert downcoding.NOT_BUILT in visit.texts
    assert "exactly one person" in visit.texts


def test_a_search_goes_on_behind_the_last_draw_that_was_tried(monkeypatch):
    def none(settings, first, rule, most, progress):
        return downcoding.Search(None, most)

    monkeypatch.setattr(downcoding, "seed_that_works", none)
    visit = ten()
    done(visit.press(words.FIND_SEED))
    assert "None of 20 draws works with these settings." in visit.texts
    assert f"seed {work.FIRST_DRAW + 20} ·" in visit.texts
    done(visit.press(words.FIND_SEED))
    assert f"seed {work.FIRST_DRAW + 40} ·" in visit.texts


def test_a_search_under_way_keeps_the_picture_and_can_be_stopped(monkeypatch):
    held, go = Event(), Event()

    def slow(settings, first, rule, most, progress):
        held.set()
        go.wait(20)
        if not progress(0.5, "looking"):
            raise Stopped("stopped")
        return downcoding.Search(first, 1)

    visit = ten()
    monkeypatch.setattr(downcoding, "seed_that_works", slow)
    visit.press(words.FIND_SEED)
    assert held.wait(20)
    assert drawn(visit, "cells")["cells"]
    assert "In 500 draws" in visit.texts
    visit.press("Cancel")
    go.set()
    done(visit)
    assert visit.run().answer
    assert f"seed {work.FIRST_DRAW} ·" in visit.texts


def test_the_first_crowd_is_shown_right_or_not():
    asked = work.Asked(10, 64, 0.05, True)
    found = downcoding.one_trial(asked.settings, np.random.default_rng(3), asked.rule).found
    one = work.drawing(asked, 3)(lambda *_: True)
    assert one.right == found.refined[0].right
    assert (one.crowds, one.crowds_right) == (len(found.refined), sum(group.right for group in found.refined))
    assert words.crowds_of_draw(one).startswith(words.numeral(one.crowds, True))
