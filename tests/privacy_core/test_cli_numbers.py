"""A hierarchy that writes its numbers as the table's file does, from the call to the release and back."""

from __future__ import annotations

import pandas as pd
import pytest

from tests.command import kelt

WRITTEN = {
    "whole numbers beside missing cells": (["39.0", "41.0", "39.0", "41.0", ""], []),
    "zeros behind": (["1.50", "2.50", "1.50", "2.50", "2.50"], []),
    "powers of ten": (["1e5", "2e5", "1e5", "2e5", "2e5"], []),
    "decimal commas": (["1,5", "2,5", "1,5", "2,5", "2,5"], ["--decimal", ",", "--delimiter", ";"]),
}
TREES = {"written": "{}.0;old;*\n", "plain": "{};old;*\n"}


@pytest.mark.parametrize("algorithm", ["optimal", "local", "mondrian", "microaggregation"])
@pytest.mark.parametrize("name", WRITTEN)
def test_a_hierarchy_written_as_the_file_is_taken(name, algorithm, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    cells, how = WRITTEN[name]
    ill = "abbaa"
    (tmp_path / "t.csv").write_text("q;s\n" + "".join(f"{q};{s}\n" for q, s in zip(cells, ill, strict=True)))
    (tmp_path / "h.csv").write_text("".join(f"{q};one;*\n" for q in dict.fromkeys(cells) if q))
    call = f"t.csv --qi q --hierarchy q=h.csv --sensitive s --k 2 --json {' '.join(how)}".split()
    said = kelt("anonymize", *call, "--out", "r.csv", "--suppression", "0.2", "--algorithm", algorithm)
    assert said.code == 0 or (algorithm == "local" and "" in cells and said.code == 1), said.err
    if said.code == 0:
        assert "2 values of 'q' are written otherwise" in " ".join(said.json["findings"])
        judge = "assess r.csv --qi q --sensitive s --hierarchy q=h.csv --suppressed suppressed --k 2 --json"
        assert kelt(*judge.split()).code == 0


def test_a_secret_with_such_a_hierarchy_is_measured(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text("q,s\na,39.0\na,41.0\nb,39.0\nb,50.0\n")
    for name, row in TREES.items():
        (tmp_path / f"{name}.csv").write_text("".join(row.format(s) for s in (39, 41, 50)))
    judged = [
        kelt("assess", "t.csv", "--qi", "q", "--sensitive", f"s:hierarchy={name}.csv", "--json") for name in TREES
    ]
    assert judged[0].code == 0, judged[0].err
    values = [one.value("t-closeness", ground="hierarchical") for one in judged]
    assert values[0] == values[1] > 0


def test_a_parquet_release_of_days_is_judged_by_the_distance_it_was_made_for(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    days = pd.to_datetime(["2024-01-01", "2024-01-02", "2024-01-03", "2024-01-01", "2024-01-02", "2024-01-06"])
    pd.DataFrame({"q": list("aaabbb"), "s": days}).to_parquet("t.parquet")
    call = "--qi q --sensitive s --k 3 --t 0.5 --json".split()
    said = kelt("anonymize", "t.parquet", *call, "--out", "r.parquet")
    assert said.code == 0, said.err
    again = kelt("assess", "r.parquet", *call, "--suppressed", "suppressed").measure("t-closeness", ground="ordered")
    told = next(m for m in said.json["measures"] if m["model"] == "t-closeness")
    assert (told["ground"], told["value"]) == ("ordered", again["value"])
