"""Exact values of the papers and of `spec/diversity_closeness_composition.md`, sections 4 to 6."""

from __future__ import annotations

from fractions import Fraction as F
from math import inf, log

import numpy as np
import pandas as pd
import pytest

from privacy_core import (
    AlphaK,
    BasicBeta,
    DeltaDisclosure,
    DistinctL,
    EnhancedBeta,
    EntropyL,
    Equal,
    KAnonymity,
    MissingSensitive,
    NTCloseness,
    Policies,
    Rank,
    RecursiveCL,
    TCloseness,
    Tree,
    Value,
    Verdict,
    contingency,
    equivalence_classes,
    from_frame,
    hierarchy,
    largest_share,
    measure,
    samples,
)
from tests.oracles import transport


def counts(crowds: str, levels=None, policies: Policies | None = None):
    """Contingency of crowds written "aab | cd"; a dot is a missing secret."""
    pairs = [(i, letter) for i, crowd in enumerate(crowds.split("|")) for letter in crowd.strip()]
    frame = pd.DataFrame(pairs, columns=["q", "s"]).replace({"s": {".": None}})
    if levels is not None:
        frame["s"] = pd.Categorical(frame["s"], categories=list(levels), ordered=True)
    table = from_frame(frame)
    return contingency(table, equivalence_classes(table, ["q"], policies), "s", policies)


def of_sample(name: str, column: str, ground=None):
    sample = samples.load(name)
    table = sample.table
    counted = contingency(table, equivalence_classes(table, sample.roles.quasi_identifiers), column)
    return counted, Tree(sample.hierarchies[column]) if ground == "tree" else ground


def per_class(model, counted) -> list[float]:
    return model.per_class(counted).tolist()


def worst(model, counted) -> float:
    return measure(model, counted).value


def exactly(*numbers):
    return pytest.approx([float(F(number)) for number in numbers], abs=1e-12)


# Section 4.1: classes of table 4 are 2*, 3*, ≥40; of table 5 zip 4760*, 4767*, 4790* (numbered by their text).
SALARY, DISEASE = "salary", "disease"


@pytest.mark.parametrize(
    ("sample", "column", "ground", "expected"),
    [
        pytest.param("hospital-4", SALARY, Rank(), ["3/8", "17/72", "1/6"], id="T4 salary ordered"),
        pytest.param("hospital-5", SALARY, Rank(), ["1/12", "1/6", "1/6"], id="T5 salary ordered: published .167"),
        pytest.param("hospital-4", SALARY, Value(), ["3/8", "17/72", "1/6"], id="T4 salary by value: gaps are equal"),
        pytest.param("hospital-4", DISEASE, "tree", ["4/9", "8/27", "8/27"], id="T4 disease hierarchical"),
        pytest.param(
            "hospital-5", DISEASE, "tree", ["5/27", "7/27", "8/27"], id="T5 disease: 8/27, not the paper's .278"
        ),
        pytest.param("hospital-4", DISEASE, Equal(), ["4/9", "4/9", "4/9"], id="T4 disease equal"),
        pytest.param("hospital-5", DISEASE, Equal(), ["1/3", "5/9", "4/9"], id="T5 disease equal: worse than T4"),
    ],
)
def test_icde_tables(sample, column, ground, expected):
    counted, ground = of_sample(sample, column, ground)
    assert sorted(per_class(TCloseness(column, ground=ground), counted)) == exactly(*sorted(map(F, expected)))
    assert per_class(TCloseness(column, ground=ground), counted) == exactly(*expected)


def test_every_hierarchical_distance_of_the_nine_rows_is_a_multiple_of_one_27th():
    for sample in ("hospital-4", "hospital-5"):
        counted, ground = of_sample(sample, DISEASE, "tree")
        times = 27 * TCloseness(DISEASE, ground=ground).per_class(counted)
        assert np.allclose(times, np.round(times)), "5/18 = .278 as printed cannot arise"


