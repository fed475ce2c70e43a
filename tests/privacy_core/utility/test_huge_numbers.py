"""Numbers near the end of what floats hold: a correlation is a number or None, never NaN."""

from __future__ import annotations

import warnings

import numpy as np
import pandas as pd
import pytest

from privacy_core import from_frame
from privacy_core.utility.correlation import correlation_changes


@pytest.mark.parametrize("scale", [1e-300, 1.0, 1e150, 1e308])
def test_correlation_does_not_hang_on_the_unit(scale: float):
    numbers = np.array([0.1, 0.5, -1.0, 0.7])
    people = from_frame(pd.DataFrame({"a": numbers * scale, "b": [2.0, 3.0, 5.0, 7.0]}))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        (pair,) = correlation_changes(people, people, [], ["a", "b"])
    assert pair.before == pytest.approx(np.corrcoef(numbers, [2, 3, 5, 7])[0, 1])
