"""Texts that a spreadsheet would run, in columns whose hierarchy or order the call names."""

from __future__ import annotations

import pytest

from tests.command import kelt

CALL = "t.csv --qi q --k 2 --json".split()
NAMED = {
    "a hierarchy": "s:hierarchy=h.csv",
    "an order": "s:ordered=-<0<+",
}


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text("q,s\na,-\na,+\na,+\nb,0\nb,-\n")
    (tmp_path / "h.csv").write_text("-;low;*\n+;high;*\n0;low;*\n")
    (tmp_path / "q.csv").write_text("a;-a;*\nb;-b;*\n")
    return tmp_path


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
@pytest.mark.parametrize("more", [[], ["--t", "0.9"]], ids=["k alone", "t"])
@pytest.mark.parametrize("named", NAMED.values(), ids=NAMED)
def test_the_refusal_names_column_count_and_the_way_out(named, more, kind, here):
    said = kelt("anonymize", *CALL, *more, "--sensitive", named, "--out", f"r.{kind}")
    assert said.code == 2
    for word in ("'s'", "4 rows", "apostrophe", "Parquet"):
        assert word in said.err
    assert not (here / f"r.{kind}").exists()


@pytest.mark.parametrize("named", NAMED.values(), ids=NAMED)
def test_parquet_is_judged_by_the_same_call(named):
    said = kelt("anonymize", *CALL, "--t", "0.9", "--sensitive", named, "--out", "r.parquet")
    assert said.code == 0, said.err
    judged = "assess r.parquet --qi q --k 2 --t 0.9 --suppressed suppressed --json --sensitive".split()
    assert kelt(*judged, named).code == 0


def test_a_hierarchy_that_knows_the_text_with_its_apostrophe_is_no_fault(here):
    (here / "h.csv").write_text("-;low;*\n+;high;*\n'-;low;*\n'+;high;*\n0;low;*\n")
    assert kelt("anonymize", *CALL, "--sensitive", NAMED["a hierarchy"], "--out", "r.csv").code == 0


def test_labels_of_quasi_identifiers_matter_where_the_promise_climbs_from_them():
    call = [*"t.csv --qi q --hierarchy q=q.csv --max-level q=1 --sensitive s --json".split(), "--out", "r.csv"]
    assert kelt("anonymize", *call, "--k", "2").code == 0
    said = kelt("anonymize", *call, "--nt", "5,0.9")
    assert said.code == 2
    assert "'q': 5 rows" in said.err
    assert kelt("anonymize", *call[:-1], "r.parquet", "--nt", "5,0.9").code == 0
