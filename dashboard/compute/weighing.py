"""Other ways to match beside the chain: agreement of columns, distances, and what a shift of representation does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from dashboard.compute.matched import Match
from dashboard.compute.matching import Attacker
from privacy_core import Progress, Roles, Table, linkage, part_of, protections, report

FIRST_K = 20


@dataclass(frozen=True)
class Weights:
    """What each column says of one pair.

    Parameters
    ----------
    parts : column and nats, in the order of the columns
    agree : whether each agrees
    score, line : their sum, and where a match is as likely as not
    chance : of a match, at this score
    right : whether the pair is one person; None where nobody said
    """

    parts: Mapping[str, float]
    agree: Mapping[str, bool]
    score: float
    line: float
    chance: float
    right: bool | None


@dataclass(frozen=True, eq=False)
class Beside:
    """Fellegi–Sunter and distances for a release that was matched."""

    found: Match
    baselines: linkage.Baselines

    def weights(self, level: int, nth: int) -> tuple[int, int, Weights] | None:
        """One pair the chain links at its calibrated threshold: its place, how many there are, what columns say."""
        model, risk = self.baselines.fields[level].model, self.found.risk
        pair = self.found.pair(nth, level, float(risk.calibration.tau[level]))
        if model is None or pair is None:
            return None
        place, several, row, target = pair
        agree = linkage.agreeing_fields(risk.sides, row, target)
        parts = model.waterfall(agree)
        score = sum(parts.values())
        of = dict(zip(model.names, agree.tolist(), strict=True))
        right = self.found.is_right(row, target)
        return place, several, Weights(parts, of, score, model.line, model.probability(score), right)


def beside(found: Match) -> Callable[[Progress], Beside]:
    """Work that matches the same tables in the same blocks by agreement of columns, and measures distances."""

    def work(told: Progress) -> Beside:
        chance = np.random.default_rng(found.seed).spawn(3)[1]
        return Beside(found, linkage.baselines(found.risk, chance, progress=told))

    return work


def shifting(
    held: Table, roles: Roles, attacker: Attacker, strangers: Table | None, k: int
) -> Callable[[Progress], linkage.Shift]:
    """Work that coarsens the known columns to crowds of k and matches before and after."""

    def work(told: Progress) -> linkage.Shift:
        report(told, 0.0, "coarsening the known columns")
        one, other = np.random.default_rng(attacker.seed).spawn(2)
        made = protections.coarsened(protections.Original(held, roles, one, progress=part_of(told, 0, 0.5)), k)
        settings = replace(attacker.settings(held), coding=linkage.Coding.ONE_HOT)
        later = part_of(told, 0.5, 1)
        return linkage.shift(held, made, settings, strangers, random=other, progress=later)

    return work
