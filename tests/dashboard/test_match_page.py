"""The page `match`: every state, numbers are the core's, the null's word, nobody shown unasked."""

from __future__ import annotations

import re
from threading import Event

import numpy as np
import pandas as pd
import pytest

from dashboard import server, words
from dashboard.compute import matching as work
from dashboard.compute.matched import AtLeast, Match
from privacy_core import Stopped, from_frame, linkage, samples, share
from tests.dashboard.blurs import SUGGESTED, done
from tests.dashboard.visits import KNOWN, SECRET, Role, Visit, csv_of

UNUSED, ID = Role.NOT_USED, Role.PERSON
RANDOM = np.random.default_rng(5)
N = 60
PEOPLE = {
    "who": [f"p{i}" for i in range(N)],
    "age": RANDOM.integers(20, 60, N).tolist(),
    "area": RANDOM.choice(list("xyz"), N).tolist(),
    "visits": RANDOM.integers(0, 90, N).tolist(),
    "spent": RANDOM.normal(50, 20, N).round(2).tolist(),
    "hours": RANDOM.normal(5, 2, N).round(2).tolist(),
    "ill": RANDOM.choice(list("abc"), N).tolist(),
}
RELEASE = {**PEOPLE, "visits": [visit + int(RANDOM.integers(-6, 7)) for visit in PEOPLE["visits"]]}
OTHERS = {**PEOPLE, "who": [f"q{i}" for i in range(N)], "visits": RANDOM.integers(0, 90, N).tolist(), "spent": RANDOM.normal(50, 20, N).round(2).tolist(), "hours": RANDOM.normal(5, 2, N).round(2).tolist()}  # fmt: skip
ROLES = {"who": ID, "age": KNOWN, "area": KNOWN, "ill": SECRET}


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    monkeypatch.setattr(server, "prepare", lambda: None)


def choose(visit: Visit, name: str, value) -> Visit:
    """Choose in a segmented control, a list or several lists."""
    every = [
        *visit.app.button_group,
        *visit.app.selectbox,
        *visit.app.multiselect,
        *visit.app.toggle,
        *visit.app.number_input,
    ]
    next(one for one in every if one.key == f"{name} widget").set_value(value)
    return done(visit.run())


def opened(table: dict = PEOPLE) -> Visit:
    return Visit().upload(csv_of(**table)).roles(**ROLES).page("match")


def as_it_is(table: dict = PEOPLE) -> Visit:
    return choose(opened(table), "match origin", words.AS_IT_IS)


def give(visit: Visit, which: int, table: dict, name: str = "other.csv") -> Visit:
    visit.app.file_uploader[which].set_value([(name, csv_of(**table), "text/csv")])
    return done(visit.run())


def uploaded(table: dict = RELEASE) -> Visit:
    return give(choose(opened(), "match origin", words.UPLOADED_RELEASE), 0, table)


def core(release: dict = PEOPLE, **how) -> linkage.LinkageRisk:
    """What the core says of the same tables."""
    settings = linkage.LinkageSettings(("age", "area"), ("ill", "who"))
    one, two = (from_frame(pd.DataFrame(table)) for table in (PEOPLE, release))
    return linkage.link(one, two, settings, random=np.random.default_rng(1).spawn(3)[0], **how)


def found(visit: Visit) -> Match:
    jobs = [job.result for job in visit.state("results").values()]
    return next(one for one in reversed(jobs) if isinstance(one, Match))


def open_up(visit: Visit, label: str) -> Visit:
    """Open an expander, as its widget does."""
    visit.app.session_state[label] = True
    return done(visit.run())


def says(visit: Visit, risk: linkage.LinkageRisk, level: int, tau: float, luck: str) -> None:
    """The four numbers are the core's."""
    rate = risk.surface.rate_at(level, tau)
    top = risk.calibration.maxima[:, level]
    lucky = float(np.mean(top >= tau - 1e-6))
    assert number(visit.metrics["Members link"]) == share(rate)
    assert number(visit.metrics[f"{luck} link"]) == share(lucky)
    if risk.top_one is not None:
        precision, _ = risk.top_one.at(level, tau)
        assert number(visit.metrics["Links right"]) == share(precision)
    assert visit.metrics["More than luck"] in (f"{100 * (rate - lucky):.0f}", "none")


