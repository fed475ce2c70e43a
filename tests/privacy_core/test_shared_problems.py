"""Real users' problems (`cases/problems.json`), as far as the core and `kelt assess` answer them."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from privacy_core import Role, crowd, equivalence_classes, intake, special_uniques, staircase, suggest
from tests.command import assess, kelt

AREAS = {"roles", "semantics", "k-anonymity", "l-diversity", "t-closeness", "units", "security", "errors", "words"}
ELSEWHERE = {
    "P34": "test_units.py",
    "P36": "test_individual.py",
    "P39": "test_k_and_l_are_whole_numbers_and_differ",
    "P69": "attacks/test_shared_attacks.py",
    "P79": "test_cli_refusals.py",
    "P81": "a limit of pages, none in the core",
}


@pytest.fixture
def case(shared):
    """Read one of the shared cases: `case("c10_leading_zeros.csv")` is its path."""
    return lambda name: shared / "cases" / name


@pytest.fixture
def entries(shared) -> dict[str, dict]:
    listed = json.loads((shared / "cases" / "problems.json").read_text("utf-8"))["entries"]
    return {entry["id"]: entry for entry in listed}


def read(path: Path) -> intake.Reading:
    return intake.read(path.read_bytes(), path.name)


def qi(*names: str) -> list[str]:
    return [f"--qi={name}" for name in names]


def k(path: Path, *names: str, more: tuple = ()) -> int:
    return assess(path, *qi(*names), *more).value("k-anonymity")


def per_class(tmp_path: Path, path: Path, *arguments: str) -> list[list[str]]:
    out = tmp_path / "per_class.csv"
    assert kelt("assess", path, *arguments, "--per-class", out).code == 0
    return [line.split(",") for line in out.read_text("utf-8").splitlines()]


def column_of(rows: list[list[str]], name: str) -> list[float]:
    return [float(row[rows[0].index(name)]) for row in rows[1:]]


def test_every_problem_of_the_core_s_areas_has_a_test(entries):
    mine = {key for key, entry in entries.items() if entry["area"].split("/")[-1] in AREAS}
    tested = {name.split("_")[1].upper() for name in globals() if name.startswith("test_p")}
    assert mine - tested - set(ELSEWHERE) == set()


def test_p10_codes_keep_their_zeros(case):
    path = case("c10_leading_zeros.csv")
    assert k(path, "zip") == 1
    assert assess(path, *qi("zip")).json["classes"] == 5
    assert {s.column: s.role for s in suggest(intake.read(path.read_bytes(), path.name).table)}[
        "zip"
    ] is Role.QUASI_IDENTIFIER


def test_p11_namibia_is_a_country(case):
    said = assess(case("c11_namibia_NA.csv"), *qi("country"), "--sensitive", "diagnosis")
    assert said.json["classes"] == 3
    assert [said.value(m) for m in ("k-anonymity", "distinct-l")] == [1, 1]
    assert said.value("t-closeness") == pytest.approx(0.4)


def test_p20_tiny_tables(case):
    one, few = case("c21_one_row_one_col.csv"), case("c60_few_rows.csv")
    assert (k(one, "age"), k(few, "zip", "age")) == (1, 1)
    for path in (one, few):
        roles = {s.role for s in suggest(intake.read(path.read_bytes(), path.name).table)}
        assert Role.IDENTIFIER not in roles, "below twenty rows uniqueness says nothing"


def test_p25_a_workbook_that_inflates_is_refused_with_the_limit(case):
    said = kelt("assess", case("c26_inflating.xlsx"), *qi("age"))
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert "limit" in said.err


def test_p29_suppressed_records_are_said_to_be_suppressed(case):
    path, known = case("c28_suppressed_stars.csv"), ("age", "gender", "zipcode")
    assert k(path, *known) == 1
    left_out = assess(path, *qi(*known), "--suppressed-token", "*")
    assert (left_out.value("k-anonymity"), left_out.json["rows_suppressed"], left_out.json["rows"]) == (2, 1, 7)


def test_p30_empty_text_and_missing(case):
    assert k(case("c29_empty_vs_missing.csv"), "zip", "job") == 2


def test_p32_missing_secrets(case, tmp_path):
    path = case("c35_missing_sensitive.csv")
    columns = (*qi("q"), "--sensitive", "diagnosis")
    counted = per_class(tmp_path, path, *columns)
    ignored = per_class(tmp_path, path, *columns, "--missing-sensitive", "out")
    assert column_of(counted, "distinct-l@diagnosis") == [2, 3]
    assert column_of(ignored, "distinct-l@diagnosis") == [1, 2]
    assert assess(path, *columns).json["policies"]["missing_sensitive"] == "own"
    assert any("missing" in line and "2 of 6" in line for line in assess(path, *columns).json["findings"])


def test_p33_missing_numbers_have_no_place_in_the_order(case):
    said = assess(case("c65_numeric_sensitive_missing.csv"), *qi("q"), "--sensitive", "score")
    assert said.value("t-closeness", ground="equal") == pytest.approx(0.5)
    assert said.value("t-closeness", ground="ordered") == pytest.approx(0.5)
    assert any("left out of ordered and by-value distances" in line for line in said.json["findings"])
    out = assess(
        case("c65_numeric_sensitive_missing.csv"), *qi("q"), "--sensitive", "score", "--missing-sensitive", "out"
    )
    assert out.value("t-closeness", ground="equal") == pytest.approx(2 / 3)


def test_k_and_l_are_whole_numbers_and_differ(case):
    said = assess(case("c34_homogeneous_class.csv"), *qi("zip", "age_band"), "--sensitive", "diagnosis")
    values = [said.value("k-anonymity"), said.value("distinct-l")]
    assert values == [3, 1]
    assert [type(value) for value in values] == [int, int]


def test_p40_salaries_by_rank(case, tmp_path):
    columns = (*qi("zip", "age"), "--sensitive", "salary")
    rows = per_class(tmp_path, case("c36_ordered_emd_salary.csv"), *columns)
    found = {tuple(row[1:3]): row for row in rows[1:]}
    at = rows[0].index("t-closeness@salary@ordered")
    expected = {("476**", "2*"): 0.375, ("4790*", "'>=40"): 0.1667, ("476**", "3*"): 0.2361}
    for (place, age), distance in expected.items():
        assert float(found[place, age.lstrip("'")][at]) == pytest.approx(distance, abs=5e-5)
    said = assess(case("c36_ordered_emd_salary.csv"), *columns)
    assert said.value("t-closeness", ground="equal") == pytest.approx(2 / 3)


def test_p41_a_constant_secret_is_close_and_known(case):
    said = assess(case("c40_constant_columns.csv"), *qi("country", "sex"), "--sensitive", "score")
    assert [said.value(m) for m in ("k-anonymity", "distinct-l")] == [4, 1]
    assert {m["value"] for m in said.json["measures"] if m["model"] == "t-closeness"} == {0.0}
    assert any("one value in all" in line and "everybody's value is known" in line for line in said.json["findings"])


def test_p44_a_binary_secret_has_two_values(case):
    said = assess(case("c58_binary_ldiversity_limit.csv"), *qi("q"), "--sensitive", "hiv", "--l", 3)
    assert (said.code, said.value("k-anonymity"), said.value("distinct-l")) == (1, 3, 2)
    assert said.value("t-closeness") == pytest.approx(0)


def test_p45_skewness(case, tmp_path):
    rows = per_class(tmp_path, case("c59_skew_attack.csv"), *qi("q"), "--sensitive", "virus")
    assert column_of(rows, "t-closeness@virus@equal") == pytest.approx([0.475, 0.025])
    assert column_of(rows, "alpha-k@virus")[0] == 0.5
    assert column_of(rows, "basic-beta@virus")[0] == pytest.approx(0.5 / 0.025 - 1)


def test_p47_rows_that_violate_k(case):
    found = assess(case("c50_exactly_k.csv"), *qi("q"), "--k", 5).measure("k-anonymity")
    assert (found["rows_failing"], found["classes_failing"], found["holds"]) == (4, 1, False)


def test_p48_the_union_of_the_sets_counts(case):
    path = case("c49_overlapping_qi_sets.csv")
    assert [k(path, *known) for known in (("sex", "yob"), ("c1", "c2"), ("sex", "yob", "c1", "c2"))] == [2, 2, 1]


def test_p49_columns_in_no_role_stay_in_no_role(case):
    said = assess(case("c39_all_unique.csv"), *qi("age"))
    assert said.json["quasi_identifiers"] == ["age"]
    assert said.json["unused"] == ["uid", "zip", "job", "salary"]


def test_p50_what_each_column_costs(case):
    path = case("c39_all_unique.csv")
    table = intake.read(path.read_bytes(), path.name).table
    assert (table.n_rows, k(path, "zip", "age", "job")) == (30, 1)
    assert staircase(table, ["zip", "age", "job"]).alone[-1] == 30


def test_p53_infinite_numbers_are_named_and_never_binned(case):
    said = assess(case("c38_inf_negative_sentinel.csv"), *qi("age"), "--sensitive", "income")
    assert said.json["rows"] == 6
    assert said.value("t-closeness", ground="value") is None
    assert any("'income'" in line and "2 rows hold an infinite number" in line for line in said.json["findings"])


def test_p70_no_formula_leaves(case, tmp_path):
    out = tmp_path / "out.csv"
    path = case("c45_formula_injection.csv")
    assert kelt("assess", path, *qi("name", "amount", "=1+1"), "--sensitive", "note", "--per-class", out).code == 0
    rows = list(csv.reader(out.open(encoding="utf-8", newline="")))
    assert not any(cell.startswith(("=", "@", "+", "\t")) for row in rows for cell in row)
    assert rows[0][3] == "'=1+1"
    assert [float(row[2]) for row in rows[1:]] == [4, -12.5, -3, 0], "honest negative numbers stay numbers"


def test_p71_markup_stays_text(case):
    path = case("c46_markup_injection.csv")
    table = intake.read(path.read_bytes(), path.name).table
    assert len(table.names) == 4
    said = assess(path, *[f"--qi={name}" for name in table.names])
    assert said.json["quasi_identifiers"] == table.names


def test_p80_every_number_has_a_sentence(case):
    said = assess(case("c36_ordered_emd_salary.csv"), *qi("zip", "age"), "--sensitive", "salary")
    assert len(said.json["findings"]) >= len(said.json["measures"])


def test_p07_equal_names_are_told_apart(case):
    reading = read(case("c07_duplicate_columns.csv"))
    assert reading.table.names == ["id", "value", "value (2)", "date", "date (2)"]
    assert any("'value (2)'" in found.sentence for found in intake.doctor(reading.table, reading.facts))


def test_p54_two_special_uniques(case, entries):
    table, expected = read(case("c43_special_uniques.csv")).table, entries["P54"]["expected"]
    classes = equivalence_classes(table, table.names)
    seen = crowd(classes, 3)
    assert (seen.smallest, seen.alone) == (expected["k"], expected["unique rows"])
    assert int(classes.size[classes.size > 1].min()) == expected["k without them"]
    assert special_uniques(table, table.names).sets == ((("age",), 2), (("education",), 1))  # PhD, aged 103


def test_p56_places_of_eight_people(case, entries):
    table, expected = read(case("c42_geo_points.csv")).table, entries["P56"]["expected"]
    assert k(case("c42_geo_points.csv"), "lat", "lon") == expected["k raw"]
    found = {one.kind: one for one in intake.doctor(table)}
    assert found[intake.Kind.GEO_RANGE].count == expected["out of range rows"]
    rounded = intake.apply(table, intake.Repair(intake.RepairKind.ROUND_GEO, "lat", ("lon", 2)))
    assert int(equivalence_classes(rounded, ["lat", "lon"]).size.max()) == expected["largest cell at 2 decimals"]
    assert found[intake.Kind.GEO_ZERO].count == 1
