"""The main job in a real browser, against the command line; figures are painted, nothing leaves the machine."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import threading
from pathlib import Path
from urllib.parse import urlsplit

import pandas as pd
import pytest
from playwright.sync_api import TimeoutError

from privacy_core import cli
from tests.dashboard.browsing import PATIENCE, surfing

KNOWN = "sex age race marital-status education native-country workclass occupation".split()
SECRET = "salary-class"
PEOPLE = b"city,job,diagnosis\n" + b"".join(f"town{i % 4},work{i % 3},ill{i % 5}\n".encode() for i in range(40))


def assessed(capsys, *arguments: object) -> dict:
    """What `kelt assess` says of the same file with the same roles."""
    capsys.readouterr()
    cli.main(["assess", *map(str, arguments), "--json"])
    return json.loads(capsys.readouterr().out)


def measure_of(said: dict, model: str, ground: str | None = None) -> dict:
    return next(m for m in said["measures"] if m["model"] == model and m["ground"] == ground)


def saved(surfer, having: str) -> list[dict[str, str]]:
    """The file behind «Save all as CSV», once the page has made the one with this column."""
    for _ in range(5):
        surfer.settle()
        try:
            with surfer.page.expect_download(timeout=4000) as download:
                surfer.page.get_by_role("button", name="Save all as CSV").click()
        except TimeoutError:  # pressed while the page was being run anew
            continue
        rows = list(csv.DictReader(io.StringIO(Path(download.value.path()).read_text())))
        if having in rows[0]:
            return rows
    pytest.fail(f"no file with {having!r}")


def told(rows: list[dict[str, str]], *columns: str) -> list[tuple]:
    return [tuple(float(row[name]) if "@" in name else row[name] for name in columns) for row in rows]


def sides(surfer) -> tuple[int, int]:
    """Crowds and people beyond the line, read off the page."""
    crowds, people = re.search(r"([\d,]+) crowds?, ([\d,]+) (?:people|person) beyond", surfer.text).groups()
    return int(crowds.replace(",", "")), int(people.replace(",", ""))


def test_the_main_job_says_what_the_command_line_says(chromium, app_url, shared, tmp_path, capsys):
    adult, file = shared / "data" / "arx" / "adult.csv", tmp_path / "classes.csv"
    roles = [*(part for name in KNOWN for part in ("--qi", name)), "--sensitive", SECRET]
    said = assessed(capsys, adult, *roles, "--k", 3, "--l", 2, "--t", "0.25", "--per-class", file)
    expected = list(csv.DictReader(file.open()))
    with surfing(chromium, app_url) as surfer:
        surfer.upload("adult.csv", adult.read_bytes()).answered("wait for a role")
        surfer.accept()
        assert f"{said['rows']:,} rows" in surfer.text
        surfer.turn("Crowd").type_in("Smallest crowd", "3").answered("three")
        surfer.wait_for_metric("Below the line", f"{measure_of(said, 'k-anonymity')['rows_failing']:,}")
        assert surfer.metrics["Worst risk"] == f"1 in {measure_of(said, 'k-anonymity')['value']}"
        surfer.turn("Giveaway").type_in("Allowed distance", "0.25")
        surfer.page.get_by_text("beyond t = 0.25").first.wait_for()
        closeness = measure_of(said, "t-closeness", "equal")
        assert sides(surfer) == (closeness["classes_failing"], closeness["rows_failing"])
        surfer.page.get_by_text("most telling first").click()
        surfer.page.get_by_role("button", name="Save all as CSV").wait_for()
        name = f"t-closeness@{SECRET}@equal"
        assert told(saved(surfer, name), "class", "size", name) == told(expected, "class", "size", name)
        surfer.page.get_by_text("Show what the crowds look like").click()
        surfer.settle()
        shown = saved(surfer, KNOWN[0])
        assert told(shown, "class", *KNOWN, "size", name) == told(expected, "class", *KNOWN, "size", name)
        with surfer.page.expect_download(timeout=10_000) as book:
            surfer.page.get_by_role("button", name="Save all as XLSX, every cell as text").click()
        cells = pd.read_excel(book.value.path(), dtype=str, keep_default_na=False, engine="calamine")
        assert cells.to_dict("records") == shown
        surfer.press("More promises").type_in("Fewest different secrets", "1")
        surfer.type_in("Fewest different secrets", "2")
        surfer.page.get_by_text("beyond ℓ = 2").first.wait_for()
        diversity = measure_of(said, "distinct-l")
        assert sides(surfer) == (diversity["classes_failing"], diversity["rows_failing"])
        surfer.page.keyboard.press("Escape")
        assert told(saved(surfer, f"distinct-l@{SECRET}"), "size", f"distinct-l@{SECRET}") == told(
            expected, "size", f"distinct-l@{SECRET}"
        )
        assert surfer.dialogs == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_every_figure_is_painted_and_nothing_scrolls_sideways(chromium, app_url, theme: str, width: int):
    with surfing(chromium, app_url, color_scheme=theme, viewport={"width": width, "height": 844}) as surfer:
        assert surfer.overhang <= 0
        surfer.page.get_by_role("button", name="Open").last.click()
        surfer.answered("unique|alone")
        for title in ("Publish", "Crowd", "Giveaway"):
            if title != "Publish":
                surfer.turn(title)
            if title == "Giveaway":
                surfer.press("Show the most telling crowd", sees="Next worst")
            surfer.painted(at_least=2)
            assert surfer.overhang <= 0, title
            assert surfer.question.endswith("?")
            assert surfer.answer.endswith(".")
        dark = surfer.page.evaluate("getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor")
        assert dark == ("rgb(20, 23, 26)" if theme == "dark" else "rgb(255, 255, 255)")


def sockets(pid: int) -> set[str]:
    """Foreign addresses that a process has a connection to."""
    mine = set()
    for place in Path(f"/proc/{pid}/fd").iterdir():
        try:
            mine.add(os.readlink(place))
        except OSError:
            continue
    found = set()
    for table in ("tcp", "tcp6", "udp", "udp6"):
        for row in Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]:
            _, _, remote, _, *_, inode = row.split()[:10]
            address = remote.split(":")[0]
            if f"socket:[{inode}]" in mine and not re.fullmatch(
                r"0+|.{6}7F|0{16}FFFF0000.{6}7F|0{24}01000000", address
            ):
                found.add(address)
    return found


def server_of(port: int) -> int:
    """The process that listens on a port."""
    rows = [row.split() for row in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    inode = next(row[9] for row in rows if row[1].endswith(f":{port:04X}") and row[3] == "0A")
    for place in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            if os.readlink(place) == f"socket:[{inode}]":
                return int(place.parts[2])
        except OSError:
            continue
    raise LookupError(port)


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="no /proc")
def test_nothing_leaves_this_machine_and_nothing_is_written(chromium, app_url):
    pid, over, seen = server_of(urlsplit(app_url).port), threading.Event(), set()

    def watch() -> None:
        while not over.wait(0.02):
            seen.update(sockets(pid))

    watcher = threading.Thread(target=watch)
    watcher.start()
    with surfing(chromium, app_url) as surfer:
        surfer.upload("people.csv", PEOPLE).answered("wait for a role")
        surfer.accept().turn("Crowd")
        surfer.turn("Giveaway").press("Show the most telling crowd", sees="Next worst")
        files = [
            os.readlink(place) for place in Path(f"/proc/{pid}/fd").iterdir() if place.exists() or place.is_symlink()
        ]
        asked = {urlsplit(url).hostname for url in surfer.asked if not url.startswith(("data:", "blob:"))}
    over.set()
    watcher.join()
    assert asked == {"127.0.0.1"}
    assert any(url.startswith("ws://") for url in surfer.asked)
    assert seen == set()
    assert not [one for one in files if "deleted" in one or one.startswith(("/tmp/tmp", "/var/tmp"))]


def test_no_cell_reaches_the_log_or_the_address(chromium, app_url, app_log):
    marked = b"name,diagnosis\n" + b"".join(b"Zebediah%d,Xylitis%d\n" % (i, i % 3) for i in range(30))
    broken = b'name,diagnosis\nZebediah,"Xylitis\nZebediah,x,y,z\n'
    with surfing(chromium, app_url) as surfer:
        surfer.upload("mine.csv", marked).answered("wait for a role")
        for content, name in (
            (broken, "broken.csv"),
            (b"PAR1Zebediah", "cut.parquet"),
            (b"PK\x03\x04Zebediah", "torn.xlsx"),
        ):
            surfer.upload(name, content)
            surfer.page.get_by_role("alert").filter(has_text=name.split(".")[0]).first.wait_for(timeout=PATIENCE)
            assert "Zebediah" not in surfer.page.get_by_role("alert").first.inner_text()
            surfer.page.keyboard.press("Escape")
        assert "wait for a role" in surfer.answer
        addresses = [surfer.page.url, *surfer.asked]
        for title in ("Crowd", "Giveaway"):
            surfer.turn(title)
            addresses += [surfer.page.url, *surfer.asked]
    for text in (*addresses, app_log.read_text()):
        assert not re.search("zebediah|xylitis|diagnosis", text, re.IGNORECASE)


def test_two_people_see_only_their_own_table(chromium, app_url):
    with surfing(chromium, app_url) as first, surfing(chromium, app_url) as second:
        first.upload("first.csv", PEOPLE).answered("wait for a role")
        first.accept()
        assert second.page.reload()
        second.answered("Nothing is loaded")
        second.upload("second.csv", PEOPLE.replace(b"city", b"village")).answered("wait for a role")
        second.accept().turn("Crowd")
        assert "village" in second.text
        assert "first.csv" not in second.text
        first.turn("Crowd")
        assert "first.csv" in first.text
        assert "village" not in first.text


def test_a_click_on_a_mark_shows_its_crowd_and_keys_walk_on(chromium, app_url):
    with surfing(chromium, app_url) as surfer:
        surfer.upload("people.csv", PEOPLE).answered("wait for a role")
        surfer.accept().turn("Giveaway")
        surfer.painted()
        assert surfer.page.get_by_role("button", name="Next worst").count() == 0
        surfer.page.locator("[data-testid=stVegaLiteChart] .mark-symbol path").first.click()
        walk = surfer.page.get_by_role("button", name="Next worst")
        walk.wait_for(timeout=PATIENCE)
        assert surfer.page.locator("[data-testid=stVegaLiteChart]").count() == 2
        assert "these" in surfer.text or "one person" in surfer.text
        assert "town" not in surfer.text.replace("town0,", "")
        for button, step in (("Next worst", 1), ("Next worst", 1), ("Previous", -1)):
            place = r"(\d+) of 12 from"
            now = int(re.search(place, surfer.text).group(1))
            surfer.page.get_by_role("button", name=button).focus()
            surfer.page.keyboard.press("Enter")
            wanted = min(max(now + step, 1), 12)
            surfer.page.get_by_text(f"{wanted} of 12 from").wait_for(timeout=PATIENCE)
            surfer.settle()
        surfer.press("Show what it looks like")
        surfer.page.get_by_text(re.compile(r"town\d · work\d")).wait_for(timeout=PATIENCE)


def test_looks_are_hidden_again_for_the_next_crowd(chromium, app_url):
    with surfing(chromium, app_url) as surfer:
        surfer.upload("people.csv", PEOPLE).answered("wait for a role")
        surfer.accept().turn("Giveaway").press("Show the most telling crowd", sees="Next worst")
        surfer.press("Show what it looks like")
        looks = surfer.page.get_by_text(re.compile(r"town\d · work\d"))
        looks.wait_for(timeout=PATIENCE)
        surfer.press("Next worst")
        looks.wait_for(state="detached", timeout=PATIENCE)


@pytest.mark.parametrize("pause", [0, 60, 120])
def test_a_role_changed_just_before_accept_is_the_role_that_is_accepted(chromium, app_url, pause):
    content = "age,ill\n" + "\n".join(f"{20 + i % 40},{'abcde'[i % 5]}" for i in range(200))
    with surfing(chromium, app_url) as surfer:
        surfer.upload("people.csv", content.encode()).answered("wait for a role")
        surfer.give_role(2, "Secret").page.wait_for_timeout(pause)
        surfer.accept().turn("Giveaway")
        assert "No column is secret yet" not in surfer.text
