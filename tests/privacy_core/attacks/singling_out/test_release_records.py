"""Predicates of single released records against slow loops, and the faults of others they must not have."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_core import from_frame
from privacy_core.attacks import Counts, Evidence, Outcome, findings_of_records, record_predicates, trying
from privacy_core.attacks.singling_out.conditions import Sign
from privacy_core.attacks.singling_out.relabelling import as_many_by_luck
from privacy_core.errors import ParameterError, TableError, UnknownColumn
from privacy_core.intake import read

SIGNS = {
    Sign.EQUAL: lambda cell, value: cell == value,
    Sign.AT_LEAST: lambda cell, value: cell >= value,
    Sign.AT_MOST: lambda cell, value: cell <= value,
}


def drawn(random, n):
    frame = pd.DataFrame(
        {
            "age": random.integers(18, 90, n).astype(float),
            "income": random.lognormal(10, 0.6, n).round(2),
            "height": random.normal(170, 10, n).round(1),
            "region": random.choice([*"abcdefgh"], n),
            "job": random.choice([f"j{at}" for at in range(30)], n),
        }
    )
    frame.loc[random.random(n) < 0.02, "age"] = np.nan
    frame.loc[random.random(n) < 0.02, "job"] = None
    return frame


def rows_with(frame, conditions):
    cells = {one.column: frame[one.column].tolist() for one in conditions}
    return sum(all(_holds(one, cells[one.column][row]) for one in conditions) for row in range(len(frame)))


def _holds(condition, cell):
    if cell is None or cell != cell:  # missing
        return condition.sign is Sign.MISSING
    return condition.sign is not Sign.MISSING and SIGNS[condition.sign](cell, condition.value)


def run(original, release, holdout=None, mode="multivariate", tries=60, columns=None, **more):
    tables = from_frame(original), from_frame(release), [*(columns or original.columns)], np.random.default_rng(1)
    away = None if holdout is None else from_frame(holdout)
    return record_predicates(*tables, holdout=away, mode=mode, tries=tries, **more)


def test_intervals_and_residual_risk_are_the_published_ones():
    """Checks 4 and 5 of the specification, as the evidence of these attacks has them."""
    assert Counts(50, 500).interval == pytest.approx((0.076678, 0.129422), abs=1e-6)
    assert Counts(0, 500).interval == pytest.approx((0, 0.007624), abs=1e-6)
    assert Counts(1, 1).interval == pytest.approx((0.206549, 1), abs=1e-6)
    assert Counts(0, 0).interval is None
    excess = Evidence("a", Counts(120, 500), Counts(0, 500), Counts(40, 500), 500, 1, ()).excess
    assert (excess.value, excess.low, excess.high) == pytest.approx((0.17319, 0.12710, 0.21928), abs=1e-5)


@settings(max_examples=20)
@given(st.integers(0, 2**32 - 1), st.sampled_from(["univariate", "multivariate"]), st.integers(1, 60))
def test_every_predicate_is_what_loops_find(seed, mode, n):
    random = np.random.default_rng(seed)
    original, release, holdout = (drawn(random, several) for several in (50, n, 50))
    found = run(original, release, holdout, mode)
    assert len(set(found.predicates)) == len(found.predicates) == found.evidence.main.attempts
    for at, one in enumerate(found.predicates):
        assert rows_with(release, one) == 1
        assert found.isolated[at] == (rows_with(original, one) == 1)
        assert found.weight[at] == (rows_with(holdout, one) + 0.5) / 51
    assert found.evidence.main.hits == found.isolated.sum()
    assert found.evidence.control.hits == sum(rows_with(holdout, one) == 1 for one in found.predicates)


@pytest.mark.parametrize("mode", ["univariate", "multivariate"])
def test_identical_half_copied_and_fresh_releases(mode):
    random = np.random.default_rng(3)
    original, holdout, fresh = (drawn(random, 1000) for _ in range(3))
    half = pd.concat([original[:500], fresh[500:]], ignore_index=True)
    identical, copied, luck = (run(original, one, holdout, mode, 300) for one in (original, half, fresh))
    assert identical.evidence.main.rate == 1
    assert identical.outcome is Outcome.BEATS
    assert 0.2 < copied.evidence.excess.value < 0.5
    assert copied.outcome is Outcome.BEATS
    assert luck.outcome is Outcome.NO_BETTER
    assert luck.evidence.main.rate == pytest.approx(luck.evidence.control.rate, abs=0.08)
    assert abs(luck.evidence.excess.value) < 0.08


@pytest.mark.parametrize("mode", ["univariate", "multivariate"])
def test_the_order_of_rows_and_columns_changes_nothing(mode):
    random = np.random.default_rng(3)
    several = [drawn(random, n) for n in (200, 300, 900)]
    moved = [one.sample(frac=1, random_state=5)[one.columns[::-1]].reset_index(drop=True) for one in several]
    first, again = run(*several, mode), run(*moved, mode)
    assert first.predicates == again.predicates
    assert (first.isolated == again.isolated).all()
    assert first.evidence == again.evidence
    assert first.by_column == again.by_column
    assert first.by_luck == again.by_luck


def test_luck_is_the_share_of_all_groups_that_could_be_drawn():
    """Against every group of three among three people and three strangers."""
    people, strangers = pd.DataFrame({"age": [20, 30, 41]}), pd.DataFrame({"age": [20, 50, 60]})
    features = trying.shared([from_frame(one) for one in (people, people, strangers)], ["age"])
    queries = [((0, Sign.EQUAL, value),) for value in (20.0, 30.0, 41.0)]
    everybody = [20, 30, 41, 20, 50, 60]
    groups = [*combinations(everybody, 3)]
    hits = [sum(group.count(value) == 1 for value in (20, 30, 41)) for group in groups]
    expected = sum(one >= 3 for one in hits) / len(groups)
    drawn = [as_many_by_luck(features, queries, np.random.default_rng(seed)) for seed in range(4)]
    assert drawn == pytest.approx([expected] * 4, abs=0.03)
    assert as_many_by_luck(features, [], np.random.default_rng(1)) is None


def test_predicates_that_overlap_are_no_evidence_by_their_number():
    """Releases of strangers: what beats luck by the intervals alone does so too often, the verdict does not."""
    verdicts, luck = [], []
    for seed in range(40):
        random = np.random.default_rng(seed)
        original, release, holdout = (drawn(random, 300).dropna() for _ in range(3))
        found = run(original, release, holdout, tries=200, columns=["age", "region", "job"])
        verdicts.append(found.outcome)
        luck.append(found.by_luck)
    assert verdicts.count(Outcome.BEATS) <= 3
    assert np.mean(np.array(luck) < 0.5) == pytest.approx(0.5, abs=0.2)


def test_without_strangers_there_is_no_verdict():
    original = drawn(np.random.default_rng(1), 100)
    found = run(original, original)
    assert found.evidence.main.rate == 1
    assert found.evidence.control is None
    assert found.weight is None
    assert found.outcome is Outcome.NOT_MEASURED
    assert any("not measured" in one for one in findings_of_records(found))


def test_one_column_with_many_rare_values_is_told_and_can_be_excluded(shared: Path):
    """P67 of the shared problems: 60 values of `gain` occur once, none of the other columns."""
    problems = json.loads((shared / "cases" / "problems.json").read_text())["entries"]
    expected = next(one for one in problems if one["id"] == "P67")["expected"]["singletons"]
    name = "c51_one_column_dominates.csv"
    table = read((shared / "cases" / name).read_bytes(), name).table
    asked = table, table, [*expected], np.random.default_rng(1)
    found = record_predicates(*asked, mode="univariate", tries=500)
    values = [one for (one,) in found.predicates if one.sign is Sign.EQUAL]
    assert {column: sum(one.column == column for one in values) for column in expected} == expected
    assert found.by_column["age_band"] == found.by_column["sex"] == 0
    assert any("Column 'gain' gives" in one and "Exclude it" in one for one in findings_of_records(found))
    without = record_predicates(*asked, mode="univariate", tries=500, exclude=["gain"])
    assert without.by_column == {"age_band": 0, "sex": 0}
    assert without.evidence.main.attempts == 0
    assert without.outcome is Outcome.NOT_MEASURED


def test_columns_take_turns():
    """An id-like column gets only what the others leave."""
    frame = pd.DataFrame(
        {"id": np.arange(200), **{f"c{at}": ["a"] * 190 + [f"r{at}{x}" for x in range(10)] for at in "xyz"}}
    )
    found = run(frame, frame, mode="univariate", tries=40)
    assert found.by_column == {"id": 10, "cx": 10, "cy": 10, "cz": 10}
    many = run(frame, frame, mode="univariate", tries=150)
    assert many.by_column == {"id": 120, "cx": 10, "cy": 10, "cz": 10}


def test_apostrophes_blanks_and_brackets_are_letters_like_others():
    """Queries written as text go blind on them; the same table with plain letters gives the same counts."""
    random = np.random.default_rng(2)
    n = 100
    plain = pd.DataFrame(
        {"name": [f"ONeil_{at}" for at in range(n)], "petal": random.normal(5, 1, n), "job": random.choice([*"ab"], n)}
    )
    odd = plain.assign(name=plain["name"].str.replace("_", '\'s "x" \\')).rename(
        columns={"name": "it's a `name`", "petal": "petal length (cm)", "job": "job [%] & or not"}
    )
    for mode in ("univariate", "multivariate"):
        one, other = run(plain, plain, mode=mode, n_columns=2), run(odd, odd, mode=mode, n_columns=2)
        assert one.evidence.main.hits == other.evidence.main.hits == other.evidence.main.attempts == 60


def test_fewer_predicates_than_asked_for_are_the_denominator():
    """Three rows, 500 asked: the rate is of those made."""
    frame = pd.DataFrame({"age": [20, 30, 40], "sex": ["f", "f", "m"]})
    found = run(frame, frame, mode="univariate", tries=500)
    assert found.evidence.asked == 500
    assert found.evidence.main.attempts == 6  # three ages, at most 20, at least 40, one m
    assert found.evidence.main.hits == 6
    assert any("500 predicates were asked for, 6 were found" in one for one in findings_of_records(found))
    several = run(frame, frame, tries=500, n_columns=2)
    assert several.evidence.main.attempts < 500
    assert several.evidence.main.rate == 1


def test_nothing_to_single_out_is_no_attempt():
    frame = pd.DataFrame({"age": [7.0] * 10, "sex": ["f"] * 10, "empty": [np.nan] * 10})
    for mode in ("univariate", "multivariate"):
        found = run(frame, frame, frame, mode=mode)
        assert found.evidence.main.attempts == 0
        assert found.outcome is Outcome.NOT_MEASURED
        assert findings_of_records(found)[0].startswith("No predicate that holds")


def test_equal_people_are_not_isolated():
    """A record released once that stands for two equal people."""
    frame = pd.DataFrame({"age": [20, 20, 30, 30, 41]})
    found = run(frame, frame.drop_duplicates(), mode="univariate")
    isolating = {(one.sign, one.value) for (one,), hit in zip(found.predicates, found.isolated, strict=True) if hit}
    assert isolating == {(Sign.EQUAL, 41), (Sign.AT_LEAST, 41)}


def test_a_blurred_release_is_read_as_it_is_published():
    frame = pd.DataFrame({"age": [21, 25, 33, 38, 47], "sex": [*"ffmmf"]})
    release = pd.DataFrame({"age": ["[20, 30[", "[20, 30[", "[30, 40[", "[30, 40[", "[40, 50["], "sex": [*"ffmmf"]})
    found = run(frame, release, mode="univariate")
    assert found.evidence.main.hits == found.evidence.main.attempts == 2  # the one above 40: equal, and at least
    assert found.notes or found.by_column["age"] == 2


def test_suppressed_records_are_left_out():
    frame = pd.DataFrame({"age": [20, 30, 40]})
    release = from_frame(frame).with_suppressed(np.array([True, False, False]))
    found = record_predicates(from_frame(frame), release, ["age"], np.random.default_rng(1), mode="univariate")
    assert {one.value for (one,) in found.predicates} == {30, 40}
    with pytest.raises(TableError, match="describes nobody"):
        record_predicates(
            from_frame(frame), release.with_suppressed(np.ones(3, bool)), ["age"], np.random.default_rng(1)
        )


def test_bad_calls_are_refused_in_a_sentence():
    frame = pd.DataFrame({"age": [20.0, 30.0], "sex": ["f", "m"]})
    with pytest.raises(ParameterError, match=r"n_columns must lie in \[1, 2\]"):
        run(frame, frame, n_columns=3)
    with pytest.raises(ParameterError, match="tries must be at least 1"):
        run(frame, frame, tries=0)
    with pytest.raises(ParameterError, match="No column is left"):
        run(frame, frame, exclude=["age", "sex"])
    with pytest.raises(UnknownColumn, match="'zip'"):
        run(frame, frame, exclude=["zip"])
    with pytest.raises(TableError, match="lacks 1 of 2 columns, the first of them 'sex'"):
        run(frame, frame, frame[["age"]], n_columns=2)
    with pytest.raises(TableError, match="'age': 1 row of the original holds an infinite number"):
        run(frame.assign(age=[20.0, np.inf]), frame, n_columns=2)


def test_no_sentence_holds_a_value():
    frame = pd.DataFrame({"town": ["Quxville", "Zzyzx", "Zzyzx"], "pay": [1234567, 7654321, 9]})
    found = run(frame, frame, frame, n_columns=2)
    said = " ".join([*findings_of_records(found), *found.evidence.assumptions])
    assert not any(value in said for value in ("Quxville", "Zzyzx", "1234567", "1,234,567", "7654321"))
