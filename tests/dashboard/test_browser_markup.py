"""Names and values from a file are shown as text, whatever a browser could make of them."""

from __future__ import annotations

import csv
import io

import pytest

from dashboard.words import JOINER
from tests.dashboard.browsing import PATIENCE, surfing

NAMES = (
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "[l](javascript:alert(1))",
    "![i](http://example.invalid/p.png)",
    ":material/home:",
    ":smile:",
    ":streamlit:",
    "a->b",
    "<-",
    "--",
    ">=",
    "www.example.com",
    "WWW.example.org",
    "http://x.y",
    "https://x.y/z",
    "mailto:a@b.c",
    "a@b.c",
    "#tag",
    "# head",
    ":red[x]",
    ":red-background[x]",
    ":small[x]",
    "$x$",
    "$$x$$",
    "`c`",
    "&lt;b&gt;",
    "&amp;",
    "**b** _i_ ~~s~~",
    "1. one",
    "- item",
    "> quote",
    "a\\b",
    "[^1]",
    "|a|b|",
    "Größe 🦊 ℓ",
)
MADE = "img:not([src^=data]):not([data-testid]), script[src*=alert], a[href*=javascript], a[href^='http://x'], a[href*=example], a[href^=mailto]"
STYLED = ".katex, code, del, blockquote, ol, em:has(em), sup, [class*=stMarkdownBadge], [class*=MaterialIcon], [data-testid=stIconMaterial]"


def csv_of(rows: list[list[str]]) -> bytes:
    held = io.StringIO()
    csv.writer(held).writerows(rows)
    return held.getvalue().encode()


def made_of(surfer) -> list[str]:
    """Elements that a name could have become inside the page's own Markdown."""
    return surfer.page.evaluate(
        """([made, styled]) => [...document.querySelectorAll('[data-testid=stMain] [data-testid=stMarkdownContainer]')]
            .filter(box => !box.closest('button, [data-testid=stAlert], [data-testid=stPageLink], summary'))
            .flatMap(box => [...box.querySelectorAll(made + ', ' + styled)].map(one => one.outerHTML.slice(0, 200)))
            .concat([...document.querySelectorAll(made)].map(one => one.outerHTML.slice(0, 200)))""",
        [MADE, STYLED],
    )


def test_every_name_is_shown_exactly(chromium, app_url):
    rows = [[*NAMES, "income $x$ :red[y]"], *([str(i + j) for j in range(len(NAMES) + 1)] for i in range(4))]
    with surfing(chromium, app_url) as surfer:
        surfer.upload("names.csv", csv_of(rows)).answered("wait for a role")
        assert made_of(surfer) == []
        surfer.accept().turn("Crowd")
        shown = surfer.text
        assert [name for name in NAMES if f" {name}," not in shown and f", {name} ·" not in shown] == []
        assert made_of(surfer) == []
        surfer.turn("Giveaway")
        assert "income $x$ :red[y]" in surfer.text
        assert "income $x$ :red[y]" in surfer.answer
        assert made_of(surfer) == []
        assert surfer.dialogs == []


def test_every_value_is_shown_exactly(chromium, app_url):
    names = [f"q{i}" for i in range(len(NAMES))]
    rows = [[*names, "income"], [*NAMES, "**rich** <b> $x$ :smile:"], *([*names, "poor"] for _ in range(3))]
    with surfing(chromium, app_url) as surfer:
        surfer.upload("values.csv", csv_of(rows)).answered("wait for a role")
        surfer.accept().turn("Giveaway").press("Show the most telling crowd", sees="Next worst")
        assert "**rich** <b> $x$ :smile:" in surfer.page.locator("h3").first.inner_text().replace("\u2060", "")
        surfer.press("Show what it looks like")
        surfer.page.get_by_text("·", exact=False).filter(has_text="Größe").first.wait_for(timeout=PATIENCE)
        shown = surfer.text
        assert [name for name in NAMES if f"{name} ·" not in shown and f"· {name}" not in shown] == []
        assert [one for one in made_of(surfer) if not one.startswith("<em>")] == []
        assert surfer.dialogs == []


@pytest.mark.parametrize("titles", [("Publish", "Crowd", "Giveaway")])
def test_the_shared_file_of_markup_is_plain_text(chromium, app_url, shared, titles):
    content = (shared / "cases" / "c46_markup_injection.csv").read_bytes()
    with surfing(chromium, app_url) as surfer:
        surfer.upload("c46.csv", content).answered("wait for a role")
        surfer.accept()
        for title in titles:
            if title != "Publish":
                surfer.turn(title)
            assert made_of(surfer) == []
            if title == "Crowd":
                for name in content.decode().splitlines()[0].split(","):
                    assert name in surfer.text
        assert surfer.dialogs == []
        assert not [url for url in surfer.asked if "example.invalid" in url]


def test_a_file_name_is_shown_exactly(chromium, app_url):
    name = "**x** $y$ :smile: a->b www.example.com.csv"
    with surfing(chromium, app_url) as surfer:
        surfer.upload(name, b"")
        surfer.page.get_by_role("alert").first.wait_for(timeout=PATIENCE)
        assert name in surfer.page.get_by_role("alert").first.inner_text().replace("\u2060", "")
        assert surfer.page.locator("[role=alert] a, [role=alert] .katex").count() == 0


SHORT = [name for name in NAMES if len(name) <= 18]


@pytest.mark.parametrize("first", range(0, len(SHORT), 15))
def test_cells_of_a_preview_are_shown_exactly(chromium, app_url, first: int):
    names = (SHORT[first:] + SHORT)[:15]
    rows = [names[at : at + 5] for at in (0, 5, 10)]
    with surfing(chromium, app_url) as surfer:
        surfer.upload("people.csv", csv_of([list("vwxyz"), *rows])).answered("wait for a role")
        surfer.settle().press("How it was read")
        shown = surfer.page.locator("[data-testid=stPopoverBody] table").first
        shown.wait_for(timeout=PATIENCE)
        cells = [cell.replace(JOINER, "") for cell in shown.locator("td").all_inner_texts()]
        assert cells[5:] == names
        assert shown.locator(f"{MADE}, {STYLED}").count() == 0
        assert surfer.dialogs == []
