"""A scan of all sets of columns says what direct grouping says."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pandas as pd
import pytest

from privacy_core import Missing, Policies, Suppressed, Unit, equivalence_classes, from_frame, in_unit, intake
from privacy_core.attacks import Unicity, effective_anonymity, minimal_uniques, scan_subsets
from privacy_core.attacks.subsets import parts, warm_up
from privacy_core.attacks.subsets.unicity import around
from privacy_core.errors import ParameterError, RoleError, TableError, UnknownColumn
from privacy_core.progress import Stopped
from tests.oracle_of_subsets import counts, crowds, frame, random_cells, subsets


def said(found):
    return {one.columns: (one.unique, one.below) for one in found.sets}


@pytest.fixture(params=["compiled", "numpy"])
def loops(request, monkeypatch):
    monkeypatch.setattr(parts, "compiled", lambda: request.param == "compiled")


def test_all_subsets_of_200_random_tables_are_grouped_as_directly(loops):
    draw = np.random.default_rng(7)
    for _ in range(200):
        cells, k = random_cells(draw), int(draw.choice([1, 2, 3, 5, 100]))
        found = scan_subsets(from_frame(frame(cells)), [*cells], k=k)
        assert said(found) == {some: counts(crowds(cells, some), k) for some in subsets([*cells])}
        assert [one.columns for one in found.sets] == [*subsets([*cells])]
        assert not found.partial
        assert found.total == found.planned == 2 ** len(cells) - 1


def test_who_is_unique_stays_unique_with_more_columns():
    draw = np.random.default_rng(8)
    for _ in range(50):
        cells = random_cells(draw)
        found = said(scan_subsets(from_frame(frame(cells)), [*cells], k=4))
        for some in found:
            for part in combinations(some, len(some) - 1):
                assert not part or all(np.less_equal(found[part], found[some]))


def test_a_missing_value_is_one_of_its_own_or_anything_or_leaves_the_row_out(loops):
    draw = np.random.default_rng(9)
    for _ in range(60):
        cells = random_cells(draw, rows=25, columns=4, gaps=0.15)
        table, names = from_frame(frame(cells)), [*cells]
        for missing in (Missing.OWN, Missing.WILDCARD):
            found = scan_subsets(table, names, k=3, policies=Policies(missing))
            wild = missing is Missing.WILDCARD
            assert said(found) == {some: counts(crowds(cells, some, wild), 3) for some in subsets(names)}
        whole = [row for row in range(table.n_rows) if None not in [cells[name][row] for name in names]]
        if whole:
            kept = {name: [cells[name][row] for row in whole] for name in names}
            found = scan_subsets(table, names, k=3, policies=Policies(Missing.DROP))
            assert said(found) == {some: counts(crowds(kept, some), 3) for some in subsets(names)}
            assert (found.rows, found.left_out) == (len(whole), table.n_rows - len(whole))


@pytest.mark.parametrize("policy", list(Suppressed))
def test_suppressed_rows_are_left_out_or_a_class_of_their_own(policy, loops):
    draw = np.random.default_rng(10)
    for _ in range(40):
        cells = random_cells(draw, rows=20, columns=4)
        gone = draw.random(len(cells["a"])) < 0.15
        gone[0] = False
        table = from_frame(frame(cells)).with_suppressed(gone)
        kept = {name: [v for v, out in zip(cells[name], gone, strict=True) if not out] for name in cells}
        found = scan_subsets(table, [*cells], k=3, policies=Policies(suppressed=policy))
        away = [int(gone.sum())] * int(gone.sum()) if policy is Suppressed.CLASS else []
        assert said(found) == {some: counts(crowds(kept, some) + away, 3) for some in subsets([*cells])}
        assert found.rows == len(kept["a"]) + len(away)
        assert found.suppressed == gone.sum()


@pytest.mark.parametrize("unit", [Unit.PERSONS, Unit.HISTORIES])
def test_with_a_person_column_persons_are_counted(unit):
    draw = np.random.default_rng(11)
    for _ in range(20):
        cells = random_cells(draw, rows=30, columns=3)
        table = from_frame(frame(cells | {"who": draw.integers(0, 12, len(cells["a"])).tolist()}))
        found = scan_subsets(table, [*cells], k=3, policies=Policies(unit=unit), person="who")
        for one in found.sets:
            classes = in_unit(table, equivalence_classes(table, one.columns), unit, "who")
            assert (one.unique, one.below) == (classes.below(2), classes.below(3))
        assert found.rows == len(set(table["who"].codes.tolist()))


@pytest.mark.parametrize("missing", list(Missing))
@pytest.mark.parametrize("suppressed", list(Suppressed))
@pytest.mark.parametrize("unit", list(Unit))
def test_every_way_to_count_is_that_of_the_classes(missing, suppressed, unit):
    draw, policies = np.random.default_rng(18), Policies(missing, suppressed=suppressed, unit=unit)
    for _ in range(8):
        cells = random_cells(draw, rows=30, columns=4, gaps=0.1)
        cells["a"][0], gone = "v0", draw.random(len(cells["a"])) < 0.1
        table = from_frame(frame(cells | {"who": draw.integers(0, 15, len(gone)).tolist()})).with_suppressed(gone)
        if not len(equivalence_classes(table, [*cells], Policies(missing)).kept):
            continue
        stays = np.flatnonzero(table.suppressed | (effective_anonymity(table, [*cells], Policies(missing)) > 0))
        same = table.only(stays)
        found = scan_subsets(table, [*cells], k=3, policies=policies, person="who")
        for one in found.sets:
            classes = in_unit(same, equivalence_classes(same, one.columns, policies), unit, "who")
            assert (one.unique, one.below) == (classes.below(2), classes.below(3))
            assert classes.people == found.rows
        alone = effective_anonymity(table, [*cells], policies, "who") == 1
        minimal = minimal_uniques(table, [*cells], 9, policies, "who")
        assert (minimal.per_row > 0).tolist() == alone.tolist()


@pytest.mark.parametrize("how", ["persons", "histories", "wildcard"])
def test_walking_by_persons_or_with_gaps_is_grouping_each_set_directly(how, loops):
    """Sets all in one walk, size by size, or drawn; persons with one row and with many; rows mostly alone and hardly."""
    draw, wild = np.random.default_rng(21), how == "wildcard"
    policies = Policies(Missing.WILDCARD) if wild else Policies(unit=Unit(how))
    for _ in range(60):
        cells = random_cells(draw, rows=int(draw.integers(1, 120)), columns=5, gaps=0.1 * wild)
        n, k = len(cells["a"]), int(draw.choice([1, 2, 3, 5, 100]))
        gone = draw.random(n) < draw.choice([0, 0.2])
        gone[0] = False
        who = draw.integers(0, max(1, int(n / draw.choice([0.5, 2, 8]))), n)
        table = from_frame(frame(cells | {"who": who.tolist()})).with_suppressed(gone)
        asked = {"k": k, "policies": policies, "person": "who", "max_size": int(draw.integers(1, 6))}
        more = draw.choice([{}, {"seconds": 600}, {"sample": 3, "random": draw}])
        found = scan_subsets(table, [*cells], **asked, **more)
        assert len(found.sets) == found.planned
        for one in found.sets:
            classes = in_unit(table, equivalence_classes(table, one.columns, policies), policies.unit, "who")
            assert (one.unique, one.below) == (classes.below(2), classes.below(k))


def test_a_row_without_a_person_id_is_refused():
    table = from_frame(pd.DataFrame({"a": [1, 2, 2], "who": ["x", None, "y"]}))
    with pytest.raises(TableError, match="'who': 1 row has no person id"):
        scan_subsets(table, ["a"], policies=Policies(unit=Unit.PERSONS), person="who")
    scan_subsets(
        table.with_suppressed(np.array([0, 1, 0], bool)), ["a"], policies=Policies(unit=Unit.PERSONS), person="who"
    )


def test_rows_and_columns_in_another_order_change_nothing():
    draw = np.random.default_rng(12)
    cells = random_cells(draw, rows=200, columns=6)
    one = said(scan_subsets(from_frame(frame(cells)), [*cells], k=3))
    other = said(scan_subsets(from_frame(frame(cells).sample(frac=1, random_state=1)), [*cells][::-1], k=3))
    assert {frozenset(some): both for some, both in one.items()} == {
        frozenset(some): both for some, both in other.items()
    }


def test_more_values_than_two_bytes_hold_and_values_that_are_declared_only(loops):
    n = 70_000
    ids = pd.DataFrame({"id": range(n), "half": np.arange(n) // 2, "one": "x"})
    ids["level"] = pd.Categorical(["p"] * n, categories=["p", "q", "r"], ordered=True)
    found = scan_subsets(from_frame(ids), ["one", "half", "id", "level"], k=3)
    assert {some: both for some, both in said(found).items() if "id" not in some} == {
        ("one",): (0, 0),
        ("half",): (0, n),
        ("level",): (0, 0),
        ("one", "half"): (0, n),
        ("one", "level"): (0, 0),
        ("half", "level"): (0, n),
        ("one", "half", "level"): (0, n),
    }
    assert all(both == (n, n) for some, both in said(found).items() if "id" in some)


@pytest.mark.parametrize("columns", [["same"], ["same", "too"]])
def test_columns_that_are_equal_for_all(columns):
    table = from_frame(pd.DataFrame({"same": ["x"] * 4, "too": [None] * 4}))
    assert set(said(scan_subsets(table, columns, k=4)).values()) == {(0, 0)}
    assert set(said(scan_subsets(table, columns, k=5)).values()) == {(0, 4)}


def test_one_row_is_alone_whatever_is_known():
    table = from_frame(pd.DataFrame({"a": ["x"], "b": [None]}))
    assert set(said(scan_subsets(table, ["a", "b"], k=1)).values()) == {(1, 0)}
    wild = scan_subsets(table, ["a", "b"], policies=Policies(Missing.WILDCARD))
    assert set(said(wild).values()) == {(1, 1)}


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


def test_worst_middle_and_surely_known():
    table = from_frame(pd.DataFrame({"a": [1, 1, 2, 2], "b": [1, 2, 3, 4], "c": [1, 2, 3, 4]}))
    found = scan_subsets(table, ["a", "b", "c"])
    assert found.worst(1).columns == ("b",)
    assert found.middle(1) == 4
    assert found.worst(1, ["a"]).columns == ("a",)
    assert found.middle(1, ["a"]) == 0
    assert found.of_size(1, ["a", "b"]) == ()
    assert found.worst(1, ["a", "b"]) is None
    assert found.middle(4) is None
    assert found.unicity[0] == Unicity(1, 3, 3, 2 / 3, 1.0, 1.0)
    with pytest.raises(UnknownColumn):
        found.of_size(1, ["d"])


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


def test_effective_anonymity_of_nothing_a_constant_and_an_id():
    table = from_frame(pd.DataFrame({"same": ["x"] * 5, "id": range(5)}))
    assert [effective_anonymity(table, columns).tolist() for columns in ([], ["same"], ["id"])] == [
        [5] * 5,
        [5] * 5,
        [1] * 5,
    ]


def test_effective_anonymity_with_a_missing_year():
    table = from_frame(pd.DataFrame({"sex": ["M", "M", "F"], "born": [1990, None, 1990]}))
    assert effective_anonymity(table, ["sex", "born"]).tolist() == [1, 1, 1]
    assert effective_anonymity(table, ["sex", "born"], Policies(Missing.WILDCARD)).tolist() == [2, 2, 1]
    gone = table.with_suppressed(np.array([False, False, True]))
    assert effective_anonymity(gone, ["sex"]).tolist() == [2, 2, 0]


def test_the_interval_of_a_mean_holds_it_at_the_ends():
    assert around(0.0, 10)[0] == 0.0
    assert around(1.0, 10)[1] == 1.0
    assert around(0.05, 10)[0] < 0.05 < around(0.05, 10)[1]


def test_adult(shared):
    table = intake.read((shared / "data/arx/adult.csv").read_bytes(), "adult.csv").table
    found = scan_subsets(table, table.names, k=5)
    assert len(found.sets) == 511
    assert (found.worst(9).unique, max(one.unique for one in found.of_size(4))) == (15_512, 5_126)
    for one in found.sets[::7]:
        classes = equivalence_classes(table, one.columns)
        assert (one.unique, one.below) == (classes.below(2), classes.below(5))


def test_the_kernels_can_be_compiled_before_they_are_needed():
    assert warm_up()


def test_sets_of_a_thousand_columns():
    wide = from_frame(pd.DataFrame({f"c{at:04d}": np.arange(6) // 2 for at in range(1200)}))
    found = scan_subsets(wide, wide.names, k=3, sample=1, random=np.random.default_rng(1))
    assert len(found.sets) == 1200
    assert set(said(found).values()) == {(0, 6)}
