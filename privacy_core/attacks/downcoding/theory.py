"""What the attack is expected to achieve, calculated."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, exp, floor, lgamma, log

import numpy as np
from scipy.special import gammaln, xlog1py, xlogy

from privacy_core.attacks.downcoding.attack import WINDOW
from privacy_core.attacks.downcoding.clusters import Clusters


@dataclass(frozen=True, slots=True)
class Theory:
    """Expected yield of the paper's rule.

    Parameters
    ----------
    groups : expected number of groups with one scattering row that are recognised
    records : expected share of rows in them (0 to 1)
    daleth : chance of at least one such group, 1 − exp(−groups)
    missed : chance that a group with one scattering row is outside the window
    false_two : chance that a group with two is inside it
    """

    groups: float
    records: float
    daleth: float
    missed: float
    false_two: float


def predict(n: int, k: int, clusters: int, dims: int, big: float, window: tuple[float, float] = WINDOW) -> Theory:
    """Calculate the expected yield of the paper's rule.

    Notes
    -----
    Formula: E = T · Pr[Bin(n, 1/T) = k] · k p (1 − p)^(k−1) · Pr[window]; records = k E / n; a draw works with chance
    1 − exp(−E).

    Edge cases: no formula is given for the rule that tries every class, nor where cells are raised needlessly.

    Does not say: what a single draw gives, nor what happens on a table that is not drawn so.

    Source: the table is that of Cohen, USENIX Security 2022; the derivation is ours.

    Examples
    --------
    >>> found = predict(100, 10, 10, 128, 0.1)
    >>> round(found.groups, 6), round(found.records, 6)
    (0.508789, 0.050879)
    """
    settings = Clusters(n, k, clusters, dims, big)
    q = settings.inside_share
    seen = in_window(dims, 1 - q, window)
    exactly = binomial(k, n, 1 / clusters)
    groups = clusters * exactly * binomial(1, k, big) * seen
    return Theory(groups, k * groups / n, -float(np.expm1(-groups)), 1 - seen, in_window(dims, 1 - q * q, window))


def in_window(dims: int, raised: float, window: tuple[float, float] = WINDOW) -> float:
    """Chance that the share of raised cells is in the window, each raised with chance `raised`."""
    low, high = ceil(window[0] * dims - 1e-9), floor(window[1] * dims + 1e-9)
    return min(sum(binomial(count, dims, raised) for count in range(low, high + 1)), 1.0)


def binomial(hits: int, attempts: int, chance: float) -> float:
    """Chance of exactly so many hits in so many independent attempts."""
    ways = gammaln(attempts + 1) - gammaln(hits + 1) - gammaln(attempts - hits + 1)
    return float(np.exp(ways + xlogy(hits, chance) + xlog1py(attempts - hits, -chance)))


def limit(k: int, big: float | None = None) -> float:
    """Share of rows in recognised groups as n = kT and the attributes grow; 1/k scatter unless said otherwise.

    Examples
    --------
    >>> [round(limit(k), 4) for k in (2, 5, 10, 20)]
    [0.1353, 0.0719, 0.0485, 0.0335]
    """
    alike = exp(k * log(k) - k - lgamma(k + 1))
    return alike * binomial(1, k, 1 / k if big is None else big)
