"""Predicates from the classes of a release against slow loops, and what must not change them."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from privacy_core import from_frame, samples
from privacy_core.attacks import NotMeasured, Outcome, class_predicates, findings_of_classes
from privacy_core.attacks.singling_out.baseline import baseline, peak
from privacy_core.attacks.singling_out.classes_of_release import fits, patterns
from privacy_core.errors import ParameterError, TableError, UnknownColumn
from privacy_core.hierarchies import read_hierarchy
from privacy_core.protections import GRID, Original
from tests.privacy_core.attacks.singling_out.releases import people, shown


def test_a_hash_of_one_in_m_isolates_as_theory_says():
    """Classes of m rows and no others that fit: B(m, 1/m)."""
    frame = pd.DataFrame({"group": np.repeat(np.arange(200), 5), "pay": np.arange(1000)})
    found = class_predicates(
        from_frame(frame), from_frame(frame[["group"]]), ["group"], np.random.default_rng(1), tries=4000
    )
    assert set(found.fit.tolist()) == {5}
    assert found.main.rate == pytest.approx(0.8**4, abs=0.025)
    assert found.predicted.mean() == pytest.approx(0.8**4)
    assert found.outcome is Outcome.NOT_MEASURED
    assert found.weight is None
    assert found.eta is None
    assert isinstance(found.evidence, NotMeasured)
    assert (found.in_sample == 0.005).all()


def test_global_recoding_with_few_columns_is_no_better_than_blind():
    random = np.random.default_rng(2)
    frame, others = people(random, 2000), people(random, 20_000)
    release = pd.DataFrame(
        {"age": [f"[{a // 10 * 10}, {a // 10 * 10 + 10}[" for a in frame["age"]], "sex": frame["sex"]}
    )
    tables = from_frame(frame), from_frame(release)
    found = class_predicates(*tables, ["age", "sex"], np.random.default_rng(1), holdout=from_frame(others), tries=2000)
    assert found.outcome is Outcome.NO_BETTER
    assert np.median(found.overfit) == pytest.approx(1, abs=0.1)
    assert found.evidence.baseline.rate == pytest.approx(found.blind.mean(), abs=0.035)
    assert found.evidence.control.rate == pytest.approx(found.main.rate, abs=0.05)
    assert (found.weight == (found.holdout_fit + 0.5) / 20_001).all()
    assert found.blind.tolist() == baseline(2000, found.weight / found.sizes).tolist()
    assert any("does not show that nobody can be singled out" in one for one in findings_of_classes(found))


def test_many_columns_beat_the_blind_attacker():
    """Boxes round five neighbours in 30 columns: what they say of five people is true of hardly anybody else."""
    random = np.random.default_rng(2)

    def drawn(n):
        return pd.DataFrame({f"c{at}": random.integers(0, 100, n) for at in range(30)})

    frame, others = drawn(500), drawn(20_000)
    ordered = frame.sort_values([*frame.columns]).reset_index(drop=True)
    boxes = ordered.groupby(np.arange(500) // 5)
    low, high = boxes.transform("min"), boxes.transform("max")
    release = low.astype(str).radd("[") + ", " + high.astype(str) + "]"
    tables = from_frame(ordered), from_frame(release)
    found = class_predicates(*tables, [*frame.columns], np.random.default_rng(1), holdout=from_frame(others))
    assert found.outcome is Outcome.BEATS
    assert found.unresolved > 90
    assert found.eta is None  # 20,000 strangers cannot show a weight below 1 in 50,000
    wide = class_predicates(
        *tables, [*frame.columns], np.random.default_rng(1), holdout=from_frame(others), limit=1 / 10_000
    )
    assert wide.eta > 0.9
    assert any("not zero" in one for one in findings_of_classes(found))


def test_weights_are_those_of_the_hold_out_and_not_of_the_release():
    """Half of the release are of a kind that hardly exists among people."""
    frame = pd.DataFrame({"kind": ["rare"] * 50 + ["common"] * 50, "pay": range(100)})
    others = pd.DataFrame({"kind": ["rare"] * 10 + ["common"] * 990, "pay": range(1000, 2000)})
    found = class_predicates(
        from_frame(frame), from_frame(frame[["kind"]]), ["kind"], np.random.default_rng(1), holdout=from_frame(others)
    )
    assert found.weight.tolist() == [990.5 / 1001, 10.5 / 1001]
    assert found.overfit.tolist() == [0.5 / (990.5 / 1001), 0.5 / (10.5 / 1001)]
    assert found.in_sample.tolist() == [0.5, 0.5]


def test_a_published_row_of_one_person_isolates_it():
    frame = pd.DataFrame({"age": np.arange(100), "pay": np.arange(100)})
    others = pd.DataFrame({"age": np.arange(200, 1200), "pay": np.arange(1000)})
    asked = from_frame(frame), from_frame(frame[["age"]]), ["age"]
    found = class_predicates(*asked, np.random.default_rng(1), holdout=from_frame(others), tries=150)
    assert found.main.hits == found.main.attempts == 150
    assert found.evidence.control.hits == 0
    assert found.outcome is Outcome.BEATS


@pytest.mark.parametrize("several", [1, 5, 100])
def test_a_small_hold_out_makes_no_verdict_of_what_it_cannot_tell(several):
    """One stranger, whom nothing fits: weights are overstated, and the bound is luck at its best."""
    random = np.random.default_rng(5)
    frame = pd.DataFrame({"age": random.integers(0, 1000, 1000), "pay": random.random(1000)})
    release = pd.DataFrame({"age": [f"[{age // 100 * 100}, {age // 100 * 100 + 100}[" for age in frame["age"]]})
    others = pd.DataFrame({"age": random.integers(2000, 3000, several), "pay": random.random(several)})
    found = class_predicates(
        from_frame(frame), from_frame(release), ["age"], np.random.default_rng(1), holdout=from_frame(others)
    )
    assert found.bound <= peak(1000) + 1e-12
    if several < 100:
        assert found.bound == pytest.approx(peak(1000), abs=0.01)
        assert found.outcome is Outcome.NO_BETTER


def test_equal_rows_cannot_be_isolated_so_the_premise_fails():
    frame = pd.DataFrame({"age": [30] * 20, "pay": [7] * 20})
    asked = from_frame(frame), from_frame(frame), ["age"]
    found = class_predicates(*asked, np.random.default_rng(1), holdout=from_frame(frame))
    assert found.outcome is Outcome.PREMISE_FAILS
    assert found.main.hits == 0
    assert any("premise fails" in one for one in findings_of_classes(found))


def test_labels_of_a_hierarchy_and_missing_cells():
    tree = read_hierarchy(b"nurse;health;*\ndoctor;health;*\nsmith;craft;*\n", "job")
    frame = pd.DataFrame({"job": ["nurse", "doctor", "smith", None, "smith"], "pay": range(5)})
    release = pd.DataFrame({"job": ["health", "health", "craft", "*", "craft"]})
    published = patterns(from_frame(release), ["job"], {"job": tree})
    found = fits(published, from_frame(frame))
    expected = {"*": [0, 1, 2, 3, 4], "craft": [2, 4], "health": [0, 1]}
    described = [one for (one,) in shown(published, from_frame(release))]
    assert {one: sorted(found.of(at).tolist()) for at, one in enumerate(described)} == expected
    class_predicates(
        from_frame(frame), from_frame(release), ["job"], np.random.default_rng(1), hierarchies={"job": tree}
    )
    with pytest.raises(TableError, match="by column 'job', 4 rows of the release fit no row"):
        class_predicates(from_frame(frame), from_frame(release), ["job"], np.random.default_rng(1))


def test_a_release_of_somebody_else_is_refused_with_column_and_rows():
    frame = pd.DataFrame({"age": [20, 21, 30, 31], "sex": ["f", "m", "f", "m"]})
    other = pd.DataFrame({"age": ["20-29", "20-29", "30-39", "30-39"], "sex": ["f", "f", "m", "m"]})
    random = np.random.default_rng(1)
    with pytest.raises(TableError, match="by column 'sex' and those before it, 2 rows of the release fit no row"):
        class_predicates(from_frame(frame), from_frame(other), ["age", "sex"], random)
    with pytest.raises(TableError, match="by column 'age', 1 row of the release fits no row of the original"):
        class_predicates(from_frame(frame), from_frame(other.assign(age=[*other["age"][:3], "40-49"])), ["age"], random)
    with pytest.raises(TableError, match="has 8 rows that are not suppressed, the original 4"):
        class_predicates(from_frame(frame), from_frame(pd.concat([other, other])), ["age"], random)
    overlapping = pd.DataFrame({"age": ["[20, 21]", "[20, 21]", "[20, 25]", "[20, 25]"]})
    with pytest.raises(TableError, match="2 rows of the original fit no row of the release"):
        class_predicates(from_frame(frame), from_frame(overlapping), ["age"], random)


def test_suppressed_rows_describe_nobody():
    frame = pd.DataFrame({"age": [20, 21, 30, 77], "pay": range(4)})
    release = from_frame(pd.DataFrame({"age": ["20-29", "20-29", "30-39", "*"]}))
    hidden = release.with_suppressed(np.array([False, False, False, True]))
    found = class_predicates(from_frame(frame), hidden, ["age"], np.random.default_rng(1))
    assert (found.n_suppressed, found.sizes.tolist(), found.fit.tolist()) == (1, [2, 1], [2, 1])
    with pytest.raises(TableError, match="Every row of the release is suppressed"):
        class_predicates(
            from_frame(frame), release.with_suppressed(np.ones(4, bool)), ["age"], np.random.default_rng(1)
        )


def test_bad_calls_are_refused_in_a_sentence():
    frame = from_frame(pd.DataFrame({"age": [20, 21], "sex": ["f", "m"]}))
    random = np.random.default_rng(1)
    with pytest.raises(ParameterError, match="Nothing is known"):
        class_predicates(frame, frame, [], random)
    with pytest.raises(ParameterError, match="'age' is named twice"):
        class_predicates(frame, frame, ["age", "age"], random)
    with pytest.raises(ParameterError, match="tries must be at least 1"):
        class_predicates(frame, frame, ["age"], random, tries=0)
    with pytest.raises(ParameterError, match=r"limit must lie in \[0, 1\]"):
        class_predicates(frame, frame, ["age"], random, limit=2)
    with pytest.raises(ParameterError, match="limit must be above 0"):
        class_predicates(frame, frame, ["age"], random, limit=0)
    with pytest.raises(UnknownColumn, match="'zip'"):
        class_predicates(frame, frame, ["zip"], random)
    with pytest.raises(TableError, match="lacks 1 of 2 columns, the first of them 'sex'"):
        class_predicates(frame, frame, ["age"], random, holdout=from_frame(pd.DataFrame({"age": [20]})))
    with pytest.raises(TableError, match="changed at random"):
        class_predicates(frame, frame.with_perturbed(["age"]), ["age"], random)


def test_sizes_of_the_hold_out_are_allowed_for():
    """A larger hold-out, a smaller one and one as large give the same control within chance."""
    random = np.random.default_rng(6)

    def drawn(n):
        return pd.DataFrame({"age": random.integers(0, 400, n), "pay": random.random(n)})

    frame = drawn(1000)
    asked = from_frame(frame), from_frame(frame[["age"]]), ["age"]
    rates = []
    for several in (500, 1000, 20_000):
        found = class_predicates(*asked, np.random.default_rng(1), holdout=from_frame(drawn(several)), tries=3000)
        rates.append(found.evidence.control.rate)
        assert found.control_as_counted.attempts == 3000
    assert rates == pytest.approx([rates[1]] * 3, abs=0.05)


@pytest.mark.parametrize("way", GRID, ids=[one.name for one in GRID])
def test_every_release_kelt_makes_is_attacked_or_refused_for_what_it_is(way):
    """Recoded and withheld cells generalize the original, rows in any order; noise, swaps, means, synthesis do not."""
    shop = samples.load("touchpoints")
    few = shop.table.only(np.arange(300))
    made = way.make(Original(few, shop.roles, np.random.default_rng(1)))
    mixed = made.only(np.random.default_rng(2).permutation(made.n_rows))
    asked = few, mixed, ["age", "gender", "region", "size"], np.random.default_rng(1)
    if way.name == "as it is" or way.name.startswith(("k = ", "cells withheld")):
        found = class_predicates(*asked, holdout=samples.strangers(300), tries=60)
        assert (found.fit >= found.sizes).all()
        assert found.sizes.sum() + found.n_suppressed == 300
    else:
        with pytest.raises(TableError, match="changed at random|does not generalize the original"):
            class_predicates(*asked, holdout=samples.strangers(300), tries=60)


def test_members_in_the_hold_out_are_told():
    shop = samples.load("touchpoints").table
    asked = shop, shop, ["age", "region"]
    found = class_predicates(*asked, np.random.default_rng(1), holdout=shop, tries=50)
    assert found.members == shop.n_rows
    assert any("strangers must not be in it" in one for one in findings_of_classes(found))


def test_no_sentence_holds_a_value():
    frame = pd.DataFrame({"town": ["Quxville", "Quxville", "Zzyzx", "Zzyzx"], "pay": range(4)})
    found = class_predicates(
        from_frame(frame), from_frame(frame[["town"]]), ["town"], np.random.default_rng(1), holdout=from_frame(frame)
    )
    said = " ".join([*findings_of_classes(found), *found.assumptions])
    assert "Quxville" not in said
    assert "Zzyzx" not in said
