"""Singling out, linkability and inference tried on a release."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from dashboard.compute.linking import Publish
from dashboard.compute.matching import FIRST_SEED
from privacy_core import Hierarchy, Progress, Table, attacks, report

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


def attacking(
    held: Table,
    release: Table | Publish,
    asked: Tries,
    strangers: Table | None,
    trees: Mapping[str, Hierarchy],
) -> Callable[[Progress], Attacked]:
    """Work that tries every attack; the tables are here already, or the release is made first."""

    def work(told: Progress) -> Attacked:
        report(told, 0.0, "making the release")
        made = release if isinstance(release, Table) else release(lambda share, doing: told(0.2 * share, doing)).table
        halves = asked.left, asked.right, asked.secrets
        all_of_them = attacks.Attackers(held, made, *halves, strangers, asked.attempts, trees, asked.seed)
        return Attacked(asked, tuple(all_of_them.run(lambda share, doing: told(0.2 + 0.8 * share, doing))))

    return work