def test_f1_the_note_s_example():
    note = counts("abbbccccdd | aaabbbbccd", "abcd")
    apart = np.abs(np.subtract.outer(np.arange(4), np.arange(4))) / 3
    ordered, equal = TCloseness("s", ground=Rank()), TCloseness("s")
    against = [0.3, 0.4, 0.2, 0.1]
    mine = note.part(np.array([True, False]), np.array(against))
    assert per_class(ordered, mine) == exactly("1/5")
    assert per_class(equal, mine) == exactly("3/10")
    assert transport(mine.mix(0), against, apart) == pytest.approx(0.2)
    wider = counts("abbbccccdd | aaabbbbccd", "abcde").part(np.array([True, False]), np.array([*against, 0]))
    assert per_class(ordered, wider) == exactly("3/20"), "correction 8: an empty top level changes the distance"


def test_correction_2_one_fifth_keeps_a_promise_of_a_fifth(shared):
    frame = pd.read_csv(shared / "cases" / "c66_threshold_tie.csv")
    table = from_frame(frame.assign(band=pd.Categorical(frame["band"], sorted(frame["band"].unique()), ordered=True)))
    counted = contingency(table, equivalence_classes(table, ["q"]), "band")
    found = measure(TCloseness("band", 0.2, Rank()), counted)
    assert found.per_class[0] == pytest.approx(0.2, abs=1e-12)
    assert found.verdict is Verdict.HOLDS
    assert measure(TCloseness("band", 0.2 - 1e-6, Rank()), counted).verdict is Verdict.FAILS


def test_f2_salaries():
    table = from_frame(pd.DataFrame({"salary": range(3, 12)}))
    everyone = contingency(table, equivalence_classes(table, []), "salary")
    expected = {"3 4 5": "3/8", "6 8 11": "1/6", "7 9 10": "17/72", "3 5 9": "1/6", "4 7 10": "1/12"}
    for chosen, distance in expected.items():
        crowd = from_frame(pd.DataFrame({"salary": [int(word) for word in chosen.split()]}))
        counted = contingency(crowd, equivalence_classes(crowd, []), "salary", original=table)
        assert per_class(TCloseness("salary", ground=Rank()), counted) == exactly(distance), chosen
    assert worst(TCloseness("salary", ground=Rank()), everyone) == pytest.approx(0, abs=1e-15)


def with_prior(*shares: float):
    counted = counts("abcde"[: len(shares)], "abcde"[: len(shares)])
    return counted.part(np.array([True]), np.array(shares))


@pytest.mark.parametrize(
    ("model", "prior", "share"),
    [
        pytest.param(TCloseness("s", 0.15), (0.01, 0.99), 0.16, id="F4 equal: 1% to 16%, not 1.15% (correction 3)"),
        pytest.param(
            TCloseness("s", 0.15, Rank()), (0.01, 0.29, 0.3, 0.2, 0.2), 91 / 200, id="F4 ordered: up to 45.5%"
        ),
        pytest.param(TCloseness("s", 0.0015), (0.01, 0.99), 0.0115, id="correction 3: t = .0015 means 1.15%"),
        pytest.param(BasicBeta("s", 0.15), (0.01, 0.99), 0.0115, id="F6 beta .15"),
        pytest.param(BasicBeta("s", 10), (0.01, 0.99), 0.11, id="F6 basic beta 10"),
        pytest.param(EnhancedBeta("s", 10), (0.01, 0.99), 0.05605170185988091, id="F6 enhanced beta 10"),
        pytest.param(BasicBeta("s", 1), (0.5, 0.5), 1.0, id="F6 basic beta 1 at one half"),
        pytest.param(EnhancedBeta("s", 1), (0.5, 0.5), 0.8465735902799727, id="F6 enhanced beta 1 at one half"),
        pytest.param(
            DeltaDisclosure("s", log(1.15)), (0.01, 0.99), 0.0115, id="correction 3: delta-disclosure ln 1.15"
        ),
    ],
)
def test_f4_f6_largest_share(model, prior, share):
    assert largest_share(model, with_prior(*prior), 0) == pytest.approx(share, abs=1e-12)


