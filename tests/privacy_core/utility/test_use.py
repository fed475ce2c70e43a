"""What users do with a release: figures they name, columns that go together, columns that are predicted."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np
import pandas as pd
import pytest

from privacy_core import ParameterError, Roles, Stopped, from_frame, hierarchy
from privacy_core.anonymizers import recoded, recoded_cells
from privacy_core.utility import (
    Query,
    answer,
    classification,
    coarsenings,
    column_changes,
    correlation_changes,
    measured_utility,
)
from privacy_core.utility.measuring import utility_document
from tests.blurring import adult, generalized

approx = pytest.approx

AGE = hierarchy("age", [(str(a), f"{a // 10}0s", "*") for a in range(20, 60, 5)])
PEOPLE = from_frame(
    pd.DataFrame(
        {"age": [20, 20, 25, 30, 35, 55], "town": list("aabbbb"), "ill": list("yynnny"), "pay": [1, 2, 3, 4, 5, 60]}
    )
)
GONE = np.array([False] * 5 + [True])
RELEASE = recoded(PEOPLE, {"age": ["20s", "20s", "30s", "30s", "50s"]}, GONE)
COLUMNS = coarsenings(PEOPLE, RELEASE, ["age"], {"age": AGE}, {"age": 1})


@pytest.mark.parametrize(
    ("query", "before", "after"),
    [
        pytest.param(Query("aged 20", {"age": "20"}), 2, 3 / 2 + 1 / 8, id="a count spreads over what a cell covers"),
        pytest.param(Query("ill", {"ill": "y"}), 3, 3, id="a column left alone counts as before"),
        pytest.param(Query("ill at 20", {"age": "20", "ill": "y"}), 2, 2 / 2 + 1 / 8, id="both"),
        pytest.param(Query("all", {}), 6, 6, id="all rows"),
        pytest.param(Query("pay", {}, "pay"), 75 / 6, 75 / 6, id="mean of a column left alone"),
        pytest.param(Query("age", {}, "age"), 185 / 6, (3 * 22.5 + 2 * 32.5 + 33) / 6, id="mean of a generalized one"),
        pytest.param(Query("pay at 55", {"age": "55"}, "pay"), 60, 60, id="only the suppressed row can be 55"),
    ],
)
def test_figures_by_hand(query, before, after):
    found = answer(query, PEOPLE, COLUMNS)
    assert (found.before, found.after) == (approx(before), approx(after))
    assert found.error == approx(abs(after - before) / before)


def test_figures_without_a_hierarchy():
    release = recoded_cells(PEOPLE, {"age": (["20-30", "35-55"], np.array([0, 0, 0, 0, 1, 1]))})
    columns = coarsenings(PEOPLE, release, ["age"])
    assert answer(Query("25", {"age": "25"}), PEOPLE, columns).after == approx(4 / 3)
    assert answer(Query("age", {}, "age"), PEOPLE, columns).after == approx((4 * 25 + 2 * 45) / 6)


def test_a_figure_that_cannot_be_reckoned_is_refused_without_the_value():
    with pytest.raises(ParameterError, match="'ill': no row has the value") as refused:
        answer(Query("x", {"ill": "secret"}), PEOPLE, COLUMNS)
    assert "secret" not in str(refused.value)
    with pytest.raises(ParameterError, match="'town' has no numbers"):
        answer(Query("x", {}, "town"), PEOPLE, COLUMNS)


def test_columns_before_and_after():
    (one,) = column_changes(PEOPLE, RELEASE, COLUMNS)
    assert (one.labels_after, one.rows_after.tolist()) == (("20s", "30s"), [3, 2])
    assert (one.values_before, one.values_after, one.withheld) == (5, 2, approx(1 / 6))


def test_association_falls_where_columns_are_blurred():
    random = np.random.default_rng(5)
    town = random.choice(list("abcd"), 400)
    same = np.where(random.random(400) < 0.9, town, random.choice(list("abcd"), 400))
    people = from_frame(pd.DataFrame({"town": town, "club": same}))
    release = recoded(people, {"town": ["ab", "ab", "cd", "cd"]})
    (pair,) = correlation_changes(people, release, coarsenings(people, release, ["town"]), ["club"])
    assert pair.kind == "association"
    assert 0.8 < pair.before <= 1
    assert pair.before > pair.after > 0


def test_association_of_independent_columns_is_near_nothing_and_of_a_constant_not_defined():
    random = np.random.default_rng(6)
    people = from_frame(pd.DataFrame({"a": random.choice(list("abcdefgh"), 500), "b": random.choice(list("xyz"), 500)}))
    release = recoded(people, {"a": ["*"] * 8})
    (pair,) = correlation_changes(people, release, coarsenings(people, release, ["a"]), ["b"])
    assert pair.before < 0.1
    assert pair.after is None
    assert pair.change == -pair.before


def test_a_classifier_loses_what_the_release_hides():
    random = np.random.default_rng(7)
    kind = random.choice(list("abcdef"), 600)
    ill = np.where(random.random(600) < 0.95, np.isin(kind, ["a", "c", "e"]), random.random(600) < 0.5)
    people = from_frame(pd.DataFrame({"kind": kind, "ill": np.where(ill, "y", "n")}))
    release = recoded(people, {"kind": ["ab", "ab", "cd", "cd", "ef", "ef"]})
    columns = coarsenings(people, release, ["kind"])
    found = classification(people, release, columns, "ill", np.random.default_rng(1))
    assert found.before > 0.9
    assert found.after < 0.65
    again = classification(people, release, columns, "ill", np.random.default_rng(1))
    assert found == again


def test_a_classifier_does_not_see_the_order_of_rows_or_columns():
    random = np.random.default_rng(8)
    frame = pd.DataFrame({name: random.choice(list("abc"), 90) for name in ("p", "q", "s")})
    people = from_frame(frame)
    found = []
    for names, rows in [(["p", "q"], np.arange(90)), (["q", "p"], random.permutation(90))]:
        mixed = people.only(rows)
        release = recoded(mixed, {"p": ["ab", "ab", "c"]}, mixed["q"].codes == 0)
        columns = coarsenings(mixed, release, names)
        found.append(classification(mixed, release, columns, "s", np.random.default_rng(3)))
    assert found[0] == found[1]


def test_nothing_to_predict_is_said():
    alike = from_frame(pd.DataFrame({"q": list("abcabc"), "s": ["x"] * 6, "n": [1, 2, 3, 4, 5, 6]}))
    columns = coarsenings(alike, alike, ["q"])
    random = np.random.default_rng(1)
    assert "one value in all rows" in classification(alike, alike, columns, "s", random).reason
    assert "too many to be classes" in classification(alike, alike, columns, "n", random).reason
    with patch("privacy_core.utility.classification.find_spec", return_value=None):
        found = classification(alike, alike, columns, "q", random)
    assert (found.before, found.reason) == (None, "not measured: scikit-learn is not installed")


def test_a_classifier_can_be_stopped():
    people = from_frame(pd.DataFrame({"q": list("abcabc"), "s": list("xyxyxy")}))
    with pytest.raises(Stopped):
        classification(
            people,
            people,
            coarsenings(people, people, ["q"]),
            "s",
            np.random.default_rng(1),
            lambda share, doing: False,
        )


def test_the_document_names_no_value():
    found = measured_utility(
        PEOPLE, RELEASE, Roles(("age",), ("ill",)), {"age": AGE}, {"age": 1}, queries=[Query("young", {"age": "20"})]
    )
    said = utility_document(found)
    assert said["figures"] == [{"name": "young", "before": 2.0, "after": approx(1.625)}]
    assert "20s" not in str(said)
    assert said["columns"]["age"]["values_after"] == 2


def test_adult_predicts_less_after(shared):
    table, trees = adult(shared)
    names = ["age", "education", "marital-status"]
    at = {"age": 3, "education": 2, "marital-status": 1}
    release = generalized(table, trees, at, 5)
    columns = coarsenings(table, release, names, trees, at)
    found = classification(table, release, columns, "salary-class", np.random.default_rng(1))
    assert found.guess == approx(0.7511, abs=1e-4)
    assert found.guess < found.after < found.before < 0.9
