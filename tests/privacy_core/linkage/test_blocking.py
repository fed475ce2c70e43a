"""Blocks on nested levels, through the same generalizer on both sides."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import LinkageError, ParameterError, UnknownColumn, from_frame, hierarchy
from privacy_core.linkage import LOCALITY_SENSITIVE_HASHING, Key, Level, align, block, default_levels, parse_level


def table(**columns):
    return from_frame(pd.DataFrame(columns))


def same_block(blocks, level=0):
    """Share of rows i of the source that share the block of row i of the release."""
    return float(np.mean(blocks.of[0][level] == blocks.of[1][level]))


AGES = list(range(20, 60))
DECADES = table(age=[f"[{age // 10 * 10}, {age // 10 * 10 + 10}[" for age in AGES], city=["x", "y"] * 20)
ORIGINAL = table(age=AGES, city=["x", "y"] * 20)


@pytest.mark.parametrize(
    ("written", "recall"),
    [("age", 1), ("age/10", 1), ("age/20", 1), ("age/40", 1), ("age/5", 0.5), ("age/1", 0.1), ("", 1)],
    ids=["exact", "aligned", "coarser", "coarsest", "finer", "finest", "none"],
)
def test_only_keys_finer_than_the_release_lose_pairs(written, recall):
    blocks = block(align(ORIGINAL, DECADES, ["age"]), [parse_level(written, ["age"])])
    assert same_block(blocks) == recall


def test_bins_that_cross_the_release_lose_pairs_too():
    blocks = block(align(ORIGINAL, DECADES, ["age"]), [parse_level("age/15", ["age"])])
    assert 0 < same_block(blocks) < 1


def test_a_chain_of_levels_is_nested():
    levels = [parse_level(text, ["age", "city"]) for text in ("age/10,city", "age/10", "age/20", "age/40", "")]
    blocks = block(align(ORIGINAL, ORIGINAL, ["age", "city"]), levels)
    assert blocks.nested
    assert blocks.n_blocks == (8, 4, 2, 2, 1)
    assert blocks.of[0].shape == (5, 40)
    assert blocks.of[0].dtype == np.int32


def test_bins_of_five_and_seven_are_not_nested():
    levels = [parse_level(text, ["age"]) for text in ("age/5", "age/7")]
    aligned = align(ORIGINAL, ORIGINAL, ["age"])
    with pytest.raises(LinkageError, match=r"'age/5' and 'age/7' are not nested: the second separates (\d+) rows"):
        block(aligned, levels)
    shown = block(aligned, levels, insist=False)
    assert not shown.nested
    assert len(shown.notes) == 1


def test_the_smallest_case_that_is_not_nested():
    aligned = align(table(a=[0, 0], b=[0, 1]), table(a=[0, 1], b=[0, 1]), ["a", "b"])
    levels = [parse_level(text, ["a", "b"]) for text in ("a", "b")]
    with pytest.raises(LinkageError, match="separates 3 rows"):
        block(aligned, levels)


@given(st.lists(st.tuples(*[st.integers(0, 2)] * 4), min_size=2, max_size=30))
def test_dropping_one_column_at_a_time_always_nests(rows):
    frame = pd.DataFrame(rows, columns=[*"abcd"])
    blocks = block(align(from_frame(frame), from_frame(frame), [*"abcd"]), default_levels([*"abcd"]))
    assert blocks.nested
    for several, codes in zip(range(4, -1, -1), blocks.of[0], strict=True):
        groups = frame.groupby([*"abcd"][:several]).ngroup() if several else np.zeros(len(frame), int)
        pairs = set(zip(codes.tolist(), [*groups], strict=True))
        assert len(pairs) == len({left for left, _ in pairs}) == len({right for _, right in pairs})
        assert np.array_equal(codes, blocks.of[1][4 - several])


def test_a_missing_key_is_a_block_of_its_own():
    blocks = block(align(table(q=["a", None]), table(q=["a", "b"]), ["q"]), [Level("q", (Key("q"),))])
    assert blocks.of[0][0, 1] not in blocks.of[1][0].tolist()


def test_levels_of_a_hierarchy():
    tree = hierarchy("zip", [(code, code[:2] + "*", code[0] + "**", "*") for code in ("111", "112", "121", "211")])
    raw, release = ["111", "112", "121", "211"], ["11*", "11*", "12*", "21*"]
    aligned = align(table(zip=raw), table(zip=release), ["zip"], hierarchies={"zip": tree})
    levels = [parse_level(f"zip@{level}", ["zip"]) for level in range(4)]
    found = block(aligned, levels, {"zip": tree})
    assert [same_block(found, level) for level in range(4)] == [0, 1, 1, 1]
    assert found.n_blocks == (7, 3, 2, 1)
    with pytest.raises(ParameterError, match="levels 0 to 3, not 4"):
        block(aligned, [parse_level("zip@4", ["zip"])], {"zip": tree})
    with pytest.raises(ParameterError, match="no hierarchy"):
        block(aligned, levels)


def test_what_the_hierarchy_lacks_is_not_joined_with_its_only_group():
    tree = hierarchy("city", [("a", "x", "*"), ("b", "x", "*")])
    people = from_frame(pd.DataFrame({"city": ["a", "b", "c"], "visits": [1, 2, 3]}))
    starred = from_frame(pd.DataFrame({"city": ["x", "x", "*"], "visits": [1, 2, 3]}))
    levels = [parse_level(text, ["city"]) for text in ("city@1", "")]
    assert block(align(people, people, ["city"]), levels, {"city": tree}).n_blocks == (2, 1)
    sides = align(people, starred, ["city"], hierarchies={"city": tree})
    assert (
        block(sides, levels, {"city": tree}).of[0][0].tolist() == block(sides, levels, {"city": tree}).of[1][0].tolist()
    )


def test_numbers_find_their_level_by_value():
    tree = hierarchy("age", [("31.0", "30s"), ("34", "30s"), ("41", "40s")])
    aligned = align(table(age=[31, 34, 41]), table(age=["30s", "30s", "40s"]), ["age"], hierarchies={"age": tree})
    assert same_block(block(aligned, [parse_level("age@1", ["age"])], {"age": tree})) == 1


def test_a_constant_or_starred_column_parts_nothing():
    aligned = align(table(q=[1, 2], c=[7, 7]), table(q=["*", "*"], c=[7, 7]), ["q", "c"])
    assert block(aligned, default_levels(["q", "c"])).n_blocks == (1, 1, 1)


def test_a_bin_begins_with_its_own_number():
    values = [0.0, 0.1, 0.2, 0.3, 0.6, 0.7]
    blocks = block(align(table(x=values), table(x=values), ["x"]), [parse_level("x/0.1", ["x"])])
    assert blocks.n_blocks == (6,)


def test_levels_are_read_as_they_are_written():
    names = ["age", "a,b", "age/10", "zip"]
    assert parse_level("age/10", names).keys == (Key("age/10"),)
    assert parse_level("age/5 ,zip@2", names).keys == (Key("age", 5.0), Key("zip", level=2))
    assert parse_level("a,b", names).keys == (Key("a,b"),)
    assert parse_level("  ", names) == Level("")
    assert [str(key) for key in parse_level("age/2.5,zip@2,zip", names).keys] == ["age/2.5", "zip@2", "zip"]


@pytest.mark.parametrize(
    ("written", "error", "said"),
    [
        ("agee", UnknownColumn, "No column 'agee'"),
        ("age/x", ParameterError, "needs a number after the slash"),
        ("age/0", ParameterError, "must be a number above 0, got 0"),
        ("age/-5", ParameterError, "above 0"),
        ("age/inf", ParameterError, "above 0"),
        ("age/nan", ParameterError, "above 0"),
        ("age@1.5", ParameterError, "needs a whole number after the @"),
        ("age,,zip", ParameterError, "empty name between two commas"),
    ],
)
def test_levels_that_mean_nothing_are_refused(written, error, said):
    with pytest.raises(error, match=said):
        parse_level(written, ["age", "zip"])


def test_keys_that_do_not_fit_are_refused():
    aligned = align(ORIGINAL, ORIGINAL, ["age"])
    with pytest.raises(ParameterError, match="'city' holds no numbers"):
        block(aligned, [Level("city/5", (Key("city", 5),))])
    with pytest.raises(UnknownColumn, match="'zip'"):
        block(aligned, [Level("zip", (Key("zip"),))])
    with pytest.raises(LinkageError, match="At least one level"):
        block(aligned, [])


def test_blocks_do_not_depend_on_the_order_of_columns():
    first = block(align(ORIGINAL, DECADES, ["age", "city"]), default_levels(["age", "city"]))
    turned = from_frame(pd.DataFrame({"city": ["x", "y"] * 20, "age": AGES}))
    second = block(align(turned, DECADES, ["age", "city"]), default_levels(["age", "city"]))
    assert all(np.array_equal(one, other) for one, other in zip(first.of, second.of, strict=True))


def test_why_hashing_is_not_offered_is_said():
    assert "nest" in LOCALITY_SENSITIVE_HASHING
