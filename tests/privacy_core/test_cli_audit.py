"""`kelt downcode ORIGINAL RELEASE`: its document, its text, its refusals."""

from __future__ import annotations

import json

import pytest

from tests.command import kelt

TREE = "20;20-39;*\n30;20-39;*\n40;40-49;*\n"


@pytest.fixture
def files(tmp_path):
    """Write texts to files and name them."""

    def write(**texts):
        paths = {}
        for name, text in texts.items():
            paths[name] = tmp_path / f"{name}.csv"
            paths[name].write_text(text)
        return paths

    return write


def two_rows(files, **more):
    texts = {"original": "age,s\n20,x\n30,y\n", "release": "age,s\n20-39,x\n20-39,y\n", "tree": TREE, **more}
    return files(**texts)


def audited(paths, *more, qi="age"):
    return kelt(
        "downcode", paths["original"], paths["release"], "--qi", qi, "--hierarchy", f"age={paths['tree']}", *more
    )


def test_two_rows_as_a_document(files):
    found = audited(two_rows(files), "--json")
    assert (found.code, found.err) == (0, "")
    said = found.json
    assert (said["respects_hierarchy"], said["k"], said["refinable"], said["minimal"]) == (True, 2, 0, "proved")
    one = said["inferred"]["one_differs"]
    assert (one["with_minimality"]["predicted"], one["without"]["predicted"]) == (1.0, 0.5)
    assert (one["with_minimality"]["right"], one["with_minimality"]["of"]) == (1, 1)
    assert said["verdict"] == "no better than baseline"  # one guess is no evidence
    assert any("premise of downcoding holds" in sentence for sentence in said["findings"])


def test_for_people(files):
    found = audited(two_rows(files))
    assert "minimal: proved" in found.out
    assert "shares only (baseline)" in found.out
    assert max(map(len, found.out.splitlines())) <= 120


def test_a_release_that_is_not_minimal(files):
    found = audited(two_rows(files, release="age,s\n*,x\n*,y\n"), "--json").json
    assert (found["minimal"], found["refinable"], found["verdict"]) == ("no", 1, "premise fails")
    assert found["moves"] == {"closures": 1, "splits": 0, "joins": 0, "pools": 0}


def test_intervals_that_are_no_nodes(files):
    tree = "".join(f"{age};{'20-29' if age < 30 else '30-39'};*\n" for age in range(20, 40))
    paths = two_rows(files, tree=tree, release='age,s\n"[20, 30]",x\n"[20, 30]",y\n')
    said = audited(paths, "--json").json
    assert (said["respects_hierarchy"], said["k"], said["minimal"], said["verdict"]) == (
        False,
        2,
        "no",
        "premise fails",
    )
    assert (said["refinable"], said["moves"], said["inferred"]) == (None, None, None)
    assert said["no_nodes"] == {"age": {"texts": 1, "rows": 2, "values_told": 2}}
    assert said["utility"]["average_class"] == 2
    assert "no node of its hierarchy" in " ".join(said["findings"])
    assert "respects the hierarchies: no" in audited(paths).out


def test_ids_and_a_hold_out(files):
    paths = two_rows(
        files,
        original="id,age\na,20\nb,30\nc,40\nd,40\n",
        release="id,age\nd,40-49\nb,20-39\nc,40-49\na,20-39\n",
        more="id,age\n1,20\n2,30\n3,30\n",
    )
    said = audited(paths, "--id", "id", "--holdout", paths["more"], "--json").json
    assert said["matched"] == "by the id column"
    assert said["inferred"]["learned"] == "shares learned from 3 people of the hold-out"


def test_suppressed_rows_are_left_out(files):
    paths = two_rows(files, original="age\n20\n30\n40\n", release="age\n20-39\n20-39\n*\n")
    bare = audited(paths, "--json").json
    assert (bare["k"], bare["blank"]) == (1, 1)
    assert any("1 row of the release could be anything" in sentence for sentence in bare["findings"])
    said = audited(paths, "--suppressed-token", "*", "--json").json
    assert (said["k"], said["rows"], said["suppressed"]) == (2, 2, 1)


def test_the_files_of_anonymize(files, tmp_path):
    rows = [(20 + 10 * (i % 3), "fm"[i % 2], i) for i in range(30)]
    original = "age,sex,n\n" + "".join(f"{age},{sex},{n}\n" for age, sex, n in rows)
    paths = two_rows(files, original=original)
    for how, minimal in {"local": {"proved", "locally"}, "optimal": {"proved", "locally", "no"}}.items():
        made = kelt(
            "anonymize", paths["original"], "--qi", "age", "--qi", "sex", "--hierarchy", f"age={paths['tree']}",
            "--k", 4, "--algorithm", how, "--out", tmp_path / f"{how}.csv",
        )  # fmt: skip
        assert made.code == 0, made.err
        paths["release"] = tmp_path / f"{how}.csv"
        said = audited(paths, "--qi", "sex", "--k", 4, "--suppressed", "suppressed", "--json").json
        assert said["k"] >= 4
        assert said["minimal"] in minimal


@pytest.mark.parametrize(
    ("texts", "more", "said"),
    [
        ({"release": "age,s\n40-49,x\n20-39,y\n"}, (), "in column 'age' 1 of 2 rows do not cover"),
        ({"release": "age,s\n20-39,x\n20-39,y\n*,z\n"}, (), "has 3 rows and the original 2"),
        ({"original": "age,s\n20,x\n77,y\n"}, (), "age: 1 rows hold a value with no entry"),
        ({}, ("--k", "3"), "k = 3 cannot be kept"),
        ({}, ("--k", "0"), "k"),
        ({}, ("--id", "nobody"), "No column 'nobody'"),
        ({}, ("--id", "age"), "Column 'age' has two roles"),
        ({}, ("--qi", "zip"), "No column 'zip'"),
        ({"more": "years\n20\n"}, ("--holdout", "more"), "The hold-out lacks column 'age'"),
        ({}, ("--hierarchy", "s=tree"), "'s', which is no --qi"),
        ({}, ("--dims", "5"), "--dims is for --simulate"),
    ],
)
def test_refusals_are_one_sentence(files, texts, more, said):
    paths = two_rows(files, **texts)
    named = [str(paths[one]) if one in paths else one for one in more]
    named = [f"s={paths['tree']}" if one == "s=tree" else one for one in named]
    found = audited(paths, *named, "--json")
    assert (found.code, found.out) == (2, "")
    assert said in found.err
    assert len(found.err.splitlines()) == 1
    assert "Traceback" not in found.err


def test_no_qi_and_two_inputs(files):
    paths = two_rows(files)
    assert kelt("downcode", paths["original"], paths["release"]).code == 2
    found = kelt("downcode", "-", "-", "--qi", "age")
    assert found.code == 2
    assert "one table only" in found.err


def test_nothing_is_nan(files):
    for release in ("age,s\n20,x\n30,y\n", "age,s\n*,x\n*,y\n", "age,s\n20-39,x\n20-39,y\n"):
        found = audited(two_rows(files, release=release), "--json")
        json.loads(found.out, parse_constant=lambda word: pytest.fail(word))
