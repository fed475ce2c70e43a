"""Where every row may be suppressed, a node that releases something wins over one that withholds everything."""

from __future__ import annotations

import pandas as pd
import pytest

from privacy_core import KAnonymity, Roles, from_frame, hierarchy
from privacy_core.anonymizers import FullDomain, Limits, Objective, Quality, whole_lattice

FOUR = from_frame(pd.DataFrame({"q": ["1", "2", "3", "4"]}))
TREES = {"q": hierarchy("q", [(label, "*") for label in "1234"])}
PRIZED = [
    Objective(Quality.ENTROPY_MONOTONE),
    Objective(Quality.DISCERNIBILITY_MONOTONE),
    Objective(Quality.LOSS_GEOMETRIC, gs=0.25),
]


@pytest.mark.parametrize("objective", PRIZED)
def test_something_is_released_where_it_can_be(objective: Objective):
    found = FullDomain(objective.quality, objective.gs).anonymize(
        FOUR, Roles(("q",)), TREES, [KAnonymity(4)], Limits(1.0)
    )
    assert found.levels == {"q": 1}
    assert not found.suppressed.any()


def test_a_slider_at_everyone_chooses_it_as_well():
    lattice = whole_lattice(FOUR, Roles(("q",)), TREES, [KAnonymity(4)])
    for objective in PRIZED[1:]:
        view = lattice.at(4, 1.0, objective)
        assert view.suppressed[view.best] == 0
