"""The page `blur`: every state, numbers are the core's, clicks do what they say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from dashboard import server, words
from privacy_core import (
    KAnonymity,
    Limits,
    as_toml,
    from_toml,
    samples,
)
from privacy_core.anonymizers import AtLevels
from privacy_core.utility import coarsenings, loss
from tests.dashboard.blurs import SUGGESTED, chart, clinic, compute_trees, done, nine
from tests.dashboard.visits import Visit, shown


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    monkeypatch.setattr(server, "prepare", lambda: None)


def test_without_a_hierarchy_the_page_offers_the_suggested_ones():
    visit = Visit().sample("hospital-4").page("blur")
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
    assert visit.answer.startswith("A crowd of five for all costs")


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
