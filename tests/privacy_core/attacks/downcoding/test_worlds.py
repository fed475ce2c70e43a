"""Tables that fit a crowd of one column: counted by hand, by the formula, and by asking what would be published."""

from __future__ import annotations

from math import comb

import pytest

from privacy_core import ParameterError
from privacy_core.attacks.downcoding import worlds
from privacy_core.attacks.minimality import posterior
from privacy_core.attacks.outcomes import Outcome


def test_two_rows_could_be_three_tables_and_are_one():
    found = worlds(2, 0.5)
    assert (len(found.worlds), found.left, found.proved) == (3, 1, True)
    (left,) = (one for one in found.worlds if one.left)
    assert left.original == (("20–29", 1), ("30–39", 1))
    assert (left.before, left.now) == (0.5, 1.0)


@pytest.mark.parametrize("k", [2, 3, 5, 10, 16])
@pytest.mark.parametrize("rare", [0.01, 0.1, 0.5, 0.9])
def test_chances_are_those_of_draws_and_of_the_formula(k: int, rare: float):
    found = worlds(k, rare)
    assert [one.before for one in found.worlds] == pytest.approx(
        [comb(k, n) * rare**n * (1 - rare) ** (k - n) for n in range(k + 1)]
    )
    assert sum(one.now for one in found.worlds) == pytest.approx(1)
    assert found.rarer == ("30–39" if rare <= 0.5 else "20–29")
    assert found.one_odd[1] == pytest.approx(posterior(k, min(rare, 1 - rare)))


@pytest.mark.parametrize("k", [2, 3, 7])
def test_what_is_left_is_what_would_be_published_so(k: int):
    for one in worlds(k, 0.3).worlds:
        assert one.left == (one.made == ((worlds(k, 0.3).published, k),))
        assert one.left == (len(one.original) == 2)
        assert sum(rows for _, rows in one.made) == k


def test_nothing_is_ruled_out_where_the_method_may_blur_needlessly():
    found = worlds(4, 0.2, minimal=False)
    assert found.left == len(found.worlds) == 5
    assert [one.before for one in found.worlds] == pytest.approx([one.now for one in found.worlds])


@pytest.mark.parametrize(
    ("k", "rare", "said"), [(1, 0.5, "k"), (101, 0.5, "k"), (2, 0.0, "Both bands"), (2, 1.5, "rare")]
)
def test_numbers_out_of_range_are_refused(k: int, rare: float, said: str):
    with pytest.raises(ParameterError, match=said):
        worlds(k, rare)


@pytest.mark.parametrize(("k", "rare"), [(2, 0.5), (5, 0.05), (8, 0.5), (10, 0.5), (10, 0.01)])
def test_the_verdict_is_the_gain_of_the_best_guess(k: int, rare: float):
    found = worlds(k, rare)
    gain = max(one.now for one in found.worlds) - max(one.before for one in found.worlds)
    assert found.tells == (gain >= 0.01)
    assert found.outcome is (Outcome.BEATS if gain >= 0.01 else Outcome.NO_BETTER)
    blind = worlds(k, rare, minimal=False)
    assert not blind.tells
    assert blind.outcome is Outcome.PREMISE_FAILS
