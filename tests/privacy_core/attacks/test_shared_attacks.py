"""Real users' problems with attacks and with teaching (`cases/problems.json`), as the command line answers them."""

from __future__ import annotations

import json

import pytest

from privacy_core import samples
from privacy_core.attacks import scan_subsets
from tests.command import kelt

AREAS = {"attacks", "teaching"}
ELSEWHERE = {
    "P67": "singling_out/test_release_records.py",
    "P84": "test_published_values.py",
    "P85": "downcoding/test_smallest.py",
}


@pytest.fixture
def case(shared):
    return lambda name: shared / "cases" / name


@pytest.fixture
def entries(shared) -> dict[str, dict]:
    listed = json.loads((shared / "cases" / "problems.json").read_text("utf-8"))["entries"]
    return {entry["id"]: entry for entry in listed}


def test_every_problem_of_these_areas_has_a_test(entries):
    mine = {key for key, entry in entries.items() if entry["area"].split("/")[-1] in AREAS}
    tested = {name.split("_")[1].upper() for name in globals() if name.startswith("test_p")}
    assert mine - tested == set(ELSEWHERE)


@pytest.mark.parametrize("name", ["c19_empty_file.csv", "c20_header_only.csv"])
def test_p19_a_file_without_rows_is_said_to_be_one(case, name):
    empty, full = case(name), case("c49_overlapping_qi_sets.csv")
    calls = [["subsets", empty]]
    calls += [[command, *pair] for command in ("single-out", "downcode") for pair in ((empty, full), (full, empty))]
    for call in calls:
        said = kelt(*call, "--qi=a")
        assert (said.code, said.out) == (2, ""), call
        assert len(said.err.splitlines()) == 1
        assert "empty" in said.err or "no rows" in said.err


def test_p69_what_the_attacker_knows_and_wants_is_a_sentence(case):
    table = case("c51_one_column_dominates.csv")
    said = kelt("single-out", table, table, "--qi=age_band", "--qi=sex", "--json").json
    knows = next(sentence for sentence in said["assumptions"] if sentence.startswith("The attacker knows"))
    assert "age_band, sex" in knows
    assert "wants" in knows


@pytest.mark.parametrize("offer", samples.OFFERS, ids=lambda offer: offer.name)
def test_p82_every_sample_can_be_looked_at(offer):
    sample = samples.load(offer.name)
    found = scan_subsets(sample.table, sample.roles.quasi_identifiers, max_size=3)
    assert found.rows == offer.rows
    assert not found.partial
