"""The summary holds numbers, settings and policies; no value of the data, no markup of a name."""

from __future__ import annotations

import re

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import (
    Context,
    Origin,
    Roles,
    Source,
    Study,
    Thresholds,
    assess,
    escaped,
    from_frame,
    line_source,
    samples,
    summary,
)
from privacy_core.intake import Repair, RepairKind


def test_a_summary():
    nine = samples.load("hospital-4")
    asked = Thresholds(k=4, t=0.2, risk=1 / 11)
    study = Study(
        Source(Origin.SAMPLE, nine.title, nine.name),
        nine.roles,
        thresholds=asked,
        context=Context("research", "the public", "public", "person"),
        norm="ema-0070",
        repairs=(Repair(RepairKind.TRIM, "zip"),),
    )
    lines = summary(study, assess(nine.table, nine.roles, asked)).splitlines()
    for line in [
        "- Purpose: research",
        "- Table: Nine patients in threes",
        "- Rows: 9; suppressed 0; left out 0",
        "- Crowds: 3",
        "- Repairs: 1 (trim\\: zip)",
        "- zip: quasi-identifier",
        "- salary: sensitive",
        "- Missing known value: own; missing sensitive value: own",
        "| k-anonymity in rows |  | 3 | 4 | does not hold | 9 |",
        "| t-closeness, ordered | salary | 0.375 | 0.2 | does not hold | 6 |",
        "| t-closeness, equal | disease | 0.4444 | 0.2 | does not hold | 9 |",
        "- Highest: 0.3333; average over rows: 0.3333; rows alone: 0",
        "- Rows above 0.09091: 9",
    ]:
        assert line in lines
    assert "1 in 11 (0.0909), printed as 0.09" in line_source(study)
    assert line_source(Study()) is None


@pytest.mark.parametrize("name", ["hospital-3", "clinic", "inpatient-4"])
def test_no_value_of_the_data(name):
    sample = samples.load(name)
    told = summary(Study(roles=sample.roles), assess(sample.table, sample.roles))
    for column in sample.table.columns.values():
        for label in column.labels:
            if len(label) > 1 and not re.fullmatch(r"[\d.]+", label):
                assert label not in told


@given(st.text(min_size=1), st.text(min_size=1))
def test_a_name_is_text_and_one_line(one, other):
    table = from_frame(pd.DataFrame({"a": ["x", "y"], "b": ["u", "v"]}))
    roles = Roles(("a",), ("b",))
    study = Study(Source(Origin.UPLOAD, one, ""), roles, missing_tokens=(other,), context=Context(one, other))
    plain = Study(Source(Origin.UPLOAD, "n", ""), roles, missing_tokens=("t",), context=Context("p", "r"))
    found = assess(table, roles)
    assert len(summary(study, found).splitlines()) == len(summary(plain, found).splitlines())


@given(st.text())
def test_escaping_leaves_no_punctuation_alone(text):
    shown = escaped(text)
    assert re.sub(r"\\[!-/:-@\[-`{-~]", "", shown) == re.sub(r"[!-/:-@\[-`{-~]", "", shown.replace("\\", ""))
    assert "\n" not in shown
    assert shown.strip() == shown != ""


def test_markup_in_a_column_name_stays_text():
    name = "<script>alert(1)</script>|**b**"
    table = from_frame(pd.DataFrame({"q": ["x", "y"], name: ["u", "v"]}))
    roles = Roles(("q",), (name,))
    told = summary(Study(roles=roles), assess(table, roles))
    assert "<script>" not in told
    assert "**b**" not in told
    rows = [line for line in told.splitlines() if line.startswith("| ")]
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {7}
