"""What the page `blur` hands out: the command it shows is run on the files it saves."""

from __future__ import annotations

import io
import shlex
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from dashboard import compute, server
from privacy_core import InternalError, Thresholds, publishing
from privacy_core.cli import main
from tests.dashboard.blurs import done
from tests.dashboard.visits import KNOWN, SECRET, Visit


@pytest.fixture
def rng():
    return np.random.default_rng(7)


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    monkeypatch.setattr(server, "prepare", lambda: None)


TREE = b"low;some;*\nmid;some;*\nhigh;much;*\n=top;much;*\n"
NUMBERS = b"1;few;*\n2;few;*\n5;many;*\n7;many;*\n"
CASES = {
    "words equal": ("words", "equal"),
    "words by hierarchy": ("words", "hierarchical"),
    "ordered words": ("ordered", "ordered"),
    "ordered words equal": ("ordered", "equal"),
    "ordered words by hierarchy": ("ordered", "hierarchical"),
    "numbers ordered": ("numbers", "ordered"),
    "numbers by value": ("numbers", "value"),
    "numbers equal": ("numbers", "equal"),
    "numbers by hierarchy": ("numbers", "hierarchical"),
    "own distance": ("ordered", ""),
}


def secrets(kind: str, rng: np.random.Generator) -> pd.Series:
    if kind == "numbers":
        return pd.Series(rng.choice([1, 2, 5, 7], 120))
    order = ["low", "mid", "high", "up"]
    values = rng.choice(order, 120)
    return pd.Series(pd.Categorical(values, order, ordered=True)) if kind == "ordered" else pd.Series(values)


def parquet(kind: str, rng: np.random.Generator) -> bytes:
    held = io.BytesIO()
    pd.DataFrame({"age": rng.integers(20, 60, 120), "-s: x": secrets(kind, rng)}).to_parquet(held)
    return held.getvalue()


def asked(kind: str, ground: str, rng: np.random.Generator) -> Visit:
    """A table with one secret, and a promise that a release keeps only to its last digit."""
    visit = Visit().upload(parquet(kind, rng), "people.parquet")
    visit.roles(**{"age": KNOWN, "-s: x": SECRET}).page("blur")
    tree = NUMBERS if kind == "numbers" else TREE.replace(b"=top", b"up")
    visit.app.file_uploader[0].set_value([("hierarchy_-s: x.csv", tree, "text/csv")])
    done(visit.run())
    study = visit.state("study")
    promise = Thresholds(k=5, l=2, t=1 / 12 + 0.3, beta=5.123456789)
    visit.app.session_state["study"] = replace(
        study, thresholds=promise, blur=replace(study.blur, ground=ground, suppression=0.5)
    )
    done(visit.run())
    visit.app.session_state["download release"] = True
    return visit.run()


def offered(visit: Visit, monkeypatch) -> compute.Offered:
    """What the popover offers, caught on its way to the buttons."""
    caught = []
    make = compute.offer
    monkeypatch.setattr(compute, "offer", lambda *args: caught.append(make(*args)) or caught[-1])
    visit.run()
    assert not visit.errors, visit.errors
    return caught[-1]


@pytest.mark.parametrize(("kind", "ground"), CASES.values(), ids=list(CASES))
def test_the_command_shown_confirms_the_files_saved(kind, ground, rng, tmp_path, monkeypatch, capsys):
    visit = asked(kind, ground, rng)
    found = offered(visit, monkeypatch)
    (command,) = [one.value for one in visit.app.code]
    assert command == found.check
    (tmp_path / "release.csv").write_bytes(found.save("release.csv")())
    for name, content in found.files.items():
        (tmp_path / name).write_bytes(content)
    monkeypatch.chdir(tmp_path)
    said = shlex.split(command)
    assert said[said.index("--t") + 1] == repr(1 / 12 + 0.3)
    code = main(said[1:])
    assert code == 0, capsys.readouterr()
    assert (len(found.files) == 1) == (ground == "hierarchical")


def test_the_command_and_the_archive_call_a_hierarchy_by_the_same_name(rng, monkeypatch):
    visit = asked("words", "hierarchical", rng)
    found = offered(visit, monkeypatch)
    (name,) = found.files
    assert f"hierarchy={name}" in found.check
    kept = []
    monkeypatch.setattr(publishing, "script", lambda how, out, content, files, source: kept.append(files) or "")
    make = compute.packed
    archives = []
    monkeypatch.setattr(compute, "packed", lambda *args: archives.append(make(*args)) or archives[-1])
    visit.run()
    archives[-1]()
    assert kept[0][name] == found.files[name]


def test_a_file_that_reads_otherwise_than_it_was_judged_is_not_handed_out(rng, monkeypatch):
    def broken(*_args):
        raise InternalError("The file, read back, is not what was judged, so it is not written: t is 0.5.")

    monkeypatch.setattr(publishing, "judge_file", broken)
    visit = asked("words", "equal", rng)
    assert "is not what was judged" in visit.errors[0]
    assert not visit.app.code


def test_every_kind_of_file_is_judged_when_it_is_made(rng, monkeypatch):
    names = []
    judge = publishing.judge_file
    monkeypatch.setattr(
        publishing, "judge_file", lambda how, made, out, fetch: names.append(out) or judge(how, made, out, fetch)
    )
    found = offered(asked("numbers", "ordered", rng), monkeypatch)
    for kind in ("csv", "xlsx", "parquet"):
        assert found.save(f"release.{kind}")()
    assert names[-3:] == ["release.csv", "release.xlsx", "release.parquet"]
