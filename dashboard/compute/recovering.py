"""The blur undone: two rows, one crowd of a made-up table, and many draws."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from privacy_core import ParameterError, Progress, attacks, report

PEOPLE, DRAWS, FIRST_DRAW = 100, 20, 1
"""People of a draw; draws made while somebody waits; a seed whose draw works at first, found by `finding`."""


@dataclass(frozen=True)
class Asked:
    """One setting of the demonstration: a key.

    Parameters
    ----------
    k, dims : people of a crowd, columns
    rho : chance that a cell is blurred needlessly
    every : whether every crowd is tried
    """

    k: int
    dims: int
    rho: float = 0.0
    every: bool = False

    @property
    def settings(self) -> attacks.downcoding.Clusters:
        """The same for the core: as many clusters as give k people each, one of k people odd."""
        return attacks.downcoding.Clusters(
            PEOPLE, self.k, max(PEOPLE // max(self.k, 1), 1), self.dims, 1 / max(self.k, 1)
        )

    @property
    def rule(self) -> attacks.downcoding.Rule:
        """How it is blurred and attacked."""
        return attacks.downcoding.Rule(self.every, self.rho)


@dataclass(frozen=True, eq=False)
class Undone:
    """One crowd of a draw.

    Parameters
    ----------
    rows, dims : its rows and columns
    coarse : per column, whether it was made coarse
    wrong : per column, whether what follows is wrong
    share, raised : of the columns that are coarse, and how many
    why_not : why nothing follows; None where something does
    right : whether all that follows is right
    cells_right : coarse columns in which it is
    crowds, crowds_right : crowds of the draw in which something follows, and those in which all of it is right
    log2_weight : chance that a person drawn anew fits the description of the odd one, as a power of 2
    fitting : people of the original who fit it
    """

    rows: int
    dims: int
    coarse: tuple[bool, ...]
    wrong: tuple[bool, ...]
    share: float
    raised: int
    why_not: attacks.downcoding.WhyNot | None
    right: bool
    cells_right: int
    crowds: int
    crowds_right: int
    log2_weight: float | None
    fitting: int | None

    @property
    def refined(self) -> bool:
        """Whether something follows."""
        return self.why_not is None


def drawing(asked: Asked, seed: int) -> Callable[[Progress], Undone]:
    """Work that draws people, blurs them, undoes the blur, and shows one crowd."""

    def work(told: Progress) -> Undone:
        report(told, 0.1, "drawing people and blurring them")
        return _shown(attacks.downcoding.one_trial(asked.settings, np.random.default_rng(seed), asked.rule))

    return work


def _shown(trial: attacks.downcoding.Trial) -> Undone:
    """The first crowd in which something follows, right or not; else one in which nothing does."""
    found = trial.found
    if not found.groups:
        raise ParameterError(
            "No crowd of this draw lies within one cluster: draw again, or ask for fewer people alike."
        )
    group = min(found.groups, key=lambda one: _refusal(one.why_not))
    rows = group.rows[found.published.owner[group.rows] == found.published.owner[group.rows[0]]]
    at = [one is group for one in found.refined].index(True) if group.refined else None
    return Undone(
        len(rows),
        len(group.raised),
        tuple(group.raised.tolist()),
        tuple(group.wrong.tolist()),
        group.share,
        int(group.raised.sum()),
        group.why_not,
        group.right is True,
        group.cells_right or 0,
        len(found.refined),
        sum(one.right is True for one in found.refined),
        None if at is None else trial.compound.predicates[at].log2_weight,
        None if at is None else trial.compound.fitting[at],
    )


def _refusal(why: attacks.downcoding.WhyNot | None) -> int:
    """The closer to an attack, the earlier."""
    order = (None, attacks.downcoding.WhyNot.SHARE, attacks.downcoding.WhyNot.REST, attacks.downcoding.WhyNot.SIZE)
    return order.index(why)


def finding(asked: Asked, first: int) -> Callable[[Progress], attacks.downcoding.Search]:
    """Work that looks for a draw that works, seed by seed."""
    return lambda told: attacks.downcoding.seed_that_works(asked.settings, first, asked.rule, DRAWS, told)


def trying(asked: Asked, seed: int) -> Callable[[Progress], attacks.downcoding.Trials]:
    """Work that makes a few draws and counts."""
    more = {"every_class": asked.every, "rho": asked.rho, "seed": seed}
    return lambda told: attacks.downcoding.run_trials(
        asked.settings, DRAWS, np.random.default_rng(seed), progress=told, **more
    )


def blind(asked: Asked) -> float:
    """The most that a blind attacker can reach with a description as rare as that of an odd row, half of it coarse."""
    weight = attacks.downcoding.middle_log2_weight(asked.settings)
    return float(2.0 ** attacks.singling_out.log2_baseline_low(asked.settings.n, weight))


def stored(asked: Asked) -> attacks.downcoding.Trials | None:
    """Many draws of these settings that are kept; None where none are."""
    points = (point.trials for curve in attacks.downcoding.stored().curves for point in curve.points)
    return next((one for one in points if (one.settings, one.rule) == (asked.settings, asked.rule)), None)
