"""The further parts of `match`: streamed protections, attackers, other ways; numbers are the core's."""

from __future__ import annotations

from threading import Event
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from dashboard import protecting, server, words
from dashboard.compute import protected
from dashboard.compute.attacking import Attacked
from dashboard.compute.cutting import Cut
from dashboard.compute.matched import SAME
from dashboard.compute.protected import CONFIGURATIONS, Gathered, Sweep, sweeping
from dashboard.compute.weighing import Beside, shifting
from privacy_core import Origin, Policies, Roles, Source, Study, from_frame, linkage, protections, share
from tests.dashboard.blurs import done
from tests.dashboard.matchings import OTHERS, PEOPLE, RELEASE, as_it_is, choose, give, opened, uploaded
from tests.dashboard.visits import SECRET, Role, Visit, csv_of, shown

PARTS = words.PROTECTION_PART, words.ATTACKER_PART, words.OTHERS_PART


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    monkeypatch.setattr(server, "prepare", lambda: None)


def part(visit: Visit, name: str) -> Visit:
    return done(done(choose(visit, "match part", name)))


def result(visit: Visit, kind: type):
    return next(job.result for job in visit.state("results").values() if isinstance(job.result, kind))


@pytest.mark.parametrize("name", PARTS)
def test_an_empty_page_says_what_to_do_first(name):
    visit = part(Visit().page("match"), name)
    assert visit.question == words.MATCH
    assert visit.answer == words.LOAD_FIRST


@pytest.mark.parametrize("name", [words.ATTACKER_PART, words.OTHERS_PART])
def test_a_release_that_is_not_there_is_asked_for(name):
    assert "Blur" in part(opened(), name).answer


def test_protections_are_named_each_with_numbers_of_the_core():
    visit = part(opened(), words.PROTECTION_PART)
    found = result(visit, Sweep)
    assert [one.name for one in found.rows] == [one.name for one in protections.GRID]
    best = min(
        (one for one in found.rows if one.at),
        key=lambda one: (max(one.at[-1].above, SAME), one.unchanged is not None and -one.unchanged),
    )
    drawn = visit.figures[0]["rows"]["rows"]
    assert [one["name"] for one in drawn] == [one.name for one in found.rows]
    for one, row in zip(found.rows, drawn, strict=True):
        if one.at:
            assert row["members"] == pytest.approx(100 * one.at[-1].linked / one.at[-1].n)
            assert row["luck"] == pytest.approx(100 * one.at[-1].luck)
            assert row["above"] == (one.at[-1].above > SAME + 1e-9), "the picture and the answer have one line"
    left = "nothing more than luck" if best.at[-1].nothing_more else share(best.at[-1].above)
    assert left in visit.answer
    assert "fit source" in visit.texts
    assert "configurations, ours" in visit.texts


def test_the_sweep_sees_all_releases_along_the_axes_of_the_original():
    asked = []
    table = from_frame_of(PEOPLE)
    attacker = protected.Attacker(("age", "area"), ("who", "ill"))

    def listening(original, settings, strangers):
        asked.append(settings.fit)
        return iter(())

    before, protected.protections.sweep = protected.protections.sweep, listening
    try:
        sweeping(table, Roles(("age", "area"), ("ill",)), {}, attacker, None, Gathered())(lambda *_: True)
    finally:
        protected.protections.sweep = before
    assert asked == [linkage.Fit.SOURCE]


def from_frame_of(columns: dict):
    import pandas as pd

    return from_frame(pd.DataFrame(columns))


def test_a_stopped_sweep_keeps_what_is_done():
    gathered, attacker = Gathered(), protected.Attacker(("age", "area"), ("who", "ill"))
    work = sweeping(from_frame_of(PEOPLE), Roles(("age", "area"), ("ill",), person="who"), {}, attacker, None, gathered)
    found = work(lambda *_: len(gathered.rows) < 3)
    assert found.stopped
    assert [one.name for one in found.rows] == [name for name, _ in CONFIGURATIONS[:3]]
    assert found.rows == gathered.rows


def test_the_page_shows_rows_while_others_are_still_to_come(monkeypatch):
    going, real = Event(), protections.sweep

    def slow(*given):
        for place, one in enumerate(real(*given)):
            yield one
            if place == 1:
                going.wait(20)

    monkeypatch.setattr(protected.protections, "sweep", slow)
    visit = opened()
    next(one for one in visit.app.button_group if one.key == "match part widget").set_value(words.PROTECTION_PART)
    visit.run()
    gathered = next(iter(visit.state("match sweep").values()))
    for _ in range(100):
        if len(gathered.rows) == 2:
            break
        visit.state("job").wait(0.1)
    visit.run()
    rows = visit.figures[0]["rows"]
    assert len(rows["drawn"]) == 2
    assert len(rows["rows"]) == len(CONFIGURATIONS), "names hold their place"
    assert "2 of 19 done" in " ".join(one.proto.text for one in visit.app.get("progress"))
    going.set()
    assert len(done(visit).figures[0]["rows"]["drawn"]) > 2


