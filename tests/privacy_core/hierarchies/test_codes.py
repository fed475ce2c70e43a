"""A column's codes in a hierarchy: every cell finds its group at every level, the missing ones too."""

from __future__ import annotations

import random

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import HierarchyError, Scale, from_frame, hierarchy
from tests.strategies import random_paths


def column(values, dtype=object):
    return from_frame(pd.DataFrame({"q": pd.Series(values, dtype=dtype)}))["q"]


def obvious(paths, cells, level):
    """Label of each cell at a level, and how many values of the hierarchy that label stands for, as a share."""
    values = {path[0]: path for path in paths}
    own = None in cells and ("" in cells or "" not in values)
    top = len(paths[0]) - 1
    one_top = len({path[-1] for path in paths}) == 1 and top > 0
    labels = []
    for cell in cells:
        if cell is not None or not own:
            labels.append(values[cell if cell is not None else ""][level])
        else:
            labels.append(paths[0][top] if level == top and one_top else "(missing)")
    leaves = [path[level] for path in values.values()]
    if own:
        leaves.append(paths[0][top] if level == top and one_top else "(missing)")
    return labels, {label: leaves.count(label) / len(leaves) for label in set(labels)}


@given(st.randoms(use_true_random=False))
def test_every_cell_finds_its_group_at_every_level(rng: random.Random):
    words = ["", "a", "b", "c", "d"][rng.randint(0, 1) : rng.randint(2, 5)]
    paths = random_paths(rng, words)
    cells = [rng.choice([*words, *[None] * rng.randint(0, 2)]) for _ in range(rng.randint(1, 12))]
    tree, found = hierarchy("q", paths), column(cells)
    assert tree.n_levels == len(paths[0])
    for level, groups in enumerate(tree.level_maps(found)):
        labels, shares = obvious(paths, cells, level)
        names = tree.level_labels(found, level)
        assert [names[group] for group in groups[found.codes]] == labels
        assert sorted(set(groups.tolist())) == list(range(len(names))) or not found.n_codes
        share = tree.share(found, level)
        assert {name: share[i] for i, name in enumerate(names)} == pytest.approx(shares)
        known = [label for label in tree.labels[level] if label in names]
        assert [*known, *names[len(known) :]] == list(names)  # in the order of the hierarchy, missing last
        group = tree.missing_group(found, level)
        assert (group is not None) == ("(missing)" in names)


def test_numbers_are_looked_up_as_they_are_written():
    tree = hierarchy("q", [("3", "*"), ("4.5", "*")])
    assert tree.codes(column([3.0, 4.5], float)).tolist() == [0, 1]
    assert tree.codes(column([3], int)).tolist() == [0]


@pytest.mark.parametrize("written", ["03", "3.0", " 3", "3e0", "3,0", "+3"])
def test_a_number_is_found_by_its_value_and_a_text_as_written(written):
    tree = hierarchy("q", [(written, "x", "*"), ("4", "y", "*")])
    numbers = column([3, 3, 4], int)
    assert tree.codes(numbers).tolist() == [0, 1]
    assert [tree.level_labels(numbers, 1)[at] for at in tree.level_maps(numbers)[1]] == ["x", "y"]
    with pytest.raises(HierarchyError, match=r"2 rows hold .* \(1 different values\)"):
        tree.codes(column(["3", "3", "4"]))
    assert [level.tolist() for level in tree.levels_of(["3", "4"], scale=Scale.NUMERIC)] == [[0, 1], [0, 1]]


def test_a_number_of_two_entries_is_not_guessed():
    tree = hierarchy("q", [("03", "*"), ("3.0", "*"), ("4", "*")])
    with pytest.raises(HierarchyError, match=r"2 rows hold .* \(1 different values\)\.$"):
        tree.codes(column([3, 3, 4], int))
    assert hierarchy("q", [("3", "*"), ("3.0", "*")]).codes(column([3], int)).tolist() == [0]


@pytest.mark.parametrize("written", ["9007199254740993.0", "nan", "inf", "1_0", "1,500"])
def test_what_is_no_one_number_is_not_found_by_it(written):
    found = column([2**53, 10, 1500], int)
    assert (hierarchy("q", [(written, "*")]).places(found.labels, found.scale) < 0).all()


def test_other_numbers_without_an_entry_are_counted_alone():
    with pytest.raises(HierarchyError, match=r"^q: 1 rows hold .* \(1 different values\)\.$"):
        hierarchy("q", [("3.0", "*")]).codes(column([3, 3, 4], int))


def test_dates_are_looked_up_as_iso():
    days = from_frame(pd.DataFrame({"q": pd.to_datetime(["2024-03-31", "2024-04-01"])}))["q"]
    assert hierarchy("q", [("2024-04-01", "*"), ("2024-03-31", "*")]).codes(days).tolist() == [1, 0]


def test_no_value_fits():
    with pytest.raises(
        HierarchyError, match=r"q: 2 rows .* \(2 different values\)\. No value .* another column's file"
    ):
        hierarchy("q", [("x", "*")]).codes(column(["a", "b"]))


def test_missing_takes_the_empty_value_of_the_hierarchy_unless_the_column_has_both():
    tree = hierarchy("q", [("", "none", "*"), ("a", "some", "*")])
    assert tree.codes(column(["a", None])).tolist() == [1, 0]
    assert tree.codes(column(["a", "", None])).tolist() == [0, 1, 2]


def test_a_label_that_reads_like_missing_is_told_apart():
    tree = hierarchy("q", [("(missing)", "x", "*"), ("a", "x", "*")])
    assert tree.level_labels(column(["(missing)", None]), 0) == ("(missing)", "((missing))")


def test_one_level_keeps_missing_apart():
    tree = hierarchy("q", [("a",)])
    assert [groups.tolist() for groups in tree.level_maps(column(["a", None]))] == [[0, 1]]


def test_more_than_sixty_levels_are_refused():
    hierarchy("q", [tuple(map(str, range(60)))])
    with pytest.raises(HierarchyError, match=r"'q' has 61 levels; at most 60"):
        hierarchy("q", [tuple(map(str, range(61)))])


def test_arrays_are_read_only():
    with pytest.raises(ValueError, match="read-only"):
        hierarchy("q", [("a", "*")]).above[0, 0] = 1


def test_a_hundred_thousand_values():
    tree = hierarchy("q", [(str(i), str(i // 10), str(i // 100), "*") for i in range(100_000)])
    groups = tree.level_maps(column(np.arange(100_000), int))
    assert [len(np.unique(level)) for level in groups] == [100_000, 10_000, 1_000, 1]
