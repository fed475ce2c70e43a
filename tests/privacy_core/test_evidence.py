"""Counts become rates, intervals and an excess; what was not measured says so."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from privacy_core import ParameterError
from privacy_core.evidence import Counts, Evidence
from privacy_core.intervals import wilson


def evidence(main, baseline=(5, 500), control=(40, 500)):
    return Evidence("a", Counts(*main), Counts(*baseline), None if control is None else Counts(*control), 500, 1, ())


@given(st.integers(1, 2000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_is_that_of_scipy(counts):
    centre, half = wilson(*counts)
    low, high = binomtest(*counts).proportion_ci(method="wilson")
    assert (max(centre - half, 0), min(centre + half, 1)) == pytest.approx((low, high), abs=1e-9)


def test_the_published_figures():
    assert wilson(50, 500) == pytest.approx((0.103050, 0.026372), abs=1e-6)
    excess = evidence((120, 500)).excess
    assert (excess.value, excess.low, excess.high) == pytest.approx((0.1732, 0.1271, 0.2193), abs=5e-5)


def test_a_control_that_does_better_is_not_cut_to_nothing():
    excess = evidence((40, 500), control=(120, 500)).excess
    assert excess.low < excess.value < 0
    assert excess.high - excess.low > 0.05


@pytest.mark.parametrize("n", [1, 7, 500])
def test_everything_hits_on_both_sides_and_nothing_breaks(n):
    excess = evidence((n, n), (0, n), (n, n)).excess
    assert excess.value == pytest.approx(0)
    assert np.isfinite([excess.low, excess.high]).all()


def test_what_is_not_measured():
    nobody = evidence((0, 0), (0, 0))
    assert (nobody.excess, nobody.beats_guessing, nobody.main.rate, nobody.main.interval) == (None, None, None, None)
    assert "not measured" in nobody.sentence
    alone = evidence((120, 500), control=None)
    assert alone.excess is None
    assert "not measured" in alone.sentence


def test_an_attack_no_better_than_guessing_is_told():
    assert evidence((120, 500)).beats_guessing
    assert not evidence((120, 500), baseline=(110, 500)).beats_guessing
    assert not evidence((500, 500), baseline=(500, 500)).beats_guessing


def test_counts_that_cannot_be():
    for hits, attempts in ((2, 1), (-1, 3)):
        with pytest.raises(ParameterError):
            Counts(hits, attempts)


def test_a_rate_never_lies_outside_its_own_interval():
    for attempts in range(1, 700):
        for hits in {0, 1, attempts // 2, attempts}:
            low, high = Counts(hits, attempts).interval
            assert 0 <= low <= hits / attempts <= high <= 1
