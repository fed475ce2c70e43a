"""From few strangers to many: how much more often predicates would isolate one of as many as there are people."""

from __future__ import annotations

import numpy as np
from scipy.stats import beta, binom

from privacy_core.attacks.singling_out.baseline import baseline
from privacy_core.tables import FloatArray, IntArray

POINTS = 80
"""Weights that predicates are taken to have, in equal steps of their logarithm."""
STEPS = 300
"""Steps towards the likeliest mixture of weights."""


def times_as_often(people: IntArray, strangers: IntArray, original: int, holdout: int) -> float:
    """How many times as often the predicates isolate one of as many strangers as there are people.

    Parameters
    ----------
    people, strangers : int64 (n_predicates,), rows of the original and of the hold-out that each predicate holds for
    original, holdout : rows of each table, the hold-out the smaller one

    Returns
    -------
    times : above 0

    Notes
    -----
    Formula: Σ π(w) B(original, w) / Σ π(w) B(hold-out, w), π the likeliest mixture of weights w given the counts among
    strangers, searched by expectation and maximization. The search begins at the mixture that the rows of both
    tables give together and takes so many steps only: what few strangers leave open stays as it is there.

    Source: ours; the idea to go by B(n, w) is of Giomi, Boenisch, Wehmeyer & Tasnádi, PoPETs 2023(2), who fit it to
    predicates of several weights.

    Examples
    --------
    >>> people, strangers = np.ones(200, int), np.repeat([0, 1], [180, 20])
    >>> round(times_as_often(people, strangers, 1000, 100), 1)
    3.6
    """
    both = holdout + original
    weights = np.geomspace(0.02 / both, both / (both + 1), POINTS)
    several, times = np.unique(people + strangers, return_counts=True)
    mixture = times @ _shares(beta.logpdf(weights, several[:, None] + 0.5, both - several[:, None] + 0.5), weights)
    several, times = np.unique(strangers, return_counts=True)
    likely = binom.logpmf(several[:, None], holdout, weights)
    for _ in range(STEPS):
        mixture = times @ _shares(likely, mixture)
    many, few = (float(mixture @ baseline(rows, weights)) for rows in (original, holdout))
    return many / few


def _shares(logarithms: FloatArray, prior: FloatArray) -> FloatArray:
    """For each count the share of each weight, from the logarithms of its likelihood; each row sums to 1."""
    with np.errstate(divide="ignore"):
        logarithms = logarithms + np.log(prior)
    shares = np.exp(logarithms - logarithms.max(1, keepdims=True))
    return np.asarray(shares / shares.sum(1, keepdims=True), np.float64)
