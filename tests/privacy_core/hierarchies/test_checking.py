"""Every fault of a hierarchy is found, counted, and its values are kept out of the sentence."""

from __future__ import annotations

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import HierarchyError, from_frame, hierarchy, intake
from privacy_core.hierarchies import Matter, advice, best_columns, examine, faults_beside, faults_of_lines, respelled


def column(values, dtype=object, name="age"):
    return from_frame(pd.DataFrame({name: pd.Series(values, dtype=dtype)}))[name]


def matters(faults):
    return {fault.matter: (fault.level, fault.count, fault.labels, fault.at) for fault in faults}


FILES = {
    "empty": (b"", {Matter.EMPTY: (None, 0, (), ())}),
    "only blank lines": (b"\n\n", {Matter.EMPTY: (None, 0, (), ())}),
    "ragged": (b"a;x;*\nb;x\nc\n", {Matter.UNEVEN: (None, 2, (), (2, 3))}),
    "two parents": (b"a;x;*\nb;x;*\na;y;*\n", {Matter.TWO_PARENTS: (0, 1, ("a",), (1, 3))}),
    "not nested": (b"a;x;1;*\nb;x;2;*\nc;y;2;*\n", {Matter.NOT_NESTED: (1, 1, ("x",), (1, 2))}),
    "not nested higher up": (b"a;x;1;p\nb;y;1;q\n", {
        Matter.NOT_NESTED: (2, 1, ("1",), (1, 2)), Matter.SEVERAL_TOPS: (3, 2, ("p", "q"), ()),
    }),
    "the same line twice": (b"a;*\n\na;*\nb;*\n", {Matter.REPEATED: (0, 1, ("a",), (3,))}),
    "several tops": (b"a;x\nb;y\n", {Matter.SEVERAL_TOPS: (1, 2, ("x", "y"), ())}),
    "no levels": (b"a\nb\n", {Matter.FLAT: (0, 2, (), ())}),
    "look the same": (b"a;*\na ;*\n03;*\n3.0;*\n4;*\n", {Matter.ALIKE: (0, 4, ("a", "a ", "03", "3.0"), (1, 2, 3, 4))}),
    "good": (b"a;x;*\nb;x;*\n", {}),
}  # fmt: skip
GRAVE = {Matter.EMPTY, Matter.UNEVEN, Matter.TWO_PARENTS, Matter.NOT_NESTED}


@pytest.mark.parametrize("name", FILES)
def test_faults_of_a_file(name):
    content, expected = FILES[name]
    tree, faults = examine(content, "age")
    assert matters(faults) == expected
    assert (tree is None) == bool(GRAVE & set(expected))
    for fault in faults:
        assert "'age'" in fault.sentence
        assert not fault.count or f"{fault.count:,}" in fault.sentence
        assert not any(f"{label!r}" in fault.sentence for label in fault.labels)


def test_too_many_levels():
    tree, faults = examine(";".join(map(str, range(61))).encode(), "age")
    assert (tree, matters(faults)) == (None, {Matter.LEVELS: (None, 61, (), ())})


@given(st.lists(st.lists(st.sampled_from("abc"), min_size=1, max_size=4), max_size=6))
def test_what_is_grave_is_what_cannot_be_built(rows):
    grave = [fault.sentence for fault in faults_of_lines("q", list(enumerate(rows, 1))) if fault.grave]
    if not grave:
        assert hierarchy("q", rows).n_levels
        return
    with pytest.raises(HierarchyError) as refused:
        hierarchy("q", rows)
    assert str(refused.value) in grave


def test_what_a_column_lacks_is_said_in_one_wording():
    tree, ages = hierarchy("age", [("flu ", "*"), ("5", "*")]), column(["flu", "4"])
    with pytest.raises(HierarchyError) as refused:
        tree.codes(ages)
    assert str(refused.value) == " ".join(fault.sentence for fault in faults_beside(tree, ages))
    assert refused.value.hierarchy is tree


