"""What a release costs, measured otherwise: the core's numbers, a seeded prediction, figures the user names."""

from __future__ import annotations

import numpy as np
import pytest

from dashboard import server, words
from dashboard.compute.telling import SEED
from privacy_core import KAnonymity, Limits, Roles, as_toml, samples
from privacy_core.anonymizers import AtLevels
from privacy_core.utility import Query, answer, classification, coarsenings, measured_utility
from tests.dashboard.blurs import clinic, compute_trees, done
from tests.dashboard.visits import Visit


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    monkeypatch.setattr(server, "prepare", lambda: None)


def opened() -> Visit:
    visit = clinic().press("Pin this")
    visit.app.session_state["costs otherwise"] = True
    return visit.run()


def table(visit: Visit, head: str):
    return next(one.value for one in visit.app.dataframe if head in one.value.columns)


def released(visit: Visit):
    """The same release made by the core alone."""
    sample, trees = samples.load("clinic"), compute_trees(samples.load("clinic"))
    at = dict(visit.state("study").blur.pinned[0].levels)
    roles = Roles(sample.roles.quasi_identifiers, sample.roles.sensitive)
    found = AtLevels(at).anonymize(sample.table, roles, trees, [KAnonymity(5)], Limits(0.02))
    return sample.table, found.table, roles, trees, at


def test_the_other_measures_are_the_cores_before_and_after():
    visit = opened()
    before, after, roles, trees, at = released(visit)
    kept = measured_utility(before, after, roles, trees, at)
    rows = table(visit, "measure").set_index("measure")
    assert rows.loc["detail kept, of 100 (granularity)"].tolist() == ["100", f"{100 * kept.granularity:.4g}"]
    assert rows.loc["rows per crowd (AECS)", "in the release"] == f"{kept.aecs:,.4g}"
    assert rows.loc["bits per row from the table (KL divergence)"].tolist() == ["0", f"{kept.kl_divergence:.4g}"]
    assert len(table(visit, "change")) == len(kept.pairs)


def test_a_prediction_is_seeded_and_says_what_guessing_gets():
    visit = opened()
    visit.app.selectbox(key="predict what").set_value("sex")
    visit.run().press(words.PREDICT)
    done(visit)
    before, after, roles, trees, at = released(visit)
    columns = coarsenings(before, after, roles.quasi_identifiers, trees, at)
    told = classification(before, after, columns, "sex", np.random.default_rng(SEED))
    said = words.prediction(told)
    assert said.replace("\\", "") in visit.texts.replace("\\", "")


def test_what_cannot_be_predicted_is_not_measured():
    visit = opened()
    visit.app.selectbox(key="predict what").set_value("cost")
    visit.run().press(words.PREDICT)
    done(visit)
    assert "not measured: column 'cost' has" in visit.texts


def test_named_figures_stand_before_and_after_and_stay_in_the_session():
    visit = opened()
    value = visit.app.selectbox(key="count of age").value
    visit.press(words.ADD_COUNT).press(words.ADD_MEAN).press(words.ADD_MEAN)
    before, after, roles, trees, at = released(visit)
    columns = coarsenings(before, after, roles.quasi_identifiers, trees, at)
    asked = [Query("count", {"age": value}), Query("mean", {}, "age")]
    told = [answer(query, before, columns) for query in asked]
    rows = table(visit, "figure")
    assert rows["figure"].tolist() == [f"rows with age = {value}", "mean of age"]
    assert rows["as loaded"].tolist() == [f"{one.before:,.4g}" for one in told]
    assert rows["in the release"].tolist() == [f"{one.after:,.4g}" for one in told]
    assert "figure" not in as_toml(visit.state("study"))
    visit.press(words.CLEAR_FIGURES)
    assert not any("figure" in one.value.columns for one in visit.app.dataframe)
