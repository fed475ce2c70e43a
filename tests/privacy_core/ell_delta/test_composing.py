"""What does not carry over when releases are linked."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from privacy_core import ParameterError, TCloseness, contingency, equivalence_classes, from_frame
from privacy_core.ell_delta import close_yet_pinned, linked_sets, property_alone
from privacy_core.models.t_closeness import distance


def test_the_property_alone_does_not_compose():
    found = property_alone()
    assert found.ell == 2
    assert len(found.left) == 1
    assert [len(values) for values in found.shown] == [2, 2]


@pytest.mark.parametrize("n", [2, 5, 10])
def test_close_releases_pin(n):
    found = close_yet_pinned(n)
    assert (found.t, found.releases, found.ell, found.left) == (pytest.approx(1 / n), n - 1, n - 1, 1)


@pytest.mark.parametrize("n", [3, 10])
def test_that_distance_is_the_models(n):
    """A class without one value beside the rest of a table whose values are equally frequent."""
    others = n - 1
    values = [*np.repeat(np.arange(1, n), n), *np.repeat(np.arange(n), others * n - 0)]
    frame = pd.DataFrame(
        {"q": ["a"] * (others * n) + ["b"] * (len(values) - others * n), "s": [str(v) for v in values]}
    )
    table = from_frame(frame)
    counted = contingency(
        table,
        equivalence_classes(table, ["q"]),
        "s",
        original=from_frame(pd.DataFrame({"s": [str(v) for v in range(n)]})),
    )
    assert distance(counted, TCloseness("s").ground)[0] == pytest.approx(close_yet_pinned(n).t)


def test_linked_sets():
    found = linked_sets((["a", "b", "c"], ["b", "c"], ["c", "d"]))
    assert (found.ell, found.left) == (2, frozenset("c"))
    with pytest.raises(ParameterError, match="Nothing to link"):
        linked_sets([])
    with pytest.raises(ParameterError):
        close_yet_pinned(1)
