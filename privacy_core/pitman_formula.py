"""Maximum likelihood of Pitman's sampling formula: how likely each partition of a sample into classes is.

Hoshino, Applying Pitman's sampling formula to microdata disclosure risk assessment, JOS 17(4), 2001.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from privacy_core.tables import FloatArray, IntArray

STEPS = 100
ENOUGH = 1e-10


@dataclass(frozen=True, eq=False)
class _Likelihood:
    """Log likelihood of (θ, α): Σ ln(θ + iα) − Σ ln(θ + i) + Σ over larger classes ln(j − α).

    `larger[j − 1]` is the number of classes with more than j rows.
    """

    classes: FloatArray
    rows: FloatArray
    larger: FloatArray
    steps: FloatArray

    @classmethod
    def of(cls, size: IntArray) -> _Likelihood:
        at_least = np.cumsum(np.bincount(size)[::-1])[::-1]
        larger = at_least[2:].astype(float)
        steps = np.arange(1, len(larger) + 1, dtype=float)
        return cls(np.arange(1, len(size), dtype=float), np.arange(1, size.sum(), dtype=float), larger, steps)

    def value(self, theta: float, alpha: float) -> float:
        found = np.log(theta + alpha * self.classes).sum() - np.log(theta + self.rows).sum()
        return float(found + self.larger @ np.log(self.steps - alpha))

    def slope(self, theta: float, alpha: float) -> FloatArray:
        part, left = 1 / (theta + alpha * self.classes), 1 / (self.steps - alpha)
        rising = part.sum() - (1 / (theta + self.rows)).sum()
        return np.array([rising, self.classes @ part - self.larger @ left])

    def bend(self, theta: float, alpha: float) -> FloatArray:
        part, left = (theta + alpha * self.classes) ** -2, (self.steps - alpha) ** -2
        mixed = -(self.classes @ part)
        first = ((theta + self.rows) ** -2).sum() - part.sum()
        return np.array([[first, mixed], [mixed, -(self.classes**2 @ part) - self.larger @ left]])


def fit(size: IntArray) -> tuple[float, float, FloatArray] | None:
    """Find θ > 0 and 0 < α < 1 of the largest likelihood by Newton's method with step halving.

    Returns
    -------
    theta, alpha, information : the observed information is the negative second derivative; None when
        there is no inner maximum, as with fewer than two classes

    Examples
    --------
    >>> fit(np.array([1])) is None, fit(np.array([7])) is None
    (True, True)
    """
    if len(size) < 2:
        return None
    try:
        return _highest(size)
    except np.linalg.LinAlgError:  # flat: no step leads anywhere
        return None


def _highest(size: IntArray) -> tuple[float, float, FloatArray] | None:
    likelihood = _Likelihood.of(size)
    at = _start(size)
    for _ in range(STEPS):
        slope, bend = likelihood.slope(*at), likelihood.bend(*at)
        step = _uphill(slope, bend)
        stepped = _halved(likelihood, at, step)
        if stepped is None or np.abs(stepped - at).max() <= ENOUGH * max(1.0, abs(float(at[0]))):
            return _checked(likelihood, at if stepped is None else stepped)
        at = stepped
    return None


def _start(size: IntArray) -> FloatArray:
    alone = np.count_nonzero(size == 1) / len(size)
    return np.array([max(len(size) / 2, 1.0), min(max(alone, 0.05), 0.95)])


def _uphill(slope: FloatArray, bend: FloatArray) -> FloatArray:
    """Newton's step where the likelihood is concave, else along a damped slope."""
    damped = bend.copy()
    strongest = float(np.linalg.eigvalsh(bend)[-1])
    if strongest >= 0:
        damped -= (strongest + 1e-3 * np.abs(bend).max()) * np.eye(2)
    return np.asarray(np.linalg.solve(damped, -slope), float)


def _halved(likelihood: _Likelihood, at: FloatArray, step: FloatArray) -> FloatArray | None:
    """The longest of the halved steps that stays inside and climbs; None where no step climbs."""
    before = likelihood.value(*at)
    for _ in range(60):
        there = at + step
        if there[0] > 0 and 0 < there[1] < 1 and likelihood.value(*there) >= before:
            return there
        step = step / 2
    return None


def _checked(likelihood: _Likelihood, at: FloatArray) -> tuple[float, float, FloatArray] | None:
    """Only an inner maximum counts: away from the borders, flat and concave."""
    theta, alpha = (float(value) for value in at)
    information = -likelihood.bend(theta, alpha)
    flat = np.abs(np.array([theta, alpha]) * likelihood.slope(theta, alpha)).max() < 1e-3
    inside = 1e-6 < alpha < 1 - 1e-6
    concave = bool(np.linalg.eigvalsh(information)[0] > 0 and np.linalg.det(information) > 0)
    return (theta, alpha, information) if flat and inside and concave else None


def log_uniques(theta: float, alpha: float, people: int) -> float:
    """Logarithm of the expected number of people alone among `people`: Γ(θ + 1)/Γ(θ + α) · N^α."""
    return math.lgamma(theta + 1) - math.lgamma(theta + alpha) + alpha * math.log(people)


def spread(theta: float, alpha: float, people: int, information: FloatArray) -> float:
    """Standard error of `log_uniques` at the maximum."""
    toward = np.array([digamma(theta + 1) - digamma(theta + alpha), math.log(people) - digamma(theta + alpha)])
    return math.sqrt(max(float(toward @ np.linalg.solve(information, toward)), 0.0))


def digamma(x: float) -> float:
    """Derivative of the logarithm of the gamma function, for x > 0.

    Examples
    --------
    >>> round(digamma(1.0), 12)         # minus Euler's constant
    -0.577215664902
    """
    below = 0.0
    while x < 12:
        below, x = below + 1 / x, x + 1
    y = 1 / (x * x)
    tail = y * (1 / 12 - y * (1 / 120 - y * (1 / 252 - y * (1 / 240 - y / 132))))
    return math.log(x) - 0.5 / x - tail - below