def number(metric: str) -> str:
    """A metric as the core says shares."""
    return f"{'none' if metric == 'none' else metric} of 100" if " in " not in metric else metric


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
    visit.app.session_state["match what"] = True
    inside = {**OTHERS, "who": [f"p{i}" if i < 7 else f"q{i}" for i in range(N)]}
    give(visit.run(), 1, inside, "others.csv")
    (said,) = visit.errors
    assert said.startswith("By the column 'who' 7 of the strangers are in the release")
    assert "p3" not in said
    assert not visit.metrics


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


def test_one_pair_is_shown_after_a_click_its_values_after_another_and_secrets_after_a_third():
    visit = open_up(as_it_is(), "match details")
    before = tables(visit)
    assert not any("the attacker holds" in table for table in before)
    visit.press(words.SHOW_PAIR)
    assert "it is the right person" in visit.texts
    assert not any("the attacker holds" in table for table in tables(visit))
    choose(visit, "match values", True)
    pair = next(table for table in tables(visit) if "the attacker holds" in table)
    shown = dict(zip(pair["column"], pair["the attacker holds"], strict=True))
    assert shown["who"] == shown["ill"] == words.PAIR_HIDDEN
    assert shown["age"].isdigit()
    choose(visit, "match secrets", True)
    pair = next(table for table in tables(visit) if "the attacker holds" in table)
    shown = dict(zip(pair["column"], pair["the attacker holds"], strict=True))
    assert shown["ill"] in "abc"
    assert shown["who"] == words.PAIR_HIDDEN
    added = [float(one) for one in pair[words.PAIR_AXIS] if one != "not compared"]
    assert sum(added) == pytest.approx(1.0, abs=0.01)
    visit.press(words.NEXT_PAIR)
    assert not any("the attacker holds" in table for table in tables(visit))


def tables(visit: Visit) -> list[dict]:
    return [frame.value.to_dict("list") for frame in visit.app.dataframe]


def test_the_table_per_sorting_and_the_share_are_the_cores():
    visit = open_up(as_it_is(), "match details")
    risk = core(truth=linkage.truth_by_position(N))
    table = next(one for one in tables(visit) if "sorted by" in one)
    assert table["calibrated τ"] == [f"{tau:.4f}" if tau <= 1 else "none" for tau in risk.calibration.tau]
    assert table["true pairs kept by sorting (structural recall)"] == ["100.0"] * 3
    assert f"**{100 * risk.attribution.other_share:.1f} of 100 parts**" in visit.texts
    assert f"{risk.projected.components} components, one-hot weight 0.707" in visit.texts


def test_similarities_and_other_components_are_worked_out_when_asked():
    visit = open_up(as_it_is(), "match alike")
    done(visit)
    table = next(one for one in tables(visit) if "components" in one)
    risk = core(truth=linkage.truth_by_position(N))
    steps = linkage.sweep_components(risk, found(visit).first_level)
    assert [one.split()[0] for one in table["components"]] == [str(step.components) for step in steps]
    assert any("bars" in figure["rows"] for figure in visit.figures)
    assert any("stage" in one for one in tables(visit))


def test_two_registers_show_links_luck_and_precision_together():
    visit = done(Visit().sample("register-1").page("match"))
    one, two = (samples.load(name) for name in ("register-1", "register-2"))
    settings = linkage.LinkageSettings(one.roles.quasi_identifiers, ("diagnosis",))
    risk = linkage.link(one.table, two.table, settings, id_column="person", random=np.random.default_rng(1).spawn(3)[0])
    says(visit, risk, found(visit).first_level, found(visit).first_tau, "Wrong pairs")
    assert "who is who: by person" in visit.texts
    assert {"Members link", "Wrong pairs link", "Links right"} <= set(visit.metrics)


def test_another_table_lets_go_of_everything_that_was_matched():
    visit = uploaded().slide("match tau", 0.3)
    assert visit.state("match tables")
    visit.page("publish").upload(csv_of(**OTHERS), "others.csv").roles(**ROLES).page("match")
    assert not visit.state("match tables")
    assert visit.state("match tau") is None
    assert visit.answer == words.BLUR_FIRST


def test_a_refused_release_can_be_replaced_where_it_was_refused():
    visit = uploaded({"other": [1, 2, 3], "another": [3, 4, 4]})
    visit.app.session_state["match what"] = True
    visit.app.session_state["match counted"] = True
    visit.run()
    assert visit.errors
    give(visit, 0, RELEASE)
    assert not visit.errors
    assert visit.metrics["Members link"]
