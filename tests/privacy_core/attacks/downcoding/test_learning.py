"""The distribution learned from a hold-out, against what it was drawn from."""

from __future__ import annotations

import numpy as np
import pytest

from privacy_core import ParameterError
from privacy_core.attacks.downcoding import WINDOW, Clusters, draw, learn


@pytest.mark.parametrize("big", [0.05, 0.1, 0.5, 0.9])
@pytest.mark.parametrize("dims", [16, 64])
def test_what_was_drawn_is_learned(big, dims):
    settings = Clusters(n=2000, dims=dims, big=big)
    drawn = draw(settings, np.random.default_rng(1))
    found = learn(drawn.values, 10)
    assert found.rows == 2000
    assert found.big == pytest.approx(drawn.big.mean(), abs=0.005)
    assert found.inside == pytest.approx(settings.inside_share, abs=0.02)
    assert found.narrow > 0.9995
    assert np.allclose(found.shares, np.bincount(drawn.cluster, minlength=10) / 2000)
    assert np.allclose(found.centres, settings.centres, atol=1.5)
    assert found.window == pytest.approx(WINDOW, abs=0.03)


def test_a_cluster_without_rows_has_no_centre():
    found = learn(draw(Clusters(clusters=2, big=0.5), np.random.default_rng(1)).values, 5)
    assert np.isnan(found.centres).tolist() == [False, False, True, True, True]
    assert found.shares[2:].tolist() == [0, 0, 0]


def test_nothing_is_learned_where_no_row_scatters():
    assert learn(draw(Clusters(big=0), np.random.default_rng(1)).values, 10) is None
    with pytest.raises(ParameterError, match="The hold-out has no rows"):
        learn(np.zeros((0, 5)), 10)


def test_the_order_of_the_rows_does_not_matter():
    values = draw(Clusters(), np.random.default_rng(2)).values
    one, other = learn(values, 10), learn(values[::-1], 10)
    assert (one.big, one.inside) == pytest.approx((other.big, other.inside), abs=1e-12)
