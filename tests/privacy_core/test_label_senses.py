"""Labels that stand for other values on another level: the larger group is the true one, or none is named."""

from __future__ import annotations

import random

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import (
    HierarchyError,
    KAnonymity,
    NTCloseness,
    Roles,
    equivalence_classes,
    from_frame,
    hierarchy,
    supersets,
)
from privacy_core.anonymizers import FullDomain, Limits
from privacy_core.hierarchies import one_level_up, senses
from tests.command import kelt

OTHER = [("Other", "Other", "*"), ("Rare", "Other", "*"), ("Usual", "Usual", "*")]
POOLS = [list("abcdef"), [*"abcd", "Other", "*"], ["10", "20", "*"], [*"abcd", "(missing)", "NA"]]


def test_a_label_that_is_a_value_and_a_group_of_others():
    known = senses(hierarchy("q", OTHER))
    assert (known.several, senses(hierarchy("q", [("a", "a", "*"), ("b", "c", "*"), ("d", "c", "*")])).several) == (
        1,
        0,
    )
    column = from_frame(pd.DataFrame({"q": ["Other", "Rare", "Usual"]}))["q"]
    raw = one_level_up(hierarchy("q", OTHER), column, np.arange(3))[0].tolist()
    assert raw[0] == raw[1] != raw[2]  # only level 0 has all three
    with pytest.raises(HierarchyError, match=r"'q': 1 labels .* its 2 rows"):
        one_level_up(hierarchy("q", OTHER), column, np.array([0, 2]))  # the values, or their groups
    assert one_level_up(hierarchy("q", OTHER), column, np.array([0, 0]))[0].tolist() == [0, 0]


def test_of_mixed_levels_a_label_of_two_senses_is_refused_only_where_it_matters():
    tree = hierarchy("q", [("a", "x", "X", "*"), ("x", "y", "Y", "*"), ("c", "x", "X", "*"), ("d", "z", "Y", "*")])
    mixed = from_frame(pd.DataFrame({"q": ["d", "x", "z"]}))["q"]
    with pytest.raises(HierarchyError, match="'q': 1 labels"):
        one_level_up(tree, mixed, np.arange(3))
    by_frequency = hierarchy("q", [("a", "*", "*"), ("b", "b", "*"), ("c", "*", "*")])
    mixed = from_frame(pd.DataFrame({"q": ["a", "*", "b"]}))["q"]
    assert len({*one_level_up(by_frequency, mixed, np.arange(3))[0].tolist()}) == 1


def test_a_missing_cell_that_is_a_value_of_the_hierarchy_goes_up_with_it():
    column = from_frame(pd.DataFrame({"q": ["a", "b", None]}))["q"]
    tree = hierarchy("q", [("a", "A", "*"), ("b", "none", "*"), ("", "none", "*")])
    found = one_level_up(tree, column, np.arange(3))[0].tolist()
    assert found[1] == found[2] != found[0]


def test_numbers_written_otherwise_are_found_on_every_level():
    column = from_frame(pd.DataFrame({"q": [10, 20]}))["q"]
    tree = hierarchy("q", [("13", "10.0", "*"), ("17", "20.0", "*")])
    assert one_level_up(tree, column, np.arange(2))[0].tolist() == [0, 0]
    twice = hierarchy("q", [("13", "10.0", "*"), ("17", "010", "*")])
    with pytest.raises(HierarchyError, match="2 rows hold"):
        one_level_up(twice, column, np.arange(2))


def any_tree(rng: random.Random, values, pool):
    first = {value: rng.choice(pool) for value in values}
    second = {label: rng.choice(pool) for label in sorted({*first.values()})}
    return [(value, first[value], second[first[value]], "*") for value in values]


def up_from(paths, level, cells):
    """The larger groups as the level itself says, not its labels: by value, which are together."""
    place = {path[0]: path for path in paths}
    top = min(level + 1, 3)
    return [place[cell][top] for cell in cells]


