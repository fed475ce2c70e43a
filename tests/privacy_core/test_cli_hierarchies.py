"""What both commands say of the hierarchies a call names."""

from __future__ import annotations

import pytest

from privacy_core import cli_anonymize
from tests.command import kelt

CALL = "t.csv --qi age --hierarchy age=h.csv --sensitive ill --k 2 --json".split()


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text("age,ill\n31,flu\n31,cold\n42,flu\n42,cold\n")
    (tmp_path / "h.csv").write_text("31;30s;*\n42;40s;*\n")
    return tmp_path


@pytest.mark.parametrize("command", [["anonymize", "--out", "r.csv"], ["assess"]], ids=["anonymize", "assess"])
@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("age;decade;all\n31;30s;*\n42;40s;*\n", ["no header, so it counts as one more value", "has 2 labels"]),
        ("31;30s;*\n42;40s;*\n42;40s;*\n", ["1 rows twice"]),
        ("31.0;30s;*\n42;40s;*\n", ["1 values of 'age' are written otherwise in its hierarchy"]),
    ],
)
def test_what_is_worth_a_look_is_a_finding(command, lines, words, here):
    plain = kelt(*command, *CALL).json["findings"]
    (here / "h.csv").write_text(lines)
    said = kelt(*command, *CALL)
    assert said.code == 0, said.err
    for word in words:
        assert word in " ".join(said.json["findings"])
        assert word not in " ".join(plain)


def test_a_published_column_is_no_other_columns(here):
    (here / "t.csv").write_text("age,ill\n30s,flu\n30s,cold\n40s,flu\n40s,cold\n")
    assert "another column" not in kelt("assess", *CALL).out


@pytest.mark.parametrize("command", [["anonymize", "--out", "r.csv"], ["assess"]], ids=["anonymize", "assess"])
@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("--hierarchy age", "--hierarchy names column 'age' and nothing else: write --hierarchy age=FILE"),
        ("--hierarchy agee", "No column 'agee'"),
        ("--hierarchy age=h.csv", "--hierarchy is given more than once for column 'age'"),
        ("--hierarchy ill=h.csv --sensitive ill:hierarchy=g.csv", "Column 'ill' has two hierarchies"),
    ],
)
def test_a_call_that_says_too_little_or_too_much_is_refused(command, more, words):
    base = CALL if "--sensitive" not in more else [word for word in CALL if word not in ("--sensitive", "ill")]
    said = kelt(*command, *base, *more.split())
    assert (said.code, words in said.err) == (2, True), said.err


@pytest.mark.parametrize("option", ["max-level", "importance"])
def test_an_option_about_a_column_is_given_once(option):
    said = kelt("anonymize", *CALL, "--out", "r.csv", *f"--{option} age=1 --{option} age=2".split())
    assert (said.code, f"--{option} is given more than once for column 'age'" in said.err) == (2, True), said.err
    assert "write --" in kelt("anonymize", *CALL, "--out", "r.csv", f"--{option}", "age").err


def test_what_cannot_be_said_is_not_written(here, monkeypatch):
    def unsayable(*said, **how):
        raise ValueError("Out of range float values are not JSON compliant")

    monkeypatch.setattr(cli_anonymize.json, "dumps", unsayable)
    with pytest.raises(ValueError, match="not JSON"):
        kelt("anonymize", *CALL, "--out", "r.csv", "--script", "again.py")
    assert not (here / "r.csv").exists()
    assert not (here / "again.py").exists()


def test_a_file_that_cannot_be_written_takes_the_other_with_it(here):
    for out, script in (("r.csv", "none/again.py"), ("none/r.csv", "again.py"), ("t.csv/r.csv", "again.py")):
        said = kelt("anonymize", *CALL, "--out", out, "--script", script)
        assert (said.code, "cannot be written" in said.err) == (2, True)
        assert sorted(path.name for path in here.iterdir()) == ["h.csv", "t.csv"]
