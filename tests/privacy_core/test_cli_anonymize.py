"""`kelt anonymize` as a script would call it: the document, the file, exit codes, and refusals."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pandas as pd
import pytest

from privacy_core import cli_anonymize, publishing
from tests.anonymizing import CALL, ROWS, SECRET, call, written
from tests.blurring import Exhaustive
from tests.command import kelt

approx = pytest.approx


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch) -> Path:
    """A folder with a table and hierarchies; calls name files without their folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(cli_anonymize.ALGORITHMS, "optimal", cli_anonymize.ALGORITHMS.get("optimal", _exhaustive))
    return written(tmp_path)


def _exhaustive(settings) -> Exhaustive:
    return Exhaustive(**settings)


def test_the_document_and_the_file():
    said = call("--k", "2", "--suppression", "0.2", "--json")
    assert said.code == 0, said.err
    found = said.json
    assert found["levels"] == {"zip": 0, "sex": 0}
    assert (found["suppressed"], found["prior"], found["reason"]) == (1, "original", None)
    assert found["loss"] == approx(0.2)  # each column loses the suppressed row: (4/D + 1 - 5/D) / (5 - 5/D)
    assert found["nodes_total"] == 6
    assert [m["model"] for m in found["measures"]] == ["k-anonymity"]
    assert (found["measures"][0]["value"], found["measures"][0]["holds"]) == (2, True)
    assert found["utility"]["loss"]["sum"] == approx(0.4)
    assert found["sha256"] == sha256(Path("r.csv").read_bytes()).hexdigest()
    released = pd.read_csv("r.csv", dtype=str)
    assert released.columns.tolist() == ["zip", "sex", "ill", "suppressed"]
    assert released.iloc[4].tolist() == ["*", "*", "gout", "true"]
    assert released["ill"].tolist() == ["flu", "cold", "flu", "cold", "gout"]


def test_assess_confirms_every_threshold_on_the_file_alone():
    promise = ["--k", "2", "--l", "2", "--t", "0.21"]
    said = call(*promise, "--suppression", "0.2", "--json")
    assert said.code == 0, said.err
    judge = "assess r.csv --qi zip --qi sex --sensitive ill --suppressed suppressed --prior r.csv --json".split()
    again = kelt(*judge, *promise)
    assert again.code == 0, again.out
    asked = [m for m in again.json["measures"] if m["threshold"] is not None]
    assert [m["value"] for m in asked] == [m["value"] for m in said.json["measures"]]
    assert said.json["own"][2]["value"] == 0  # without the suppressed row every class is like the rest
    assert any("against the release's own distribution" in sentence for sentence in said.json["findings"])


@pytest.mark.parametrize("kind", ["xlsx", "parquet"])
def test_other_files_are_judged_alike(kind):
    said = kelt(*CALL.replace("r.csv", f"r.{kind}").split(), "--k", "2", "--suppression", "0.2", "--json")
    assert said.code == 0, said.err
    judge = f"assess r.{kind} --qi zip --qi sex --sensitive ill --suppressed suppressed --k 2 --json"
    assert kelt(*judge.split()).code == 0


def test_generalization_where_rows_must_stay():
    found = call("--k", "2", "--json").json
    assert (found["levels"], found["suppressed"]) == ({"zip": 2, "sex": 0}, 0)
    assert [*pd.read_csv("r.csv")["zip"]] == ["*"] * 5


def test_what_people_read():
    said = call("--k", "2", "--suppression", "0.2")
    assert said.code == 0
    assert "r.csv: 1 rows suppressed" in said.out
    assert "levels: zip 0, sex 0" in said.out
    assert "Left out: 'id' (no role), 'note' (no role)." in said.out
    assert SECRET not in said.out


def test_columns_that_are_kept_and_pseudonyms():
    said = call("--k", "2", "--suppression", "0.2", "--identifier", "id", "--salt", "salt", "--keep", "note", "--json")
    assert said.code == 0, said.err
    released = pd.read_csv("r.csv", dtype=str)
    assert released.columns.tolist() == ["id", "zip", "sex", "ill", "note", "suppressed"]
    assert released["id"].str.fullmatch("p[0-9a-f]{32}").all()
    assert any("judged by no model: 'note'" in sentence for sentence in said.json["findings"])


def test_suppressed_rows_can_be_left_out_and_the_prior_is_said_to_be_lost():
    said = call("--k", "2", "--suppression", "0.2", "--leave-out-suppressed", "--json")
    released = pd.read_csv("r.csv", dtype=str)
    assert len(released) == 4
    assert "suppressed" not in released
    assert any("original distribution" in sentence for sentence in said.json["findings"])


def test_a_largest_risk_is_a_promise_of_k():
    found = call("--risk", "1/2", "--suppression", "0.2", "--json").json
    assert (found["measures"][0]["threshold"], found["measures"][0]["value"]) == (2, 2)


