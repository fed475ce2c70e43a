"""The laboratory of `isolate` in a real browser: drawn, worked by hand, and fitting a phone."""

from __future__ import annotations

import re

import pytest

from dashboard import words
from tests.dashboard.browsing import PATIENCE, Surfer, surfing
from tests.dashboard.test_match_parts_walk import LONG, on_a_phone, part, sample


@pytest.fixture
def surfer(chromium, app_url):
    with surfing(chromium, app_url) as visitor:
        yield visitor.turn("Isolate")


def wait_for(surfer: Surfer, text: str) -> None:
    surfer.page.get_by_text(text).first.wait_for(timeout=LONG)
    surfer.settle()


def test_one_more_total_singles_somebody_out_and_luck_moves_under_its_sliders(surfer):
    part(surfer, words.ISOLATE_TOTALS, "37 of 100 releases")
    surfer.painted(2)
    surfer.type_in(words.COUNTS, "20").answered("it takes 21")
    surfer.type_in(words.COUNTS, "210").answered("210 exact totals single somebody out in 99 of 100")
    wait_for(surfer, "of 1,000")
    assert re.fullmatch(r"9\d\d of 1,000|1,000 of 1,000", surfer.metrics["Exact, tried"])
    surfer.type_in(words.LUCK_WEIGHT, "-6")
    wait_for(surfer, "fits exactly one of 1,000 rows in 1 in 1,001 tables")
    surfer.page.get_by_text(words.TOTALS_TABLE).click()
    surfer.page.locator("[data-testid=stDataFrame]").first.wait_for(timeout=PATIENCE)
    on_a_phone(surfer)


def test_two_buttons_and_few_columns(surfer):
    part(surfer, words.ISOLATE_WAYS, "still singled out")
    surfer.painted(2)
    surfer.press(words.PUBLISH_THAT["first"], sees=words.TAKE_BACK["first"])
    wait_for(surfer, "every row is as likely as before")
    surfer.press(words.PUBLISH_THAT["second"], sees=words.TAKE_BACK["second"])
    wait_for(surfer, "Together they tell a whole row in all 1,000 tries")
    surfer.type_in(words.WAYS_COLUMNS, "10").answered("10 columns are too few")
    ends = surfer.page.get_by_role("radio", name=words.WAYS_HERE[2]).first
    ends.evaluate("one => one.scrollIntoView({block: 'center'})")
    ends.click(force=True)
    surfer.answered("one printed end point singles a person out in all 1,000 tries")
    surfer.page.get_by_text(words.HOLDS_TABLE).click()
    wait_for(surfer, "Conditions:")
    on_a_phone(surfer)


def test_descriptions_beside_strangers_and_luck(chromium, app_url):
    with surfing(chromium, app_url) as surfer:
        sample(surfer, "touchpoints").turn("Isolate")
        part(surfer, words.ISOLATE_RARE, "Nothing is blurred yet")
        surfer.page.get_by_role("combobox").last.click()
        surfer.page.get_by_role("option", name=words.AS_IT_IS).click()
        surfer.press(words.WHAT_IS_TESTED, sees=words.USE_STRANGERS)
        surfer.type_in(words.TRIES, "50")
        surfer.page.get_by_role("button", name=words.USE_STRANGERS).first.click()
        wait_for(surfer, "not a legal conclusion")
        surfer.painted(3)
        assert list(surfer.metrics) == ["On people", "On strangers", "By guessing"]
        assert re.search("luck|among strangers|by guessing", surfer.answer)
        on_a_phone(surfer)
