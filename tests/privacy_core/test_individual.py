"""Individual, household and journalist risk: published values, integrals and loops."""

from __future__ import annotations

import json
import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad

from privacy_core import (
    Attacker,
    Formula,
    Missing,
    ParameterError,
    Policies,
    Population,
    Roles,
    TableError,
    Thresholds,
    assess,
    chance_of_one,
    equivalence_classes,
    from_frame,
    household_risk,
    household_size,
    individual_risk,
    journalist,
    prosecutor,
    rare_sizes,
    risks,
)
from privacy_core.individual import together
from privacy_core.intake import apply, counted_homes

KEYS = ["urbrur", "roof", "walls", "water", "electcon", "relat", "sex"]


def integral(f: int, p: float) -> float:
    """E[1/F | f] as Franconi & Polettini write it."""
    return p * quad(lambda w: w ** (f - 1) / (p + (1 - p) * w), 0, 1, epsabs=0, epsrel=1e-12, limit=400)[0]


@pytest.mark.parametrize("f", [1, 2, 3, 5, 20, 49, 50, 51, 400])
@pytest.mark.parametrize("p", [1e-4, 0.01, 0.3, 0.4999, 0.5, 0.9, 0.999999, 1.0])
def test_exact_risk_is_the_integral(f, p):
    assert chance_of_one(np.array([f]), np.array([p]))[0] == pytest.approx(integral(f, p), rel=1e-9)


@given(st.integers(1, 30), st.floats(0.05, 1))
def test_risk_of_a_population_that_was_drawn(f, p):
    """Sum over the negative binomial itself: F = f, f + 1, …"""
    chance = p**f
    total, people = 0.0, f
    for extra in range(6000):
        total += chance / people
        chance *= (1 - p) * (f + extra) / (extra + 1)
        people += 1
    assert chance_of_one(np.array([f]), np.array([p]))[0] == pytest.approx(total, rel=1e-6)


@given(st.integers(1, 500), st.floats(1e-3, 1))
def test_a_risk_lies_between_everyone_and_the_sample(f, p):
    found = chance_of_one(np.array([f]), np.array([p]))[0]
    assert p / f - 1e-12 <= found <= 1 / f + 1e-12


def test_where_everyone_was_sampled_it_is_the_prosecutors():
    f = np.arange(1, 200)
    for formula in Formula:
        np.testing.assert_allclose(chance_of_one(f, np.ones(len(f)), formula), 1 / f)


def alternating(f: int, p: float) -> float:
    """The same integral as a sum of changing signs, as sdcMicro's `indivRisk(method = "exact")` adds it up."""
    added, term = 1.0, 1.0
    for i in range(f - 2):
        ratio = (f - 1 - i) ** 2 / ((i + 1) * (f - 2 - i))
        term *= ratio * (p ** (i + 2 - f) - 1) / (p ** (i + 1 - f) - 1)
        added += (-1) ** (i + 1) * term
    first = (p ** (1 - f) - 1) / (f - 1)
    return (p / (1 - p)) ** f * (first * added + (-1) ** f * math.log(p))


def test_a_large_class_keeps_its_digits():
    """sdcMicro's sum agrees for few rows and has lost every digit at f = 60, p = 1/2: the right value wins."""
    assert alternating(6, 0.1) == pytest.approx(integral(6, 0.1), rel=1e-9)
    right = chance_of_one(np.array([60]), np.array([0.5]))[0]
    assert right == pytest.approx(integral(60, 0.5), rel=1e-10)
    assert abs(alternating(60, 0.5) / right - 1) > 0.5


def sdcmicro(shared, name: str) -> dict:
    listed = json.loads((shared / "cases" / "sdcmicro_cases.json").read_text("utf-8"))["cases"]
    return next(case for case in listed if case["id"] == name)


def test_francdat(shared):
    frame = pd.read_csv(shared / "data" / "sdcmicro" / "francdat.csv")
    case = sdcmicro(shared, "francdat_freq")
    table = from_frame(frame)
    classes = equivalence_classes(table, case["keyVars"])
    found = individual_risk(table, classes, "w")
    assert classes.crowd[classes.of_row].tolist() == case["fk"]
    np.testing.assert_allclose(found.crowd[classes.of_row], case["Fk"])
    exact = sdcmicro(shared, "francdat_indiv_exact")["rk"]
    np.testing.assert_allclose(found.risk[classes.of_row], exact, rtol=1e-11)


