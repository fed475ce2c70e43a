"""Thresholds that mean something: how often records link that have nobody to link to."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from privacy_core.linkage.similarity import TIE, Maxima
from privacy_core.linkage.surface import Surface, at_least, check_alpha
from privacy_core.tables import FloatArray, IntArray, frozen

ROUNDING = 1e-9
"""Shares this close are equal."""
JUST_ABOVE = TIE + 1e-9
"""What a threshold must lie above a similarity so that the similarity does not reach it."""


class Null(StrEnum):
    """Who links by luck: people not in the release, wrong pairs, or a shuffled release."""

    HOLDOUT = "holdout"
    NON_MATCH = "non-match"
    PERMUTATION = "permutation"


@dataclass(frozen=True, eq=False)
class Calibration:
    """What luck does at every level and threshold, and the threshold that luck passes with a chance of alpha.

    Parameters
    ----------
    null : who links by luck
    alpha : chance of a false link that the threshold allows
    maxima : (N, n_levels) best similarity of each control; -inf without a candidate
    control : (n_levels, n_thresholds) share of controls that link, LR₀; NaN without a control
    excess : (n_levels, n_thresholds) (LR − LR₀)/(1 − LR₀); below 0 where controls link more often, NaN where all do
        and without a control
    tau : (n_levels,) calibrated threshold; +inf where there are too few controls for such an alpha
    rate, control_at : (n_levels,) rate of the records and of the controls at it; NaN for these without a control
    lower_bound : the controls' candidates were not all looked at
    """

    null: Null
    alpha: float
    maxima: FloatArray
    control: FloatArray
    excess: FloatArray
    tau: FloatArray
    rate: FloatArray
    control_at: FloatArray
    lower_bound: bool

    def __post_init__(self) -> None:
        for array in (self.maxima, self.control, self.excess, self.tau, self.rate, self.control_at):
            frozen(array)

    @property
    def n(self) -> int:
        """Number of controls."""
        return len(self.maxima)

    @cached_property
    def ordered(self) -> FloatArray:
        """(n_levels, N) best similarities of the controls, ascending: any threshold is a search away."""
        return frozen(np.sort(self.maxima.T, axis=1))

    def linked_at(self, level: int, tau: float) -> int:
        """Number of controls that link at any threshold; +inf gives 0."""
        return int(at_least(self.ordered[level], tau))

    @property
    def excess_at(self) -> FloatArray:
        """(n_levels,) excess at the calibrated threshold; NaN where every control links, or there is none."""
        return excess(self.rate, self.control_at)


def calibrate(found: Surface, null: Null, controls: Maxima, alpha: float = 0.05) -> Calibration:
    """Compare a surface with that of the controls, level by level.

    Parameters
    ----------
    found : rates of the records
    null : who the controls are
    controls : their best similarities at the same levels
    alpha : chance of a false link to allow, above 0 and below 1

    Raises
    ------
    ParameterError
        An alpha outside (0, 1).

    Notes
    -----
    Formula: τ_α lies just above the ⌊α(N + 1)⌋-th largest of the N null maxima; +inf if that is 0. One more
    control that is exchangeable with them links with a chance of at most α. The statistic is the maximum over a
    record's candidates, not a pair: errors of pairs add up over candidates.

    Edge cases: too few controls for such an alpha give +inf; where every control links there is no excess; without a
    control its rate is undefined, not 0.

    Does not say: who would be found; it says how often those link who have nobody to link to.

    Source: ours; Khvatov and Neyman, arXiv 2602.11015, name no recipe in the sections we know.

    Examples
    --------
    >>> from privacy_core.linkage.surface import surface
    >>> from privacy_core.linkage.similarity import masked_maxima
    >>> turned = [[np.cos(a), np.sin(a)] for a in np.linspace(0, 1, 30)]
    >>> people, strangers = (masked_maxima(rows, [[1, 0]], [[0] * len(rows)], [[0]]) for rows in ([[1, 0]], turned))
    >>> judged = calibrate(surface(people), Null.HOLDOUT, strangers, 0.1)
    >>> judged.tau.round(4).tolist(), judged.rate.tolist()                # the third largest of 30 strangers
    ([0.9976], [1.0])
    """
    check_alpha(alpha)
    ordered = np.sort(controls.best.T, axis=1)
    tau = np.array([threshold_of(one, alpha) for one in ordered])
    control = _share(np.array([at_least(one, found.tau) for one in ordered]).reshape(found.linked.shape), ordered)
    rate = np.array([found.rate_at(level, line) for level, line in enumerate(tau)])
    control_at = _share(np.array([at_least(one, line) for one, line in zip(ordered, tau, strict=True)]), ordered)
    above = excess(found.rate, control)
    return Calibration(null, alpha, controls.best, control, above, tau, rate, control_at, controls.lower_bound)


def as_luck(found: Surface, judged: Calibration, slack: float) -> tuple[float | None, ...]:
    """Threshold of each level up to which records link hardly more often than controls; None where there is none.

    Parameters
    ----------
    found, judged : rates of the records, and what was made of them
    slack : how much more often still counts as hardly, as a share, 0 or more

    Examples
    --------
    >>> from privacy_core.linkage.surface import surface
    >>> from privacy_core.linkage.similarity import masked_maxima
    >>> both = [masked_maxima([[1, 0]], [[one, (1 - one**2) ** 0.5]], [[0]], [[0]]) for one in (0.9, 0.6)]
    >>> people = surface(both[0])
    >>> as_luck(people, calibrate(people, Null.HOLDOUT, both[1]), 0.01)      # the control links up to 0.6
    (0.6,)
    """
    same = found.rate - judged.control <= slack + ROUNDING
    ends = [len(one) if one.all() else int(np.argmin(one)) for one in same]
    return tuple(float(found.tau[end - 1]) if end else None for end in ends)


def threshold_of(ordered: FloatArray, alpha: float, least: float = -1.0) -> float:
    """Just above the ⌊alpha (N + 1)⌋-th largest of N ascending null maxima; +inf if that is 0.

    Parameters
    ----------
    ordered : (N,) ascending
    alpha : above 0 and below 1
    least : the smallest similarity there is, for a null without candidates

    Examples
    --------
    >>> threshold_of(np.linspace(0, 1, 19), 0.05) > 1, threshold_of(np.linspace(0, 1, 18), 0.05)
    (True, inf)
    """
    place = int(np.floor(alpha * (len(ordered) + 1) + 1e-9))
    return max(float(ordered[-place]) + JUST_ABOVE, least) if place else float("inf")


def excess(rate: ArrayLike, control: ArrayLike) -> FloatArray:
    """What is left of a rate when luck is taken off: (LR − LR₀)/(1 − LR₀); NaN where LR₀ is 1.

    Examples
    --------
    >>> excess(np.array([1.0, 0.5, 1.0]), np.array([0.5, 0.6, 1.0])).round(2).tolist()
    [1.0, -0.25, nan]
    """
    linked, lucky = np.asarray(rate, np.float64), np.asarray(control, np.float64)
    room = 1 - lucky
    return np.asarray(np.divide(linked - lucky, room, out=np.full(room.shape, np.nan), where=room > 0), np.float64)


def _share(count: IntArray, ordered: FloatArray) -> FloatArray:
    """Share of the controls; NaN without one."""
    return np.asarray(count / (ordered.shape[1] or np.nan), np.float64)
