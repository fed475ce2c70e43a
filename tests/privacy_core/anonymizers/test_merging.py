"""Joining classes until t holds."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from privacy_core import KAnonymity, Limits, Rank, Roles, TCloseness, from_frame
from privacy_core.anonymizers import Merging, Mondrian
from privacy_core.anonymizers.judging import Judge
from privacy_core.anonymizers.labelling import Groups
from privacy_core.anonymizers.merging import joined_until


@pytest.mark.parametrize("t", [0.0, 0.1, 0.3])
@pytest.mark.parametrize("seed", range(10))
def test_it_ends_with_t_kept_and_whole_classes_joined(seed, t):
    random = np.random.default_rng(seed)
    n = int(random.integers(4, 60))
    frame = pd.DataFrame({"q": random.integers(0, 12, n), "s": random.choice(list("abc"), n)})
    table, model = from_frame(frame), TCloseness("s", t)
    judge = Judge.of(table, Roles(("q",), ("s",)), [model], None)
    of_row, count = np.unique(frame["q"], return_inverse=True)[1], frame["q"].nunique()
    groups, mergers = joined_until(judge, Groups(judge.rows, of_row, count), model)
    assert groups.count == count - mergers
    assert model.per_class(judge.counted("s", groups.of_row, groups.count)).max() <= t + 1e-9
    assert len(np.unique(np.column_stack([of_row, groups.of_row]), axis=0)) == count  # no class is taken apart


def test_the_partner_is_the_one_that_brings_both_nearest_to_everyone():
    frame = pd.DataFrame({"q": [0] * 4 + [1] * 4 + [2] * 4, "s": list("aaaa" + "bbbb" + "aaab")})
    table, model = from_frame(frame), TCloseness("s", 0.2)
    judge = Judge.of(table, Roles(("q",), ("s",)), [model], None)
    groups, mergers = joined_until(judge, Groups(judge.rows, frame["q"].to_numpy(), 3), model)
    # shares of a: 1, 0, 3/4; everyone 7/12. The farthest is 1, which lies nearest with 0: (4 + 0)/8.
    assert mergers == 1
    assert groups.of_row[0] == groups.of_row[4] != groups.of_row[8]


def test_more_classes_are_left_than_cutting_under_t_leaves(shared):
    table = from_frame(pd.read_csv(shared / "data" / "arx" / "adult.csv", sep=";"))
    roles = Roles(tuple(name for name in table.names if name != "occupation"), ("occupation",))
    models = [KAnonymity(5), TCloseness("occupation", 0.2)]
    joined = Merging().anonymize(table, roles, {}, models, Limits())
    cut = Mondrian().anonymize(table, roles, {}, models, Limits())
    assert len(joined.measurements[1].size) > 2 * len(cut.measurements[1].size)


def test_an_ordered_distance():
    frame = pd.DataFrame({"q": np.arange(12), "s": np.arange(12)})
    models = [KAnonymity(2), TCloseness("s", 0.25, Rank())]
    found = Merging().anonymize(from_frame(frame), Roles(("q",), ("s",)), {}, models, Limits())
    assert found.measurements[1].value <= 0.25
