"""What every anonymizer keeps: add one to the list and it is held to the same contract."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from privacy_core import (
    DistinctL,
    EntropyL,
    KAnonymity,
    Limits,
    ParameterError,
    Policies,
    Roles,
    Stopped,
    Table,
    TCloseness,
    Verdict,
    contingency,
    equivalence_classes,
    measure,
)
from privacy_core.anonymizers import (
    Common,
    FullDomain,
    LocalRecoding,
    LocalSuppression,
    Merging,
    Microaggregation,
    Mondrian,
)
from privacy_core.policies import Missing
from tests.blurring import Exhaustive, random_case

OTHERS = [
    Mondrian(),
    Mondrian(strict=False),
    Microaggregation(),
    Microaggregation(common=Common.RANGE),
    Merging(),
    LocalSuppression(),
    LocalRecoding(),
]
ANONYMIZERS = [Exhaustive(), FullDomain(), *OTHERS]
FULL_DOMAIN = [Exhaustive(), FullDomain()]
"""Those that give every value of a column one level."""

ROLES = Roles(("q0", "q1", "q2"), ("s",))
MODELS = {
    "k": (KAnonymity(3),),
    "k and distinct l": (KAnonymity(2), DistinctL("s", 2)),
    "k and t": (KAnonymity(2), TCloseness("s", 0.35)),
    "k, entropy l and t": (KAnonymity(3), EntropyL("s", 1.5), TCloseness("s", 0.4)),
}

anonymizers = pytest.mark.parametrize("anonymizer", ANONYMIZERS, ids=repr)
full_domain = pytest.mark.parametrize("anonymizer", FULL_DOMAIN, ids=lambda a: a.name)
promises = pytest.mark.parametrize("models", MODELS.values(), ids=MODELS)
seeds = pytest.mark.parametrize("seed", range(6))


def judged_again(table: Table, found, models) -> list[Verdict | None]:
    """Every model on the release, grouped and compared with the original from scratch."""
    assert found.table is not None
    classes = equivalence_classes(found.table, ROLES.quasi_identifiers)
    original = table.only(np.flatnonzero(~table.suppressed))
    return [
        measure(m, contingency(found.table, classes, m.sensitive, original=original if m.sensitive else None)).verdict
        for m in models
    ]


def rows_before_and_after(table: Table, found) -> list[tuple]:
    """Every row with what became of it, in an order of their own: rows equal in everything may change places."""
    names, everyone = ["s", *ROLES.quasi_identifiers], np.arange(table.n_rows)
    before = [table[name].texts(everyone) for name in names]
    after = [found.table[name].texts(everyone) for name in names]
    return sorted(zip(*before, *after, found.suppressed.tolist(), strict=True))


@anonymizers
@promises
@seeds
def test_the_promise_is_kept_within_the_limit_and_nothing_else_changes(anonymizer, models, seed):
    table, trees = random_case(np.random.default_rng(seed))
    limits = Limits(0.3)
    found = anonymizer.anonymize(table, ROLES, trees, models, limits)
    if found.table is None:
        assert found.reason
        return
    assert set(judged_again(table, found, models)) <= {Verdict.HOLDS, Verdict.EMPTY}
    assert [m.model for m in found.measurements] == list(models)
    assert [m.model for m in found.own] == list(models)
    assert found.suppressed.sum() <= limits.rows(table.n_rows)
    assert np.array_equal(found.table.suppressed, found.suppressed)
    assert found.table.n_rows == table.n_rows
    assert found.table.names == table.names
    everyone = np.arange(table.n_rows)
    assert found.table["s"].texts(everyone) == table["s"].texts(everyone)
    for name in ROLES.quasi_identifiers:
        assert set(found.table[name].texts(np.flatnonzero(found.suppressed))) <= {"*"}


@anonymizers
@seeds
def test_the_order_of_rows_and_of_other_columns_changes_nothing(anonymizer, seed):
    random = np.random.default_rng(seed)
    table, trees = random_case(random)
    mixed = random.permutation(table.n_rows)
    columns = dict(reversed(table.columns.items()))
    other = replace(table, columns=columns).only(mixed)
    models, limits = MODELS["k and distinct l"], Limits(0.2)
    one = anonymizer.anonymize(table, ROLES, trees, models, limits)
    two = anonymizer.anonymize(other, ROLES, trees, models, limits)
    assert one.levels == two.levels
    assert (one.table is None) == (two.table is None)
    if one.table is not None and two.table is not None:
        assert rows_before_and_after(table, one) == rows_before_and_after(other, two)


@full_domain
@seeds
def test_n_copies_with_n_times_k_are_blurred_alike(anonymizer, seed):
    table, trees = random_case(np.random.default_rng(seed))
    threefold = table.only(np.tile(np.arange(table.n_rows), 3))
    one = anonymizer.anonymize(table, ROLES, trees, (KAnonymity(3), TCloseness("s", 0.35)), Limits(0.2))
    three = anonymizer.anonymize(threefold, ROLES, trees, (KAnonymity(9), TCloseness("s", 0.35)), Limits(0.2))
    assert one.levels == three.levels
    assert 3 * one.suppressed.sum() == three.suppressed.sum()


@full_domain
@promises
@seeds
def test_the_best_levels_are_those_of_looking_at_every_node(anonymizer, models, seed):
    table, trees = random_case(np.random.default_rng(100 + seed))
    expected = Exhaustive().anonymize(table, ROLES, trees, models, Limits(0.15))
    found = anonymizer.anonymize(table, ROLES, trees, models, Limits(0.15))
    assert found.levels == expected.levels
    assert found.suppressed.sum() == expected.suppressed.sum()


@anonymizers
def test_an_impossible_promise_has_a_reason_and_no_release(anonymizer):
    table, trees = random_case(np.random.default_rng(1))
    found = anonymizer.anonymize(table, ROLES, trees, (KAnonymity(table.n_rows + 1),), Limits(0.1))
    assert found.table is None
    assert found.levels is None
    assert found.reason
    assert found.measurements == ()


@anonymizers
def test_rows_suppressed_before_stay_so_and_are_not_judged(anonymizer):
    table, trees = random_case(np.random.default_rng(2))
    before = np.arange(table.n_rows) % 5 == 0
    models = (KAnonymity(2), TCloseness("s", 0.4))
    found = anonymizer.anonymize(table.with_suppressed(before), ROLES, trees, models, Limits(0.2))
    assert found.table is not None
    assert found.suppressed[before].all()
    assert (found.suppressed & ~before).sum() <= Limits(0.2).rows(int((~before).sum()))
    assert set(judged_again(table.with_suppressed(before), found, models)) == {Verdict.HOLDS}


@anonymizers
def test_a_missing_quasi_identifier_is_a_value_of_its_own_or_the_call_is_refused(anonymizer):
    table, trees = random_case(np.random.default_rng(3))
    column = table["q0"]
    gaps = np.arange(table.n_rows) % 4 == 0
    codes = np.where(gaps, len(column.categories), column.codes).astype(np.int32)
    gappy = table.with_column(replace(column, codes=codes, has_missing=True))
    found = anonymizer.anonymize(gappy, ROLES, trees, (KAnonymity(3),), Limits(0.2))
    assert found.table is not None
    assert judged_again(gappy, found, (KAnonymity(3),)) == [Verdict.HOLDS]
    for missing in (Missing.WILDCARD, Missing.DROP):
        with pytest.raises(ParameterError, match="value of its own"):
            anonymizer.anonymize(gappy, ROLES, trees, (KAnonymity(3),), Limits(0.2), policies=Policies(missing=missing))


@anonymizers
def test_a_stop_is_heard(anonymizer):
    table, trees = random_case(np.random.default_rng(4))
    with pytest.raises(Stopped):
        anonymizer.anonymize(table, ROLES, trees, (KAnonymity(3),), Limits(0.1), lambda share, doing: False)


@anonymizers
def test_the_input_stays_as_it_was(anonymizer):
    table, trees = random_case(np.random.default_rng(5))
    before = {name: column.codes.copy() for name, column in table.columns.items()}
    anonymizer.anonymize(table, ROLES, trees, (KAnonymity(3),), Limits(0.1))
    assert all(np.array_equal(before[name], table[name].codes) for name in before)
