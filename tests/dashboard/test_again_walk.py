"""The six demonstrations of `again`, played in a real browser: each of their numbers is read off the page."""

from __future__ import annotations

import re

import pandas as pd
import pytest

from dashboard.words import AGAIN, PLANNED
from privacy_core.cli import main
from privacy_core.keeping.planning import plan_from_toml
from tests.dashboard.browsing import PATIENCE, Surfer, surfing
from tests.dashboard.linkings import OTHER, SIX
from tests.dashboard.visits import csv_of


@pytest.fixture
def surfer(chromium, app_url):
    """The page `again`, nothing loaded."""
    with surfing(chromium, app_url) as visitor:
        yield visitor.turn("Again")


def choose(surfer: Surfer, option: str) -> Surfer:
    """Press one option of a segmented control."""
    surfer.page.get_by_role("radio", name=option, exact=True).first.click()
    return surfer.settle()


def reads(surfer: Surfer, pattern: str) -> Surfer:
    """Wait until the page says this."""
    surfer.page.wait_for_function(
        "pattern => new RegExp(pattern).test(document.querySelector('[data-testid=stMain]').innerText"
        ".replaceAll('\\u2060', ''))",
        arg=pattern,
        timeout=PATIENCE,
    )
    return surfer.settle()


def drawn(surfer: Surfer, which: int, marks: str):
    """Marks of one figure, by its place on the page."""
    return surfer.page.locator("[data-testid=stVegaLiteChart]").nth(which).locator(marks)


def test_six_demonstrations_and_their_numbers(surfer):
    assert surfer.question == AGAIN
    surfer.painted()
    counts_down(surfer)
    two_of_nine(surfer)
    nine_or_none(surfer)
    thousand(surfer)
    choose(surfer, PLANNED).answered("records promise")
    mechanism(surfer)
    wrong_estimate(surfer)
    surfer.painted()
    assert not surfer.page.locator("[data-testid=stException]").count()
    assert not [url for url in surfer.asked if "127.0.0.1" not in url and "localhost" not in url and ":" in url[:6]]


def counts_down(surfer: Surfer) -> None:
    left = []
    for releases, said in enumerate(("One", "Two", "Three", "Four"), 1):
        surfer.type_in("Releases", str(releases)).answered(f"^{said} release")
        left.append(surfer.answer.split()[-1].rstrip("."))
    assert left == ["six", "four", "two", "one"]
    told = drawn(surfer, 0, "svg text").all_text_contents()
    assert "8 6 4 2 1" in " ".join(told)


def two_of_nine(surfer: Surfer) -> None:
    assert "nine people: 2 of 9 salaries fall" in surfer.text
    reads(surfer.press("Next person"), r"Person 2\. table 4 shows 3, 4, 5; table 5 shows 4, 7, 10; only 4 is left\.")
    reads(surfer.press("Next person"), r"Person 8\.")
    clicked(surfer)


def clicked(surfer: Surfer) -> None:
    """A click on a mark shows that person."""
    drawn(surfer, 1, "svg .mark-symbol path").last.click(force=True)
    reads(surfer, r"Person 9\.")


def nine_or_none(surfer: Surfer) -> None:
    assert "all 9 people fall" in surfer.text
    reads(choose(surfer, "Latin square"), "none of 9 people fall")
    assert len(re.findall("k = 3, ℓ = 3", surfer.text)) == 2


def thousand(surfer: Surfer) -> None:
    fell = []
    for release in range(1, 7):
        surfer.type_in("Look after release", str(release))
        words = "one two three four five six".split()[release - 1]
        reads(surfer, f"After {words} release")
        fell.append(int(re.search(r"own crowds, ([\d,]+) of 1,000", surfer.text).group(1)))
        assert "with one common grouping none of 1,000" in surfer.text
    assert fell == [0, 22, 201, 512, 709, 821]


