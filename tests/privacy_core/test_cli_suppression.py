"""`kelt anonymize --algorithm suppression`: cells withheld, on all columns or on every few of them."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pandas as pd
import pytest

from tests.command import kelt
from tests.conftest import HOUSE

NAMES = ("sex", "age", "zip")
ROWS = [
    ("f", "30", "1"),
    ("f", "30", "2"),
    ("f", "31", "1"),
    ("m", "30", "1"),
    ("m", "40", "2"),
    ("m", "40", "2"),
    ("m", "31", "3"),
]


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    pd.DataFrame(ROWS, columns=NAMES).to_csv("t.csv", index=False)
    return tmp_path


def asked(*more: str):
    given = [word for name in NAMES for word in ("--qi", name)]
    return kelt("anonymize", "t.csv", *given, "--k", "2", "--algorithm", "suppression", "--out", "r.csv", *more)


def fewest(names) -> int:
    """Rows that the worst row of the file matches, an empty cell matching anything."""
    rows = pd.read_csv("r.csv", dtype=str).astype(object)[list(names)].to_numpy().tolist()
    return min(
        sum(all(a != a or b != b or a == b for a, b in zip(one, other, strict=True)) for other in rows) for one in rows
    )


def test_a_withheld_cell_is_a_value_of_its_own_unless_asked_otherwise():
    said = asked("--json")
    assert said.code == 0, said.err
    assert said.json["policies"]["missing"] == "own"
    groups = pd.read_csv("r.csv", dtype=str).groupby(list(NAMES), dropna=False).size()
    assert groups.min() >= 2
    assert said.json["loss"] > 0
    cells = int(pd.read_csv("r.csv")[list(NAMES)].isna().sum().sum())
    assert f"{cells} cells are withheld; a withheld cell is empty in the file." in said.json["findings"]


def test_a_withheld_cell_matches_anything_and_assess_confirms_it():
    said = asked("--missing", "wildcard", "--json")
    assert said.code == 0, said.err
    assert said.json["policies"]["missing"] == "wildcard"
    assert fewest(NAMES) >= 2
    given = [word for name in NAMES for word in ("--qi", name)]
    again = kelt("assess", "r.csv", *given, "--k", "2", "--missing", "wildcard", "--suppressed", "suppressed", "--json")
    assert again.code == 0
    assert again.json["measures"][0]["value"] == said.json["measures"][0]["value"]


def test_every_two_columns_and_the_script_makes_the_same_file(here):
    said = asked("--missing", "wildcard", "--known-at-once", "2", "--importance", "zip=9", "--script", "s.py", "--json")
    assert said.code == 0, said.err
    assert min(fewest(pair) for pair in combinations(NAMES, 2)) == said.json["measures"][0]["value"] >= 2
    assert any("every set of 2 quasi-identifiers" in finding for finding in said.json["findings"])
    env = {**os.environ, "PYTHONPATH": str(HOUSE)}
    done = subprocess.run([sys.executable, "s.py"], capture_output=True, text=True, check=False, env=env)
    assert (done.returncode, "the same file" in done.stdout) == (0, True), done.stderr


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (["--known-at-once", "2"], "only where a withheld cell matches anything"),
        (["--missing", "wildcard", "--known-at-once", "4"], "There are 3 quasi-identifiers"),
        (["--missing", "wildcard", "--known-at-once", "0"], "size"),
        (["--missing", "drop"], "must be"),
        (["--quality", "aecs"], "--quality has no effect with --algorithm suppression"),
        (["--importance", "zip=0"], "above 0"),
    ],
)
def test_what_does_not_fit_is_refused(more, why):
    said = asked(*more)
    assert (said.code, said.out) == (2, "")
    assert why in said.err


def test_other_algorithms_refuse_the_number_of_columns():
    given = ["--qi", "zip", "--k", "2", "--out", "r.csv", "--known-at-once", "1"]
    said = kelt("anonymize", "t.csv", *given, "--algorithm", "mondrian")
    assert said.code == 2
    assert "--known-at-once has no effect with --algorithm mondrian" in said.err
