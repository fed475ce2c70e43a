"""Columns changed at random, and ends of columns coded: what is said and what is handed out is the core's."""

from __future__ import annotations

import numpy as np
import pytest

from dashboard import compute, server, words
from privacy_core import as_toml, from_toml, intake, samples
from privacy_core.anonymizers import add_noise, pram
from tests.dashboard.blurs import clinic, done


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    monkeypatch.setattr(server, "prepare", lambda: None)


def test_noise_and_pram_are_seeded_and_nothing_is_counted_afterwards(monkeypatch):
    kept = []
    make = compute.changed
    monkeypatch.setattr(compute, "changed", lambda *args: kept.append(make(*args)) or kept[-1])
    visit = clinic()
    visit.app.session_state["at random"] = True
    visit.run()
    first = visit.app.number_input(key="change seed").value
    assert first == visit.run().app.number_input(key="change seed").value
    visit.app.number_input(key="change seed").set_value(1)
    visit.app.multiselect(key="change what").set_value(["age", "sex"])
    visit.run()
    assert "not valid here" in visit.texts
    rng, held = np.random.default_rng(1), samples.load("clinic").table
    noisy = add_noise(held, ["age"], rng, 0.1)
    swapped = pram(noisy.table, ["sex"], rng, 0.8)
    assert words.plain(swapped.sentence) in "\n".join(one.value for one in visit.app.markdown)
    assert kept[-1].published.table["age"].texts(range(50)) == noisy.table["age"].texts(range(50))
    assert kept[-1].published.table["sex"].texts(range(50)) == swapped.table["sex"].texts(range(50))
    assert intake.read(words_csv(kept[-1]), "changed.csv").table.n_rows == held.n_rows


def words_csv(changed) -> bytes:
    from dashboard.widgets.changing import _csv

    return _csv(changed.published)


def test_a_secret_alone_leaves_crowds_to_be_counted():
    visit = clinic()
    visit.app.session_state["at random"] = True
    visit.run()
    visit.app.multiselect(key="change what").set_value(["diagnosis"])
    visit.run()
    assert not visit.errors, visit.errors
    assert "values of diagnosis" in visit.texts
    assert "not valid here" not in visit.texts


def test_ends_are_coded_with_the_share_that_was_asked_for():
    visit = clinic().slide("blur k", 2).slide("blur left out", 20)
    visit.app.session_state["other methods"] = True
    visit.run()
    visit.app.number_input(key="coded ends").set_value(20.0)
    visit.run()
    visit.app.button(key="try coding").click()
    done(visit.run())
    (pin,) = visit.state("study").blur.pinned
    assert (pin.method, pin.parameters) == ("coding", (("ends", 20.0),))
    assert "ends coded, 20 of 100 at each end" in visit.texts
    assert from_toml(as_toml(visit.state("study")).encode()).blur == visit.state("study").blur
    assert "rows are in classes that break the promise" in visit.texts or "at worst, each by itself" in visit.texts
