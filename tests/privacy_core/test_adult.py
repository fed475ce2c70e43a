"""Adult (30,162 rows, ARX's copy): figures known from independent counts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from privacy_core import (
    DeltaDisclosure,
    KAnonymity,
    Roles,
    Table,
    TCloseness,
    Thresholds,
    assess,
    basic_risk,
    contingency,
    equivalence_classes,
    intake,
    measure,
    staircase,
)
from tests.command import assess as kelt_assess

SEVEN = ["sex", "race", "age", "marital-status", "education", "native-country", "workclass"]
PEERS_FULL = ["age", "education", "occupation", "marital-status", "race", "sex", "native-country"]
PEERS_SMALL = ["sex", "race", "marital-status", "education"]


@pytest.fixture(scope="module")
def path(shared) -> Path:
    found = shared / "data" / "arx" / "adult.csv"
    if not found.is_file():
        pytest.skip(f"no {found}")
    return found


@pytest.fixture(scope="module")
def adult(path) -> Table:
    return intake.read(path.read_bytes(), path.name).table


def test_seven_quasi_identifiers(adult):
    found = assess(adult, Roles(tuple(SEVEN), ("salary-class",)), Thresholds(k=5))
    crowd, risk = found.measurements[0], found.risk
    assert (adult.n_rows, len(found.classes), risk.unique_rows) == (30_162, 11_089, 7_653)
    assert (crowd.value, crowd.records_failing) == (1, 13_657)
    assert risk.average == pytest.approx(0.368, abs=5e-4)
    assert (risk.median_crowd, int(found.classes.size.max())) == (6, 137)


def test_staircase(adult):
    steps = staircase(adult, SEVEN)
    assert steps.alone == (0, 0, 62, 543, 3187, 4907, 7653)
    without = dict(zip(SEVEN, steps.alone_without, strict=True))
    assert (without["age"], without["education"], steps.rows) == (1648, 3357, 30_162)


def test_order_of_the_quasi_identifiers_changes_no_number(adult):
    one, other = (equivalence_classes(adult, names).size for names in (SEVEN, SEVEN[::-1]))
    assert sorted(one) == sorted(other)


def test_the_peers_reference_figures(adult):
    """`python_peers.md` section 3: 14,773 classes, 10,533 unique rows; 603 classes by the small set."""
    classes = equivalence_classes(adult, PEERS_FULL)
    salary, workclass = (contingency(adult, classes, name) for name in ("salary-class", "workclass"))
    assert (len(classes), basic_risk(classes).unique_rows) == (14_773, 10_533)
    assert measure(TCloseness("salary-class"), salary).value == pytest.approx(0.7511, abs=5e-5)
    assert measure(TCloseness("workclass"), workclass).value == pytest.approx(0.9995, abs=5e-5)
    assert measure(DeltaDisclosure("salary-class", absent="present"), salary).value < float("inf")
    assert len(equivalence_classes(adult, PEERS_SMALL)) == 603


def test_ten_copies_are_ten_anonymous(adult):
    classes = equivalence_classes(adult, PEERS_FULL)
    assert measure(KAnonymity(10), contingency(adult, classes, None)).value == 1
    columns = {name: replace(adult[name], codes=np.tile(adult[name].codes, 10)) for name in PEERS_FULL}
    copies = Table(columns, adult.n_rows * 10, np.tile(adult.suppressed, 10))
    tenfold = equivalence_classes(copies, PEERS_FULL)
    assert (len(tenfold), int(tenfold.size.min())) == (14_773, 10)


def test_the_command_line_says_the_same(path):
    said = kelt_assess(
        path, *[f"--qi={name}" for name in SEVEN], "--sensitive", "salary-class", "--k", 5, "--risk", "1/11"
    )
    crowd = said.measure("k-anonymity")
    assert (said.code, said.json["classes"], crowd["value"], crowd["rows_failing"]) == (1, 11_089, 1, 13_657)
    assert (said.json["unused"], said.json["risk"]["unique_rows"]) == (["occupation"], 7_653)
    assert said.value("t-closeness") == pytest.approx(0.7511, abs=5e-5)
    assert said.json["risk"]["rows_above"]["rows"] > 13_657
