"""Detail given up by each level against counting row by row."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import from_frame, hierarchy
from privacy_core.utility import given_up

TREE = hierarchy("q", [("a", "x", "*"), ("b", "x", "*"), ("c", "y", "*"), ("d", "y", "*"), ("never", "y", "*")])


@given(st.lists(st.sampled_from("abcd"), min_size=1, max_size=30), st.data())
def test_it_is_the_mean_over_rows_of_the_values_a_cell_covers(values, data):
    judged = np.array(data.draw(st.lists(st.booleans(), min_size=len(values), max_size=len(values))))
    found = given_up(from_frame(pd.DataFrame({"q": values}))["q"], TREE, judged)
    label = [
        dict(zip(TREE.labels[0], [TREE.labels[level][up] for up in TREE.maps[level]], strict=True))
        for level in range(3)
    ]
    seen = [value for value, one in zip(values, judged, strict=True) if one]
    different = set(seen)
    for level in range(3):
        covered = [sum(label[level][other] == label[level][value] for other in different) for value in seen]
        lost = [(several - 1) / max(len(different) - 1, 1) for several in covered]
        assert found[level] == pytest.approx(np.mean(lost) if lost else 0.0)


def test_order_of_rows_does_not_matter():
    one, other = (from_frame(pd.DataFrame({"q": list(values)}))["q"] for values in ("aabcd", "dcbaa"))
    assert given_up(one, TREE, np.ones(5, bool)).tolist() == given_up(other, TREE, np.ones(5, bool)).tolist()