def test_testdata_with_households(shared):
    """Global risk .00235334 and 10.7783 expected; with households .01131287 and 51.8129 (sdcMicro's approximation)."""
    case = sdcmicro(shared, "testdata_risk")
    table = from_frame(pd.read_csv(shared / "data" / "sdcmicro" / "testdata.csv"))
    classes = equivalence_classes(table, KEYS)
    found = individual_risk(table, classes, "sampling_weight", Formula.APPROXIMATE)
    assert found.average == pytest.approx(case["global"]["risk"], rel=1e-10)
    assert found.expected == pytest.approx(case["sum_risk"], rel=1e-10)
    assert found.highest == pytest.approx(case["max_risk"], rel=1e-10)
    assert {k: int(classes.size[classes.size < k].sum()) for k in (2, 3, 5)} == {2: 157, 3: 281, 5: 458}
    homes = household_risk(table, classes, "ori_hid", found)
    assert homes.expected == pytest.approx(51.8129, abs=5e-5)
    assert homes.average == pytest.approx(0.01131287, abs=5e-9)
    exact = individual_risk(table, classes, "sampling_weight")
    assert exact.average == pytest.approx(found.average, rel=0.01)


def test_p36_households(shared):
    """The case names 7 as the size that one household has; 3 is held by one household as well."""
    frame = pd.read_csv(shared / "cases" / "c32_households.csv")
    found = together(frame["r"].to_numpy(), pd.factorize(frame["hh"])[0])
    assert found[[0, 3]].round(4).tolist() == [0.0779, 0.5217]
    table = from_frame(frame)
    assert rare_sizes(table, "hh").tolist() == [3, 7]
    derived = household_size(table, "hh")
    assert derived.texts(np.arange(12)) == [str(size) for size in frame["hh_size"]]
    with_size = table.with_column(derived)
    assert equivalence_classes(with_size, ["region", derived.name]).size.tolist() == [2, 3, 7]
    with pytest.raises(TableError, match="already"):
        household_size(with_size, "hh")
    (offered,) = counted_homes(table, "hh")
    assert (offered.count, "2 sizes occur once only" in offered.sentence) == (2, True)
    assert apply(table, offered.repair)[derived.name].texts(np.arange(12)) == derived.texts(np.arange(12))


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4)), min_size=1, max_size=20))
def test_the_size_of_a_household_in_persons(rows):
    """Persons may move between households: each household counts its own distinct ones."""
    frame = pd.DataFrame(rows, columns=["home", "who"])
    members = {home: len({who for h, who in rows if h == home}) for home, _ in rows}
    sizes = household_size(from_frame(frame), "home", person="who").texts(np.arange(len(rows)))
    assert sizes == [str(members[home]) for home, _ in rows]
    counts = list(members.values())
    expected = sorted({size for size in counts if counts.count(size) == 1})
    assert rare_sizes(from_frame(frame), "home", "who").tolist() == expected


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(0, 4)), min_size=1, max_size=12))
def test_household_risk_is_one_minus_the_product(rows):
    risk, home = (np.array(part) for part in zip(*rows, strict=True))
    found = together(risk, home)
    for which in range(max(home) + 1):
        spared = math.prod(1 - r for r, h in rows if h == which)
        assert found[which] == pytest.approx(1 - spared, abs=1e-12)


def test_a_household_is_never_less_at_risk_than_its_members():
    rng = np.random.default_rng(3)
    table = from_frame(pd.DataFrame({"q": rng.integers(0, 40, 200), "home": rng.integers(0, 60, 200)}))
    classes = equivalence_classes(table, ["q"])
    each = prosecutor(classes)
    homes = household_risk(table, classes, "home", each)
    assert homes.highest >= each.highest
    assert homes.n_rows == each.n_rows == 200


SMALL = st.lists(st.sampled_from("abc"), min_size=1, max_size=12)


@given(SMALL, SMALL)
def test_journalist_counts_the_population(rows, others):
    judged = from_frame(pd.DataFrame({"q": rows}))
    everyone = rows + others
    classes = equivalence_classes(judged, ["q"])
    found = journalist(judged, classes, Population(from_frame(pd.DataFrame({"q": everyone}))))
    assert (1 / found.risk[classes.of_row]).round().tolist() == [everyone.count(q) for q in rows]
    assert found.average == pytest.approx(sum(1 / everyone.count(q) for q in rows) / len(rows))
    assert found.short_rows == 0
    assert found.highest <= prosecutor(classes).highest


def test_a_population_without_some_rows_is_said():
    judged = from_frame(pd.DataFrame({"q": list("aab")}))
    found = journalist(
        judged, equivalence_classes(judged, ["q"]), Population(from_frame(pd.DataFrame({"q": list("aa")})))
    )
    assert (found.risk.tolist(), found.short_rows) == ([0.5, 1.0], 1)


