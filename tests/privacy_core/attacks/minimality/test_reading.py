"""Published texts as nodes: labels, intervals, masks, sets, stars, missing cells, labels with two senses."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from privacy_core import HierarchyError, from_frame, hierarchy
from privacy_core.attacks.minimality.reading import codes_in, read_column

AGES = hierarchy("q", [(str(age), f"[{age // 10 * 10}, {age // 10 * 10 + 10}[", "*") for age in range(20, 40)])


def column(*values):
    return from_frame(pd.DataFrame({"q": list(values)}))["q"]


def nodes(original, released, tree):
    """Labels of the nodes each text may be, by text; `None` for a missing cell."""
    read = read_column(original, released, tree)
    texts = [*released.labels[: len(released.categories)], *([None] if released.has_missing else [])]
    return {text: [read.tree.labels[n] for n in several] for text, several in zip(texts, read.nodes, strict=True)}


def covered(original, released, tree):
    read = read_column(original, released, tree)
    return {
        text: [read.values.labels[code] for code in codes]
        for text, codes in zip(released.labels, read.reads, strict=True)
    }


@pytest.mark.parametrize("text", ["[20, 30[", "20-29", "[20, 29]", "[20,30)"])
def test_an_interval_is_a_node_however_it_is_written(text):
    assert nodes(column(21, 34), column(text, text), AGES) == {text: ["[20, 30["]}


def test_how_ranges_were_read_is_said_where_they_are_no_labels():
    [said] = read_column(column(21, 34), column("20-29", "30-39"), AGES).notes
    assert "2 different values in 2 rows are ranges" in said
    labels = hierarchy("q", [(str(age), f"{age // 10 * 10}-{age // 10 * 10 + 9}", "*") for age in range(20, 40)])
    assert read_column(column(21, 34), column("20-29", "30-39"), labels).notes == ()


def test_an_interval_that_cuts_a_node_is_none():
    found = read_column(column(21, 34), column("[21, 34]", "34"), AGES)
    assert found.is_node.tolist() == [True, False]
    assert found.nodes[1] == ()
    assert len(found.reads[1]) == 14
    assert found.loss.tolist() == pytest.approx([0, 13 / 19])


def test_masks_and_stars():
    tree = hierarchy("q", [(z, z[:4] + "*", "*") for z in ("13053", "13058", "13068", "14850")])
    original = column("13053", "13068", "14850")
    assert nodes(original, column("1305*", "130**", "*"), tree) == {"*": ["*"], "130**": [], "1305*": ["1305*"]}
    assert covered(original, column("130**", "*"), tree)["130**"] == ["13053", "13058", "13068"]


def test_sets():
    tree = hierarchy("q", [("a", "ab", "*"), ("b", "ab", "*"), ("c", "c", "*")])
    assert nodes(column("a", "b", "c"), column("{a, b}", "{b, c}", "c"), tree) == {
        "c": ["c"],
        "{a, b}": ["ab"],
        "{b, c}": [],
    }


def test_values_that_never_occur_in_the_original_count_too():
    found = read_column(column(21, 29), column("[21, 29]", "[21, 29]"), AGES)
    assert found.nodes == ((),)  # [20, 30[ also holds 20, so the interval is narrower than the node


def test_without_a_hierarchy_there_are_values_and_everything():
    assert nodes(column(1.5, 2, 3), column("1.5", "*", "[1, 2]"), None) == {"*": ["*"], "1.5": ["1.5"], "[1, 2]": []}
    assert nodes(column(1, 2, 3), column(1.0, 2.0, 3.0), None) == {"1": ["1"], "2": ["2"], "3": ["3"]}


def test_a_missing_cell_is_a_value_or_suppressed():
    assert nodes(column("20", None), column("20", None), AGES) == {"20": ["20"], None: [None, "*"]}
    assert nodes(column("20", "21"), column("20", None), AGES) == {"20": ["20"], None: ["*"]}
    blank = hierarchy("q", [("a", "x", "*"), ("", "x", "*"), ("b", "y", "*")])
    assert nodes(column("a", None), column("a", None), blank) == {"a": ["a"], None: ["", "*"]}


def test_a_label_with_two_senses_keeps_both():
    tree = hierarchy("q", [("Other", "Other", "*"), ("Rare", "Other", "*"), ("Usual", "Usual", "*")])
    read = read_column(column("Other", "Rare"), column("Other", "Other"), tree)
    assert len(read.nodes[0]) == 2
    assert len(read.reads[0]) == 2


def test_what_cannot_be_read_covers_nothing():
    assert covered(column("a", "b"), column("z", "a"), None) == {"a": ["a"], "z": []}
    read = read_column(column("a", "b"), column("z", "a"), None)
    assert read.covers(read.published, read.codes).tolist() == [False, False]


def test_values_without_an_entry_are_refused():
    with pytest.raises(HierarchyError, match="q: 1 rows"):
        read_column(column(21, 99), column("*", "*"), AGES)


def test_codes_of_further_people():
    read = read_column(column(21, 34), column("*", "*"), AGES)
    assert codes_in(read, column(20, 39, 20), AGES).tolist() == [0, 19, 0]
    plain = read_column(column("a", None, "b"), column("*", "*", "*"), None)
    assert codes_in(plain, column("b", "z", None), None).tolist() == [1, -1, 2]
    assert codes_in(read_column(column("a", "b"), column("*", "*"), None), column("b", None), None).tolist() == [1, -1]


@pytest.mark.parametrize("seed", range(10))
def test_covering_by_the_sets(seed):
    random = np.random.default_rng(seed)
    original = column(*random.integers(20, 40, 50).tolist())
    texts = ["*", "[20, 30[", "[30, 40[", "[25, 34]", *map(str, range(20, 40))]
    read = read_column(original, column(*random.choice(texts, 50).tolist()), AGES)
    expected = [code in read.reads[text] for text, code in zip(read.published, read.codes, strict=True)]
    assert read.covers(read.published, read.codes).tolist() == expected


def test_an_apostrophe_against_formulas_is_no_part_of_the_text():
    tree = hierarchy("q", [("-1", "-low", "*"), ("-2", "-low", "*"), ("3", "high", "*")])
    released = column("'-1", "'-low", "high")
    assert covered(column("-1", "-2", "3"), released, tree) == {"'-1": ["-1"], "'-low": ["-1", "-2"], "high": ["3"]}
    kept = covered(column("'-1", "b"), column("'-1", "b"), None)  # where a value itself begins so it stays
    assert kept == {"'-1": ["'-1"], "b": ["b"]}


def test_a_set_covers_what_is_written_in_it():
    values = ("9007199254740993", "9007199254740992", 'a"b', "1.50")
    released = column('{9007199254740993, "a""b"}', "{1.50, 9007199254740992}")
    assert covered(column(*values), released, None) == {
        '{9007199254740993, "a""b"}': ["9007199254740993", 'a"b'],
        "{1.50, 9007199254740992}": ["1.50", "9007199254740992"],
    }
