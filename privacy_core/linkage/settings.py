"""How an attacker would match two tables."""

from __future__ import annotations

from dataclasses import dataclass

from privacy_core.errors import ParameterError, in_range, whole_number
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
    levels : blocking, finest first; None drops the quasi-identifiers from last to first. A first level with one more
        column divides large blocks and leaves the other levels as they are
    tau : thresholds, in [−1, 1]
    components : axes of the projection; None takes 95% of the variance, at least 8
    fit : whose rows set scale and axes
    coding, weight : how categories become numbers
    alpha : chance of a false link that the calibrated threshold allows
    insist : refuse levels that are not nested; else each stands for itself
    cut : threshold whose rate is told while the levels are done
    most_candidates : targets of a block that are looked at, drawn at random; None looks at all. Rates are then
        lower bounds, their recall is measured
    approximate : look only into the lists of targets nearest to a record; the same holds
    sample : source records that are asked, drawn at random; None asks all. Rates then come with an interval
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
    most_candidates: int | None = None
    approximate: bool = False
    sample: int | None = None
    workers: int = 2

    def __post_init__(self) -> None:
        checked_tau(self.tau)
        check_alpha(self.alpha)
        whole_number(most_candidates=self.most_candidates, sample=self.sample)
        in_range(1, most_candidates=self.most_candidates, sample=self.sample)
        if self.approximate and self.most_candidates is not None:
            raise ParameterError("Most candidates and an approximate search exclude each other: choose one.")

    @property
    def looks_at_all(self) -> bool:
        """Whether every candidate of a record is looked at."""
        return self.most_candidates is None and not self.approximate
