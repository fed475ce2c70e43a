"""From counts to what they allow: intervals of a rate."""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betaincinv, ndtri

from privacy_core.errors import ParameterError, in_range, whole_number


def clopper_pearson(hits: int, attempts: int, level: float = 0.95) -> tuple[float, float]:
    """Interval of a rate that covers the true one with at least the chance `level`, whatever it is.

    Parameters
    ----------
    hits, attempts : how often something happened, and how often it could have; 0 <= hits <= attempts, attempts >= 1
    level : chance to cover, above 0 and below 1

    Returns
    -------
    low, high : each in [0, 1]; 0 without a hit, 1 without a miss

    Raises
    ------
    ParameterError
        A count or the level is out of its range.

    Notes
    -----
    Clopper & Pearson, The use of confidence or fiducial limits, Biometrika 26(4), 1934.

    Examples
    --------
    >>> [round(end, 5) for end in clopper_pearson(19275, 200_000)]
    [0.09509, 0.09768]
    >>> [round(end, 3) for end in clopper_pearson(0, 10)]           # never seen is not never
    [0.0, 0.308]
    """
    _refuse_impossible(hits, attempts, level=level)
    beyond = (1 - level) / 2
    return float(rate_at_least(hits, attempts, beyond)), float(1 - rate_at_least(attempts - hits, attempts, beyond))


def rate_at_least(hits: ArrayLike, attempts: int, chance: float) -> NDArray[np.float64]:
    """Lower bound of a rate, wrong with at most this chance (Clopper–Pearson, one side).

    Parameters
    ----------
    hits : int or array, each from 0 to `attempts`
    attempts : at least 1
    chance : that the true rate lies below the bound, above 0 and below 1

    Returns
    -------
    low : float64 of the shape of `hits`, each in [0, 1]

    Raises
    ------
    ParameterError
        A count or the chance is out of its range.

    Examples
    --------
    >>> rate_at_least([0, 50], 1000, 0.05 / 12).round(5).tolist()
    [0.0, 0.03359]
    """
    _refuse_impossible(hits, attempts, chance=chance)
    seen = np.asarray(hits, np.float64)
    bound = betaincinv(np.maximum(seen, 1), attempts - np.maximum(seen, 1) + 1, chance)
    return np.asarray(np.where(seen > 0, bound, 0.0), np.float64)


def wilson(hits: int, attempts: int, level: float = 0.95) -> tuple[float, float]:
    """Wilson interval of a rate: centre and half width.

    Parameters
    ----------
    hits, attempts : 0 <= hits <= attempts, attempts >= 1
    level : chance to cover, about kept on average over rates, above 0 and below 1

    Returns
    -------
    centre, half : the interval is centre ± half; the centre lies between hits / attempts and one half

    Raises
    ------
    ParameterError
        Counts nobody can have counted, or a level that is not strictly between 0 and 1.

    Notes
    -----
    Formula: centre (s + z²/2) / (n + z²), half z / (n + z²) · √(s(n − s)/n + z²/4).

    Source: Wilson, Probable inference, the law of succession, and statistical inference, JASA 22(158), 1927.

    Examples
    --------
    >>> [round(part, 6) for part in wilson(50, 500)]
    [0.10305, 0.026372]
    """
    _refuse_impossible(hits, attempts, level=level)
    z = float(ndtri((1 + level) / 2))
    whole = attempts + z**2
    spread = hits * (attempts - hits) / attempts + z**2 / 4
    return (hits + z**2 / 2) / whole, z / whole * sqrt(spread)


def _refuse_impossible(hits: ArrayLike, attempts: int, **share: float) -> None:
    """Refuse counts nobody can have counted, and a level or chance that is not strictly between 0 and 1."""
    in_range(1, attempts=attempts)
    whole_number(attempts=attempts)
    counted = np.asarray(hits, np.float64)
    if not ((counted >= 0) & (counted <= attempts) & (counted % 1 == 0)).all():
        raise ParameterError(f"Hits must be whole numbers from 0 to the number of attempts ({attempts:,}).")
    for name, number in share.items():
        if not 0 < number < 1:
            raise ParameterError(f"{name} must lie above 0 and below 1, got {number:g}.")
