"""Generalized columns, and the judge that no release gets past."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from privacy_core import (
    DeltaDisclosure,
    DistinctL,
    InternalError,
    KAnonymity,
    Limits,
    NTCloseness,
    ParameterError,
    Policies,
    Prior,
    Roles,
    Secret,
    TCloseness,
    Thresholds,
    Verdict,
    from_frame,
    hierarchy,
)
from privacy_core.anonymizers import FullDomain, hopeless, promised, recoded, recoded_cells, release
from privacy_core.anonymizers.lattice.rules import promise
from privacy_core.models import KMap
from privacy_core.policies import Missing

PEOPLE = from_frame(
    pd.DataFrame({"zip": ["11", "12", "11", "12", "21", None], "s": list("xyxyzz"), "n": [1, 2, 3, 4, 5, 6]})
)
ROLES = Roles(("zip",), ("s",))
LAST = np.array([False] * 4 + [True, True])


def test_a_generalized_column_keeps_missing_cells_missing_and_merges_equal_texts():
    found = recoded(PEOPLE, {"zip": ["1*", "1*", "2*", None]})["zip"]
    assert found.labels == ["1*", "2*", "(missing)"]
    assert found.codes.tolist() == [0, 0, 0, 0, 1, 2]


def test_a_missing_cell_is_none_and_no_text():
    found = recoded(PEOPLE, {"zip": ["a", "b", "", ""]})["zip"]
    assert not found.has_missing
    assert found.codes[4] == found.codes[5]


def test_suppressed_rows_read_a_star_whatever_they_were():
    found = recoded(PEOPLE, {"zip": ["11", "12", "21", None]}, LAST)
    assert found["zip"].labels == ["*", "11", "12"]
    assert found["zip"].texts(np.flatnonzero(LAST)) == ["*", "*"]
    assert found.suppressed.tolist() == LAST.tolist()
    assert not found["zip"].has_missing


def test_cells_of_one_column_may_read_differently():
    found = recoded_cells(PEOPLE, {"zip": (["11", "1*", None], np.array([0, 1, 1, 1, 2, 2]))})["zip"]
    assert found.texts(np.arange(6)) == ["11", "1*", "1*", "1*", "(missing)", "(missing)"]


def test_categories_do_not_depend_on_the_order_of_rows():
    one = recoded(PEOPLE, {"zip": ["b", "a", "c", None]})["zip"]
    other = recoded(PEOPLE.only(np.arange(6)[::-1]), {"zip": ["b", "a", "c", None]})["zip"]
    assert one.labels == other.labels
    assert one.codes.tolist() == other.codes[::-1].tolist()


def test_a_release_is_compared_with_the_original_and_with_itself():
    blurred = recoded(PEOPLE, {"zip": ["1*", "1*", "2*", None]}, LAST)
    promise, own = release(PEOPLE, blurred, LAST, ROLES, [KAnonymity(4), TCloseness("s", 0.4)])
    assert [m.value for m in promise] == [4, pytest.approx(1 / 3)]  # x, y half each; the original has thirds
    assert [m.value for m in own] == [4, 0]
    assert {m.policies.prior for m in promise[1:]} == {Prior.ORIGINAL}
    assert {m.policies.prior for m in own} == {Prior.TABLE}


def test_a_release_that_fails_its_promise_is_never_handed_out():
    blurred = recoded(PEOPLE, {"zip": ["11", "12", "21", None]}, LAST)
    with pytest.raises(InternalError, match="k-anonymity: 4 rows in 2 classes"):
        release(PEOPLE, blurred, LAST, ROLES, [KAnonymity(3)])


def test_a_row_suppressed_before_must_stay_flagged():
    with pytest.raises(InternalError, match="no longer flagged"):
        release(PEOPLE.with_suppressed(LAST), PEOPLE, np.zeros(6, bool), ROLES, [KAnonymity(1)])


def test_rows_suppressed_before_are_no_part_of_the_prior():
    before = PEOPLE.with_suppressed(LAST)
    blurred = recoded(before, {"zip": ["1*", "1*", "2*", None]})
    (found,), _ = release(before, blurred, LAST, ROLES, [TCloseness("s", 0.1)])
    assert found.value == 0


def test_nothing_released_is_said_to_be_empty():
    everyone = np.ones(6, bool)
    blurred = recoded(PEOPLE, {"zip": ["1*", "1*", "2*", None]}, everyone)
    (found,), _ = release(PEOPLE, blurred, everyone, ROLES, [KAnonymity(2)])
    assert (found.verdict, found.value) == (Verdict.EMPTY, None)


def test_closeness_to_larger_groups_needs_hierarchies():
    tree = hierarchy("zip", [("11", "1*", "*"), ("12", "1*", "*"), ("21", "2*", "*")])
    model = [NTCloseness("s", 4, 1.0)]
    same = recoded(PEOPLE, {"zip": ["11", "12", "21", None]}, LAST)
    (found,), _ = release(PEOPLE, same, LAST, ROLES, model, hierarchies={"zip": tree})
    assert found.value == pytest.approx(0.5)
    with pytest.raises(ParameterError, match="needs a hierarchy"):
        release(PEOPLE, same, LAST, ROLES, model)


@pytest.mark.parametrize("missing", [Missing.WILDCARD, Missing.DROP])
def test_a_promise_needs_every_row_in_a_class(missing):
    with pytest.raises(ParameterError, match="value of its own"):
        release(PEOPLE, PEOPLE, PEOPLE.suppressed, ROLES, [KAnonymity(1)], Policies(missing=missing))


def test_promises_are_the_models_with_a_threshold():
    models = promised(PEOPLE, [Secret("s"), Secret("n")], Thresholds(k=2, t=0.3))
    assert [(m.name, m.sensitive, m.threshold) for m in models] == [
        ("k-anonymity", None, 2),
        ("t-closeness", "s", 0.3),
        ("t-closeness", "n", 0.3),
    ]
    assert models[2].ground.name == "ordered"


@pytest.mark.parametrize(
    ("secrets", "asked", "words"),
    [
        pytest.param([Secret("s")], Thresholds(), "Nothing is promised", id="nothing"),
        pytest.param([], Thresholds(k=2, l=2), "at least one sensitive column", id="no secret"),
        pytest.param([], Thresholds(risk=0), "risk of 0", id="no risk at all"),
    ],
)
def test_promises_that_are_none_are_refused(secrets, asked, words):
    with pytest.raises(ParameterError, match=words):
        promised(PEOPLE, secrets, asked)


@pytest.mark.parametrize(
    ("model", "words"),
    [
        pytest.param(KAnonymity(7), "only 6 rows are judged. The largest k is 6.", id="k above n"),
        pytest.param(DistinctL("s", 4), "'s' has 3 different values. The largest ℓ is 3.", id="l above the values"),
        pytest.param(DeltaDisclosure("s", 0), "Ask for more than 0", id="strictly below 0"),
        pytest.param(NTCloseness("s", 7, 0.1), "n = 7 cannot be reached", id="n above the rows"),
    ],
)
def test_what_no_release_can_keep_is_said_at_once(model, words):
    assert words in (hopeless(PEOPLE, [KAnonymity(2), model]) or "")


def test_what_one_class_of_all_might_keep_is_tried():
    assert hopeless(PEOPLE, [KAnonymity(6), DistinctL("s", 3), TCloseness("s", 0)]) is None


def test_limits_round_down_without_float_errors():
    assert [Limits(x).rows(100) for x in (0, 0.29, 0.57, 1)] == [0, 29, 57, 100]
    with pytest.raises(ParameterError, match="suppression must lie in"):
        Limits(1.5)


def test_k_map_is_measured_again_in_the_population():
    everyone = recoded(PEOPLE.only(np.array([0, 0, 1, 2, 4, 4, 4])), {"zip": ["1*", "1*", "2*", None]})
    blurred = recoded(PEOPLE.only(np.array([0, 1, 4])), {"zip": ["1*", "1*", "2*", None]})
    asked = PEOPLE.only(np.array([0, 1, 4])), blurred, np.zeros(3, bool), ROLES
    (found,), (own,) = release(*asked, [KMap(3)], population=everyone)
    assert (found.value, own.value, found.verdict) == (3, 3, Verdict.HOLDS)
    with pytest.raises(InternalError, match="promise of k-map: 1 rows in 1 classes"):
        release(*asked, [KMap(4)], population=everyone)
    with pytest.raises(ParameterError, match="population"):
        release(*asked, [KMap(2)])


def test_a_search_that_forgot_the_population_would_be_caught(monkeypatch):
    rows = from_frame(pd.DataFrame({"zip": ["11", "11", "12", "21"]}))
    everyone = from_frame(pd.DataFrame({"zip": ["11", "11", "12", "21", "21", "21"]}))
    tree = hierarchy("zip", [("11", "1*"), ("12", "1*"), ("21", "2*")])
    asked = rows, Roles(("zip",)), {"zip": tree}, [KMap(3)], Limits()
    found = FullDomain(population=everyone).anonymize(*asked)
    assert (found.levels, found.measurements[0].value) == ({"zip": 1}, 3)
    kept = promise([KMap(1)], True)
    monkeypatch.setattr("privacy_core.anonymizers.full_domain.promise", lambda *_: kept)
    with pytest.raises(InternalError, match="promise of k-map"):
        FullDomain(population=everyone).anonymize(*asked)
