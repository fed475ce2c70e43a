"""`kelt ell-delta` and `kelt release`."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from tests.command import kelt

LEAN = ("--ell", 3, "--delta", "1/20", "--p", "1/12", "--classes", 4)


@pytest.fixture
def owners(tmp_path):
    """Two owners' tables from one distribution."""
    for seed, (name, n) in enumerate({"own.csv": 3000, "other.csv": 800}.items()):
        rng = np.random.default_rng(seed)
        columns = {
            "id": range(n),
            "age": rng.integers(20, 60, n),
            "sex": rng.choice(["f", "m"], n),
            "ill": rng.choice(list("uvwxyz"), n, p=[0.3, 0.2, 0.2, 0.1, 0.1, 0.1]),
        }
        pd.DataFrame(columns).to_csv(tmp_path / name, index=False)
    return tmp_path


def asked(owners, *more, ell=3, p=0.02):
    table = ("--table", owners / "own.csv", "--qi", "age", "--qi", "sex", "--sensitive", "ill")
    return kelt("ell-delta", "--ell", ell, "--delta", 0.05, "--p", p, *table, *more)


def test_the_leanest_design():
    said = kelt("ell-delta", *LEAN, "--releases", 2, "--json")
    assert said.code == 0
    found = said.json
    assert found["records"] == 63
    assert found["bound"] == pytest.approx(0.049946, abs=5e-7)
    assert found["exact"] == pytest.approx(0.049271, abs=5e-7)
    assert found["linked_bound"] == pytest.approx(0.1)
    assert found["linked_exact"] == pytest.approx(0.096115, abs=5e-7)
    assert (found["basis"], found["robust"]) == ("given", None)


def test_in_words():
    said = kelt("ell-delta", "--ell", 3, "--delta", ".05", "--p", "1/12", "--classes", 4, "--releases", 2).out
    assert "63 records" in said
    assert "exact 0.0493" in said
    assert "2 linked: at most 0.1000, exact 0.0961" in said
    assert "no guarantee" not in said


def test_with_an_error_of_the_distribution():
    found = kelt("ell-delta", *LEAN, "--tv-error", 0.04, "--json").json["robust"]
    assert found == {"bound": pytest.approx(0.1071, abs=5e-5), "naive": 124, "budget": 76, "closed": 84}
    assert "76 (budget)" in kelt("ell-delta", *LEAN, "--tv-error", 0.04).out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--ell", 3, "--delta", 0.05, "--p", 0.5, "--classes", 4), "p may be at most 0.0833333"),
        (("--ell", 3, "--delta", 12, "--p", 0.05, "--classes", 4), "delta is a chance of failure"),
        (("--ell", 3, "--delta", 0, "--p", 0.05, "--classes", 4), "delta is a chance of failure"),
        (("--ell", 3, "--delta", 0.05, "--p", 0, "--classes", 4), "must lie above 0"),
        (("--ell", 0, "--delta", 0.05, "--p", 0.05, "--classes", 4), "--ell: '0' is not a whole number"),
        (("--ell", 3, "--delta", 0.05, "--p", 0.05, "--classes", 0), "--classes: '0' is not a whole number"),
        (("--ell", 3, "--delta", 0.05, "--p", 0.05, "--classes", 4, "--releases", 1.5), "is not a whole number"),
        (("--ell", 3, "--delta", 0.05, "--p", 0.05), "Give either --classes, or --table"),
        (("--ell", 3, "--delta", 0.05, "--p", 0.05, "--classes", 4, "--qi", "age"), "need --table"),
        (("--ell", 3, "--delta", 0.05, "--p", 0.05, "--classes", 4, "--plan", "p.toml"), "need --table"),
        ((*LEAN, "--tv-error", "1/12"), "no number of records helps"),
        ((*LEAN, "--tv-error", "-0.1"), "must lie in"),
        (("--ell", 3, "--delta", 0.05, "--classes", 4), "--p"),
    ],
    ids=str,
)
def test_bad_calls(arguments, said):
    found = kelt("ell-delta", *arguments, "--json")
    assert (found.code, found.out) == (2, "")
    assert said in found.err
    assert found.err.count("\n") == 1


