"""The representation-shift experiment: who over-links when known columns are written coarsely, and at which line."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from privacy_core import LinkageError, from_frame, samples
from privacy_core.linkage import LinkageSettings, Method, Null, shift
from privacy_core.linkage.agreement import Fields
from privacy_core.linkage.by_fields import Cut
from privacy_core.linkage.shift import Lines, Moved, measured
from privacy_core.protections import Original, coarsened

SHOP = samples.load("touchpoints")
ASKED = LinkageSettings(SHOP.roles.quasi_identifiers, ("interest", "person"))


@pytest.fixture(scope="module")
def release():
    return coarsened(Original(SHOP.table, SHOP.roles, np.random.default_rng(1)), 20)


@pytest.fixture(scope="module")
def found(release):
    return shift(SHOP.table, release, ASKED, samples.strangers(2000), random=np.random.default_rng(1))


def test_the_release_keeps_k_shows_every_known_column_and_leaves_the_rest(release):
    held = pd.DataFrame({name: release[name].codes for name in SHOP.roles.quasi_identifiers})[~release.suppressed]
    assert held.groupby(list(held)).size().min() >= 20
    for name in set(SHOP.table.names) - set(SHOP.roles.quasi_identifiers):
        assert (release[name].codes == SHOP.table[name].codes).all()
    assert all(len(set(release[name].labels) - {"*"}) > 1 for name in SHOP.roles.quasi_identifiers)


def test_fellegi_sunter_over_links_by_known_columns_at_the_line_it_had_before(found):
    known = found.by(Method.FIELDS_KNOWN)
    assert known.over_links
    assert known.after.own.rate > 0.8
    assert known.after.own.control > 0.8, "strangers link as well"
    assert known.after.own.precision < 0.25 < known.before.own.precision


def test_at_a_matched_false_positive_rate_it_does_not(found):
    for one in found.methods:
        for lines in (one.before, one.after):
            assert lines.matched.control <= found.alpha
    known = found.by(Method.FIELDS_KNOWN)
    assert known.after.matched.rate - known.after.matched.control < 0.05, "nothing more than luck is left"


def test_weights_taken_from_the_release_do_not_over_link(found):
    known = found.by(Method.FIELDS_KNOWN)
    assert known.again.control < 0.05


def test_columns_left_as_they_were_keep_both_methods_from_over_linking(found):
    for method in (Method.FIELDS_ALL, Method.CHAIN):
        one = found.by(method)
        assert not one.over_links
        assert one.after.own.precision > 0.9
        assert one.after.matched.rate > 0.5


def test_what_is_published_as_it_is_shifts_nothing():
    few = SHOP.table.only(np.arange(300))
    same = shift(few, few, ASKED, random=np.random.default_rng(1))
    assert same.null is Null.NON_MATCH
    for one in same.methods:
        assert one.before == one.after
        assert not one.over_links
        assert not one.under_links


def test_rows_in_another_order_give_the_same_numbers(release):
    few, coarse = (held.only(np.arange(400)) for held in (SHOP.table, release))
    order = np.random.default_rng(5).permutation(400)
    one = shift(few, coarse, ASKED, random=np.random.default_rng(1), people=250)
    other = shift(few.only(order), coarse.only(order), ASKED, random=np.random.default_rng(1), people=250)
    assert one.n == other.n == 250
    for left, right in zip(one.methods, other.methods, strict=True):
        assert left.after.own.rate == right.after.own.rate
        assert left.after.matched.rate == pytest.approx(right.after.matched.rate, abs=1e-9)
        assert left.after.own.accuracy == pytest.approx(right.after.own.accuracy, abs=1e-9)


def test_rows_alike_in_the_original_are_drawn_alike_wherever_they_stand():
    """Equal originals whose releases differ: which of them is drawn must not hang on its place."""
    frame = pd.DataFrame({"age": np.repeat([20, 30], 20), "visits": np.tile(np.arange(10), 4)})
    moved = np.where(np.arange(40) % 20 < 10, frame["visits"], 0)
    original, release = from_frame(frame), from_frame(frame.assign(visits=moved))
    seen = []
    for order in (np.arange(40), np.random.default_rng(2).permutation(40)):
        held = (one.only(order) for one in (original, release))
        seen.append(shift(*held, LinkageSettings(("age",)), random=np.random.default_rng(1), people=12).methods)
    for one, other in zip(*seen, strict=True):
        assert one.after.own.rate == other.after.own.rate
        assert one.after.own.accuracy == pytest.approx(other.after.own.accuracy, abs=1e-9)


def test_five_of_100_more_are_five_of_100_whatever_the_rounding():
    """0.35 - 0.3 is below 0.05 in floating point."""
    before, after = (
        Lines(Cut(0.5, rate, luck, None, None), Cut(0.5, rate, luck, None, None))
        for rate, luck in ((0.35, 0.3), (0.3, 0.35))
    )
    moved = Moved(Method.CHAIN, before, after, None)
    assert moved.over_links
    assert moved.under_links


def test_m_and_u_are_those_of_all_pairs_counted_one_by_one():
    rng = np.random.default_rng(3)
    one, other = rng.integers(-1, 4, (2, 12, 3)).astype(np.int32)
    told = measured(Fields(("a", "b", "c"), (one, other)))
    agree = np.array([[(p == q) & (p >= 0) for q in other] for p in one])
    true = np.eye(12, dtype=bool)
    assert told.m == pytest.approx(agree[true].mean(axis=0))
    assert told.u == pytest.approx(agree[~true].mean(axis=0))
    assert told.matches == pytest.approx(1 / 12)


def test_tables_that_are_not_row_by_row_the_same_people_are_refused(release):
    with pytest.raises(LinkageError, match=r"10,000 rows, the release 9"):
        shift(SHOP.table, release.only(np.arange(9)), ASKED, random=np.random.default_rng(1))
    one = SHOP.table.only(np.arange(1))
    with pytest.raises(LinkageError, match="two rows"):
        shift(one, one, ASKED, random=np.random.default_rng(1))


def test_known_columns_that_the_release_blanks_leave_the_others_to_compare():
    frame = pd.DataFrame({"age": [20, 30, 40, 50], "city": list("abab"), "visits": [1, 2, 3, 4]})
    blank = from_frame(frame.assign(age="*", city="*"))
    found = shift(from_frame(frame), blank, LinkageSettings(("age", "city")), random=np.random.default_rng(1))
    assert [one.method for one in found.methods] == [Method.FIELDS_ALL, Method.CHAIN]
