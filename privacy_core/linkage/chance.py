"""How often directions without any meaning look alike: the null of isotropic directions."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betainc

from privacy_core.errors import in_range
from privacy_core.tables import FloatArray


def alike_by_chance(tau: ArrayLike, components: int) -> FloatArray:
    """Chance that two directions drawn at random have a cosine of at least `tau`.

    Parameters
    ----------
    tau : from 0 to 1
    components : k, at least 2

    Notes
    -----
    Formula: ½ I_{1−τ²}((k − 1)/2, ½), the regularized incomplete beta function. Ours.

    Examples
    --------
    >>> alike_by_chance([0.25, 0.9], 8).round(6).tolist()
    [0.258245, 0.000472]
    """
    in_range(2, components=components)
    line = np.asarray(tau, np.float64)
    in_range(0, 1, tau=float(np.min(line, initial=0)))
    in_range(0, 1, tau=float(np.max(line, initial=0)))
    return np.asarray(0.5 * betainc((components - 1) / 2, 0.5, 1 - line**2), np.float64)


def linked_by_chance(tau: ArrayLike, components: int, candidates: ArrayLike) -> FloatArray:
    """Chance that a record without any match finds one among so many independent candidates.

    Parameters
    ----------
    tau : from 0 to 1
    components : k, at least 2
    candidates : how many there are

    Notes
    -----
    Formula: 1 − (1 − p)^B with p of `alike_by_chance`. Ours.

    Examples
    --------
    >>> linked_by_chance([0.8, 0.9, 0.95], 8, 100).round(4).tolist()      # every other record links at 0.8 by luck
    [0.3828, 0.0461, 0.0044]
    """
    with np.errstate(divide="ignore"):
        return np.asarray(-np.expm1(np.asarray(candidates) * np.log1p(-alike_by_chance(tau, components))), np.float64)
