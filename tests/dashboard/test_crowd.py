"""The page `crowd` says one number for one thing: in persons once they are known, and every table names its unit."""

from __future__ import annotations

import pytest

from dashboard import server
from privacy_core import Missing, Role, Unit
from tests.dashboard.visits import KNOWN, Visit, csv_of

HIDDEN = ("all crowds", "few facts", "attackers", "regimes")


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    monkeypatch.setattr(server, "prepare", lambda: None)


def on_crowd(unit: Unit | None = None, missing: Missing = Missing.OWN, person: bool = True, **columns) -> Visit:
    """The page with everything on it opened."""
    visit = Visit().upload(csv_of(**columns))
    roles = dict.fromkeys((name for name in columns if name != "patient_id"), KNOWN)
    visit.roles(**roles, **({"patient_id": Role.PERSON} if person else {}))
    visit.count(missing=missing, **({} if unit is None else {"unit": unit})).page("crowd")
    for key in HIDDEN:
        visit.app.session_state[key] = True
    visit.run()
    job = visit.state("job")
    if job is not None:
        assert job.wait(30)
        visit.run()
    return visit


def tables(visit: Visit) -> dict[str, list[dict]]:
    """Every table of the page by its first column."""
    return {next(iter(one.value.columns)): one.value.to_dict("records") for one in visit.app.dataframe}


TWICE = {"patient_id": ["p1", *[f"p{i}" for i in range(1, 12)]], "age": ["a", *"b" * 11]}


def test_averages_of_a_page_agree():
    """p1 is seen at a and b: eleven persons, one of whom stands alone, on average 1 in 5.8 everywhere."""
    visit = on_crowd(**TWICE)
    assert visit.metrics["Average risk"] == "1 in 5.8"
    found = tables(visit)
    prosecutor = found["attacker"][0]
    assert (prosecutor["on average"], prosecutor["expected to be found"]) == (
        "1 in 5.8 over persons",
        "1.9 of 11 persons",
    )
    compared = {one["compared"]: one["here"] for one in found["published number"]}
    assert compared["average chance over persons, each by the smallest of their crowds"] == f"{21 / 121:.4g}"
    assert compared["share of persons whose chance is above 0.2"] == f"{1 / 11:.4g}"


def test_without_a_person_column_rows_are_averaged():
    found = tables(on_crowd(person=False, **TWICE))
    assert (found["attacker"][0]["on average"], found["attacker"][0]["expected to be found"]) == (
        "1 in 6 over rows",
        "2.0 of 12 rows",
    )


VISITS = {"patient_id": ["p1"] * 6 + ["p2", "p3", "p4", "p5"], "sex": list("fffffm") + list("mxxx")}
"""p1 alone looks f, in five rows; p1 and p2 look m; p3 to p5 look x."""


def test_the_smallest_crowds_are_those_of_persons():
    visit = on_crowd(**VISITS)
    assert [tuple(row.values()) for row in tables(visit)["crowd"]] == [(1, 5, 1), (2, 2, 2), (3, 3, 3)]
    assert list(tables(visit)["crowd"][0]) == ["crowd", "rows", "persons"]
    assert "The smallest 3 of 3 crowds, counted in persons." in visit.texts
    in_rows = on_crowd(Unit.ROWS, **VISITS)
    assert [row["persons"] for row in tables(in_rows)["crowd"]] == [2, 3, 1]
    assert "counted in rows." in in_rows.texts
    histories = on_crowd(Unit.HISTORIES, **VISITS)
    assert [row["persons"] for row in tables(histories)["crowd"]] == [1, 2, 3]
    assert "A history is several rows" in histories.texts


def test_rows_that_match_are_shown_where_missing_matches_anything():
    visit = on_crowd(None, Missing.WILDCARD, q=["a", None, "b", "b"], r=["x", "x", "x", "y"], person=False)
    rows = tables(visit)["crowd"]
    assert [(row["rows"], row["rows that match"]) for row in rows] == [(1, 1), (1, 2), (1, 2), (1, 3)]
    assert "counted in rows that match." in visit.texts


def test_rows_that_stand_alone_say_whose_they_are():
    """Five rows of one person, beside `1 of 5 people`."""
    visit = on_crowd(**VISITS)
    assert "1 of 5 people" in visit.answer
    assert "5 rows of 1 person standing alone, by how few facts: 5 by one" in visit.texts
    assert "1 row standing alone" in on_crowd(person=False, q=["a", "b", "b"]).texts