def test_f5_a_hundredth_positive():
    rows = [("n", "-")] * 9825 + [(q, s) for q, n in (("a", 1), ("b", 25), ("c", 49)) for s in "+" * n + "-" * (50 - n)]
    rows += [("n", "+")] * 25
    table = from_frame(pd.DataFrame(rows, columns=["q", "s"]))
    counted = contingency(table, equivalence_classes(table, ["q"]), "s")
    counted = counted.part(np.array([True, True, True, False]), counted.prior)
    assert counted.prior.tolist() == [0.01, 0.99]
    assert per_class(TCloseness("s"), counted) == exactly("1/100", "49/100", "97/100")
    assert per_class(EntropyL("s"), counted) == pytest.approx([1.1030, 2, 1.1030], abs=5e-5)
    assert per_class(BasicBeta("s"), counted) == exactly(1, 49, 97)


def test_f7_nt_closeness():
    def counted(table, key):
        return contingency(table, equivalence_classes(table, [key]), "s")

    rows = [(1, 1, 300, 300), (2, 2, 200, 1800), (3, 1, 200, 200)]
    cells = [(q, up, s) for q, up, cancer, flu in rows for s in ["cancer"] * cancer + ["flu"] * flu]
    table = from_frame(pd.DataFrame(cells, columns=["q", "up", "s"]))
    fine, coarse, parent = counted(table, "q"), counted(table, "up"), np.array([0, 1, 0])
    assert per_class(TCloseness("s"), fine) == exactly("4/15", "2/15", "4/15")
    assert measure(TCloseness("s", 0.1), fine).verdict is Verdict.FAILS
    assert NTCloseness("s", n=1000).per_class(fine, coarse, parent).tolist() == exactly(0, 0, 0)
    assert NTCloseness("s", n=1001).per_class(fine, coarse, parent).tolist() == [inf, 0, inf], (
        "no group is large enough"
    )


GROUP_G = [
    # id, crowds, k, ℓ, entropy ℓ, (c at rank), α, t, β, enhanced β, δ-disclosure, present only
    ("G1 nine rows, 3-anonymous", "hhh|fhc|hcc", 3, 1, 1, (2, inf), 1, "4/9", "2", inf, inf, log(3)),
    ("G2 inpatients, 4-anonymous", "hhvv|chvv|cccc", 4, 1, 1, (2, inf), 1, "7/12", "7/5", inf, inf, log(12 / 5)),
    (
        "G3 inpatients, 3-diverse",
        "hvcc|chvv|hvcc",
        4,
        3,
        2**1.5,
        (3, 2),
        "1/2",
        "1/6",
        "1/2",
        0.5,
        log(5 / 3),
        log(5 / 3),
    ),
    ("G4 table 4 disease", "ugs|gfb|bps", 3, 3, 3, (2, 0.5), "1/3", "4/9", "2", 2, inf, log(3)),
    ("G4 table 5 disease", "usp|gfb|gbs", 3, 3, 3, (2, 0.5), "1/3", "5/9", "2", 2, inf, log(3)),
    ("H1 one class", "aaab", 4, 2, None, (2, 3), "3/4", "0", "0", 0, 0, 0),
    ("H2 two classes, one value", "aa|aaa", 2, 1, 1, (2, inf), 1, "0", "0", 0, 0, 0),
    ("H3 four singletons", "w|x|y|z", 1, 1, 1, (2, inf), 1, "3/4", "3", inf, inf, log(4)),
    ("H4 rank 2", "aaaabc", 6, 3, None, (2, 2), "2/3", "0", "0", 0, 0, 0),
    ("H4 rank 3", "aaaabc", 6, 3, None, (3, 4), "2/3", "0", "0", 0, 0, 0),
]


