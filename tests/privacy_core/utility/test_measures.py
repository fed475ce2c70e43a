"""Measures of utility against values worked out by hand, a slow oracle and ARX's figures for Adult."""

from __future__ import annotations

from collections import Counter
from math import log2, prod

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import ParameterError, Roles, UnknownColumn, from_frame, hierarchy
from privacy_core.anonymizers import recoded, recoded_cells
from privacy_core.utility import Aggregate, Loss, aggregated, coarsenings, factors, loss, measured_utility
from privacy_core.utility.detail import (
    cells_withheld,
    entropy_kept,
    entropy_loss,
    entropy_loss_monotone,
    granularity,
    precision,
)
from privacy_core.utility.distinction import (
    aecs,
    average_class_size,
    discernibility,
    discernibility_monotone,
    kl_divergence,
)
from tests.blurring import ADULT, OPTIMUM, adult, generalized, random_case

approx = pytest.approx

ZIP = hierarchy("zip", [(f"{a}{b}", f"{a}*", "*") for a in "12" for b in "12"])
SEX = hierarchy("sex", [("f", "*"), ("m", "*")])
PEOPLE = from_frame(pd.DataFrame({"zip": ["11", "11", "12", "21", "22"], "sex": ["f", "f", "f", "m", "f"]}))
TREES = {"zip": ZIP, "sex": SEX}
LEVELS = {"zip": 1, "sex": 0}
RELEASE = generalized(PEOPLE, TREES, LEVELS, k=2)  # 1*/f three times, 2*/m and 2*/f suppressed
COLUMNS = coarsenings(PEOPLE, RELEASE, list(LEVELS), TREES, LEVELS)


def test_loss_by_hand():
    # zip: shares 1/2 three times, 1 twice, least 5/4: (3.5 - 1.25) / 3.75; sex: (1.5 + 2 - 2.5) / 2.5
    assert loss(COLUMNS).by_column == approx({"zip": 0.6, "sex": 0.4})
    found = loss(COLUMNS, importance={"zip": 3, "sex": 1})
    assert found.aggregated(Aggregate.GEOMETRIC) == approx((1.6**3 * 1.4) ** 0.25 - 1)
    assert found.aggregated(Aggregate.ARITHMETIC) == approx((0.6 * 3 + 0.4) / 4)
    assert found.aggregated(Aggregate.MAXIMUM) == approx(0.6)
    assert found.aggregated(Aggregate.SUM) == approx(0.6 + 0.4 / 3)
    assert found.aggregated(Aggregate.RANK) == approx([0.6, 0.4 / 3])


@pytest.mark.parametrize(
    ("gs", "lost"),
    [
        pytest.param(0.0, 1 / 3, id="suppression free: as if nothing were suppressed"),  # (2.5 - 1.25) / 3.75
        pytest.param(0.25, (1.5 + 2 * 0.75 - 1.25) / 3.75, id="suppression half"),
        pytest.param(0.75, (0.75 + 2 - 0.625) / 4.375, id="generalization half"),
        pytest.param(1.0, 2 / 5, id="generalization free: share of rows suppressed"),
    ],
)
def test_factor_between_generalization_and_suppression(gs, lost):
    assert loss(COLUMNS, gs).by_column["zip"] == approx(lost)


def test_other_measures_by_hand():
    assert granularity(COLUMNS) == approx(1 - ((0.7 - 0.25) + (0.7 - 0.5)) / (0.75 + 0.5))
    assert precision(COLUMNS) == approx(1 - ((3 * 0.5 + 2) / 5 + 2 / 5) / 2)
    assert cells_withheld(COLUMNS) == approx(0.4)
    assert discernibility(COLUMNS) == 9 + 2 * 5
    assert discernibility_monotone(COLUMNS) == 9 + 1 + 1
    assert aecs(COLUMNS) == 5 / 2
    assert average_class_size(COLUMNS) == 3


def test_entropy_by_hand():
    generalization = 2 * log2(3 / 2) + log2(3) + 2 * log2(2)  # zips among those of 1* and of 2*
    suppression = 0 + 2 * log2(2)  # both suppressed read 2*; one m, one f
    assert entropy_loss_monotone(COLUMNS) == approx(generalization)
    assert entropy_loss(COLUMNS) == approx(generalization + suppression)
    assert entropy_loss(COLUMNS, gs=0) == approx(generalization)
    whole = 2 * log2(5 / 2) + 3 * log2(5) + 4 * log2(5 / 4) + log2(5)
    assert entropy_kept(COLUMNS) == approx(1 - (generalization + suppression) / whole)


