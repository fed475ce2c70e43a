"""Milliseconds from a key press on a slider to new numbers and a new picture, in headless Chromium.

Start the dashboard (`./run`), then `python benchmarks/browser.py FILE.csv [--url http://127.0.0.1:8501]`. One move at a
time, one second apart; the median of the moves is printed with what the server sent for each. Chromium draws in
software here, so the figures are pessimistic.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import time

from playwright.sync_api import Page, sync_playwright

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
WATCH = """(selector) => {
  const found = {}; window.found = found;
  const numbers = () => [...document.querySelectorAll(selector)].map(e => e.innerText)
      .filter(t => selector !== 'p' || t.includes('beyond')).join('|');
  const picture = () => document.querySelector('.vega-embed svg')?.outerHTML ?? '';
  const before = [numbers(), picture()];
  document.addEventListener('keydown', () => { window.pressed = performance.now() }, {capture: true, once: true});
  const look = () => {
    const now = performance.now();
    if (!found.numbers && numbers() !== before[0]) found.numbers = now - window.pressed;
    if (!found.picture && picture() && picture() !== before[1]) found.picture = now - window.pressed;
    if (window.found === found && !(found.numbers && found.picture)) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
PAGES = {"Crowd": "[data-testid=stMetricValue]", "Giveaway": "p"}


def settled(page: Page) -> None:
    """Wait until the script has run."""
    state = "() => document.querySelector('[data-testid=stApp]')?.dataset.testScriptState === 'notRunning'"
    page.wait_for_function(state, timeout=60_000)
    time.sleep(1.5)


def moves(page: Page, selector: str, n: int) -> list[dict[str, float]]:
    """Press the right arrow on the first slider `n` times."""
    told = []
    page.locator("input[type=range]").first.focus()
    for _ in range(n):
        page.evaluate(WATCH, selector)
        time.sleep(0.2)
        page.keyboard.press("ArrowRight")
        time.sleep(1.0)
        told.append(page.evaluate("window.found"))
    return told


def opened(page: Page, url: str, file: str) -> float:
    """Seconds from choosing the file to its roles, then accept them."""
    page.goto(url)
    page.wait_for_selector("input[type=file]", state="attached")
    began = time.perf_counter()
    page.set_input_files("input[type=file]", file)
    page.wait_for_selector("text=Accept all", timeout=120_000)
    took = time.perf_counter() - began
    page.get_by_role("button", name="Accept all").click()
    page.wait_for_selector(".vega-embed svg", timeout=60_000)
    settled(page)
    return took


def median(told: list[dict[str, float]], what: str) -> str:
    """Median in milliseconds, and how many of the moves changed it at all."""
    seen = [one[what] for one in told if what in one]
    return f"{statistics.median(seen):.0f} ms ({len(seen)} of {len(told)})" if seen else "unchanged"


def main() -> None:
    """Measure both sliders on one file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("--url", default="http://127.0.0.1:8501")
    parser.add_argument("--moves", type=int, default=12)
    given = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS.split())
        page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
        print(f"upload to roles: {opened(page, given.url, given.file):.2f} s")
        for title, selector in PAGES.items():
            page.get_by_role("link", name=title, exact=True).first.click()
            settled(page)
            told = moves(page, selector, given.moves)
            print(f"{title}: numbers {median(told, 'numbers')}, picture {median(told, 'picture')}")
        browser.close()


if __name__ == "__main__":
    main()