def mechanism(surfer: Surfer) -> None:
    assert surfer.answer == "Two linked releases of 63 records promise three values, except in 96 of 1,000 draws."
    reads(surfer, "Simulated: 100,000 sets of releases, seed 1")
    low, high = (
        float(n) for n in re.search(r"this one is ([\d.]+) of 1,000 to ([\d.]+) of 1,000", surfer.text).groups()
    )
    assert low < 96.1 < high
    assert surfer.metrics["Records each"] == "63"
    surfer.type_in("Linked releases (t)", "1").answered("49 of 1,000")
    surfer.type_in("Linked releases (t)", "2").answered("96 of 1,000")


def wrong_estimate(surfer: Surfer) -> None:
    assert "promised 1 of 100, really 35 of 100" in surfer.text
    surfer.type_in("Error of the estimate (ε)", "0.05")
    reads(surfer, "really every time")


def test_a_plan_is_saved_and_another_owner_releases_with_it(chromium, app_url, tmp_path):
    ages, ills = list(range(20, 60)), list("abcde")
    content = pd.DataFrame({"age": ages * 50, "ill": ills * 400})
    with surfing(chromium, app_url) as surfer:
        surfer.upload("people.csv", content.to_csv(index=False).encode()).answered("wait for a role")
        surfer.give_role(1, "Known to others").give_role(2, "Secret").accept().turn("Again")
        reads(choose(surfer, PLANNED).answered("records promise"), "Simulated: 100,000 sets")
        for _ in range(5):  # a click while the picture of the simulation is put in place is lost
            if "Secret of the plan" not in surfer.text:
                surfer.page.get_by_text("A plan for your own table").click()
                surfer.page.wait_for_timeout(2500)
        reads(surfer, "Secret of the plan")
        surfer.page.get_by_role("button", name="Plan (TOML)", exact=True).wait_for(timeout=PATIENCE)
        saved = surfer.settle().save("Plan (TOML)", tmp_path / "plan.toml")
        assert "basis: estimated" in surfer.text
    other, out = tmp_path / "other.csv", tmp_path / "release.csv"
    pd.DataFrame({"age": ages * 25, "ill": ills[::-1] * 200}).to_csv(other, index=False)
    assert main(["release", str(other), "--plan", str(saved), "--out", str(out)]) == 0
    told, made = pd.read_csv(out), plan_from_toml(saved.read_bytes())
    assert told["age"].nunique() == len(made.starts) + 1
    assert len(told) == 1000


def pick(surfer: Surfer, label: str, *options: str) -> Surfer:
    """Choose from a list that opens."""
    box = surfer.settle().page.get_by_role("combobox", name=label).first
    for option in options:
        box.click()
        surfer.page.get_by_role("option", name=option, exact=True).first.click(timeout=PATIENCE)
        surfer.settle()
    surfer.page.keyboard.press("Tab")
    return surfer.settle()


@pytest.mark.parametrize("width", [1440, 390])
def test_own_releases_are_linked_whatever_the_width(chromium, app_url, width):
    with surfing(chromium, app_url, viewport={"width": width, "height": 900}) as surfer:
        choose(surfer.turn("Again"), "My releases").answered("Load a table first")
        pick(surfer, "Which releases?", "Uploaded releases").answered("Upload two or more")
        for i, one in enumerate((SIX, OTHER)):
            held = {"name": f"release{i}.csv", "mimeType": "text/csv", "buffer": csv_of(**one)}
            surfer.page.locator("input[type=file]").first.set_input_files(held)
            surfer.page.get_by_role("button", name="Remove", exact=True).nth(i).wait_for(timeout=PATIENCE)
            surfer.settle()
        pick(pick(surfer, "Secret", "ill"), "Known to others, in every release", "age")
        surfer.answered("pin 2 of 6 people")
        surfer.press("Show what is left for one person", sees="Next person")
        surfer.painted()
        assert surfer.overhang <= 0
        assert "p0" not in surfer.text


def test_on_a_phone_nothing_is_cut(chromium, app_url):
    with surfing(chromium, app_url, viewport={"width": 390, "height": 844}) as surfer:
        surfer.turn("Again")
        surfer.painted()
        assert surfer.overhang <= 0
        choose(surfer, PLANNED).answered("records promise")
        surfer.painted()
        assert surfer.overhang <= 0
