"""People alone in the population: ARX's published values on Adult, drawn populations, honest refusals."""

from __future__ import annotations

import json
import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import digamma, gammaln

from privacy_core import (
    Missing,
    ParameterError,
    Policies,
    Roles,
    assess,
    dankar,
    equivalence_classes,
    from_frame,
    pitman,
    snb,
    zayatz,
)
from privacy_core import pitman_formula as formula
from privacy_core.population import Population

PUBLISHED = {
    # fraction: Pitman, Zayatz, Dankar's choice (ARX 3.9.2 on Adult, nine quasi-identifiers)
    0.01: (0.144608, 0.271713, "pitman"),
    0.1: (0.276850, 0.320740, "pitman"),
    0.2: (0.336628, 0.357710, "zayatz"),
    0.5: (0.435903, 0.431949, "zayatz"),
}


@pytest.fixture(scope="module")
def adult(shared):
    return from_frame(pd.read_csv(shared / "data" / "arx" / "adult.csv", sep=";"))


@pytest.fixture(scope="module")
def sizes(adult):
    return equivalence_classes(adult, adult.names).size


@pytest.mark.parametrize("fraction", PUBLISHED)
def test_adult(sizes, fraction):
    by_pitman, by_zayatz, chosen = PUBLISHED[fraction]
    assert pitman(sizes, fraction).share == pytest.approx(by_pitman, abs=5e-7)
    assert zayatz(sizes, fraction).share == pytest.approx(by_zayatz, abs=5e-7)
    assert dankar(sizes, fraction).model == chosen


def test_arx_risk_cases(shared, adult, sizes):
    listed = json.loads((shared / "cases" / "arx_cases.json").read_text("utf-8"))["cases"]
    expected = {case["id"].split("/")[1]: case["expected"] for case in listed if case["kind"] == "risk"}
    risk = assess(adult, Roles(tuple(adult.names))).risk
    assert risk.average == pytest.approx(expected["risk_average_raw"], rel=1e-12)
    assert risk.highest == expected["risk_highest_raw"]
    for name, fraction in (("dankar_0.1_pitman", 0.1), ("dankar_0.2", 0.2), ("dankar_1.0", 1.0)):
        assert dankar(sizes, fraction).share == pytest.approx(expected[name], rel=1e-9), name


def test_snb_says_that_it_did_not_converge(sizes):
    """ARX prints 0 here, which reads as "nobody is alone"; the fitted classes would hold a quarter too few people."""
    for fraction in PUBLISHED:
        found = snb(sizes, fraction)
        assert (found.uniques, found.share, found.interval) == (None, None, None)
        assert "did not converge" in found.reason
        assert found.reason in found.sentence


def test_snb_finds_the_population_it_was_drawn_from():
    """ARX multiplies the expected pairs by D^(α + 2) instead of dividing, so it misses even these; the right value wins."""
    rng = np.random.default_rng(3)
    for alpha, beta in ((0.5, 0.3), (2, 0.4), (0.2, 0.1)):
        people = 1 + rng.negative_binomial(alpha, beta, 200_000)
        drawn = rng.binomial(people, 0.6)
        found = snb(drawn[drawn > 0], 0.6, np.random.default_rng(1))
        truth = np.count_nonzero(people == 1)
        assert found.uniques == pytest.approx(truth, rel=0.02)
        assert found.interval[0] < found.uniques < found.interval[1]
        assert "bootstrap" in found.method


def test_pitman_s_interval_holds_the_truth_of_its_own_model():
    """A population made by Pitman's urn: θ = 40, α = 0.5, sampled at one in ten."""
    hits = 0
    for seed in range(20):
        rng = np.random.default_rng(seed)
        people = urn(rng, 20_000, 40, 0.5)
        drawn = np.bincount(rng.permutation(people)[:2_000])
        found = pitman(drawn[drawn > 0], 0.1)
        truth = np.count_nonzero(np.bincount(people) == 1)
        spread = 1.96 * math.sqrt(truth)  # the truth varies around its expectation too
        hits += found.interval[0] - spread <= truth <= found.interval[1] + spread
    assert hits >= 17


def urn(rng, n: int, theta: float, alpha: float) -> np.ndarray:
    """Class of each person: a new one with chance (θ + kα)/(θ + i), else an old one by its size less α."""
    members: list[int] = []
    sizes: list[int] = []
    for i in range(n):
        pick = len(sizes)
        if i and rng.random() * (theta + i) >= theta + len(sizes) * alpha:
            pick = members[int(rng.random() * i)]
            while rng.random() < alpha / sizes[pick]:  # by size less α: refuse a share α/size and draw again
                pick = members[int(rng.random() * i)]
        if pick == len(sizes):
            sizes.append(0)
        sizes[pick] += 1
        members.append(pick)
    return np.array(members)


