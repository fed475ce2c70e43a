"""The page `blur` under the hand: nothing jumps, hierarchies change by mouse and keys, a repair leads on."""

from __future__ import annotations

import pytest

from dashboard import words
from tests.dashboard.blurs import NINE, ZIP
from tests.dashboard.browsing import PATIENCE, surfing

PLACES = """() => {
    const shift = document.querySelector('[data-testid=stMain]').scrollTop
    return [...document.querySelectorAll('h2, h3, [data-testid=stVegaLiteChart], [data-testid=stExpander]')]
        .map(part => part.getBoundingClientRect()).filter(box => box.height)
        .map(box => Math.round(box.top + shift)).join(' ')}"""
SCROLLED = """() => [...document.querySelectorAll('[data-testid=stMain] [data-testid=stHorizontalBlock]')]
    .filter(part => !['visible', 'clip'].includes(getComputedStyle(part).overflowY)
        && part.scrollHeight > part.clientHeight + 1).length"""


@pytest.fixture
def surfer(chromium, app_url):
    """Nine people with their hierarchy of ZIP codes."""
    with surfing(chromium, app_url) as visitor:
        visitor.upload("nine.csv", NINE)
        visitor.page.get_by_role("button", name="Accept").wait_for(timeout=PATIENCE)
        visitor.settle().give_role(1, "Known to others").give_role(2, "Secret").accept().turn("Blur")
        file = {"name": "hierarchy_zip.csv", "mimeType": "text/csv", "buffer": ZIP}
        visitor.page.set_input_files("input[type=file]", [file])
        visitor.answered("k = 5|for all")
        yield visitor


@pytest.mark.parametrize("width", [1440, 1100, 390])
def test_nothing_jumps_while_k_moves_and_no_box_scrolls(surfer, width):
    surfer.page.set_viewport_size({"width": width, "height": 900})
    surfer.settle().painted()
    places = set()
    for k in range(2, 10):
        surfer.type_in("Smallest crowd (k)", str(k)).answered(f"k = {k}|for all|nothing has to be")
        surfer.page.wait_for_timeout(200)
        places.add(surfer.page.evaluate(PLACES).split(" ", 2 if width == 390 else 0)[-1])
    assert len(places) == 1
    assert surfer.page.evaluate(SCROLLED) == 0
    assert surfer.page.get_by_role("button", name="Increment").count() or width < 1440


def test_a_group_moves_to_a_new_one_and_undo_brings_it_back(surfer):
    surfer.page.get_by_text("Hierarchies: how each column can be coarsened").click()
    surfer.settle()
    choose(surfer, "Of level", "1: 3 labels")
    choose(surfer, "Move", "4760*")
    box = surfer.page.get_by_role("combobox", name="to the group")
    box.fill("east")
    box.press("Enter")
    surfer.settle().press("Move it").page.get_by_text("3, 3, 1 different labels").wait_for(timeout=PATIENCE)
    surfer.page.locator(".st-key-undo-tree button").click()
    surfer.settle().page.get_by_text("3, 2, 1 different labels").wait_for(timeout=PATIENCE)
    assert not surfer.page.locator("[data-testid=stException]").count()


def choose(surfer, label: str, option: str) -> None:
    """Choose from a list by its label; a list that is opened while the page still moves closes again."""
    box = surfer.page.get_by_role("combobox", name=label, exact=True)
    wanted = surfer.page.get_by_role("option", name=option, exact=True)
    box.wait_for(timeout=PATIENCE)
    for _ in range(10):
        box.click()
        surfer.page.wait_for_timeout(700)
        if wanted.count():
            break
        surfer.page.keyboard.press("Escape")
    wanted.click()
    surfer.settle()


def test_one_row_per_person_leads_back_to_the_roles(chromium, app_url):
    with surfing(chromium, app_url) as surfer:
        surfer.page.locator("[class*=st-key-open-clinic] button").first.click()
        surfer.page.get_by_role("button", name="Another table").wait_for(timeout=PATIENCE)
        surfer.settle().turn("Blur").answered("607 people have several rows")
        surfer.press("One row per person").answered("Accept the roles first")
        assert surfer.answer == words.ROLES_FIRST
        surfer.page.get_by_role("link", name=words.PUBLISH).last.click()
        surfer.page.get_by_role("button", name="Accept").wait_for(timeout=PATIENCE)
