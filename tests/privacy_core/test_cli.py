"""`kelt assess` keeps its contract: `design.md`, section 6."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from privacy_core.arguments import FIRST_SEED
from privacy_core.cli import main
from tests.command import assess, kelt

TINY = "q,s\na,x\na,y\nb,x\nb,x\n"
MEASURE = {"parameter": None, "sensitive": "s", "ground": None, "unit": None, "threshold": None, "strict": False}
UNASKED = {"holds": None, "classes_failing": None, "rows_failing": None}


@pytest.fixture
def tiny(tmp_path) -> Path:
    return write(tmp_path / "t.csv", TINY)


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_the_tiny_example_to_the_letter(tiny):
    said = assess(tiny, "--qi", "q", "--sensitive", "s", "--k", 2, "--l", 2)
    found = said.json
    findings = found.pop("findings")
    assert said.code == 1
    assert len(findings) == 9
    assert found == {
        "rows": 4,
        "rows_suppressed": 0,
        "rows_left_out": 0,
        "classes": 2,
        "quasi_identifiers": ["q"],
        "unused": [],
        "policies": {"missing": "own", "missing_sensitive": "own", "unit": "rows", "prior": "table"},
        "measures": [
            {"model": "k-anonymity", "parameter": None, "sensitive": None, "ground": None, "unit": "rows", "value": 2,
             "threshold": 2, "strict": False, "holds": True, "classes_failing": 0, "rows_failing": 0},
            {"model": "distinct-l", **MEASURE, "value": 1, "threshold": 2, "holds": False, "classes_failing": 1,
             "rows_failing": 2},
            {"model": "entropy-l", **MEASURE, **UNASKED, "value": 1.0},
            {"model": "recursive-cl", **MEASURE, **UNASKED, "parameter": {"l": 2}, "strict": True, "value": "inf"},
            {"model": "alpha-k", **MEASURE, **UNASKED, "value": 1.0},
            {"model": "t-closeness", **MEASURE, **UNASKED, "ground": "equal", "value": 0.25},
            {"model": "basic-beta", **MEASURE, **UNASKED, "value": 1.0},
            {"model": "enhanced-beta", **MEASURE, **UNASKED, "value": "inf"},
            {"model": "delta-disclosure", **MEASURE, **UNASKED, "strict": True, "value": "inf"},
        ],
        "risk": {"highest": 0.5, "average": 0.5, "marketer": 0.5, "journalist": None, "unique_rows": 0,
                 "rows_above": {"threshold": None, "rows": None}, "population_unique": None, "household_highest": None},
    }  # fmt: skip


def test_the_module_is_the_command(tiny):
    command = [sys.executable, "-m", "privacy_core", "assess", str(tiny), "--qi", "q", "--k", "3"]
    ran = subprocess.run(
        command, capture_output=True, text=True, cwd=Path(__file__).resolve().parents[2], encoding="utf-8"
    )
    assert (ran.returncode, ran.stderr) == (1, "")
    assert "k-anonymity" in ran.stdout


def test_a_console_without_greek_letters_is_no_reason_to_fail(tiny):
    command = [sys.executable, "-m", "privacy_core", "assess", str(tiny), "--qi", "q", "--sensitive", "s"]
    house = Path(__file__).resolve().parents[2]
    ran = subprocess.run(command, capture_output=True, cwd=house, env={"PYTHONIOENCODING": "ascii"})
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"enhanced \\u03b2" in ran.stdout


THRESHOLDS = [
    # option, holds, fails: around k 2, ℓ 1, entropy ℓ 1, c ∞, α 1, t 1/4, β 1 of the tiny table
    ("--k", "2", "3"),
    ("--l", "1", "2"),
    ("--entropy-l", "1", "1.001"),
    ("--alpha", "1", ".99"),
    ("--t", "1/4", "0.2499"),
    ("--beta", "1", "0.99"),
    ("--risk", "1/2", "0.49"),
]


@pytest.mark.parametrize(("option", "holds", "fails"), THRESHOLDS)
def test_exit_codes_0_and_1(tiny, option, holds, fails):
    columns = ("--qi", "q", "--sensitive", "s")
    assert assess(tiny, *columns, option, holds).code == 0
    assert assess(tiny, *columns, option, fails).code == 1


@pytest.mark.parametrize("option", ["--recursive=9,2", "--enhanced-beta=9", "--delta-disclosure=9"])
def test_infinite_never_holds(tiny, option):
    said = assess(tiny, "--qi", "q", "--sensitive", "s", option)
    assert said.code == 1
    assert [m["value"] for m in said.json["measures"] if m["holds"] is False] == ["inf"]


def test_strict_models_fail_at_their_own_number():
    """Counts 2 and 1 in one class: c = 2 exactly, δ-disclosure 0 exactly."""
    table = b"q,s\na,x\na,x\na,y\n"
    for option, code in (("--recursive=2,2", 1), ("--recursive=2.001,2", 0), ("--delta-disclosure=0", 1)):
        assert assess("-", "--qi", "q", "--sensitive", "s", option, stdin=table).code == code, option


def test_risk_is_counted(tiny):
    said = assess(tiny, "--qi", "q", "--qi", "s", "--risk", "1/2").json
    assert said["risk"]["rows_above"] == {"threshold": 0.5, "rows": 2}
    assert (said["risk"]["unique_rows"], said["risk"]["highest"], said["risk"]["average"]) == (2, 1.0, 0.75)


def test_nothing_left_is_exit_1_and_null(tmp_path):
    table = write(tmp_path / "t.csv", "q,s,gone\na,x,true\nb,y,1\n")
    said = assess(table, "--qi", "q", "--sensitive", "s", "--suppressed", "gone", "--k", 1, "--t", "1")
    assert said.code == 1
    assert (said.json["rows"], said.json["rows_suppressed"], said.json["classes"]) == (2, 2, 0)
    assert {(m["value"], m["holds"]) for m in said.json["measures"]} == {(None, None)}
    assert said.json["risk"]["highest"] is None
    assert assess(table, "--qi", "q", "--suppressed", "gone").code == 1, "nothing to judge, whatever is asked"


def test_typed_columns_and_grounds(tmp_path):
    table = write(tmp_path / "t.csv", "q,n,w\na,1,low\na,2,mid\nb,2,high\nb,1000,mid\n")
    tree = write(tmp_path / "w.csv", "low;small;*\nmid;small;*\nhigh;big;*\n")

    def grounds(text: str) -> dict[str, bool | None]:
        said = assess(table, "--qi", "q", "--sensitive", text, "--t", "1")
        return {m["ground"]: m["holds"] for m in said.json["measures"] if m["model"] == "t-closeness"}

    assert grounds("n") == {"equal": None, "ordered": True, "value": None}
    assert grounds("n:ordered") == grounds("n")
    assert grounds("n:value") == {"equal": None, "ordered": None, "value": True}
    assert grounds("n:nominal") == {"equal": True}
    assert grounds("w") == grounds("w:nominal") == {"equal": True}
    assert grounds("w:ordered=low<mid<high") == {"equal": None, "ordered": True}
    assert grounds(f"w:hierarchy={tree}") == {"equal": None, "hierarchical": True}
    said = assess(table, "--qi", "q", "--sensitive", "w", "--hierarchy", f"w={tree}", "--t", "1").json["measures"]
    assert {m["ground"]: m["holds"] for m in said if m["ground"]} == {"equal": True, "hierarchical": None}


def test_an_order_is_the_one_that_was_given(tmp_path):
    table = write(tmp_path / "t.csv", "q,w\na,low\nb,high\nc,mid\n")

    def far(order: str) -> float:
        return assess(table, "--qi", "q", "--sensitive", f"w:ordered={order}").value("t-closeness", ground="ordered")

    assert far("low<mid<high") == far("high<mid<low") == pytest.approx(1 / 2)
    assert far("low<high<mid<never") == pytest.approx(1 / 3), "an unused level is part of the order"


@pytest.mark.parametrize("name", ["s:value", "s=ordered", "s:ordered=low<mid", "s", ":nominal", "a:b:c"])
def test_names_with_colons_and_equals(tmp_path, name):
    path = tmp_path / "t.csv"
    pd.DataFrame({"q:nominal": list("aabb"), name: list("xyxx")}).to_csv(path, index=False)
    said = assess(path, "--qi", "q:nominal", "--sensitive", name)
    assert (said.code, said.value("distinct-l", name)) == (0, 1)
    assert assess(path, "--qi", "q:nominal", "--sensitive", f"{name}:nominal").value("distinct-l", name) == 1


def test_a_hierarchy_goes_to_the_longest_name_before_an_equals(tmp_path):
    table, tree = tmp_path / "t.csv", write(tmp_path / "h=1.csv", "x;*\ny;*\n")
    pd.DataFrame({"q": list("ab"), "s": list("xy"), "s=t": list("xy")}).to_csv(table, index=False)
    said = assess(table, "--qi", "q", "--sensitive", "s=t", "--sensitive", "s", "--hierarchy", f"s=t={tree}")
    assert [m["sensitive"] for m in said.json["measures"] if m["ground"] == "hierarchical"] == ["s=t"]


def test_prior_is_another_table(tmp_path, tiny):
    before = write(tmp_path / "before.csv", "s\nx\nx\ny\ny\n")
    said = assess(tiny, "--qi", "q", "--sensitive", "s", "--prior", before)
    assert said.json["policies"]["prior"] == "original"
    assert said.value("t-closeness") == 0.5
    assert said.value("distinct-l") == 1


def test_missing_policies(tmp_path):
    table = write(tmp_path / "t.csv", "q,s\na,x\na,\n,x\nb,NA\nb,y\n")
    columns = ("--qi", "q", "--sensitive", "s")
    own, drop = (assess(table, *columns, "--missing", how) for how in ("own", "drop"))
    assert (own.json["classes"], own.value("k-anonymity"), own.json["rows_left_out"]) == (3, 1, 0)
    assert (drop.json["classes"], drop.value("k-anonymity"), drop.json["rows_left_out"]) == (2, 2, 1)
    assert drop.value("distinct-l") == 2
    assert assess(table, *columns, "--missing", "drop", "--missing-sensitive", "out").value("distinct-l") == 1
    assert assess(table, *columns, "--na", "NA", "--missing-sensitive", "out").value("distinct-l") == 1


@pytest.mark.parametrize("options", [("--suppressed", "gone"), ("--suppressed-token", "*")])
def test_suppressed_records_are_left_out_and_counted(tmp_path, options):
    table = write(tmp_path / "t.csv", "q,r,s,gone\na,m,x,false\na,m,y,\n*,*,z,TRUE\n*,m,z,no\n*,m,z,0\n")
    said = assess(table, "--qi", "q", "--qi", "r", "--sensitive", "s", *options).json
    assert (said["rows"], said["rows_suppressed"], said["classes"]) == (5, 1, 2)


def test_standard_input_and_unused():
    said = assess("-", "--qi", "q", stdin=b"q;id;s\n1;2;3\n1;4;3\n")
    assert (said.value("k-anonymity"), said.json["unused"], len(said.json["measures"])) == (2, ["id", "s"], 1)


def test_per_class_file(tmp_path):
    table = write(tmp_path / "t.csv", 'q,s,size\na,x,1\na,y,1\n"=1+1",x,-2\n,x,-2\n')
    out = tmp_path / "classes.csv"
    said = assess(table, "--qi", "q", "--qi", "size", "--sensitive", "s", "--per-class", out)
    lines = out.read_text("utf-8").splitlines()
    assert said.code == 0
    assert lines[0].split(",")[:5] == ["class", "q", "size (quasi-identifier)", "size", "distinct-l@s"]
    assert "t-closeness@s@equal" in lines[0]
    assert [line.split(",")[1:5] for line in lines[1:]] == [
        ["'=1+1", "-2", "1", "1"], ["a", "1", "2", "2"], ["", "-2", "1", "1"]
    ]  # fmt: skip
    assert "inf" in lines[1]
    assert "nan" not in out.read_text("utf-8").lower()


def test_json_is_strict_json_in_ascii(tmp_path):
    table = write(tmp_path / "t.csv", "größe,s\nß,1\nß,2\n")
    said = kelt("assess", table, "--qi", "größe", "--sensitive", "s", "--json")
    assert said.out.isascii()
    assert said.out.count("\n") == 1
    assert json.loads(said.out, parse_constant=pytest.fail)["quasi_identifiers"] == ["größe"]


@pytest.mark.parametrize("command", ["anonymize", "downcode", "link", "single-out", "subsets"])
def test_chance_begins_at_the_same_seed_in_every_command(command: str, capsys):
    with pytest.raises(SystemExit):
        main([command, "--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert f"{FIRST_SEED} unless given" in said.partition("--seed N ")[2]
