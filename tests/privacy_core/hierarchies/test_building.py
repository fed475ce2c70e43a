"""Hierarchies made by a rule: every level against a slow, obvious answer; the cases others stumbled over."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction
from itertools import pairwise

import pandas as pd
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from privacy_core import HierarchyError, ParameterError, from_frame
from privacy_core.generalized import Exact, Interval, covers, parse
from privacy_core.hierarchies import (
    ByFrequency,
    Dates,
    DayOrder,
    Intervals,
    Masking,
    OrderedGroups,
    Unit,
    build,
)


def column(values, dtype=None):
    return from_frame(pd.DataFrame({"q": pd.Series(values, dtype=dtype)}))["q"]


def paths(tree):
    """Labels of every value, finest first."""
    return {
        value: tuple(tree.labels[level][up[i]] for level, up in enumerate(tree.maps))
        for i, value in enumerate(tree.labels[0])
    }


numbers = st.lists(st.integers(-400, 400).map(lambda n: n / 10), min_size=1, max_size=8)


@st.composite
def interval_rules(draw):
    width, widths = draw(st.sampled_from([0.1, 0.5, 1, 2.5, 5])), []
    for _ in range(draw(st.integers(1, 4))):
        widths.append(width)
        width *= draw(st.integers(2, 5))
    assume(all(Fraction(repr(w)) == Fraction(str(w)) for w in widths))
    bottom, top = draw(st.none() | st.integers(-30, 0)), draw(st.none() | st.integers(1, 30))
    return widths, draw(st.sampled_from([0, 0.3, -7, 18])), bottom, top, draw(st.sampled_from([0, 0.2, 1, 4]))


def slowly(x, width, origin, bottom, top, snap):
    """The interval of a number, with exact fractions: cut by cut, the narrow ends joined afterwards."""
    x, width, origin, snap = (Fraction(str(n)) for n in (x, width, origin, snap))
    if bottom is not None and x < bottom:
        return f"<{bottom}"
    if top is not None and x >= top:
        return f">={top}"
    low = origin + (x - origin) // width * width
    high = low + width
    first = None if bottom is None else origin + (bottom - origin) // width * width + width
    last = None if top is None else origin + -((top - origin) // -width) * width - width
    narrow = (
        first is not None and (bottom - origin) % width != 0 and first - bottom < snap,
        last is not None and (top - origin) % width != 0 and top - last < snap,
    )
    if first is not None and low < first:  # the piece cut by the open end
        low, high = Fraction(bottom), (first + width if narrow[0] else first)
    elif narrow[0] and low == first:
        low = Fraction(bottom)
    if last is not None and high > last:
        high, low = Fraction(top), (min(low, last - width) if narrow[1] and low == last else low)
    elif narrow[1] and high == last:
        high = Fraction(top)
    if bottom is not None:
        low = max(low, Fraction(bottom))
    if top is not None:
        high = min(high, Fraction(top))
    return Interval(float(low), float(high))


@given(numbers, interval_rules())
@example([0.3, 0.6, 0.7], ([0.1], 0, None, None, 0))
@example([18, 79.9, 80], ([5, 10, 20], 0, 18, 80, 4))
def test_intervals(values, rule):
    widths, origin, bottom, top, snap = rule
    try:
        spec = Intervals(tuple(widths), origin, bottom, top, snap)
    except ParameterError:
        assume(False)
    tree = build(spec, column(values, float))
    assert tree.n_levels == len(widths) + 2
    for value, path in paths(tree).items():
        for width, label in zip(widths, path[1:-1], strict=True):
            assert covers(parse(label), Exact(float(value)))
            if snap == 0 or (bottom is None) is not (top is None) or (bottom is None and top is None):
                expected = slowly(value, width, origin, bottom, top, snap)
                assert parse(label) == (parse(expected) if isinstance(expected, str) else expected)
        shapes = [parse(label) for label in path[1:]]
        assert all(covers(wide, narrow) for narrow, wide in pairwise(shapes))
    for level in range(1, tree.n_levels - 1):  # no two intervals of a level meet
        shapes = [parse(label) for label in tree.labels[level]]
        for value in tree.labels[0]:
            assert sum(covers(shape, Exact(float(value))) for shape in shapes) == 1


def test_levels_that_put_nothing_together_are_made_all_the_same():
    tree = build(Intervals((5, 10, 20)), column([1, 5, 7]))
    assert paths(tree)["7"] == ("7", "[5, 10[", "[0, 10[", "[0, 20[", "*")
    assert build(Intervals((100, 200, 400)), column([1, 5, 7])).n_levels == 5


def test_intervals_of_texts_with_an_empty_one():
    tree = build(Intervals((10,)), column(["5", "15", ""], object))
    assert paths(tree) == {"": ("", "", "*"), "15": ("15", "[10, 20[", "*"), "5": ("5", "[0, 10[", "*")}
    with pytest.raises(HierarchyError, match=r"'q': 2 rows hold a text where intervals need a number \(1 different"):
        build(Intervals((10,)), column(["5", "x", "x"], object))


def test_intervals_of_infinite_numbers():
    with pytest.raises(HierarchyError, match=r"'q': 1 rows hold an infinite number"):
        build(Intervals((10,)), column([5, float("inf")]))
    with pytest.raises(ParameterError, match="too narrow"):
        build(Intervals((1e-9,)), column([1e300]))
    with pytest.raises(ParameterError, match="no interval of width"):
        build(Intervals((5e307,)), column([1.75e308]))


@given(st.lists(st.integers(0, 12), min_size=1), st.sampled_from([(2,), (2, 4), (3, 6, 12), (1,), (20,)]))
def test_ordered_groups(values, sizes):
    order = tuple(f"v{i:02}" for i in range(13))
    tree = build(OrderedGroups(sizes, order), column([order[i] for i in values], object))
    assert tree.labels[0] == order
    for i, value in enumerate(order):
        for size, label in zip(sizes, paths(tree)[value][1:-1], strict=True):
            group = order[i // size * size : i // size * size + size]
            assert label == ("{" + ", ".join(group) + "}" if len(group) > 1 else value)
            assert all(covers(parse(label), Exact(member)) for member in group)


def test_ordered_groups_take_the_order_of_the_column():
    levels = pd.Categorical(["low", "high"], ["low", "mid", "high"], ordered=True)
    assert build(OrderedGroups((2,)), column(levels)).labels[1] == ("{low, mid}", "high")
    with pytest.raises(HierarchyError, match="'q' has no order"):
        build(OrderedGroups((2,)), column(["a"], object))
    with pytest.raises(HierarchyError, match=r"'q': 2 rows hold a value outside the order"):
        build(OrderedGroups((2,), ("a",)), column(["a", "b", "b"], object))


def test_two_groups_never_share_a_label():
    tree = build(OrderedGroups((2,), ("a, b", "c", "a", "b, c")), column(["a"], object))
    assert tree.labels[1] == ('{"a, b", c}', '{a, "b, c"}')
    levels = build(OrderedGroups((2,), ("low", "mid", "high", "highest")), column(["low"], object))
    assert levels.labels[1] == ("{low, mid}", "{high, highest}")


DAYS = {  # day: week, month, quarter, decade, century
    "2024-03-31": ("2024-W13", "2024-03", "2024-Q1", "[2020, 2030[", "[2000, 2100["),
    "2024-04-01": ("2024-W14", "2024-04", "2024-Q2", "[2020, 2030[", "[2000, 2100["),
    "2024-12-31": ("2025-W01", "2024-12", "2024-Q4", "[2020, 2030[", "[2000, 2100["),
    "2025-01-01": ("2025-W01", "2025-01", "2025-Q1", "[2020, 2030[", "[2000, 2100["),
    "2019-12-31": ("2020-W01", "2019-12", "2019-Q4", "[2010, 2020[", "[2000, 2100["),
    "2020-02-29": ("2020-W09", "2020-02", "2020-Q1", "[2020, 2030[", "[2000, 2100["),
    "1999-12-31": ("1999-W52", "1999-12", "1999-Q4", "[1990, 2000[", "[1900, 2000["),
    "2000-01-01": ("1999-W52", "2000-01", "2000-Q1", "[2000, 2010[", "[2000, 2100["),
}


@pytest.mark.parametrize("day", DAYS)
def test_days_at_the_edges_of_months_quarters_and_years(day):
    week, *rest = DAYS[day]
    units = (Unit.DAY, Unit.MONTH, Unit.QUARTER, Unit.YEAR, Unit.DECADE, Unit.CENTURY)
    assert paths(build(Dates(units), column([day], object)))[day] == (day, day, *rest[:2], day[:4], *rest[2:], "*")
    assert paths(build(Dates((Unit.WEEK,)), column([day], object)))[day] == (day, week, "*")


@given(st.dates(dt.date(1, 1, 1), dt.date(9998, 12, 31)))
def test_every_label_covers_its_day_and_nests(day):
    units = (Unit.MONTH, Unit.QUARTER, Unit.YEAR, Unit.DECADE, Unit.CENTURY)
    path = paths(build(Dates(units), column([day.isoformat()], object)))[day.isoformat()]
    assert covers(parse(path[1]), Exact(day))
    assert covers(parse(path[2]), parse(path[1]))
    assert covers(parse(path[2]), Exact(day))
    assert all(covers(parse(label), Exact(float(day.year))) for label in path[4:6])
    assert path[3] == day.isoformat()[:4]
    week = parse(paths(build(Dates((Unit.WEEK,)), column([day.isoformat()], object)))[day.isoformat()][1])
    assert covers(week, Exact(day))


def test_dates_are_read_as_they_are_written():
    for written, how in (("31.3.2024", {}), ("31/03/2024", {}), ("3/31/2024", {"written": DayOrder.MONTH_FIRST})):
        assert build(Dates((Unit.MONTH,), **how), column([written], object)).labels[1] == ("2024-03",)
    stamps = column(pd.to_datetime(["2024-03-31 23:59:59", "2024-04-01 00:00:00"]))
    assert build(Dates((Unit.MONTH,)), stamps).labels[1] == ("2024-03", "2024-04")
    assert paths(build(Dates((Unit.YEAR,)), column(["2024-03-31", ""], object)))[""] == ("", "", "*")


def test_what_is_no_date_is_counted():
    for odd in ("30.2.2024", "2024-13-01", "x", "03/31/2024"):
        with pytest.raises(HierarchyError, match=r"'q': 2 rows hold a value that is no date \(1 different values\)"):
            build(Dates((Unit.YEAR,)), column(["2024-03-31", odd, odd], object))


@given(st.lists(st.text("0123AB ", max_size=5), min_size=1), st.booleans(), st.sampled_from(["", "0"]))
def test_masks(values, from_right, fill):
    tree = build(Masking(from_right=from_right, fill=fill), column(values, object))
    width = max(1, *map(len, values))
    assert tree.n_levels == width + 1
    for value, path in paths(tree).items():
        whole = value
        while len(whole) < width:
            whole = (fill or "*") + whole if from_right is bool(fill) else whole + (fill or "*")
        for hidden, label in enumerate(path[1:-1], 1):
            shown = [("*" if i >= width - hidden else c) for i, c in enumerate(whole)]
            if not from_right:
                shown = [("*" if i < hidden else c) for i, c in enumerate(whole)]
            assert label == "".join(shown)


def test_zip_codes_that_lost_a_zero():
    tree = build(Masking(fill="0"), column([2139, 90210]))
    assert paths(tree)["2139"] == ("2139", "0213*", "021**", "02***", "0****", "*")
    assert all(covers(parse(label), Exact("2139")) for label in paths(tree)["2139"])


def test_masks_from_the_left_and_of_unequal_length():
    codes = column(["A1", "B12", ""], object)
    assert paths(build(Masking(from_right=False), codes)) == {
        "": ("", "***", "***", "*"),
        "A1": ("A1", "*A1", "**1", "*"),
        "B12": ("B12", "*12", "**2", "*"),
    }
    with pytest.raises(HierarchyError, match=r"'q': 1 rows hold a value longer than the mask is wide"):
        build(Masking(width=2), codes)


@given(st.lists(st.sampled_from("abcdef"), min_size=1), st.sampled_from([(), (1,), (3, 1), (5, 4, 2), (9, 1)]))
def test_the_most_frequent_stay_longest(values, keep):
    tree = build(ByFrequency(keep), column(values, object))
    assert tree.n_levels == len(keep) + 2
    ranked = sorted(set(values), key=lambda value: (-values.count(value), value))
    for value, path in paths(tree).items():
        assert path == (value, *(value if value in ranked[:many] else "*" for many in keep), "*")


def test_an_empty_text_is_a_value_like_any_other():
    tree = build(ByFrequency((1,)), column(["White", "", "", None], object))
    found = column(["White", "", "", None], object)
    assert tree.labels == (("", "White"), ("", "*"), ("*",))
    assert [groups[found.codes].tolist() for groups in tree.level_maps(found)] == [
        [1, 0, 0, 2],
        [1, 0, 0, 2],
        [0, 0, 0, 0],
    ]


def test_a_column_without_a_value():
    with pytest.raises(HierarchyError, match="'q' has no value"):
        build(Masking(), column([None, None], object))


def test_the_last_level_is_one_star():
    assert build(Masking((1,)), column(["a", "b"], object)).labels == (("a", "b"), ("*",))
    assert build(ByFrequency(), column(["a", "b"], object)).labels == (("a", "b"), ("*",))
