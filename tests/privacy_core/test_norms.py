"""Published numbers: every row has its source, each is compared with the number it limits (P86)."""

from __future__ import annotations

import re
from datetime import date, timedelta
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import (
    Missing,
    ParameterError,
    Policies,
    all_norms,
    crowd,
    equivalence_classes,
    facts,
    from_frame,
    in_persons,
    judge_norms,
    k_for,
    named_norm,
    stale,
)
from privacy_core.norms import Measure, Over, Verified
from privacy_core.regimes import Standing


def in_rows(*sizes: int):
    """Numbers of a table whose classes have these sizes."""
    people = from_frame(pd.DataFrame({"q": np.repeat(np.arange(len(sizes)), sizes)}))
    return facts(equivalence_classes(people, ["q"]))


ELEVENS = in_rows(*[11] * 10)

VALUES = {
    "ema-0070": 0.09, "ihe-public-low": 0.1, "ihe-public-medium": 0.075, "ihe-public-high": 0.05,
    "ihe-shared-low": 0.1, "ihe-shared-medium": 0.075, "ihe-shared-high": 0.05,
    "ontario-low": 0.09, "ontario-medium": 0.075, "ontario-high": 0.05,
    "pdpc-low": 0.2, "pdpc-medium": 0.1, "pdpc-high": 0.01, "pdpc-k-internal": 3, "pdpc-k-external": 5,
    "sdcpractice-3": 3, "sdcpractice-5": 5, "hdx": 0.03, "discharge-low": 0.04, "discharge-high": 0.05,
    "small-area-5": 0.05, "small-area-20": 0.2, "arx-highest": 0.2, "arx-records": 0.05, "arx-success": 0.05,
    "ihe-example": 0.35, "hipaa-expert": None, "hipaa-listed": 20_000, "cms-cells": 11, "uk-llc-counts": 10,
    "ons-ls": 10, "nhs-rounding": 5, "trusted-3": 0.33, "trusted-5": 0.2, "wp216": None,
}  # fmt: skip


def test_every_row_of_the_table_of_thresholds_is_there():
    assert {norm.name: norm.value for norm in all_norms()} == VALUES
    assert len({norm.name for norm in all_norms()}) == len(all_norms()), "names are keys"


@pytest.mark.parametrize("norm", all_norms(), ids=lambda norm: norm.name)
def test_every_row_says_where_it_comes_from(norm):
    assert all([norm.title, norm.context, norm.jurisdiction, norm.source, norm.date, norm.verified.words])
    assert norm.release in ("public", "not public", "any")
    assert (norm.over is Over.NONE) == (norm.measure in (Measure.RULE, Measure.WORDS, Measure.ROUNDING))
    said = " ".join([norm.title, norm.context, norm.number, norm.note])
    assert not re.search(r"\b(safe|anonymous|compliant)\b", said, re.IGNORECASE)


def test_what_was_not_read_in_the_source_is_marked():
    secondary = {norm.name for norm in all_norms() if norm.verified is Verified.SECONDARY}
    assert secondary == {"ema-0070", "ontario-low", "ontario-medium", "ontario-high"}
    assert {norm.name for norm in all_norms() if norm.verified is Verified.MEMORY} == {"trusted-3", "trusted-5"}


@pytest.mark.parametrize(
    ("name", "k", "strict"),
    [
        ("ema-0070", 11, 12), ("ontario-low", 11, 12), ("ontario-medium", 14, 14), ("ontario-high", 20, 20),
        ("ihe-public-low", 10, 10), ("ihe-public-medium", 14, 14), ("ihe-public-high", 20, 20),
        ("pdpc-low", 5, 5), ("pdpc-medium", 10, 10), ("pdpc-high", 100, 100), ("pdpc-k-internal", 3, 3),
        ("sdcpractice-5", 5, 5), ("discharge-low", 25, 25), ("trusted-3", 3, 4), ("trusted-5", 5, 5),
    ],
)  # fmt: skip
def test_the_crowd_a_norm_asks_for(name, k, strict):
    line = k_for(named_norm(name))
    assert (line.k, line.strict_k) == (k, strict)
    assert str(k) in line.words
    assert str(strict) in line.words


def test_an_average_sets_no_crowd_for_everyone():
    none = {norm.name for norm in all_norms() if k_for(norm) is None}
    assert {"ihe-shared-low", "hdx", "arx-records", "small-area-5", "cms-cells", "wp216", "hipaa-listed"} <= none


def test_eleven_keeps_one_in_eleven_and_both_readings_are_printed():
    judged = judge_norms(ELEVENS, listed=[named_norm("ema-0070")])[0]
    assert (judged.number, judged.standing) == (1 / 11, Standing.WITHIN)
    assert judged.reason == "1 in 11 (0.0909), printed as 0.09: taken literally it would be beyond"
    ten = judge_norms(in_rows(*[10] * 10), listed=[named_norm("ema-0070")])[0]
    assert (ten.standing, ten.reason) == (Standing.BEYOND, "")


@given(st.lists(st.integers(1, 300), min_size=1, max_size=30))
def test_a_norm_on_the_worst_chance_is_kept_exactly_by_its_crowd(sizes):
    for judged in judge_norms(in_rows(*sizes)):
        line = k_for(judged.norm)
        if line is not None:
            assert (judged.standing is Standing.WITHIN) == (min(sizes) >= line.k)


