"""How an attacker would match two tables."""

from __future__ import annotations

from dataclasses import dataclass

from privacy_core.linkage.blocking import Level
from privacy_core.linkage.encoding import WEIGHT, Coding, Fit
from privacy_core.linkage.surface import TAU, check_alpha, checked_tau


@dataclass(frozen=True)
class LinkageSettings:
    """How an attacker would match the tables; printed beside every number.

    Parameters
    ----------
    known : quasi-identifiers, which make the blocks
    ignored : columns no operator reads, such as sensitive ones; the id is ignored anyway
    levels : blocking, finest first; None drops the quasi-identifiers from last to first
    tau : thresholds, in [−1, 1]
    components : axes of the projection; None takes 95% of the variance, at least 8
    fit : whose rows set scale and axes
    coding, weight : how categories become numbers
    alpha : chance of a false link that the calibrated threshold allows
    insist : refuse levels that are not nested; else each stands for itself
    cut : threshold whose rate is told while the levels are done
    workers : threads; no result depends on it
    """

    known: tuple[str, ...]
    ignored: tuple[str, ...] = ()
    levels: tuple[Level, ...] | None = None
    tau: tuple[float, ...] = tuple(TAU.tolist())
    components: int | None = None
    fit: Fit = Fit.JOINT
    coding: Coding = Coding.ONE_HOT
    weight: float = WEIGHT
    alpha: float = 0.05
    insist: bool = True
    cut: float = 0.9
    workers: int = 2

    def __post_init__(self) -> None:
        checked_tau(self.tau)
        check_alpha(self.alpha)