@pytest.mark.parametrize("row", [pytest.param(row[1:], id=row[0]) for row in GROUP_G])
def test_groups_g_and_h(row):
    crowds, k, l, entropy, (rank, c), alpha, t, beta, enhanced, delta, present = row  # noqa: E741
    counted = counts(crowds)
    assert (worst(KAnonymity(), counted), worst(DistinctL("s"), counted)) == (k, l)
    assert entropy is None or worst(EntropyL("s"), counted) == pytest.approx(entropy, abs=1e-12)
    assert worst(RecursiveCL("s", l=rank), counted) == pytest.approx(c)
    assert worst(AlphaK("s"), counted) == pytest.approx(float(F(alpha)))
    assert worst(TCloseness("s"), counted) == pytest.approx(float(F(t)), abs=1e-12)
    assert worst(BasicBeta("s"), counted) == pytest.approx(float(F(beta)), abs=1e-12)
    assert worst(EnhancedBeta("s"), counted) == pytest.approx(enhanced, abs=1e-12)
    assert worst(DeltaDisclosure("s"), counted) == pytest.approx(delta, abs=1e-12)
    assert worst(DeltaDisclosure("s", absent="present"), counted) == pytest.approx(present, abs=1e-12)


def test_g1_g2_h3_per_class():
    assert per_class(TCloseness("s"), counts("hhh|fhc|hcc")) == exactly("4/9", "2/9", "1/3")
    assert per_class(TCloseness("s", ground=Rank()), counts("w|x|y|z", "wxyz")) == exactly("1/2", "1/3", "1/3", "1/2")


@pytest.mark.parametrize(
    ("policy", "l", "t"),
    [
        pytest.param(MissingSensitive.OUT, 1, "1/3", id="missing secret left out, as H5 states"),
        pytest.param(MissingSensitive.OWN, 2, "1/4", id="missing secret a value of its own, the default"),
    ],
)
def test_h5_missing_values(policy, l, t):  # noqa: E741
    policies = Policies(missing_sensitive=policy)
    table = from_frame(pd.DataFrame({"q": ["a", "a", None, None], "s": ["x", "y", "x", None]}))
    counted = contingency(table, equivalence_classes(table, ["q"], policies), "s", policies)
    assert (len(counted.classes), worst(KAnonymity(), counted), worst(DistinctL("s"), counted)) == (2, 2, l)
    assert worst(TCloseness("s"), counted) == pytest.approx(float(F(t)))


@pytest.mark.parametrize(
    ("name", "k", "l", "t"),
    [("inpatient-4", 4, 1, "7/12"), ("inpatient-3", 4, 3, "1/6")],
)
def test_inpatient_samples(name, k, l, t):  # noqa: E741
    counted, _ = of_sample(name, "condition")
    assert (worst(KAnonymity(), counted), worst(DistinctL("condition"), counted)) == (k, l)
    assert worst(TCloseness("condition"), counted) == pytest.approx(float(F(t)))


def test_correction_5_merging_may_make_one_class_worse():
    """D = 0 and 1/2, merged 1/4: the first class loses, the worst number does not."""
    prior = np.array([0.5, 0.5])
    before = counts("ab|aa").part(np.array([True, True]), prior)
    after = counts("abaa").part(np.array([True]), prior)
    assert per_class(TCloseness("s"), before) == exactly("0", "1/2")
    assert per_class(TCloseness("s"), after) == exactly("1/4")


def test_correction_9_a_third_of_a_class_against_one_hundredth():
    counted = counts("abb").part(np.array([True]), np.array([0.01, 0.99]))
    assert worst(BasicBeta("s"), counted) + 1 == pytest.approx(100 / 3)
    assert worst(TCloseness("s"), counted) == pytest.approx(97 / 300)


def test_siblings_a_quarter_apart_would_give_the_paper_s_278():
    """With one more level above the stomach and lung groups the worst distance is 5/18, as printed."""
    tree = samples.load("hospital-5").hierarchies[DISEASE]
    rows = [[level[i] for level, i in zip(tree.labels, path, strict=True)] for path in zip(*tree.maps, strict=True)]
    deeper = hierarchy(DISEASE, [(*row[:2], f"{row[1]} again", *row[2:]) for row in rows])
    counted, _ = of_sample("hospital-5", DISEASE)
    assert worst(TCloseness(DISEASE, ground=Tree(deeper)), counted) == pytest.approx(5 / 18)
