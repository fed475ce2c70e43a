"""`kelt compose`: the contract of its document, and every way to refuse."""

from __future__ import annotations

import pytest

from privacy_core import samples
from tests.command import kelt

NINE = ("--qi=zip", "--qi=age")


@pytest.fixture
def hospital(tmp_path):
    """The three tables of the t-closeness paper, with an id."""
    paths = {}
    for number in (3, 4, 5):
        head, *rows = samples.load(f"hospital-{number}").as_csv().splitlines()
        paths[number] = tmp_path / f"table{number}.csv"
        lines = [f"id,{head}", *(f"{at},{row}" for at, row in enumerate(rows, 1))]
        paths[number].write_text("\n".join(lines), encoding="utf-8")
    return paths


def written(path, text):
    path.write_text(text, encoding="utf-8")
    return path


def compose(*arguments):
    return kelt("compose", *arguments, "--json")


def test_the_two_published_tables_name_2_and_8_on_salary(hospital):
    said = compose(hospital[4], hospital[5], *NINE, "--sensitive=salary", "--id=id")
    assert said.code == 0
    expected = {
        "unit": "people",
        "people": 9,
        "not_in_all": 0,
        "pinned": 2,
        "empty": 0,
        "pinned_ids": ["2", "8"],
        "shrank": 6,
        "mean_guess": pytest.approx(5 / 9),
        "candidates": {"1": 2, "2": 4, "3": 3},
        "worst_case": 1,
    }
    assert {key: said.json[key] for key in expected} == expected
    releases = [{key: one[key] for key in ("name", "classes", "k", "l")} for one in said.json["per_release"]]
    assert releases == [{"name": f"table{n}.csv", "classes": 3, "k": 3, "l": 3} for n in (4, 5)]


def test_and_nobody_on_disease(hospital):
    said = compose(hospital[4], hospital[5], *NINE, "--sensitive=disease", "--id=id").json
    assert (said["pinned"], said["pinned_ids"], said["candidates"]) == (0, [], {"2": 6, "3": 3})


@pytest.mark.parametrize("secret", ["salary", "disease"])
def test_a_list_of_people_instead_of_a_key(hospital, secret):
    by_key, by_list = (
        compose(hospital[4], hospital[5], *NINE, f"--sensitive={secret}", who).json
        for who in ("--id=id", f"--population={hospital[3]}")
    )
    both = [{name: value for name, value in said.items() if name != "findings"} for said in (by_key, by_list)]
    assert both[0] == both[1]


def test_two_three_diverse_releases_leave_one(shared, tmp_path):
    files = [shared / "cases" / f"c48_linkage_collapse_{number}.csv" for number in (1, 2)]
    listed = written(tmp_path / "list.csv", "q\nA\nB\n")
    said = compose(*files, "--qi=q", "--sensitive=s", f"--population={listed}").json
    assert ([one["l"] for one in said["per_release"]], said["candidates"], said["worst_case"]) == ([3, 3], {"1": 2}, 1)


def test_overlapping_sets(shared):
    said = compose(*[shared / "cases/c49_overlapping_qi_sets.csv"] * 2, "--qi=sex", "--sensitive=yob", "--id=c1")
    assert (said.code, said.out) == (2, "")


def test_for_people(hospital):
    said = kelt("compose", hospital[4], hospital[5], *NINE, "--sensitive=salary", "--id=id")
    assert "Linked, 2 releases leave 2 of 9 people with one value of 'salary'." in said.out
    assert max(map(len, said.out.splitlines())) <= 120


def test_ids_come_in_order(tmp_path):
    rows = "".join(f"{at},g{at},v{at}\n" for at in range(12, 0, -1))
    file = written(tmp_path / "a.csv", f"nr,q,s\n{rows}")
    ids = compose(file, file, "--qi=q", "--sensitive=s", "--id=nr").json["pinned_ids"]
    assert ids == [str(at) for at in range(1, 13)]


def test_other_spellings_are_reported_with_counts(tmp_path):
    one = written(tmp_path / "one.csv", "id,q,s\n1,a,flu\n2,a,cold\n3,b,flu\n4,b,cold\n")
    two = written(tmp_path / "two.csv", "id,q,s\n1,a,Flu\n2,b,cold\n3,a,Flu\n4,b,cold\n")
    said = compose(one, two, "--qi=q", "--sensitive=s", "--id=id").json
    assert (said["empty"], said["pinned"]) == (0, 4)
    assert any(
        "'two.csv': 2 rows hold 1 value that an earlier release writes differently" in line for line in said["findings"]
    )
    apart = compose(one, two, "--qi=q", "--sensitive=s", "--id=id", "--spelling=apart").json
    assert (apart["empty"], apart["pinned"]) == (2, 2)
    assert any("taken for different values, as asked" in line for line in apart["findings"])


def test_nothing_left_is_counted_apart(tmp_path):
    one = written(tmp_path / "one.csv", "id,q,s\n1,a,x\n2,a,x\n9,a,x\n")
    two = written(tmp_path / "two.csv", "id,q,s\n1,a,y\n2,b,x\n7,b,x\n")
    said = compose(one, two, "--qi=q", "--sensitive=s", "--id=id").json
    assert (said["people"], said["not_in_all"], said["empty"], said["pinned"]) == (2, 2, 1, 1)
    assert (said["candidates"], said["mean_guess"], said["pinned_ids"]) == ({"1": 1}, 1.0, ["2"])
    all_changed = compose(
        one, written(tmp_path / "three.csv", "id,q,s\n1,a,y\n2,b,z\n"), "--qi=q", "--sensitive=s", "--id=id"
    )
    assert (all_changed.json["empty"], all_changed.json["candidates"], all_changed.json["mean_guess"]) == (2, {}, None)
    assert all_changed.code == 0