@given(st.integers(1, 500), st.fractions(0, 1, max_denominator=1000))
def test_the_context_factor_multiplies(k, attempt):
    norm = named_norm("pdpc-medium")
    judged = judge_norms(in_rows(k), float(attempt), [norm])[0]
    assert (judged.standing is Standing.WITHIN) == (Fraction(1, k) * attempt <= Fraction(1, 10))


def test_the_context_factor_enters_only_norms_that_ask_for_it():
    before, after = (judge_norms(in_rows(4, 5), attempt) for attempt in (1.0, 0.1))
    changed = {one.norm.name for one, other in zip(before, after, strict=True) if one.number != other.number}
    assert changed == {"pdpc-low", "pdpc-medium", "pdpc-high"}
    with pytest.raises(ParameterError, match=r"attempt must lie in \[0, 1\]"):
        judge_norms(ELEVENS, 1.5)


def test_one_file_under_all_regimes():
    """Classes of 1, 4 and 5: highest 1, average 0.3, half of the rows above 0.2."""
    judged = {j.norm.name: j for j in judge_norms(in_rows(1, 4, 5))}
    assert len(judged) == len(all_norms())
    assert judged["ihe-shared-low"].number == 0.3
    assert judged["ihe-shared-low"].reason == "an average hides single people: the highest chance here is 1"
    assert judged["arx-records"].number == 0.5
    assert judged["arx-records"].standing is Standing.BEYOND
    assert judged["ihe-example"].standing is Standing.WITHIN
    assert judged["small-area-5"].reason == "needs an estimate of the population"
    assert judged["hdx"].reason == "needs sampling weights"
    for name in ("cms-cells", "uk-llc-counts", "hipaa-listed", "hipaa-expert", "wp216", "nhs-rounding"):
        assert judged[name].standing is Standing.NOT_MEASURABLE
        assert judged[name].reason


def test_population_and_weights_make_more_measurable():
    visits = from_frame(pd.DataFrame({"who": np.arange(9), "q": np.repeat([1, 2], [4, 5])}))
    persons = in_persons(visits, equivalence_classes(visits, ["q"]), "who")
    found = facts(persons, population_unique=0.1, expected_share=0.02)
    judged = {j.norm.name: j for j in judge_norms(found)}
    assert [judged[n].standing.value for n in ("small-area-5", "small-area-20", "hdx")] == [
        "beyond",
        "within",
        "within",
    ]
    assert judged["ihe-public-low"].compared == "highest chance over persons, 1/k"


def test_nothing_left_is_not_measurable():
    nobody = from_frame(pd.DataFrame({"q": [1]})).with_suppressed(np.ones(1, bool))
    judged = judge_norms(facts(equivalence_classes(nobody, ["q"])))
    assert {j.standing for j in judged} == {Standing.NOT_MEASURABLE}
    assert all(j.reason for j in judged)


def test_a_person_in_two_crowds_counts_once():
    """p1 is seen at ages a and b, ten others at b: eleven persons in twelve memberships."""
    visits = from_frame(pd.DataFrame({"who": [1, 1, *range(2, 12)], "age": ["a", *"b" * 11]}))
    persons = in_persons(visits, equivalence_classes(visits, ["age"]), "who")
    judged = {j.norm.name: j for j in judge_norms(facts(persons))}
    average = judged["ihe-shared-low"]
    assert average.number == pytest.approx((1 + 10 / 11) / 11)
    assert average.number == pytest.approx(crowd(persons, 5).average_risk)
    assert average.compared == "average chance over persons, each by the smallest of their crowds"
    assert judged["arx-records"].number == 1 / 11
    assert judged["arx-records"].compared == "share of persons whose chance is above 0.2"


@given(
    st.lists(st.tuples(st.integers(0, 5), st.sampled_from(["a", "b", "c", None])), min_size=1, max_size=20),
    st.sampled_from(Missing),
    st.booleans(),
)
def test_facts_are_what_counting_one_by_one_gives(visits, missing, by_person):
    """Every row, or every person at the smallest of their crowds; a gap under wildcard matches anything."""
    table = from_frame(pd.DataFrame(visits, columns=["who", "q"]))
    classes = equivalence_classes(table, ["q"], Policies(missing=missing))
    kept = [(w, q) for w, q in visits if q is not None or missing is not Missing.DROP]
    wild = missing is Missing.WILDCARD

    def alike(q, other) -> bool:
        return q == other or (wild and None in (q, other))

    if by_person and not wild:
        classes = in_persons(table, classes, "who")
        crowds = {w: min(len({o for o, p in kept if p == q}) for v, q in kept if v == w) for w, _ in kept}
        chances = [1 / size for size in crowds.values()]
    else:
        chances = [1 / sum(alike(q, other) for _, other in kept) for _, q in kept]
    found = facts(classes)
    if not chances:
        assert found.average is None
        return
    assert found.average == pytest.approx(sum(chances) / len(chances))
    assert (found.highest, found.smallest) == (max(chances), round(1 / max(chances)))
    assert found.at_risk == pytest.approx(sum(chance > 0.2 + 1e-9 for chance in chances) / len(chances))


@given(st.integers(-100, 2000))
def test_a_row_older_than_a_year_is_stale(days):
    norm = named_norm("hdx")
    today = norm.checked + timedelta(days=days)
    a_year_on = date(norm.checked.year + 1, norm.checked.month, norm.checked.day)
    assert (stale(today, norm) is not None) == (today > a_year_on)


def test_a_row_from_memory_always_warns():
    norm = named_norm("trusted-3")
    assert stale(norm.checked, norm).startswith("From memory")
