"""What was written wrongly about linked releases, each number computed by the core."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from privacy_core import ParameterError, corrections, from_frame
from privacy_core.composition import Publication, drift, posterior
from privacy_core.ell_delta import (
    even,
    failure,
    greedy,
    independent,
    keeps,
    records,
    robust_records,
    simulate,
    worst_bound,
)
from privacy_core.ell_delta import given as given_distribution

SAID = {correction.name: correction.right for correction in corrections("releases")}


def test_all_are_there():
    assert len(SAID) == 7
    assert all(correction.computed for correction in corrections("releases"))
    with pytest.raises(ParameterError, match=r"No corrections about 'x'\. There are: t-closeness, releases"):
        corrections("x")


def test_power():
    """The sets left out do not overlap in the worst case: 5 values, one left out by each of two releases."""
    left = {*range(5)} - {1} - {2}
    assert len(left) == 3 == 4 + 1 - 2 * (4 - 4 + 1)
    assert 4 + 1 - (4 - 4 + 1) ** 2 == 4
    assert "3 are left; the power gives 4" in SAID["power"]


def test_number_of_classes():
    """A bound above the number of classes costs ln(bound/classes)/p records; one below it breaks the promise."""
    lean = even(4, 3, 1 / 12)
    more, fewer = records(8, 3, 0.05, 1 / 12), records(2, 3, 0.05, 1 / 12)
    assert failure(lean, 3, 1 / 12, more).target <= 0.05 < failure(lean, 3, 1 / 12, fewer).target
    assert more - records(4, 3, 0.05, 1 / 12) <= np.log(2) * 12 + 1


def test_uniform():
    ten, nine = (independent(np.full(n, 1 / n), 0.3, 0.1) for n in (10, 9))
    assert (ten.classes, ten.claimed, nine.classes) == (2, 3, 3)
    cells = given_distribution(np.outer(np.full(10, 0.1), [0.3, 0.3, 0.4]))
    assert not keeps(cells, np.minimum(np.arange(10) // 3, 2), 2, 0.1)
    assert int(greedy(cells, 2, 0.1)[-1]) + 1 == 2
    assert "2 classes, nine give 3" in SAID["uniform"]


def test_repair():
    found = robust_records(4, 3, 0.05, 1 / 12, 0.04)
    assert f"{found.budget} records suffice instead of {found.naive}" in SAID["repair"]


def test_every_cell_at_once():
    right, wrong = worst_bound(even(4, 3, 1 / 12), 3, 63, 0.04), 12 * (1 - 1 / 12 + 0.04) ** 63
    assert f"that is {right:.4f}, not {wrong:.4f}" in SAID["every cell at once"]


def test_falsifier():
    exact = failure(even(4, 3, 1 / 12), 3, 1 / 12, 63, 2).target
    drawn = simulate(even(4, 3, 1 / 12), 3, 63, 2, np.random.default_rng(1), 200_000)
    low, high = drawn.target_interval()
    assert low <= exact <= high < 0.1
    assert f"fail with {exact:.4f} where t δ is 0.1" in SAID["falsifier"]


def test_any_property():
    """Two releases of one class, 6 and 4 of 10, at even chances beforehand."""
    belief = Fraction(6 * 6, 6 * 6 + 4 * 4)
    assert posterior([0.5, 0.5], [[6, 4], [6, 4]])[0] == pytest.approx(float(belief))
    assert f"make {belief.numerator}/{belief.denominator} of an even chance" in SAID["any property"]
    one = from_frame(pd.DataFrame({"q": ["a"] * 10, "s": ["x"] * 6 + ["y"] * 4}))
    found = drift([Publication(name, one, ("q",)) for name in "12"], "s", {"x": 0.5, "y": 0.5})
    assert found.highest[0] == pytest.approx(float(belief))
    assert f"falls from {found.ell_before[0]:.2f} to {found.ell[0]:.2f}" in SAID["any property"]
    assert found.left[0] == 2, "the set composes"
