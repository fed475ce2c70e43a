"""A release matched to what an attacker holds: what is asked, the work, and what any cut through the result says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Thread

import numpy as np
from numpy.typing import NDArray

from dashboard.compute.attackable import Attackable
from dashboard.compute.cutting import Cut, table
from dashboard.compute.hierarchies import trees
from dashboard.compute.linking import Publish, Way, publisher
from dashboard.compute.matched import AtLeast, Match
from privacy_core import (
    Column,
    Hierarchy,
    Progress,
    Roles,
    Setting,
    Table,
    TableError,
    TreeSpec,
    linkage,
    part_of,
    report,
    samples,
)

FIRST_SEED, ALPHA = 1, 0.05
SOURCE = linkage.Fit.SOURCE.value
SHORT = 0.1
"""Seconds between two looks at whether to stop."""
COMPILING = "compiling the kernel, at the first start only"


@dataclass(frozen=True)
class Attacker:
    """How the attacker matches: a key.

    Parameters
    ----------
    known : columns the sorting is made of
    ignored : columns that are not compared
    levels : what is sorted by, finest first; None drops the known columns from last to first
    components, fit, coding, weight, alpha : as the core has them
    seed : of the shuffled release and of drawn pairs
    """

    known: tuple[str, ...]
    ignored: tuple[str, ...] = ()
    levels: tuple[str, ...] | None = None
    components: int | None = None
    fit: str = linkage.Fit.JOINT.value
    coding: str = linkage.Coding.ONE_HOT.value
    weight: float = linkage.WEIGHT
    alpha: float = ALPHA
    seed: int = FIRST_SEED

    def settings(self, held: Table) -> linkage.LinkageSettings:
        """The same for the core."""
        levels = None if self.levels is None else tuple(linkage.parse_level(one, held.names) for one in self.levels)
        return linkage.LinkageSettings(
            self.known,
            self.ignored,
            levels,
            components=self.components,
            fit=linkage.Fit(self.fit),
            coding=linkage.Coding(self.coding),
            weight=self.weight,
            alpha=self.alpha,
        )


@dataclass(frozen=True)
class Truth:
    """Who is who, for scoring only: row by row, by a column of both tables, or nobody says."""

    by_row: bool = False
    column: str | None = None


def released(chosen: Cut, specs: tuple[TreeSpec, ...], setting: Setting | None) -> Publish:
    """Work that makes a release of the open table: blurred by a setting, or as it is."""
    return publisher(chosen, specs, Way("release", chosen.known, (), setting))


def known_trees(chosen: Cut, specs: tuple[TreeSpec, ...]) -> Mapping[str, Hierarchy]:
    """Hierarchies whose labels the release may hold; none before the user has any."""
    return trees(chosen, specs) if specs else {}


def matching(attacker: Attacker, truth: Truth, on: Attackable) -> Callable[[Progress], Match | AtLeast]:
    """Work that matches a release to what the attacker holds."""

    def work(told: Progress) -> Match | AtLeast:
        compiled(told, linkage.warm_up)
        held, found = on.original, on.released(part_of(told, 0.0, 0.2))
        pairs = linkage.truth_by_position(held.n_rows, found.n_rows) if truth.by_row else None
        _strangers(on.holdout, found, truth.column)
        chance = np.random.default_rng(attacker.seed).spawn(3)[0]
        try:
            risk = linkage.link(
                held,
                found,
                attacker.settings(held),
                id_column=truth.column,
                truth=pairs,
                holdout=on.holdout,
                hierarchies=on.hierarchies,
                random=chance,
                progress=part_of(told, 0.2, 1.0),
            )
        except linkage.PartialLink as stopped:
            return AtLeast(stopped.surface, stopped.done)
        return Match(risk, held, found, attacker.seed)

    return work


def _strangers(holdout: Table | None, release: Table, person: str | None) -> None:
    """Refuse people as strangers who are in the release, where a column says so."""
    if holdout is None or person is None or person not in holdout.columns:
        return
    inside = np.isin(*(_known(one[person]) for one in (holdout, release))).sum()
    if inside:
        raise TableError(
            f"By the column {person!r} {inside:,} of the strangers are in the release: luck is measured on people who "
            "are not. Leave their rows out, or remove the strangers."
        )


def _known(person: Column) -> NDArray[np.str_]:
    """Every person that is named, once."""
    return np.unique(np.array([person.labels[code] for code in np.unique(person.codes) if code != person.missing], str))


def compiled(told: Progress, warm_up: Callable[[], object]) -> None:
    """Wait for a kernel in a way that hears a cancel, which a compiler does not."""
    ready = Thread(target=warm_up, name="kernel", daemon=True)
    ready.start()
    ready.join(SHORT)
    while ready.is_alive():
        report(told, 0.0, COMPILING)
        ready.join(SHORT)


def held_table(chosen: Cut) -> Table:
    """What the attacker holds: the open table."""
    return table(chosen)


def typed_again() -> tuple[str, Table, str]:
    """Title, table and name of the register that was typed in again."""
    made = samples.load("register-2")
    return made.title, made.table, made.name


def usual_levels(known: tuple[str, ...]) -> tuple[str, ...]:
    """What is sorted by when nobody says, finest first."""
    return tuple(one.name for one in linkage.default_levels(known))


def kept_out(roles: Roles, names: tuple[str, ...]) -> tuple[str, ...]:
    """Columns that never are compared: secrets, and whatever names or weighs a person."""
    apart = (*roles.sensitive, *roles.identifiers, roles.person, roles.weight, roles.household)
    return tuple(name for name in names if name in apart)


def alike(found: Match, level: int) -> Callable[[Progress], linkage.Distributions]:
    """Work that draws wrong pairs and sets their similarities beside those of matches, at one level."""
    risk = found.risk

    def work(told: Progress) -> linkage.Distributions:
        report(told, 0.1, "drawing wrong pairs")
        return risk.distributions(level)

    return work


def sweep(found: Match, level: int) -> Callable[[Progress], tuple[linkage.Step, ...]]:
    """Work that tries other numbers of components."""
    return lambda told: linkage.sweep_components(found.risk, level, progress=told)
