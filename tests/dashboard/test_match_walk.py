"""The page `match` in a real browser: from a blurred sample to numbers that `kelt link --json` says as well."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dashboard import words
from privacy_core import KAnonymity, Limits, Table, anonymizers, csv_text, samples, share, write_hierarchy
from privacy_core.hierarchies import build, suggest_hierarchy
from tests.conftest import HOUSE
from tests.dashboard.browsing import PATIENCE, Surfer, surfing

pytest.importorskip("plotly")
K = 20
WAITS = 120_000
"""Milliseconds: a first start compiles the kernels."""


@pytest.fixture
def surfer(chromium, app_url):
    """The touchpoints, blurred for k = 20, on the page `match`."""
    with surfing(chromium, app_url) as visitor:
        yield blurred(visitor)


def sample(surfer: Surfer, name: str) -> Surfer:
    surfer.page.get_by_text(words.MORE_SAMPLES).first.click()
    surfer.page.locator(f"[class*='st-key-open-{name}'] button").first.click()
    surfer.page.locator("[data-testid=stVegaLiteChart]").first.wait_for(timeout=PATIENCE)
    return surfer.settle()


def blurred(surfer: Surfer) -> Surfer:
    sample(surfer, "touchpoints").turn("Blur").press("Use the suggested hierarchies")
    says(surfer, "costs")
    surfer.type_in("k", str(K)).answered("crowd of 20")
    return says(surfer.turn("Match"), "links? ")


def says(surfer: Surfer, pattern: str) -> Surfer:
    surfer.page.wait_for_function(
        "pattern => new RegExp(pattern).test(document.querySelector('h2')?.innerText ?? '')", arg=pattern, timeout=WAITS
    )
    return surfer.settle()


@cache
def release() -> tuple[samples.Sample, dict[str, Any], Table]:
    """The touchpoints blurred for k = 20 as the page `blur` does it, by the core."""
    made = samples.load("touchpoints")
    known = made.roles.quasi_identifiers
    trees = {name: build(suggest_hierarchy(made.table[name])[0], made.table[name]) for name in known}
    found = anonymizers.FullDomain().anonymize(made.table, made.roles, trees, [KAnonymity(K)], Limits(0.02))
    return made, trees, found.table


def columns(table: Table) -> dict[str, list[str]]:
    return {name: column.texts(range(table.n_rows)) for name, column in table.columns.items()}


def kelt_link(folder: Path) -> dict[str, Any]:
    """What the command line says of the same three tables."""
    made, trees, published = release()
    tables = {"original": made.table, "release": published, "strangers": samples.strangers()}
    for name, table in tables.items():
        (folder / f"{name}.csv").write_text(csv_text(columns(table))[0], "utf-8")
    call = [sys.executable, "-m", "privacy_core", "link", "original.csv", "release.csv", "--holdout", "strangers.csv"]
    call += ["--id", "person", "--json", "--seed", "1"]
    for name in made.roles.sensitive:
        call += ["--sensitive", name]
    for name, tree in trees.items():
        (folder / f"{name}.csv").write_bytes(write_hierarchy(tree))
        call += ["--qi", name, "--hierarchy", f"{name}={name}.csv"]
    done = subprocess.run(call, cwd=folder, capture_output=True, text=True, env=_here())
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def _here() -> dict[str, str]:
    import os

    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(HOUSE), os.environ.get("PYTHONPATH", "")])}


def told(surfer: Surfer, label: str) -> str:
    """A metric as the core says shares."""
    value = surfer.metrics[label]
    return value if " in " in value else f"{value} of 100"


def test_a_surface_a_control_surface_the_share_and_numbers_the_command_line_says_too(surfer, tmp_path):
    said = kelt_link(tmp_path)
    surfer.painted()
    surfer.press(words.USE_STRANGERS)
    says(surfer, "strangers")
    level = said["levels"][-1]
    surfer.page.get_by_role("combobox").last.click()
    surfer.page.get_by_role("option", name=words.ALL_COMPARED).click()
    surfer.settle()
    for tau in ("0.95", "0.80", "0.25"):
        surfer.type_in(words.STRICTNESS, tau)
        place = said["tau"].index(float(tau))
        for metric, rate in (("Members link", level["rate"]), ("Strangers link", level["control"])):
            surfer.wait_for_metric(metric, share(rate[place]).removesuffix(" of 100"))
        assert told(surfer, "Members link") == share(level["rate"][place])
        assert told(surfer, "Strangers link") == share(level["control"][place])
    assert surfer.answer == "Strangers link as often as members: at τ = 0.25 the rate means nothing."
    calibrated = surfer.type_in(words.STRICTNESS, f"{level['tau_calibrated']:.2f}")
    assert f"τ = {level['tau_calibrated']:.3f}" in calibrated.text
    surfer.page.get_by_text("share of each column in the match").click()
    surfer.page.get_by_text("of 100 parts of the similarity").wait_for(timeout=PATIENCE)
    assert f"{100 * said['attribution']['other_share']:.1f} of 100 parts of the similarity" in surfer.text
    assert not surfer.page.locator("[data-testid=stException]").count()
    surface(surfer)


def surface(surfer: Surfer) -> None:
    """Two sheets are drawn, and stay where they are while the cut moves."""
    surfer.page.get_by_role("radio", name=words.SHEETS).first.click(force=True)
    drawn = surfer.page.locator(".js-plotly-plot")
    drawn.wait_for(timeout=PATIENCE)
    surfer.settle()
    sheets = "el => el.data.filter(one => one.type === 'surface').map(one => [one.name, one.z.length])"
    assert drawn.evaluate(sheets) == [["luck", 5], ["members", 5]]
    assert drawn.locator("canvas").count() or drawn.locator("svg").count()
    drawn.evaluate("el => { el.kept = 1 }")
    before = surfer.answer
    surfer.type_in(words.STRICTNESS, "0.85")
    surfer.page.wait_for_function("was => document.querySelector('h2').innerText !== was", arg=before, timeout=PATIENCE)
    assert drawn.evaluate("el => el.kept") == 1
    assert not [url for url in surfer.asked if "127.0.0.1" not in url and "localhost" not in url and ":" in url[:6]]


def test_two_registers_with_known_truth(chromium, app_url):
    with surfing(chromium, app_url) as surfer:
        says(sample(surfer, "register-1").turn("Match"), "wrong pairs")
        surfer.painted()
        assert set(surfer.metrics) == {"Members link", "Wrong pairs link", "Links right", "More than luck"}
        assert "who is who: by person" in surfer.text


def test_on_a_phone_one_slice_and_nothing_cut(chromium, app_url):
    with surfing(chromium, app_url, viewport={"width": 390, "height": 844}) as surfer:
        surfer.turn("Match")
        assert surfer.overhang <= 0
        surfer.turn("Publish")
        says(sample(surfer, "register-1").turn("Match"), "wrong pairs")
        surfer.painted()
        assert surfer.overhang <= 0
        assert surfer.answer
        surfer.page.get_by_role("radio", name=words.SHEETS).first.click(force=True)
        drawn = surfer.page.locator(".js-plotly-plot")
        drawn.wait_for(timeout=PATIENCE)
        surfer.settle()
        box = drawn.bounding_box()
        assert box["height"] < box["width"] < 390, "higher than wide, the surface is cut at both sides"
        assert surfer.overhang <= 0