def test_suppressed_rows_take_no_part(tmp_path):
    one = written(tmp_path / "one.csv", "id,q,s,gone\n1,a,x,false\n2,a,y,false\n3,*,z,true\n")
    said = compose(one, one, "--qi=q", "--sensitive=s", "--id=id", "--suppressed=gone").json
    assert (said["people"], said["not_in_all"], said["candidates"]) == (2, 0, {"2": 2})
    by_token = compose(one, one, "--qi=q", "--sensitive=s", "--id=id", "--suppressed-token=*").json
    assert by_token["candidates"] == {"2": 2}
    assert any("rows that take no part: 1 suppressed" in line for line in said["findings"])


def test_missing_secrets(tmp_path):
    one = written(tmp_path / "one.csv", "id,q,s\n1,a,x\n2,a,\n")
    own, out = (
        compose(one, one, "--qi=q", "--sensitive=s", "--id=id", f"--missing-sensitive={how}").json
        for how in ("own", "out")
    )
    assert (own["candidates"], out["candidates"], out["not_in_all"]) == ({"2": 2}, {"1": 1}, 1)


def test_a_hierarchy_says_what_labels_stand_for(tmp_path):
    one = written(tmp_path / "one.csv", "job,s\nhands,x\nhands,y\ncare,x\n")
    two = written(tmp_path / "two.csv", "job,s\nbaker,x\nsmith,z\ncare,x\n")
    listed = written(tmp_path / "list.csv", "job\nbaker\nsmith\nnurse\n")
    tree = written(tmp_path / "tree.csv", "baker;hands\nsmith;hands\nnurse;care\n")
    said = compose(one, two, "--qi=job", "--sensitive=s", f"--population={listed}", f"--hierarchy=job={tree}").json
    assert (said["people"], said["pinned_ids"], said["empty"]) == (3, ["1", "3"], 1)


@pytest.fixture
def pair(tmp_path):
    one = written(tmp_path / "one.csv", "id,q,s\n1,a,x\n2,a,y\n")
    return (
        one,
        written(tmp_path / "two.csv", "id,q,s\n1,a,x\n2,a,y\n2,b,y\n"),
        written(tmp_path / "three.csv", "id,q,s\n8,a,x\n"),
    )


WHO, KNOWN = ("--sensitive=s", "--id=id"), "--qi=q"


@pytest.mark.parametrize(
    ("files", "options", "said"),
    [
        ((0, 1), (KNOWN, *WHO), "Column 'id' of 'two.csv': 1 id stands in more than one row (2 rows)"),
        ((0,), (KNOWN, *WHO), "at least two releases"),
        ((0, 2), (KNOWN, *WHO), "Nobody is in every release (people in each: 'one.csv' 2, 'three.csv' 1)"),
        ((0, 0), WHO, "No quasi-identifier is given"),
        ((0, 0), ("--qi=z", *WHO), "No column 'z'"),
        ((0, 0), (KNOWN, "--id=id"), "One --sensitive column"),
        ((0, 0), (KNOWN, *WHO, "--sensitive=id"), "One --sensitive column"),
        ((0, 0), (KNOWN, "--sensitive=t", "--id=id"), "No column 't'"),
        ((0, 0), (KNOWN, "--sensitive=s", "--id=q"), "two roles"),
        ((0, 0), (KNOWN, "--sensitive=q", "--id=id"), "two roles"),
        ((0, 0), (KNOWN, "--sensitive=s"), "--id --population"),
        ((0, 0), (KNOWN, *WHO, "--population=x.csv"), "not allowed with"),
        ((0, 0), (KNOWN, *WHO, "--hierarchy=q=x.csv"), "needs --population"),
        ((0, 0), (KNOWN, "--sensitive=s", "--population=nowhere.csv"), "cannot be read"),
        ((0, 0), (KNOWN, *WHO, "--missing=wildcard"), "invalid choice"),
    ],
)
def test_refusals(pair, files, options, said):
    found = compose(*(pair[at] for at in files), *options)
    assert (found.code, found.out) == (2, "")
    assert said in found.err
    assert found.err.count("\n") == 1


def test_a_list_that_nobody_of_is_covered(pair, tmp_path):
    listed = written(tmp_path / "list.csv", "q\nz\nz\n")
    found = compose(pair[0], pair[0], KNOWN, "--sensitive=s", f"--population={listed}")
    assert found.code == 2
    assert "None of 2 people on the list could be in every release" in found.err


def test_standard_input_is_one_table(pair):
    found = kelt("compose", "-", pair[0], KNOWN, *WHO, "--json", stdin=b"id,q,s\n1,a,x\n2,b,y\n")
    assert [one["name"] for one in found.json["per_release"]] == ["standard input", "one.csv"]
    assert "one table only" in compose("-", "-", KNOWN, *WHO).err


def test_files_of_one_name_are_told_apart(pair, tmp_path):
    (tmp_path / "older").mkdir()
    other = written(tmp_path / "older" / "one.csv", pair[0].read_text(encoding="utf-8"))
    names = [one["name"] for one in compose(pair[0], other, KNOWN, *WHO).json["per_release"]]
    assert names == [str(pair[0]), str(other)]


def test_no_finding_says_a_value(hospital):
    said = compose(hospital[4], hospital[5], *NINE, "--sensitive=disease", f"--population={hospital[3]}").json
    assert not any(word in " ".join(said["findings"]) for word in ("gastri", "bronch", "4767", "4790"))
