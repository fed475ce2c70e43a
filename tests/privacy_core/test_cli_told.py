"""What `kelt anonymize` tells beside the release: policies, figures, k-map, limits that change nothing, time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import pandas as pd
import pytest

from privacy_core import KAnonymity, Roles, cli_anonymize, from_frame
from privacy_core.anonymizers import FullDomain, Limits, LocalRecoding, Minimal, Quality
from privacy_core.publishing import ended_by_time
from tests.anonymizing import call, written

approx = pytest.approx


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch) -> Path:
    """A folder with a table and hierarchies; calls name files without their folder."""
    monkeypatch.chdir(tmp_path)
    return written(tmp_path)


@dataclass(frozen=True)
class Stopped(LocalRecoding):
    """Local recoding that says it was stopped where it has less than a second."""

    def anonymize(self, table, roles, hierarchies, models, limits, *more):
        found = super().anonymize(table, roles, hierarchies, models, limits, *more)
        return replace(found, minimal=Minimal.NO, stopped_early=limits.seconds < 1)


@dataclass(frozen=True)
class Hasty(FullDomain):
    """A full-domain search that looks at one node."""

    def anonymize(self, table, roles, hierarchies, models, limits, *more):
        return super().anonymize(table, roles, hierarchies, models, replace(limits, nodes=1), *more)


@pytest.mark.parametrize("algorithm", ["optimal", "local", "mondrian", "microaggregation"])
def test_the_policies_stand_beside_the_numbers(algorithm):
    counted = {"missing": "own", "missing_sensitive": "out", "unit": "rows", "prior": "original"}
    said = call("--k", "2", "--missing-sensitive", "out", "--algorithm", algorithm, "--json")
    assert said.json["policies"] == counted
    told = call("--k", "2", "--missing-sensitive", "out", "--algorithm", algorithm).out
    assert "counted as: missing: own, missing sensitive: out, unit: rows, prior: original\n" in told
    never = call("--k", "9", "--missing-sensitive", "out", "--algorithm", algorithm, "--json")
    assert (never.code, never.json["policies"]) == (1, counted)


@pytest.mark.parametrize("algorithm", ["local", "mondrian", "microaggregation"])
def test_a_limit_nobody_needs_is_said(algorithm):
    said = call("--k", "2", "--suppression", "0.3", "--algorithm", algorithm, "--json")
    assert any("the limit on suppression changes nothing" in sentence for sentence in said.json["findings"])
    unused = [sentence for sentence in said.json["findings"] if "does not use the hierarchies" in sentence]
    assert len(unused) == (algorithm == "microaggregation")


def test_k_map_counts_in_the_population():
    said = call("--k-map", "4", "--population", "everyone.csv", "--suppression", "0.2", "--json")
    assert said.code == 0, said.err
    found = said.json
    assert found["levels"] == {"zip": 0, "sex": 0}
    assert [(m["model"], m["value"], m["threshold"], m["holds"]) for m in found["measures"]] == [("k-map", 4, 4, True)]
    assert pd.read_csv("r.csv")["suppressed"].tolist() == [False] * 4 + [True]
    both = call("--k-map", "4", "--k", "4", "--population", "everyone.csv", "--suppression", "0.2", "--json").json
    assert both["levels"] != {"zip": 0, "sex": 0}
    assert {m["model"]: m["holds"] for m in both["measures"]} == {"k-anonymity": True, "k-map": True}
    too_much = call("--k-map", "99", "--population", "everyone.csv", "--json")
    assert too_much.code == 1
    assert too_much.json["reason"]


def test_a_population_has_values_of_its_own(here):
    base = "anonymize t.csv --qi zip --qi sex --sensitive ill --hierarchy sex=sex.csv --out r.csv"
    said = call("--k-map", "4", "--population", "everyone.csv", "--suppression", "0.2", "--json", base=base)
    assert said.code == 0, said.err
    (here / "strange.csv").write_text("zip,sex\n11,f\n11,x\n12,x\n", encoding="utf-8")
    strange = call("--k-map", "1", "--population", "strange.csv", base=base)
    assert strange.code == 2
    assert "In the file of the population, sex: 2 rows hold a value with no entry" in strange.err


def test_the_script_counts_in_the_same_population():
    more = ["--population", "everyone.csv", "--suppression", "0.2", "--script", "again.py"]
    assert call("--k-map", "4", *more).code == 0
    text = Path("again.py").read_text(encoding="utf-8")
    first = Path("r.csv").read_bytes()
    assert "'everyone.csv': " in text
    Path("r.csv").unlink()
    with pytest.raises(SystemExit) as ended:
        exec(compile(text, "again.py", "exec"), {"__name__": "__main__"})
    assert (ended.value.code, Path("r.csv").read_bytes()) == (0, first)


NUMBERS = "age,zip,pay\n20,a,1\n20,a,3\n30,b,5\n30,b,7\n90,c,9\n"


def test_figures_before_and_after(here):
    (here / "n.csv").write_text(NUMBERS, encoding="utf-8")
    (here / "ages.csv").write_text("20;young;*\n30;young;*\n90;old;*\n", encoding="utf-8")
    base = "anonymize n.csv --qi age --qi zip --sensitive pay --hierarchy age=ages.csv --out r.csv --k 2"
    more = "--suppression 0.2 --max-level zip=0 --figure pay --figure age=20 --figure age"
    said = call(*more.split(), "--json", base=base)
    assert said.code == 0, said.err
    assert (said.json["levels"], said.json["suppressed"]) == ({"age": 0, "zip": 0}, 1)
    figures = {one["name"]: (one["before"], one["after"]) for one in said.json["utility"]["figures"]}
    assert figures == {"pay": (5, 5), "age=20": (2, approx(2 + 1 / 3)), "age": (38, approx((100 + 140 / 3) / 5))}
    left = call(*more.split(), "--leave-out-suppressed", "--json", base=base).json["utility"]["figures"]
    assert [(one["before"], one["after"]) for one in left] == [(5, 4), (2, 2), (38, 25)]
    assert "figure pay: 5 before, 5 after\n" in call(*more.split(), base=base).out


def test_a_search_that_time_ended_is_said_and_so_is_its_script(monkeypatch):
    monkeypatch.setitem(cli_anonymize.ALGORITHMS, "local", lambda settings: Stopped())
    said = call("--k", "2", "--algorithm", "local", "--time-budget", "0.5", "--script", "again.py", "--json")
    assert said.code == 0, said.err
    assert any("The time budget ended the search" in sentence for sentence in said.json["findings"])
    assert "this script may make another file" in Path("again.py").read_text(encoding="utf-8")
    patient = call("--k", "2", "--algorithm", "local", "--time-budget", "9", "--script", "again.py", "--json")
    assert not any("time budget" in sentence for sentence in patient.json["findings"])
    assert "time budget" not in Path("again.py").read_text(encoding="utf-8")


def hasty(settings):
    return Hasty(**{name: settings[name] for name in ("quality", "gs", "max_level", "importance")})


@pytest.mark.parametrize("quality", ["loss-geometric", "loss-sum", "precision", "entropy", "aecs"])
def test_a_bound_stands_in_the_unit_of_what_it_bounds(quality, monkeypatch):
    whole = call("--k", "2", "--suppression", "0.4", "--quality", quality, "--json").json
    assert whole["objective"]["bound"] is whole["bound"] is None
    monkeypatch.setitem(cli_anonymize.ALGORITHMS, "optimal", hasty)
    said = call("--k", "2", "--suppression", "0.4", "--quality", quality, "--json").json
    found = said["objective"]
    assert (found["name"], found["unit"], found["bound"]) == (quality, Quality(quality).unit, said["bound"])
    assert said["bound"] <= whole["objective"]["value"] <= found["value"]
    if quality.startswith("loss"):
        assert found["value"] == approx(said["loss"])
    told = call("--k", "2", "--suppression", "0.4", "--quality", quality).out
    assert f"{quality} ({found['unit']}): {found['value']:.6g} reached, no setting is below {said['bound']:.6g}" in told


def test_a_bound_is_told_where_nothing_was_found(monkeypatch):
    monkeypatch.setitem(cli_anonymize.ALGORITHMS, "optimal", hasty)
    said = call("--k", "5", "--quality", "aecs", "--max-level", "zip=1")
    assert said.code == 1
    assert said.out.endswith("1 of 4 were looked at.\naecs (rows per class): no setting is below 1.25\n")


@pytest.mark.parametrize(
    ("limits", "ended"),
    [(Limits(), True), (Limits(seconds=9), True), (Limits(nodes=2), False), (Limits(seconds=9, nodes=2), True)],
)
def test_only_time_may_end_a_search_elsewhere_another_time(limits, ended):
    stopped = LocalRecoding().anonymize(
        from_frame(pd.DataFrame({"q": ["a", "a"]})), Roles(("q",)), {}, [KAnonymity(2)], Limits()
    )
    assert ended_by_time(limits, replace(stopped, stopped_early=True)) is ended
    assert not ended_by_time(limits, stopped)
