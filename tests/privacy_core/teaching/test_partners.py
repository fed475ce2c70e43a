"""The partner that helps most, against merging the rows for real; the laws of merging."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import (
    Equal,
    Rank,
    Tree,
    Value,
    cautions,
    contingency,
    equivalence_classes,
    from_frame,
    joint,
    merged_distances,
    partner,
    samples,
    together,
    usable,
)
from privacy_core.models.t_closeness import distance
from privacy_core.roles import Roles
from privacy_core.teaching import partners
from tests.strategies import cases


def grounds_of(case):
    tables = contingency(case.table, equivalence_classes(case.table, case.names), "s", original=case.original)
    return tables, usable(tables, case.tree)


@given(cases(), st.randoms(use_true_random=False))
def test_agrees_with_merging_the_rows(case, rng):
    table, grounds = grounds_of(case)
    if len(table.classes) < 2:
        return
    chosen = rng.randrange(len(table.classes))
    for ground in grounds:
        found = merged_distances(table, chosen, ground)
        for other in range(len(table.classes)):
            if other != chosen:
                assert found[other] == pytest.approx(merged_for_real(case, table, chosen, other, ground), abs=1e-9)


def merged_for_real(case, table, chosen, other, ground) -> float:
    """Give the rows of both classes one number, then count and measure everything anew."""
    number = np.where(table.classes.of_row == other, chosen, table.classes.of_row).astype(str)
    labels = np.full(case.table.n_rows, "left out", object)
    labels[table.classes.kept] = number
    grouped = from_frame(pd.DataFrame({"g": labels}))["g"]
    wider = case.table.with_column(grouped)
    again = contingency(wider, equivalence_classes(wider, ["g"]), "s", original=case.original)
    place = equivalence_classes(wider, ["g"]).keys(wider, np.arange(len(again.classes)))["g"].index(str(chosen))
    return float(distance(again, ground)[place])


@given(cases(), st.randoms(use_true_random=False))
def test_the_maximum_never_rises_and_two_that_keep_t_merge_into_one_that_does(case, rng):
    table, grounds = grounds_of(case)
    if len(table.classes) < 2:
        return
    chosen = rng.randrange(len(table.classes))
    for ground in grounds:
        now, merged = distance(table, ground), merged_distances(table, chosen, ground)
        known = table.size if isinstance(ground, Equal | Tree) else table.without_missing.size
        for other in np.flatnonzero(np.isfinite(merged)):
            assert merged[other] <= max(now[chosen], now[other]) + 1e-9
            both = known[chosen] + known[other]
            if both:
                mean = (known[chosen] * now[chosen] + known[other] * now[other]) / both
                assert merged[other] <= mean + 1e-9
        best = partner(table, chosen, ground)
        assert best.after == pytest.approx(merged.min())


def test_parts_change_nothing(monkeypatch):
    clinic = samples.load("clinic")
    table = contingency(clinic.table, equivalence_classes(clinic.table, ["age", "sex"]), "diagnosis")
    whole = merged_distances(table, 5, Equal())
    monkeypatch.setattr(partners, "CELLS", 50)
    assert (merged_distances(table, 5, Equal()) == whole).all()


def test_a_class_that_was_nearer_gets_worse():
    """Correction 5: equal sizes at 0 and 1/2 merge to 1/4; the first fails t = 0.2."""
    frame = pd.DataFrame({"q": list("aabbcc"), "s": list("xyxxyy")})
    table = from_frame(frame)
    counted = contingency(table, equivalence_classes(table, ["q"]), "s")
    assert distance(counted, Equal()).tolist() == [0, 0.5, 0.5]
    best = partner(counted, 1, Equal())
    assert (best.partner, best.after, best.partner_gets_worse, best.helps) == (2, 0.0, False, True)
    worse = partner(contingency(table.with_suppressed(np.array([0, 0, 0, 0, 1, 1], bool)), equivalence_classes(
        table.with_suppressed(np.array([0, 0, 0, 0, 1, 1], bool)), ["q"]), "s", original=table), 1, Equal())  # fmt: skip
    assert (worse.partner, worse.before, worse.partner_before, worse.after) == (0, 0.5, 0.0, 0.25)
    assert worse.partner_gets_worse
    assert "the other crowd gets worse, from 0.0000" in worse.sentence
    assert worse.sentence.endswith("never rises when whole crowds merge.")


def test_one_class_has_no_partner():
    table = from_frame(pd.DataFrame({"q": ["a", "a"], "s": ["x", "y"]}))
    assert partner(contingency(table, equivalence_classes(table, ["q"]), "s"), 0, Equal()) is None


@pytest.mark.long
@pytest.mark.parametrize("kind", ["equal", "ordered", "value", "hierarchical"])
def test_the_best_of_eleven_thousand_classes(kind):
    rng = np.random.default_rng(1)
    n = 30_162
    frame = pd.DataFrame({"q": rng.integers(0, 11_000, n), "s": rng.integers(0, 14, n)})
    table = from_frame(frame)
    counted = contingency(table, equivalence_classes(table, ["q"]), "s")
    from privacy_core import hierarchy

    tree = hierarchy("s", [(str(i), f"g{i % 4}", "*") for i in range(14)])
    ground = {"equal": Equal(), "ordered": Rank(), "value": Value(), "hierarchical": Tree(tree)}[kind]
    best = partner(counted, 1, ground)
    assert best.after == pytest.approx(merged_distances(counted, 1, ground).min())


@given(cases(original=False))
def test_knowing_more_never_raises_l(case):
    if all(case.plain.suppressed):
        return
    frame = case.frame.assign(other=[i % 3 for i in range(len(case.frame))])
    table = from_frame(frame).with_suppressed(np.array(case.plain.suppressed, bool))
    for found in together(table, Roles(tuple(case.names), ("s", "other"))):
        assert 1 <= found.known <= found.alone


def test_the_joint_value_is_one_more_column():
    frame = pd.DataFrame({"q": list("aabb"), "s": list("xyxy"), "u": [1, 2, 2, None], "s + u": list("0123")})
    table = from_frame(frame)
    found = joint(table, Roles(("q",), ("s", "u")))
    assert found.column == "s + u (joint)"
    assert found.table[found.column].labels == ["x · 1", "x · 2", "y · 2", "y · (missing)"]
    assert (found.values, found.distinct, found.distance) == (4, 2, 0.5)


def test_one_sensitive_column_is_the_same_alone():
    nine = samples.load("hospital-4")
    (found,) = together(nine.table, Roles(("zip", "age"), ("disease",)))
    assert found.alone == found.known == 3


def test_cautions_that_depend_on_the_table():
    clinic = samples.load("clinic")
    counted = contingency(clinic.table, equivalence_classes(clinic.table, ["sex"]), "diagnosis")
    assert [c.name for c in cautions(counted)] == ["identity", "changing table", "outside knowledge"]
    one = from_frame(pd.DataFrame({"q": ["a", "b"], "s": ["x", "x"]}))
    assert cautions(contingency(one, equivalence_classes(one, ["q"]), "s"))[-1].name == "one value"
