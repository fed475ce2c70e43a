"""How `kelt ell-delta` and `kelt release` count rows: suppressed ones, gaps, and what they say about it."""

from __future__ import annotations

import pandas as pd
import pytest

from tests.command import kelt

ASKED = ("--ell", 2, "--delta", 0.05, "--p", 0.05, "--qi", "age", "--sensitive", "ill")


@pytest.fixture
def made(tmp_path):
    """40 records, a suppressed one, one without an age, one without a diagnosis; and the same without them."""
    good = [(20 + 10 * (i % 4), "ab"[i // 4 % 2], "false") for i in range(40)]
    odd = [(70, "hidden", "true"), (None, "a", "false"), (30, None, "false")]
    for name, rows in {"own.csv": good + odd, "good.csv": good}.items():
        pd.DataFrame(rows, columns=["age", "ill", "gone"]).astype({"age": "Int64"}).to_csv(tmp_path / name, index=False)
    return tmp_path


def of(found):
    return {name: found[name] for name in ("records", "classes", "bound", "exact", "diversity", "linked_exact")}


def test_rows_are_counted_as_asked_and_the_document_says_how(made):
    flags = ("--suppressed", "gone", "--missing", "drop", "--missing-sensitive", "out")
    found = kelt("ell-delta", *ASKED, "--table", made / "own.csv", *flags, "--json").json
    assert found["policies"] == {"missing": "drop", "missing_sensitive": "out"}
    assert found["table"] == {"rows": 40, "rows_suppressed": 1, "rows_left_out": 1, "rows_without_value": 1}
    good = kelt("ell-delta", *ASKED, "--table", made / "good.csv", "--json").json
    assert of(found) == of(good)
    assert good["policies"] == {"missing": "own", "missing_sensitive": "own"}
    told = kelt("ell-delta", *ASKED, "--table", made / "own.csv", *flags).out
    assert (
        "counted as: missing: drop, missing sensitive: out; 40 rows, 1 suppressed, 1 left out, 1 without value" in told
    )
    assert "counts as a value of its own" not in told


def test_a_missing_value_of_its_own_is_counted_among_the_records(made):
    found = kelt("ell-delta", *ASKED, "--table", made / "own.csv", "--missing", "drop", "--json").json
    assert found["table"] == {"rows": 42, "rows_suppressed": 0, "rows_left_out": 1, "rows_without_value": 0}
    assert "Column 'ill': 1 row has no value, which counts as a value of its own." in found["findings"]
    refused = kelt("ell-delta", *ASKED, "--table", made / "own.csv")
    assert (refused.code, "Column 'age': 1 row has no value" in refused.err) == (2, True)


def test_a_token_stands_in_every_quasi_identifier(made):
    rows = [("low", "a"), ("high", "b"), ("low", "b"), ("high", "a"), ("*", "hidden")] * 10
    pd.DataFrame(rows, columns=["size", "ill"]).to_csv(made / "t.csv", index=False)
    call = ("--ell", 2, "--delta", 0.05, "--p", 0.2, "--table", made / "t.csv", "--sensitive", "ill")
    plan = made / "p.toml"
    typed = ("--qi", "size:ordered=low<high", "--suppressed-token", "*", "--plan", plan)
    found = kelt("ell-delta", *call, *typed, "--json")
    assert found.code == 0, found.err
    assert found.json["table"]["rows_suppressed"] == 10
    assert "hidden" not in plan.read_text()
    released = kelt(
        "release", made / "t.csv", "--plan", plan, "--out", made / "o.csv", "--suppressed-token", "*", "--json"
    )
    assert (released.code, released.json["rows"], released.json["rows_suppressed"]) == (0, 40, 10)
    assert "10 rows are suppressed: not published" in " ".join(released.json["findings"])
    assert "hidden" not in (made / "o.csv").read_text()


def test_a_release_leaves_flagged_rows_out(made):
    plan, out = made / "p.toml", made / "o.csv"
    assert kelt("ell-delta", *ASKED, "--table", made / "good.csv", "--plan", plan).code == 0
    pd.read_csv(made / "own.csv").dropna().to_csv(made / "some.csv", index=False)
    said = kelt("release", made / "some.csv", "--plan", plan, "--out", out, "--suppressed", "gone", "--json")
    assert (said.json["rows"], said.json["rows_suppressed"]) == (40, 1)
    assert "1 row is suppressed: not published" in " ".join(said.json["findings"])
    assert len(pd.read_csv(out)) == 40
    assert kelt("release", made / "some.csv", "--plan", plan, "--out", out).code == 2, "70 lies outside the plan"


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (("--suppressed", "age"), "Column 'age' has two roles"),
        (("--suppressed", "ill"), "Column 'ill' has two roles"),
        (("--suppressed", "none"), "No column 'none'"),
        (("--suppressed", "gone", "--suppressed-token", "*"), "not allowed with"),
        (("--missing", "wildcard"), "invalid choice"),
    ],
)
def test_calls_that_contradict_themselves(made, flags, said):
    found = kelt("ell-delta", *ASKED, "--table", made / "good.csv", *flags)
    assert (found.code, found.out) == (2, "")
    assert said in found.err


@pytest.mark.parametrize(
    "flags", [("--suppressed", "x"), ("--suppressed-token", ""), ("--missing", "drop"), ("--missing-sensitive", "out")]
)
def test_without_a_table_no_rows_are_counted(flags):
    lean = ("--ell", 3, "--delta", "1/20", "--p", "1/12", "--classes", 4)
    found = kelt("ell-delta", *lean, *flags)
    assert (found.code, "need --table" in found.err) == (2, True)
    said = kelt("ell-delta", *lean, "--json").json
    assert (said["policies"], said["table"]) == (None, None)
    assert "counted as" not in kelt("ell-delta", *lean).out


@pytest.mark.parametrize("rows", [40, 8, 5])
def test_whether_a_release_holds_is_what_assess_says_of_the_file(made, rows):
    plan, out = made / "p.toml", made / "o.csv"
    kelt("ell-delta", *ASKED, "--table", made / "good.csv", "--plan", plan)
    pd.read_csv(made / "good.csv").head(rows).to_csv(made / "some.csv", index=False)
    said = kelt("release", made / "some.csv", "--plan", plan, "--out", out, "--json")
    judged = kelt("assess", out, "--qi", "age", "--sensitive", "ill", "--l", 2, "--json")
    assert said.json["empty_classes"] == 0
    assert (said.code, said.json["holds"]) == (judged.code, judged.measure("distinct-l", "ill")["holds"])
    assert said.json["ell"] == judged.value("distinct-l", "ill")
