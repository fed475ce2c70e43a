"""Local recoding: cells generalized class by class, and how minimal that is."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from privacy_core import (
    DistinctL,
    KAnonymity,
    Limits,
    Minimal,
    ParameterError,
    Roles,
    TCloseness,
    from_frame,
    hierarchy,
)
from privacy_core.anonymizers import LocalRecoding
from tests.blurring import adult, random_case

JOBS = hierarchy("job", [("a", "AB", "*"), ("b", "AB", "*"), ("c", "CD", "*"), ("d", "CD", "*")])


def recoded(frame: pd.DataFrame, trees, k: int, **settings):
    table = from_frame(frame)
    return LocalRecoding(**settings).anonymize(table, Roles(tuple(frame)), trees, [KAnonymity(k)], Limits())


def test_every_cell_goes_only_as_far_as_its_class_needs():
    found = recoded(pd.DataFrame({"job": list("aaabbccd"), "sex": list("ffmmmmmm")}), {"job": JOBS}, 2)
    rows = list(zip(*(found.table[name].texts(np.arange(8)) for name in ("job", "sex")), strict=True))
    assert rows[:2] == [("a", "f")] * 2
    assert rows[2:5] in ([("AB", "m")] * 3, [("a", "m"), ("b", "m"), ("b", "m")])
    assert min(rows.count(row) for row in rows) >= 2
    assert found.minimal is Minimal.PROVED


def test_below_two_k_rows_the_one_class_is_minimal():
    found = recoded(pd.DataFrame({"job": list("aab") * 6}), {"job": JOBS}, 10)
    assert found.table["job"].labels == ["AB"]
    assert found.minimal is Minimal.PROVED


@pytest.mark.parametrize("seed", range(20))
def test_every_label_is_a_node_above_the_value(seed):
    table, trees = random_case(np.random.default_rng(seed), rows=60)
    names = tuple(trees)
    found = LocalRecoding().anonymize(table, Roles(names), trees, [KAnonymity(3)], Limits())
    everyone = np.arange(table.n_rows)
    for name in names:
        paths = {path[0]: set(path) for path in paths_of(trees[name])}
        for before, after in zip(table[name].texts(everyone), found.table[name].texts(everyone), strict=True):
            assert after in paths[before]
    assert found.minimal is Minimal.LOCALLY


def paths_of(tree) -> list[tuple[str, ...]]:
    return [
        tuple(tree.labels[level][tree.maps[level][leaf]] for level in range(len(tree.maps)))
        for leaf in range(len(tree.maps[0]))
    ]


def test_missing_cells_are_a_value_that_joins_the_others_at_the_root():
    found = recoded(pd.DataFrame({"job": ["a", "a", None, None, None, "c"]}), {"job": JOBS}, 2)
    texts = found.table["job"].texts(np.arange(6))
    assert texts[:2] == ["a", "a"]
    assert texts.count("(missing)") >= 2
    assert texts[5] == "*"


def test_without_a_hierarchy_a_cell_stays_or_reads_a_star():
    found = recoded(pd.DataFrame({"zip": ["1", "1", "2", "3"], "sex": list("ffff")}), {}, 2)
    assert found.table["zip"].texts(np.arange(4)) == ["1", "1", "*", "*"]


def test_with_more_than_k_only_splits_are_made_and_nothing_is_said_to_be_minimal():
    table, trees = random_case(np.random.default_rng(3), rows=80)
    models = [KAnonymity(3), DistinctL("s", 2), TCloseness("s", 0.3)]
    found = LocalRecoding().anonymize(table, Roles(tuple(trees), ("s",)), trees, models, Limits())
    assert found.minimal is Minimal.NO
    assert len(found.measurements[0].size) > 1


def test_a_budget_that_ends_says_no():
    table, trees = random_case(np.random.default_rng(4), rows=200)
    names = Roles(tuple(trees))
    stopped = LocalRecoding().anonymize(table, names, trees, [KAnonymity(2)], Limits(seconds=0.0))
    assert stopped.table is not None
    assert stopped.minimal is Minimal.NO
    assert stopped.stopped_early
    to_the_end = LocalRecoding().anonymize(table, names, trees, [KAnonymity(2)], Limits(seconds=1_000.0))
    assert not to_the_end.stopped_early
    with pytest.raises(ParameterError):
        LocalRecoding(pairs=-1)


def test_more_than_k_keeps_the_budget_of_time_too():
    table, trees = random_case(np.random.default_rng(4), rows=200)
    models = [KAnonymity(2), DistinctL("s", 2)]
    asked = table, Roles(tuple(trees), ("s",)), trees, models
    stopped = LocalRecoding().anonymize(*asked, Limits(seconds=0.0))
    assert (stopped.stopped_early, stopped.visited) == (True, 1)
    assert not LocalRecoding().anonymize(*asked, Limits()).stopped_early


def test_other_work_of_the_process_uses_up_no_time(monkeypatch):
    """Time is that on the clock: what other threads compute meanwhile must not change the answer."""
    table, trees = random_case(np.random.default_rng(4), rows=60)
    busy = iter(range(0, 10**9, 1_000))
    monkeypatch.setattr("time.process_time", lambda: next(busy))
    found = LocalRecoding().anonymize(table, Roles(tuple(trees)), trees, [KAnonymity(2)], Limits(seconds=900.0))
    assert not found.stopped_early
    assert found.seconds < 900


def test_adult_is_locally_minimal(shared):
    table, trees = adult(shared)
    found = LocalRecoding().anonymize(table, Roles(tuple(trees)), trees, [KAnonymity(5)], Limits())
    assert found.minimal is Minimal.LOCALLY
    assert found.measurements[0].value >= 5
    assert len(found.measurements[0].size) > 4_000
