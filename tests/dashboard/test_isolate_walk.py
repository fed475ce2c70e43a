"""The page `isolate` in a real browser: Adult's sets of columns as `kelt subsets --json` counts them, and the courses."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from dashboard import words
from privacy_core import Role, of_100
from privacy_core.attacks import subsets
from tests.dashboard.browsing import PATIENCE, Surfer, surfing
from tests.dashboard.test_match_walk import _here, sample

WAITS = 120_000
"""Milliseconds: a first start compiles the kernels."""


@pytest.fixture(autouse=True, scope="module")
def _compiled():
    """Have the kernels in their cache before a browser waits for them."""
    subsets.warm_up()


@pytest.fixture
def adult(chromium, app_url, shared):
    """Adult with all nine columns known to others, on the page `isolate`."""
    file = shared / "data" / "arx" / "adult.csv"
    if not file.exists():
        pytest.skip(f"no table {file}")
    with surfing(chromium, app_url) as visitor:
        visitor.upload("adult.csv", file.read_bytes())
        visitor.page.get_by_role("button", name="Accept").wait_for(timeout=PATIENCE)
        known = words.ROLE_NAMES[Role.QUASI_IDENTIFIER]
        visitor.settle().give_role(8, known).give_role(9, known).accept().turn("Isolate")
        yield says(visitor, "single out")


def says(surfer: Surfer, pattern: str) -> Surfer:
    surfer.page.wait_for_function(
        "pattern => new RegExp(pattern).test(document.querySelector('h2')?.innerText ?? '')", arg=pattern, timeout=WAITS
    )
    return surfer.settle()


def kelt_subsets(file, *more: str) -> dict:
    """What the command line says of the same table."""
    names = file.read_text().splitlines()[0].split(";")
    call = [sys.executable, "-m", "privacy_core", "subsets", str(file), "--max-size", "9", "--json", *more]
    for name in names:
        call += ["--qi", name]
    done = subprocess.run(call, capture_output=True, text=True, env=_here())
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def choose_part(surfer: Surfer, name: str) -> Surfer:
    surfer.page.get_by_role("radio", name=name).first.click(force=True)
    return surfer


def test_adult_is_counted_as_the_command_line_counts_it(adult, shared):
    said = kelt_subsets(shared / "data" / "arx" / "adult.csv", "--k", "5")
    sets = said["subsets"]
    assert adult.answer == "Four facts, well chosen, single out 17 of 100 people."
    assert f"all {len(sets)} combinations of its 9 known columns, each measured" in adult.text
    for facts, field, alone in ((4, "unique", 2), (9, "unique", 2), (2, "unique", 2), (2, "below_k", 5)):
        adult.type_in(words.ALONE_MEANS, str(alone)).type_in(words.FACTS_KNOWN, str(facts))
        several = [one for one in sets if len(one["columns"]) == facts]
        worst = max(several, key=lambda one: one[field])
        adult.page.get_by_text(f"{worst[field]:,} of {said['rows']:,} people").first.wait_for(timeout=WAITS)
        label = f"Worst {words.numeral(facts)}"
        adult.wait_for_metric(label, of_100(worst[field], said["rows"]))
        assert ", ".join(worst["columns"]) in adult.text
        assert adult.metrics["Combinations"] == str(len(several))
    adult.painted()
    assert not adult.page.locator("[data-testid=stException]").count()


def test_the_line_moves_with_answer_picture_and_names(adult):
    top = "() => document.querySelector('[data-testid=stVegaLiteChart]').getBoundingClientRect()"
    before = adult.page.evaluate(top)
    adult.type_in(words.FACTS_KNOWN, "6").answered("Six facts")
    adult.page.wait_for_function(
        """() => [...document.querySelectorAll('[data-testid=stVegaLiteChart] text')]
            .some(one => /your line: six facts/.test(one.textContent))"""
    )
    named = adult.page.locator("[data-testid=stVegaLiteChart] text").all_text_contents()
    assert [one for one in named if one.startswith("worst six: ")]
    assert not [one for one in named if one.startswith("worst two: ")]
    after = adult.page.evaluate(top)
    assert (before["top"], before["height"]) == (after["top"], after["height"]), "nothing jumps"


def test_scores_show_no_value_until_it_is_asked_for(adult):
    adult.page.get_by_text(words.RISKIEST).click()
    adult.page.get_by_text(words.POPULATION_TITLE).wait_for(timeout=WAITS)
    adult.page.get_by_text("are singled out by three facts or fewer").wait_for(timeout=WAITS)
    adult.settle()
    assert re.search(r"6,240 of 30,162 people", adult.text)
    assert words.VALUES_OF not in adult.text
    adult.page.get_by_text(words.SHOW_SCORED_VALUES).click()
    adult.page.get_by_text(words.VALUES_OF, exact=True).wait_for(timeout=PATIENCE)


def test_lists_of_the_courses_hold_apart_and_not_together(chromium, app_url):
    with surfing(chromium, app_url) as surfer:
        sample(surfer, "courses").turn("Isolate")
        says(surfer, "Four facts")
        says(choose_part(surfer, words.ISOLATE_LISTS), "16 of 17 lists hide everyone among five; together")
        surfer.painted()
        assert surfer.metrics["Lists that hold"] == "16 of 17"
        surfer.page.get_by_text(words.MENDED).click()
        says(surfer, "Each of 17 lists hides everyone")
        surfer.wait_for_metric("Lists that hold", "17 of 17")
        surfer.page.get_by_text(words.POSTING).click()
        surfer.page.get_by_text("the table then tells what they did not post").wait_for(timeout=WAITS)
        surfer.page.get_by_role("link", name=words.NEXT_BLUR).click()
        surfer.page.wait_for_function("() => /blur/.test(document.querySelector('h1')?.innerText ?? '')")


def test_on_a_phone_nothing_is_cut(chromium, app_url):
    with surfing(chromium, app_url, viewport={"width": 390, "height": 844}) as surfer:
        sample(surfer, "courses").turn("Isolate")
        says(surfer, "Four facts").fits().painted()
        lines = surfer.page.locator("h2").first.evaluate("el => el.getBoundingClientRect().height") / 40
        assert lines < 5
        says(choose_part(surfer, words.ISOLATE_LISTS), "lists hide").fits().painted()
        shown = surfer.page.locator("[data-testid=stVegaLiteChart] text").all_text_contents()
        assert "course 1: nobody below 5" in shown


def test_an_empty_page_leads_to_publish(chromium, app_url):
    with surfing(chromium, app_url) as surfer:
        surfer.turn("Isolate")
        assert surfer.answer == words.LOAD_FIRST
        assert not surfer.page.locator("[data-testid=stVegaLiteChart]").count()
        surfer.page.get_by_role("link", name=words.NEXT_PUBLISH).click()
        surfer.page.wait_for_function("() => /publishing/.test(document.querySelector('h1')?.innerText ?? '')")
