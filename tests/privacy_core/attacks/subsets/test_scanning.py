"""A scan of all sets of columns says what direct grouping says."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from privacy_core import Missing, Policies, Suppressed, Unit, equivalence_classes, from_frame, in_unit, intake
from privacy_core.attacks import Unicity, effective_anonymity, minimal_uniques, scan_subsets
from privacy_core.attacks.subsets import parts, warm_up
from privacy_core.attacks.subsets.unicity import around
from privacy_core.errors import TableError, UnknownColumn
from tests.oracle_of_subsets import counts, crowds, frame, random_cells, subsets
from tests.privacy_core.attacks.subsets.scans import said


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
