"""Risks from class sizes, against counting people one by one."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import (
    Missing,
    Policies,
    Stopped,
    basic_risk,
    crowd,
    equivalence_classes,
    from_frame,
    prosecutor_risk,
    staircase,
)
from privacy_core.risk import median_crowd

SIZES = st.lists(st.integers(1, 30), min_size=1, max_size=20)


def classes(sizes: list[int]):
    table = from_frame(pd.DataFrame({"q": np.repeat(np.arange(len(sizes)), sizes)}))
    return equivalence_classes(table, ["q"])


def people(sizes: list[int]) -> list[int]:
    """Crowd size of every person, smallest first."""
    return sorted(size for size in sizes for _ in range(size))


@given(SIZES, st.integers(1, 30))
def test_risk_is_what_counting_people_gives(sizes, accepted):
    found, everyone = basic_risk(classes(sizes), 1 / accepted), people(sizes)
    assert found.highest == 1 / everyone[0]
    assert found.average == found.marketer == pytest.approx(sum(1 / size for size in everyone) / len(everyone))
    assert found.unique_rows == everyone.count(1)
    assert found.rows_above == sum(size < accepted for size in everyone)
    assert found.median_crowd == everyone[(len(everyone) - 1) // 2]
    assert prosecutor_risk(classes(sizes)).max() == found.highest


@pytest.mark.parametrize(
    ("size", "accepted", "rows"),
    [(11, 1 / 11, 0), (11, 0.09, 11), (12, 0.09, 0), (3, 0.3333333333, 0), (3, 0.333333, 3)],
)
def test_a_cell_of_eleven_keeps_one_in_eleven(size, accepted, rows):
    """P86: 1/11 = .0909 is kept by a crowd of 11; .09 is not. Ten digits are as good as a fraction."""
    assert basic_risk(classes([size]), accepted).rows_above == rows


@given(st.lists(st.integers(1, 90), min_size=1, max_size=9), st.integers(1, 40))
def test_a_crowd_seen_from_a_line(sizes, k):
    seen, everyone = crowd(classes(sizes), k), people(sizes)
    assert (seen.people, seen.classes, seen.k) == (len(everyone), len(sizes), k)
    assert (seen.alone, seen.below) == (everyone.count(1), sum(size < k for size in everyone))
    assert seen.classes_below == sum(size < k for size in sizes)
    assert (seen.smallest, seen.median, seen.largest) == (everyone[0], everyone[(len(everyone) - 1) // 2], everyone[-1])
    assert seen.average_risk == pytest.approx(sum(1 / size for size in everyone) / len(everyone))
    assert seen.highest_risk == 1 / everyone[0]
    step = len(everyone) / 100
    picked = everyone if len(everyone) <= 100 else [everyone[int((i + 0.5) * step)] for i in range(100)]
    assert list(seen.columns) == picked


def test_half_of_the_rows_are_in_a_crowd_of_at_least_the_median():
    for sizes in ([1, 1, 2], [1, 3], [2, 2], [5], [1, 1, 1, 1, 100]):
        everyone, median = people(sizes), median_crowd(classes(sizes))
        assert sum(size >= median for size in everyone) * 2 >= len(everyone)


def frame() -> pd.DataFrame:
    rng = np.random.default_rng(4)
    return pd.DataFrame({name: rng.integers(0, 6, 60) for name in "abc"}).mask(rng.random((60, 3)) < 0.1)


@pytest.mark.parametrize("missing", ["own", "drop"])
def test_staircase_counts_unique_rows_by_each_set(missing):
    policies, rows = Policies(missing=Missing(missing)), frame()
    kept = rows if missing == "own" else rows.dropna()  # every step counts the same rows

    def alone(known: list[str]) -> int:
        return int((kept.groupby(known, dropna=False).size() == 1).sum())

    steps = staircase(from_frame(rows), ["a", "b", "c"], policies)
    assert steps.rows == len(kept)
    assert steps.alone == tuple(alone(known) for known in (["a"], ["a", "b"], ["a", "b", "c"]))
    assert steps.alone_without == tuple(alone(known) for known in (["b", "c"], ["a", "c"], ["a", "b"]))


def test_staircase_reports_and_stops():
    seen = []

    def stop_at_half(done: float, text: str) -> bool:
        seen.append(done)
        return done < 0.5

    with pytest.raises(Stopped):
        staircase(from_frame(frame()), ["a", "b", "c"], progress=stop_at_half)
    assert seen == sorted(seen)
    assert seen[0] == 0


def test_nothing_left():
    table = from_frame(frame()).with_suppressed(np.ones(60, bool))
    nobody = equivalence_classes(table, ["a"])
    found = basic_risk(nobody, 0.1)
    assert (found.highest, found.average, found.median_crowd, found.unique_rows, found.rows_above) == (
        None,
        None,
        None,
        0,
        0,
    )
    assert crowd(nobody, 2) is None
    assert staircase(table, ["a", "b"]).alone == (0, 0)
