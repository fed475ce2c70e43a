"""One edit at a time, each against the same change made by hand in the rows."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import HierarchyError, hierarchy
from privacy_core.hierarchies import (
    as_rows,
    moved,
    with_level,
    with_value,
    without_level,
    without_value,
)
from tests.strategies import random_paths

ROWS = [("flu", "lung", "inside", "*"), ("cough", "lung", "inside", "*"), ("rash", "skin", "outside", "*")]
TREE = hierarchy("disease", ROWS)


@given(st.randoms(use_true_random=False))
def test_rows_and_hierarchy_are_one(rng: random.Random):
    tree = hierarchy("q", random_paths(rng, "abcdef"))
    assert hierarchy("q", as_rows(tree)) == tree
    assert as_rows(TREE) == ROWS


@given(st.randoms(use_true_random=False))
def test_moving_is_moving_by_hand(rng: random.Random):
    rows = random_paths(rng, "abcdef")
    tree = hierarchy("q", rows)
    level = rng.randrange(tree.n_levels - 1)
    label, parent = rng.choice(tree.labels[level]), rng.choice([*tree.labels[level + 1], "new"])
    above = next((row[level + 2 :] for row in rows if row[level + 1] == parent), None)
    by_hand = [
        (*row[: level + 1], parent, *(row[level + 2 :] if above is None else above)) if row[level] == label else row
        for row in rows
    ]
    assert as_rows(moved(tree, level, label, parent)) == by_hand


def test_a_new_parent_and_one_left_empty():
    made = moved(TREE, 1, "skin", "hidden")
    assert as_rows(made)[2] == ("rash", "skin", "hidden", "*")
    assert made.labels[2] == ("inside", "hidden")


def test_values_and_levels_come_and_go():
    more = with_value(TREE, ("burn", "skin", "outside", "*"))
    assert as_rows(more)[3] == ("burn", "skin", "outside", "*")
    assert without_value(more, "burn") == TREE
    assert as_rows(without_level(TREE, 2)) == [(a, b, d) for a, b, _, d in ROWS]
    assert without_level(with_level(TREE, 2), 2) == TREE
    assert with_level(TREE, 4).labels[4] == ("*",)
    grown = moved(with_level(hierarchy("q", [("a", "*"), ("b", "*")]), 1), 0, "b", "a")
    assert as_rows(grown) == [("a", "a", "*"), ("b", "a", "*")]


REFUSED = {
    "no such label": (lambda: moved(TREE, 1, "bone", "x"), "no such label on level 1"),
    "no such level": (lambda: moved(TREE, 9, "flu", "x"), "no such label on level 9"),
    "above the top": (lambda: moved(TREE, 3, "*", "x"), "Nothing stands above level 3"),
    "a value twice": (lambda: with_value(TREE, ("flu", "skin", "outside", "*")), "more than one parent"),
    "a crooked value": (lambda: with_value(TREE, ("burn", "skin", "inside", "*")), "not nested"),
    "a short value": (lambda: with_value(TREE, ("burn", "skin")), "another number of levels"),
    "the last value": (lambda: without_value(hierarchy("disease", [("a", "*")]), "a"), "no rows"),
    "the values themselves": (lambda: without_level(TREE, 0), "no level 0"),
    "no level": (lambda: without_level(TREE, 4), "no level 4"),
    "a level below the values": (lambda: with_level(TREE, 0), "can be 1 to 4"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refusals_name_the_column_and_no_value(name):
    edit, words = REFUSED[name]
    with pytest.raises(HierarchyError, match=f"'disease'.*{words}|{words}.*'disease'") as refused:
        edit()
    assert not any(word in str(refused.value) for word in ("flu", "lung", "skin", "burn", "bone"))
