"""A rule for a hierarchy travels as plain settings, and none is born crooked."""

from __future__ import annotations

from collections import Counter

import pytest

from privacy_core import ParameterError
from privacy_core.hierarchies import (
    ByFrequency,
    Dates,
    DayOrder,
    Intervals,
    Masking,
    OrderedGroups,
    Unit,
    settings,
    spec_from,
)

SPECS = [
    Intervals((5, 10.5 * 10), bottom=20, top=80, origin=-2.5, snap=2),
    Intervals((0.1, 0.5)),
    OrderedGroups((2, 4), ("low", "mid")),
    Dates((Unit.MONTH, Unit.YEAR), DayOrder.MONTH_FIRST),
    Masking((1, 3), False, 5, "0"),
    Masking(),
    ByFrequency((10, 5)),
    ByFrequency(),
]


@pytest.mark.parametrize("spec", SPECS, ids=[type(spec).__name__ for spec in SPECS])
def test_a_rule_travels_as_plain_settings(spec):
    kept = settings(spec)
    assert spec_from(kept) == spec
    assert Counter(type(value) for value in kept.values()).keys() <= {str, int, float, bool, list}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "kind"),
        ({"kind": "magic"}, "kind"),
        ({"kind": ["dates"]}, "kind"),
        ({"kind": "dates", "units": ["moon"]}, "'units'"),
        ({"kind": "dates", "units": "month"}, "'units'"),
        ({"kind": "intervals", "widths": [5, "x"]}, "'widths'"),
        ({"kind": "intervals", "widths": [True]}, "'widths'"),
        ({"kind": "intervals", "widths": [5], "keep": [1]}, "'keep'"),
        ({"kind": "masking", "from_right": 1}, "'from_right'"),
        ({"kind": "intervals", "widths": [5, 7]}, "multiple"),
        ({"kind": "intervals", "widths": []}, "1 to 58 levels"),
        ({"kind": "intervals"}, "'widths'"),
        ({"kind": "dates"}, "'units'"),
    ],
)
def test_settings_are_read_strictly(given, words):
    with pytest.raises(ParameterError, match=words):
        spec_from(given)


@pytest.mark.parametrize(
    "crooked",
    [
        lambda: Intervals((5, 7)),
        lambda: Intervals((5, 5)),
        lambda: Intervals((0,)),
        lambda: Intervals((float("nan"),)),
        lambda: Intervals((0.1, 0.25)),
        lambda: Intervals((5,), bottom=3, top=3),
        lambda: Intervals((5,), origin=float("inf")),
        lambda: Intervals(tuple(2**i for i in range(60))),
        lambda: OrderedGroups((2, 3)),
        lambda: OrderedGroups((2,), ("a", "a")),
        lambda: Dates(()),
        lambda: Dates((Unit.YEAR, Unit.MONTH)),
        lambda: Dates((Unit.WEEK, Unit.MONTH)),
        lambda: Masking((2, 1)),
        lambda: Masking(fill="ab"),
        lambda: Masking(fill="*"),
        lambda: Masking(width=0),
        lambda: ByFrequency((1, 2)),
        lambda: ByFrequency((0,)),
    ],
)
def test_no_rule_is_born_crooked(crooked):
    with pytest.raises(ParameterError):
        crooked()
