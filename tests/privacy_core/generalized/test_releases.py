"""Columns of releases made by other programs: the same values, read the same, with what was decided."""

from __future__ import annotations

import datetime as dt
import itertools

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import from_frame, intake
from privacy_core.generalized import Any, Ends, Exact, Interval, Prefix, Set, Way, covers, parse_column


def read(*cells, **how):
    return parse_column(from_frame(pd.DataFrame({"q": pd.Series(cells, dtype=object)}))["q"], **how)


def shapes(*cells, **how):
    column = from_frame(pd.DataFrame({"q": pd.Series(cells, dtype=object)}))["q"]
    found = parse_column(column, **how)
    return [found.shapes[code] for code in column.codes]


AGES = [Interval(20, 30), Interval(30, 40), Interval(40, 50)]
PROGRAMS = {
    "ARX": ["[20, 30[", "[30, 40[", "[40, 50["],
    "pandas.cut, right=False": ["[20, 30)", "[30, 40)", "[40, 50)"],
    "R, cut(right = FALSE)": ["[20,30)", "[30,40)", "[40,50)"],
    "UTD toolbox": ["[20.0:30.0)", "[30.0:40.0)", "[40.0:50.0)"],
    "brackets and a dash": ["[20-30)", "[30-40)", "[40-50)"],
    "Amnesia, whole numbers": ["20-29", "30-39", "40-49"],
    "Amnesia, decimals": ["20.0-30.0", "30.0-40.0", "40.0-50.0"],
    "ARX's own Adult tree": ["20-29", "30-39", "40-49"],
    "Mondrian": ["20~29", "30~39", "40~49"],
    "an early Mondrian": ["20,29", "30,39", "40,49"],
    "its boxes that touch": ["20,30", "30,40", "40,50"],
    "sharing bounds": ["20-30", "30-40", "40-50"],
    "blanks and a long dash": ["20 – 29", "30 – 39", "40 – 49"],
    "in words": ["20 to 29", "30 to 39", "40 to 49"],
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_every_program_means_the_same(program):
    assert shapes(*PROGRAMS[program]) == AGES


@pytest.mark.parametrize("program", PROGRAMS)
def test_suppressed_cells_beside_them(program):
    assert shapes(*PROGRAMS[program], "*", "NA", ".", "(null)", None) == [*AGES, *[Any()] * 5]


def test_one_range_alone_is_read_by_its_round_width():
    assert shapes("20~29") == [Interval(20, 30)]
    assert shapes("20-30") == [Interval(20, 30, True, True)]  # a box of Mondrian holds its own maximum
    assert shapes("20-25", "30-35") == [Interval(20, 25, True, True), Interval(30, 35, True, True)]
    assert shapes("17~37") == [Interval(17, 37, True, True)]
    assert read("17~37").ends is Ends.BOTH


def test_ranges_of_several_levels():
    assert shapes("0-4", "5-9", "0-9", "10-19") == [Interval(0, 5), Interval(5, 10), Interval(0, 10), Interval(10, 20)]


def test_mondrian_ranges_with_holes_keep_both_ends():
    assert shapes("17~25", "28~40", "41") == [Interval(17, 25, True, True), Interval(28, 40, True, True), Exact(41)]


def test_contradicting_ranges_keep_both_ends():
    assert read("1-3", "3-5", "6-8").ends is Ends.BOTH


def test_decimals_that_touch():
    assert shapes("1.5-2.5", "2.5-3.5") == [Interval(1.5, 2.5), Interval(2.5, 3.5)]
    assert shapes("1.5-2.4", "2.5-3.4") == [Interval(1.5, 2.4, True, True), Interval(2.5, 3.4, True, True)]


def test_negative_numbers():
    assert shapes("-10--6", "-5--1", "0-4") == [Interval(-10, -5), Interval(-5, 0), Interval(0, 5)]


def test_the_reading_may_be_told():
    assert shapes("20-30", "30-40", ends=Ends.BOTH)[0] == Interval(20, 30, True, True)
    assert shapes("20-30", "30-40", ends=Ends.WHOLE)[0] == Interval(20, 31)
    assert shapes("20-30", "30-40", ranges=False)[0] == Exact("20-30")
    assert shapes("20-30", "a", "b", ranges=True)[0] == Interval(20, 30, True, True)


def test_the_reading_is_said_with_its_reason_and_without_a_value():
    [note] = read("27-31", "32-36", "32-36").notes
    assert note.startswith("Column 'q': 2 different values in 3 rows are ranges")
    assert "up to the next whole one, because the next one begins with the next whole number" in note
    assert not any(number in note for number in ("27", "31", "32", "36"))


def test_codes_are_no_ranges():
    found = read("12-34", "AB-12", "CD-3")
    assert set(found.ways) == {Way.TEXT}
    assert "could be ranges; they stay texts" in found.notes[0]
    assert shapes("12345-6789", "02139-4307") == [Exact("12345-6789"), Exact("02139-4307")]
    assert shapes("0-9 kg", "10-19 kg") == [Exact("0-9 kg"), Exact("10-19 kg")]
    assert shapes("a-b", "c-d") == [Exact("a-b"), Exact("c-d")]


def test_one_odd_text_does_not_hide_ranges():
    assert shapes("20-29", "30-39", "unknown") == [Interval(20, 30), Interval(30, 40), Exact("unknown")]


def test_numbers_stay_numbers():
    column = from_frame(pd.DataFrame({"q": [1.5, 2.0, None]}))["q"]
    found = parse_column(column)
    assert found.shapes == (Exact(1.5), Exact(2), Any())
    assert dict(found.rows) == {Way.NUMBER: 2, Way.MISSING: 1}
    assert found.notes == ("Column 'q': 1 rows have no value; taken for suppressed cells.",)


def test_local_recoding_mixes_everything():
    found = read("34", "[30, 40[", "<20", ">=80", "{1, 2}", "*", "[30, 40[")
    assert dict(found.rows) == {Way.NUMBER: 1, Way.INTERVAL: 2, Way.OPEN: 2, Way.SET: 1, Way.STAR: 1}
    assert found.ends is None
    assert found.notes == ()


def test_masks_and_sets():
    assert shapes("021**", "***39", "{a, b}") == [Prefix("021", 2), Prefix("39", 3, False), Set(frozenset("ab"))]


def test_the_code_of_namibia_stays_a_value_among_codes_of_countries():
    assert shapes("DE", "NA", "FR") == [Exact("DE"), Exact("NA"), Exact("FR")]
    assert "NA stays a value" in read("DE", "NA", "FR").notes[0]
    assert shapes("m", "NA", "f")[1] == Any()


def test_the_shared_file_with_namibia(shared):
    table = intake.read((shared / "cases/c11_namibia_NA.csv").read_bytes(), "c11.csv").table
    for column in table.columns.values():
        if "NA" in column.labels:
            assert Exact("NA") in parse_column(column).shapes


def test_the_shared_file_with_stars(shared):
    table = intake.read((shared / "cases/c28_suppressed_stars.csv").read_bytes(), "c28.csv").table
    stars = sum(parse_column(column).rows.get(Way.STAR, 0) for column in table.columns.values())
    assert stars == sum(label == "*" for c in table.columns.values() for label in c.texts(range(table.n_rows)))
    assert stars > 0


def test_years_beside_months_are_years():
    year = Interval(dt.date(2024, 1, 1), dt.date(2025, 1, 1))
    assert shapes("2024-03", "2024", "[2020, 2030[") == [
        Interval(dt.date(2024, 3, 1), dt.date(2024, 4, 1)),
        year,
        Interval(dt.date(2020, 1, 1), dt.date(2030, 1, 1)),
    ]
    assert shapes("2024", "2023") == [Exact(2024), Exact(2023)]


def test_ranges_of_days():
    assert shapes("2024-01-01 - 2024-03-31", "2024-04-01 - 2024-06-30")[0] == Interval(
        dt.date(2024, 1, 1), dt.date(2024, 4, 1)
    )
    assert shapes("2024-01-01 - 9999-12-31", ends=Ends.WHOLE)[0] == Interval(
        dt.date(2024, 1, 1), dt.date.max, True, True
    )


def test_days_with_slashes_are_read_in_the_order_that_fits_the_column():
    first, second = Exact(dt.date(2024, 4, 3)), Exact(dt.date(2024, 12, 31))
    assert shapes("3/4/2024", "31/12/2024") == [first, second]
    assert shapes("4/3/2024", "12/31/2024") == [first, second]
    assert shapes("3/4/2024", "5/6/2024") == [Exact("3/4/2024"), Exact("5/6/2024")]
    assert shapes("3/4/2024", "31/12/2024", "12/31/2024")[0] == Exact("3/4/2024")
    assert "read day first" in read("3/4/2024", "31/12/2024").notes[0]
    assert "two orders; they stay texts" in read("3/4/2024").notes[0]
    assert shapes("seen 3/4/2024", "31/12/2024")[0] == Exact("seen 3/4/2024")


def test_amnesias_days():
    assert shapes("1/1/2000-31/12/2000", "1/1/2001-31/12/2001") == [
        Interval(dt.date(2000, 1, 1), dt.date(2001, 1, 1)),
        Interval(dt.date(2001, 1, 1), dt.date(2002, 1, 1)),
    ]


def test_lists_are_sets_where_every_part_stands_elsewhere_too():
    sets = [Set(frozenset(("Private", "State-gov"))), Exact("Private"), Exact("State-gov")]
    assert shapes("Private,State-gov", "Private", "State-gov") == sets
    assert shapes("Private~State-gov", "Private", "State-gov") == sets
    assert shapes("a,b", "b,c", "a,c") == [Set(frozenset("ab")), Set(frozenset("bc")), Set(frozenset("ac"))]
    assert "1 different values are lists" in read("a,b", "a", "b").notes[0]
    assert shapes("Smith,John", "Smith,Mary") == [Exact("Smith,John"), Exact("Smith,Mary")]
    assert shapes("Bonn, Rhein", "Bonn", "Rhein")[0] == Exact("Bonn, Rhein")
    assert shapes("a,a", "a", "b")[0] == Exact("a,a")


def test_an_empty_column():
    column = from_frame(pd.DataFrame({"q": pd.Series([None, None], dtype=object)}))["q"]
    assert parse_column(column).shapes == (Any(),)


@given(st.integers(-30, 30), st.lists(st.integers(3, 9), min_size=2, max_size=9), st.sampled_from("-~"))
def test_tiles_of_whole_numbers_cover_every_number_once(first, widths, mark):
    cuts = [*itertools.accumulate(widths, initial=first)]
    tiles = [*itertools.pairwise(cuts)]
    sharing, apart = [f"{low}{mark}{high}" for low, high in tiles], [f"{low}{mark}{high - 1}" for low, high in tiles]
    assert shapes(*sharing) == shapes(*apart) == [Interval(low, high) for low, high in tiles]
    for number in range(cuts[0], cuts[-1]):
        assert sum(covers(shape, Exact(number)) for shape in shapes(*apart)) == 1


def test_zeros_in_front_are_a_range_beside_ranges_only():
    assert shapes("00-09", "10-19") == [Interval(0, 10), Interval(10, 20)]
    assert shapes("000-004", "005-009", "100-104") == [Interval(0, 5), Interval(5, 10), Interval(100, 105)]
    assert shapes("00-09", "10-19", "20-29", "30-39", "a")[0] == Exact("00-09")
    for alone in (["00-09"], ["01-02", "10-11", "12-05"], ["0-09", "10-19", "20-29"]):
        assert Exact(alone[0]) in shapes(*alone)


def test_a_range_without_a_sign_of_its_ends_says_so():
    (said,) = read("10-20").notes
    assert "both numbers belong to a range, because nothing shows that an end is left out" in said


@pytest.mark.parametrize(
    "cells",
    [
        ("1,3", "1,7", "2,3", "2,7", "4,0"),  # marks of a German school
        ("1,2", "2,3", "3,4"),
        ("17,90", "17,30"),
        ("17,28", "29,90", "3.5"),
        ("20,29", "30,39", "40,1"),
        ("0,25", "0,50", "0,75"),
        ("12,50", "13,20"),
    ],
)
def test_numbers_with_a_decimal_comma_are_no_ranges(cells):
    assert {*read(*cells).ways} == {Way.NUMBER}


def test_ranges_with_a_comma_are_said_and_may_be_refused():
    found = read("17,28", "29,90", "29,90")
    assert (found.rows[Way.RANGE], found.ends) == (3, Ends.WHOLE)
    assert "2 different values in 3 rows are ranges" in found.notes[0]
    assert shapes("17,28", "29,90", ranges=False) == [Exact(17.28), Exact(29.9)]
