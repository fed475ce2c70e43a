"""`kelt subsets`: the contract of its document, every way to refuse, and what is counted."""

from __future__ import annotations

import csv
import json

import numpy as np
import pandas as pd
import pytest

from privacy_core import intake, pivot
from privacy_core.attacks import minimal_uniques, scan_subsets, suda
from tests.command import kelt

THREE = "a,b,c\n2,0,0\n1,3,6\n1,0,0\n"
ABC = ("--qi", "a", "--qi", "b", "--qi", "c")


@pytest.fixture
def three(tmp_path):
    path = tmp_path / "three.csv"
    path.write_text(THREE, encoding="utf-8")
    return path


def test_the_document_has_what_the_contract_names(three):
    found = kelt("subsets", three, *ABC, "--k", "3", "--json")
    assert (found.code, found.err) == (0, "")
    said = found.json
    counted = {"a": 1, "b": 1, "c": 1, "ab": 3, "ac": 3, "bc": 1, "abc": 3}
    assert said["subsets"] == [
        {"columns": [*names], "unique": unique, "below_k": 3} for names, unique in counted.items()
    ]
    assert said["minimal_uniques"]["rows"] == 3
    assert said["minimal_uniques"]["by_size"] == {"1": 2, "2": 1, "3": 0}
    assert said["minimal_uniques"]["by_column"] == {"a": 2, "b": 2, "c": 2}
    assert said["suda"]["contributions"] == {"a": 50.0, "b": 37.5, "c": 37.5}
    assert said["suda"]["scores"] == [2, 4, 2]
    assert (said["partial"], said["sampled"], said["k"], said["rows"]) == (False, False, 3, 3)


def test_without_more_words_sizes_up_to_three_and_crowds_below_five_are_counted(tmp_path):
    path = tmp_path / "wide.csv"
    draw = np.random.default_rng(1)
    pd.DataFrame({name: draw.integers(0, 3, 30) for name in "abcd"}).to_csv(path, index=False)
    said = kelt("subsets", path, *(f"--qi={name}" for name in "abcd"), "--json").json
    assert (said["k"], said["max_size"], len(said["subsets"])) == (5, 3, 14)
    table = intake.read(path.read_bytes(), "wide.csv").table
    scan = scan_subsets(table, table.names, max_size=3, k=5)
    assert said["subsets"] == [
        {"columns": [*one.columns], "unique": one.unique, "below_k": one.below} for one in scan.sets
    ]
    assert said["suda"]["scores"] == suda(table, minimal_uniques(table, table.names)).score.tolist()


@pytest.mark.parametrize("crowd", [1, 100])
def test_a_crowd_of_one_and_one_of_more_than_all(three, crowd):
    said = kelt("subsets", three, *ABC, "--k", crowd, "--json").json
    assert {one["below_k"] for one in said["subsets"]} == {0 if crowd == 1 else 3}


