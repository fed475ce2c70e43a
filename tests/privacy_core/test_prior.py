"""A prior from another table: one domain for both, or a refusal that says why."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from privacy_core import (
    BasicBeta,
    DeltaDisclosure,
    EnhancedBeta,
    ParameterError,
    Rank,
    Roles,
    Secret,
    TableError,
    TCloseness,
    Thresholds,
    Value,
    assess,
    contingency,
    equivalence_classes,
    from_frame,
)

BIG = 2**53


def counts(judged, original=None):
    """Two classes of two rows, compared with another table's distribution."""
    table = from_frame(pd.DataFrame({"q": list("aabb"), "s": judged}))
    before = None if original is None else from_frame(pd.DataFrame({"s": original}))
    return contingency(table, equivalence_classes(table, ["q"]), "s", original=before)


def levels(values: str, order: str):
    return pd.Categorical(list(values), list(order), ordered=True)


DOMAINS = [
    # id, judged, original, labels, prior
    ("text", list("xyxx"), list("xz"), ["x", "y", "z"], [0.5, 0, 0.5]),
    ("numbers", [1, 2, 3, 3], [0.5, 3.0], ["0.5", "1", "2", "3"], [0.5, 0, 0, 0.5]),
    ("integers beyond floats", [BIG + 1, BIG, 1, 1], [float(BIG), 1.0], ["1", str(BIG), str(BIG + 1)], [0.5, 0.5, 0]),
    (
        "signed and unsigned",
        np.array([2**64 - 1, 1, 1, 1], "uint64"),
        [-1, 1],
        ["-1", "1", str(2**64 - 1)],
        [0.5, 0.5, 0],
    ),
    ("booleans", [True, False, True, True], [True, False, False, False], ["False", "True"], [0.75, 0.25]),
    ("the original's order", levels("lmhh", "lmh"), levels("hml", "hml"), ["h", "m", "l"], [1 / 3] * 3),
    ("missing here only", ["x", None, "x", "x"], list("xy"), ["x", "y", "(missing)"], [0.5, 0.5, 0]),
    ("missing there only", list("xxxx"), ["x", None], ["x", "(missing)"], [0.5, 0.5]),
    ("everything missing here", [None] * 4, [1, 2], ["1", "2", "(missing)"], [0.5, 0.5, 0]),
]


@pytest.mark.parametrize(("judged", "original", "labels", "prior"), [pytest.param(*d[1:], id=d[0]) for d in DOMAINS])
def test_one_domain_for_both(judged, original, labels, prior):
    counted = counts(judged, original)
    assert list(counted.labels) == labels
    assert counted.prior.tolist() == pytest.approx(prior)
    assert counted.total.sum() == 4


def test_a_value_the_prior_does_not_know_has_no_finite_gain():
    counted = counts(list("xyxx"), list("xz"))
    for model in (BasicBeta("s"), EnhancedBeta("s"), DeltaDisclosure("s"), DeltaDisclosure("s", absent="present")):
        assert model.per_class(counted)[0] == np.inf, model
    assert TCloseness("s").per_class(counted).tolist() == [0.5, 0.5]
    assert BasicBeta("s").per_class(counted).tolist() == [np.inf, 1]


@pytest.mark.parametrize(
    ("judged", "original", "words"),
    [
        pytest.param([1, 2, 3, 4], list("1234"), "'s' is numeric .* nominal", id="numbers against text"),
        pytest.param(
            levels("lmhh", "lmh"), levels("lm", "lm"), "'s': 2 rows hold a level unknown", id="a level too many"
        ),
        pytest.param(
            list("xyxx"), [None, None], "'s': all 2 rows of the original table are missing", id="no prior at all"
        ),
    ],
)
def test_refusals_name_column_and_rows(judged, original, words):
    with pytest.raises(TableError, match=words):
        counts(judged, original)


def test_order_and_numbers_are_not_invented():
    """P40: text in alphabetical order is no ordered distance."""
    with pytest.raises(ParameterError, match="'s' has no order"):
        TCloseness("s", ground=Rank()).per_class(counts(list("xyxx")))
    with pytest.raises(ParameterError, match="'s' has no numbers"):
        TCloseness("s", ground=Value()).per_class(counts(list("xyxx")))
    table = from_frame(pd.DataFrame({"q": list("aabb"), "s": list("xyxy")}))
    with pytest.raises(ParameterError, match="'s' has no order"):
        assess(table, Roles(("q",), ("s",)), Thresholds(t=0.1), [Secret("s", Rank())])


@pytest.mark.parametrize(
    ("judged", "original", "words"),
    [
        ([1, 2, np.inf, 3], None, "1 rows hold an infinite"),
        ([1, 2.5, 4, 3], [1, np.inf], "prior's table holds an infinite"),
    ],
)
def test_by_value_there_is_no_infinity(judged, original, words):
    with pytest.raises(ParameterError, match=f"'s': .*{words}"):
        TCloseness("s", ground=Value()).per_class(counts(judged, original))
    assert TCloseness("s", ground=Rank()).per_class(counts(judged, original)).max() <= 1


@pytest.mark.parametrize(
    "shift",
    [
        pytest.param(lambda v: v + 1e15, id="far from zero"),
        pytest.param(lambda v: v.astype("int64") + 2**60, id="whole numbers beyond floats"),
        pytest.param(lambda v: v.astype("uint64") + np.uint64(2**63), id="unsigned"),
        pytest.param(lambda v: v * 1e307 - 1.5e307, id="near the largest float"),
        pytest.param(lambda v: v * 5e-324, id="the smallest float"),
        pytest.param(lambda v: v * -1.0, id="negative"),
    ],
)
def test_distance_by_value_sees_differences_only(shift):
    values = np.array([0.0, 1, 3, 1])
    expected = TCloseness("s", ground=Value()).per_class(counts(values))
    assert expected.tolist() == pytest.approx([1 / 4, 1 / 4])
    assert TCloseness("s", ground=Value()).per_class(counts(shift(values))) == pytest.approx(expected)