def test_divergence_by_hand():
    # p: 2/5, 1/5, 1/5, 1/5; a class of 3 over 2 zips and one sex, 2 suppressed over 4 · 2 combinations
    q, hidden = 3 / 5 / 2, 2 / 5 / 8
    expected = 0.4 * log2(0.4 / q) + 0.2 * log2(0.2 / q) + 2 * 0.2 * log2(0.2 / hidden)
    assert kl_divergence(COLUMNS) == approx(expected)


def test_nothing_changed_costs_nothing():
    columns = coarsenings(PEOPLE, PEOPLE, ["zip", "sex"], TREES)
    found = measured_utility(PEOPLE, PEOPLE, Roles(("zip", "sex")), TREES)
    assert [*found.loss.by_column.values()] == [0, 0]
    assert (found.granularity, found.precision, found.entropy_kept, found.discernibility_kept) == (1, 1, 1, 1)
    assert (found.kl_divergence, found.correlation_change, kl_divergence(columns)) == (0, 0, 0)


def test_nothing_left_costs_everything():
    release = generalized(PEOPLE, TREES, {"zip": 2, "sex": 1}, k=1)
    found = measured_utility(PEOPLE, release, Roles(("zip", "sex")), TREES, {"zip": 2, "sex": 1})
    assert [found.loss.aggregated(aggregate) for aggregate in Aggregate] == [1, 1, 1, 2, [1, 1]]
    assert (found.granularity, found.precision, found.entropy_kept, found.class_size_kept) == (0, 0, 0, 0)


def test_local_recoding_reads_each_cells_own_level():
    release = recoded_cells(PEOPLE, {"zip": (["11", "12", "1*", "2*"], np.array([0, 0, 2, 3, 3]))})
    (one,) = coarsenings(PEOPLE, release, ["zip"], {"zip": ZIP})
    assert one.level.tolist() == [0, 0, 1, 1, 1]
    assert entropy_loss([one]) == approx(2 * log2(2))  # of the three that climb, 12 is alone under 1*
    assert loss([one]).by_column["zip"] == approx((0.5 + 1.5 - 1.25) / 3.75)
    assert entropy_loss_monotone([one]) is None
    assert discernibility_monotone([one]) is None


def test_without_a_hierarchy_the_domain_is_what_occurs():
    people = from_frame(pd.DataFrame({"age": [20, 30, 40, 60, 60]}))
    release = recoded_cells(people, {"age": (["20-40", "60"], np.array([0, 0, 0, 1, 1]))})
    (one,) = coarsenings(people, release, ["age"])
    assert one.share.tolist() == [0.75, 0.75, 0.75, 0.25, 0.25]
    assert precision([one]) is None
    assert entropy_loss([one]) == approx(3 * log2(3))


@pytest.mark.parametrize("scale", ["text", "numbers"])
def test_a_withheld_cell_stands_for_every_value_whichever_are_withheld(scale):
    values = pd.Series(list("abcd") if scale == "text" else [1.0, 2.0, 3.0, 4.0])
    before, after = (
        from_frame(pd.DataFrame({"q": column})) for column in (values, values.mask([True, False, False, False]))
    )
    (one,) = coarsenings(before, after, ["q"])
    assert one.share.tolist() == [1.0, 0.25, 0.25, 0.25]
    (same,) = coarsenings(after, after, ["q"])  # what was missing before is a value like any other
    assert same.share.tolist() == [0.25] * 4


def test_a_missing_cell_is_one_more_value():
    people = from_frame(pd.DataFrame({"sex": ["f", "m", None]}))
    release = recoded(people, {"sex": ["f", "m", None]})
    (one,) = coarsenings(people, release, ["sex"], {"sex": SEX})
    assert (one.n_leaves, one.level.tolist()) == (3, [0, 0, 0])
    assert loss([one]).by_column == {"sex": 0}


