"""Hierarchies: ARX's files are read, what is not nested or not complete is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import Hierarchy, HierarchyError, hierarchy, intake, read_hierarchy
from tests.command import kelt

ARX = {  # column: steps to the root, values, labels of the level below it
    "age": (4, 100, 5),
    "education": (3, 16, 3),
    "marital-status": (2, 7, 2),
    "native-country": (2, 41, 5),
    "occupation": (2, 14, 3),
    "race": (1, 5, 5),
    "salary-class": (1, 2, 2),
    "sex": (1, 2, 2),
    "workclass": (2, 8, 3),
}


@pytest.mark.parametrize("column", ARX)
def test_arx_adult_hierarchies(shared, column):
    tree = read_hierarchy((shared / "data" / "arx" / f"adult_hierarchy_{column}.csv").read_bytes(), column)
    assert (tree.height, len(tree.labels[0]), len(tree.labels[tree.height - 1])) == ARX[column]
    assert tree.labels[-1] == ("*",)


@pytest.mark.parametrize("column", ARX)
def test_arx_adult_hierarchies_cover_adult(shared, column):
    folder = shared / "data" / "arx"
    table = intake.read((folder / "adult.csv").read_bytes(), "adult.csv").table
    tree = read_hierarchy((folder / f"adult_hierarchy_{column}.csv").read_bytes(), column)
    assert all(len(to) == len(table[column].categories) for to in tree.levels_of(table[column].labels))


SHARED_CASES = [
    pytest.param(
        "c47_hierarchy_wrong.csv", ["'occupation'", "4 rows", "3 different values"], id="another column's file"
    ),
    pytest.param("c47_hierarchy_incomplete.csv", ["'occupation'", "1 values more than one parent"], id="Sales twice"),
]


@pytest.mark.parametrize(("file", "words"), SHARED_CASES)
def test_shared_faults_name_column_and_count(shared, file, words):
    cases = shared / "cases"
    said = kelt(
        "assess", cases / "c47_hierarchy_data.csv", "--qi=s", f"--sensitive=occupation:hierarchy={cases / file}"
    )
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert all(word in said.err for word in words), said.err
    assert not any(value in said.err for value in ("Sales", "Craft-repair", "Tech-support"))


REFUSED = [
    pytest.param([], "no rows", id="no rows"),
    pytest.param([("a", "x"), ("b",)], "1 rows with another number of levels", id="rows of two lengths"),
    pytest.param([("a", "x"), ("a", "y")], "1 values more than one parent", id="a value with two parents"),
    pytest.param([("a", "x", "1"), ("b", "x", "2")], "1 labels of level 1", id="a group with two parents"),
]


@pytest.mark.parametrize(("rows", "words"), REFUSED)
def test_refusals(rows, words):
    with pytest.raises(HierarchyError, match=f"'age'.*{words}"):
        hierarchy("age", rows)


def test_a_hierarchy_cannot_be_born_crooked():
    with pytest.raises(HierarchyError, match="not nested"):
        Hierarchy("age", (("a", "b"), ("x",), ("1", "2")), ((0, 1), (0, 0), (0, 1)))


def test_values_without_an_entry_are_counted_in_rows():
    tree = hierarchy("s", [("a", "*")])
    with pytest.raises(HierarchyError, match=r"s: 7 rows hold a value with no entry in the hierarchy \(2 different"):
        tree.levels_of(["a", "b", "c"], [10, 3, 4])


def test_a_row_twice_is_one_row():
    assert hierarchy("s", [("a", "*"), ("a", "*"), ("b", "*")]).labels[0] == ("a", "b")


def test_a_root_is_added_where_none_is_written():
    assert hierarchy("s", [("a", "x"), ("b", "y")]).height == 2
    assert hierarchy("s", [("a", "x"), ("b", "x")]).height == 1
    assert hierarchy("s", [("a",)]).height == 0


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("ä;*\nb;*\n".encode(), id="semicolons"),
        pytest.param("ä,*\r\nb,*\r\n".encode(), id="commas, CRLF"),
        pytest.param("\ufeffä;*\n\nb;*".encode(), id="BOM, blank line, no last newline"),
        pytest.param("ä;*\nb;*\n".encode("cp1252"), id="Windows-1252"),
        pytest.param('"ä";"*"\n"b";*\n'.encode(), id="quotes"),
    ],
)
def test_reading(content):
    assert read_hierarchy(content, "s").labels == (("ä", "b"), ("*",))


@given(st.lists(st.integers(0, 5), min_size=1, max_size=12), st.lists(st.integers(0, 2), min_size=6, max_size=6))
def test_levels_are_functions_of_the_level_below(groups, tops):
    rows = [(f"v{i}", f"g{g}", f"t{tops[g]}", "*") for i, g in enumerate(groups)]
    tree = hierarchy("s", rows)
    levels = tree.levels_of([row[0] for row in rows])
    assert len(levels) == tree.height == 3
    for level, to in enumerate(levels):
        assert [tree.labels[level][i] for i in to] == [row[level] for row in rows]
