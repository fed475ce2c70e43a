"""How coarse an audited release is: the same loss that anonymizing it told."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from privacy_core import KAnonymity, Limits, Roles, from_frame, hierarchy
from privacy_core.anonymizers import FullDomain, LocalRecoding
from privacy_core.attacks.minimality import audit
from privacy_core.utility import coarsenings, loss


@pytest.mark.parametrize("method", [FullDomain(), LocalRecoding()], ids=["full domain", "local recoding"])
def test_the_loss_of_an_audit_is_the_loss_of_the_release(method):
    random = np.random.default_rng(5)
    people = from_frame(pd.DataFrame({"age": random.integers(20, 60, 200), "sex": random.choice(["f", "m"], 200)}))
    trees = {
        "age": hierarchy("age", [(str(age), f"{age // 10 * 10}-{age // 10 * 10 + 9}", "*") for age in range(20, 60)]),
        "sex": hierarchy("sex", [("f", "*"), ("m", "*")]),
    }
    made = method.anonymize(people, Roles(("age", "sex")), trees, [KAnonymity(5)], Limits(0))
    assert not made.suppressed.any()
    told = loss(coarsenings(people, made.table, ["age", "sex"], trees)).by_column
    found = audit(people, made.table, ["age", "sex"], trees).utility.loss
    assert found == pytest.approx(told)
    assert 0 < max(found.values()) <= 1
