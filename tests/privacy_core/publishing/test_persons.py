"""A release promises crowds of rows, so every person has one; whoever makes it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from privacy_core import ParameterError, Roles, Thresholds, from_frame, publishing
from privacy_core.anonymizers import Mondrian
from privacy_core.publishing import Recipe, one_row_each

VISITS = from_frame(pd.DataFrame({"who": ["a", "a", "b", None, None], "zip": ["1"] * 5, "ill": list("xyxyx")}))
ROLES = Roles(("zip",), ("ill",), person="who")


def test_persons_with_several_rows_are_refused_by_whatever_makes_a_release():
    recipe = Recipe("t.csv", ROLES, Thresholds(k=2), Mondrian(), whole=False)
    with pytest.raises(ParameterError, match="1 persons in column 'who' have more than one row"):
        publishing.made(recipe, "r.csv", lambda name: b"", source=VISITS)
    free = replace(recipe, roles=replace(ROLES, person=None))
    assert publishing.made(free, "r.csv", lambda name: b"", source=VISITS).file is not None


def test_rows_in_no_crowd_do_not_count():
    one_row_each(VISITS.with_suppressed(np.array([True, False, False, False, False])), ROLES)
    one_row_each(VISITS, Roles(("zip",)))