@pytest.mark.parametrize(
    ("more", "settings", "said"),
    [
        ((), {"p": 0.3}, "p = 0.3 is not feasible"),
        ((), {"ell": 7, "p": 0.001}, "ell is 7, but only 6 sensitive values can occur"),
        (("--sensitive", "id"), {}, "one sensitive column, not 2"),
        (("--qi", "ill"), {}, "named twice"),
        (("--qi", "agee"), {}, "Did you mean 'age'?"),
        (("--classes", 4), {}, "Give either --classes, or --table"),
        (("--tv-error", 0.02), {}, "no number of records helps"),
    ],
    ids=str,
)
def test_bad_tables(owners, more, settings, said):
    found = asked(owners, *more, **settings)
    assert (found.code, found.out) == (2, "")
    assert said in found.err


def test_from_a_table_it_is_an_estimate(owners):
    found = asked(owners, "--releases", 2, "--json").json
    assert found["basis"] == "estimated"
    assert found["classes"] == 8
    assert found["exact"] <= found["cells_bound"] <= found["bound"] <= 0.05
    assert found["diversity"] <= found["exact"]
    assert found["linked_exact"] <= found["linked_bound"] == pytest.approx(0.1)
    assert "no guarantee" in found["findings"][0]


def test_a_missing_quasi_identifier_is_refused(tmp_path):
    (tmp_path / "t.csv").write_text("age,ill\n1,a\n,b\n3,a\n")
    found = kelt(
        "ell-delta",
        "--ell",
        1,
        "--delta",
        0.1,
        "--p",
        0.1,
        "--table",
        tmp_path / "t.csv",
        "--qi",
        "age",
        "--sensitive",
        "ill",
    )
    assert found.code == 2
    assert "Column 'age': 1 row has no value" in found.err


def test_the_second_owner_gets_the_same_classes(owners):
    plan, one, two = owners / "plan.toml", owners / "one.csv", owners / "two.csv"
    classes = asked(owners, "--plan", plan, "--json").json["classes"]
    for table, out in (("own.csv", one), ("other.csv", two)):
        said = kelt("release", owners / table, "--plan", plan, "--out", out, "--json")
        assert said.code == 0
        assert said.json["classes"] == classes
        assert said.json["holds"] is said.json["enough"] is True
    shown = []
    for table, out in (("own.csv", one), ("other.csv", two)):
        raw, made = pd.read_csv(owners / table), pd.read_csv(out)
        assert list(made.columns) == ["age", "sex", "ill"]
        assert (made["ill"] == raw["ill"]).all()
        assert made.groupby(["age", "sex"]).ngroups == classes
        assert made.groupby(["age", "sex"])["ill"].nunique().min() >= 3
        shown.append(
            {(a, s): (x, y) for a, s, x, y in zip(raw["age"], raw["sex"], made["age"], made["sex"], strict=True)}
        )
    assert shown[0] == shown[1]


def test_values_outside_the_plan(owners):
    plan = owners / "plan.toml"
    asked(owners, "--plan", plan)
    other = pd.read_csv(owners / "other.csv")
    other.loc[:2, "age"] = 99
    other.loc[5, "sex"] = "secretvalue"
    other.to_csv(owners / "strange.csv", index=False)
    found = kelt("release", owners / "strange.csv", "--plan", plan, "--out", owners / "o.csv", "--json")
    assert (found.code, found.out) == (2, "")
    assert "column 'age' (3 rows), column 'sex' (1 row)" in found.err
    assert "secretvalue" not in found.err
    assert not (owners / "o.csv").exists()


def test_a_draw_that_fails_is_said(owners):
    plan, few = owners / "plan.toml", owners / "few.csv"
    asked(owners, "--plan", plan)
    pd.read_csv(owners / "other.csv").head(12).to_csv(few, index=False)
    found = kelt("release", few, "--plan", plan, "--out", owners / "o.parquet", "--json")
    assert found.code == 1
    assert found.json["holds"] is found.json["enough"] is False
    said = " ".join(found.json["findings"])
    assert "this draw is one of those that fail" in said
    assert "this table has 12" in said
    assert "Not published, for the plan does not name them: 'id'." in said
    assert len(pd.read_parquet(owners / "o.parquet")) == 12


