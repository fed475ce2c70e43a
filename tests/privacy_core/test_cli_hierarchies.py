"""What both commands say of the hierarchies a call names."""

from __future__ import annotations

import pytest

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
