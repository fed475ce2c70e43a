"""Files in ARX's format: read whatever wrote them, written so that reading gives the same."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from privacy_core import HierarchyError, hierarchy, read_hierarchy, write_hierarchy
from tests.strategies import random_paths

TREE = hierarchy("age", [("20", "[20, 30[", "*"), ("31", "[30, 40[", "*")])


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"20;[20, 30[;*\n31;[30, 40[;*\n", id="semicolons, commas in labels"),
        pytest.param(b"20\t[20, 30[\t*\n31\t[30, 40[\t*\n", id="tabs, commas in labels"),
        pytest.param(b"20|[20, 30[|*\r\n31|[30, 40[|*\r\n", id="bars, CRLF"),
        pytest.param(b'20,"[20, 30[",*\n31,"[30, 40[",*\n', id="commas, quotes"),
        pytest.param(b'"20";"[20, 30[";"*"\n"31";"[30, 40[";"*"', id="all quoted, no last newline"),
        pytest.param("20;[20, 30[;*\n31;[30, 40[;*\n".encode("utf-16"), id="UTF-16"),
        pytest.param("20;[20, 30[;*\n31;[30, 40[;*\n".encode("utf-8-sig"), id="BOM"),
        pytest.param(b"20;[20, 30[;*\n\n\n31;[30, 40[;*\n\n", id="blank lines"),
    ],
)
def test_reading(content):
    assert read_hierarchy(content, "age") == TREE


def test_windows_1252_and_an_empty_value():
    assert read_hierarchy("Müller;a;*\n;b;*\n".encode("cp1252"), "q").labels[0] == ("Müller", "")


REFUSED = [
    pytest.param(b"", "no rows", id="empty"),
    pytest.param(b"a;x;*\nb;x\nc;*\n", "2 rows with another number of levels", id="ragged"),
    pytest.param(b"a;x;*\xff\xfe\x81\n", "no text in UTF-8, UTF-16 or Windows-1252", id="no text"),
    pytest.param(b"\xff\xfea", "no text", id="half a UTF-16 character"),
    pytest.param(b"a;\x00;*\nb;c;*", "no text", id="NUL"),
    pytest.param(b"a;" + b"x" * 200_000 + b";*\n", "line 1", id="an endless label"),
    pytest.param(";".join(map(str, range(61))).encode(), "61 levels; at most 60", id="61 levels"),
]


@pytest.mark.parametrize(("content", "words"), REFUSED)
def test_refusals(content, words):
    with pytest.raises(HierarchyError, match=f"'age'.*{words}"):
        read_hierarchy(content, "age")


labels = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=5)


@st.composite
def trees(draw):
    values = draw(st.lists(labels, min_size=1, max_size=6, unique=True))
    paths = random_paths(draw(st.randoms(use_true_random=False)), range(6))
    name = draw(labels)  # one awkward label above the values
    return hierarchy("q", [(value, name + path[1], *path[2:]) for value, path in zip(values, paths, strict=False)])


@given(trees())
@example(hierarchy("q", [("\ufeff", "*"), ("", "x\r")]))
def test_a_tree_is_written_and_read_again(tree):
    assert read_hierarchy(write_hierarchy(tree), "q") == tree


@given(trees(), st.sampled_from(",\t|"))
@example(hierarchy("q", [("a;b", "x;y", "*"), ("c;d", "z;", "*")]), ",")
@example(hierarchy("q", [("a", "x;y"), ("b", "z;")]), "|")
@example(hierarchy("q", [('a"', 'x";"y'), ("b", '";"')]), "\t")
def test_another_delimiter_is_read_again_too(tree, delimiter):
    assert read_hierarchy(write_hierarchy(tree, delimiter), "q") == tree


@given(st.lists(labels, min_size=1, max_size=6, unique=True))
def test_values_of_one_level(values):
    tree = hierarchy("q", [(value,) for value in values])
    if not any(mark in value for value in values for mark in ";,\t|"):
        assert read_hierarchy(write_hierarchy(tree), "q") == tree


@pytest.mark.parametrize("name", ["age", "education", "native-country", "occupation"])
def test_adult_files_come_back_byte_for_byte(shared, name):
    content = (shared / "data" / "arx" / f"adult_hierarchy_{name}.csv").read_bytes()
    written = write_hierarchy(read_hierarchy(content, name))
    assert written.split() == content.replace(b"\r\n", b"\n").split()
    assert read_hierarchy(written, name) == read_hierarchy(content, name)