def test_files_are_not_written_over(owners):
    assert "written over" in asked(owners, "--plan", owners / "own.csv").err
    plan = owners / "plan.toml"
    asked(owners, "--plan", plan)
    assert "written over" in kelt("release", owners / "other.csv", "--plan", plan, "--out", plan).err
    assert "written over" in kelt("release", owners / "other.csv", "--plan", plan, "--out", owners / "other.csv").err


def test_a_plan_that_is_none(owners):
    found = kelt("release", owners / "other.csv", "--plan", owners / "own.csv", "--out", owners / "o.csv")
    assert found.code == 2
    assert "not TOML text" in found.err
    assert "cannot be read" in kelt("release", owners / "other.csv", "--plan", "none.toml", "--out", "o.csv").err


def test_a_declared_order(tmp_path):
    rng = np.random.default_rng(1)
    frame = pd.DataFrame({"size": rng.choice(["low", "mid", "high"], 900), "ill": rng.choice(["a", "b"], 900)})
    frame.to_csv(tmp_path / "t.csv", index=False)
    plan = tmp_path / "p.toml"
    call = ("--table", tmp_path / "t.csv", "--qi", "size:ordered=low<mid<high", "--sensitive", "ill:nominal")
    assert kelt("ell-delta", "--ell", 2, "--delta", 0.05, "--p", 0.2, *call, "--plan", plan).code == 0
    assert kelt("release", tmp_path / "t.csv", "--plan", plan, "--out", tmp_path / "o.csv").code == 0
    assert set(pd.read_csv(tmp_path / "o.csv")["size"]) == {"*"}
    assert '"values" = ["low", "mid", "high"]' in plan.read_text()


def test_a_simulation_is_told_with_its_interval_seed_and_tries_and_only_when_asked_for():
    assert "simulated" not in kelt("ell-delta", *LEAN, "--releases", 3, "--json").json
    found = kelt("ell-delta", *LEAN, "--releases", 3, "--simulate", 20_000, "--seed", 7, "--json").json
    drawn = found["simulated"]
    assert (drawn["tries"], drawn["seed"], drawn["releases"]) == (20_000, 7, 3)
    for event in ("target", "diversity"):
        low, high = drawn[event]["interval"]
        assert low < drawn[event]["failed"] / 20_000 == drawn[event]["rate"] < high
        assert low - 0.01 < found["linked_exact"] < high + 0.01
    again = kelt("ell-delta", *LEAN, "--releases", 3, "--simulate", 20_000, "--seed", 7, "--json").json
    assert again["simulated"] == drawn
    assert kelt("ell-delta", *LEAN, "--simulate", 10, "--json").json["simulated"]["seed"] == 1


def test_a_simulation_in_words():
    told = kelt("ell-delta", *LEAN, "--releases", 3, "--simulate", 2000).out
    assert "simulated (seed 1): in " in told
    assert "of 2,000 sets of 3 linked releases a class shows fewer than 3 values" in told
    assert "Clopper" in told
    assert "--simulate draws it" not in told, "just as many values as every class shows: counted exactly"


def test_what_only_draws_can_tell_points_to_them(tmp_path):
    rng = np.random.default_rng(1)
    pd.DataFrame({"size": rng.integers(0, 3, 900), "ill": rng.choice([*"abcd"], 900)}).to_csv(tmp_path / "t.csv")
    call = "--ell", 2, "--delta", 0.05, "--p", 0.02, "--table", tmp_path / "t.csv", "--qi=size", "--sensitive=ill"
    assert "--simulate draws it" in kelt("ell-delta", *call, "--releases", 3).out
    assert "--simulate draws it" not in kelt("ell-delta", *call, "--releases", 2).out


def test_a_seed_without_a_simulation_is_refused():
    said = kelt("ell-delta", *LEAN, "--seed", 7)
    assert (said.code, said.out) == (2, "")
    assert "--seed is for --simulate" in said.err
