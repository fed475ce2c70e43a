"""The script that `blur` packs makes the same file again: any distance, samples, texts declared on the page."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from dashboard import compute, server, words
from privacy_core import Origin, Source, Thresholds
from tests.conftest import HOUSE
from tests.dashboard.blurs import SUGGESTED, clinic, done
from tests.dashboard.visits import KNOWN, SECRET, Visit, csv_of, shown


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    monkeypatch.setattr(server, "prepare", lambda: None)


@pytest.fixture
def offers(monkeypatch) -> dict[str, list]:
    """What the popover offers, caught on its way to the buttons."""
    caught: dict[str, list] = {"offer": [], "packed": []}
    for name, kept in caught.items():
        make = getattr(compute, name)
        monkeypatch.setattr(compute, name, lambda *a, make=make, kept=kept: kept.append(make(*a)) or kept[-1])
    return caught


def runs(visit: Visit, offers: Mapping[str, list], folder: Path, **beside: bytes) -> str:
    """Open the popover, unpack the archive beside the table, run the script, compare the files; give back the script."""
    visit.app.session_state["download release"] = True
    visit.run()
    assert not visit.errors, visit.errors
    for name, content in beside.items():
        (folder / f"{name}.csv").write_bytes(content)
    with zipfile.ZipFile(io.BytesIO(offers["packed"][-1]())) as archive:
        archive.extractall(folder)
    env = {**os.environ, "PYTHONPATH": str(HOUSE)}
    done_ = subprocess.run([sys.executable, "make_release.py"], cwd=folder, capture_output=True, text=True, env=env)
    assert done_.returncode == 0, done_.stdout + done_.stderr
    assert (folder / "release.csv").read_bytes() == offers["offer"][-1].save("release.csv")()
    return (folder / "make_release.py").read_text()


def promised(visit: Visit, ground: str = "", **thresholds: float) -> Visit:
    study = visit.state("study")
    blur = replace(study.blur, ground=ground, suppression=0.3)
    visit.app.session_state["study"] = replace(study, thresholds=Thresholds(**thresholds), blur=blur)
    return done(visit.run())


def test_numbers_measured_as_if_they_were_names(offers, tmp_path):
    random = np.random.default_rng(3)
    table = csv_of(age=random.integers(20, 60, 200), pay=random.choice([-5, 1.5, 2, 700], 200))
    visit = Visit().upload(table, "pay.csv").roles(age=KNOWN, pay=SECRET).page("blur").press(SUGGESTED)
    text = runs(promised(done(visit), "equal", k=4, t=0.5), offers, tmp_path, pay=table)
    assert "kind='equal'" in text


def test_a_sample(offers, tmp_path):
    text = runs(promised(clinic(), k=5, l=2), offers, tmp_path)
    assert "sample=True" in text
    assert "READ = {" in text


def test_texts_declared_missing_or_suppressed_on_the_page(offers, tmp_path):
    random = np.random.default_rng(4)
    ages, towns = random.integers(20, 30, 200).astype(str), random.choice(list("abc"), 200)
    ages[:9], towns[:9], ages[20:29] = "gone", "gone", "?"
    table = csv_of(age=ages, town=towns, ill=random.choice(["x", "y", "z"], 200))
    visit = Visit().upload(table, "ill.csv").roles(age=KNOWN, town=KNOWN, ill=SECRET)
    visit.count(missing_tokens=("?",), suppressed_token="gone").page("blur").press(SUGGESTED)
    text = runs(promised(done(visit), k=3, l=2), offers, tmp_path, ill=table)
    assert "missing_tokens=('?',)" in text
    assert "suppressed_token='gone'" in text
    release = pd.read_csv(tmp_path / "release.csv", dtype=str)
    assert (release["suppressed"] == "true").sum() >= 9


@pytest.mark.parametrize("at_once", [None, 1])
def test_cells_that_match_anything(offers, tmp_path, at_once):
    random = np.random.default_rng(5)
    table = csv_of(age=random.integers(20, 30, 90), town=random.choice(list("abcd"), 90), ill=["x", "y", "z"] * 30)
    visit = Visit().upload(table, "ill.csv").roles(age=KNOWN, town=KNOWN, ill=SECRET).page("blur").press(SUGGESTED)
    promised(done(visit), k=4)
    study = visit.state("study")
    parameters = compute.parameters_of_withholding(True, at_once, {"town": 3.0})
    pin = compute.asked(study).promise.setting(method=compute.WITHHOLDING, parameters=parameters)
    visit.app.session_state["study"] = replace(study, blur=replace(study.blur, pinned=(pin,)))
    visit.app.session_state["download release"] = True
    done(visit.run())
    which = visit.app.selectbox(key="which release")
    which.set_value(next(title for title in which.options if title.startswith("B")))
    text = runs(visit, offers, tmp_path, ill=table)
    assert "LocalSuppression(withheld=Missing('wildcard'), importance={'town': 3.0}" in text
    assert (offers["offer"][-1].check is None) is (at_once is not None)
    if at_once is None:
        assert "--missing wildcard" in offers["offer"][-1].check


def test_what_the_script_needs_beside_it():
    upload, sample = Source(Origin.UPLOAD, "a.csv", "00"), Source(Origin.SAMPLE, "Clinic", "clinic")
    assert shown(words.script_note(upload, True)).startswith("Unpack it beside a.csv and the salt in a file")
    assert shown(words.script_note(sample, False)).startswith("Unpack it and run")
