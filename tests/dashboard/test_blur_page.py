"""The page `blur`: every state, numbers are the core's, clicks do what they say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from dashboard import compute, server, words
from dashboard.compute.hierarchies import fitting_column
from privacy_core import (
    DistinctL,
    Hierarchy,
    KAnonymity,
    Limits,
    Missing,
    Prior,
    TreeSpec,
    as_toml,
    from_toml,
    samples,
)
from privacy_core.anonymizers import AtLevels
from privacy_core.hierarchies import build, suggest_hierarchy
from privacy_core.utility import coarsenings, loss
from tests.dashboard.visits import KNOWN, SECRET, Visit, csv_of, shown

SUGGESTED = "Use the suggested hierarchies"
NINE = csv_of(
    zip=["47677", "47602", "47678", "47905", "47909", "47906", "47605", "47673", "47607"], ill=list("abcdefbga")
)
ZIP = b"47677;4767*;476**;*\n47602;4760*;476**;*\n47678;4767*;476**;*\n47905;4790*;479**;*\n47909;4790*;479**;*\n47906;4790*;479**;*\n47605;4760*;476**;*\n47673;4767*;476**;*\n47607;4760*;476**;*\n"


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    monkeypatch.setattr(server, "prepare", lambda: None)


def done(visit: Visit) -> Visit:
    """Wait for the lattice and show it."""
    for _ in range(10):
        job = visit.state("job")
        if job is None:
            return visit
        assert job.wait(120)
        visit.run()
    raise AssertionError("work does not end")


def clinic() -> Visit:
    return done(Visit().sample("clinic").page("blur").press(SUGGESTED))


def nine(**trees: bytes) -> Visit:
    """Nine people with their hierarchy of ZIP codes."""
    visit = Visit().upload(NINE).roles(zip=KNOWN, ill=SECRET).page("blur")
    visit.app.file_uploader[0].set_value([("hierarchy_zip.csv", trees.get("zip", ZIP), "text/csv")])
    return done(visit.run())


def chart(visit: Visit) -> dict:
    return next(figure["rows"] for figure in visit.figures if "ways" in figure["rows"])


def test_without_a_hierarchy_the_page_offers_the_suggested_ones():
    visit = Visit().sample("clinic").page("blur")
    assert visit.answer == words.NO_HIERARCHY
    assert not visit.figures
    assert not visit.errors
    assert SUGGESTED in [button.label for button in visit.app.button]


def test_the_answer_and_the_marks_are_the_cores():
    visit = clinic()
    sample = samples.load("clinic")
    trees = compute_trees(sample)
    rows = {row["id"]: row for row in chart(visit)["ways"]}
    shape = [trees[name].n_levels for name in sample.roles.quasi_identifiers]
    assert len(rows) == np.prod(shape)
    costs = {}
    for way, levels in enumerate(np.ndindex(*shape)):
        at = dict(zip(sample.roles.quasi_identifiers, levels, strict=True))
        found = AtLevels(at).anonymize(sample.table, sample.roles, trees, [KAnonymity(5)], Limits(0.02))
        assert rows[way]["keeps"] == (found.table is not None)
        if found.table is not None:
            lost = loss(coarsenings(sample.table, found.table, sample.roles.quasi_identifiers, trees, at))
            costs[way] = 100 * lost.aggregated("geometric")
            assert rows[way]["cost"] == pytest.approx(costs[way], abs=1e-3)
            assert rows[way]["crowd"] >= 5
        else:
            assert rows[way]["crowd"] < 5
    best = next(badge for badge in chart(visit)["badges"] if badge["chosen"])
    assert best["cost"] == pytest.approx(min(costs.values()))
    assert visit.answer.startswith("A crowd of five for everyone costs")


def compute_trees(sample) -> dict[str, Hierarchy]:
    return {n: build(suggest_hierarchy(sample.table[n])[0], sample.table[n]) for n in sample.roles.quasi_identifiers}


def test_k_and_the_limit_only_filter():
    visit = clinic()
    before = chart(visit)
    visit.slide("blur k", 12)
    assert visit.state("job") is None
    assert sum(key[0] == "ways" for key in visit.state("results")) == 1
    after = chart(visit)
    assert after["line"][0]["k"] == 12
    assert sum(row["keeps"] for row in after["ways"]) < sum(row["keeps"] for row in before["ways"])
    visit.slide("blur left out", 20)
    assert sum(row["keeps"] for row in chart(visit)["ways"]) > sum(row["keeps"] for row in after["ways"])
    assert visit.state("study").blur.suppression == pytest.approx(0.2)


def test_other_promises_measure_again():
    visit = nine().slide("blur k", 1).slide("blur l", 3)
    done(visit)
    assert {len(key[4]) for key in visit.state("results") if key[0] == "ways"} == {0, 1}
    assert visit.answer.startswith("Keeping all promises costs")
    visit.slide("blur l", 1)
    assert visit.state("study").thresholds.l is None


def test_an_impossible_k_says_what_is_reached():
    visit = nine().type_in("blur k", 50)
    done(visit)
    assert visit.answer == "No way to blur reaches k = 50; the most within 2 of 100 left out is 9."
    assert any("only 9 rows are judged" in shown(one.value) for one in visit.app.markdown)


def test_undo_takes_a_step_back_and_redo_forward():
    visit = clinic().slide("blur k", 9)
    visit.app.button(key="undo blur").click()
    visit.run()
    assert visit.state("study").thresholds.k is None
    visit.app.button(key="redo blur").click()
    visit.run()
    assert visit.state("study").thresholds.k == 9


def test_pinned_settings_stand_side_by_side_and_travel_with_the_study():
    visit = clinic().press("Pin this").slide("blur k", 9).press("Pin this").slide("blur k", 20).press("Pin this")
    pins = visit.state("study").blur.pinned
    assert [pin.thresholds.k for pin in pins] == [5, 9, 20]
    assert sum("people" in figure["rows"] for figure in visit.figures) == 4
    assert from_toml(as_toml(visit.state("study")).encode()).blur == visit.state("study").blur
    visit.app.button(key="unpin C").click()
    visit.run()
    assert [pin.thresholds.k for pin in visit.state("study").blur.pinned] == [5, 20]


def test_a_click_on_a_mark_chooses_it_or_says_why_not():
    visit = clinic()
    rows = chart(visit)["ways"]
    best = next(badge for badge in chart(visit)["badges"] if badge["chosen"])
    other = next(row["id"] for row in rows if row["keeps"] and row["cost"] > best["cost"] + 1)
    failing = next(row["id"] for row in rows if not row["keeps"])
    picked(visit, other)
    assert visit.state("study").blur.levels
    assert words.BY_HAND in visit.texts
    picked(visit, failing)
    assert "Not this way:" in visit.texts
    assert "break k at least 5" in visit.texts
    visit.press(words.CLOSE)
    assert "Not this way:" not in visit.texts
    visit.press(words.BACK)
    assert not visit.state("study").blur.levels


def picked(visit: Visit, which: int) -> None:
    """What a click on a mark of the map does, as the widget does it."""
    visit.app.session_state["why not"] = which
    rows = {row["id"]: row for row in chart(visit)["ways"]}
    if rows[which]["keeps"]:
        study = visit.state("study")
        made = compute_trees(samples.load("clinic"))
        names = samples.load("clinic").roles.quasi_identifiers
        levels = np.unravel_index(which, [made[name].n_levels for name in names])
        chosen = tuple((name, int(level)) for name, level in zip(names, levels, strict=True))
        visit.app.session_state["study"] = replace(study, blur=replace(study.blur, levels=chosen))
    visit.run()


def test_a_file_that_misses_values_is_refused_with_the_values_named():
    visit = nine(zip=ZIP.replace(b"47677;4767*;476**;*\n", b""))
    assert not visit.state("study").blur.trees
    assert "zip: 1 rows hold a value with no entry in the hierarchy (1 different values)." in visit.errors[0]
    assert "47677" in visit.errors[0]
    assert visit.answer == words.NO_HIERARCHY


def test_an_uploaded_hierarchy_is_named_by_hash_and_asked_for_again():
    visit = nine()
    (spec,) = visit.state("study").blur.trees
    assert spec.kind == compute.UPLOADED
    assert set(dict(spec.parameters)) == {"name", "sha256"}
    text = as_toml(visit.state("study"))
    assert "4767*" not in text
    visit.app.session_state["trees"] = {}
    lost = TreeSpec("zip", compute.UPLOADED, (("name", "zips.csv"), ("sha256", "00")))
    study = visit.state("study")
    visit.app.session_state["study"] = replace(study, blur=replace(study.blur, trees=(lost,)))
    visit.run()
    assert "Upload it again, or use the suggested one" in visit.errors[0]


def test_where_missing_matches_anything_nothing_is_promised():
    visit = clinic().count(missing=Missing.WILDCARD)
    assert visit.answer == words.UNDEFINED
    assert not visit.figures


def test_every_part_opens():
    visit = clinic()
    for key in (
        "all ways",
        "each column",
        "left out rows",
        "hierarchies",
        "more blur",
        "download release",
        "other methods",
    ):
        visit.app.session_state[key] = True
    visit.run()
    assert len(visit.app.dataframe) >= 5
    left = next(d.value for d in visit.app.dataframe if "why it is left out" in d.value.columns)
    assert all("crowd" in why and "< 5" in why for why in left["why it is left out"])
    assert not any(name.startswith("known:") for name in left.columns)


@pytest.mark.parametrize("method", list(compute.METHODS))
def test_another_method_stands_beside_the_others(method: str):
    visit = clinic()
    visit.app.session_state["other methods"] = True
    visit.run()
    visit.app.button(key=f"try {method}").click()
    visit.run()
    done(visit)
    assert visit.state("study").blur.pinned[0].method == method
    assert words.METHOD_NAMES[method] in visit.texts
    assert sum("people" in figure["rows"] for figure in visit.figures) == 3


def test_a_hierarchy_is_built_by_a_rule_and_kept_without_labels():
    visit = clinic()
    visit.app.session_state["hierarchies"] = True
    visit.run()
    visit.app.selectbox(key="make age").set_value("intervals")
    visit.run()
    visit.app.text_input(key="widths age").set_value("10 50")
    visit.run()
    visit.press(words.BUILD)
    done(visit)
    spec = next(one for one in visit.state("study").blur.trees if one.column == "age")
    assert (spec.kind, dict(spec.parameters)) == ("intervals", {"widths": (10.0, 50.0)})


@pytest.mark.parametrize(
    ("name", "content", "column"),
    [
        ("hierarchy_age.csv", b"x;*\n", "age"),
        ("my Sex.csv", b"x;*\n", "sex"),
        ("unnamed.csv", b"female;*\nmale;*\n", "sex"),
        ("unnamed.csv", b"x;*\n", None),
    ],
)
def test_a_file_finds_its_column_by_its_name_or_by_its_values(name, content, column):
    sample = samples.load("clinic")
    assert fitting_column(sample.roles.quasi_identifiers, sample.table, content, name) == column


def test_the_release_is_measured_against_the_original():
    sample = samples.load("clinic")
    trees = compute_trees(sample)
    at = dict.fromkeys(sample.roles.quasi_identifiers, 1)
    models = [KAnonymity(5), DistinctL("diagnosis", 2)]
    found = AtLevels(at).anonymize(sample.table, sample.roles, trees, models, Limits(1.0))
    assert found.prior is Prior.ORIGINAL
    assert [m.verdict.value for m in found.measurements] == ["holds", "holds"]


def test_too_many_ways_are_searched_within_a_budget(monkeypatch):
    monkeypatch.setattr(compute, "MOST_WAYS", 10)
    visit = clinic()
    assert visit.answer.startswith("A crowd of five for everyone costs at most")
    assert "There are 72 ways to blur this table, too many to measure each" in visit.texts
    assert not any("ways" in figure["rows"] for figure in visit.figures)
    visit.app.session_state["download release"] = True
    visit.run()
    assert "Left out:" in visit.texts


def test_stopped_work_leaves_the_last_answer_in_place():
    visit = clinic()
    answer = visit.answer
    kept = next(job for key, job in visit.state("results").items() if key[0] == "ways")
    visit.slide("blur l", 2)
    done(visit)
    fresh = next(job for key, job in visit.state("results").items() if key[0] == "ways" and job is not kept)
    fresh.cancel()
    fresh.result = None
    visit.run()
    assert visit.answer == answer
    assert words.STALE in visit.texts
    assert chart(visit)["ways"]
