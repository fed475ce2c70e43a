"""`kelt anonymize` on Adult: levels, losses and suppressed rows of the specification, and the file judged again."""

from __future__ import annotations

import pytest

from tests.blurring import ADULT
from tests.command import kelt

approx = pytest.approx


def call(shared, sensitive: str, out, *more: str, ground: str = "") -> list[str]:
    folder = shared / "data" / "arx"
    words = ["anonymize", folder / "adult.csv", "--sensitive", sensitive + ground, "--out", out, "--json", *more]
    for name in ADULT:
        words += [] if name == sensitive else ["--qi", name]
        words += ["--hierarchy", f"{name}={folder / f'adult_hierarchy_{name}.csv'}"]
    return [str(word) for word in words]


OCCUPATION = [
    # thresholds, suppression, levels, loss, rows suppressed
    ("--k 5", "0", [0, 4, 1, 2, 3, 2, 0, 0], 0.5422108254, 0),
    ("--k 5", "0.02", [0, 3, 0, 2, 2, 1, 1, 0], 0.2464771552, 506),
    ("--k 5", "1", [0, 3, 0, 0, 2, 1, 0, 0], 0.1621326132, 2184),
    ("--k 5 --l 3", "0.02", [0, 3, 0, 2, 2, 1, 1, 0], 0.2469117398, 522),
    ("--k 5 --l 3 --t .2", "0.02", [1, 4, 1, 1, 3, 1, 2, 1], 0.8150031862, 235),
    ("--k 5 --recursive 4,3", "0.02", [0, 3, 0, 1, 3, 1, 1, 0], 0.2554529144, 573),
    ("--k 5 --entropy-l 3", "1", [0, 3, 0, 0, 2, 1, 1, 0], 0.1903084802, 2036),
    ("--k 5 --t .2", "1", [1, 2, 0, 0, 3, 0, 2, 1], 0.6041652321, 8156),
]


@pytest.mark.parametrize(("asked", "suppression", "levels", "lost", "suppressed"), OCCUPATION)
def test_the_optimum_of_the_specification(shared, tmp_path, asked, suppression, levels, lost, suppressed):
    said = kelt(*call(shared, "occupation", tmp_path / "r.csv", *asked.split(), "--suppression", suppression))
    assert said.code == 0, said.err
    assert [*said.json["levels"].values()] == levels
    assert said.json["loss"] == approx(lost, rel=1e-8)
    assert said.json["suppressed"] == suppressed
    assert said.json["minimal"] == "proved"


def test_distance_in_the_tree_of_the_sensitive_column(shared, tmp_path):
    tree = shared / "data" / "arx" / "adult_hierarchy_occupation.csv"
    more = ["--k", "5", "--t", ".2", "--suppression", "0.02"]
    said = kelt(*call(shared, "occupation", tmp_path / "r.csv", *more, ground=f":hierarchy={tree}"))
    assert (said.json["loss"], said.json["suppressed"]) == (approx(0.7351403745, rel=1e-8), 151)
    assert said.measure("t-closeness")["ground"] == "hierarchical"


def test_ordered_distance(shared, tmp_path):
    said = kelt(*call(shared, "age", tmp_path / "r.csv", "--k", "5", "--t", ".2", "--suppression", "0.02"))
    assert (said.json["loss"], said.json["suppressed"]) == (approx(0.2555929787, rel=1e-8), 584)
    assert said.measure("t-closeness")["ground"] == "ordered"


@pytest.mark.parametrize("algorithm", ["optimal", "local", "mondrian", "microaggregation"])
@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_the_file_alone_confirms_every_threshold(shared, tmp_path, algorithm, kind):
    out, promise = tmp_path / f"release.{kind}", ["--k", "5", "--l", "3", "--t", "0.8"]
    more = [*promise, "--suppression", "0.02", "--algorithm", algorithm]
    said = kelt(*call(shared, "occupation", out, *more))
    assert said.code == 0, said.err
    judge = [word for name in ADULT if name != "occupation" for word in ("--qi", name)]
    judge += ["--sensitive", "occupation:nominal", "--suppressed", "suppressed", "--prior", out, "--json", *promise]
    again = kelt("assess", out, *judge)
    assert again.code == 0, again.err
    kept = [m["value"] for m in again.json["measures"] if m["threshold"] is not None]
    assert kept == [m["value"] for m in said.json["measures"]]
    assert again.json["rows"] == 30162
    assert again.json["rows_suppressed"] == said.json["suppressed"]
