"""The grid of protection configurations: each keeps its promise, and strength grows within a family."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pandas as pd
import pytest

from privacy_core import ParameterError, Roles, Scale, Table, equivalence_classes, from_frame, samples
from privacy_core.protections import GRID, Family, Original, coarsened, matchable, synthesized


@pytest.fixture(scope="module")
def shop():
    return samples.load("touchpoints")


@pytest.fixture(scope="module")
def outcomes(shop):
    return {one.name: one.make(Original(shop.table, shop.roles, np.random.default_rng(1))) for one in GRID}


def test_nineteen_configurations_with_names_of_their_own_and_rising_strengths():
    assert len(GRID) == 19
    assert len({one.name for one in GRID}) == 19
    assert {one.family for one in GRID} == set(Family)
    by_family = defaultdict(list)
    for one in GRID:
        by_family[one.family].append(one.strength)
    assert all(several == sorted(several) for several in by_family.values() if len(several) > 1)


def test_rows_keep_their_people_and_secrets_are_untouched(shop, outcomes):
    for one in GRID:
        made = outcomes[one.name]
        assert made.n_rows == shop.table.n_rows
        if one.keeps_people:
            assert (made["person"].codes == shop.table["person"].codes).all(), one.name
            assert (made["interest"].codes == shop.table["interest"].codes).all(), one.name
        else:
            assert "person" not in made.names


@pytest.mark.parametrize("k", [2, 5, 10, 20, 50])
def test_generalized_tables_keep_k(shop, outcomes, k):
    made = outcomes[f"k = {k}"]
    kept = made.only(np.flatnonzero(~made.suppressed))
    assert equivalence_classes(kept, shop.roles.quasi_identifiers).size.min() >= k
    assert made.suppressed.mean() <= 0.02


@pytest.mark.parametrize("size", [3, 5, 10])
def test_means_are_shared_by_so_many_rows(shop, outcomes, size):
    made = outcomes[f"means of {size} rows"]
    numeric = [n for n in matchable(shop.table, shop.roles) if shop.table[n].scale is Scale.NUMERIC]
    assert equivalence_classes(made, numeric).size.min() >= size


def distance(original: Table, made: Table) -> float:
    """Mean change of the numbers, in standard deviations."""
    changes = []
    for name in ("visits", "minutes", "spent", "hour"):
        before, after = (t[name].categories.astype(float)[t[name].codes] for t in (original, made))
        changes.append(np.abs(before - after).mean() / before.std())
    return float(np.mean(changes))


def test_more_strength_changes_more(shop, outcomes):
    for family in (Family.NOISE, Family.SWAPPING, Family.MICROAGGREGATION):
        far = [distance(shop.table, outcomes[one.name]) for one in GRID if one.family is family]
        assert far == sorted(far)
        assert far[0] > 0


def test_the_same_rows_in_another_order_give_the_same_table(shop):
    few = shop.table.only(np.arange(300))
    mixed = np.random.default_rng(5).permutation(300)
    for one in GRID:
        a, b = (one.make(Original(t, shop.roles, np.random.default_rng(2))) for t in (few, few.only(mixed)))
        same = [a[name].texts(np.arange(300)) for name in a.names]
        other = [b[name].texts(np.arange(300)) for name in a.names]
        assert sorted(zip(*same, strict=True)) == sorted(zip(*other, strict=True)), one.name


def test_synthetic_rows_look_like_the_original_and_are_nobodys(shop):
    names = matchable(shop.table, shop.roles)
    drawn = synthesized(shop.table, names, np.random.default_rng(4), 20_000)
    for name in names:
        upto = [
            np.bincount(t[name].codes, minlength=shop.table[name].n_codes).cumsum() / t.n_rows
            for t in (shop.table, drawn)
        ]
        assert np.abs(upto[0] - upto[1]).max() < 0.02, name
    numeric = [name for name in names if shop.table[name].scale is Scale.NUMERIC]
    ranks = [np.corrcoef([t[name].codes for name in numeric]) for t in (shop.table, drawn)]
    assert np.abs(ranks[0] - ranks[1]).max() < 0.12


def test_synthesis_keeps_constants_and_gaps_and_leaves_suppressed_rows_out():
    frame = pd.DataFrame({"c": ["x"] * 6, "n": [1.0, 2.0, None, 2.0, 1.0, 9.0]})
    table = from_frame(frame).with_suppressed(np.array([0, 0, 0, 0, 0, 1], bool))
    drawn = synthesized(table, ["c", "n"], np.random.default_rng(1), 500)
    assert set(drawn["c"].texts(np.arange(500))) == {"x"}
    assert set(drawn["n"].texts(np.arange(500))) == {"1", "2", "(missing)"}


def test_a_table_without_numbers_is_refused_with_the_reason():
    words = from_frame(pd.DataFrame({"a": ["x", "y"], "b": ["p", "q"]}))
    with pytest.raises(ParameterError, match="No column that could be matched holds numbers"):
        next(one for one in GRID if one.family is Family.NOISE).make(
            Original(words, Roles(("a",)), np.random.default_rng(1))
        )


def test_names_with_an_order_of_their_own_are_grouped_in_it():
    sizes = ["tiny", "small", "fair", "middling", "large", "huge", "vast", "endless"]
    frame = pd.DataFrame({"size": pd.Categorical(sizes * 4, categories=sizes, ordered=True)})
    release = coarsened(Original(from_frame(frame), Roles(("size",)), np.random.default_rng(1)), 8)
    assert set(release["size"].labels) - {"*"} == {
        f"{{{one}, {two}}}" for one, two in zip(sizes[::2], sizes[1::2], strict=True)
    }
