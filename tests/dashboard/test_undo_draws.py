"""One draw of the ten rows, as the page shows it: crowds, and the blind attacker beside."""

from __future__ import annotations

import numpy as np
import pytest

from dashboard import words
from dashboard.compute import recovering as work
from privacy_core.attacks import downcoding, singling_out


@pytest.mark.parametrize(("k", "dims"), [(10, 64), (5, 8), (20, 16)])
def test_the_blind_attacker_of_a_draw_guesses_among_its_people(k: int, dims: int):
    asked = work.Asked(k, dims)
    weight = 2.0 ** downcoding.middle_log2_weight(asked.settings)
    assert work.blind(asked) == pytest.approx(singling_out.baseline_low(work.PEOPLE, weight))
    assert work.blind(asked) > 0


def test_the_first_crowd_is_shown_right_or_not():
    asked = work.Asked(10, 64, 0.05, True)
    found = downcoding.one_trial(asked.settings, np.random.default_rng(3), asked.rule).found
    one = work.drawing(asked, 3)(lambda *_: True)
    assert one.right == found.refined[0].right
    assert (one.crowds, one.crowds_right) == (len(found.refined), sum(group.right for group in found.refined))
    assert words.crowds_of_draw(one).startswith(words.numeral(one.crowds, True))
