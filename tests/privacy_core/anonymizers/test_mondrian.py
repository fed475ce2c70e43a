"""Mondrian: a recursion in plain words gives the same boxes; boxes hold their rows, do not overlap, cannot be cut."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pandas as pd
import pytest

from privacy_core import DistinctL, KAnonymity, Limits, Roles, TCloseness, from_frame, hierarchy
from privacy_core.anonymizers import Mondrian
from privacy_core.generalized import covers, parse

Row = tuple[float, ...]


def cut(rows: list[Row], k: int, widest: list[float]) -> list[list[Row]]:
    """Strict Mondrian on numbers by recursion: the widest column whose middle cut leaves k on both sides."""
    spans = [(max(r[j] for r in rows) - min(r[j] for r in rows)) / (widest[j] or 1) for j in range(len(widest))]
    for j in sorted(range(len(widest)), key=lambda j: -round(spans[j], 9)):
        values = sorted({r[j] for r in rows})[:-1]
        if values:
            at = min(values, key=lambda v: (abs(2 * sum(r[j] <= v for r in rows) - len(rows)), v))
            low, high = [r for r in rows if r[j] <= at], [r for r in rows if r[j] > at]
            if min(len(low), len(high)) >= k:
                return cut(low, k, widest) + cut(high, k, widest)
    return [rows]


def boxes_of(frame: pd.DataFrame, released, names) -> dict[tuple, list[Row]]:
    texts = [released[name].texts(np.arange(len(frame))) for name in names]
    found: dict[tuple, list[Row]] = {}
    for label, row in zip(zip(*texts, strict=True), frame[list(names)].itertuples(index=False), strict=True):
        found.setdefault(label, []).append(tuple(row))
    return found


@pytest.mark.parametrize("seed", range(40))
def test_strict_boxes_of_numbers_are_those_of_the_recursion(seed):
    random = np.random.default_rng(seed)
    n, d, k = int(random.integers(2, 60)), int(random.integers(1, 4)), int(random.integers(1, 5))
    names = tuple("abc"[:d])
    frame = pd.DataFrame(random.integers(0, int(random.integers(2, 30)), (n, d)), columns=list(names))
    if n < k:
        return
    found = Mondrian().anonymize(from_frame(frame), Roles(names), {}, [KAnonymity(k)], Limits())
    rows = [tuple(map(float, row)) for row in frame.itertuples(index=False)]
    expected = cut(rows, k, [float(frame[c].max() - frame[c].min()) for c in names])
    got = boxes_of(frame, found.table, names).values()
    assert sorted(sorted(box) for box in got) == sorted(sorted(box) for box in expected)


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize("seed", range(20))
def test_every_label_covers_what_its_rows_had(seed, strict):
    random = np.random.default_rng(seed)
    n = int(random.integers(5, 80))
    size = pd.Categorical(random.choice(["s", "m", "l"], n), ["s", "m", "l"], ordered=True)
    frame = pd.DataFrame({"age": random.integers(18, 90, n), "job": random.choice(list("vwxyz"), n), "size": size})
    table = from_frame(frame)
    roles = Roles(("age", "job", "size"))
    found = Mondrian(strict).anonymize(table, roles, {}, [KAnonymity(3)], Limits())
    for name in roles.quasi_identifiers:
        texts = found.table[name].texts(np.arange(n))
        for before, after in zip(table[name].texts(np.arange(n)), texts, strict=True):
            assert covers(parse(after), parse(before)), (before, after)


def test_relaxed_halves_may_share_the_value_at_the_cut():
    table = from_frame(pd.DataFrame({"age": [1, 2, 2, 2, 2, 3]}))
    strict = Mondrian().anonymize(table, Roles(("age",)), {}, [KAnonymity(3)], Limits()).table["age"]
    relaxed = Mondrian(strict=False).anonymize(table, Roles(("age",)), {}, [KAnonymity(3)], Limits()).table["age"]
    assert strict.labels == ["[1, 3]"]
    assert Counter(relaxed.texts(np.arange(6))) == {"[1, 2]": 3, "[2, 3]": 3}


def test_names_are_cut_into_the_children_of_their_common_node():
    tree = hierarchy("job", [("a", "AB", "*"), ("b", "AB", "*"), ("c", "CD", "*"), ("d", "CD", "*")])
    table = from_frame(pd.DataFrame({"job": list("aaabbbccd")}))
    found = Mondrian().anonymize(table, Roles(("job",)), {"job": tree}, [KAnonymity(3)], Limits()).table["job"]
    assert found.texts(np.arange(9)) == ["a"] * 3 + ["b"] * 3 + ["CD"] * 3


def test_relaxed_keeps_small_children_together_under_the_name_of_their_node():
    tree = hierarchy("job", [(leaf, "*") for leaf in "abcd"])
    table = from_frame(pd.DataFrame({"job": list("aaabbcd")}))
    relaxed = Mondrian(strict=False).anonymize(table, Roles(("job",)), {"job": tree}, [KAnonymity(3)], Limits())
    assert relaxed.table["job"].texts(np.arange(7)) == ["a"] * 3 + ["*"] * 4
    strict = Mondrian().anonymize(table, Roles(("job",)), {"job": tree}, [KAnonymity(3)], Limits())
    assert strict.table["job"].labels == ["*"]


def test_a_box_with_known_and_missing_cells_reads_a_star_and_missing_ones_stay_missing():
    table = from_frame(pd.DataFrame({"age": [1.0, 2.0, 3.0, None], "zip": [1, 1, 1, 1]}))
    found = Mondrian().anonymize(table, Roles(("age", "zip")), {}, [KAnonymity(2)], Limits()).table["age"]
    assert found.texts(np.arange(4)) == ["[1, 2]", "[1, 2]", "*", "*"]
    gaps = from_frame(pd.DataFrame({"age": [1.0, 2.0, None, None]}))
    found = Mondrian().anonymize(gaps, Roles(("age",)), {}, [KAnonymity(2)], Limits()).table["age"]
    assert found.texts(np.arange(4)) == ["[1, 2]", "[1, 2]", "(missing)", "(missing)"]


def test_a_missing_cell_does_not_shrink_the_widths_of_the_others():
    frame = pd.DataFrame({"a": [0.0, 0, 0, 0, 100, 100, 100, 100, None], "b": [0, 1, 0, 1, 0, 1, 0, 1, 1]})
    found = Mondrian().anonymize(from_frame(frame), Roles(("a", "b")), {}, [KAnonymity(4)], Limits()).table
    assert found["a"].texts(np.arange(8)) == ["0"] * 4 + ["*"] * 4


@pytest.mark.parametrize("seed", range(10))
def test_n_copies_with_n_times_k_are_cut_alike(seed):
    random = np.random.default_rng(seed)
    frame = pd.DataFrame({"a": random.integers(0, 9, 40), "b": random.choice(list("xyz"), 40)})
    table, roles = from_frame(frame), Roles(("a", "b"))
    threefold = table.only(np.tile(np.arange(40), 3))
    one = Mondrian().anonymize(table, roles, {}, [KAnonymity(3)], Limits()).table
    three = Mondrian().anonymize(threefold, roles, {}, [KAnonymity(9)], Limits()).table
    for name in "ab":
        assert three[name].texts(np.arange(120)) == 3 * one[name].texts(np.arange(40))


def test_adult_under_three_promises(shared):
    table = from_frame(pd.read_csv(shared / "data" / "arx" / "adult.csv", sep=";"))
    names = tuple(name for name in table.names if name != "occupation")
    promises = {
        "k": [KAnonymity(5)],
        "l": [KAnonymity(5), DistinctL("occupation", 3)],
        "t": [KAnonymity(5), TCloseness("occupation", 0.3)],
    }
    boxes = {}
    for what, models in promises.items():
        found = Mondrian().anonymize(table, Roles(names, ("occupation",)), {}, models, Limits())
        assert all(m.verdict == "holds" for m in found.measurements)
        boxes[what] = len(found.measurements[0].size)
    assert boxes["k"] > boxes["l"] > boxes["t"] > 100
