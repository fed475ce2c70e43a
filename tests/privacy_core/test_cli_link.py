"""`kelt link`: the contract of its document, every way to refuse, and what is inert."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from privacy_core import samples
from privacy_core.linkage import LinkageSettings, link
from privacy_core.protections import GRID, Original
from privacy_core.samples.offers import cells_of
from tests.command import kelt

KNOWN = ("age", "gender", "region", "size")
QI = tuple(f"--qi={name}" for name in KNOWN)
SHOP = samples.load("touchpoints")
FEW = SHOP.table.only(np.arange(600))


def csv(path, table, **more):
    frame = pd.DataFrame({name: cells_of(column) for name, column in table.columns.items()}).assign(**more)
    frame.to_csv(path, index=False)
    return path


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("link")
    twenty = next(one for one in GRID if one.name == "k = 20")
    made = twenty.make(Original(FEW, SHOP.roles, np.random.default_rng(1)))
    return {
        "original": csv(folder / "original.csv", FEW),
        "release": csv(folder / "release.csv", made, suppressed=made.suppressed),
        "strangers": csv(folder / "strangers.csv", samples.strangers(200)),
        "folder": folder,
    }


def run(files, *more, release="release"):
    return kelt("link", files["original"], files[release], *QI, "--sensitive=interest", *more, "--json")


@pytest.fixture(scope="module")
def said(files):
    found = run(files, "--id=person", "--suppressed=suppressed", f"--holdout={files['strangers']}", "--attackers")
    assert found.code == 0, found.err
    return found.json


def test_the_document_has_what_the_contract_says(said):
    assert (said["n"], said["m"], said["null"]) == (600, 600, "holdout")
    assert len(said["tau"]) == 101
    assert [level["name"] for level in said["levels"]] == [
        "age,gender,region,size",
        "age,gender,region",
        "age,gender",
        "age",
        "",
    ]
    for level in said["levels"]:
        assert len(level["rate"]) == len(level["control"]) == len(level["excess"]) == 101
        assert {"blocks", "coverage", "structural_recall", "tau_calibrated", "rate_calibrated"} <= level.keys()
        assert level["control_calibrated"] <= 0.05
    assert said["attribution"]["qi_share"] + said["attribution"]["other_share"] == pytest.approx(1)
    assert sum(said["attribution"]["features"].values()) == pytest.approx(1)
    assert said["lower_bound"] is False
    assert said["baselines"].keys() >= {"fellegi_sunter", "dcr", "nndr"}
    assert {one["attack"] for one in said["attackers"]} == {"singling out", "linkability", "inference of interest"}


def test_rates_rise_along_the_levels_and_fall_with_the_threshold(said):
    rates = np.array([level["rate"] for level in said["levels"]])
    assert (np.diff(rates, axis=0) >= 0).all()
    assert (np.diff(rates, axis=1) <= 0).all()
    recalls = [level["structural_recall"] for level in said["levels"]]
    assert recalls == sorted(recalls)
    assert recalls[-1] == 1


def test_the_numbers_are_those_of_the_library(files, said):
    from privacy_core.intake import read

    tables = {name: read(files[name].read_bytes(), name).table for name in ("original", "release", "strangers")}
    flags = tables["release"]["suppressed"]
    release = tables["release"].with_suppressed(np.array(["true" in x.lower() for x in flags.texts(np.arange(600))]))
    asked = LinkageSettings(KNOWN, ("interest", "suppressed"))
    found = link(
        tables["original"],
        release,
        asked,
        id_column="person",
        holdout=tables["strangers"],
        random=np.random.default_rng(0),
    )
    assert np.allclose([level["rate"] for level in said["levels"]], found.surface.rate)
    assert np.allclose([level["control"] for level in said["levels"]], found.calibration.control)


def test_what_is_ignored_is_inert(files, tmp_path, said):
    """Changing, permuting or deleting a secret, or the order of columns, leaves every rate as it is."""
    frame = pd.read_csv(files["release"])
    changed = frame[frame.columns[::-1]].assign(interest=frame["interest"].sample(frac=1, random_state=1).to_numpy())
    files = {**files, "other": tmp_path / "other.csv", "without": tmp_path / "without.csv"}
    changed.to_csv(files["other"], index=False)
    frame.drop(columns="interest").to_csv(files["without"], index=False)
    options = ("--id=person", "--suppressed=suppressed", f"--holdout={files['strangers']}")
    for release in ("other", "without"):
        found = run(files, *options, release=release).json
        assert found["levels"] == said["levels"]
        assert found["attribution"] == said["attribution"]


def test_without_truth_what_needs_it_is_null_with_the_reason(files):
    found = run(files, "--ignore=person", "--suppressed=suppressed").json
    assert found["null"] == "permutation"
    assert {level["top1_precision"] for level in found["levels"]} == {None}
    assert {level["structural_recall"] for level in found["levels"]} == {None}
    assert "nobody said" in found["levels"][0]["reasons"]["top1"]


def test_levels_thresholds_and_components_can_be_asked_for(files):
    found = run(
        files, "--id=person", "--level=age/10,region", "--level=age/20", "--level=", "--tau=0.5,0.9", "--components=6"
    ).json
    assert [level["name"] for level in found["levels"]] == ["age/10,region", "age/20", ""]
    assert found["tau"] == [0.5, 0.9]
    assert found["components"] == 6


@pytest.mark.parametrize(
    ("asked", "search"),
    [
        ((), "all candidates"),
        (("--most-candidates=9",), "at most 9 candidates of a block, drawn at random: lower bounds"),
        (("--approximate", "--sample=50"), "the lists of candidates that are most alike: lower bounds, of 50 records"),
    ],
)
def test_what_was_counted_how_stands_beside_the_numbers(files, asked, search):
    found = run(files, "--id=person", "--level=age/10", "--level=", "--alpha=.1", *asked).json
    policies = found["policies"]
    assert policies["search"].startswith(search)
    assert policies["levels"] == "age/10 → all are compared"
    assert policies["alpha"].startswith("0.1 ")
    assert "mean" in policies["missing"]
    assert "counted" in policies["suppressed"]
    spares = [said for said in found["findings"] if "spares nothing here: all 30,000 pairs" in said]
    assert len(spares) == found["searched"]["approximate"]


@pytest.mark.parametrize("coding", ["one-hot", "frequency", "hierarchical"])
def test_the_option_encoding_says_both_codings_and_files(files, coding):
    found = run(files, "--id=person", f"--encoding={coding}", "--encoding=utf-8", "--tau=0.9")
    assert found.code == 0
    assert found.json["policies"]["encoding"] == coding


def test_another_table_can_be_what_the_attacker_holds(files, tmp_path):
    part = csv(tmp_path / "part.csv", FEW.only(np.arange(100)))
    found = run(files, "--id=person", f"--auxiliary={part}").json
    assert found["n"] == 100
    assert found["policies"]["attacker"] == "the auxiliary table"


def test_people_read_lines_and_sentences(files):
    said = kelt("link", files["original"], files["release"], *QI, "--sensitive=interest", "--id=person", "--attackers")
    assert said.code == 0
    assert "sorted by" in said.out
    assert "nothing: all are compared" in said.out
    assert max(map(len, said.out.splitlines())) <= 120


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("--id=nobody",), "nobody"),
        (("--id=age",), "two roles"),
        (("--qi=interest",), "two roles"),
        (("--ignore=nothing",), "nothing"),
        (("--level=visits/5", "--level=visits/7"), "not nested"),
        (("--level=planet",), "planet"),
        (("--tau=0:2:.1",), "-1"),
        (("--alpha=1",), "alpha"),
        (("--components=0",), "at least 1"),
        (("--encoding=one-hot", "--encoding=frequency"), "--encoding"),
        (("--holdout=missing.csv",), "missing.csv"),
        (("--seed=-1",), "seed"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(files, more, words):
    said = run(files, *more)
    assert said.code == 2
    assert not said.out
    assert words in said.err
    assert len(said.err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda frame: frame.drop(columns="age"), "'age'"),
        (lambda frame: frame.assign(visits=np.inf), "'visits'"),
        (lambda frame: frame.assign(visits=["many"] * len(frame)), "'visits'"),
        (lambda frame: frame[["interest"]], "'age'"),
    ],
)
def test_releases_that_cannot_be_compared_name_the_column(files, tmp_path, change, words):
    path = tmp_path / "bad.csv"
    change(pd.read_csv(files["release"])).to_csv(path, index=False)
    said = run({**files, "bad": path}, release="bad")
    assert said.code == 2
    assert words in said.err
    assert "many" not in said.err


def test_no_quasi_identifier_is_refused(files):
    assert kelt("link", files["original"], files["release"]).code == 2


def test_large_tables_can_be_spared_for_a_bound_or_an_interval(files, said):
    more = "--id=person", "--suppressed=suppressed"
    some, capped, lists = (
        run(files, *more, ask).json for ask in ("--sample=200", "--most-candidates=20", "--approximate")
    )
    assert (some["n"], some["asked"], some["lower_bound"]) == (600, 200, False)
    for level in some["levels"]:
        assert level["rate_interval"][0] <= level["rate_calibrated"] <= level["rate_interval"][1]
        assert level["recall"] is None
    assert said["asked"] == 600
    for bound in (capped, lists):
        assert bound["lower_bound"] is True
        for level, exact in zip(bound["levels"], said["levels"], strict=True):
            assert (np.array(level["rate"]) <= np.array(exact["rate"])).all()
            assert level["rate_interval"] is None
            assert level["recall"]["probes"] == 600
            assert level["recall"]["interval"][0] <= level["recall"]["share"] <= level["recall"]["interval"][1]
        assert any("lower bounds" in sentence for sentence in bound["findings"])
    assert capped["levels"][-1]["recall"]["share"] < 1


@pytest.mark.parametrize(
    "more", [("--sample=0",), ("--most-candidates=1.5",), ("--approximate", "--most-candidates=9")]
)
def test_sparing_that_makes_no_sense_is_refused(files, more):
    found = run(files, *more)
    assert (found.code, found.out) == (2, "")
    assert found.err.count("\n") == 1
