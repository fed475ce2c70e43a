"""Estimates of the people alone in the population are numbers or say why not, whatever the classes look like."""

from __future__ import annotations

import itertools
import json
import math
import warnings
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_core import ParameterError, Roles, assess, by_group, dankar, from_frame, pitman, reports, snb, zayatz
from privacy_core import inversion as inverted
from privacy_core import shifted_binomial as shifted
from privacy_core.population import Population
from tests.command import assess as kelt

MODELS = (pitman, zayatz, snb, dankar)
FRACTIONS = (1e-280, 1e-9, 0.01, 0.1, 0.3, 0.5, 0.9, 0.9999999999, 1.0)
LARGE = [
    [1100] * 50,
    [400] * 50,
    [1] * 5 + [2] * 5 + [5000],
    [1] * 2000,
    [1, 50_000],
    [1] * 40 + [2] * 30 + [900] * 3,
    [1, 2],
    [1, 1, 2],
    list(range(1, 60)),
    [2] * 3000,
    [1] * 3000 + [2],
]


def numbers(found) -> list[float]:
    """Every number that an estimate says."""
    said = [found.uniques, found.share, *(found.interval or ()), *(found.share_interval or ())]
    return [number for number in said if number is not None] + [number for _, number in found.parameters]


def judged(estimate, sizes, fraction) -> None:
    """Every number is finite, people are between none and everyone, and a missing number has a reason."""
    generator = () if estimate is pitman else (np.random.default_rng(1), 40)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = estimate(np.array(sizes), fraction, *generator)
    assert all(map(math.isfinite, numbers(found))), (estimate.__name__, sizes, fraction, found)
    json.dumps(numbers(found), allow_nan=False)
    assert (found.uniques is None) == (found.reason is not None)
    if found.uniques is not None:
        assert 0 <= found.uniques <= found.population
    if found.interval is not None:
        assert 0 <= found.interval[0] <= found.interval[1] <= found.population * (1 + 1e-9)


@pytest.mark.parametrize("estimate", MODELS)
def test_every_small_table_has_a_number_or_a_reason(estimate):
    for n in range(1, 5):
        for sizes in itertools.combinations_with_replacement((1, 2, 3, 7), n):
            for fraction in FRACTIONS:
                judged(estimate, sizes, fraction)


@pytest.mark.parametrize("sizes", LARGE, ids=lambda sizes: f"{len(sizes)}-{max(sizes)}")
@pytest.mark.parametrize("estimate", MODELS)
def test_every_large_table_has_a_number_or_a_reason(estimate, sizes):
    for fraction in FRACTIONS:
        judged(estimate, sizes, fraction)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(1, 3) | st.integers(1, 900), min_size=1, max_size=40),
    st.floats(1e-6, 1),
    st.sampled_from(MODELS),
)
def test_any_table_has_a_number_or_a_reason(sizes, fraction, estimate):
    judged(estimate, sizes, fraction)


def by_fractions(sizes, population: int) -> float:
    """Zayatz's estimate with exact binomial coefficients."""
    sample = sum(sizes)
    once = {j: Fraction(j * math.comb(population - j, sample - 1), math.comb(population, sample)) for j in set(sizes)}
    alone = sizes.count(1)
    return float(alone * alone * once.get(1, 0) / sum(once[j] for j in sizes) * Fraction(population, sample))


@given(st.lists(st.integers(1, 30), min_size=1, max_size=20).filter(lambda sizes: 1 in sizes), st.integers(0, 5000))
def test_zayatz_is_what_exact_fractions_say(sizes, more):
    classes_of, population = np.bincount(sizes).astype(float), sum(sizes) + more
    found = inverted.estimate(classes_of, sum(sizes), population)
    assert found == pytest.approx(by_fractions(sizes, population), rel=1e-12)


@given(
    st.lists(st.integers(1, 400), min_size=1, max_size=20).filter(lambda sizes: 1 in sizes),
    st.fractions(Fraction(1, 1000), Fraction(99, 100), max_denominator=1000),
)
def test_shlosser_is_what_exact_fractions_say(sizes, f):
    """Haas & Stokes' formula as it is written there."""
    unseen = sum((1 - f) ** j for j in sizes)
    first = sum(j * f**2 * (1 - f**2) ** (j - 1) for j in sizes) / sum((1 - f) ** j * ((1 + f) ** j - 1) for j in sizes)
    second = unseen / sum(j * f * (1 - f) ** (j - 1) for j in sizes)
    expected = len(sizes) + sizes.count(1) * first * second**2
    assert shifted.shlosser(np.bincount(sizes).astype(float), float(f)) == pytest.approx(float(expected), rel=1e-10)


def test_pairs_only_have_nobody_alone():
    said = kelt("-", "--qi=q", "--sampling-fraction=1", stdin=b"q\na\na\nb\nb\n")
    assert (said.code, said.json["risk"]["population_unique"]) == (0, 0)
    for sizes, fraction in (([1100] * 50, 0.5), ([400] * 50, 0.9)):
        assert dankar(np.array(sizes), fraction).uniques == 0


def test_one_class_has_no_maximum():
    assert "did not converge" in pitman(np.array([1]), 0.05).reason
    assert dankar(np.array([1]), 0.05).model == "zayatz"
    said = kelt("-", "--qi=q", "--weight=w", stdin=b"q,w\na,17\n")
    assert said.code == 0
    weighted = from_frame(pd.DataFrame({"q": list("aab"), "w": [20.0, 30.0, 40.0], "town": list("xxy")}))
    found = by_group(weighted, Roles(("q",), weight="w"), "town")
    assert [one.risk.population.model for one in found.values()] == ["zayatz", "zayatz"]


@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 4), st.sampled_from([0.5, 1.0, 17.0, 1e6])), min_size=1),
    st.sampled_from([None, 0.04, 0.5, 1.0]),
    st.booleans(),
)
@settings(max_examples=60, deadline=None)
def test_the_document_of_any_table_is_json(rows, fraction, with_people):
    table = from_frame(pd.DataFrame(rows, columns=["q", "who", "w"]).assign(home=[w for _, w, _ in rows]))
    roles = Roles(("q",), (), (), "who" if with_people else None, "w", "home")
    found = assess(table, roles, population=Population(fraction=fraction), generator=np.random.default_rng(1))
    assert json.loads(json.dumps(reports.document(found), allow_nan=False))["rows"] == len(rows)


def test_a_fraction_that_no_population_has():
    for fraction in (1e-320, 0.0, 1.5, math.nan):
        with pytest.raises(ParameterError, match="sampling fraction"):
            dankar(np.array([1, 2]), fraction)
        with pytest.raises(ParameterError, match="sampling fraction"):
            Population(fraction=fraction)
