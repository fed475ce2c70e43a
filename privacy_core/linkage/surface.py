"""The linkage rate at every level and every threshold, from one sort a level (the operator tau of the chain)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np
from numpy.typing import ArrayLike

from privacy_core.errors import LinkageError, ParameterError
from privacy_core.linkage.similarity import TIE, Maxima
from privacy_core.tables import FloatArray, IntArray, frozen

TAU: FloatArray = frozen(np.arange(101) / 100)
"""The usual thresholds: 0 to 1 by 0.01."""
MOST_THRESHOLDS = 10_001


@dataclass(frozen=True, eq=False)
class Surface:
    """Share of source records that have a plausible match, by blocking level and threshold: R(λ, τ).

    That a match exists says nothing about whether it is the right one, nor whether strangers have one as often.

    Parameters
    ----------
    levels : name of each level, finest first
    tau : (n_thresholds,)
    linked : (n_levels, n_thresholds) records with a candidate at or above the threshold, within 1e-6
    n : source records, those without a candidate included
    coverage : (n_levels,) share of records with a candidate
    ordered : (n_levels, n) best similarities, ascending: any other threshold is a search away
    lower_bound : not every candidate was looked at, so rates may be higher
    """

    levels: tuple[str, ...]
    tau: FloatArray
    linked: IntArray
    n: int
    coverage: FloatArray
    ordered: FloatArray
    lower_bound: bool

    def __post_init__(self) -> None:
        for array in (self.tau, self.linked, self.coverage, self.ordered):
            frozen(array)

    @property
    def rate(self) -> FloatArray:
        """(n_levels, n_thresholds), each a multiple of 1 / n."""
        return self.linked / self.n

    def linked_at(self, level: int, tau: float) -> int:
        """Number of records that link at any threshold; +inf gives 0."""
        return int(at_least(self.ordered[level], tau))

    def rate_at(self, level: int, tau: float) -> float:
        """Rate at any threshold; +inf gives 0."""
        return self.linked_at(level, tau) / self.n


def surface(maxima: Maxima, tau: ArrayLike = TAU, levels: Sequence[str] | None = None) -> Surface:
    """Count at every threshold who has a candidate that similar.

    Parameters
    ----------
    maxima : best similarities, from `nested_maxima`
    tau : thresholds
    levels : names; numbers where None

    Raises
    ------
    LinkageError
        No source record: a rate of none is undefined.
    ParameterError
        A threshold that is no number.

    Notes
    -----
    Formula: R(λ, τ) = (1/n) Σ_x 1[max over C_λ(x) of s(x, y) ≥ τ]: one minus the distribution function of the
    maxima, hence one sort gives every threshold.

    Edge cases: a record without a candidate links at no threshold and stays in the count; a similarity within 1e-6 of
    the threshold reaches it.

    Does not say: whether the match is the right one, nor how often strangers have one as well.

    Source: CVPL-LR, Khvatov and Neyman, arXiv 2602.11015, section 4; the tolerance of 1e-6 is ours.

    Examples
    --------
    >>> from privacy_core.linkage.similarity import masked_maxima
    >>> best = masked_maxima([[1, 0], [0, 1]], [[1, 0], [0.6, 0.8]], [[0, 0]], [[0, 0]])
    >>> surface(best, [0.5, 0.8, 0.9]).rate.tolist()
    [[1.0, 1.0, 0.5]]
    """
    n, n_levels = maxima.best.shape
    if not n:
        raise LinkageError("There is no record to link: the rate of none is undefined.")
    thresholds = np.array(tau, np.float64, ndmin=1)
    if np.isnan(thresholds).any():
        raise ParameterError("A threshold must be a number.")
    ordered = np.sort(maxima.best.T, axis=1)
    linked = np.array([at_least(one, thresholds) for one in ordered]).reshape(n_levels, len(thresholds))
    coverage = (maxima.candidates > 0).mean(axis=0)
    names = tuple(map(str, range(n_levels))) if levels is None else tuple(levels)
    return Surface(names, thresholds, linked, n, coverage, ordered, maxima.lower_bound)


def at_least(ordered: FloatArray, tau: ArrayLike) -> IntArray:
    """How many of some ascending similarities reach each threshold."""
    return len(ordered) - np.searchsorted(ordered, np.asarray(tau, np.float64) - TIE, side="left")


def parse_tau(text: str) -> FloatArray:
    """Read thresholds: `0:1:.01` (from, to, step; both ends counted), `0.5`, or `0.25,0.5,0.9`.

    Raises
    ------
    ParameterError
        No numbers, numbers outside [-1, 1], a step that is not above 0, or more than 10,001 thresholds.

    Examples
    --------
    >>> parse_tau("0:1:.25").tolist(), parse_tau("0.9").tolist()
    ([0.0, 0.25, 0.5, 0.75, 1.0], [0.9])
    """
    written = text.split(":") if ":" in text else text.split(",")
    try:
        numbers = [float(part) for part in written]
    except ValueError:
        raise ParameterError("Thresholds are written as from:to:step, such as 0:1:.01, or as numbers.") from None
    return checked_tau(_stepped(numbers) if ":" in text else np.array(numbers))


def check_alpha(alpha: float) -> None:
    """Refuse a chance of a false link that is not between 0 and 1, both excluded.

    Raises
    ------
    ParameterError
        Says what was given.
    """
    if not 0 < alpha < 1:
        raise ParameterError(f"alpha must lie between 0 and 1, neither included, got {alpha:g}.")


def checked_tau(tau: ArrayLike) -> FloatArray:
    """Refuse thresholds outside [-1, 1], or too many of them.

    Raises
    ------
    ParameterError
        As said.
    """
    found = np.array(tau, np.float64, ndmin=1)
    if not 0 < len(found) <= MOST_THRESHOLDS or not bool(np.all(np.abs(found) <= 1)):
        raise ParameterError(f"Thresholds must lie in [-1, 1], at most {MOST_THRESHOLDS:,} of them.")
    return found


def _stepped(numbers: Sequence[float]) -> FloatArray:
    if len(numbers) != 3 or not all(map(isfinite, numbers)) or numbers[2] <= 0 or numbers[1] < numbers[0]:
        raise ParameterError("A range of thresholds is written as from:to:step, the step above 0, such as 0:1:.01.")
    low, high, step = numbers
    steps = (high - low) / step
    if steps > MOST_THRESHOLDS:
        raise ParameterError(f"At most {MOST_THRESHOLDS:,} thresholds can be taken.")
    return np.round(low + step * np.arange(int(steps + 1e-9) + 1), 12)
