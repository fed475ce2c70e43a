"""Laws that hold whatever the table: subsets, grounds, merging, and grouping as pandas does it."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import (
    Equal,
    Missing,
    MissingSensitive,
    Policies,
    Rank,
    Suppressed,
    TCloseness,
    Tree,
    Value,
    contingency,
    equivalence_classes,
    from_frame,
)
from tests import strategies


def grounds(case) -> list:
    by_order = {"nominal": [], "ordinal": [Rank()], "numeric": [Rank(), Value()]}[case.kind]
    return [Equal(), Tree(case.tree), *by_order]


def worst_distance(table, known, ground) -> float:
    numbers = TCloseness("s", ground=ground).per_class(contingency(table, equivalence_classes(table, known), "s"))
    return numbers.max(initial=0)


@given(strategies.cases(original=False))
def test_fewer_quasi_identifiers_are_never_worse(case):
    """Li et al. 2007, subset property: t-close for a set means t-close for each subset; the same for k."""
    everything, size = case.names, equivalence_classes(case.table, case.names).size
    for width in range(len(everything)):
        for known in combinations(everything, width):
            fewer = equivalence_classes(case.table, known).size
            assert fewer.min(initial=10**9) >= size.min(initial=10**9)
            for ground in grounds(case):
                assert (
                    worst_distance(case.table, known, ground) <= worst_distance(case.table, everything, ground) + 1e-9
                )


@given(strategies.cases(), st.sampled_from(MissingSensitive))
def test_equal_distance_is_the_strictest(case, missing_sensitive):
    """Every ground distance is at most 1, so at a given t equal distance asks most (correction 7)."""
    policies = Policies(missing_sensitive=missing_sensitive)
    counts = contingency(case.table, equivalence_classes(case.table, case.names), "s", policies, case.original)
    for ground in grounds(case):
        along = isinstance(ground, Rank | Value)
        most = TCloseness("s").per_class(counts.without_missing if along else counts)
        assert (TCloseness("s", ground=ground).per_class(counts) <= most + 1e-9).all(), ground


def test_one_class_is_perfectly_close():
    table = from_frame(pd.DataFrame({"q": [1] * 7, "s": [1, 1, 2, 5, 9, 9, 9]}))
    for ground in (Equal(), Rank(), Value()):
        assert worst_distance(table, ["q"], ground) == pytest.approx(0, abs=1e-15)


@pytest.mark.parametrize("levels", [2, 3, 10])
def test_the_ends_of_an_order_are_one_apart(levels):
    frame = pd.DataFrame({"q": ["a"] * 50 + ["b"], "s": [0] * 50 + [levels - 1]})
    frame["s"] = pd.Categorical(frame["s"], categories=range(levels), ordered=True)
    counts = contingency(from_frame(frame), equivalence_classes(from_frame(frame), ["q"]), "s")
    assert TCloseness("s", ground=Rank()).per_class(counts) == pytest.approx([1 / 51, 50 / 51])


def test_levels_that_never_occur_count_in_an_order_and_nowhere_else():
    frame = pd.DataFrame({"q": ["a", "b"], "s": ["low", "mid"]})
    narrow = from_frame(frame.assign(s=pd.Categorical(frame["s"], ["low", "mid"], ordered=True)))
    wide = from_frame(frame.assign(s=pd.Categorical(frame["s"], ["none", "low", "mid", "top"], ordered=True)))
    assert worst_distance(narrow, ["q"], Rank()) == pytest.approx(1 / 2)
    assert worst_distance(wide, ["q"], Rank()) == pytest.approx(1 / 6)
    assert worst_distance(narrow, ["q"], Equal()) == worst_distance(wide, ["q"], Equal()) == 0.5


@given(strategies.cases(original=False), st.integers(0, 2**32))
def test_coarser_counts_what_a_recoded_table_counts(case, seed):
    """`Contingency.coarser` is a shortcut: it equals recoding the column and counting again."""
    classes = equivalence_classes(case.table, case.names)
    counts = contingency(case.table, classes, "s")
    to = np.unique(np.random.default_rng(seed).integers(0, 3, counts.n_values), return_inverse=True)[1]
    merged = counts.coarser(to)
    group = dict(zip(counts.labels, to.tolist(), strict=True))
    words = [group.get("(missing)" if v is None else strategies.label(v), 0) for v in case.plain.secret]
    again = from_frame(case.frame.assign(s=words)).with_suppressed(np.array(case.plain.suppressed))
    slow = contingency(again, equivalence_classes(again, case.names), "s")
    for i in range(len(classes)):
        dense = np.zeros(merged.n_values)
        dense[[int(label) for label in slow.labels]] = slow.mix(i)
        np.testing.assert_allclose(merged.mix(i), dense)
    np.testing.assert_allclose(merged.prior.sum(), counts.prior.sum())


@given(strategies.cases(original=False))
def test_without_missing_is_a_table_without_those_rows(case):
    counts = contingency(case.table, equivalence_classes(case.table, case.names), "s").without_missing
    known = [v is not None and not gone for v, gone in zip(case.plain.secret, case.plain.suppressed, strict=True)]
    assert counts.count.sum() == counts.total.sum() == sum(known)
    assert counts.prior.sum() == pytest.approx(1 if any(known) else 0)
    assert counts.missing is None
    np.testing.assert_allclose(counts.prior * sum(known), counts.total)


@given(strategies.cases(original=False), st.integers(0, 2**32))
def test_part_keeps_the_chosen_classes(case, seed):
    counts = contingency(case.table, equivalence_classes(case.table, case.names), "s")
    chosen = np.random.default_rng(seed).random(len(counts.classes)) < 0.5
    some = counts.part(chosen, counts.prior)
    np.testing.assert_array_equal(some.size, counts.size[chosen])
    np.testing.assert_allclose(TCloseness("s").per_class(some), TCloseness("s").per_class(counts)[chosen])


def wide_frame(seed: int, rows: int, columns: int, values: int, gaps: bool = True) -> pd.DataFrame:
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, values, (max(rows // 3, 1), columns))[rng.integers(0, max(rows // 3, 1), rows)]
    frame = pd.DataFrame(codes, columns=[f"c{i}" for i in range(columns)]).astype("Int64")
    return frame.mask(pd.DataFrame(rng.random(frame.shape) < 0.05, columns=frame.columns)) if gaps else frame


@pytest.mark.parametrize(
    ("rows", "columns", "values"),
    [
        pytest.param(1, 1, 1, id="one cell"),
        pytest.param(3000, 2, 5, id="dense: counted"),
        pytest.param(3000, 3, 1000, id="sparse: sorted"),
        pytest.param(500, 8, 10**6, id="keys beyond 2**62 once"),
        pytest.param(2000, 40, 900, id="keys beyond 2**62 many times"),
        pytest.param(400, 200, 3, id="two hundred columns"),
    ],
)
@pytest.mark.parametrize("missing", Missing)
def test_grouping_is_what_pandas_groups(rows, columns, values, missing):
    frame = wide_frame(rows + columns, rows, columns, values)
    table, known = from_frame(frame), list(frame.columns)
    classes = equivalence_classes(table, known, Policies(missing=missing))
    kept = frame.dropna() if missing is Missing.DROP else frame
    groups = kept.groupby(known, dropna=False, sort=False)
    np.testing.assert_array_equal(classes.kept, kept.index)
    assert len(classes) == groups.ngroups
    pairs = pd.DataFrame({"ours": classes.of_row, "theirs": groups.ngroup()})
    assert len(pairs.drop_duplicates()) == groups.ngroups, "one of ours for each of theirs"
    np.testing.assert_array_equal(classes.size[classes.of_row], groups[known[0]].transform("size"))
    assert (classes.n_rows, classes.n_left_out) == (rows, rows - len(kept))


def test_classes_are_numbered_by_their_values_not_by_their_rows():
    frame = wide_frame(1, 300, 3, 4, gaps=False)
    for shuffled in (frame, frame.sample(frac=1, random_state=4)):
        table = from_frame(shuffled)
        classes = equivalence_classes(table, list(frame.columns))
        shown = pd.DataFrame(classes.keys(table, np.arange(len(classes))))
        expected = frame.drop_duplicates().sort_values(list(frame.columns), ignore_index=True)
        np.testing.assert_array_equal(shown, expected.astype(int))


def test_cells_are_the_same_counted_or_sorted():
    """Many values in many classes are sorted, few are counted; pandas crosstab knows both."""
    rng = random.Random(2)
    for values, crowds in ((3, 4), (500, 700)):
        frame = pd.DataFrame(
            {"q": [rng.randrange(crowds) for _ in range(900)], "s": [rng.randrange(values) for _ in range(900)]}
        )
        table = from_frame(frame)
        counts = contingency(table, equivalence_classes(table, ["q"]), "s")
        dense = np.zeros((len(counts.classes), counts.n_values), int)
        dense[counts.owner, counts.value] = counts.count
        np.testing.assert_array_equal(dense, pd.crosstab(frame["q"], frame["s"]))
        assert (np.diff(counts.value)[np.diff(counts.owner) == 0] > 0).all(), "ascending in a class"


@given(strategies.cases(original=False))
def test_suppressed_records_are_counted_and_left_out(case):
    gone = sum(case.plain.suppressed)
    out = equivalence_classes(case.table, case.names)
    together = equivalence_classes(case.table, case.names, Policies(suppressed=Suppressed.CLASS))
    assert (out.n_suppressed, out.size.sum()) == (gone, len(case.plain.known) - gone)
    assert len(together) == len(out) + (gone > 0)
    assert sorted(together.size) == sorted([*out.size, *([gone] if gone else [])])
    np.testing.assert_array_equal(np.bincount(together.of_row, minlength=len(together)), together.size)


@given(strategies.cases(original=False))
def test_pandas_polars_and_arrow_give_the_same_table(case):
    plain = {name: [row[i] for row in case.plain.known] for i, name in enumerate(case.names)}
    kinds = {"nominal": pl.String, "ordinal": pl.Enum(strategies.LEVELS), "numeric": pl.Float64}
    schema = dict.fromkeys(plain, pl.String) | {"s": kinds[case.kind]}
    of_polars = pl.DataFrame(plain | {"s": list(case.plain.secret)}, schema=schema)
    of_arrow = pa.Table.from_pandas(case.frame, preserve_index=False)
    for other in (from_frame(of_polars), from_frame(of_arrow)):
        for name, column in case.table.columns.items():
            assert (column.labels, column.codes.tolist()) == (other[name].labels, other[name].codes.tolist())
            assert (column.n_missing, column.scale) == (other[name].n_missing, other[name].scale)
