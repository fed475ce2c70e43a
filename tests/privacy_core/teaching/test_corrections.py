"""Every number of a correction (specification, section 5) is computed by the core."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given

from privacy_core import (
    BasicBeta,
    DeltaDisclosure,
    Equal,
    Rank,
    TCloseness,
    Verdict,
    as_ordered,
    contingency,
    corrections,
    equivalence_classes,
    from_frame,
    largest_share,
    lessons,
    measure,
    merged_distances,
    partner,
    usable,
)
from privacy_core.models.t_closeness import distance
from tests.strategies import cases

SAID = {correction.name: correction.right for correction in corrections()}


def shares(values: str, original: str, levels: str = "1234"):
    """One crowd with these values, compared with another table's values, over ordered levels."""
    table = from_frame(pd.DataFrame({"q": "a", "s": list(values)}))
    before = from_frame(pd.DataFrame({"s": list(original)}))
    table, before = (t.with_column(as_ordered(t["s"], list(levels))) for t in (table, before))
    return contingency(table, equivalence_classes(table, ["q"]), "s", original=before)


P, Q = "1222333344", "1112222334"


def two(values: str):
    return counted(pd.DataFrame({"q": ["a"] * 4 + ["b"] * 4, "s": list(values)}))


def counted(frame: pd.DataFrame):
    table = from_frame(frame)
    return contingency(table, equivalence_classes(table, ["q"]), "s")


def test_all_eleven_are_there():
    assert len(SAID) == 11
    assert [c.name for c in corrections() if not c.computed] == ["87 of 100", "start at 0.2"]


def test_worked_example():
    table = shares(P, Q)
    assert distance(table, Rank())[0] == pytest.approx(1 / 5, abs=1e-12)
    assert distance(table, Equal())[0] == pytest.approx(0.3, abs=1e-12)
    assert all(text in SAID["worked example"] for text in ("1/5", "0.2", "0.3"))


def test_tie():
    found = measure(TCloseness("s", 0.2, Rank()), shares(P, Q))
    assert found.verdict is Verdict.HOLDS
    plain = sum(abs(x) for x in np.cumsum(np.array([0.1, 0.3, 0.4, 0.2]) - np.array([0.3, 0.4, 0.2, 0.1]))) / 3
    assert plain == 0.20000000000000004
    assert str(plain) in SAID["tie"]


def test_additive():
    one = counted(pd.DataFrame({"q": "a", "s": ["+"] + ["-"] * 99}))
    assert largest_share(TCloseness("s", 0.15), one, 0) == pytest.approx(0.16)
    five = counted(pd.DataFrame({"q": "a", "s": [1] + [2] * 29 + [3] * 30 + [4] * 20 + [5] * 20}))
    assert largest_share(TCloseness("s", 0.15, Rank()), five, 0) == pytest.approx(91 / 200)
    assert largest_share(BasicBeta("s", 0.15), one, 0) == pytest.approx(0.0115)
    assert largest_share(DeltaDisclosure("s", math.log(1.15), "present"), one, 0) == pytest.approx(0.0115)
    assert largest_share(TCloseness("s", 0.0015), one, 0) == pytest.approx(0.0115)
    assert round(math.log(1.15), 4) == 0.1398
    assert all(text in SAID["additive"] for text in ("16 in 100", "45.5", "0.1398", "0.0015", "β = 0.15"))


def test_maximum_can_rise_when_rows_are_left_out():
    frame = pd.DataFrame({"q": ["a"] * 4 + ["b"] * 4 + ["c"] * 8, "s": list("xxyyxyyyxxxxxxyy")})
    whole = distance(counted(frame), Equal())
    left = distance(counted(frame[frame.q != "c"]), Equal())
    assert left.max() < whole.max()
    raised = [distance(counted(frame[frame.q != q]), Equal()).max() for q in "abc"]
    assert max(raised) > whole.max(), "leaving a crowd out moves the table's mix"


def test_merging_can_hurt_the_nearer_crowd():
    table = shares("1122", "1122")
    assert distance(table, Equal())[0] == 0
    rows = from_frame(pd.DataFrame({"q": list("aabb"), "s": list("xyxx")}))
    even = from_frame(pd.DataFrame({"s": list("xy")}))
    before = contingency(rows, equivalence_classes(rows, ["q"]), "s", original=even)
    assert distance(before, Equal()).tolist() == [0, 0.5]
    assert merged_distances(before, 1, Equal())[0] == 0.25 > 0.2
    assert partner(before, 1, Equal()).partner_gets_worse


def test_the_neighbour_need_not_help():
    frame = pd.DataFrame({"q": ["1"] * 2 + ["2"] * 2 + ["3"] * 4, "s": list("xxxxyyyy")})
    found = partner(counted(frame), 0, Equal())
    merged = merged_distances(counted(frame), 0, Equal())
    assert merged[1] == distance(counted(frame), Equal())[0], "the neighbour changes nothing"
    assert found.partner == 2
    assert found.after < merged[1]


@given(cases())
def test_equal_distance_is_the_strictest(case):
    table = contingency(case.table, equivalence_classes(case.table, case.names), "s", original=case.original)
    equal = distance(table.without_missing, Equal())
    for ground in usable(table.without_missing, case.tree):
        assert (distance(table.without_missing, ground) <= equal + 1e-9).all()


def test_number_of_values():
    assert distance(shares(P, Q, "12345"), Rank())[0] == pytest.approx(0.15)
    assert "0.2 into 0.15" in SAID["number of values"]


def test_gain_and_distance():
    rows = [("a", "+")] * 33 + [("a", "-")] * 66 + [("b", "+")] * 66 + [("b", "-")] * 9735
    table = counted(pd.DataFrame(rows, columns=["q", "s"]))
    assert lessons(table).times[0] == pytest.approx(100 / 3)
    assert distance(table, Equal())[0] == pytest.approx(97 / 300)
    assert round(97 / 300, 4) == 0.3233
    assert "97/300 = 0.3233" in SAID["gain and distance"]
