"""Homogeneity, skewness and similarity, each counted and per class; the three beliefs."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given

from privacy_core import (
    ParameterError,
    beliefs,
    contingency,
    equivalence_classes,
    from_frame,
    hierarchy,
    lessons,
    samples,
)
from tests.strategies import cases


def counted(frame: pd.DataFrame, known=("q",), secret="s"):
    table = from_frame(frame)
    return contingency(table, equivalence_classes(table, known), secret)


def test_three_stomach_diseases_are_three_values_and_one_group():
    """The example of Li et al. 2007, section 3.1: class 1 of table 4 is 3-diverse and says stomach."""
    nine = samples.load("hospital-4")
    table = contingency(nine.table, equivalence_classes(nine.table, ["zip", "age"]), "disease")
    found = lessons(table, nine.hierarchies["disease"])
    assert (found.similarity.classes, found.similarity.rows) == (1, 3)
    assert found.distinct.tolist() == [3, 3, 3]
    assert found.groups.tolist() == [1, 2, 2]
    assert (found.groups_at_least, lessons(table).groups_at_least) == (1, None)
    assert found.homogeneity.sentence == "Homogeneity: found in none of 3 crowds."
    assert found.similarity.sentence.startswith("Similarity: 1 of 3 crowds (3 of 9 rows).")


def test_four_cancers_in_one_crowd():
    """The 4-anonymous inpatients (Machanavajjhala et al. 2006): the last crowd shares its condition."""
    twelve = samples.load("inpatient-4")
    table = contingency(twelve.table, equivalence_classes(twelve.table, ["class"]), "condition")
    found = lessons(table)
    assert (found.homogeneity.classes, found.homogeneity.rows) == (1, 4)
    assert found.of(2) == ("Everyone here shares one value of condition.",)
    assert found.similarity is None


def test_one_in_a_hundred_becomes_a_third():
    """100 of 10,000 are positive; one crowd of 100 holds 33 of them: 33 times, exactly."""
    rows = [("a", "+")] * 33 + [("a", "-")] * 67 + [("b", "+")] * 67 + [("b", "-")] * 9833
    table = counted(pd.DataFrame(rows, columns=["q", "s"]))
    found = lessons(table)
    assert found.times[0] == pytest.approx(33, abs=1e-12)
    assert found.labels[found.value[0]] == "+"
    assert (found.skewness.classes, found.skewness.rows) == (1, 100)
    assert found.of(0) == ("+: 1 of 100 in the whole table, 33 of 100 here, 33 times.",)
    assert lessons(table, times=33).skewness.classes == 0, "equal to the line is not beyond it"


@given(cases(original=False))
def test_agrees_with_counting_by_hand(case):
    table = contingency(case.table, equivalence_classes(case.table, case.names), "s")
    rows = [
        (k, s) for k, s, out in zip(case.plain.known, case.plain.secret, case.plain.suppressed, strict=True) if not out
    ]
    everyone = Counter(secret for _, secret in rows)
    crowds: dict[object, Counter] = {}
    for known, secret in rows:
        crowds.setdefault(known, Counter())[secret] += 1
    times = sorted(
        float(max(Fraction(n, sum(c.values())) / Fraction(everyone[s], len(rows)) for s, n in c.items()))
        for c in crowds.values()
    )
    found = lessons(table, times=1.5)
    assert np.sort(found.times) == pytest.approx(times)
    assert found.homogeneity.classes == sum(len(c) == 1 for c in crowds.values())
    assert found.homogeneity.rows == sum(sum(c.values()) for c in crowds.values() if len(c) == 1)
    assert found.after == pytest.approx(found.before * found.times)
    assert found.skewness.classes == sum(t > 1.5 + 1e-6 for t in times)


@given(cases(original=False))
def test_never_more_groups_than_values(case):
    table = contingency(case.table, equivalence_classes(case.table, case.names), "s")
    found = lessons(table, case.tree)
    if found.groups is not None:
        assert (found.groups <= found.distinct).all()
        assert not (found.similarity.found & found.homogeneity.found).any()


def test_a_tree_without_a_level_between_says_nothing_of_similarity():
    table = counted(pd.DataFrame({"q": ["a", "a"], "s": ["x", "y"]}))
    assert lessons(table, hierarchy("s", [("x", "*"), ("y", "*")])).similarity is None


def test_a_value_the_prior_does_not_know():
    table, before = from_frame(pd.DataFrame({"q": ["a"], "s": ["new"]})), from_frame(pd.DataFrame({"s": ["old"]}))
    found = lessons(contingency(table, equivalence_classes(table, ["q"]), "s", original=before))
    assert np.isinf(found.times[0])
    assert (found.before[0], found.after[0]) == (0, 1)


def test_a_line_below_one_is_refused():
    with pytest.raises(ParameterError, match="times must be at least 1"):
        lessons(counted(pd.DataFrame({"q": ["a"], "s": ["x"]})), times=0.5)


def test_three_beliefs():
    table = counted(pd.DataFrame({"q": list("aabb"), "s": list("xxxy")}))
    seen = beliefs(table, 0, 0)
    assert (seen.before, seen.table, seen.found) == (0.5, 0.75, 1.0)
    assert seen.sentences == (
        "Before the release: 50 of 100 (every value alike).",
        "After seeing the whole table: 75 of 100. Everyone learns this; it is what publishing is for.",
        "After finding the crowd: 100 of 100. The step from the line above is what t limits.",
    )
    assert beliefs(table, 0, 0, before=0.01).sentences[0] == "Before the release: 1 of 100 (as given)."


@given(cases())
def test_beliefs_are_shares(case):
    if all(case.plain.suppressed):
        return
    table = contingency(case.table, equivalence_classes(case.table, case.names), "s", original=case.original)
    found = [beliefs(table, 0, value) for value in range(table.n_values)]
    assert sum(b.before for b in found) == pytest.approx(1)
    assert sum(b.table for b in found) == pytest.approx(1)
    assert sum(b.found for b in found) == pytest.approx(1)


def test_wrong_beliefs_are_refused():
    table = counted(pd.DataFrame({"q": ["a"], "s": ["x"]}))
    with pytest.raises(ParameterError, match=r"before must lie in \[0, 1\]"):
        beliefs(table, 0, 0, before=2)
    with pytest.raises(ParameterError, match="has 1 values; no value number 3"):
        beliefs(table, 0, 3)