def test_a_protection_that_is_not_applicable_says_why():
    words_only = {name: PEOPLE[name] for name in ("who", "area", "ill")} | {"kind": list("stuv") * 15}
    roles = {"who": Role.PERSON, "area": Role.QUASI_IDENTIFIER, "kind": Role.QUASI_IDENTIFIER, "ill": SECRET}
    visit = part(Visit().upload(csv_of(**words_only)).roles(**roles).page("match"), words.PROTECTION_PART)
    reasons = {one["group"]: one["reason"] for one in visit.figures[0]["rows"]["rows"] if one["reason"]}
    assert set(reasons) == {"noise", "microaggregation"}
    assert all(one.startswith("not applicable: No column") for one in reasons.values())


def test_attackers_show_the_counts_of_the_core_and_strangers_are_not_measured_without_any():
    visit = part(as_it_is(), words.ATTACKER_PART)
    found = result(visit, Attacked)
    assert [one.attack for one in found.found] == ["singling out", "linkability", "inference of ill"]
    untried, *tried = found.found
    assert "by luck" in untried.reason
    rows = visit.figures[0]["rows"]
    assert [one["note"] for one in rows["members"]] == [words.hits(one.main) for one in tried]
    assert [one["low"] for one in rows["luck"]] == [100 * one.baseline.interval[0] for one in tried]
    assert rows["strangers"] == []
    named = [one["name"] for one in rows["none"]]
    assert named == [words.NOT_TRIED, words.NO_STRANGERS_TRIED, words.NO_STRANGERS_TRIED]
    assert "Singling out asks" in visit.texts.replace("**", "")


def test_strangers_are_tried_as_well_once_they_are_there():
    visit = uploaded()
    visit.app.session_state["match what"] = True
    visit = part(give(visit.run(), 1, OTHERS), words.ATTACKER_PART)
    found = result(visit, Attacked)
    assert all(one.control is not None for one in found.found)
    assert len(visit.figures[0]["rows"]["strangers"]) == 3


def test_halves_secrets_tries_and_seed_are_the_users():
    visit = part(as_it_is(), words.ATTACKER_PART)
    choose(visit, "match left half", ["age"])
    choose(visit, "match secrets half", ["ill", "area"])
    done(visit.type_in("match tries", 50))
    asked = [job.result.asked for job in visit.state("results").values() if isinstance(job.result, Attacked)][-1]
    assert asked.left == ("age",)
    assert asked.secrets == ("ill", "area")
    assert asked.attempts == 50
    assert "50 tries of each attack" in visit.texts


def test_what_one_half_holds_is_not_guessed_from_it():
    visit = part(as_it_is(), words.ATTACKER_PART)
    choose(visit, "match left half", ["age", "ill"])
    asked = [job.result.asked for job in visit.state("results").values() if isinstance(job.result, Attacked)][-1]
    assert asked.left == ("age", "ill")
    assert asked.secrets == ()


def test_strangers_of_whom_nothing_is_known_are_not_measured():
    visit = uploaded()
    visit.app.session_state["match what"] = True
    visit = part(give(visit.run(), 1, {**OTHERS, "ill": [""] * len(OTHERS["age"])}), words.ATTACKER_PART)
    guessed = next(one for one in result(visit, Attacked).found if one.attack == "inference of ill")
    assert guessed.control.attempts == 0
    rows = visit.figures[0]["rows"]
    assert len(rows["strangers"]) == 2
    assert words.NO_STRANGERS_TRIED in [one["name"] for one in rows["none"]]


