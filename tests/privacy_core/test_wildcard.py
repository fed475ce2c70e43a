"""Missing matches anything: against comparing every row with every other."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import (
    Missing,
    ParameterError,
    Policies,
    Roles,
    Thresholds,
    assess,
    basic_risk,
    chance_of_one,
    crowd,
    equivalence_classes,
    from_frame,
    individual_risk,
)
from privacy_core.individual import Formula
from privacy_core.population import counted_crowd, weighted_crowd
from tests.command import assess as kelt

WILD = Policies(missing=Missing.WILDCARD)
ROWS = st.lists(st.tuples(*[st.sampled_from(["a", "b", "c", None])] * 3), min_size=1, max_size=20)
SDCMICRO = ["freq_noNA", "freq_twoNA", "freq_threeNA", "freq_colNA", "freq_oneCol", "freq_wide"]


def match(one, other) -> bool:
    return all(a is None or b is None or a == b for a, b in zip(one, other, strict=True))


def per_row(classes) -> list[int]:
    return classes.crowd[classes.of_row].tolist()


@given(ROWS)
def test_every_row_is_compared_with_every_other(rows):
    table = from_frame(pd.DataFrame(rows, columns=list("xyz"), dtype=object))
    classes = equivalence_classes(table, list("xyz"), WILD)
    expected = [sum(match(one, other) for other in rows) for one in rows]
    assert per_row(classes) == expected
    found = basic_risk(classes, 1 / 2)
    assert found.highest == 1 / min(expected)
    assert found.average == pytest.approx(sum(1 / e for e in expected) / len(rows))
    assert found.rows_above == found.unique_rows == expected.count(1)
    assert crowd(classes, 2).below == expected.count(1)


@given(ROWS, ROWS)
def test_a_population_with_gaps_matches_too(rows, everyone):
    judged, outside = (from_frame(pd.DataFrame(r, columns=list("xyz"), dtype=object)) for r in (rows, everyone))
    classes = equivalence_classes(judged, list("xyz"), WILD)
    found = counted_crowd(judged, classes, outside)[classes.of_row].tolist()
    assert found == [sum(match(one, other) for other in everyone) for one in rows]


def test_many_patterns_are_narrowed_to_the_same_counts():
    rng = np.random.default_rng(5)
    frame = pd.DataFrame(rng.integers(0, 2, (60, 30))).astype(object).mask(rng.random((60, 30)) < 0.4)
    rows = frame.where(frame.notna(), None).to_numpy().tolist()
    table = from_frame(frame)
    assert per_row(equivalence_classes(table, table.names, WILD)) == [sum(match(a, b) for b in rows) for a in rows]


def sdcmicro(shared, name: str) -> dict:
    listed = json.loads((shared / "cases" / "sdcmicro_cases.json").read_text("utf-8"))["cases"]
    return next(case for case in listed if case["id"] == name)


@pytest.mark.parametrize("name", SDCMICRO)
def test_frequencies_and_risks_of_sdcmicro(shared, name):
    case = sdcmicro(shared, name)
    frame = pd.DataFrame({f"c{i}": pd.array(c, dtype="Int64") for i, c in enumerate(case["columns"])}).assign(w=1)
    table = from_frame(frame)
    classes = equivalence_classes(table, table.names[:-1], WILD)
    fk, weighted = classes.crowd, weighted_crowd(table, classes, np.ones(len(frame)))
    assert per_row(classes) == case["fk"]
    assert weighted[classes.of_row].tolist() == case["Fk"]
    assert ((fk == 1) @ classes.size, (fk == 2) @ classes.size) == (case["n1"], case["n2"])
    for indiv in case["indiv"]:
        risk = chance_of_one(fk, fk / weighted, Formula("exact" if indiv["method"] == "exact" else "approximate"))
        right = np.array(indiv["rk"]) / (2 if indiv["qual"] == 2 and indiv["survey"] else 1)
        np.testing.assert_allclose(risk[classes.of_row], right, rtol=1e-12)  # sdcMicro's qual 2 doubles a probability


def test_weights_of_all_rows_that_match(shared):
    """The 8-row array with weights: fk 3 1 4 2 2 2 1 3, Fk 108 45.5 125 56 100 100 123.5 108."""
    columns = sdcmicro(shared, "freq_twoNA")["columns"]
    table = from_frame(pd.DataFrame({f"c{i}": pd.array(c, dtype="Int64") for i, c in enumerate(columns)}))
    classes = equivalence_classes(table, table.names, WILD)
    rows = [[None if v is None else v for v in row] for row in zip(*columns, strict=True)]
    weight = np.array([18, 45.5, 39, 17, 541, 8, 5, 92])
    expected = [sum(w for w, other in zip(weight, rows, strict=True) if match(one, other)) for one in rows]
    np.testing.assert_allclose(weighted_crowd(table, classes, weight)[classes.of_row], expected)


def test_other_models_are_not_defined():
    table = from_frame(pd.DataFrame({"q": ["a", None, "b"], "s": list("xyz")}))
    found = assess(table, Roles(("q",), ("s",)), Thresholds(k=2), policies=WILD)
    assert [m.value for m in found.measurements] == [2.0] + [None] * (len(found.measurements) - 1)
    assert {m.reason for m in found.measurements[1:]} == {"not defined under wildcard"}
    for asked in (Thresholds(l=2), Thresholds(t=0.1), Thresholds(beta=1), Thresholds(delta_disclosure=1)):
        with pytest.raises(ParameterError, match="wildcard"):
            assess(table, Roles(("q",), ("s",)), asked, policies=WILD)
    with pytest.raises(ParameterError, match="persons"):
        assess(table, Roles(("q",), person="s"), Thresholds(k=2), policies=WILD)
    persons = assess(table, Roles(("q",), person="s"), policies=WILD).measurements
    assert [m.value for m in persons] == [2.0, None, None]


def test_the_command_counts_matches():
    table = b"q,r,s\n1,,x\n1,2,y\n3,2,x\n"
    said = kelt("-", "--qi=q", "--qi=r", "--sensitive=s", "--missing=wildcard", "--k=2", stdin=table)
    assert (said.code, said.value("k-anonymity"), said.json["policies"]["missing"]) == (1, 1, "wildcard")
    assert said.measure("k-anonymity")["rows_failing"] == 1
    assert said.json["risk"]["unique_rows"] == 1
    assert said.json["risk"]["average"] == pytest.approx(2 / 3)
    assert {m["value"] for m in said.json["measures"][1:]} == {None}
    for option in ("--l=2", "--t=.2", "--beta=1", "--delta-disclosure=1", "--alpha=.5", "--recursive=2,2"):
        assert kelt("-", "--qi=q", "--sensitive=s", "--missing=wildcard", option, stdin=table).code == 2


def test_individual_risk_of_rows_with_gaps():
    table = from_frame(pd.DataFrame({"q": ["a", None], "w": [10.0, 30.0]}))
    found = individual_risk(table, equivalence_classes(table, ["q"], WILD), "w")
    assert (found.crowd.tolist(), found.risk[0]) == ([40.0, 40.0], found.risk[1])
