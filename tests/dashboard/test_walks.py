"""Five files from upload to the right answer, as a new user would go, in a real browser.

Right answers: `expected` of the cases P01, P11, P34, P36 and P45 in the shared problems.
"""

from __future__ import annotations

import re

import pytest

from tests.dashboard.browsing import surfing

DIAMONDS = re.compile(r"([\d,]+) crowds?, ([\d,]+) (?:people|person) beyond")


@pytest.fixture
def walk(chromium, app_url, shared):
    with surfing(chromium, app_url.url if hasattr(app_url, "url") else app_url) as surfer:

        def begin(name: str, sees: str = "Accept"):
            surfer.upload(name, (shared / "cases" / name).read_bytes())
            surfer.page.get_by_role("button", name=sees).wait_for()
            return surfer.settle()

        yield begin


def test_semicolons_and_decimal_commas(walk):
    surfer = walk("c01_semicolon_decimal_comma.csv")
    assert "semicolon" in surfer.text
    assert "decimal mark: comma" in surfer.text
    assert "leading zeros, in 6 rows" in surfer.text  # plz stays text
    surfer.accept().turn("Crowd")
    assert surfer.metrics["Worst risk"] == "1 in 1"


def test_uneven_rows_are_kept_or_left_out_on_one_click(walk):
    surfer = walk("c22_ragged_rows.csv", "Leave these 2 rows out")
    assert "lines 3, 4" in surfer.text
    surfer.press("Keep the extra text in an overflow column", sees="Accept")
    assert "4 rows" in surfer.text
    assert "uneven rows: 2 kept, with an overflow column" in surfer.text
    surfer.press("How it was read", sees="Take instead: leave the uneven rows out")
    surfer.page.get_by_role("button", name="Take instead: leave the uneven rows out").click()
    surfer.page.get_by_text("2 left out").first.wait_for()
    assert "2 rows, each taken as one person · 3 columns" in surfer.settle().text


def test_the_only_namibian_stays_until_the_user_says_otherwise(walk):
    surfer = walk("c11_namibia_NA.csv")
    assert "country: missing tokens, in 1 row" in surfer.text
    surfer.accept()
    surfer.press("Declare missing", sees="Declare missing: done · undo")
    assert "NA" in surfer.text
    surfer.page.get_by_role("button", name="Declare missing: done · undo").click()
    surfer.page.get_by_role("button", name="done · undo").wait_for(state="detached")


def test_three_visits_of_one_person_are_one_person(walk):
    surfer = walk("c30_rows_per_person.csv")
    surfer.give_role(4, "Not used")  # the month of the visit
    surfer.accept().turn("Crowd")
    assert "Smallest crowd: rows 3 · persons 1" in surfer.text
    assert "counted in persons" in surfer.text


def test_the_size_of_a_household_is_one_click_and_undone_like_any_repair(walk):
    surfer = walk("c32_households.csv")
    surfer.accept().answered("^Five")
    assert "2 sizes occur once only" in surfer.text  # 7, and 3
    surfer.press("Add household size", sees="Add household size: done · undo").answered("^Six")
    surfer.press("Add household size: done · undo").answered("^Five")


def test_a_skewed_table_says_how_much_a_crowd_gives_away(walk):
    surfer = walk("c59_skew_attack.csv")
    surfer.accept().turn("Giveaway")
    surfer.type_in("Allowed distance (t)", "0.2")
    surfer.answered("you allow")
    assert DIAMONDS.search(surfer.text).groups()[0] == "1"
    surfer.press("Show the most telling crowd", sees="Next worst")
    assert surfer.metrics["Guess after"] == "5 of 10"
    assert surfer.metrics["Guess before"] == "3 of 100"
