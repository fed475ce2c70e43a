"""PRAM and noise, and that nothing is counted in what they changed."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from privacy_core import (
    KAnonymity,
    Limits,
    ParameterError,
    Policies,
    Roles,
    Thresholds,
    UnknownColumn,
    assess,
    contingency,
    equivalence_classes,
    from_frame,
    measure,
)
from privacy_core.anonymizers import Mondrian, add_noise, invariant_matrix, pram, release
from privacy_core.reports import document, text


def chances(random: np.random.Generator, n: int) -> np.ndarray:
    matrix = random.random((n, n)) * (random.random((n, n)) < 0.7) + np.eye(n) * 0.1
    return matrix / matrix.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("seed", range(50))
def test_invariant_chances_keep_the_expected_counts(seed):
    random = np.random.default_rng(seed)
    n = int(random.integers(1, 7))
    count = random.integers(0, 50, n)
    matrix = invariant_matrix(chances(random, n), count)
    assert (matrix >= 0).all()
    assert matrix.sum(axis=1) == pytest.approx(np.ones(n))
    assert count @ matrix == pytest.approx(count)


def test_the_draws_follow_the_matrix():
    table = from_frame(pd.DataFrame({"q": ["a"] * 6_000 + ["b"] * 3_000 + ["c"] * 1_000}))
    matrix = np.array([[0.7, 0.2, 0.1], [0.0, 1.0, 0.0], [0.5, 0.25, 0.25]])
    done = pram(table, ["q"], np.random.default_rng(4), invariant=False, matrices={"q": matrix})
    before, after = table["q"].codes, done.table["q"].codes
    for code in (0, 2):
        seen = np.bincount(after[before == code], minlength=3)
        assert stats.chisquare(seen, matrix[code] * seen.sum()).pvalue > 1e-3
    assert (after[before == 1] == 1).all()
    assert done.changed == {"q": int((before != after).sum())}


def test_default_pram_keeps_frequencies_and_missing_cells_and_suppressed_rows():
    frame = pd.DataFrame({"q": ["a"] * 4_000 + ["b"] * 2_000 + [None] * 50, "r": range(6_050)})
    held = np.arange(6_050) % 10 == 0
    table = from_frame(frame).with_suppressed(held)
    done = pram(table, ["q"], np.random.default_rng(1), stay=0.6)
    assert (done.table["q"].codes[held] == table["q"].codes[held]).all()
    assert done.table["q"].n_missing == 50
    share = (done.table["q"].codes[~held] == 0).mean()
    assert share == pytest.approx((table["q"].codes[~held] == 0).mean(), abs=0.02)
    assert 0 < done.changed["q"] < 6_000
    assert "r" not in done.table.perturbed


def test_only_values_that_occur_are_drawn_and_one_value_stays():
    kinds = pd.Categorical(["a", "b", "a"] * 50, ["a", "b", "never"], ordered=True)
    done = pram(from_frame(pd.DataFrame({"q": kinds, "one": "x"})), ["q", "one"], np.random.default_rng(1), stay=0.3)
    assert set(done.table["q"].texts(np.arange(150))) == {"a", "b"}
    assert done.changed["one"] == 0


@pytest.mark.parametrize("correlated", [False, True])
def test_noise_has_the_asked_size_and_keeps_correlations_where_asked(correlated):
    random = np.random.default_rng(2)
    one = random.normal(size=20_000)
    frame = pd.DataFrame({"x": 100 * one, "y": one + 0.3 * random.normal(size=20_000)})
    done = add_noise(from_frame(frame), ["x", "y"], np.random.default_rng(3), amount=0.5, correlated=correlated)
    numbers = {n: done.table[n].categories[done.table[n].codes] for n in "xy"}
    noise = np.array([numbers[n] - frame[n] for n in "xy"])
    assert noise.std(axis=1) == pytest.approx(0.5 * frame.std().to_numpy(), rel=0.03)
    expected = frame.corr().iloc[0, 1] if correlated else 0.0
    assert np.corrcoef(noise)[0, 1] == pytest.approx(expected, abs=0.03)
    after = np.corrcoef(numbers["x"], numbers["y"])[0, 1]
    whole = frame.corr().iloc[0, 1]
    assert after == pytest.approx(whole if correlated else whole / 1.25, abs=0.02)


def test_whole_numbers_stay_whole_and_gaps_and_infinities_stay():
    frame = pd.DataFrame({"age": [20, 30, 40, 50], "pay": [1.0, np.inf, None, 3.0]})
    done = add_noise(from_frame(frame), ["age", "pay"], np.random.default_rng(5), amount=0.5)
    assert done.table["age"].categories.dtype.kind == "i"
    texts = done.table["pay"].texts(np.arange(4))
    assert texts[1:3] == ["inf", "(missing)"]
    assert texts[0] != "1"
    none = add_noise(from_frame(frame), ["age"], np.random.default_rng(5), amount=0.0)
    assert none.changed == {"age": 0}
    assert none.table["age"].texts(np.arange(4)) == ["20", "30", "40", "50"]


@pytest.mark.parametrize("change", [pram, add_noise])
def test_the_order_of_rows_and_columns_does_not_matter(change):
    random = np.random.default_rng(6)
    frame = pd.DataFrame({"a": random.integers(0, 5, 60), "b": random.integers(0, 9, 60), "c": random.permutation(60)})
    mixed = random.permutation(60)
    one = change(from_frame(frame), ["a", "b"], np.random.default_rng(7)).table
    other = change(from_frame(frame.iloc[mixed, ::-1]), ["b", "a"], np.random.default_rng(7)).table
    for name in "ab":
        assert one[name].texts(mixed) == other[name].texts(np.arange(60))


def test_what_they_refuse():
    table = from_frame(pd.DataFrame({"q": ["a", "b"], "x": [1, 2]}))
    random = np.random.default_rng(1)
    for wrong in ([[1, 0]], [[0.5, 0.4], [0, 1]], [[1.5, -0.5], [0, 1]]):
        with pytest.raises(ParameterError, match="matrix"):
            pram(table, ["q"], random, matrices={"q": np.array(wrong)})
    with pytest.raises(ParameterError):
        pram(table, ["q"], random, stay=1.1)
    with pytest.raises(ParameterError, match="no numbers"):
        add_noise(table, ["q"], random)
    with pytest.raises(ParameterError):
        add_noise(table, ["x"], random, amount=-1)
    for change in (pram, add_noise):
        with pytest.raises(UnknownColumn):
            change(table, ["z"], random)


def test_frequency_measures_are_switched_off_with_the_reason(shared):
    original, release_ = (
        from_frame(pd.read_csv(shared / "cases" / f"c56_perturbed_{which}.csv")) for which in ("original", "release")
    )
    roles = Roles(("age", "sex"), ("income",))
    assert assess(original, roles).headline.value == 2
    assert assess(release_, roles).headline.value == 1  # what would be shouted if nobody said it was perturbed
    said = assess(release_.with_perturbed(["age", "income"]), roles)
    assert {m.value for m in said.measurements} == {None}
    assert all("not valid here" in m.reason for m in said.measurements)
    assert said.risk.highest is said.risk.unique_rows is None
    assert "not valid here" in said.risk.reason
    assert any("not valid here" in sentence for sentence in said.findings)
    written = document(said)
    assert written["measures"][0]["value"] is written["risk"]["highest"] is written["risk"]["unique_rows"] is None
    assert "not valid here" in text(written)


def test_only_what_was_changed_is_switched_off():
    table = from_frame(pd.DataFrame({"q": list("aabb"), "s": list("xyxy"), "r": list("uvuv")})).with_perturbed(["s"])
    found = assess(table, Roles(("q",), ("s", "r")), Thresholds(k=2))
    assert found.headline.value == 2
    values = {(m.model.name, m.model.sensitive): m.value for m in found.measurements}
    assert values["distinct-l", "s"] is None
    assert values["distinct-l", "r"] == 2
    counted = contingency(table, equivalence_classes(table, ["q"]), None)
    assert measure(KAnonymity(2), counted).verdict == "holds"


def test_no_threshold_is_judged_and_nothing_is_promised_about_changed_columns():
    table = from_frame(pd.DataFrame({"q": list("aabb"), "s": list("xyxy")}))
    roles = Roles(("q",), ("s",))
    for asked, perturbed in ((Thresholds(k=2), "q"), (Thresholds(l=2), "q"), (Thresholds(t=0.2), "s")):
        with pytest.raises(ParameterError, match="at random"):
            assess(table.with_perturbed([perturbed]), roles, asked)
    changed = table.with_perturbed(["q"])
    with pytest.raises(ParameterError, match="at random"):
        Mondrian().anonymize(changed, roles, {}, [KAnonymity(2)], Limits())
    with pytest.raises(ParameterError, match="at random"):
        release(changed, changed, changed.suppressed, roles, [KAnonymity(2)], Policies())


def test_the_mark_travels_with_the_table():
    table = from_frame(pd.DataFrame({"q": list("aabb"), "s": list("xyxy")})).with_perturbed(["q"])
    for made in (table.only(np.arange(2)), table.with_suppressed(np.ones(4, bool)), table.with_column(table["s"])):
        assert made.perturbed == {"q"}
    with pytest.raises(UnknownColumn):
        table.with_perturbed(["z"])
