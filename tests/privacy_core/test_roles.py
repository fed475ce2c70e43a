"""Roles: one per column; and suggestions that always give a reason."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from privacy_core import (
    Role,
    RoleError,
    Roles,
    UnknownColumn,
    assigned,
    collect_roles,
    from_frame,
    intake,
    samples,
    suggest,
)

QI, SECRET, ID = Role.QUASI_IDENTIFIER, Role.SENSITIVE, Role.IDENTIFIER


@pytest.mark.parametrize(
    "given",
    [
        {"quasi_identifiers": ("a",), "sensitive": ("a",)},
        {"sensitive": ("a",), "weight": "a"},
        {"person": "a", "household": "a"},
        {"identifiers": ("b", "a"), "quasi_identifiers": ("a",)},
    ],
    ids=str,
)
def test_one_column_has_one_role(given):
    with pytest.raises(RoleError, match="'a' has two roles"):
        Roles(**given)


def test_one_column_is_named_once():
    with pytest.raises(RoleError, match="'a' is named twice"):
        Roles(("a", "b", "a"))


def test_checking_against_a_table():
    Roles(("a",), ("b",)).check(["a", "b", "c"])
    with pytest.raises(RoleError, match="No quasi-identifier"):
        Roles(sensitive=("b",)).check(["a", "b"])
    with pytest.raises(UnknownColumn, match=r"No column 'bb'. Columns: a, b. Did you mean 'b'\?"):
        Roles(("a",), ("bb",)).check(["a", "b"])
    assert Roles(("a",), person="c").unused(["a", "b", "c"]) == ["b"]


def test_collecting_roles():
    given = [("a", QI), ("b", SECRET), ("c", Role.PERSON), ("d", Role.NOT_USED), ("e", QI)]
    assert collect_roles(given) == Roles(("a", "e"), ("b",), person="c")
    assert [*collect_roles(given)] == [("a", QI), ("e", QI), ("b", SECRET), ("c", Role.PERSON)]
    with pytest.raises(RoleError, match="Only one column can be the weight; chosen: 'a', 'b'"):
        collect_roles([("a", Role.WEIGHT), ("b", Role.WEIGHT)])


def column(name: str, rows: int = 60, distinct: int = 9, numbers: bool = False):
    values = np.arange(rows) % distinct
    return suggest(from_frame(pd.DataFrame({name: values if numbers else [f"v{v}" for v in values]})))[0]


NAMES = {
    QI: "age alter sex gender Geschlecht race nationality native-country nativeCountry NATIVE_COUNTRY zip "
    "zip_code ZIPCode plz PLZ postal-code area_code birthYear Geburtsdatum marital-status Familienstand education occupation Beruf "
    "Wohnort admission country_name town_name hospital_name household_size family_status q17 weight",
    SECRET: "diagnosis Diagnose disease income Gehalt salary-class test_result HIV religion ICD_code drug_name "
    "household_income crime score",
    ID: "name Nachname vorname first_name lastName e-mail EMailAddress email phoneNumber SSN ip_address patient_name "
    "home_address Straße iban account_number",
    Role.PERSON: "patient_id person_number customerId student_no",
    Role.HOUSEHOLD: "household hh_id Haushalt household_id",
    Role.WEIGHT: "fnlwgt",
}


@pytest.mark.parametrize(("role", "name"), [(role, name) for role, names in NAMES.items() for name in names.split()])
def test_names_english_and_german(role, name):
    found = column(name)
    assert found.role is role, found.reason
    assert found.reason.endswith("9 values")


@pytest.mark.parametrize(
    ("name", "rows", "distinct", "role"),
    [
        pytest.param("record_id", 60, 60, ID, id="every row another id"),
        pytest.param("record_id", 60, 30, Role.PERSON, id="an id that repeats"),
        pytest.param("exam_code", 600, 5, QI, id="a code many rows share"),
        pytest.param("zip_code", 60, 60, QI, id="a postal code is no id though unique"),
        pytest.param("q17", 60, 60, ID, id="unique text could name a person"),
        pytest.param("q17", 60, 1, Role.NOT_USED, id="one value tells nobody apart"),
        pytest.param("q17", 19, 19, QI, id="below 20 rows uniqueness says nothing"),
        pytest.param("q17", 20, 20, ID, id="from 20 rows on it does"),
        pytest.param("record_id", 3, 3, ID, id="three rows: by its name only"),
    ],
)
def test_values_count_only_with_enough_rows(name, rows, distinct, role):
    assert column(name, rows, distinct).role is role


def test_unique_numbers_are_measurements_not_names():
    assert column("q17", 60, 60, numbers=True).role is QI


def test_separation_is_the_share_of_pairs_told_apart():
    found = suggest(from_frame(pd.DataFrame({"age": [1, 1, 2, None]})))[0]
    assert (found.distinct, found.separation) == (3, pytest.approx(5 / 6))
    assert suggest(from_frame(pd.DataFrame({"age": [1]})))[0].separation == 0


def test_partners_leave_most_rows_alone():
    frame = pd.DataFrame(
        {"age": [1, 1, 2, 2], "zip": ["a", "b", "a", "b"], "sex": list("ffmm"), "diagnosis": list("xxxx")}
    )
    found = {s.column: (s.partner, s.alone_with_partner) for s in suggest(from_frame(frame))}
    assert found == {"age": ("zip", 4), "zip": ("age", 4), "sex": ("zip", 4), "diagnosis": (None, 0)}


def test_adult(shared):
    path = shared / "data" / "arx" / "adult.csv"
    found = suggest(intake.read(path.read_bytes(), path.name).table)
    assert {s.column for s in found if s.role is SECRET} == {"salary-class"}
    assert {s.role for s in found} == {QI, SECRET}
    age = next(s for s in found if s.column == "age")
    assert (age.partner, age.alone_with_partner, age.distinct) == ("native-country", 560, 72)


def test_reasons_hold_no_value_of_the_data():
    secret = "Xanadu-7731"
    frame = pd.DataFrame({name: [secret, *"abcdefghijklmnopqrstuvw"] for name in ("q17", "diagnosis", "record_id")})
    assert not any(secret in s.reason for s in suggest(from_frame(frame)))


def test_what_is_suggested_can_be_accepted():
    frame = pd.DataFrame(
        {name: [f"v{i % 9}" for i in range(60)] for name in ["patient_id", "customer_id", "hh_id", "age"]}
    )
    accepted = collect_roles(list(assigned(suggest(from_frame(frame)))))
    assert (accepted.person, accepted.identifiers, accepted.household) == ("patient_id", ("customer_id",), "hh_id")
    for offer in samples.OFFERS:
        sample = samples.load(offer.name)
        suggested = collect_roles(list(assigned(suggest(sample.table))))
        known = {*suggested.quasi_identifiers, *suggested.identifiers}  # a name identifies by itself
        assert known >= set(sample.roles.quasi_identifiers), offer.name
