"""Nineteen protections of the open table, each matched to it: the numbers the page shows, as they come."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from dashboard.compute.matched import At, cut_at
from dashboard.compute.matching import Attacker
from privacy_core import Hierarchy, Progress, Roles, Stopped, Table, linkage, protections

CONFIGURATIONS = tuple((one.name, one.family.value) for one in protections.GRID)
"""Name and kind of each, in the order of the grid."""


@dataclass(frozen=True)
class Protected:
    """One protection and what is left of linking and of the table.

    Parameters
    ----------
    name, family, strength : of the protection
    levels : ways to sort, finest first
    at : one per level, at its calibrated threshold; empty where there is no such release
    reason : why there is none
    null : whose luck it is; None where there is no release
    unchanged, drift : share of cells that read as before; mean change of correlations; None where not defined
    seconds : what it took
    """

    name: str
    family: str
    strength: float | None
    levels: tuple[str, ...]
    at: tuple[At, ...]
    reason: str | None
    null: linkage.Null | None
    unchanged: float | None
    drift: float | None
    seconds: float


@dataclass(frozen=True)
class Sweep:
    """Protections that were matched; `stopped` if the rest was not."""

    rows: tuple[Protected, ...]
    stopped: bool = False


class Gathered:
    """What a running sweep has so far; written by the worker, read by the page."""

    def __init__(self) -> None:
        self._rows: tuple[Protected, ...] = ()

    def begin(self) -> None:
        """Forget what an earlier run gathered."""
        self._rows = ()

    def add(self, row: Protected) -> None:
        """One more is done."""
        self._rows = (*self._rows, row)

    @property
    def rows(self) -> tuple[Protected, ...]:
        """What is done, in the order of the grid."""
        return self._rows


def sweeping(
    held: Table,
    roles: Roles,
    trees: Mapping[str, Hierarchy],
    attacker: Attacker,
    strangers: Table | None,
    gathered: Gathered,
) -> Callable[[Progress], Sweep]:
    """Work that protects and matches, one configuration after the other; a stop keeps what is done."""

    def work(told: Progress) -> Sweep:
        gathered.begin()
        asked = replace(attacker.settings(held), fit=linkage.Fit.SOURCE)
        original = protections.Original(held, roles, np.random.default_rng(attacker.seed), trees, told)
        try:
            for outcome in protections.sweep(original, asked, strangers):
                gathered.add(_row(outcome))
        except Stopped:
            return Sweep(gathered.rows, stopped=True)
        return Sweep(gathered.rows)

    return work


def _row(one: protections.Outcome) -> Protected:
    what, risk = one.protection, one.risk
    at = () if risk is None else tuple(_reached(risk))
    return Protected(
        what.name,
        what.family.value,
        what.strength,
        () if risk is None else risk.surface.levels,
        at,
        one.reason,
        None if risk is None else risk.calibration.null,
        one.unchanged,
        one.drift,
        one.seconds,
    )


def _reached(risk: linkage.LinkageRisk) -> Iterator[At]:
    """Every level at its calibrated threshold."""
    return (cut_at(risk, level, tau) for level, tau in enumerate(risk.calibration.tau.tolist()))
