"""Every call of `kelt` that the README shows runs as it stands there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from privacy_core import samples
from privacy_core.protections import GRID, Original
from privacy_core.samples.offers import cells_of
from privacy_core.tables import Table
from tests.command import kelt

README = Path(__file__).parents[2] / "README.md"
BLOCKS = re.findall(r"```\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
CALLS = [line for block in BLOCKS for line in block.replace("\\\n", " ").splitlines() if line.startswith("kelt ")]
LINK = next(call for call in CALLS if call.startswith("kelt link"))
INLINE = re.findall(r"`(--[^`]*)`", README.read_text(encoding="utf-8"))


@pytest.fixture
def here(tmp_path, monkeypatch) -> Path:
    """The files that the README names."""
    rng = np.random.default_rng(1)
    ages, zips, ill = rng.integers(20, 80, 400), rng.integers(0, 4, 400), rng.choice(["flu", "cold", "gout"], 400)
    places = ["10115", "10117", "20095", "20097"]
    people = "".join(f"{a},{places[z]},{d}\n" for a, z, d in zip(ages, zips, ill, strict=True))
    patients = "".join(f"{i},{row}" for i, row in enumerate(people.splitlines(keepends=True)))
    files = {
        "first.csv": f"patient,age,zip,diagnosis\n{patients}",
        "second.csv": f"patient,age,zip,diagnosis\n{patients}",
        "table.csv": f"age,zip,diagnosis\n{people}",
        "other.csv": f"age,zip,diagnosis\n{people}",
        "all.csv": f"age,zip,diagnosis\n{people * 2}",
        "age.csv": "".join(f"{a};{a // 10 * 10}-{a // 10 * 10 + 9};*\n" for a in range(20, 80)),
        "zip.csv": "".join(f"{place};{place[:2]}***;*\n" for place in places),
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def shop(here) -> Path:
    """Customers, their release at k = 20, and people who are not in it."""
    sample = samples.load("touchpoints")
    twenty = next(one for one in GRID if one.name == "k = 20")
    made = twenty.make(Original(sample.table, sample.roles, np.random.default_rng(1)))
    files = {
        "customers.csv": frame_of(sample.table),
        "published.csv": frame_of(made).assign(suppressed=made.suppressed),
        "strangers.csv": frame_of(samples.strangers(2000)),
    }
    for name, frame in files.items():
        frame.to_csv(here / name, index=False)
    return here


def frame_of(held: Table) -> pd.DataFrame:
    return pd.DataFrame({name: cells_of(column) for name, column in held.columns.items()})


def test_the_calls_run_one_after_another(shop):
    said = [kelt(*shlex.split(call)[1:]) for call in CALLS]
    codes = [1, *[0] * (len(CALLS) - 1)]  # the raw table keeps no promise
    assert [one.code for one in said] == codes, [one.err for one in said]
    assert all(not one.err for one in said)
    assert next(block for block in BLOCKS if block.lstrip().startswith("blocks")) in said[CALLS.index(LINK)].out


def test_what_is_said_of_the_matched_customers_is_so(shop):
    said = kelt(*shlex.split(LINK)[1:], "--json").json
    unblocked, quarter = said["levels"][-1], said["tau"].index(0.25)
    assert unblocked["rate"][quarter] == unblocked["control"][quarter] == 1
    assert round(100 * said["attribution"]["other_share"]) == 81
    assert any("there the rate means nothing" in sentence for sentence in said["findings"])


def test_what_is_said_of_singling_out_and_of_drawn_tables_is_so(shop):
    alone = next(call for call in CALLS if call.startswith("kelt single-out"))
    assert kelt(*shlex.split(alone)[1:], "--json").json["verdict"] == "no better than baseline"
    drawn = kelt(*shlex.split(next(call for call in CALLS if "--simulate" in call))[1:], "--json").json
    assert (drawn["draws"]["hits"], drawn["groups_right"], round(100 * drawn["theory"])) == (42, 1.0, 39)


@pytest.mark.parametrize("more", [more for more in INLINE if " " in more and "FILE" not in more])
def test_the_options_in_the_text_run(here, more):
    blurring = next(call for call in CALLS if call.startswith("kelt anonymize"))
    said = kelt(*shlex.split(blurring)[1:], *shlex.split(more))
    assert said.code == 0, said.err
