"""The page `match` below its picture: one pair, the table, other components, registers, another table."""

from __future__ import annotations

import numpy as np
import pytest

from dashboard import server, words
from privacy_core import linkage, samples
from tests.dashboard.blurs import done
from tests.dashboard.matchings import (
    OTHERS,
    RELEASE,
    ROLES,
    N,
    as_it_is,
    choose,
    core,
    found,
    give,
    open_up,
    says,
    tables,
    uploaded,
)
from tests.dashboard.visits import Visit, csv_of


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    monkeypatch.setattr(server, "prepare", lambda: None)


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