@given(st.randoms(use_true_random=False))
def test_whatever_the_labels_are_called_the_larger_group_is_the_true_one_or_none(rng: random.Random):
    paths = any_tree(rng, "abcd", rng.choice(POOLS))
    cells, level = [rng.choice("abcd") for _ in range(5)], rng.randrange(4)
    place = {path[0]: path for path in paths}
    column = from_frame(pd.DataFrame({"q": [place[cell][level] for cell in cells]}))["q"]
    tree = hierarchy("q", paths)
    if senses(tree).above(np.unique(senses(tree).rows_of(column)), lacking=False) is None:
        with pytest.raises(HierarchyError, match="different values on different levels"):
            one_level_up(tree, column, np.arange(5))
        return
    found = one_level_up(tree, column, np.arange(5))[0].tolist()
    true = up_from(paths, level, cells)
    coarser = [up_from(paths, at, cells) for at in range(level, 4) if same_senses(paths, level, at, cells)]
    assert partition(found) in [partition(one) for one in [true, *coarser]]


def same_senses(paths, level, at, cells):
    """Whether these cells read the same on two levels and stand for the same values."""
    place = {path[0]: path for path in paths}

    def covers(cell, where):
        return {path[0] for path in paths if path[where] == place[cell][where]}

    return all(place[c][level] == place[c][at] and covers(c, level) == covers(c, at) for c in cells)


def partition(groups):
    return [groups.index(group) for group in groups]


@given(st.randoms(use_true_random=False))
def test_a_search_never_ends_in_a_release_that_fails_whatever_the_labels_are_called(rng: random.Random):
    gaps = [None] * rng.randint(0, 1)
    q, p = ([rng.choice([*"abcd", *gaps]) for _ in range(9)] for _ in range(2))
    people = from_frame(pd.DataFrame({"q": q, "p": p, "s": rng.choices("xyz", k=9)}))
    trees = {name: hierarchy(name, any_tree(rng, "abcd", rng.choice(POOLS))) for name in "qp"}
    models = [NTCloseness("s", rng.choice([2, 5, 9]), rng.choice([0.2, 0.4])), KAnonymity(rng.choice([1, 2]))]
    roles, limits = Roles(("q", "p"), ("s",)), Limits(rng.choice([0, 0.3, 0.9]))
    found = FullDomain().anonymize(people, roles, trees, models, limits)
    if found.table is not None and not found.suppressed.all():
        judged = found.table.with_suppressed(found.suppressed)
        larger = supersets(judged, equivalence_classes(judged, ("q", "p")), trees)
        assert larger.parent.max(initial=0) < len(larger.coarser)


def test_a_search_says_which_labels_keep_it_from_an_answer(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text("q,s\na,x\na,x\na,x\nb,y\nb,y\nb,z\n")
    (tmp_path / "h.csv").write_text("a;b\nb;a\nc;a\n")
    said = kelt("anonymize", *"t.csv --qi q --hierarchy q=h.csv --sensitive s --nt 6,.1 --json --out r.csv".split())
    assert said.code == 1, said.err
    assert "2 labels in the hierarchies of 'q' stand for different values" in said.json["reason"]


@pytest.mark.parametrize("how", ["--k 2", "--nt 2,.9"])
def test_the_hierarchy_of_a_common_word_is_released_and_judged_again(tmp_path, monkeypatch, how):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text("q,s\nOther,x\nRare,y\nUsual,x\nUsual,y\nOther,y\nUsual,z\n")
    (tmp_path / "h.csv").write_text("Other;Other;*\nRare;Other;*\nUsual;Usual;*\n")
    asked = f"--qi q --hierarchy q=h.csv --sensitive s {how} --json".split()
    said = kelt("anonymize", "t.csv", *asked, "--out", "r.csv")
    assert said.code == 0, said.err
    again = kelt("assess", "r.csv", *asked, "--suppressed=suppressed", "--prior=r.csv")
    kept = [[m["value"] for m in one.json["measures"] if m["threshold"] is not None] for one in (said, again)]
    assert kept[0] == kept[1]
