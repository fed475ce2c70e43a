"""Singling out, linkability and inference tried on a release."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dashboard.compute.attackable import Attackable
from dashboard.compute.matching import FIRST_SEED
from privacy_core import Progress, attacks, part_of

FIRST_TRIES = 500


@dataclass(frozen=True)
class Tries:
    """What the attackers have, and how often they try: a key.

    Parameters
    ----------
    left, right : columns of each half of a person; the left ones are also what is known when a secret is guessed
    secrets : columns that are guessed
    attempts, seed : tries of each attack, and their chance
    """

    left: tuple[str, ...]
    right: tuple[str, ...]
    secrets: tuple[str, ...]
    attempts: int = FIRST_TRIES
    seed: int = FIRST_SEED


@dataclass(frozen=True)
class Attacked:
    """What each attack achieved, or why it was not tried."""

    asked: Tries
    found: tuple[attacks.Evidence | attacks.NotMeasured, ...]


def attacking(asked: Tries, on: Attackable) -> Callable[[Progress], Attacked]:
    """Work that tries every attack."""

    def work(told: Progress) -> Attacked:
        made = on.released(part_of(told, 0.0, 0.2))
        columns, how = (asked.left, asked.right, asked.secrets), (asked.attempts, on.hierarchies, asked.seed)
        several = attacks.Attackers(on.original, made, *columns, on.holdout, *how)
        return Attacked(asked, tuple(several.run(part_of(told, 0.2, 1.0))))

    return work