def test_a_column_that_names_a_person_and_one_left_out_by_the_user_are_two_questions(monkeypatch):
    asked, going = [], SimpleNamespace(ended=False)
    monkeypatch.setattr(protecting.jobs, "ask", lambda key, work: asked.append(key) or going)
    table = Cut(Source(Origin.UPLOAD, "people.csv", "key"), ("age",), (), None, Policies(), (), None, ())
    monkeypatch.setattr(protecting.compute, "cut", lambda study: table)
    monkeypatch.setattr(protecting.compute, "with_several_rows", lambda cut: 0)
    for room, name, given in (
        (protecting.releasing, "missing", None),
        (protecting.matching, "attacker", protected.Attacker(("age",), ("spent",))),
        (protecting.work, "held_table", from_frame_of(PEOPLE)),
        (protecting.receiving, "kept", {}),
        (protecting, "_gathered", Gathered()),
    ):
        monkeypatch.setattr(room, name, lambda *_, given=given: given)
    for identifiers in ((), ("spent",)):
        study = Study(table.source, Roles(("age",), identifiers=identifiers))
        monkeypatch.setattr(protecting.state, "study", lambda study=study: study)
        protecting.seen()
    assert asked[0] != asked[1]


def test_an_attack_without_a_half_is_not_measured_and_the_others_go_on():
    visit = part(as_it_is(), words.ATTACKER_PART)
    choose(visit, "match right half", [])
    rows = visit.figures[0]["rows"]
    assert rows["heads"][1]["name"].startswith("Linkability")
    assert [one["name"] for one in rows["none"]][:2] == [words.NOT_TRIED] * 2
    assert len(rows["members"]) == 1


def test_other_ways_show_both_methods_at_equal_luck():
    visit = part(as_it_is(), words.OTHERS_PART)
    found = result(visit, Beside)
    rows = visit.figures[0]["rows"]["rows"]
    assert [one["name"] for one in rows] == [words.CHAIN_HERE, words.FIELDS_HERE, words.FIELDS_EVEN]
    one = found.baselines.fields[-1]
    assert rows[1]["members"] == pytest.approx(100 * one.matched.rate)
    assert rows[2]["luck"] == pytest.approx(100 * one.even.control)
    assert rows[0]["members"] == pytest.approx(100 * float(found.found.risk.calibration.rate[-1]))
    assert linkage.MEMBERSHIP in visit.texts


def test_weights_of_a_pair_add_up_to_its_score_and_its_values_stay_masked():
    visit = part(as_it_is(), words.OTHERS_PART)
    found = result(visit, Beside)
    place, several, one = found.weights(len(found.found.levels) - 1, 0)
    assert (place, one.right) == (0, True)
    assert several > 1
    assert one.score == pytest.approx(sum(one.parts.values()))
    assert set(one.parts) == {"age", "area", "visits", "spent", "hours"}
    line = words.fall_line(place, several, one)
    assert not any(str(PEOPLE["spent"][i]) in line for i in range(len(PEOPLE["spent"])))


def test_the_papers_figures_stand_in_their_box_only():
    visit = part(as_it_is(), words.OTHERS_PART)
    marked = [one.value for one in visit.app.markdown]
    with_them = [text for text in marked if "93 %" in text or "60.4 %" in text]
    assert len(with_them) == 1
    assert "not comparable" in " ".join(marked).replace("**", "")
    for name in (words.PROTECTION_PART, words.ATTACKER_PART):
        assert "93 %" not in part(as_it_is(), name).texts


def test_an_uploaded_release_has_its_part_as_well():
    visit = part(uploaded(RELEASE), words.OTHERS_PART)
    assert result(visit, Beside).found.release.n_rows == len(RELEASE["age"])


def test_the_experiment_says_why_where_there_is_none():
    few = {name: values[:12] for name, values in PEOPLE.items()}
    visit = part(as_it_is(few), words.OTHERS_PART)
    assert "not measured" in visit.texts


def test_rates_follow_counts_exactly():
    reached = protected.At(0, 0.9, 200, 50, 100, 5, 0.5, 0.125, 0.2)
    assert (reached.rate, reached.luck) == (0.25, 0.05)
    assert np.isclose(reached.above, 0.2)


def lines_of(moved: linkage.Shift) -> list[tuple[linkage.Cut, linkage.Cut]]:
    return [(one.after.own, one.after.matched) for one in moved.methods]


def test_the_experiment_follows_the_size_of_its_crowds():
    visit = part(as_it_is(), words.OTHERS_PART)
    for k in (5, 2):
        done(done(visit.type_in("match shift k", k)))
        key, moved = next(
            (key, job.result) for key, job in reversed(visit.state("results").items()) if key[0] == "shift"
        )
        again = shifting(from_frame(pd.DataFrame(PEOPLE)), visit.state("study").roles, key[2], None, k)(lambda *_: True)
        assert lines_of(moved) == lines_of(again)
        assert shown(words.shift_line(moved)) in visit.texts
    found = [job.result for key, job in visit.state("results").items() if key[0] == "shift" and job.result is not None]
    assert len(found) == 2
    assert lines_of(found[0]) != lines_of(found[1])
