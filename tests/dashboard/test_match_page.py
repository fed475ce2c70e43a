"""The page `match`: every state, numbers are the core's, the null's word, nobody shown unasked."""

from __future__ import annotations

import re
from threading import Event

import pandas as pd
import pytest

from dashboard import server, words
from dashboard.compute import matching as work
from dashboard.compute.matched import AtLeast
from privacy_core import Stopped, from_frame, linkage
from tests.dashboard.blurs import SUGGESTED, done
from tests.dashboard.matchings import (
    OTHERS,
    PEOPLE,
    RELEASE,
    ROLES,
    N,
    as_it_is,
    choose,
    core,
    found,
    give,
    opened,
    says,
    uploaded,
)
from tests.dashboard.visits import Visit, csv_of


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    monkeypatch.setattr(server, "prepare", lambda: None)


def test_without_a_table_one_link_and_no_empty_axes():
    visit = Visit().page("match")
    assert visit.question == words.MATCH
    assert visit.answer == words.LOAD_FIRST
    assert not visit.figures
    assert not visit.metrics


def test_roles_come_first():
    visit = Visit().upload(csv_of(**PEOPLE)).page("match")
    assert visit.answer == words.ROLES_FIRST
    assert not visit.figures


def test_before_anything_is_blurred_the_page_says_where():
    visit = opened()
    assert visit.answer == words.BLUR_FIRST
    assert not visit.figures
    assert not visit.metrics
    assert [box.label for box in visit.app.selectbox] == [words.WHICH_MATCHED]


def test_as_it_is_everybody_is_found_and_the_numbers_are_the_cores():
    visit = as_it_is()
    risk = core(truth=linkage.truth_by_position(N))
    assert "who is who: row by row, for this release keeps its rows in order" in visit.texts
    assert "links find the right person" in visit.answer
    for tau in (0.25, 0.8, 0.95):
        visit.slide("match tau", tau)
        says(visit, risk, found(visit).first_level, tau, "Wrong pairs")
    assert found(visit).risk.attribution.other_share == pytest.approx(risk.attribution.other_share)


def test_what_blur_shows_is_matched():
    visit = Visit().upload(csv_of(**PEOPLE)).roles(**ROLES).page("blur").press(SUGGESTED)
    done(visit).slide("blur k", 4)
    done(done(visit).page("match"))
    assert "release: blurred for k = 4" in visit.texts
    assert "3 without a role and matched as they are" in visit.texts, "visits, spent, hours"
    assert visit.metrics["Members link"]
    assert found(visit).release.names == found(visit).source.names
    done(visit.page("blur")).press("Pin this").page("match")
    visit.app.session_state["match what"] = True
    names = next(box for box in done(visit.run()).app.selectbox if box.key == "match origin widget").options
    assert any("setting B of Blur" in name for name in names)
    assert words.ALL_PUBLISHED in visit.texts


def test_an_uploaded_release_is_scored_by_its_column_or_by_nobody():
    visit = uploaded()
    assert "who is who: by who" in visit.texts
    says(visit, core(RELEASE, id_column="who"), found(visit).first_level, found(visit).first_tau, "Wrong pairs")
    visit.app.session_state["match what"] = True
    choose(visit.run(), "match id", words.NOBODY_SAYS)
    assert "who is who: not known" in visit.texts
    assert visit.answer.endswith("; who is right is not known.")
    assert visit.metrics["Links right"] == "not known"
    assert "Shuffled link" in visit.metrics
    says(visit, core(RELEASE), found(visit).first_level, found(visit).first_tau, "Shuffled")


def test_strangers_are_only_people_who_are_not_in_the_release():
    visit = uploaded()
    assert "strangers" not in visit.answer.lower()
    assert "Strangers link" not in visit.metrics
    visit.app.session_state["match what"] = True
    give(visit.run(), 1, OTHERS, "others.csv")
    assert f"strangers: others.csv, {N} rows, none in the release" in visit.texts
    risk = core(RELEASE, id_column="who", holdout=from_frame(pd.DataFrame(OTHERS)))
    says(visit, risk, found(visit).first_level, found(visit).first_tau, "Strangers")
    assert f"of {N} strangers" in visit.answer or "strangers" in visit.answer


def test_strangers_who_are_in_the_release_are_refused_and_not_named():
    visit = uploaded()
    before = visit.metrics
    visit.app.session_state["match what"] = True
    inside = {**OTHERS, "who": [f"p{i}" if i < 7 else f"q{i}" for i in range(N)]}
    give(visit.run(), 1, inside, "others.csv")
    (said,) = visit.errors
    assert said.startswith("'others.csv' is not used. By the column 'who' 7 of the strangers are in the release")
    assert "p3" not in said
    assert visit.metrics == before, "what was there stays"
    assert "strangers: others.csv" not in visit.texts


def test_refused_strangers_take_nothing_away_and_those_before_them_stay():
    visit = uploaded()
    visit.app.session_state["match what"] = True
    give(visit.run(), 1, OTHERS, "others.csv")
    before, answer = visit.metrics, visit.answer
    give(visit, 1, {"spent": OTHERS["spent"]}, "wrong.csv")
    (said,) = visit.errors
    assert said.startswith("'wrong.csv' is not used. ")
    assert "is not a column" in said
    assert (visit.metrics, visit.answer) == (before, answer)
    assert f"strangers: others.csv, {N} rows" in visit.texts
    give(visit, 1, {"other": [1, 2]}, "worse.csv")
    assert visit.errors[0].startswith("'worse.csv' is not used. ")
    assert (visit.metrics, visit.answer) == (before, answer), "those that served are not forgotten"
    visit.app.button(key="match let go holdout").click()
    done(visit.run())
    assert not visit.errors
    assert "strangers: others.csv" not in visit.texts


