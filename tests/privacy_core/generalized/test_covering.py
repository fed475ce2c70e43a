"""What a shape covers, against the values written out."""

from __future__ import annotations

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from privacy_core.generalized import (
    Any,
    Exact,
    Interval,
    Prefix,
    covers,
    midpoint,
    parse,
    write,
)

ends = st.integers(-3, 8)


@st.composite
def intervals(draw):
    low, high = draw(st.none() | ends), draw(st.none() | ends)
    if low is None and high is None:
        low = 0
    if low is not None and high is not None:
        low, high = min(low, high), max(low, high) + (low == high)
    return Interval(low, high, low is not None and draw(st.booleans()), high is not None and draw(st.booleans()))


def members(shape):
    """Every half between -6 and 11 that lies in an interval, by its text."""
    left, right = (shape.low_in, shape.high_in)
    halves = [i / 2 for i in range(-12, 23)]
    above = [x for x in halves if shape.low is None or x > shape.low or (left and x == shape.low)]
    return {x for x in above if shape.high is None or x < shape.high or (right and x == shape.high)}


@given(intervals(), intervals())
def test_an_interval_covers_what_it_holds(shape, other):
    assert {x for x in (i / 2 for i in range(-12, 23)) if covers(shape, Exact(x))} == members(shape)
    assert covers(shape, other) == (members(other) <= members(shape))


def test_masks():
    assert covers(parse("021**"), Exact("02139"))
    assert not covers(parse("021**"), Exact("021399"))
    assert covers(parse("ABC**"), Exact("ABC"))  # filled up by the mask
    assert covers(parse("02***"), Exact(2139))  # a number lost its zero
    assert not covers(parse("21***"), Exact(2139.5))
    assert covers(parse("**39"), Exact("2139"))
    assert not covers(parse("**39"), Exact("2138"))
    assert covers(parse("0****"), parse("02***"))
    assert not covers(parse("02***"), parse("0****"))
    assert not covers(parse("02***"), parse("***02"))


def test_sets_texts_and_anything():
    assert covers(parse("{a, b, c}"), parse("{a, b}"))
    assert not covers(parse("{a, b}"), parse("{a, c}"))
    assert covers(parse("{1, 2}"), Exact(2.0))
    assert covers(parse("[1, 3["), parse("{1, 2}"))
    assert covers(Any(), parse("{1, 2}"))
    assert not covers(Exact("a"), Any())
    assert not covers(parse("[1, 3["), Any())
    assert not covers(Exact("a"), Exact("b"))
    assert covers(Exact("3"), Exact(3.0))


def test_days_and_numbers_never_meet():
    quarter = parse("2024-Q1")
    assert covers(quarter, Exact("2024-03-31"))
    assert covers(quarter, parse("2024-02"))
    assert not covers(quarter, Exact("2024-04-01"))
    assert not covers(quarter, Exact(2024.0))
    assert not covers(Interval(0, 9999), Exact(dt.date(2024, 1, 1)))


def test_midpoints():
    assert midpoint(parse("[20, 30[")) == 25
    assert midpoint(parse("2024-Q1")) == dt.date(2024, 2, 15)
    assert midpoint(parse("[2024-01-01, 2024-01-03]")) == dt.date(2024, 1, 2)
    assert midpoint(Exact(dt.date(2024, 1, 1))) == dt.date(2024, 1, 1)
    assert [midpoint(shape) for shape in (parse("<5"), parse("a"), parse("12*"), Any(), parse("{1, 2}"))] == [None] * 5
    assert midpoint(Interval(-1.7e308, 1.7e308)) == 0


@given(intervals())
def test_a_shape_covers_itself(shape):
    assert covers(shape, shape)
    assert covers(parse(write(shape)), shape)
    assert covers(Any(), shape)


def test_mask_shapes():
    assert parse("***") == Prefix("", 3)
