"""The legal preset: 45 CFR 164.514(b)(2)(i) with the 17 areas of the 2000 census."""

from __future__ import annotations

import json

import pytest

from privacy_core.intake import Repair, RepairKind, age_group, apply, birth_year, read, year_only, zip3
from privacy_core.intake.safe_harbor import CENSUS, RESTRICTED
from tests.privacy_core.intake.tables import cells


def test_the_list_has_seventeen_areas_and_its_vintage():
    assert (len(RESTRICTED), CENSUS) == (17, "2000 census")


def test_the_shared_case(shared):
    entries = json.loads((shared / "cases" / "problems.json").read_text())["entries"]
    expected = next(entry["expected"] for entry in entries if entry["id"] == "P58")
    reading = read((shared / "cases" / "c55_hipaa_zip_age_dates.csv").read_bytes(), "c55.csv")
    assert [zip3(cell) for cell in cells(reading, "zip")] == expected["zip3"]
    assert [age_group(cell) for cell in cells(reading, "age")] == expected["age"]
    born = [birth_year(b, a) for b, a in zip(cells(reading, "birth_date"), cells(reading, "age"), strict=True)]
    assert born == [None, "1950", None, "1990", None, "1935"]
    assert {year_only(cell) for cell in cells(reading, "admit_date")} == {"2024"}
    table = apply(apply(reading.table, Repair(RepairKind.ZIP3, "zip")), Repair(RepairKind.CAP, "age", (90,)))
    labels = {name: table[name].labels for name in ("zip", "age")}
    assert [labels["zip"][code] for code in table["zip"].codes] == expected["zip3"]
    assert [labels["age"][code] for code in table["age"].codes] == expected["age"]


@pytest.mark.parametrize(
    ("text", "kept"), [("00501", "005"), ("3601", "000"), ("036", "000"), ("", None), ("SW1A", None)]
)
def test_zips_of_every_shape(text, kept):
    assert zip3(text) == kept
