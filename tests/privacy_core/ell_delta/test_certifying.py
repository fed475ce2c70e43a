"""Certificates from records the classes were not made from."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from privacy_core import ParameterError, TableError, from_frame
from privacy_core.ell_delta import Basis, certificate, held_out


def table(n: int, seed: int = 1):
    rng = np.random.default_rng(seed)
    return from_frame(pd.DataFrame({"age": rng.integers(0, 8, n), "ill": rng.choice(list("abcd"), n)}))


@pytest.mark.parametrize(
    ("hits", "sampled", "drawn", "expected"),
    [(83, 1000, 63, 0.2879), (83, 1000, 100, 0.0404), (833, 10_000, 63, 0.0992), (833, 10_000, 75, 0.0451)],
)
def test_twelve_cells(hits, sampled, drawn, expected):
    assert certificate([hits] * 12, sampled, 0.01).failure(drawn) == pytest.approx(expected, abs=5e-5)


def test_records_that_meet_delta():
    found = certificate([83] * 12, 1000, 0.01)
    least = found.records(0.05)
    assert found.failure(least) <= 0.05 < found.failure(least - 1)
    assert found.records(0.01) is None
    assert certificate([0, 5], 10, 0.01).records(0.5) is None
    assert certificate([0, 5], 10, 0.01).failure(1000) == 1


@pytest.mark.parametrize("asked", [([5], 4, 0.1), ([-1], 4, 0.1), ([], 4, 0.1), ([1], 4, 0.0), ([1], 0, 0.1)], ids=str)
def test_counts_that_are_none(asked):
    with pytest.raises(ParameterError):
        certificate(*asked)


def test_the_bounds_hold_as_often_as_they_say():
    """Coverage of all bounds at once, by simulation."""
    rng, true, wrong = np.random.default_rng(5), np.array([0.1, 0.05, 0.2, 0.15]), 0
    for hits in rng.multinomial(400, [*true, 0.5], size=2000)[:, :4]:
        wrong += bool((certificate(hits, 400, 0.1).lower > true).any())
    assert wrong / 2000 <= 0.1


def test_classes_from_one_half_and_bounds_from_the_other():
    found = held_out(table(4000), ["age"], "ill", 2, 0.05, 0.05, np.random.default_rng(3), releases=2)
    said = found.guarantee
    assert said.basis is Basis.CERTIFIED
    assert (found.made_from, found.counted) == (2000, 2000)
    assert said.bound <= 0.05 < found.certificate.failure(said.records - 1)
    assert said.bound < said.linked_bound <= 0.1
    assert said.exact is None
    assert said.linked_exact is None
    assert len(found.certificate.lower) == said.classes * 2
    assert said.p < 0.0625
    assert said.sentence.startswith("Certified by records the classes were not made from:")


def test_hits_are_counted_in_the_other_half():
    """Against a plain count over the rows."""
    whole = table(300)
    found = held_out(whole, ["age"], "ill", 2, 0.2, 0.1, np.random.default_rng(11), alpha=0.05)
    order = np.random.default_rng(11).permutation(300)
    first, second = np.sort(order[:150]), np.sort(order[150:])
    of_row = found.of_group[whole["age"].codes]
    ill = whole["ill"].codes
    hits = []
    for group in range(found.guarantee.classes):
        count = np.bincount(ill[first][of_row[first] == group], minlength=4)
        chosen = np.argsort(-count, kind="stable")[:2]
        hits += [int(((of_row[second] == group) & (ill[second] == value)).sum()) for value in chosen]
    assert np.array_equal(certificate(hits, 150, 0.05).lower, found.certificate.lower)


def test_nothing_can_be_certified_from_few_records():
    with pytest.raises(ParameterError, match=r"Nothing can be certified at delta = 0\.05 and alpha = 0\.05"):
        held_out(table(400), ["age"], "ill", 2, 0.05, 0.1, np.random.default_rng(1), alpha=0.05)
    with pytest.raises(ParameterError, match="cannot be cut in two"):
        held_out(table(1), ["age"], "ill", 1, 0.05, 0.1, np.random.default_rng(1))


def test_a_missing_quasi_identifier_has_no_place():
    gaps = from_frame(pd.DataFrame({"age": [1, None, 2, 3], "ill": list("abab")}))
    with pytest.raises(TableError, match="Column 'age': 1 row has no value"):
        held_out(gaps, ["age"], "ill", 1, 0.05, 0.1, np.random.default_rng(1))
