"""What is compiled beforehand is all that linking runs."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from privacy_core import from_frame, linkage
from privacy_core.linkage.scoring import kernels


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("strangers", [True, False])
def test_linking_compiles_nothing_more(known: bool, strangers: bool):
    pytest.importorskip("numba")
    linkage.warm_up()
    before = set(kernels().scan.signatures)
    random = np.random.default_rng(4)
    one, two, three = (
        from_frame(pd.DataFrame({"age": random.integers(0, 9, 40), "visits": random.normal(size=40)})) for _ in "abc"
    )
    pairs = linkage.truth_by_position(40) if known else None
    linkage.link(
        one, two, linkage.LinkageSettings(("age",)), truth=pairs, holdout=three if strangers else None, random=random
    )
    assert before
    assert set(kernels().scan.signatures) == before
