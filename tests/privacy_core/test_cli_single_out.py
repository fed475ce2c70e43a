"""`kelt single-out`: the contract, the library's numbers, refusals in one line."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

from privacy_core.attacks import class_predicates, record_predicates
from privacy_core.attacks.singling_out import peak
from privacy_core.cli import main
from privacy_core.intake import read

QI = ("--qi", "age", "--qi", "sex")


def drawn(random, n):
    frame = pd.DataFrame({"age": random.integers(20, 80, n), "sex": random.choice([*"fm"], n)})
    return frame.assign(pay=random.integers(1000, 99_999, n))


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder, random = tmp_path_factory.mktemp("single"), np.random.default_rng(4)
    people, strangers = drawn(random, 400), drawn(random, 4000)
    low = people["age"] // 10 * 10
    tables = {
        "original": people,
        "holdout": strangers,
        "release": people.assign(age=low.astype(str) + "-" + (low + 9).astype(str), pay=0, gone=False),
        "synthetic": drawn(random, 300),
        "other": people.assign(age="20-29"),
        "short": strangers[["age", "sex"]],
    }
    for name, frame in tables.items():
        frame.to_csv(folder / f"{name}.csv", index=False)
    return {name: str(folder / f"{name}.csv") for name in tables}


def kelt(capsys, *words):
    code = main(["single-out", *words])
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def document(capsys, files, *more, release="release"):
    code, out, err = kelt(capsys, files["original"], files[release], *QI, *more, "--json")
    assert code == 0, err
    return json.loads(out)


def test_the_document_has_what_the_contract_says(capsys, files):
    said = document(capsys, files, "--holdout", files["holdout"], "--tries", "300", "--seed", "1")
    assert {"attempts", "hits", "rate", "interval", "baseline", "control", "weights", "seed", "verdict"} <= said.keys()
    assert {"median", "below"} <= said["weights"].keys()
    assert (said["attempts"], said["seed"], said["attack"]) == (300, 1, "classes")
    assert said["rate"] == said["hits"] / 300
    assert said["interval"][0] < said["rate"] < said["interval"][1]
    assert said["baseline"]["attempts"] == said["control"]["attempts"] == 300
    assert said["verdict"] == "no better than baseline"


def test_the_numbers_are_those_of_the_library(capsys, files):
    asked = "--holdout", files["holdout"], "--tries", "200", "--seed", "7", "--records", "multivariate"
    said = document(capsys, files, *asked)
    tables = {}
    for name in ("original", "release", "holdout"):
        with open(files[name], "rb") as file:
            tables[name] = read(file.read(), name).table
    chances = np.random.default_rng(7).spawn(2)
    both, more = (tables["original"], tables["release"], ["age", "sex"]), {"holdout": tables["holdout"], "tries": 200}
    classes = class_predicates(*both, chances[0], **more)
    records = record_predicates(*both, chances[1], **more)
    assert said["hits"] == classes.main.hits
    assert said["control"]["hits"] == classes.evidence.control.hits
    assert said["weights"]["median"] == np.median(classes.weight)
    assert said["classes"]["predicted"] == classes.predicted.mean()
    assert said["records"]["hits"] == records.evidence.main.hits
    assert said["records"]["by_column"] == records.by_column


def test_without_a_hold_out_nothing_is_judged(capsys, files):
    said = document(capsys, files)
    assert said["verdict"] == "not measured"
    assert said["attempts"] == 500
    assert said["baseline"] is None
    assert said["control"] is None
    assert said["weights"]["source"] == "in-sample"
    assert said["weights"]["median"] is said["weights"]["below"] is None
    assert any("not measured" in one for one in said["findings"])


def test_a_limit_the_hold_out_can_tell_gives_a_share(capsys, files):
    said = document(capsys, files, "--holdout", files["holdout"], "--limit", "1/12")
    assert 0 < said["weights"]["eta"] <= 1
    assert said["weights"]["below"] == round(said["weights"]["eta"] * said["classes"]["classes"])
    unknown = document(capsys, files, "--holdout", files["holdout"])
    assert unknown["weights"]["below"] is None
    assert any("cannot be told from 4,000 strangers" in one for one in unknown["findings"])


def test_synthetic_records_are_attacked_by_records(capsys, files):
    said = document(
        capsys, files, "--holdout", files["holdout"], "--records", "univariate", "--exclude", "sex", release="synthetic"
    )
    assert said["attack"] == "records"
    assert said["classes"]["measured"] is False
    assert "does not generalize the original" in said["classes"]["reason"]
    assert said["verdict"] == said["records"]["verdict"]
    assert said["attempts"] == said["records"]["attempts"] <= said["records"]["asked"] == 500
    assert said["records"]["by_column"].keys() == {"age"}


def test_the_text_for_people(capsys, files):
    code, out, _ = kelt(
        capsys, files["original"], files["release"], *QI, "--holdout", files["holdout"], "--records", "multivariate"
    )
    assert code == 0
    assert out.startswith("no better than baseline; seed 1")
    assert max(map(len, out.splitlines())) <= 120
    assert "predicates from classes" in out
    assert "The attacker knows the release" in out


def test_order_of_columns_changes_nothing(capsys, files):
    one = document(capsys, files, "--holdout", files["holdout"])
    code, out, _ = kelt(
        capsys, files["original"], files["release"], "--qi=sex", "--qi=age", "--holdout", files["holdout"], "--json"
    )
    other = json.loads(out)
    assert code == 0
    assert {name: one[name] for name in ("hits", "baseline", "control", "weights")} == {
        name: other[name] for name in ("hits", "baseline", "control", "weights")
    }


@pytest.mark.parametrize(
    ("release", "more", "why"),
    [
        ("other", (), "does not generalize the original: by column 'age', "),
        ("release", ("--holdout", "short"), "The hold-out lacks 1 of 3 columns, the first of them 'pay'"),
        ("release", ("--tries", "0"), "tries"),
        ("release", ("--limit", "2"), "limit must lie in [0, 1]"),
        ("release", ("--exclude", "age"), "--records"),
        ("release", ("--records", "multivariate", "--columns-each", "9"), "n_columns must lie in [1, 2]"),
        ("release", ("--qi", "zip"), "No column 'zip'"),
        ("release", ("--suppressed", "sex"), "two roles"),
        ("synthetic", (), "does not generalize the original"),
    ],
)
def test_refusals_are_one_line(capsys, files, release, more, why):
    words = [files.get(word, word) for word in more]
    code, out, err = kelt(capsys, files["original"], files[release], *QI, *words)
    assert code == 2
    assert out == ""
    assert err.startswith("kelt: ")
    assert err.count("\n") == 1
    assert why in err


def test_no_column_is_refused(capsys, files):
    code, _, err = kelt(capsys, files["original"], files["release"])
    assert code == 2
    assert "--qi" in err


def test_a_blind_attacker_and_strangers_are_told_apart(capsys, tmp_path):
    people = pd.DataFrame(
        {"id": range(40), "age": np.arange(40) % 20 + 30, "zip": [f"z{at // 20}" for at in range(40)]}
    )
    for name, table in (("people", people), ("others", people.assign(id=range(100, 140)))):
        table.to_csv(tmp_path / f"{name}.csv", index=False)
    both = str(tmp_path / "people.csv")
    words = [both, both, "--qi", "age", "--qi", "zip", "--holdout", str(tmp_path / "others.csv"), "--json"]
    assert main(["single-out", *words]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["rate"], said["control"]["rate"], said["verdict"]) == (1.0, 1.0, "no better than baseline")
    blind = max(said["baseline"]["rate"], peak(40))
    assert any(
        f"by a blind attacker with probability {blind:.3g}; the same predicates" in one for one in said["findings"]
    )
    assert any("strangers with probability 1." in one for one in said["findings"])