def test_suppressed_before_is_not_judged():
    before = PEOPLE.with_suppressed(np.array([False, False, False, True, True]))
    release = generalized(before, TREES, LEVELS, k=2)
    columns = coarsenings(before, release, list(LEVELS), TREES, LEVELS)
    assert columns[0].n_rows == 3
    assert loss(columns).by_column == approx({"zip": 1 / 3, "sex": 0})


@pytest.mark.parametrize("gs", [-0.1, 1.1])
def test_a_factor_out_of_range_is_refused(gs):
    with pytest.raises(ParameterError, match=r"gs must lie in \[0, 1\]"):
        factors(gs)


def test_importance_of_an_unknown_column_or_of_nothing_is_refused():
    with pytest.raises(UnknownColumn, match="Did you mean 'zip'"):
        loss(COLUMNS, importance={"zipp": 1})
    with pytest.raises(ParameterError, match="at least one column must matter"):
        loss(COLUMNS, importance={"zip": 0, "sex": 0})


def test_importance_changes_which_release_is_better():
    mild = Loss({"a": 0.5, "b": 0.1}, {"a": 1, "b": 9})
    other = Loss({"a": 0.1, "b": 0.5}, {"a": 1, "b": 9})
    for aggregate in Aggregate:
        assert mild.aggregated(aggregate) < other.aggregated(aggregate)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=6))
def test_equal_importance_is_the_plain_mean(each):
    losses, weight = np.array(each), np.full(len(each), 7.0)
    geometric = prod(1 + x for x in each) ** (1 / len(each)) - 1
    assert aggregated(Aggregate.GEOMETRIC, losses, weight) == approx(geometric, abs=1e-12)
    assert aggregated(Aggregate.ARITHMETIC, losses, weight) == approx(np.mean(each))


@pytest.mark.parametrize("seed", range(60))
def test_agrees_with_the_definitions_written_out(seed):
    random = np.random.default_rng(seed)
    table, trees = random_case(random)
    levels = {name: int(random.integers(0, tree.n_levels)) for name, tree in trees.items()}
    release = generalized(table, trees, levels, k=int(random.integers(1, 5)))
    columns = coarsenings(table, release, list(levels), trees, levels)
    gone, n = release.suppressed, table.n_rows
    for one, name in zip(columns, levels, strict=True):
        tree, labels = trees[name], table[name].texts(np.arange(n))
        label = [tree.labels[levels[name]][tree.maps[levels[name]][tree.labels[0].index(v)]] for v in labels]
        covers = Counter(tree.labels[levels[name]][at] for at in tree.maps[levels[name]])
        leaves = len(tree.labels[0])
        cost = sum(1 if out else covers[g] / leaves for g, out in zip(label, gone, strict=True))
        assert loss(columns).by_column[name] == approx((cost - n / leaves) / (n - n / leaves), abs=1e-12)
        raw, coarse = Counter(labels), Counter(label)
        hidden = Counter(g for g, out in zip(label, gone, strict=True) if out)
        bits = sum(log2(coarse[g] / raw[v]) for v, g in zip(labels, label, strict=True))
        bits += sum(c * log2(gone.sum() / c) for c in hidden.values())
        assert entropy_loss([one]) == approx(bits, abs=1e-9)
    shown = list(zip(*(release[name].texts(np.arange(n)) for name in levels), strict=True))
    sizes = Counter(key for key, out in zip(shown, gone, strict=True) if not out)
    assert discernibility(columns) == sum(c * c for c in sizes.values()) + n * gone.sum()
    assert aecs(columns) == approx(n / (len(sizes) + bool(gone.any())))


@pytest.mark.parametrize("seed", range(20))
def test_levels_read_from_labels_say_the_same(seed):
    random = np.random.default_rng(seed)
    table, trees = random_case(random)
    levels = {name: int(random.integers(0, tree.n_levels)) for name, tree in trees.items()}
    release = generalized(table, trees, levels, k=2)
    given_levels = coarsenings(table, release, list(levels), trees, levels)
    read = coarsenings(table, release, list(levels), trees)
    assert loss(read).by_column == approx(loss(given_levels).by_column)
    assert discernibility(read) == discernibility(given_levels)
    assert kl_divergence(read) == approx(kl_divergence(given_levels))


