"""The distribution learned from people who are not in the release, instead of being given."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import xlog1py, xlogy

from privacy_core.attacks.downcoding.attack import window_of
from privacy_core.attacks.downcoding.clusters import coded
from privacy_core.errors import ParameterError
from privacy_core.tables import FloatArray, frozen

ROUNDS = 200
"""Most steps of the fit."""


@dataclass(frozen=True, eq=False)
class Learned:
    """What a hold-out tells of the distribution.

    Parameters
    ----------
    rows : rows it was learned from
    big : share of rows that scatter
    inside : share of middles among their cells
    narrow : share of middles among the cells of the others
    shares : float64 (clusters,), share of rows of each cluster
    centres : float64 (clusters,), median of each cluster's values; NaN where there is no row
    """

    rows: int
    big: float
    inside: float
    narrow: float
    shares: FloatArray
    centres: FloatArray

    @property
    def window(self) -> tuple[float, float]:
        """The window of the attack for this distribution."""
        return window_of(self.inside)


def learn(values: FloatArray, clusters: int) -> Learned | None:
    """Learn what scattering looks like; the hierarchy is known, the distribution is not.

    Parameters
    ----------
    values : float64 (n, dims), rows of a hold-out
    clusters : clusters of the tree

    Returns
    -------
    learned : None where no row scatters, so that there is nothing to learn from

    Raises
    ------
    ParameterError
        The hold-out has no rows.

    Notes
    -----
    A mixture of two kinds of rows, each with its own chance of a middle, fitted by expectation maximization to the
    number of middles per row. Ours.

    Examples
    --------
    >>> from privacy_core.attacks.downcoding.clusters import Clusters, draw
    >>> found = learn(draw(Clusters(n=1000), np.random.default_rng(1)).values, 10)
    >>> round(found.big, 2), round(found.inside, 2), found.centres.round()[:3].tolist()
    (0.09, 0.49, [130.0, 260.0, 390.0])
    """
    if not values.size:
        raise ParameterError("The hold-out has no rows, so no distribution can be learned from it.")
    codes = coded(values, clusters)
    middles = (codes % 2 == 0).sum(axis=1)
    big, inside, narrow = _mixture(middles, values.shape[1])
    if big * len(values) < 0.5:
        return None
    cluster = np.array([np.bincount(row).argmax() for row in codes // 2])
    shares = np.bincount(cluster, minlength=clusters) / len(values)
    centres = np.array([np.median(values[cluster == t]) if shares[t] else np.nan for t in range(clusters)])
    return Learned(len(values), big, inside, narrow, frozen(shares), frozen(centres))


def _mixture(middles: FloatArray, dims: int) -> tuple[float, float, float]:
    """Share of the rows that scatter, and the chance of a middle of both kinds."""
    big, inside, narrow = 0.5, 0.5, 1 - 1 / (4 * dims)
    for _ in range(ROUNDS):
        odds = [
            np.log(share) + xlogy(middles, chance) + xlog1py(dims - middles, -chance)
            for share, chance in ((big, inside), (1 - big, narrow))
        ]
        scatter = np.exp(odds[0] - np.logaddexp(*odds))
        before = big
        big = float(np.clip(scatter.mean(), 1e-12, 1 - 1e-12))
        inside = float(np.clip((scatter @ middles) / (dims * max(scatter.sum(), 1e-12)), 1e-12, 1 - 1e-12))
        others = 1 - scatter
        narrow = float(np.clip((others @ middles) / (dims * max(others.sum(), 1e-12)), 1e-12, 1 - 1e-12))
        if abs(big - before) < 1e-12:
            break
    return big, inside, narrow
