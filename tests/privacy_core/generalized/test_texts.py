"""One text of a release: every way to write an interval, a mask, a set; and what stays a text."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from privacy_core import ParameterError
from privacy_core.generalized import Any, Exact, Interval, Prefix, Set, Way, parse, write
from privacy_core.generalized.texts import read


def day(text):
    return dt.date.fromisoformat(text)


HALF, BOTH, INNER = Interval(20, 30), Interval(20, 30, True, True), Interval(20, 30, False, False)
UPPER = Interval(20, 30, False, True)
WRITTEN = {
    "[20, 30[": HALF,
    "[20,30)": HALF,
    "[20-30)": HALF,
    "[20~30)": HALF,
    "[20:30)": HALF,
    "[20.0:30.0)": HALF,
    "[20;30[": HALF,
    "[ 20 , 30 [": HALF,
    "[2e+01,3e+01)": HALF,
    "]20, 30]": UPPER,
    "(20,30]": UPPER,
    "(20, 30]": UPPER,
    "(20-30]": UPPER,
    "[20, 30]": BOTH,
    "20-30": BOTH,
    "20 - 30": BOTH,
    "20–30": BOTH,
    "20~30": BOTH,
    "20..30": BOTH,
    "20 to 30": BOTH,
    "]20, 30[": INNER,
    "(20, 30)": INNER,
    "<50": Interval(None, 50, False, False),
    "< 50": Interval(None, 50, False, False),
    "<=50": Interval(None, 50, False, True),
    "≤50": Interval(None, 50, False, True),
    "=<50": Interval(None, 50, False, True),
    ">50": Interval(50, None, False, False),
    ">=50": Interval(50, None, True, False),
    "≥ 50": Interval(50, None, True, False),
    "50+": Interval(50, None, True, False),
    "[50, inf[": Interval(50, None, True, False),
    "[80, +inf)": Interval(80, None, True, False),
    "[-Inf,20)": Interval(None, 20, False, False),
    "]-∞, 20]": Interval(None, 20, False, True),
    "]-inf, inf[": Any(),
    "-5--1": Interval(-5, -1, True, True),
    "-5-3": Interval(-5, 3, True, True),
    "-5 - 3": Interval(-5, 3, True, True),
    "[-5--1]": Interval(-5, -1, True, True),
    "[-5, -1[": Interval(-5, -1),
    "1.5-2.5": Interval(1.5, 2.5, True, True),
    "1,5-2,5": Interval(1.5, 2.5, True, True),
    "[1,5; 2,5[": Interval(1.5, 2.5),
    "[20, 20]": Exact(20),
    "[2024-01-01, 2024-04-01[": Interval(day("2024-01-01"), day("2024-04-01")),
    "[01.01.2024, 01.04.2024[": Interval(day("2024-01-01"), day("2024-04-01")),
    "2024-01-01 - 2024-03-31": Interval(day("2024-01-01"), day("2024-03-31"), True, True),
    "2024-03": Interval(day("2024-03-01"), day("2024-04-01")),
    "2024-12": Interval(day("2024-12-01"), day("2025-01-01")),
    "2024-Q1": Interval(day("2024-01-01"), day("2024-04-01")),
    "Q4 2024": Interval(day("2024-10-01"), day("2025-01-01")),
    "2024-W01": Interval(day("2024-01-01"), day("2024-01-08")),
    "*": Any(),
    " * ": Any(),
    "NA": Any(),
    ".": Any(),
    "(null)": Any(),
    "1/2000-12/2009": Interval(day("2000-01-01"), day("2010-01-01")),
    "{a, b}": Set(frozenset("ab")),
    "{b,a}": Set(frozenset("ab")),
    '{"a, b", c}': Set(frozenset(("a, b", "c"))),
    "{a}": Exact("a"),
    "{*}": Any(),
    "{*, a}": Any(),
    "{'a', 'b'}": Set(frozenset("ab")),
    "{'a, b', 'c'}": Set(frozenset(("a, b", "c"))),
    "{d'Or, l'Eau}": Set(frozenset(("d'Or", "l'Eau"))),
    "[20,)": Interval(20, None, True, False),
    "(,20]": Interval(None, 20, False, True),
    "(65, Inf]": Interval(65, None, False, False),
    "(0.997,3.33]": Interval(0.997, 3.33, False, True),
    "-5..-1": Interval(-5, -1, True, True),
    "[-10:-5)": Interval(-10, -5),
    "-1*": Prefix("-1", 1),
    "123**": Prefix("123", 2),
    "**345": Prefix("345", 2, False),
    "*****": Prefix("", 5),
    "SW1A ***": Prefix("SW1A ", 3),
    "20": Exact(20),
    "-1.5": Exact(-1.5),
    "1,5": Exact(1.5),
    "2024-03-31": Exact(day("2024-03-31")),
    "31.3.2024": Exact(day("2024-03-31")),
}
RAW = [
    "a-b", "0-9 kg", "02139", "02139-4307", "12345-6789", "30-20", "20-20", "555-01", "1,000", "1,000-2,000", "[30, 20[",
    "[a, b[", "(20)", "()", "[, [", "[20, 20[", "[inf, 5[", "<=50K", ">50K", "<b>", "{}", "{ }", '{"a}', "**a**", "a*b",
    "2024-13", "2024-13-01", "2024-W54", "2024-W99", "0000-03", "Q5 2024", "n/a", "", " ", "-", "+", "inf", "nan", "1_0",
    "0x1F", "1e999", "10:30", "12/2009-1/2000", "13/2000-14/2000", "1/2", "03/04/2024", "30.2.2024", "9999-12", "٣", "²", "[2020-01-01, 5[", "Na", "9999-Q4",
    "20 bis 30 km", "to", "1-2-3", "{a; b}", "{a|b}", "{a~b}", "9X", "13XX", "130%%", "130__", "[A, C[", "(,)", "[NA]", "NaN",
    "NULL", "None", "<NA>", "?", "90 and over", "<5%", "20-<30", "20<=x<30", "18~18", "18:19", "18/19", "18;19", "1990s", "01/2020",
    "$20-$30", "12:30-13:30", "[0, 10[, [10, 20[", "[20_30]", "[18 19)", "[min, 20[", "c(20, 30)", "['a', 'b']",
]  # fmt: skip


@pytest.mark.parametrize("text", WRITTEN)
def test_every_way_to_write_it(text):
    assert parse(text) == WRITTEN[text]


@pytest.mark.parametrize("text", WRITTEN)
def test_what_is_read_is_written_and_read_again(text):
    shape = WRITTEN[text]
    assert parse(write(shape)) == shape


@pytest.mark.parametrize("text", RAW)
def test_other_texts_stay_what_they_are(text):
    assert read(text) == (Exact(text), Way.TEXT)


numbers = st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(10**6), 10**6).map(float)
days = st.dates()
plain = st.text().filter(lambda text: read(text)[1] is Way.TEXT)


@st.composite
def intervals(draw):
    low, high = sorted(draw(st.lists(draw(st.sampled_from([numbers, days])), min_size=2, max_size=2)))
    assume(low < high)
    low_in, high_in, open_end = draw(st.booleans()), draw(st.booleans()), draw(st.sampled_from(["low", "high", ""]))
    if open_end == "low":
        return Interval(None, high, False, high_in)
    return Interval(low, None, low_in, False) if open_end else Interval(low, high, low_in, high_in)


visible = st.text(st.characters(exclude_characters="*"), min_size=1)
shapes = st.one_of(
    numbers.map(Exact),
    days.map(Exact),
    plain.map(Exact),
    intervals(),
    st.sets(st.text(), min_size=2, max_size=4).map(lambda members: Set(frozenset(members))),
    st.builds(Prefix, visible.filter(lambda t: not t[0].isspace()), st.integers(1, 9)),
    st.builds(Prefix, visible.filter(lambda t: not t[-1].isspace()), st.integers(1, 9), st.just(False)),
    st.integers(2, 9).map(lambda hidden: Prefix("", hidden)),
    st.just(Any()),
)


@given(shapes)
@example(Exact(-0.0))
@example(Exact(1e16))
@example(Interval(dt.date.min, dt.date.max, True, True))
@example(Set(frozenset(("", " "))))
@example(Set(frozenset(("*", "a"))))
@example(Set(frozenset(("'a'", "'b'"))))
def test_parse_reads_what_write_writes(shape):
    assert parse(write(shape)) == shape


@given(st.text(st.sampled_from('0123456789-–~.,;[](){}*<>=+ aNQW"')))
def test_any_text_is_read_and_stays_what_it_was_read_as(text):
    shape = parse(text)
    if read(text)[1] is not Way.TEXT and not (isinstance(shape, Exact) and isinstance(shape.value, str)):
        assert parse(write(shape)) == shape


@given(st.integers(-50, 50), st.integers(1, 50), st.sampled_from("-~"))
def test_ranges_of_negative_numbers(low, width, mark):
    assert parse(f"{low}{mark}{low + width}") == Interval(low, low + width, True, True)


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: Interval(None, None, False, False), "at least one side"),
        (lambda: Interval(3, 3), "smaller first"),
        (lambda: Interval(3, float("inf")), "smaller first"),
        (lambda: Interval(3, dt.date(2024, 1, 1)), "smaller first"),
        (lambda: Interval(None, 3), "without a bound"),
        (lambda: Set(frozenset("a")), "at least two values, not 1"),
        (lambda: Prefix("1*", 1), "no star"),
        (lambda: Prefix("", 1), "hidden"),
        (lambda: Prefix("12", 0), "hidden"),
        (lambda: Prefix(" 12", 1), "blank"),
    ],
)
def test_no_shape_is_born_crooked(build, words):
    with pytest.raises(ParameterError, match=words):
        build()


@pytest.mark.parametrize(
    ("text", "value"), [("[35]", 35), ("[35.0]", 35), ("[ -2.5 ]", -2.5), ("[2024-03-31]", dt.date(2024, 3, 31))]
)
def test_a_bracket_around_one_value_is_that_value(text, value):
    assert read(text) == (Exact(value), Way.INTERVAL)


@pytest.mark.parametrize("text", ["[flu]", "[]", "(35)", "]35[", "[35[", "[007]"])
def test_other_brackets_stay_texts(text):
    assert parse(text) == Exact(text)