@pytest.mark.parametrize("seed", range(10))
def test_the_order_of_rows_changes_nothing(seed):
    random = np.random.default_rng(seed)
    table, trees = random_case(random)
    levels = {name: tree.n_levels // 2 for name, tree in trees.items()}
    mixed = random.permutation(table.n_rows)
    one, other = (
        measured_utility(t, generalized(t, trees, levels, 3), Roles(tuple(levels), ("s",)), trees, levels)
        for t in (table, table.only(mixed))
    )
    assert one.loss.by_column == approx(other.loss.by_column)
    for name in "granularity entropy_loss discernibility aecs kl_divergence correlation_change".split():
        assert getattr(one, name) == approx(getattr(other, name))


def test_figures_of_arx_for_adult(shared):
    table, trees = adult(shared)
    release = generalized(table, trees, OPTIMUM, k=5)
    found = measured_utility(table, release, Roles(tuple(ADULT)), trees, OPTIMUM)
    assert int(release.suppressed.sum()) == 506
    assert found.loss.aggregated(Aggregate.GEOMETRIC) == approx(0.3137130353, abs=1e-10)
    assert found.granularity == approx(0.6044, abs=5e-5)
    assert found.precision == approx(0.5007, abs=5e-5)
    assert found.cells_withheld == approx(0.2353, abs=5e-5)
    assert found.entropy_kept == approx(0.3175, abs=5e-5)
    assert found.discernibility_kept == approx(0.94246, abs=5e-6)
    assert found.class_size_kept == approx(0.99562, abs=5e-6)
    assert found.average_class_size == approx(133.59, abs=5e-3)


@pytest.mark.parametrize(
    ("sensitive", "levels", "k", "measure", "expected"),
    [
        pytest.param(None, [1, 0, 1, 1, 3, 2, 2, 0, 1], 5, entropy_loss_monotone, 255559.85455731067, id="4 %"),
        pytest.param(None, [1, 2, 1, 1, 3, 2, 2, 1, 1], 5, entropy_loss_monotone, 407289.5388925293, id="0 %"),
        pytest.param("occupation", [1, 4, 1, 1, 3, 2, 2, 1], 1, discernibility_monotone, 4.56853172e8, id="DM*"),
    ],
)
def test_objectives_of_arx_for_adult(shared, sensitive, levels, k, measure, expected):
    table, trees = adult(shared)
    at = dict(zip((name for name in ADULT if name != sensitive), levels, strict=True))
    columns = coarsenings(table, generalized(table, trees, at, k), list(at), trees, at)
    assert measure(columns) == approx(expected, rel=1e-12)


def test_losses_of_arx_by_rank_for_adult(shared):
    table, trees = adult(shared)
    at = dict(zip((n for n in ADULT if n != "occupation"), [0, 4, 1, 1, 3, 2, 2, 1], strict=True))
    columns = coarsenings(table, generalized(table, trees, at, 1), list(at), trees, at)
    expected = [0.6778091018, 0.6746031746, 0.6657963446, 0.650273224, 0.6296296296, 0.5151515151, 0.2796355377, 0]
    assert loss(columns, gs=0.66).aggregated(Aggregate.RANK) == approx(expected, abs=1e-10)


def test_cells_that_read_alike_cover_alike():
    """ "Other" is a value, and the group of it and the rare ones: who reads it cannot tell the two rows apart."""
    people = from_frame(pd.DataFrame({"q": ["Other", "Rare", "Usual", "Usual"]}))
    tree = hierarchy("q", [("Other", "Other", "*"), ("Rare", "Other", "*"), ("Usual", "Usual", "*")])
    blurred = recoded_cells(people, {"q": (["Other", "Usual"], np.array([0, 0, 1, 1]))})
    (one,) = coarsenings(people, blurred, ["q"], {"q": tree})
    assert (one.level.tolist(), one.leaves.tolist()) == ([1, 1, 0, 0], [2, 2, 1, 1])
    assert average_class_size([one]) == 2
    (known,) = coarsenings(people, blurred, ["q"], {"q": tree}, {"q": 1})
    assert known.leaves.tolist() == one.leaves.tolist()
    starred = recoded_cells(people, {"q": (["*", "Usual"], np.array([1, 0, 1, 1]))})
    (one,) = coarsenings(people, starred, ["q"], {"q": tree})
    assert one.level is None  # a row that reads another value's label, on no level of its own