def test_a_column_without_a_hierarchy_is_kept_or_withheld_whole():
    base = "anonymize t.csv --qi zip --qi sex --hierarchy sex=sex.csv --out r.csv"
    found = call("--k", "4", "--suppression", "0.2", "--json", base=base).json
    assert found["levels"]["zip"] == 1
    assert any("'zip'" in sentence and "withheld as a whole" in sentence for sentence in found["findings"])


def test_a_prediction_when_asked():
    found = call("--k", "2", "--json", "--predict", "sex").json
    assert found["utility"]["classifiers"][0]["reason"] == "not measured: 5 rows are too few"


@pytest.mark.parametrize(
    ("promise", "words"),
    [
        pytest.param(["--k", "6"], ["k = 6", "5 rows", "largest k is 5"], id="k above n"),
        pytest.param(["--l", "4"], ["ℓ = 4", "3 different values", "largest ℓ is 3"], id="l above the values"),
        pytest.param(["--alpha", "0.1"], ["α = 0.1", "0.3333"], id="alpha below an even share"),
        pytest.param(["--delta-disclosure", "0"], ["Ask for more than 0"], id="an impossible threshold"),
    ],
)
def test_no_solution_is_exit_1_without_a_file(promise, words):
    said = call(*promise, "--json")
    assert said.code == 1, said.err
    assert (said.json["levels"], said.json["utility"], said.json["measures"]) == (None, None, [])
    assert all(word in said.json["reason"] for word in words), said.json["reason"]
    assert not Path("r.csv").exists()


def test_a_search_that_finds_nothing_says_why():
    base = CALL + " --max-level zip=0"
    said = call("--k", "3", "--json", base=base)
    assert said.code == 1
    assert said.json["reason"]
    assert call("--k", "3", base=base).out.startswith("No release: ")


def test_all_rows_suppressed_is_no_release():
    base = CALL + " --max-level zip=0 --max-level sex=0"
    said = call("--k", "3", "--suppression", "1", "--json", base=base)
    assert said.code == 1
    assert "all 5 rows are suppressed" in said.json["reason"]
    assert not Path("r.csv").exists()


REFUSALS = [
    ("hierarchy misses values", "--k 2 --hierarchy zip=gap.csv", ["zip: 1 rows hold", "no entry"]),
    (
        "another column's file",
        "--k 2 --hierarchy zip=wrong.csv",
        ["'zip'", "another column's file", "It fits column 'note', whose 1 values all have an entry."],
    ),
    ("another spelling", "--k 2 --hierarchy zip=blank.csv", ["With its entries written as in column 'zip', every"]),
    ("levels not nested", "--k 2 --hierarchy zip=parents.csv", ["'zip'", "not nested"]),
    ("nothing promised", "", ["at least one threshold"]),
    ("an unknown column", "--k 2 --qi zipp", ["'zipp'", "Did you mean 'zip'?"]),
    ("a hierarchy of a column in no role", "--k 2 --hierarchy note=sex.csv", ["'note'", "neither"]),
    ("a hierarchy of no column", "--k 2 --hierarchy zipp=sex.csv", ["'zipp'"]),
    ("k of zero", "--k 0", ["k must be at least 1"]),
    ("t above 1", "--t 1.2", ["t must lie in [0, 1]"]),
    ("suppression above 1", "--k 2 --suppression 1.2", ["suppression must lie in [0, 1]"]),
    ("gs above 1", "--k 2 --gs 1.2", ["gs must lie in [0, 1]"]),
    ("a level with a fraction", "--k 2 --max-level zip=1.5", ["--max-level zip", "whole number"]),
    ("a level below 0", "--k 2 --max-level zip=-1", ["--max-level zip", "at least 0"]),
    ("a level that is no number", "--k 2 --max-level zip=high", ["--max-level zip", "number"]),
    ("a level of another column", "--k 2 --max-level ill=1", ["--max-level ill", "no quasi-identifier"]),
    ("a weight below 0", "--k 2 --importance zip=-1", ["--importance zip", "-1"]),
    ("no importance", "--k 2 --importance zip=0 --importance sex=0", ["Every importance is 0"]),
    ("an unknown algorithm", "--k 2 --algorithm magic", ["magic"]),
    ("an unknown quality", "--k 2 --quality best", ["best"]),
    ("a file of another kind", "--k 2 --out r.txt", [".csv", ".parquet"]),
    ("a file that is read", "--k 2 --out t.csv", ["'t.csv'", "written over"]),
    ("a hierarchy that is read", "--k 2 --out zip.csv", ["'zip.csv'", "written over"]),
    ("one file for both", "--k 2 --out r.csv --script r.csv", ["both", "'r.csv'"]),
    ("a weight of no search", "--k 2 --algorithm mondrian --importance zip=7", ["--importance", "mondrian"]),
    ("gs of no search", "--k 2 --algorithm microaggregation --gs 0", ["--gs", "microaggregation"]),
    ("gs of local recoding", "--k 2 --algorithm local --gs .1", ["--gs has no effect", "local"]),
    ("a time nobody looks at", "--k 2 --algorithm mondrian --time-budget 0.0001", ["--time-budget", "mondrian"]),
    ("several idle options", "--k 2 --algorithm mondrian --gs 1 --importance zip=7", ["--gs, --importance have no"]),
    ("a salt for nothing", "--k 2 --salt salt", ["--salt", "--identifier"]),
    ("k-map without a population", "--k 2 --k-map 3", ["--population FILE"]),
    ("a population without k-map", "--k 2 --population t.csv", ["--k-map K"]),
    ("k-map of no search", "--k-map 2 --population t.csv --algorithm local", ["--k-map", "local"]),
    ("a k-map of zero", "--k-map 0 --population t.csv", ["k must be at least 1"]),
    ("a population without the column", "--k-map 2 --population persons.csv", ["'zip'", "population"]),
    ("a release over the population", "--k-map 2 --population persons.csv --out persons.csv", ["written over"]),
    ("a mean of text", "--k 2 --figure sex", ["'sex' has no numbers"]),
    ("a figure of no value", "--k 2 --figure sex=x", ["'sex': no row has the value"]),
    ("a figure of no column", "--k 2 --figure sexx=f", ["'sexx'"]),
    ("a figure of a column left out", "--k 2 --figure note", ["--figure note", "not published"]),
    ("a level without levels", "--k 2 --algorithm mondrian --max-level zip=1", ["--max-level", "mondrian"]),
    ("a quality of no search", "--k 2 --algorithm local --quality aecs", ["--quality", "local"]),
    ("a folder that is not there", "--k 2 --out no/r.csv", ["'no/r.csv'", "cannot be written"]),
    ("a salt that is short", "--k 2 --identifier id --salt short", ["6 bytes", "16"]),
    ("an identifier kept as it is", "--k 2 --identifier id --keep id", ["'id'", "pseudonyms"]),
    ("a column kept that is not there", "--k 2 --keep nota", ["'nota'", "Did you mean 'note'?"]),
    ("missing matches anything", "--k 2 --missing wildcard", ["'wildcard'", "value of its own"]),
    ("rows left out", "--k 2 --missing drop", ["'drop'", "value of its own"]),
    ("predict an unknown column", "--k 2 --predict ille", ["'ille'"]),
]