def test_likelihood_slope_and_bend():
    likelihood = formula._Likelihood.of(np.repeat([1, 2, 3, 7], [30, 10, 5, 2]))
    at, step = np.array([20.0, 0.3]), 1e-5
    for i in range(2):
        there, back = at.copy(), at.copy()
        there[i] += step
        back[i] -= step
        slope = (likelihood.value(*there) - likelihood.value(*back)) / (2 * step)
        bend = (likelihood.slope(*there) - likelihood.slope(*back)) / (2 * step)
        assert likelihood.slope(*at)[i] == pytest.approx(slope, rel=1e-5)
        np.testing.assert_allclose(likelihood.bend(*at)[i], bend, rtol=1e-5)
    theta, alpha, _ = formula.fit(np.repeat([1, 2, 3, 7], [30, 10, 5, 2]))
    best = likelihood.value(theta, alpha)
    assert all(likelihood.value(theta + dt, alpha + da) <= best for dt in (-1, 1) for da in (-0.01, 0.01))


def test_special_functions():
    for x in (0.1, 1.0, 3.7, 40.0, 1e6):
        assert formula.digamma(x) == pytest.approx(float(digamma(x)), rel=1e-12, abs=1e-12)
    expected = float(gammaln(5 + 1) - gammaln(5 + 0.3)) + 0.3 * math.log(1000)
    assert formula.log_uniques(5, 0.3, 1000) == pytest.approx(expected)


def test_everyone_sampled_is_counted_exactly():
    sizes = np.repeat([1, 2, 5], [7, 3, 2])
    assert zayatz(sizes, 1.0).uniques == 7
    assert zayatz(np.array([3, 4]), 0.5).uniques == 0


def test_the_same_generator_gives_the_same_interval_and_none_gives_none():
    sizes = np.repeat([1, 2, 5], [70, 30, 20])
    one, again = (zayatz(sizes, 0.3, np.random.default_rng(9)) for _ in range(2))
    assert one.interval == again.interval
    assert one.interval[0] < one.uniques < one.interval[1]
    assert zayatz(sizes, 0.3).interval is None
    np.testing.assert_allclose(zayatz(sizes[::-1], 0.3).uniques, one.uniques)


def test_a_census_needs_no_model():
    few, everyone = (from_frame(pd.DataFrame({"q": list(text)})) for text in ("ab", "aabc"))
    found = assess(few, Roles(("q",)), population=Population(everyone)).risk.population
    assert (found.model, found.uniques, found.share) == ("census", 2.0, 0.5)


def test_persons_in_several_classes_make_no_parts_of_a_sample():
    """Ids 1 x, 2 y, 3 x and y: three persons of six, not four of eight, and no model reads classes that overlap."""
    visits = from_frame(pd.DataFrame({"who": [1, 2, 3, 3], "q": list("xyxy")}))
    for roles, outside in (
        (Roles(("q",), person="who"), Population(fraction=0.5)),
        (Roles(("q",), person="who", weight="w"), None),
    ):
        weighted = visits.with_column(from_frame(pd.DataFrame({"w": [2.0] * 4}))["w"])
        found = assess(weighted, roles, population=outside).risk.population
        assert (found.sample, found.population, found.uniques, found.share) == (3, 6, None, None)
        assert found.reason == "not defined where persons are in several classes, as 1 of 3 are"
        assert found.reason in found.sentence
    in_rows = assess(visits, Roles(("q",)), population=Population(fraction=0.5)).risk.population
    assert (in_rows.sample, in_rows.population, in_rows.uniques) == (4, 8, 0)


@given(st.lists(st.tuples(st.integers(0, 5), st.sampled_from("abc")), min_size=1, max_size=15))
def test_population_uniqueness_in_persons(visits):
    """Defined where every person is in one class: it is then the estimate for one row per person."""
    once, several = dict(visits), {who for who, q in visits if q != dict(visits)[who]}
    table, outside = from_frame(pd.DataFrame(visits, columns=["who", "q"])), Population(fraction=0.25)
    found = assess(table, Roles(("q",), person="who"), population=outside).risk.population
    assert (found.sample, found.population, found.uniques is None) == (len(once), 4 * len(once), bool(several))
    single = from_frame(pd.DataFrame(once.items(), columns=["who", "q"]))
    if not several:
        assert found == assess(single, Roles(("q",)), population=outside).risk.population
    counted = assess(table, Roles(("q",), person="who"), population=Population(single)).risk.population
    assert (counted.model, counted.sample, counted.population) == ("census", len(once), len(once))
    alone = sum(list(once.values()).count(q) == 1 for q in once.values())
    assert counted.uniques == alone


def test_a_population_table_without_a_row_that_counts():
    few, nobody = (from_frame(pd.DataFrame({"q": column, "x": 1})) for column in (["a"], [None, None]))
    policies = Policies(missing=Missing.DROP)
    found = assess(few, Roles(("q",)), policies=policies, population=Population(nobody)).risk.population
    assert (found.uniques, found.share, found.reason) == (None, None, "no row of the population table is left")


def test_nothing_to_estimate_from():
    with pytest.raises(ParameterError, match="No row"):
        pitman(np.zeros(0, int), 0.1)
    with pytest.raises(ParameterError, match="sampling fraction"):
        zayatz(np.array([1]), 0)
