"""Adult from upload to a release whose promise the command line confirms, in a real browser."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

from tests.conftest import HOUSE
from tests.dashboard.browsing import PATIENCE, surfing

KNOWN = "sex age race marital-status education native-country workclass".split()
WAITS = 120_000
"""Milliseconds: a first start compiles the kernels."""


@pytest.fixture
def surfer(chromium, app_url, shared):
    """The page `blur` with Adult and its hierarchies: seven columns known to others, occupation secret."""
    folder = shared / "data" / "arx"
    if not (folder / "adult.csv").exists():
        pytest.skip(f"no table {folder / 'adult.csv'}")
    with surfing(chromium, app_url) as visitor:
        visitor.upload("adult.csv", (folder / "adult.csv").read_bytes())
        visitor.page.get_by_role("button", name="Accept").wait_for(timeout=PATIENCE)
        visitor.settle().give_role(8, "Secret").give_role(9, "Not used").accept().turn("Blur")
        files = [folder / f"adult_hierarchy_{name}.csv" for name in KNOWN]
        visitor.page.set_input_files("input[type=file]", [str(file) for file in files])
        visitor.page.wait_for_function(
            "() => /costs/.test(document.querySelector('h2')?.innerText ?? '')", timeout=WAITS
        )
        yield visitor.settle()


def marks(surfer) -> tuple[int, int]:
    """Ways that keep the promise and ways that do not, as the page says them."""
    keep, rest = re.search(r"([\d,]+) keep your promise · . ([\d,]+) do not", surfer.text).groups()
    return int(keep.replace(",", "")), int(rest.replace(",", ""))


def test_from_the_table_to_a_release_that_the_command_line_confirms(surfer, tmp_path, shared):
    assert surfer.answer == "A crowd of five for all costs 24 of 100 parts of detail and leaves out 552 people."
    assert marks(surfer) == (890, 1270)
    surfer.press("Pin this")
    surfer.type_in("Different secrets (ℓ)", "3").answered("Keeping all")
    surfer.press("Pin this")
    surfer.type_in("Distance (t)", "0.2").answered("235 people")
    assert marks(surfer) == (4, 2156)
    surfer.press("Pin this")
    assert "Four settings side by side" in surfer.text
    surfer.press("Save the release", sees="CSV")
    release = surfer.save("CSV", tmp_path / "release.csv")
    command = surfer.page.locator("[data-testid=stCode]").inner_text()
    assert confirmed(command, tmp_path) == {"k-anonymity": 233.0, "distinct-l": 13.0, "t-closeness": 0.1895}
    same(surfer.save("Python script with its hierarchies (ZIP)", tmp_path / "again.zip"), release, shared)


def confirmed(command: str, folder: Path) -> dict[str, float]:
    """What `kelt assess` finds of the promises; it ends with 0 where every one holds."""
    words = [*shlex.split(command)[1:], "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "privacy_core", *words], capture_output=True, text=True, cwd=folder, env=here()
    )
    assert done.returncode == 0, done.stderr
    asked = [one for one in json.loads(done.stdout)["measures"] if one["threshold"] is not None]
    assert all(one["holds"] for one in asked)
    return {one["model"]: round(one["value"], 4) for one in asked}


def here() -> dict[str, str]:
    """The environment with this house on the path."""
    return {**os.environ, "PYTHONPATH": str(HOUSE)}


def same(archive: Path, release: Path, shared: Path) -> None:
    """The script makes the same file again from the table and the packed hierarchies."""
    folder = archive.parent / "again"
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(folder)
    (folder / "adult.csv").write_bytes((shared / "data" / "arx" / "adult.csv").read_bytes())
    done = subprocess.run([sys.executable, "make_release.py"], capture_output=True, text=True, cwd=folder, env=here())
    assert done.returncode == 0, done.stdout + done.stderr
    assert sha256((folder / "release.csv").read_bytes()).digest() == sha256(release.read_bytes()).digest()


def test_k_moves_without_a_new_measurement(surfer):
    kept = [marks(surfer)[0]]
    for k, said in ((2, "two"), (9, "nine"), (20, "20"), (50, "50")):
        surfer.type_in("Smallest crowd (k)", str(k))
        surfer.answered(f"A crowd of {said} for all")
        assert "Cancel" not in surfer.text
        kept.append(marks(surfer)[0])
    assert kept[1] > kept[0] > kept[2] > kept[3] > kept[4]
    surfer.painted()
    surfer.type_in("May be left out, of 100", "0").answered("leaves nobody out")


def test_a_click_on_the_map_says_why_a_way_breaks_the_promise(surfer):
    map_ = surfer.page.locator("[data-testid=stVegaLiteChart]").first.bounding_box()
    for down in range(78, 94):  # somewhere here the marks of crowds of one stand in a row
        surfer.page.mouse.click(map_["x"] + map_["width"] * 0.4, map_["y"] + map_["height"] * down / 100)
        surfer.page.wait_for_timeout(300)
        if "Not this way" in surfer.settle().text:
            break
    assert "break k at least 5" in surfer.text
    assert "more than the 603 allowed" in surfer.text


def test_a_phone_shows_the_map_without_scrolling_sideways(surfer):
    surfer.page.set_viewport_size({"width": 390, "height": 844})
    surfer.settle().painted()
    for _ in range(20):  # figures are drawn anew at their new width
        if surfer.overhang <= 0:
            break
        surfer.page.wait_for_timeout(250)
    assert surfer.overhang <= 0
