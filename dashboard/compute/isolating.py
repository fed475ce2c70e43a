"""Every set of known columns and whom it leaves alone; the smallest sets and their scores: what is asked, the work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import comb

import numpy as np

from dashboard.compute.cutting import Cut, table
from dashboard.compute.matching import compiled
from privacy_core import Progress, Table, Unit, attacks, equivalence_classes, in_unit, report

MOST_SETS = 10_000
"""Sets of columns that are measured unless more are asked for: whole sizes, as many as fit."""
DRAWN, SEED = 500, 1
"""Sets drawn at random of each size that has more, and their chance, where the user asks for that."""
SECONDS = 20
"""Time for the sets, after which what was measured is shown."""
NEAR, FAR = 5, 20
"""The axis ends at crowds below the first while the line is no higher, then below the second: so it seldom moves."""
DEPTH = 3
"""Columns in the smallest sets that are looked for."""
FRACTION = 0.01
"""Share of the population that is taken to be in the table, for the scale of scores, where nobody says."""


@dataclass(frozen=True)
class Asked:
    """What is measured: a key.

    Parameters
    ----------
    cut : table, known columns, policies
    k : alone means fewer than this
    most : facts in the largest set
    seconds : time for it
    drawn : whether sets are drawn at random where a size has many
    """

    cut: Cut
    k: int
    most: int
    seconds: float
    drawn: bool = False

    @property
    def person(self) -> str | None:
        """The column of persons, where persons are counted."""
        return counted_by(self.cut)


@dataclass(frozen=True, eq=False)
class Scanned:
    """Every set of columns that was measured.

    Parameters
    ----------
    scan : rows, or persons, alone in each
    top : of 100, those in small crowds once every column is known: the end of the axis
    luck : chance that a description chosen blindly fits exactly one of so many, at best
    """

    scan: attacks.subsets.SubsetScan
    top: float
    luck: float


@dataclass(frozen=True, eq=False)
class Smallest:
    """The smallest sets that leave somebody alone, and their scores; whether somebody said how much of the population
    the table holds."""

    found: attacks.subsets.MinimalUniques
    scores: attacks.subsets.Suda
    said: bool

    @property
    def by_part(self) -> list[str]:
        """Columns by their part of all scores, the largest first."""
        parts = self.scores.by_column
        return sorted(parts, key=lambda name: (-(parts[name] or 0.0), name))


def counted_by(chosen: Cut) -> str | None:
    """The column of persons, where persons are counted."""
    return chosen.person if chosen.policies.unit is not Unit.ROWS and Unit.PERSONS in chosen.units else None


def sets_up_to(n: int, most: int) -> int:
    """Sets of up to so many of n columns.

    Examples
    --------
    >>> sets_up_to(9, 9), sets_up_to(20, 4)
    (511, 6195)
    """
    return sum(comb(n, size) for size in range(1, most + 1))


def first_most(n: int) -> int:
    """Facts in the largest set that is measured unless the user says otherwise.

    Examples
    --------
    >>> first_most(9), first_most(13), first_most(20), first_most(60)
    (9, 13, 4, 2)
    """
    sizes = range(1, n + 1)
    return max((size for size in sizes if sets_up_to(n, size) <= MOST_SETS), default=1)


def axis_end(k: int) -> int:
    """Crowds of fewer than this end the axis.

    Examples
    --------
    >>> axis_end(2), axis_end(5), axis_end(6), axis_end(30)
    (5, 5, 20, 30)
    """
    return NEAR if k <= NEAR else max(FAR, k)


def scanning(asked: Asked) -> Callable[[Progress], Scanned]:
    """Work that measures every set; the table is read here, not in the worker."""
    held, cut = table(asked.cut), asked.cut

    def work(told: Progress) -> Scanned:
        compiled(told, attacks.subsets.warm_up)
        report(told, 0.0, "who looks the same once every column is known")
        far = _far(held, cut, axis_end(asked.k))
        scan = attacks.subsets.scan_subsets(
            held,
            cut.known,
            max_size=asked.most,
            k=asked.k,
            policies=cut.policies,
            person=asked.person,
            seconds=asked.seconds,
            **({"sample": DRAWN, "random": np.random.default_rng(SEED), "seed": SEED} if asked.drawn else {}),
            progress=told,
        )
        return Scanned(scan, far, attacks.singling_out.peak(max(scan.rows, 1)))

    return work


def _far(held: Table, cut: Cut, k: int) -> float:
    """Of 100, those in crowds below k once every column is known."""
    seen = in_unit(held, equivalence_classes(held, cut.known, cut.policies), cut.policies.unit, cut.person)
    return 100 * seen.below(k) / max(seen.people, 1)


def searching(chosen: Cut, depth: int, fraction: float | None) -> Callable[[Progress], Smallest]:
    """Work that looks for the smallest sets and scores them."""
    held, person = table(chosen), counted_by(chosen)
    scale = fraction if fraction is not None and fraction < 1 else FRACTION

    def work(told: Progress) -> Smallest:
        compiled(told, attacks.subsets.warm_up)
        how = {"policies": chosen.policies, "person": person, "seconds": SECONDS, "progress": told}
        found = attacks.subsets.minimal_uniques(held, chosen.known, depth, **how)
        return Smallest(found, attacks.subsets.suda(held, found, scale), scale == fraction)

    return work


Several = tuple[tuple[str, ...], ...]


def alone(
    chosen: Cut, sets: Several, fraction: float | None
) -> Callable[[Progress], tuple[attacks.subsets.SampleUniques, ...]]:
    """Work that says who is alone in the table, and estimates who is alone in the population, for each of some sets."""
    held, person = table(chosen), counted_by(chosen)

    def work(told: Progress) -> tuple[attacks.subsets.SampleUniques, ...]:
        found = []
        for at, names in enumerate(sets):
            report(told, at / len(sets), "who is alone in the population")
            chance = np.random.default_rng(SEED)
            found.append(attacks.subsets.sample_uniques(held, names, fraction, chosen.policies, person, chance))
        return tuple(found)

    return work
