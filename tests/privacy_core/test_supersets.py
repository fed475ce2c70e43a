"""(n, t)-closeness: every class beside the larger group that its quasi-identifiers' hierarchies put it in."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from math import inf

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import (
    HierarchyError,
    KAnonymity,
    NTCloseness,
    ParameterError,
    Policies,
    Roles,
    TCloseness,
    Thresholds,
    assess,
    contingency,
    equivalence_classes,
    from_frame,
    hierarchy,
    measure,
    supersets,
    write_hierarchy,
)
from privacy_core.anonymizers import FullDomain, Limits
from privacy_core.hierarchies import one_level_up
from tests.command import assess as kelt_assess
from tests.command import kelt
from tests.strategies import random_paths

F7 = {"q": [1] * 600 + [2] * 2000 + [3] * 400}
F7["s"] = ["c"] * 300 + ["f"] * 300 + ["c"] * 200 + ["f"] * 1800 + ["c"] * 200 + ["f"] * 200
ZONES = hierarchy("q", [("1", "a", "*"), ("2", "b", "*"), ("3", "a", "*")])


@pytest.fixture
def f7(tmp_path):
    pd.DataFrame(F7).to_csv(tmp_path / "t.csv", index=False)
    (tmp_path / "q.csv").write_bytes(write_hierarchy(ZONES))
    return tmp_path / "t.csv", f"q={tmp_path / 'q.csv'}"


def test_the_published_example_on_the_command_line(f7):
    table, tree = f7
    said = kelt_assess(table, "--qi=q", "--sensitive=s", f"--hierarchy={tree}", "--nt=1000,1/10")
    found = said.measure("nt-closeness")
    assert (said.code, found["value"], found["threshold"], found["holds"]) == (0, 0, 0.1, True)
    assert (found["parameter"], found["ground"], found["strict"]) == ({"n": 1000}, "equal", False)
    assert said.value("t-closeness", ground="equal") == pytest.approx(4 / 15)
    models = [m["model"] for m in said.json["measures"]]
    assert models.index("nt-closeness") == models.index("basic-beta") - 1


def test_without_a_group_that_is_large_enough_nothing_helps(f7):
    table, tree = f7
    said = kelt_assess(table, "--qi=q", "--sensitive=s", f"--hierarchy={tree}", "--nt=1001,1")
    found = said.measure("nt-closeness")
    assert (said.code, found["value"], found["holds"], found["classes_failing"], found["rows_failing"]) == (
        1, "inf", False, 2, 1000,
    )  # fmt: skip


def test_it_is_not_measured_unless_asked_for(f7):
    said = kelt_assess(f7[0], "--qi=q", "--sensitive=s", f"--hierarchy={f7[1]}")
    assert "nt-closeness" not in [m["model"] for m in said.json["measures"]]


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--nt=10,.1"], ["--nt", "'q'"]),
        (["--nt=10"], ["--nt", "two numbers are needed: N,T"]),
        (["--recursive=3"], ["--recursive", "two numbers are needed: C,L"]),
        (["--nt=.5,.1"], ["n must be a whole number"]),
        (["--nt=0,.1"], ["n must be at least 1"]),
        (["--nt=10,1.5"], ["t must lie in [0, 1]"]),
        (["--nt=10,x"], ["--nt"]),
        (["--nt=10,.1", "--missing=wildcard"], ["wildcard"]),
    ],
)
def test_refusals(f7, more, words):
    with_tree = [] if "'q'" in words else [f"--hierarchy={f7[1]}"]
    said = kelt("assess", f7[0], "--qi=q", "--sensitive=s", *with_tree, *more)
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert all(word in said.err for word in words), said.err


def test_every_quasi_identifier_needs_a_hierarchy(tmp_path):
    pd.DataFrame({"q": [1, 2], "r": [1, 1], "s": [1, 2]}).to_csv(tmp_path / "t.csv", index=False)
    (tmp_path / "q.csv").write_text("1;*\n2;*\n")
    said = kelt(
        "assess",
        tmp_path / "t.csv",
        "--qi=q",
        "--qi=r",
        "--sensitive=s",
        f"--hierarchy=q={tmp_path}/q.csv",
        "--nt=1,.1",
    )
    assert (said.code, "'r'" in said.err, "'q'" in said.err) == (2, True, False)


def test_a_value_of_no_level_names_column_and_rows(tmp_path):
    pd.DataFrame({"q": ["x", "y", "y"], "s": [1, 2, 3]}).to_csv(tmp_path / "t.csv", index=False)
    (tmp_path / "q.csv").write_text("x;*\n")
    said = kelt("assess", tmp_path / "t.csv", "--qi=q", "--sensitive=s", f"--hierarchy=q={tmp_path}/q.csv", "--nt=1,.1")
    assert (said.code, "'q': 2 rows hold" in said.err, "1 different values" in said.err) == (2, True, True)


def test_suppressed_rows_need_no_entry(tmp_path):
    pd.DataFrame({"q": [1, 1, "*"], "s": [1, 2, 3]}).to_csv(tmp_path / "t.csv", index=False)
    (tmp_path / "q.csv").write_text("1;10\n2;10\n")
    said = kelt_assess(
        tmp_path / "t.csv",
        "--qi=q",
        "--sensitive=s",
        f"--hierarchy=q={tmp_path}/q.csv",
        "--nt=2,.1",
        "--suppressed-token=*",
    )
    assert (said.code, said.value("nt-closeness")) == (0, 0)


def test_per_class_file_has_a_column(f7, tmp_path):
    kelt(
        "assess",
        f7[0],
        "--qi=q",
        "--sensitive=s",
        f"--hierarchy={f7[1]}",
        "--nt=1001,.1",
        f"--per-class={tmp_path}/c.csv",
    )
    assert pd.read_csv(tmp_path / "c.csv")["nt-closeness@s@equal"].tolist() == [inf, 0, inf]


def test_a_published_table_goes_up_from_the_level_it_stands_on():
    tree = hierarchy("q", [("1", "a", "A", "*"), ("2", "b", "A", "*"), ("3", "c", "B", "*")])

    def groups(*cells):
        column = from_frame(pd.DataFrame({"q": pd.Series(cells, dtype=object)}))["q"]
        return one_level_up(tree, column, np.arange(len(cells)))[0].tolist()

    assert groups("1", "2", "3") == [0, 1, 2]
    assert groups("a", "b", "c") == [0, 0, 1]
    assert groups("1", "b", "c") == [0, 0, 1]  # of mixed levels the coarsest decides
    assert groups("A", "B") == [0, 0]
    assert groups("*", "*") == [0, 0]
    assert groups("a", None, "c") == [0, 2, 1]
    assert groups("A", None, "B") == [0, 0, 0]


def test_above_several_last_labels_stands_one_group():
    tree = hierarchy("q", [("1", "a"), ("2", "b")])
    column = from_frame(pd.DataFrame({"q": ["a", "b"]}))["q"]
    assert one_level_up(tree, column, np.arange(2))[0].tolist() == [0, 0]


def slowly(known, secret, paths, n):
    """Per class by its values: 0, or the distance from everyone alike one level up, or infinite."""
    ways = [{path[0]: path for path in one} for one in paths]

    def up(row):
        return tuple(way[value][1] if len(way[value]) > 1 else "all" for way, value in zip(ways, row, strict=True))

    def mix(rows):
        return {v: Fraction(c, len(rows)) for v, c in Counter(rows).items()}

    found = {}
    for key in sorted(set(known)):
        mine = [s for row, s in zip(known, secret, strict=True) if row == key]
        around = [s for row, s in zip(known, secret, strict=True) if up(row) == up(key)]
        p, q = mix(mine), mix(around)
        apart = sum(abs(p.get(v, 0) - q.get(v, 0)) for v in q) / 2
        found[key] = 0.0 if len(mine) >= n else float(apart) if len(around) >= n else inf
    return list(found.values())


@given(st.randoms(use_true_random=False))
def test_any_table_against_a_slow_answer(rng: random.Random):
    width, rows, n = rng.randint(1, 3), rng.randint(1, 16), rng.randint(1, 9)
    paths = [random_paths(rng, ["a", "b", "c", "d"]) for _ in range(width)]
    known = [tuple(rng.choice("abcd") for _ in range(width)) for _ in range(rows)]
    secret = [rng.choice("xyz") for _ in range(rows)]
    frame = pd.DataFrame(
        [(*row, s) for row, s in zip(known, secret, strict=True)], columns=[*map(str, range(width)), "s"]
    )
    trees = {str(i): hierarchy(str(i), one) for i, one in enumerate(paths)}
    names = tuple(trees)
    found = assess(from_frame(frame), Roles(names, ("s",)), Thresholds(n=n, nt=0.3), hierarchies=trees)
    [measured] = [m for m in found.measurements if isinstance(m.model, NTCloseness)]
    assert measured.per_class.tolist() == pytest.approx(slowly(known, secret, paths, n))
    assert measured.value == max(measured.per_class)
    assert measured.fails.tolist() == [value > 0.3 + 1e-9 for value in measured.per_class]


def test_the_whole_table_around_every_class_is_t_closeness():
    table = from_frame(pd.DataFrame(F7))
    counted = contingency(table, equivalence_classes(table, ["q"]), "s")
    assert NTCloseness("s", 3000).per_class(counted).tolist() == TCloseness("s").per_class(counted).tolist()
    assert NTCloseness("s", 2000).per_class(counted).tolist() == [
        *TCloseness("s").per_class(counted)[:1],
        0,
        pytest.approx(4 / 15),
    ]
    assert measure(NTCloseness("s", 3001, 0.1), counted).value == inf


def test_every_class_one_level_below_the_root_is_t_closeness_where_n_is_the_table():
    table, tree = from_frame(pd.DataFrame(F7)), hierarchy("q", [("1", "*"), ("2", "*"), ("3", "*")])
    found = assess(table, Roles(("q",), ("s",)), Thresholds(n=3000), hierarchies={"q": tree})
    by_model = {m.model.name: m.per_class.tolist() for m in found.measurements if m.model.name.endswith("closeness")}
    assert by_model["nt-closeness"] == pytest.approx(by_model["t-closeness"])


def test_supersets_by_hand():
    people = from_frame(pd.DataFrame({"q": [1, 2, 3, 3], "r": ["x", "x", "x", "y"]}))
    classes = equivalence_classes(people, ["q", "r"])
    either = hierarchy("r", [("x", "x"), ("y", "y")])
    found = supersets(people, classes, {"q": ZONES, "r": either}, Policies())
    assert found.parent.tolist() == [0, 1, 0, 0]
    assert found.coarser.size.tolist() == [3, 1]  # both levels of r say the same: one group stands above them
    with pytest.raises(ParameterError, match=r"every quasi-identifier; 1 of 2 have none: 'r'"):
        supersets(people, classes, {"q": ZONES})
    with pytest.raises(HierarchyError, match=r"'r': 1 rows hold .* no level"):
        supersets(people, classes, {"q": ZONES, "r": hierarchy("r", [("x", "*")])})


def test_t_without_n_is_refused():
    with pytest.raises(ParameterError, match="needs n"):
        Thresholds(nt=0.1)
    with pytest.raises(ParameterError, match="whole number"):
        NTCloseness("s", 1.5)


REPEATED = {
    "every label": [("a", "a", "*"), ("b", "b", "*")],
    "some labels": [("a", "a", "*"), ("b", "c", "*"), ("d", "c", "*")],
    "another word between": [("a", "x", "a", "*"), ("b", "b", "b", "*")],
}


@pytest.mark.parametrize("paths", REPEATED.values(), ids=REPEATED)
def test_levels_that_put_nothing_together_are_passed_over(paths):
    column = from_frame(pd.DataFrame({"q": ["a", "a", "b"]}))["q"]
    for rows in (np.arange(2), np.arange(3)):
        groups = one_level_up(hierarchy("q", paths), column, rows)[0]
        changed = paths is REPEATED["some labels"] and len(rows) == 3
        assert len({*groups.tolist()}) == (2 if changed else 1)


def test_a_missing_cell_that_joins_the_others_is_a_change():
    column = from_frame(pd.DataFrame({"q": ["a", "b", None]}))["q"]
    assert one_level_up(hierarchy("q", [("a", "*"), ("b", "*")]), column, np.arange(3))[0].tolist() == [0, 0, 0]
    starred = from_frame(pd.DataFrame({"q": ["*", "*", None]}))["q"]
    tree = hierarchy("q", [("a", "*", "*"), ("b", "*", "*")])
    assert len({*one_level_up(tree, starred, np.arange(3))[0].tolist()}) == 1


def test_a_search_and_the_release_agree_where_a_label_stands_on_two_levels(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text("q,s\na,x\na,y\na,z\nb,x\nb,x\nb,x\nb,y\n")
    (tmp_path / "h.csv").write_text("a;a;*\nb;b;*\n")
    asked = "t.csv --qi q --hierarchy q=h.csv --sensitive s --nt 7,.3 --json".split()
    said = kelt("anonymize", *asked, "--out", "r.csv")
    assert said.code == 0, said.err
    told = next(m for m in said.json["measures"] if m["model"] == "nt-closeness")
    judged = kelt("assess", *asked).measure("nt-closeness")
    assert said.json["levels"] == {"q": 0}
    assert told["holds"] is judged["holds"] is True
    assert told["value"] == pytest.approx(judged["value"]) == pytest.approx(5 / 21)


@given(st.randoms(use_true_random=False))
def test_a_search_promises_what_its_release_keeps(rng: random.Random):
    q = [rng.choice("abcd") for _ in range(9)]
    people = from_frame(pd.DataFrame({"q": q, "p": rng.choices("uv", k=9), "s": rng.choices("xyz", k=9)}))
    second = {letter: rng.choice([letter, letter, "e"]) for letter in "abcd"}
    third = {label: rng.choice([label, "f", "f"]) for label in "abcde"}
    paths = [(v, second[v], third[second[v]], "*") for v in "abcd"]
    trees = {"q": hierarchy("q", paths), "p": hierarchy("p", [("u", "u", "*"), ("v", "v", "*")])}
    models = [NTCloseness("s", rng.choice([2, 5, 9]), rng.choice([0.2, 0.4])), KAnonymity(rng.choice([1, 2]))]
    FullDomain().anonymize(people, Roles(("q", "p"), ("s",)), trees, models, Limits(rng.choice([0, 0.3, 0.9])))


def test_numbers_written_otherwise_in_the_hierarchy_go_up_alike():
    column = from_frame(pd.DataFrame({"q": [39.0, 41.0, None]}))["q"]
    tree = hierarchy("q", [("39.0", "39.0", "*"), ("41.0", "41.0", "*")])
    plain = hierarchy("q", [("39", "39", "*"), ("41", "41", "*")])
    for rows in (np.arange(2), np.arange(3)):
        assert one_level_up(tree, column, rows)[0].tolist() == one_level_up(plain, column, rows)[0].tolist()
