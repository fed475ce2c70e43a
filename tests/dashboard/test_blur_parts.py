"""Parts of the page `blur`: hierarchies, other methods, what opens, work that is stopped or too large."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dashboard import compute, server, words
from dashboard.compute import trying
from dashboard.compute.hierarchies import fitting_column
from privacy_core import (
    DistinctL,
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
from tests.dashboard.blurs import ZIP, chart, clinic, compute_trees, done, nine


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    monkeypatch.setattr(server, "prepare", lambda: None)


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


@pytest.mark.parametrize("method", [one for one in compute.METHODS if one != compute.CODING])
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
    (mark,) = [badge for badge in chart(visit)["badges"] if badge["method"]]
    card = next(table.value for table in opened(visit, "cards table") if "method" in table.value.columns)
    found = card[card["method"] == words.METHOD_NAMES[method]].iloc[0]
    assert (mark["letter"], mark["label"]) == ("B", words.METHOD_NAMES[method])
    assert mark["crowd"] == found["smallest crowd of the release"] >= 5
    assert mark["cost"] == pytest.approx(found["Loss, of 100"], abs=0.006)
    assert "▲ another method" in visit.texts
    visit.app.session_state["study"] = replace(
        visit.state("study"), blur=replace(visit.state("study").blur, quality="aecs")
    )
    done(visit.run())
    assert not any(badge["method"] for badge in chart(visit)["badges"])


def opened(visit, key: str):
    """The tables of the page, a part of it opened."""
    visit.app.session_state[key] = True
    return visit.run().app.dataframe


def test_cells_that_match_anything_are_withheld_on_every_few_columns():
    visit = clinic()
    visit.app.session_state["other methods"] = True
    visit.run()
    visit.app.radio(key="cells match anything").set_value(True)
    visit.run()
    visit.app.selectbox(key="known at once").set_value(2)
    visit.run()
    visit.app.button(key="try local suppression").click()
    visit.run()
    done(visit)
    (pin,) = visit.state("study").blur.pinned
    assert pin.parameters == ((compute.ANYTHING, 1.0), (compute.AT_ONCE, 2.0))
    assert from_toml(as_toml(visit.state("study")).encode()).blur == visit.state("study").blur
    assert "matching anything, on any 2 columns" in visit.texts
    assert "a crowd of 5 on any 2 columns" in visit.texts or "a crowd of 6 on any 2 columns" in visit.texts
    assert not any(badge["method"] for badge in chart(visit)["badges"])
    visit.app.session_state["download release"] = True
    visit.run()
    visit.app.selectbox(key="which release").set_value(visit.app.selectbox(key="which release").options[-1])
    visit.run()
    assert not visit.errors
    assert not visit.app.code


def test_a_promise_of_more_than_k_is_refused_where_cells_match_anything():
    visit = clinic().slide("blur l", 2)
    done(visit)
    visit.app.session_state["other methods"] = True
    visit.run()
    visit.app.radio(key="cells match anything").set_value(True)
    visit.run()
    visit.app.button(key="try local suppression").click()
    visit.run()
    done(visit)
    assert "only k can be promised" in visit.texts


def test_weights_of_withheld_cells_reach_the_method():
    parameters = compute.parameters_of_withholding(True, None, {"age": 2.5, "sex": 1.0})
    assert parameters == ((compute.ANYTHING, 1.0), ("weight of age", 2.5))
    visit = clinic()
    method = trying.method_of(compute.cut(visit.state("study")), compute.WITHHOLDING, parameters)
    assert (method.importance, method.withheld, method.sizes) == ({"age": 2.5}, Missing.WILDCARD, ())


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
    assert visit.answer.startswith("Keeping k = 5 costs at most")
    assert "There are 36 ways to blur this table, too many to measure each" in visit.texts
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
