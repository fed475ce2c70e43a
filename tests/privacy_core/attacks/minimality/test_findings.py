"""The tables of docs/findings.md are what the script that makes them prints today."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parents[4]


@pytest.fixture(scope="module")
def script(shared):
    found = importlib.util.spec_from_file_location("benchmark_of_minimality", HOUSE / "benchmarks" / "minimality.py")
    module = importlib.util.module_from_spec(found)
    sys.modules[found.name] = module
    found.loader.exec_module(module)
    module.SHARED, module.ARX = shared, shared / "data" / "arx"
    yield module
    del sys.modules[found.name]


def printed() -> list[str]:
    return (HOUSE / "docs" / "findings.md").read_text(encoding="utf-8").splitlines()


def holds(script, part: str) -> None:
    found = [*script.lines(script.PARTS[part]())]
    said = printed()
    assert len(found) > 3
    assert [line for line in found if line not in said] == []


def test_releases_that_others_made(script):
    holds(script, "papers")


@pytest.mark.long
@pytest.mark.parametrize("part", ["adult", "holdout", "samples", "arx"])
def test_every_other_table(script, part):
    holds(script, part)


def test_the_table_lacks_no_part(script):
    heads = sum(line == f"| {' | '.join(script.HEAD)} |" for line in printed())
    assert heads == len(script.PARTS)
