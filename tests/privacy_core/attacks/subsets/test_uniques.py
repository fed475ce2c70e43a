"""Minimal sample uniques and their scores."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

from privacy_core import Missing, Policies, Suppressed, Unit, from_frame, intake
from privacy_core.attacks import minimal_uniques, sample_uniques, scan_subsets, suda
from privacy_core.attacks.subsets import asking, noting
from privacy_core.errors import ParameterError, RoleError, TableError
from privacy_core.progress import Stopped
from tests.oracle_of_subsets import frame, minimal, random_cells


def sets_of_rows(found):
    sets = {row: set() for row in range(found.n_rows)}
    for row, at in zip(found.row.tolist(), found.at.tolist(), strict=True):
        sets[row].add(found.sets[at].columns)
    return sets


@pytest.fixture(params=["walked", "by level"])
def way(request, monkeypatch):
    monkeypatch.setattr(noting, "compiled", lambda: request.param == "walked")


def test_every_row_has_the_minimal_sets_that_trying_all_finds(way):
    draw = np.random.default_rng(1)
    for _ in range(150):
        cells, largest = random_cells(draw, rows=30), int(draw.integers(1, 6))
        found = minimal_uniques(from_frame(frame(cells)), [*cells], largest)
        truth = minimal(cells, min(largest, len(cells)))
        assert sets_of_rows(found) == truth
        assert found.per_row.tolist() == [len(sets) for sets in truth.values()]
        assert found.smallest.tolist() == [min(map(len, sets), default=0) for sets in truth.values()]
        assert found.with_any == sum(map(bool, truth.values()))
        assert found.by_size == {
            size: sum(any(len(some) == size for some in sets) for sets in truth.values())
            for size in range(1, min(largest, len(cells)) + 1)
        }
        assert found.by_column == {
            name: sum(any(name in some for some in sets) for sets in truth.values()) for name in cells
        }
        assert {one.columns: one.rows for one in found.sets} == {
            some: sum(some in sets for sets in truth.values()) for sets in truth.values() for some in sets
        }


def test_missing_matches_anything_or_leaves_out_or_is_a_value(way):
    draw = np.random.default_rng(2)
    for _ in range(40):
        cells = random_cells(draw, rows=20, columns=4, gaps=0.15)
        table, names = from_frame(frame(cells)), [*cells]
        for missing in (Missing.OWN, Missing.WILDCARD):
            found = minimal_uniques(table, names, 4, Policies(missing))
            assert sets_of_rows(found) == minimal(cells, len(names), missing is Missing.WILDCARD)
        whole = [row for row in range(table.n_rows) if None not in [cells[name][row] for name in names]]
        if whole:
            kept = minimal({name: [cells[name][row] for row in whole] for name in names}, len(names))
            truth = {row: set() for row in range(table.n_rows)} | dict(zip(whole, kept.values(), strict=True))
            assert sets_of_rows(minimal_uniques(table, names, 4, Policies(Missing.DROP))) == truth


def test_suppressed_rows_have_none_unless_they_are_a_class(way):
    cells = {"a": ["x", "x", "y", "z"], "b": ["p", "p", "q", "q"]}
    table = from_frame(frame(cells)).with_suppressed(np.array([False, False, False, True]))
    assert sets_of_rows(minimal_uniques(table, ["a", "b"])) == {0: set(), 1: set(), 2: {("a",), ("b",)}, 3: set()}
    one = minimal_uniques(table, ["a", "b"], policies=Policies(suppressed=Suppressed.CLASS))
    assert sets_of_rows(one)[3] == {("a",), ("b",)}
    assert suda(table, one).by_value["a"] == {"y": 50.0, "*": 50.0}


def test_rows_of_one_person_hide_nobody():
    visits = from_frame(pd.DataFrame({"who": [1, 1, 2, 3], "age": [30, 30, 41, 41], "sex": list("fffm")}))
    found = minimal_uniques(visits, ["age", "sex"], policies=Policies(unit=Unit.PERSONS), person="who")
    assert sets_of_rows(found) == {0: {("age",)}, 1: {("age",)}, 2: {("age", "sex")}, 3: {("sex",)}}


def test_the_riskiest_sets_come_first():
    table = from_frame(pd.DataFrame({"a": [1, 2, 2, 2], "b": [1, 1, 2, 3], "c": [1, 2, 3, 3]}))
    found = minimal_uniques(table, ["a", "b", "c"])
    assert [(one.columns, one.rows) for one in found.riskiest(3)] == [(("b",), 2), (("c",), 2), (("a",), 1)]


def test_a_row_without_a_person_id_is_refused():
    visits = from_frame(pd.DataFrame({"who": [1, None, 2], "age": [30, 30, 41]}))
    for ask in (minimal_uniques, scan_subsets):
        with pytest.raises(TableError, match="Column 'who': 1 row"):
            ask(visits, ["age"], policies=Policies(unit=Unit.PERSONS), person="who")


def test_rows_and_columns_in_another_order_change_nothing():
    cells = random_cells(np.random.default_rng(3), rows=100, columns=6)
    table, order = from_frame(frame(cells)), np.random.default_rng(4).permutation(len(cells["a"]))
    one = sets_of_rows(minimal_uniques(table, [*cells], 4))
    other = sets_of_rows(minimal_uniques(table.only(order), [*cells][::-1], 4))
    for new, old in enumerate(order.tolist()):
        assert {frozenset(some) for some in other[new]} == {frozenset(some) for some in one[old]}


def test_more_columns_than_bits():
    draw = np.random.default_rng(5)
    wide = from_frame(pd.DataFrame({f"c{at:02d}": draw.integers(0, 12, 40) for at in range(64)}))
    found = minimal_uniques(wide, wide.names, 3)
    assert (found.max_size, found.partial) == (2, True)
    few = wide.names[:5]
    for row, sets in sets_of_rows(minimal_uniques(wide, few, 2)).items():
        assert sets == {some for some in sets_of_rows(found)[row] if {*some} <= {*few}}


def test_time_that_ends_leaves_out_the_sizes_not_done(monkeypatch):
    draw = np.random.default_rng(6)
    wide = from_frame(pd.DataFrame({f"c{at:02d}": draw.integers(0, 3, 2000) for at in range(20)}))
    found = minimal_uniques(wide, wide.names, 4, seconds=1e-9)
    assert (found.max_size, found.partial) == (1, True)
    assert found.by_size == minimal_uniques(wide, wide.names, 1).by_size
    timed, plain = (minimal_uniques(wide, wide.names, 2, seconds=seconds) for seconds in (600, None))
    assert sets_of_rows(timed) == sets_of_rows(plain)
    assert not timed.partial
    monkeypatch.setattr(asking, "MOST_SETS", 100)
    assert minimal_uniques(wide, wide.names, 4).max_size == 1


def test_too_many_to_keep_are_refused(monkeypatch):
    monkeypatch.setattr(noting, "MOST_FOUND", 5)
    table = from_frame(pd.DataFrame({"a": range(10), "b": range(10)}))
    with pytest.raises(ParameterError, match="More than 5 minimal uniques"):
        minimal_uniques(table, ["a", "b"])


def test_it_can_be_stopped_and_refuses_what_cannot_be():
    table = from_frame(pd.DataFrame({"a": range(10), "b": range(10)}))
    with pytest.raises(Stopped):
        minimal_uniques(table, ["a", "b"], progress=lambda share, doing: False)
    with pytest.raises(RoleError):
        minimal_uniques(table, [])
    with pytest.raises(ParameterError):
        minimal_uniques(table, ["a"], 0)
    with pytest.raises(TableError):
        minimal_uniques(table.with_suppressed(np.ones(10, bool)), ["a"])


class TestScores:
    """SUDA and DIS."""

    def test_the_table_of_sdcmicros_unit_test(self):
        table = from_frame(pd.DataFrame({"a": [2, 1, 1], "b": [0, 3, 0], "c": [0, 6, 0]}))
        found = minimal_uniques(table, ["a", "b", "c"])
        scored = suda(table, found)
        assert found.per_row.tolist() == [1, 2, 2]
        assert scored.score.tolist() == [2, 4, 2]
        assert scored.by_column == {"a": 50, "b": 37.5, "c": 37.5}
        assert scored.by_value == {
            "a": {"1": 50, "2": 50},
            "b": {"0": pytest.approx(100 / 3), "3": pytest.approx(200 / 3)},
        } | {"c": {"0": pytest.approx(100 / 3), "6": pytest.approx(200 / 3)}}
        assert scored.dis.tolist() == [1, 1, 1]

    def test_sdcmicros_values(self, shared):
        cases = json.loads((shared / "cases/sdcmicro_cases.json").read_text("utf-8"))["cases"]
        right = [case for case in cases if case["id"].startswith("suda2") and not case.get("wrong_in_sdcMicro")]
        assert len(right) == 4
        for case in right:
            table = self.table_of(case, shared)
            for largest in (len(table.names) - 1, len(table.names)):
                found = minimal_uniques(table, table.names, largest)
                scored = suda(table, found, case.get("DisFraction", 0.01), case.get("original_scores", False))
                np.testing.assert_allclose(scored.score, case["score"], rtol=1e-11)
                np.testing.assert_allclose(scored.dis, case["disScore"], atol=2e-9)
                for part in case["attribute_contributions"]:
                    assert scored.by_column[part["variable"]] == pytest.approx(part["contribution"], rel=1e-11)
                for part in case.get("attribute_level_contributions", []):
                    value = scored.by_value[part["variable"]][str(part["attribute"])]
                    assert value == pytest.approx(part["contribution"])

    def table_of(self, case, shared):
        if "columns" in case:
            return from_frame(pd.DataFrame(case["columns"]))
        read = intake.read((shared / "data/sdcmicro" / f"{case['dataset']}.csv").read_bytes(), "t.csv").table
        return from_frame(pd.DataFrame({name: read[name].codes for name in case["keyVars"]}))

    def test_text_scores_as_numbers_do(self, shared):
        cases = json.loads((shared / "cases/sdcmicro_cases.json").read_text("utf-8"))["cases"]
        wrong = [case for case in cases if case.get("wrong_in_sdcMicro") and case["id"].startswith("suda2")]
        for case in wrong:  # sdcMicro says 0 everywhere where columns are text
            table = from_frame(pd.DataFrame(case["columns"]))
            coded = from_frame(pd.DataFrame({name: table[name].codes for name in table.names}))
            one, other = (suda(t, minimal_uniques(t, t.names, 4), original=False) for t in (table, coded))
            assert one.score.tolist() == other.score.tolist()
            assert one.score.any()

    def test_nobody_alone_scores_nothing(self):
        table = from_frame(pd.DataFrame({"a": [1, 1], "b": [2, 2]}))
        scored = suda(table, minimal_uniques(table, ["a", "b"]))
        assert scored.score.tolist() == scored.dis.tolist() == [0, 0]
        assert scored.by_column == {"a": None, "b": None}
        assert scored.by_value == {"a": {}, "b": {}}
        assert scored.pairs == 2

    def test_dis_grows_with_the_score_and_the_fraction(self):
        draw = np.random.default_rng(1)
        table = from_frame(pd.DataFrame({name: draw.integers(0, 3, 60) for name in "abcd"}))
        found = minimal_uniques(table, table.names, 4)
        low, high = (suda(table, found, fraction) for fraction in (0.01, 0.5))
        order = np.argsort(low.score, kind="stable")
        assert (np.diff(low.dis[order]) >= -1e-15).all()
        assert (high.dis >= low.dis).all()
        assert low.dis.max() <= 1

    def test_dis_is_not_defined_where_it_would_not_grow(self):
        wide = from_frame(pd.DataFrame({f"c{at}": [0, 0, 1] for at in range(28)}))
        assert suda(wide, minimal_uniques(wide, wide.names, 1)).dis is None

    @pytest.mark.parametrize("fraction", [0, 1, -1, float("nan")])
    def test_a_fraction_that_is_none_is_refused(self, fraction):
        table = from_frame(pd.DataFrame({"a": [1, 2]}))
        with pytest.raises(ParameterError, match="fraction"):
            suda(table, minimal_uniques(table, ["a"]), fraction)


class TestPopulation:
    """Unique here, and unique in the population."""

    table = from_frame(pd.DataFrame({"a": np.repeat(np.arange(98), np.repeat([1, 2, 3, 5, 8], [60, 20, 10, 5, 3]))}))

    def test_without_a_fraction_it_says_that_it_overstates(self):
        found = sample_uniques(self.table, ["a"])
        assert (found.uniques, found.still) == (60, None)
        assert "overstates" in found.sentence

    def test_with_one_it_counts_those_that_are_expected_in_the_population(self):
        found = sample_uniques(self.table, ["a"], 0.1)
        assert found.still == pytest.approx(found.population.uniques * 0.1)
        assert found.still < found.uniques
        assert f"About {found.still:,.0f} of them" in found.sentence

    def test_a_census_and_nobody_alone_and_overlapping_crowds(self):
        assert "whole population" in sample_uniques(self.table, ["a"], 1.0).sentence
        pairs = from_frame(pd.DataFrame({"a": [1, 1], "b": ["x", None]}))
        assert "Nobody who is in it is unique" in sample_uniques(pairs, ["a"], 0.5).sentence
        wild = from_frame(pd.DataFrame({"a": ["x", None, "x"], "b": ["p", "p", "q"]}))
        found = sample_uniques(wild, ["a", "b"], 0.5, Policies(Missing.WILDCARD))
        assert found.uniques == 1
        assert "was not estimated: crowds overlap" in found.sentence
