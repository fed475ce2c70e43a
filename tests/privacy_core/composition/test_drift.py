"""Beliefs after releases that share a grouping: Bayes' rule, exact and by drawing."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import ParameterError, TableError, from_frame
from privacy_core.composition import Publication, drift, posterior


def by_fractions(prior, counts):
    weight = []
    for at, share in enumerate(prior):
        product = Fraction(share) if all(row[at] for row in counts) else Fraction(0)
        for row in counts:
            product *= Fraction(row[at]) / Fraction(share)
        weight.append(product)
    whole = sum(weight)
    return [one / whole if whole else Fraction(0) for one in weight]


def test_two_releases_of_sixty_to_forty():
    assert posterior([0.5, 0.5], [[6, 4], [6, 4]]) == pytest.approx([9 / 13, 4 / 13], abs=1e-15)
    assert posterior([0.5, 0.5], [[6, 4]]) == pytest.approx([0.6, 0.4])


counted = st.lists(st.lists(st.integers(0, 9), min_size=3, max_size=3), min_size=1, max_size=5)


@given(st.lists(st.integers(1, 9), min_size=3, max_size=3), counted)
def test_the_belief_is_that_of_fractions(weight, counts):
    prior = [Fraction(one, sum(weight)) for one in weight]
    found = posterior([float(share) for share in prior], counts)
    assert found == pytest.approx([float(one) for one in by_fractions(prior, counts)], abs=1e-12)


@given(counted, st.permutations(range(3)))
def test_order_and_names_do_not_matter(counts, order):
    prior = np.array([0.2, 0.3, 0.5])
    found = posterior(prior, counts)
    assert posterior(prior, counts[::-1]) == pytest.approx(found)
    assert posterior(prior[order], np.array(counts)[:, order]) == pytest.approx(found[order])


def test_the_belief_is_what_happens():
    """Draw true value and companions; among draws that show 6:4 twice the truth is the first value 9 times of 13."""
    rng = np.random.default_rng(3)
    draws, size = 400_000, 10
    truth = rng.random(draws) < 0.5
    shown = [rng.binomial(size - 1, 0.5, draws) + truth for _ in range(2)]
    alike = (shown[0] == 6) & (shown[1] == 6)
    hits, tries = int(truth[alike].sum()), int(alike.sum())
    assert tries > 10_000
    assert abs(hits / tries - 9 / 13) < 3.9 * (9 / 13 * 4 / 13 / tries) ** 0.5


def test_many_releases_do_not_overflow():
    found = posterior([0.5, 0.5], [[600_000, 400_000]] * 200)
    assert np.isfinite(found).all()
    assert found[0] == pytest.approx(1)


@pytest.mark.parametrize(
    ("prior", "counts"),
    [([0.5], [[1, 2]]), ([0.5, 0.5], []), ([-1, 2], [[1, 1]]), ([0.5, 0.5], [[-1, 1]]), ([0, 1], [[1, 1]])],
)
def test_impossible_counts_are_refused(prior, counts):
    with pytest.raises(ParameterError):
        posterior(prior, counts)


def release(name, q, s):
    return Publication(name, from_frame(pd.DataFrame({"q": list(q), "s": list(s)})), ("q",))


def test_frequencies_drift_where_sets_stand():
    one = release("1", "a" * 10 + "b" * 2, "x" * 6 + "y" * 4 + "xz")
    found = drift([one, one], "s", {"x": 0.5, "y": 0.5, "z": 0.5})
    assert found.classes == ("a", "b")
    assert found.left.tolist() == [2, 2]
    assert found.highest == pytest.approx([9 / 13, 0.5])
    assert found.highest_before == pytest.approx([0.6, 0.5])
    assert (found.ell_before[0].round(2), found.ell[0].round(2), found.estimated) == (1.96, 1.85, False)


@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("xyz")), min_size=1, max_size=20),
    st.randoms(use_true_random=False),
)
def test_each_class_is_its_own_posterior(rows, rng):
    others = [rng.choice(rows) for _ in range(rng.randint(1, 15))]
    releases = [release(str(at), *zip(*one, strict=True)) for at, one in enumerate((rows, others))]
    prior = {"x": 0.2, "y": 0.3, "z": 0.5}
    found = drift(releases, "s", prior)
    pooled = drift(releases, "s")
    shares = [sum(s == value for _, s in rows + others) / len(rows + others) or 1.0 for value in "xyz"]
    for at, group in enumerate(found.classes):
        counts = [[sum(one == (group, value) for one in several) for value in "xyz"] for several in (rows, others)]
        assert found.highest[at] == pytest.approx(posterior(list(prior.values()), counts).max())
        assert pooled.highest[at] == pytest.approx(posterior(shares, counts).max())
        belief = posterior(list(prior.values()), counts)
        positive = belief[belief > 0]
        assert found.ell[at] == pytest.approx(np.exp(-(positive * np.log(positive)).sum()) if len(positive) else 0)
        assert found.left[at] == len(positive)


def test_refusals():
    with pytest.raises(TableError, match="No class occurs in every release"):
        drift([release("1", "a", "x"), release("2", "b", "x")], "s")
    with pytest.raises(ParameterError, match="no share above 0 to 1 value"):
        drift([release("1", "a", "x")] * 2, "s", {"y": 1.0})
