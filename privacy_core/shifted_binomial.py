"""The shifted negative binomial model of class sizes: each population class holds 1 + NB(α, β) people.

Chen & Keller-McNulty, Estimation of identification disclosure risk in microdata, JOS 14(1), 1998.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from privacy_core.tables import FloatArray

CLOSE = 0.05
"""Largest relative gap between the population the fitted classes hold and the one that is known."""


def estimate(classes_of: FloatArray, sample: int, population: int) -> tuple[float | None, str | None]:
    """Expected number of population classes of one person, or the reason why there is none.

    The number of classes K comes from Shlosser's estimator; α and β solve the two equations for the
    expected classes of one and of two rows in the sample.

    Parameters
    ----------
    classes_of : float64, number of sample classes of each size, from size 0 on
    sample, population : rows and people
    """
    alone, pairs = (float(classes_of[j]) if len(classes_of) > j else 0.0 for j in (1, 2))
    if not alone or not pairs:
        return None, "it needs rows that stand alone and pairs (it did not converge)"
    equations = _Equations(shlosser(classes_of, sample / population), sample / population, alone, pairs)
    beta = equations.root()
    if beta is None:
        return None, "its equations have no solution (it did not converge)"
    alpha = float(equations.alpha(np.array([beta]))[0])
    people, uniques = equations.classes * (1 + alpha * (1 - beta) / beta), float(equations.classes * beta**alpha)
    if not np.isfinite([people, uniques]).all():
        return None, "its equations have no solution (it did not converge)"
    if uniques > population:
        return None, "the fitted model has more people alone than people"
    if abs(people - population) > CLOSE * population:
        return None, (
            f"it did not converge to the population: the fitted classes hold {people:,.0f} people instead of "
            f"{population:,}"
        )
    return uniques, None


def shlosser(classes_of: FloatArray, f: float) -> float:
    """Estimate the number of classes in the population (Haas & Stokes, JASA 93, 1998, eq. for D_Sh3)."""
    j, s = np.arange(1, len(classes_of)), classes_of[1:]
    missed = np.exp(j * np.log1p(-f)) if f < 1 else np.zeros(len(j))
    if not missed @ s:
        return float(s.sum())
    both = np.exp(j * np.log1p(-(f**2)))  # (1 − f)^j ((1 + f)^j − 1) written so that no power grows beyond floats
    shrink = (j * both / (1 - f**2) @ s) / (-both * np.expm1(-j * np.log1p(f)) @ s)
    return float(s.sum() + s[0] * shrink * (missed @ s / (j * missed / (1 - f) @ s)) ** 2)


@dataclass(frozen=True)
class _Equations:
    """Expected sample classes of one and two rows against those seen; D = β + f(1 − β)."""

    classes: float
    f: float
    alone: float
    pairs: float

    def alpha(self, beta: FloatArray) -> FloatArray:
        """α that gives the seen ratio of pairs to rows alone at each β: the positive root of a quadratic."""
        q = 1 - beta
        d, hidden = beta + self.f * q, q * (1 - self.f)
        ratio = 2 * self.pairs / self.alone * d**2
        a, b, c = self.f * q * hidden, self.f * q * (2 - hidden) - ratio * hidden / d, -ratio
        root = np.sqrt(b**2 - 4 * a * c)
        with np.errstate(all="ignore"):  # each side is calculated where only the other is defined, too
            return np.asarray(np.where(b > 0, -2 * c / (b + root), (root - b) / np.maximum(2 * a, 1e-300)))

    def too_many(self, beta: FloatArray) -> FloatArray:
        """Expected minus seen rows alone at (α(β), β)."""
        alpha, d = self.alpha(beta), beta + self.f * (1 - beta)
        mean = 1 + alpha * (1 - beta) * (1 - self.f) / d
        return np.asarray(self.classes * self.f * np.exp(alpha * np.log(beta / d)) * mean - self.alone)

    def root(self) -> float | None:
        """The β in (0, 1) where both equations hold, the largest of several; None where there is none."""
        grid = 1 / (1 + np.exp(-np.linspace(-25, 15, 2001)))
        found = self.too_many(grid)
        above, defined = found > 0, np.isfinite(found)
        crossing = np.flatnonzero((above[1:] != above[:-1]) & defined[1:] & defined[:-1])
        if not len(crossing):
            return None
        low, high = grid[crossing[-1]], grid[crossing[-1] + 1]
        for _ in range(80):
            middle = np.array([(low + high) / 2])
            if (self.too_many(middle) > 0)[0] == above[crossing[-1]]:
                low = middle[0]
            else:
                high = middle[0]
        return float((low + high) / 2)