def test_strangers_nobody_can_check_are_only_said_to_be_strangers():
    visit = uploaded()
    visit.app.session_state["match what"] = True
    give(visit.run(), 1, {name: values for name, values in OTHERS.items() if name != "who"}, "others.csv")
    assert f"strangers: others.csv, {N} rows, said to be none in the release" in visit.texts


def test_a_cancel_is_heard_while_the_kernel_is_compiled():
    never, told = Event(), []
    with pytest.raises(Stopped):
        work.compiled(lambda share, doing: told.append(doing), never.wait)
    never.set()
    assert told == [work.COMPILING]


def test_the_cut_moves_rows_and_leaves_the_picture():
    visit = as_it_is()
    before = visit.figures[0]
    visit.slide("match tau", 0.3)
    after = visit.figures[0]
    assert before["spec"] == after["spec"]
    assert {name for name in after["rows"] if before["rows"][name] != after["rows"][name]} <= {
        "cut",
        "meets",
        "frame",
        "dull",
    }
    assert after["rows"]["cut"][0]["x"] == 0.3
    visit.type_in("match tau", 0.95)
    assert visit.figures[0]["rows"]["cut"][0]["label"] == "your cut: τ = 0.95"


def test_a_lenient_cut_is_said_to_mean_nothing():
    visit = as_it_is()
    choose(visit, "match level", "")
    visit.slide("match tau", 0.0)
    assert visit.answer == "Wrong pairs link as often as members: at τ = 0.00 the rate means nothing."
    assert "the rate means nothing" in visit.texts


def test_no_link_is_said_and_nothing_is_divided():
    visit = choose(uploaded({**RELEASE, "spent": OTHERS["spent"], "hours": OTHERS["hours"]}), "match level", "")
    visit.slide("match tau", 1.0)
    assert visit.answer == "At τ = 1.00 nobody links: no two records are that much alike."
    assert visit.metrics["Links right"] == "no link"


def test_components_are_worked_out_again_and_levels_choose_the_slice():
    visit = as_it_is()
    visit.slide("match components", 2)
    done(visit)
    assert found(visit).risk.projected.components == 2
    assert "2 components" in visit.texts
    choose(visit, "match level", "age")
    assert next(row["name"] for row in visit.figures[0]["rows"]["frame"] if row["chosen"]) == "▸ age only"


def test_other_sortings_and_columns_are_taken_and_a_bad_one_is_refused():
    visit = as_it_is()
    visit.app.session_state["match counted"] = True
    visit.run().app.text_area(key="match levels text").set_value("age/10, area\nage/20\n(nothing)")
    done(visit.run())
    assert found(visit).levels == ("age/10, area", "age/20", "")
    choose(visit, "match ignored", ["hours"])
    assert "hours" not in [one.name for one in found(visit).risk.sides.features]
    visit.app.text_area(key="match levels text").set_value("age/10\narea")
    done(visit.run())
    assert any("not nested" in text or "separates" in text or "apart" in text for text in visit.errors)
    assert not visit.metrics


def test_a_release_that_lacks_a_known_column_is_matched_by_the_others_and_that_is_said():
    visit = uploaded({name: values for name, values in RELEASE.items() if name != "age"})
    assert found(visit).levels == ("area", "")
    assert "not age: the release lacks it" in visit.texts
    visit.app.session_state["match counted"] = True
    assert visit.run().app.text_area(key="match levels text").value == f"area\n{words.NOTHING_SORTED}"


def test_a_release_with_no_column_in_common_is_refused_in_one_sentence():
    visit = uploaded({"other": [1, 2, 3], "another": [3, 4, 4]})
    assert visit.errors == ["The two tables have no column in common that may be compared."]
    assert not visit.figures
    assert not visit.metrics


def test_a_file_that_cannot_be_read_is_said_and_the_page_stays():
    visit = choose(opened(), "match origin", words.UPLOADED_RELEASE)
    assert visit.answer == words.NO_UPLOAD
    visit.app.file_uploader[0].set_value([("broken.csv", b"", "text/csv")])
    done(visit.run())
    assert "broken.csv" in visit.errors[0]
    assert not visit.figures


def test_a_stopped_search_keeps_its_lower_bound(monkeypatch):
    reached, go, real, said = Event(), Event(), linkage.link, []

    def slow(*tables, progress, **how):
        def told(share_done: float, doing: str) -> bool:
            said.append(doing)
            if "so far" in doing:
                reached.set()
                go.wait(20)
            return progress(share_done, doing)

        return real(*tables, progress=told, **how)

    monkeypatch.setattr(work.linkage, "link", slow)
    visit = opened()
    next(box for box in visit.app.selectbox if box.key == "match origin widget").set_value(words.AS_IT_IS)
    visit.run()
    job = visit.state("job")
    assert reached.wait(20)
    visit.run()
    assert visit.answer == words.MATCHING
    assert re.search(r"at threshold 0\.9 at least (\d+|all|none) .*link so far", said[-1])
    job.cancel()
    go.set()
    assert job.wait(20)
    visit.run()
    assert isinstance(job.result, AtLeast)
    rate = job.result.surface.rate_at(job.result.done - 1, words.LEAST_TAU)
    assert visit.answer.startswith(f"Stopped after {job.result.done} of 3 sortings: at least ")
    assert f"{round(rate * N)} of {N}" in visit.answer or f"all {N}" in visit.answer
    assert "At least so many link" in visit.texts
    assert not visit.metrics
    assert {row["kind"] for row in visit.figures[0]["rows"]["lines"]} == {"members"}
    monkeypatch.setattr(work.linkage, "link", real)
    done(visit.press(words.MEASURE_AGAIN))
    assert visit.metrics["Members link"]
