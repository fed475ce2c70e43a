"""A script makes the same file again, in a clean process, with the public library alone."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import pytest

import privacy_core
from privacy_core import Limits, MissingSensitive, ParameterError, Roles, Thresholds, anonymizers, intake, publishing
from privacy_core.cli_anonymize import ALGORITHMS
from privacy_core.publishing import Keep, Recipe, SecretColumn, script
from privacy_core.publishing.scripting import literal
from tests.command import kelt

ROWS = "id;age;zip;ill;pay\n" + "".join(
    f"p{i};{20 + i % 13};{10 + i % 4};{('flu', 'cold', 'gout')[i % 3]};{i % 5},5\n" for i in range(60)
)
TREE = "".join(f"{zip_};{zip_ // 10}*;*\n" for zip_ in range(10, 20))


@dataclass(frozen=True)
class Nothing:
    """An anonymizer without settings worth writing down."""

    weight: float = 1.0
    tags: dict[str, int] = field(default_factory=dict)


def test_settings_become_python_that_makes_them_again():
    recipe = Recipe(
        "a 'quoted' file.csv",
        Roles(("zip", "age"), ("ill",), ("id",)),
        Thresholds(k=5, t=0.2),
        Nothing(2.0, {"zip": 1}),
        intake.Options(delimiter=";", decimal=","),
        (intake.Repair(intake.RepairKind.CAP, "age", (30, "high")),),
        {"zip": "zip.csv"},
        (SecretColumn("ill", "ordered", ("a", "b")),),
        MissingSensitive.OUT,
        Limits(0.02, 60),
        Keep(("pay",), False),
        "salt.bin",
    )
    names: set[str] = set()
    text = literal(recipe, names)
    known = {name: getattr(privacy_core, name) for name in names if hasattr(privacy_core, name)}
    known["anonymizers"] = type("Room", (), {**vars(anonymizers), "Nothing": Nothing})
    text = text.replace(f"{literal(Nothing(), set())[:-2]}(", "anonymizers.Nothing(")
    assert eval(text, known) == recipe
    assert recipe.files == ("a 'quoted' file.csv", "zip.csv")


def test_a_table_from_standard_input_has_no_script():
    with pytest.raises(ParameterError, match="standard input"):
        script(Recipe("-", Roles(("q",)), Thresholds(k=2), Nothing()), "r.csv", b"", {})


@pytest.fixture
def folder(tmp_path) -> Path:
    (tmp_path / "t.csv").write_text(ROWS, encoding="utf-8")
    (tmp_path / "zip.csv").write_text(TREE, encoding="utf-8")
    (tmp_path / "salt").write_text("a secret of many bytes", encoding="utf-8")
    return tmp_path


def run(folder: Path) -> subprocess.CompletedProcess[str]:
    house = Path(privacy_core.__file__).resolve().parents[1]
    return subprocess.run(
        [sys.executable, "again.py"], cwd=folder, env={"PYTHONPATH": str(house)}, capture_output=True, text=True
    )


CALL = (
    "anonymize t.csv --decimal , --qi age --qi zip --sensitive ill --sensitive pay:value --identifier id --salt salt "
    "--hierarchy zip=zip.csv --k 3 --t 0.6 --suppression 0.2 --script again.py --json --out"
)


@pytest.mark.parametrize("algorithm", [*ALGORITHMS])
@pytest.mark.parametrize("kind", ["csv", "xlsx", "parquet"])
def test_a_clean_process_makes_the_same_bytes(folder, monkeypatch, kind, algorithm):
    monkeypatch.chdir(folder)
    out = folder / f"r.{kind}"
    said = kelt(*CALL.split(), out.name, "--algorithm", algorithm)
    assert said.code == 0, said.err or said.out
    first = sha256(out.read_bytes()).hexdigest()
    assert first == said.json["sha256"]
    out.unlink()
    ended = run(folder)
    assert ended.returncode == 0, ended.stderr
    assert "the same file" in ended.stdout
    assert sha256(out.read_bytes()).hexdigest() == first


def test_the_script_uses_public_names_only_and_holds_no_secret(folder, monkeypatch):
    monkeypatch.chdir(folder)
    assert kelt(*CALL.split(), "r.csv", "--algorithm", "mondrian").code == 0
    text = (folder / "again.py").read_text()
    assert "privacy_core." not in text
    assert "many bytes" not in text
    assert "gout" not in text
    compile(text, "again.py", "exec")
    imported = text.split("from privacy_core import (")[1].split(")")[0].replace(",", " ").split()
    assert set(imported) <= set(privacy_core.__all__)
    assert {"anonymizers", "publishing"} <= set(imported)
    assert hasattr(publishing, "made")


def test_the_script_stops_when_a_file_has_changed(folder, monkeypatch):
    monkeypatch.chdir(folder)
    assert kelt(*CALL.split(), "r.csv", "--algorithm", "mondrian").code == 0
    (folder / "zip.csv").write_text(TREE.replace("1*", "ten"), encoding="utf-8")
    ended = run(folder)
    assert ended.returncode == 1
    assert "zip.csv is not the file" in ended.stderr


def test_the_script_says_where_a_time_budget_may_make_another_file():
    recipe = Recipe("t.csv", Roles(("q",)), Thresholds(k=2), Nothing(), limits=Limits(seconds=1))
    read = {"t.csv": b""}
    assert "ended the search of the first release" in script(recipe, "r.csv", b"", read, ended=True)
    assert "The search has a time budget" in script(recipe, "r.csv", b"", read)
    assert "time budget" not in script(recipe, "r.csv", b"", read, ended=False)
    assert "time budget" not in script(Recipe("t.csv", Roles(("q",)), Thresholds(k=2), Nothing()), "r.csv", b"", read)
    compile(script(recipe, "r.csv", b"", read, ended=True), "again.py", "exec")
