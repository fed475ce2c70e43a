"""The page `undo` in a real browser: its demonstrations, a sample's release, and Adult, light and dark, wide and narrow."""

from __future__ import annotations

import re

import pytest

from dashboard import words
from privacy_core.attacks import downcoding
from tests.dashboard.browsing import PATIENCE, Surfer, surfing
from tests.dashboard.test_match_walk import sample, says

FOREIGN = "127.0.0.1", "localhost", "data:", "blob:"


@pytest.fixture
def surfer(chromium, app_url):
    """The page `undo`, nothing loaded."""
    with surfing(chromium, app_url) as visitor:
        yield visitor.turn("Undo")


def part(surfer: Surfer, name: str, answers: str) -> Surfer:
    surfer.page.get_by_role("radio", name=name, exact=True).first.click()
    return surfer.answered(answers)


def reads(surfer: Surfer, pattern: str) -> Surfer:
    """Wait until the page says this."""
    surfer.page.wait_for_function(
        "pattern => new RegExp(pattern).test(document.querySelector('[data-testid=stMain]').innerText"
        ".replaceAll('\\u2060', ''))",
        arg=pattern,
        timeout=PATIENCE,
    )
    return surfer.settle()


def fine(surfer: Surfer) -> None:
    """Nothing failed, nothing asked for elsewhere."""
    assert not surfer.page.locator("[data-testid=stException]").count()
    assert not [url for url in surfer.asked if not any(here in url for here in FOREIGN)]


def test_two_minutes_on_the_page(surfer):
    """What a person sees who never heard of it: what leaked, when it matters, and what to ask."""
    assert surfer.question == words.UNDO_QUESTION
    assert surfer.answer == "Two people blurred to 20–39 could be any of three tables; logic leaves one."
    surfer.painted()
    assert "What leaked is why they were blurred" in surfer.text
    assert "the method never blurs needlessly and crowds are small, a value is rare, or one cause shows" in surfer.text
    assert "Is your own method of this kind? Local recoding is built so" in surfer.text
    reads(surfer.type_in(words.RARE, "5"), r"\(baseline\) in 90 of 100 such crowds")
    surfer.type_in(words.CROWD_SIZE, "5").answered("five people")
    assert surfer.answer == "Of five people blurred to 20–39, just one is 30–39 in 90 of 100 such crowds."
    assert surfer.metrics["Just one is 30–39"] == "20 of 100"
    surfer.page.get_by_text(words.FRUGAL, exact=True).first.click()
    surfer.answered("all of them are left")
    assert "premise fails" in surfer.text
    fine(surfer)


def test_ten_rows_and_the_knobs_that_move_them(surfer):
    part(surfer, words.TEN_ROWS, "one of them stands alone").painted()
    assert "In 500 draws (stored)" in surfer.text
    assert "beats baseline" in surfer.text
    assert set(surfer.metrics) == {words.COARSE_SHARE, words.DRAWS_WORK}
    surfer.type_in(words.NEEDLESS, "0.2").answered("Needless blur misleads")
    assert surfer.page.locator("svg text", has_text="×").count()
    surfer.type_in(words.NEEDLESS, "0").answered("stands alone")
    reads(surfer.type_in(words.COLUMNS, "256"), "the share itself is exact")
    surfer.painted()
    reads(surfer.press(words.FIND_SEED), r"Found after \d+ draw")
    surfer.answered("stands alone")
    fine(surfer)


def test_details_hold_stored_curves_with_their_command(surfer):
    part(surfer, words.TEN_ROWS, "stands alone")
    for title in (words.DETAIL_DRAWS, words.DETAIL_COMPOUND, words.DETAIL_NOTIONS, words.METHODS):
        surfer.page.get_by_text(title).first.click()
        surfer.settle()
    reads(surfer, re.escape(downcoding.stored().command))
    reads(surfer, "Low is not very small")
    reads(surfer, "second construction")
    reads(surfer, "yield of downcoding")
    surfer.painted()
    fine(surfer)


def test_a_release_of_a_sample_is_audited(chromium, app_url):
    with surfing(chromium, app_url) as surfer:
        sample(surfer, "touchpoints").turn("Undo")
        part(surfer, words.UNDO_OWN, "Nothing is blurred yet")
        surfer.turn("Blur").press("Use the suggested hierarchies")
        says(surfer, "costs")
        surfer.turn("Undo").answered("could be blurred less")
        surfer.painted()
        told = re.search(
            r"^([\d,]+) of ([\d,]+) crowds could be blurred less, so this attack has no premise", surfer.answer
        )
        assert surfer.metrics["Could be finer"] == f"{told[1]} of {told[2]}"
        assert "premise fails" in surfer.text
        assert "shares only" in surfer.text
        surfer.page.get_by_text(words.AUDIT_TABLE).click()
        surfer.settle()
        assert not surfer.dialogs
        fine(surfer)


def test_a_release_of_adult_is_audited(chromium, app_url, shared):
    with surfing(chromium, app_url) as surfer:
        surfer.upload("adult.csv", (shared / "data" / "arx" / "adult.csv").read_bytes())
        surfer.page.get_by_role("button", name="Accept").first.wait_for(timeout=120_000)
        surfer.settle().accept().turn("Blur").press("Use the suggested hierarchies")
        says(surfer, "costs")
        surfer.turn("Undo")
        part(surfer, words.UNDO_OWN, "could be blurred less|compared with")
        says(surfer, "could be blurred less")
        surfer.painted()
        assert "rows: in the order they stand in, in which every row covers the one beside it" in surfer.text
        assert int(surfer.metrics["Smallest crowd"]) >= 5
        fine(surfer)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_every_part_fits_whatever_the_width(chromium, app_url, width: int, scheme: str):
    with surfing(chromium, app_url, viewport={"width": width, "height": 844}, color_scheme=scheme) as surfer:
        surfer.turn("Undo").painted()
        surfer.fits()
        part(surfer, words.TEN_ROWS, "alone").painted()
        surfer.fits()
        part(surfer, words.UNDO_OWN, "Load a table first").fits()
        fine(surfer)
