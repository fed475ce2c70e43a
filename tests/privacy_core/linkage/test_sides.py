"""Two tables say the same thing in different words; what is compared must mean the same on both sides."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from privacy_core import (
    HierarchyError,
    KAnonymity,
    Limits,
    LinkageError,
    PrivacyError,
    RoleError,
    Roles,
    TableError,
    anonymizers,
    from_frame,
    hierarchies,
    hierarchy,
)
from privacy_core.linkage import Kind, align


def table(**columns):
    return from_frame(pd.DataFrame(columns))


def sides(source, target, known=("q",), **more):
    return align(table(q=source), table(q=target), list(known), **more)


def categories(feature, side):
    return [feature.categories[code] if code >= 0 else None for code in feature.values[side].tolist()]


def test_numbers_become_the_middle_of_the_interval_that_covers_them():
    found = sides([27, 34, 30, 99], ["[20, 30[", "[30, 40[", "[30, 40[", "[30, 40["])["q"]
    assert found.kind is Kind.NUMBER
    assert found.values[0].tolist() == [25, 35, 35, 99]  # 99 is covered by nothing
    assert found.values[1].tolist() == [25, 35, 35, 35]
    assert found.raw[0].tolist() == [27, 34, 30, 99]
    assert found.parts[0].tolist() == [0, 1, 1, 2]
    assert found.parts[1].tolist() == [0, 1, 1, 1]


@pytest.mark.parametrize(
    "release",
    [["20-29", "30-39"], ["[20, 30)", "[30, 40)"], ["[20-30[", "[30-40["]],
    ids=["whole numbers", "half open", "dash"],
)
def test_every_spelling_of_an_interval_is_read_alike(release):
    found = sides([27, 34], release)["q"]
    assert found.values[0].tolist() == found.values[1].tolist() == [25, 35]
    assert found.parts[0].tolist() == found.parts[1].tolist()


def test_an_open_end_is_the_mean_of_the_originals_it_covers():
    found = sides([25, 82, 90, 95], ["[20, 80[", ">=80", ">=80", ">=80"])["q"]
    assert found.values[0].tolist() == pytest.approx([50, 89, 89, 89])
    assert found.values[1].tolist() == pytest.approx([50, 89, 89, 89])


def test_an_open_end_without_originals_lies_half_an_interval_beyond():
    found = sides([25, 27, 35], ["[20, 30[", "[30, 40[", "<20"])["q"]
    assert found.values[1].tolist() == [25, 35, 15]


def test_intervals_alone_without_an_end_stay_categories():
    found = sides(["<5", ">=5"], ["<5", ">=5"])["q"]
    assert found.kind is Kind.CATEGORY
    assert categories(found, 0) == categories(found, 1) == ["<5", ">=5"]


def test_a_coarser_auxiliary_table_is_met_by_the_same_rule():
    found = sides(["[20, 30[", "[30, 40["], [27, 34])["q"]
    assert found.values[1].tolist() == [25, 35]


def test_overlapping_intervals_leave_originals_as_they_are_and_join_for_blocking():
    aligned = sides([22, 27, 55], ["[20, 40[", "[25, 30[", "[50, 60["])
    found = aligned["q"]
    assert found.values[0].tolist() == [22, 27, 55]  # [50, 60[ is alone, its middle is 55
    assert found.values[1].tolist() == [30, 27.5, 55]
    assert found.parts[0].tolist() == found.parts[1].tolist() == [0, 0, 1]
    assert "overlap" in aligned.notes[0]


def test_intervals_that_touch_do_not_overlap():
    found = sides([20, 30, 40], ["]10, 20]", "]20, 30]", "]30, 40]"])["q"]
    assert found.values[0].tolist() == [15, 25, 35]


def test_a_star_is_a_missing_value():
    found = sides([27, 34, 31], ["[20, 30[", "*", "[30, 40["])["q"]
    assert np.isnan(found.values[1]).tolist() == [False, True, False]
    assert found.parts[1][1] == found.n_parts - 1
    assert found.n_parts - 1 not in found.parts[0]


def test_days_and_months_are_counted():
    found = sides(["2020-01-01", "2020-02-10"], ["2020-01", "2020-02"])["q"]
    assert found.kind is Kind.NUMBER
    assert found.values[0].tolist() == found.values[1].tolist()


def test_masked_texts_cover_originals():
    found = sides(["02138", "02139", "03100"], ["0213*", "0213*", "031**"])["q"]
    assert categories(found, 0) == categories(found, 1) == ["0213*", "0213*", "031**"]
    assert [found.categories[code] for code in found.raw[0]] == ["02138", "02139", "03100"]
    assert found.parts[0].tolist() == found.parts[1].tolist()
    assert len(set(found.parts[0].tolist())) == 2


def test_a_mask_covers_a_number_whose_zeros_are_gone():
    found = sides([2138, 2139, 3100], ["0213*", "0213*", "031**"])["q"]
    assert categories(found, 0) == ["0213*", "0213*", "031**"]


def test_sets_cover_their_members():
    found = sides(["a", "b", "c"], ["{a, b}", "{a, b}", "c"])["q"]
    assert categories(found, 0) == ["{a, b}", "{a, b}", "c"]


def test_overlapping_masks_count_as_the_narrowest_and_join_for_blocking():
    aligned = sides(["02138", "02170", "03100"], ["0213*", "02***", "03***"])
    found = aligned["q"]
    assert categories(found, 0) == ["0213*", "02***", "03***"]
    assert found.parts[0].tolist() == found.parts[1].tolist()
    assert found.parts[0][0] == found.parts[0][1] != found.parts[0][2]
    assert "overlap" in aligned.notes[0]


TREE = hierarchy("q", [("flu", "lung", "*"), ("asthma", "lung", "*"), ("ulcer", "stomach", "*")])


def test_hierarchy_labels_cover_what_lies_below():
    found = sides(["flu", "asthma", "ulcer"], ["lung", "lung", "stomach"], hierarchies={"q": TREE})["q"]
    assert categories(found, 0) == ["lung", "lung", "stomach"]
    assert found.parts[0].tolist() == found.parts[1].tolist()


def test_labels_of_numbers_need_their_hierarchy():
    ages = hierarchy("q", [("31", "adult"), ("12", "child")])
    found = sides([31, 12, 31], ["adult", "child", "adult"], hierarchies={"q": ages})["q"]
    assert categories(found, 0) == ["adult", "child", "adult"]
    with pytest.raises(TableError, match=r"'q': 3 rows of the release hold text where the other table has numbers"):
        sides([31, 12, 31], ["adult", "child", "adult"])


def test_raw_text_against_raw_text_is_compared_as_it_is():
    found = sides(["a", "b", None], ["b", "c", "a"])["q"]
    assert categories(found, 0) == ["a", "b", None]
    assert found.reading is None
    assert found.parts[0].tolist() == [0, 1, 3]


@pytest.mark.parametrize("name", ["full-domain", "mondrian", "local recoding"])
def test_our_own_releases_keep_every_pair_in_its_block(name):
    random = np.random.default_rng(4)
    original = table(age=random.integers(18, 80, 120), zip=random.choice(["02138", "02139", "03100", "03200"], 120))
    roles = Roles(("age", "zip"))
    trees = {
        "age": hierarchies.build(hierarchies.Intervals((5, 10, 20)), original["age"]),
        "zip": hierarchies.build(hierarchies.Masking(), original["zip"]),
    }
    own = {one.name: one for one in (anonymizers.FullDomain(), anonymizers.Mondrian(), anonymizers.LocalRecoding())}
    release = own[name].anonymize(original, roles, trees, [KAnonymity(5)], Limits(suppression=0.1)).table
    found = align(original, release, ["age", "zip"], hierarchies=trees)
    for feature in found.features:
        starred = feature.missing(1)  # a star could be anything, so it is no key
        assert (feature.parts[0] == feature.parts[1])[~starred].all()
        assert starred[release.suppressed].all()
        assert starred.mean() < 0.2


def test_suppressed_rows_stay_and_lose_their_known_columns_only():
    source, target = table(q=[1, 2, 3], a=[4, 5, 6]), table(q=[1, 2, 3], a=[4, 5, 6])
    found = align(source, target.with_suppressed(np.array([False, True, False])), ["q"])
    assert np.isnan(found["q"].values[1]).tolist() == [False, True, False]
    assert found["a"].values[1].tolist() == [4, 5, 6]
    assert found.n == (3, 3)


def test_what_tells_nothing_is_dropped_with_a_note():
    gone = [None, None]
    found = align(
        table(a=[1, 2], same=["x", "x"], empty=pd.array(gone, "Float64"), starred=[3, 4]),
        table(a=[1, 3], same=["x", "x"], empty=pd.array(gone, "Float64"), starred=["*", "*"]),
        ["starred"],
    )
    assert [one.name for one in found.features] == ["a"]
    assert found.dropped == ("empty", "same", "starred")
    assert len(found.notes) >= 3
    assert any("'empty' has no value in any row of either table" in note for note in found.notes)
    assert any("'starred' has no value in any row of the release" in note for note in found.notes)
    assert any("'same' is the same in every row of both tables" in note for note in found.notes)


def test_a_column_that_differs_between_the_tables_only_is_kept():
    found = align(table(a=[1, 1], b=[1, 2]), table(a=[1, 2], b=[1, 2]), [])
    assert [one.name for one in found.features] == ["a", "b"]


def test_no_feature_at_all_is_legal():
    assert align(table(a=[1, 1]), table(a=[1, 1]), ["a"]).features == ()


def test_columns_of_one_table_only_are_named():
    found = align(table(a=[1, 2], b=[1, 2]), table(a=[1, 2], c=[1, 2]), [])
    assert found.notes == (
        "Columns of the original that are not in every table and so not compared: 'b'.",
        "Columns of the release that are not in every table and so not compared: 'c'.",
    )


@pytest.mark.parametrize(
    ("source", "target", "said"),
    [
        ([1.0, np.inf], [1.0, 2.0], "'q': 1 row of the original holds an infinite number"),
        ([1.0, 2.0], [-np.inf, np.inf], "'q': 2 rows of the release hold an infinite number"),
        ([1, 2, 3], ["1", "two", "three"], "'q': 2 rows of the release hold text where the other table has numbers"),
        (["x", "2", "y"], [1, 2, 3], "'q': 2 rows of the original hold text where the other table has numbers"),
        (pd.Series([1, "a", "b"], dtype=object), ["a", "b", "c"], "2 types; 1 row holds numbers"),
        ([True, False, True], [1, 0, 1], "'q': 3 rows of the original hold text where the other table has numbers"),
    ],
    ids=["infinite original", "infinite release", "texts", "texts of the original", "mixed", "truth"],
)
def test_what_cannot_be_compared_is_refused_with_column_and_count(source, target, said):
    with pytest.raises(TableError, match=said) as refusal:
        sides(source, target)
    assert "two" not in str(refusal.value)


def test_numbers_written_as_text_are_read_and_said():
    found = sides([1, 2, 3], ["1", "2", "3"])
    assert found["q"].values[1].tolist() == [1, 2, 3]
    assert "3 rows of the release write a number as text" in found.notes[0]


def test_columns_that_are_missing_or_in_two_parts_are_refused():
    with pytest.raises(RoleError, match="'q' is not a column of the release"):
        align(table(q=[1], a=[1]), table(a=[1]), ["q"])
    with pytest.raises(RoleError, match="'q' is not a column of the table of held-out people"):
        align(table(q=[1]), table(q=[1]), ["q"], holdout=table(a=[1]))
    with pytest.raises(RoleError, match="'q' cannot be"):
        align(table(q=[1]), table(q=[1]), ["q"], ["q"])
    with pytest.raises(LinkageError, match="no column in common"):
        align(table(a=[1], s=[2]), table(b=[1], s=[2]), [], ["s"])
    assert issubclass(LinkageError, PrivacyError)
    assert not issubclass(LinkageError, HierarchyError)


def test_held_out_people_are_mapped_and_change_nothing():
    source, target = table(q=[22, 34]), table(q=["[20, 30[", "[30, 40["])
    alone = align(source, target, ["q"])["q"]
    beside = align(source, target, ["q"], holdout=table(q=[29, 77]))["q"]
    assert beside.values[2].tolist() == [25, 77]
    for side in (0, 1):
        assert np.array_equal(alone.values[side], beside.values[side])


def test_no_note_tells_a_value():
    found = sides([27, 34, 4711], ["[20, 30[", "[30, 40[", "*"])
    assert not any("4711" in note or "[20" in note for note in found.notes)
