"""The further parts of `match` in a real browser: drawn, worked by hand, and fitting a phone."""

from __future__ import annotations

import pytest

from dashboard import words
from tests.dashboard.browsing import PATIENCE, Surfer, surfing

LONG = 120_000


def sample(surfer: Surfer, name: str) -> Surfer:
    surfer.page.get_by_text(words.MORE_SAMPLES).first.click()
    surfer.page.locator(f"[class*='st-key-open-{name}'] button").first.click()
    surfer.page.locator("[data-testid=stVegaLiteChart]").first.wait_for(timeout=PATIENCE)
    return surfer.settle()


def says(surfer: Surfer, pattern: str) -> Surfer:
    surfer.page.wait_for_function(
        "pattern => new RegExp(pattern).test(document.querySelector('h2')?.innerText ?? '')", arg=pattern, timeout=LONG
    )
    return surfer.settle()


@pytest.fixture
def surfer(chromium, app_url):
    """Two registers of known truth: a release without a step on `blur`."""
    with surfing(chromium, app_url) as visitor:
        yield says(sample(visitor, "register-1").turn("Match"), "wrong pairs")


def part(surfer: Surfer, name: str, pattern: str) -> Surfer:
    surfer.page.get_by_role("radio", name=name).first.click(force=True)
    says(surfer, pattern)
    surfer.page.wait_for_function("() => !document.querySelector('[data-testid=stProgress]')", timeout=LONG)
    assert not surfer.page.locator("[data-testid=stException]").count()
    return surfer.settle()


def on_a_phone(surfer: Surfer) -> None:
    surfer.page.set_viewport_size({"width": 390, "height": 844})
    surfer.settle().fits().painted()
    assert surfer.overhang <= 0


def test_protections_come_one_by_one_and_the_sorting_redraws_without_work(surfer):
    part(surfer, words.PROTECTION_PART, "luck; ")
    surfer.painted(10)
    before = surfer.metrics
    assert list(before)[:2] == ["Members link", "Luck links"]
    surfer.page.get_by_role("combobox").last.click()
    surfer.page.get_by_role("option").first.click()
    says(surfer, "luck; ")
    assert surfer.metrics["Luck links"]
    surfer.page.get_by_text(words.SWEEP_TABLE).click()
    surfer.page.locator("[data-testid=stDataFrame]").first.wait_for(timeout=PATIENCE)
    on_a_phone(surfer)


def test_attackers_are_tried_again_with_other_tries(surfer):
    part(surfer, words.ATTACKER_PART, "hits in|No attack")
    surfer.painted(4)
    surfer.type_in(words.TRIES, "100")
    surfer.page.get_by_text("100 tries of each attack").first.wait_for(timeout=LONG)
    says(surfer, "hits in|No attack")
    assert "Singling out" in surfer.text
    on_a_phone(surfer)


def test_other_ways_weigh_a_pair_and_show_the_shift(surfer):
    part(surfer, words.OTHERS_PART, "At one limit of luck|Luck at most|no result")
    surfer.painted(3)
    surfer.page.get_by_text(words.SHOW_WEIGHTS).click()
    surfer.page.get_by_text("Pair 1 of").first.wait_for(timeout=PATIENCE)
    surfer.press(words.NEXT_WEIGHED)
    surfer.page.get_by_text("Pair 2 of").first.wait_for(timeout=PATIENCE)
    assert "weighted dot product in place of cosine" in surfer.text
    assert words.QUOTED in surfer.text
    on_a_phone(surfer)
