"""A scan that cannot look at every set: sets drawn at random, time, sizes, too many columns."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pandas as pd
import pytest

from privacy_core import Missing, Policies, from_frame
from privacy_core.attacks import scan_subsets
from privacy_core.errors import ParameterError, RoleError, TableError, UnknownColumn
from privacy_core.progress import Stopped
from tests.oracle_of_subsets import frame, random_cells
from tests.privacy_core.attacks.subsets.scans import said


def test_the_sizes_stop_where_they_are_asked_to():
    cells = random_cells(np.random.default_rng(13), columns=5)
    table = from_frame(frame({name: cells.get(name, cells["a"]) for name in "abcde"}))
    found = scan_subsets(table, table.names, max_size=2)
    assert {len(one.columns) for one in found.sets} == {1, 2}
    assert (found.total, found.partial, found.max_size) == (15, False, 2)
    assert scan_subsets(table, table.names, max_size=99).max_size == 5


class TestSampling:
    """Sets are drawn, rows never."""

    @pytest.fixture
    def table(self):
        draw = np.random.default_rng(14)
        return from_frame(pd.DataFrame({f"c{at}": draw.integers(0, 2 + at % 5, 300) for at in range(10)}))

    def test_drawn_sets_have_the_counts_they_have_among_all(self, table):
        every = said(scan_subsets(table, table.names, k=4))
        found = scan_subsets(table, table.names, k=4, sample=20, random=np.random.default_rng(1), seed=1)
        assert said(found).items() <= every.items()
        sizes = [len(found.of_size(size)) for size in range(1, 11)]
        assert sizes == [min(20, comb(10, size)) for size in range(1, 11)]
        assert (found.sampled, found.partial, found.seed, found.drawn) == (True, False, 1, tuple(range(2, 9)))
        assert (found.planned, found.total) == (sum(sizes), 1023)

    def test_only_a_drawn_size_has_an_interval_and_it_holds_the_mean(self, table):
        every = {one.size: one.mean for one in scan_subsets(table, table.names).unicity}
        for seed in range(20):
            found = scan_subsets(table, table.names, sample=25, random=np.random.default_rng(seed))
            for one in found.unicity:
                assert (one.interval is None) == (one.sets == one.of)
                if one.interval is not None:
                    assert one.interval[0] <= every[one.size] <= one.interval[1]
                    assert one.interval[0] <= one.mean <= one.interval[1]

    def test_the_draw_does_not_depend_on_the_order_of_columns(self, table):
        one, other = (
            scan_subsets(table, names, sample=20, random=np.random.default_rng(3))
            for names in (table.names, table.names[::-1])
        )
        assert {frozenset(some) for some in said(one)} == {frozenset(some) for some in said(other)}

    def test_every_set_is_drawn_about_equally_often(self, table):
        drawn = np.random.default_rng(5)
        often = dict.fromkeys(combinations(table.names[:5], 2), 0)
        for _ in range(400):
            for one in scan_subsets(table, table.names[:5], max_size=2, sample=3, random=drawn).of_size(2):
                often[one.columns] += 1
        assert min(often.values()) > 80
        assert max(often.values()) < 160

    def test_a_few_of_very_many_sets(self):
        draw = np.random.default_rng(15)
        wide = from_frame(pd.DataFrame({f"c{at:02d}": draw.integers(0, 2, 50) for at in range(40)}))
        found = scan_subsets(wide, wide.names, sample=5, random=np.random.default_rng(1))
        assert [len(found.of_size(size)) for size in (1, 20, 40)] == [5, 5, 1]
        assert found.total == 2**40 - 1
        assert not found.partial

    def test_nothing_is_drawn_without_a_chance(self, table):
        with pytest.raises(ParameterError, match="random generator"):
            scan_subsets(table, table.names, sample=5)


class TestLimits:
    """Time ends, or there are too many sets."""

    @pytest.fixture
    def wide(self):
        draw = np.random.default_rng(16)
        return from_frame(pd.DataFrame({f"c{at:02d}": draw.integers(0, 3, 500) for at in range(30)}))

    def test_small_sets_come_first_and_what_was_seen_is_right(self, wide):
        found = scan_subsets(wide, wide.names, seconds=0.05)
        assert found.partial
        assert 0 < len(found.sets) < found.planned
        sizes = [len(one.columns) for one in found.sets]
        assert sizes == sorted(sizes)
        every = said(scan_subsets(wide, wide.names, max_size=2))
        assert {some: both for some, both in said(found).items() if len(some) < 3}.items() <= every.items()

    def test_more_than_20_columns_cap_the_size_and_say_so(self, wide):
        found = scan_subsets(wide, wide.names, seconds=600)
        assert (found.max_size, found.planned, found.total) == (4, 31_930, 2**30 - 1)
        assert found.partial
        assert len(found.sets) == found.planned

    def test_a_size_that_is_asked_for_is_not_partial(self, wide):
        found = scan_subsets(wide, wide.names, max_size=2)
        assert (len(found.sets), found.partial) == (465, False)

    def test_with_time_enough_all_is_done(self):
        cells = random_cells(np.random.default_rng(17), columns=5)
        table = from_frame(frame(cells))
        timed, plain = (scan_subsets(table, table.names, seconds=seconds) for seconds in (600, None))
        assert said(timed) == said(plain)
        assert not timed.partial

    def test_a_sample_that_was_cut_short_has_no_interval(self, wide):
        found = scan_subsets(wide, wide.names, sample=400, random=np.random.default_rng(1), seconds=0.02)
        assert found.partial
        assert all(one.interval is None for one in found.unicity if one.size not in found.drawn)
        assert max(found.drawn, default=0) < max(len(one.columns) for one in found.sets) + 1

    def test_it_can_be_stopped(self, wide):
        with pytest.raises(Stopped):
            scan_subsets(wide, wide.names, max_size=3, progress=lambda share, doing: share < 0.1)


@pytest.mark.parametrize(
    ("error", "match", "columns", "asked"),
    [
        (RoleError, "No column is chosen", [], {}),
        (RoleError, "'a' is named 2 times", ["a", "b", "a"], {}),
        (UnknownColumn, "No column 'z'", ["a", "z"], {}),
        (ParameterError, "k must", ["a"], {"k": 0}),
        (ParameterError, "k must be a whole", ["a"], {"k": 1.5}),
        (ParameterError, "max_size must", ["a"], {"max_size": 0}),
        (ParameterError, "sample must", ["a"], {"sample": 0, "random": np.random.default_rng(1)}),
        (ParameterError, "seconds must be above 0", ["a"], {"seconds": 0}),
        (ParameterError, "seconds must be above 0", ["a"], {"seconds": float("nan")}),
    ],
)
def test_what_cannot_be_asked_is_said(error, match, columns, asked):
    table = from_frame(pd.DataFrame({"a": [1, 2], "b": [1, 1]}))
    with pytest.raises(error, match=match):
        scan_subsets(table, columns, **asked)


def test_nobody_left_is_said():
    table = from_frame(pd.DataFrame({"a": [1, None], "b": [None, 1]}))
    with pytest.raises(TableError, match="None of the 2 rows is left"):
        scan_subsets(table, ["a", "b"], policies=Policies(Missing.DROP))
    with pytest.raises(TableError, match="None of the 2 rows is left"):
        scan_subsets(table.with_suppressed(np.array([True, True])), ["a"])


def test_sets_of_a_thousand_columns():
    wide = from_frame(pd.DataFrame({f"c{at:04d}": np.arange(6) // 2 for at in range(1200)}))
    found = scan_subsets(wide, wide.names, k=3, sample=1, random=np.random.default_rng(1))
    assert len(found.sets) == 1200
    assert set(said(found).values()) == {(0, 6)}
