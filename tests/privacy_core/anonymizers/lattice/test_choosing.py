"""Fronts and ties: what no other node beats, where coordinates are equal in one or both, or but for rounding."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core.anonymizers.lattice.choosing import best, front, ranked

places = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=12)


def beaten(i, several):
    """Whether another is as good in both and better in one, or the same and earlier."""
    q, s = several[i]
    return any(
        (a <= q and b <= s and (a < q or b < s)) or (j < i and (a, b) == (q, s)) for j, (a, b) in enumerate(several)
    )


@pytest.mark.parametrize(
    ("quality", "suppressed", "expected"),
    [
        ([1.0, 1.0], [3, 3], [0]),  # equal in both: the first stands for both
        ([1.0, 1.0], [3, 2], [1]),  # equal in quality
        ([1.0, 2.0], [3, 3], [0]),  # equal in rows
        ([2.0, 1.0], [2, 3], [0, 1]),
        ([0.3, 0.1 + 0.2], [3, 2], [1]),  # equal but for rounding
        ([0.1 + 0.2, 0.3], [2, 2], [0]),
        ([np.inf, np.inf, 1.0], [0, 0, 5], [0, 2]),
        ([], [], []),
    ],
)
def test_ties(quality, suppressed, expected):
    assert front(np.array(quality, float), np.array(suppressed, np.int64)).tolist() == expected


@given(places, st.randoms(use_true_random=False))
def test_a_front_is_what_nothing_beats_whatever_rounding_does(several, rng):
    quality = np.array([(1 + q) * (1 + rng.choice([-1, 0, 1]) * 1e-15) for q, _ in several])
    suppressed = np.array([s for _, s in several])
    found = front(quality, suppressed).tolist()
    assert sorted(found) == [i for i in range(len(several)) if not beaten(i, several)]
    assert found == sorted(found, key=lambda i: suppressed[i])
    assert best(quality, suppressed, np.ones(len(several), bool)) == found[-1]


@given(places)
def test_ranks_say_which_is_lower(several):
    numbers = np.array([q for q, _ in several], float)
    rank = ranked(numbers)
    assert ((rank[:, None] < rank) == (numbers[:, None] < numbers)).all()