def test_advice_names_the_column_that_fits_and_what_spelling_would_do():
    table = from_frame(pd.DataFrame({"work": list("abc"), "age": ["3", "4", "5"], "job": ["a", "b", "x"]}))
    fits = hierarchy("job", [(word, "*") for word in "abcd"])
    assert advice(fits, table) == "It fits column 'work', whose 3 values all have an entry."
    some = hierarchy("age", [("03", "*"), ("4.0", "*")])
    assert advice(some, table) == "With its entries written as in column 'age', 2 of the 3 values have one."
    assert advice(hierarchy("age", [("z", "*")]), table) == ""
    assert advice(hierarchy("s", [("flu", "*")]), from_frame(pd.DataFrame({"s": ["Flu", "FLU"]}))) == ""


def test_a_value_with_no_entry_is_named_to_whoever_edits():
    tree = hierarchy("age", [("34", "30s", "*")])
    [fault] = faults_beside(tree, column([34, 99, 99, 99], int))
    assert fault.sentence == "age: 3 rows hold a value with no entry in the hierarchy (1 different values)."
    assert (fault.labels, fault.grave, fault.level) == (("99",), True, 0)


def test_spellings_are_reported_and_mended_when_told():
    tree, ages = hierarchy("age", [("03", "*"), ("4.0", "*"), ("5", "*")]), column([3, 4, 5], int)
    assert matters(faults_beside(tree, ages)) == {Matter.BY_NUMBER: (0, 2, ("3", "4"), ())}
    texts = column(["3", "4", "5"])
    assert matters(faults_beside(tree, texts))[Matter.SPELLING] == (0, 2, ("3", "4"), ())
    assert respelled(tree, ages).codes(ages).tolist() == [0, 1, 2]
    assert faults_beside(respelled(tree, ages), ages) == ()


def test_a_spelling_that_could_be_two_stays():
    tree = hierarchy("age", [("03", "*"), ("3.0", "*")])
    assert respelled(tree, column([3], int)) == tree
    with pytest.raises(HierarchyError, match=r"'age': 1 values are written like another value's entry"):
        respelled(hierarchy("age", [("flu", "*")]), column(["Flu", "FLU"]))


def test_an_entry_in_use_is_not_renamed():
    tree, found = hierarchy("age", [("flu", "*")]), column(["flu", "Flu"])
    assert respelled(tree, found) == tree


def test_a_header_is_reported():
    tree = hierarchy("age", [("Age", "level 1"), ("34", "*")])
    assert Matter.HEADER in matters(faults_beside(tree, column([34], int)))
    assert Matter.HEADER not in matters(faults_beside(tree, column(["Age", "34"])))


def test_missing_cells_need_no_entry():
    assert faults_beside(hierarchy("age", [("a", "*")]), column(["a", None])) == ()


def test_shared_the_other_columns_file(shared):
    cases = shared / "cases"
    table = intake.read((cases / "c47_hierarchy_data.csv").read_bytes(), "c47.csv").table
    tree, faults = examine((cases / "c47_hierarchy_wrong.csv").read_bytes(), "occupation")
    assert faults == ()
    found = matters(faults_beside(tree, table["occupation"]))
    assert found[Matter.NO_ENTRY][:2] == (0, 4)
    assert found[Matter.OTHER_COLUMN][1] == 3
    assert best_columns(tree, table) == ()


def test_shared_every_fault_is_named_by_line(shared):
    cases = shared / "cases"
    table = intake.read((cases / "c47_hierarchy_data.csv").read_bytes(), "c47.csv").table
    tree, faults = examine((cases / "c47_hierarchy_incomplete.csv").read_bytes(), "occupation")
    assert tree is None
    assert matters(faults) == {
        Matter.TWO_PARENTS: (0, 1, ("Sales",), (1, 4)),
        Matter.ALIKE: (0, 2, ("Tech-support", "Tech-support "), (2, 3)),
    }
    mended = hierarchy("occupation", [("Sales", "x", "*"), ("Tech-support", "y", "*")])
    assert matters(faults_beside(mended, table["occupation"])) == {Matter.NO_ENTRY: (0, 1, ("Craft-repair",), ())}


def test_the_file_of_workclass_is_found_to_fit_workclass(shared):
    folder = shared / "data" / "arx"
    table = intake.read((folder / "adult.csv").read_bytes(), "adult.csv").table
    for name in ("workclass", "occupation", "native-country"):
        tree, faults = examine((folder / f"adult_hierarchy_{name}.csv").read_bytes(), "age")
        assert not any(fault.grave for fault in faults)
        assert best_columns(tree, table)[0] == (name, 1.0)