def test_the_text_names_the_worst_sets_and_nothing_of_the_cells(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("sex,town\nfemale,Ulm\nmale,Ulm\nmale,Bonn\n", encoding="utf-8")
    found = kelt("subsets", path, "--qi", "sex", "--qi", "town")
    assert found.code == 0
    assert "sex, town" in found.out
    assert not any(value in found.out for value in ("female", "Ulm", "Bonn"))
    assert max(map(len, found.out.splitlines())) <= 120
    document = kelt("subsets", path, "--qi", "sex", "--qi", "town", "--json").out
    assert not any(value in document for value in ("female", "Ulm", "Bonn"))


def test_rows_of_a_person_are_put_side_by_side(tmp_path):
    path = tmp_path / "visits.csv"
    path.write_text("who,day,sex,place\n1,2,f,foo\n1,1,f,bar\n2,1,m,foo\n3,1,f,foo\n", encoding="utf-8")
    named = ("--qi", "sex", "--qi", "place", "--person", "who", "--order", "day")
    said = kelt("subsets", path, *named, "--json").json
    assert said["columns"] == ["sex", "place visit 1", "place visit 2"]
    table = intake.read(path.read_bytes(), "visits.csv").table
    people = pivot(table, "who", "day")
    scan = scan_subsets(people, said["columns"], k=5, max_size=3)
    assert [one["unique"] for one in said["subsets"]] == [one.unique for one in scan.sets]
    assert said["rows"] == 3
    assert "persons" in said["policies"]["unit"]


def test_columns_whose_names_look_like_visits_of_others_stay_apart(tmp_path):
    path = tmp_path / "visits.csv"
    path.write_text("who,flu,flu visit 2,day visit 1\n1,a,x,1\n1,b,x,2\n2,a,y,1\n3,a,y,2\n", encoding="utf-8")
    said = kelt("subsets", path, "--qi", "flu", "--qi", "flu visit 2", "--person", "who", "--json").json
    assert said["columns"] == ["flu visit 1", "flu visit 2 (2)", "flu visit 2"]
    assert [one["unique"] for one in said["subsets"]] == [0, 1, 1, 1, 1, 1, 1]
    ordered = kelt("subsets", path, "--qi", "flu", "--person", "who", "--order", "flu visit 2", "--json").json
    assert ordered["columns"] == ["flu visit 1", "flu visit 2 (2)"]


def test_missing_cells_by_every_policy(tmp_path):
    path = tmp_path / "gaps.csv"
    path.write_text("sex,born\nM,1990\nM,\nF,1990\n", encoding="utf-8")
    both = ("--qi", "sex", "--qi", "born", "--json")
    unique = {
        missing: kelt("subsets", path, *both, "--missing", missing).json["subsets"][-1]["unique"]
        for missing in ("own", "wildcard", "drop")
    }
    assert unique == {"own": 3, "wildcard": 1, "drop": 2}
    assert kelt("subsets", path, *both, "--missing", "drop").json["rows_left_out"] == 1


def test_suppressed_rows_are_left_out(tmp_path):
    path = tmp_path / "gone.csv"
    path.write_text("a,out\nx,false\nx,false\ny,true\n", encoding="utf-8")
    said = kelt("subsets", path, "--qi", "a", "--suppressed", "out", "--json").json
    assert (said["rows"], said["rows_suppressed"], said["subsets"][0]["unique"]) == (2, 1, 0)
    path.write_text("a,b\nx,1\nx,1\n*,*\n", encoding="utf-8")
    said = kelt("subsets", path, "--qi", "a", "--qi", "b", "--suppressed-token", "*", "--json").json
    assert (said["rows"], said["subsets"][0]["unique"]) == (2, 0)


def test_a_line_for_every_row(three, tmp_path):
    out = tmp_path / "rows.csv"
    assert kelt("subsets", three, *ABC, "--per-row", out).code == 0
    with out.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert [row["smallest"] for row in rows] == ["1", "1", "2"]
    assert [row["minimal_uniques"] for row in rows] == ["1", "2", "2"]
    assert [float(row["suda"]) for row in rows] == [2, 4, 2]


def test_persons_in_the_file_of_rows_are_told_by_their_id(tmp_path):
    path, out = tmp_path / "visits.csv", tmp_path / "rows.csv"
    path.write_text("row,place\n7,foo\n7,bar\n5,foo\n", encoding="utf-8")
    assert kelt("subsets", path, "--qi", "place", "--person", "row", "--per-row", out).code == 0
    assert [line.split(",")[1] for line in out.read_text("utf-8").splitlines()] == ["person row", "5", "7"]


def test_scores_of_many_rows_are_not_printed(tmp_path):
    path = tmp_path / "many.csv"
    pd.DataFrame({"a": np.arange(10_001) % 7}).to_csv(path, index=False)
    said = kelt("subsets", path, "--qi", "a", "--json").json
    assert said["suda"]["scores"] is said["suda"]["dis"] is None
    assert said["suda"]["contributions"] == {"a": None}


class TestManyColumns:
    """Caps, time, samples of sets."""

    @pytest.fixture
    def wide(self, tmp_path):
        path = tmp_path / "wide.csv"
        draw = np.random.default_rng(2)
        pd.DataFrame({f"c{at:02d}": draw.integers(0, 3, 60) for at in range(25)}).to_csv(path, index=False)
        return path, [f"--qi=c{at:02d}" for at in range(25)]

    def test_more_than_20_columns_with_a_size(self, wide):
        path, columns = wide
        said = kelt("subsets", path, *columns, "--max-size", "2", "--json").json
        assert (len(said["subsets"]), said["partial"]) == (325, False)

    def test_time_that_ends_is_partial(self, wide):
        path, columns = wide
        said = kelt("subsets", path, *columns, "--max-size", "12", "--seconds", "0.1", "--json").json
        assert said["partial"]
        assert len(said["subsets"]) < said["planned"]
        assert any(one.startswith("Partial: ") for one in said["findings"])

    def test_a_sample_has_intervals_and_its_seed(self, wide):
        path, columns = wide
        given = ("--max-size", "3", "--sample", "40", "--seed", "7", "--json")
        said = kelt("subsets", path, *columns, *given).json
        assert (said["sampled"], said["seed"], said["planned"]) == (True, 7, 105)
        assert [one["interval"] is None for one in said["unicity"]] == [True, False, False]
        assert said == kelt("subsets", path, *columns, *given).json


def test_the_population_is_spoken_of_when_its_fraction_is_known(tmp_path):
    path = tmp_path / "sample.csv"
    sizes = np.repeat(np.arange(98), np.repeat([1, 2, 3, 5, 8], [60, 20, 10, 5, 3]))
    pd.DataFrame({"a": sizes}).to_csv(path, index=False)
    said = kelt("subsets", path, "--qi", "a", "--sampling-fraction", "1/10", "--json").json
    assert 0 < said["sample_uniques"]["also_in_population"] < said["sample_uniques"]["unique"] == 60
    assert any("unique in the population" in one for one in said["findings"])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "No quasi-identifier is given"),
        (["--qi", "z"], "No column 'z'"),
        (["--qi", "a", "--qi", "a"], "Column 'a' is named 2 times"),
        (["--qi", "a", "--k", "0"], "--k"),
        (["--qi", "a", "--max-size", "0"], "--max-size"),
        (["--qi", "a", "--seconds", "0"], "seconds must be above 0"),
        (["--qi", "a", "--seconds", "nan"], "seconds must be above 0"),
        (["--qi", "a", "--sample", "0"], "--sample"),
        (["--qi", "a", "--dis-fraction", "0"], "fraction of DIS"),
        (["--qi", "a", "--sampling-fraction", "2"], "sampling fraction"),
        (["--qi", "a", "--person", "a"], "'a' has two roles"),
        (["--qi", "a", "--suppressed", "a"], "'a' has two roles"),
        (["--qi", "a", "--order", "b"], "no --person"),
        (["--qi", "a", "--missing", "never"], "--missing"),
        (["--qi", "a", "--person", "z"], "No column 'z'"),
    ],
)
def test_a_wrong_call_is_one_line(three, arguments, words):
    found = kelt("subsets", three, *arguments, "--json")
    assert (found.code, found.out) == (2, "")
    assert words in found.err
    assert found.err.count("\n") == 1


def test_a_file_is_not_written_over_itself(three):
    found = kelt("subsets", three, *ABC, "--per-row", three)
    assert (found.code, three.read_text("utf-8")) == (2, THREE)


def test_adult(shared):
    path = shared / "data/arx/adult.csv"
    names = path.read_text("utf-8").splitlines()[0].split(";")
    found = kelt("subsets", path, *(f"--qi={name}" for name in names), "--max-size", "9", "--json")
    said = json.loads(found.out)
    assert len(said["subsets"]) == 511
    assert said["subsets"][-1]["unique"] == 15_512
    assert max(one["unique"] for one in said["subsets"] if len(one["columns"]) == 4) == 5_126
