"""The smallest demonstration: originals by trying everything, and what is left when the release is minimal."""

from __future__ import annotations

import csv
import json
from itertools import combinations_with_replacement, product

import numpy as np
import pytest

from privacy_core import ParameterError, hierarchy
from privacy_core.attacks.downcoding import consistent, recode, riddle, tree, two_rows
from privacy_core.attacks.downcoding.smallest import Riddle

DECADES = hierarchy(
    "age_released",
    [("20-29", "20-39", "*"), ("30-39", "20-39", "*"), ("40-49", "40-59", "*"), ("50-59", "40-59", "*")],
)


def test_two_rows_of_three_possible_originals_one_is_left():
    found = consistent(two_rows())
    told = [found.told(original) for original in found.before]
    assert told == [
        ((("20-29",), ("20-29",)),),
        ((("20-29",), ("30-39",)),),
        ((("30-39",), ("30-39",)),),
    ]
    assert [found.told(original) for original in found.after] == [told[1]]
    assert found.proved


def test_the_shared_release(shared):
    with (shared / "cases/c67_minimality_downcoding.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    problems = json.loads((shared / "cases/problems.json").read_text(encoding="utf-8"))
    (case,) = [one for group in problems.values() if isinstance(group, list) for one in group if one["id"] == "P85"]
    published = {name: [row[name] for row in rows] for name in rows[0]}
    found = consistent(riddle(published, {"age_released": DECADES}, 2))
    assert len(found.before) == case["expected"]["multisets before"]
    assert len(found.after) == case["expected"]["after"]
    assert found.told(found.after[0])[0] == (("20-29", "F"), ("30-39", "F"))


def by_trying_everything(asked: Riddle) -> tuple[set, set]:
    """Originals row by row, each judged against every recoding there is."""
    values = [[values_under(t, node) for node in range(len(t))] for t in asked.trees]
    columns = range(len(asked.trees))
    owner = [asked.classes.index(tuple(read)) for read in asked.nodes.tolist()]
    before, after = set(), set()
    for rows in product(*(product(*(values[c][node] for c, node in enumerate(read))) for read in asked.nodes.tolist())):
        original = tuple(
            tuple(sorted(row for row, of in zip(rows, owner, strict=True) if of == number))
            for number in range(len(asked.classes))
        )
        if original in before:
            continue
        before.add(original)
        choices = [
            [
                finer
                for finer in product(*(range(len(t)) for t in asked.trees))
                if all({row[c]} <= set(values[c][finer[c]]) <= set(values[c][read[c]]) for c in columns)
            ]
            for row, read in zip(rows, asked.nodes.tolist(), strict=True)
        ]
        ways = product(*choices)
        if not any(
            way != tuple(map(tuple, asked.nodes.tolist())) and min(map(way.count, way)) >= asked.k for way in ways
        ):
            after.add(original)
    return before, after


def values_under(tree, node: int) -> list[int]:
    return np.flatnonzero((tree.path == node).any(axis=0)).tolist()


@pytest.mark.parametrize(
    ("published", "k"),
    [
        ({"age_released": ["20-39", "20-39", "20-39"]}, 2),
        ({"age_released": ["20-39"] * 4}, 2),
        ({"age_released": ["20-39"] * 4}, 3),
        ({"age_released": ["20-39", "20-39", "*", "*"]}, 2),
        ({"age_released": ["*", "*", "*"]}, 2),
        ({"age_released": ["20-39", "20-39"], "sex": ["*", "*"]}, 2),
        ({"age_released": ["20-39", "20-39", "*", "*"], "sex": ["*", "*", "F", "F"]}, 2),
    ],
)
def test_the_list_is_that_of_trying_everything(published, k):
    sex = hierarchy("sex", [("F", "*"), ("M", "*")])
    asked = riddle(published, {"age_released": DECADES, "sex": sex}, k)
    found = consistent(asked)
    before, after = by_trying_everything(asked)
    assert set(found.before) == before
    assert set(found.after) == after
    assert len(found.before) == len(before)


def test_a_class_that_could_have_been_split_has_no_original_left():
    """Four rows at k = 2: whatever the decades, two of them are the same."""
    found = consistent(riddle({"age_released": ["20-39"] * 4}, {"age_released": DECADES}, 2))
    assert [len(found.before), len(found.after)] == [5, 0]


def test_what_a_minimal_recoder_published_has_its_original_among_those_left():
    for codes in combinations_with_replacement(range(4), 5):
        table = np.array(codes)[:, None]
        published = recode(table, 2, 2)
        found = consistent(Riddle(("x",), (tree(2),), published.nodes, 2))
        originals = [sorted(row[0] for rows in original for row in rows) for original in found.after]
        assert sorted(codes) in originals


@pytest.mark.parametrize(
    ("published", "k", "said"),
    [
        ({}, 2, "There are no published rows."),
        ({"a": []}, 2, "There are no published rows."),
        ({"a": ["x", "x"], "b": ["y"]}, 2, "The columns have different numbers of rows, 1 to 2."),
        (
            {"age_released": ["20-39", "20-40"]},
            2,
            "Column 'age_released': 1 published labels are not in its hierarchy.",
        ),
        ({"age_released": ["20-39", "40-59"]}, 2, "k = 2 is not kept: a class of the release has 1 rows."),
    ],
)
def test_what_is_no_release_is_refused(published, k, said):
    with pytest.raises(ParameterError, match=f"^{said}$"):
        riddle(published, {"age_released": DECADES}, k)


def test_too_many_originals_are_refused():
    asked = riddle({"age_released": ["*"] * 60}, {"age_released": DECADES}, 2)
    with pytest.raises(ParameterError, match="39,711 originals are possible, too many to list"):
        consistent(asked)