@pytest.mark.parametrize(("more", "words"), [case[1:] for case in REFUSALS], ids=[case[0] for case in REFUSALS])
def test_wrong_calls_are_exit_2_with_one_line_and_no_file(more, words):
    base = CALL.replace("--hierarchy zip=zip.csv ", "") if "--hierarchy zip=" in more else CALL
    said = call(*more.split(), "--json", base=base)
    assert said.code == 2, (said.out, said.err)
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert SECRET not in said.err
    assert all(word in said.err for word in words), said.err
    assert not Path("r.csv").exists()
    assert Path("t.csv").read_text(encoding="utf-8") == ROWS


def test_persons_with_several_rows_are_refused():
    base = "anonymize persons.csv --qi q --person who --k 2 --out r.csv"
    said = call(base=base)
    assert said.code == 2
    assert "2 persons in column 'who' have more than one row" in said.err


def test_a_table_from_standard_input_has_no_script():
    base = CALL.replace("t.csv", "-")
    said = kelt(*base.split(), "--k", "2", "--suppression", "0.2", "--json", stdin=ROWS.encode())
    assert said.code == 0, said.err
    Path("r.csv").unlink()
    said = kelt(*base.split(), "--k", "2", "--suppression", ".2", "--script", "again.py", stdin=ROWS.encode())
    assert said.code == 2
    assert "standard input" in said.err
    assert not Path("r.csv").exists()


def test_the_document_is_json_with_text_for_infinity():
    said = call("--k", "2", "--suppression", "0.2", "--json")
    json.loads(said.out, parse_constant=lambda word: pytest.fail(word))


def test_a_file_that_reads_back_as_another_kind_of_value_says_so(here):
    frame = pd.DataFrame({"q": list("aabb"), "day": pd.to_datetime(["2020-01-02", "2021-03-04"] * 2)})
    frame.to_parquet(here / "days.parquet")
    base = "anonymize days.parquet --qi q --sensitive day --t 0.3 --k 2 --out r.csv --json"
    said = call(base=base)
    assert said.code == 0, said.err
    assert any("must say day:ordered=low<mid<high" in sentence for sentence in said.json["findings"])
    typed = "day:ordered=2020-01-02<2021-03-04"
    judge = f"assess r.csv --qi q --sensitive {typed} --suppressed suppressed --prior r.csv --t 0.3 --k 2 --json"
    assert kelt(*judge.split()).code == 0


def test_a_file_that_does_not_keep_the_promise_is_never_written(monkeypatch):
    honest = publishing.files.cells

    def merged(table):
        return {**honest(table), "ill": ["flu"] * table.n_rows}

    monkeypatch.setattr(publishing.files, "cells", merged)
    said = call("--k", "2", "--l", "2", "--suppression", "0.2")
    assert said.code == 2
    assert "read back, is not what was judged" in said.err
    assert not Path("r.csv").exists()