def test_journalist_by_fraction_and_by_weights():
    table = from_frame(pd.DataFrame({"q": list("aab"), "w": [10, 30, 0.5]}))
    classes = equivalence_classes(table, ["q"])
    assert journalist(table, classes, Population()) is None
    assert journalist(table, classes, Population(fraction=0.1)).crowd.tolist() == [20, 10]
    weighted = journalist(table, classes, Population(), "w")
    assert (weighted.crowd.tolist(), weighted.short_rows) == ([40, 1], 1), "never below the crowd in the table"


def test_every_risk_says_what_the_attacker_knows():
    table = from_frame(pd.DataFrame({"q": list("aab"), "w": [1, 2, 3], "h": [1, 1, 2]}))
    found = risks(table, equivalence_classes(table, ["q"]), Roles(("q",), weight="w", household="h"))
    assert [one.attacker for one in found.attackers] == list(Attacker)
    for one in found.attackers:
        assert one.knowledge.startswith("The attacker knows")
        assert one.knowledge in one.sentence
    assert found.population.knowledge in found.population.sentence


def test_rows_with_the_highest_risk_and_above_a_threshold():
    table = from_frame(pd.DataFrame({"q": [1] * 11 + [2] * 12}))
    found = prosecutor(equivalence_classes(table, ["q"]))
    assert (found.highest_rows, found.rows_above(1 / 11), found.rows_above(0.09)) == (11, 0, 11)
    assert (found.expected, found.average) == (pytest.approx(2), pytest.approx(2 / 23))


def test_the_order_of_rows_and_columns_plays_no_part():
    rng = np.random.default_rng(6)
    frame = pd.DataFrame(rng.integers(0, 5, (200, 4)), columns=["q", "r", "home", "who"]).assign(w=rng.random(200) + 1)
    outside = frame.sample(500, replace=True, random_state=2)[["r", "q"]]
    seen = []
    for rows, known in ((frame, ("q", "r")), (frame.sample(frac=1, random_state=1)[::-1], ("r", "q"))):
        table = from_frame(rows)
        roles = Roles(known, weight="w", household="home", person="who")
        found = risks(table, equivalence_classes(table, known), roles, 0.1, Population(from_frame(outside)))
        seen.append([number for one in found.attackers for number in (one.highest, one.average, one.expected)])
        seen[-1] += [found.rows_above, found.persons_above, found.population.uniques]
    assert seen[0] == pytest.approx(seen[1], rel=1e-12)


def test_nobody_left_has_no_risk():
    table = from_frame(pd.DataFrame({"q": ["a", None], "w": [1, 2], "h": [1, 2]})).with_suppressed(np.ones(2, bool))
    for missing in Missing:
        classes = equivalence_classes(table, ["q"], Policies(missing=missing))
        found = risks(table, classes, Roles(("q",), weight="w", household="h"), 0.1, Population(fraction=0.5))
        assert {one.highest for one in found.attackers} == {None}
        assert (found.population, found.rows_above) == (None, 0)
    empty = assess(table, Roles(("q",), person="h"), Thresholds(k=2))
    assert [m.value for m in empty.measurements] == [None] * 3
    assert not empty.holds


def test_free1_counts_records_not_cells(shared):
    """μ-ARGUS says 3,058 for k = 3 (cells), sdcMicro 3,452 (records): UserSupport #293."""
    table = from_frame(pd.read_csv(shared / "data" / "sdcmicro" / "free1.csv"))
    size = equivalence_classes(table, ["REGION", "SEX", "AGE"]).size
    assert [int(size[size < k].sum()) for k in (2, 3, 5)] == [2664, 3452, 3886]
    assert int((size < 3).sum()) == 3058


@pytest.mark.parametrize(
    ("column", "words"),
    [
        ([1, 0, -2], "'w': 2 rows have a weight of zero or below"),
        ([1, None, 2], "'w': 1 row has no weight"),
        ([1, float("inf"), 2], "'w': 1 row has an infinite weight"),
        (["x", "y", "z"], "'w': the weights of 3 rows are not numbers"),
    ],
)
def test_weights_that_weigh_nothing(column, words):
    table = from_frame(pd.DataFrame({"q": list("aab"), "w": column}))
    with pytest.raises(TableError, match=words):
        individual_risk(table, equivalence_classes(table, ["q"]), "w")


@pytest.mark.parametrize("fraction", [0, -0.1, 1.01, float("nan")])
def test_fractions_that_are_none(fraction):
    with pytest.raises(ParameterError, match="sampling fraction"):
        Population(fraction=fraction)
