"""How likely a release fails: the union bound, the cells as they are, the exact chance, simulation."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from privacy_core.ell_delta import extraction
from privacy_core.ell_delta.distributions import Distribution
from privacy_core.ell_delta.likeliest import target_cells, targets
from privacy_core.ell_delta.ranges import check, countable
from privacy_core.ell_delta.sizing import bound
from privacy_core.errors import ParameterError, in_range
from privacy_core.intervals import clopper_pearson
from privacy_core.progress import Progress, report, unwatched
from privacy_core.tables import FloatArray

EXACT_CELLS = 50
"""Most cells for which two linked releases are calculated exactly; above, and for more releases, simulate."""
DRAWN_AT_ONCE = 2_000_000
"""Most counts drawn at once in a simulation."""
MOST_DRAWN = 50 * DRAWN_AT_ONCE
"""Most counts of one set of releases that can be simulated."""


@dataclass(frozen=True, slots=True)
class Failure:
    """The chance that a class shows fewer than ell values, seen in several ways.

    Parameters
    ----------
    releases : 1 is a release by itself; above, releases of the same size are linked, class by class
    bound : t m ℓ (1 − p)^N, which reads no cell but p; may exceed 1, where it says nothing
    cells : t Σ (1 − P)^N over the target cells as they are; may exceed 1
    lower : 1 − Π (1 − (1 − P)^N)^t, never above `target`
    target : exact chance that a target cell stays empty in some release, which is what the proof counts
    diversity : exact chance that a class shows fewer than ell values (in all releases together), which is what is
        promised; never above `target`. None where it is not calculated: simulate it
    """

    releases: int
    bound: float
    cells: float
    lower: float
    target: float
    diversity: float | None

    @property
    def exact(self) -> float:
        """The exact chance of what is promised; where it is not calculated, that of an empty target cell.

        The second is never smaller, and `diversity` says which it is.
        """
        return self.target if self.diversity is None else self.diversity

    @property
    def is_tight(self) -> bool:
        """Whether the union bound is at most twice the exact chance, so that a class has hardly a value to spare."""
        return 2 * self.exact >= self.bound


def failure(cells: Distribution, ell: int, p: float, drawn: int, releases: int = 1) -> Failure:
    """Chance that the mechanism fails, for releases of `drawn` records each, drawn independently.

    Parameters
    ----------
    cells : chances of the classes' cells
    ell : values every class is to show
    p : least chance of a target cell; only `bound` reads it
    drawn : records of a release, at least 1
    releases : how many are linked

    Returns
    -------
    found : Failure

    Raises
    ------
    ParameterError
        A setting is out of its range.

    Notes
    -----
    Formula: 1 − Π over releases of (1 − F), F the chance that one of the target cells (the ℓ likeliest of each
    class) stays empty among N records.

    Edge cases: a class with fewer than ℓ values fails for sure. A class with spare values fails far more rarely
    than a target cell stays empty; both chances are equal where every class has exactly ℓ values. Elsewhere the second
    is calculated exactly for two linked releases of up to 50 cells, and has to be simulated beyond.

    Does not say: anything about releases whose classes differ, or about how often a value occurs in a class.

    Source: t δ is Theorem 4.5 of arXiv 2506.18405; exact chances are ours (coefficients of the generating
    function of occupied cells), and so is the lower bound (negative association).

    Examples
    --------
    >>> from privacy_core.ell_delta import even
    >>> once, twice = (failure(even(4, 3, 1 / 12), 3, 1 / 12, 63, t) for t in (1, 2))
    >>> round(once.lower, 6), round(once.target, 6), round(once.bound, 6)
    (0.048818, 0.049271, 0.049946)
    >>> round(twice.target, 6), round(twice.diversity, 6)
    (0.096115, 0.096115)
    """
    check(ell, p, releases=releases)
    countable(drawn=drawn)
    wanted = targets(cells, ell).ravel()
    union = float(missed(wanted, drawn).sum())
    lower = _lower(wanted, drawn)
    alone = max(min(extraction.chance(extraction.alike(wanted[:, None], 1), drawn), union), lower)
    target = over_releases(alone, releases)
    return Failure(
        releases,
        releases * bound(len(cells), ell, p, drawn),
        releases * union,
        over_releases(lower, releases),
        target,
        _diversity(cells, ell, drawn, releases, target),
    )


def over_releases(alone: float, releases: int) -> float:
    """Chance that at least one of several independent releases fails.

    Parameters
    ----------
    alone : chance that one of them does, 0 to 1
    releases : at least 1

    Raises
    ------
    ParameterError
        A number is out of its range.

    Examples
    --------
    >>> over_releases(0.1, 1), round(over_releases(0.1, 2), 2)
    (0.1, 0.19)
    """
    in_range(0, 1, alone=alone)
    countable(releases=releases)
    return 1.0 if alone >= 1 else -math.expm1(releases * math.log1p(-alone))


def missed(mass: FloatArray, drawn: int) -> FloatArray:
    """Chance that each cell stays empty among `drawn` records, (1 − P)^N."""
    with np.errstate(divide="ignore"):
        return np.asarray(np.exp(drawn * np.log1p(-np.where(mass > extraction.CERTAIN, 1.0, mass))))


def _lower(mass: FloatArray, drawn: int) -> float:
    with np.errstate(divide="ignore"):
        return float(-np.expm1(np.log1p(-missed(mass, drawn)).sum()))


def _diversity(cells: Distribution, ell: int, drawn: int, releases: int, target: float) -> float | None:
    if (np.diff(cells.start) == ell).all():
        return target
    if releases > 2 or (releases == 2 and len(cells.mass) > EXACT_CELLS):
        return None
    most = int(np.diff(cells.start).max())
    if most <= ell:
        return target
    mass = np.zeros((len(cells), most))
    mass[cells.group, np.arange(len(cells.mass)) - cells.start[:-1][cells.group]] = cells.mass
    return min(extraction.chance(extraction.alike(mass, ell), drawn, releases), target)


@dataclass(frozen=True, slots=True)
class Simulation:
    """How often linked releases failed when they were drawn at random.

    Parameters
    ----------
    trials : sets of releases drawn
    target : sets in which a target cell stayed empty in some release
    diversity : sets in which a class showed fewer than ell values in all releases together
    """

    trials: int
    target: int
    diversity: int

    @property
    def target_rate(self) -> float:
        """Share of the sets in which a target cell stayed empty."""
        return self.target / self.trials

    @property
    def rate(self) -> float:
        """Share of the sets in which a class showed fewer than ell values."""
        return self.diversity / self.trials

    def target_interval(self, level: float = 0.95) -> tuple[float, float]:
        """Clopper–Pearson interval of the chance that a target cell stays empty."""
        return clopper_pearson(self.target, self.trials, level)

    def diversity_interval(self, level: float = 0.95) -> tuple[float, float]:
        """Clopper–Pearson interval of the chance that a class shows fewer than ell values."""
        return clopper_pearson(self.diversity, self.trials, level)


def simulate(
    cells: Distribution,
    ell: int,
    drawn: int,
    releases: int,
    generator: np.random.Generator,
    trials: int = 200_000,
    progress: Progress = unwatched,
) -> Simulation:
    """Draw sets of linked releases and count those that fail.

    Parameters
    ----------
    cells, ell, drawn, releases : as in `failure`
    generator : source of randomness
    trials : sets of releases, at least 1
    progress : told how far the work is; may stop it

    Raises
    ------
    ParameterError
        A setting is out of its range, or a set of releases has too many cells.
    Stopped
        `progress` said so.

    Examples
    --------
    >>> from privacy_core.ell_delta import even
    >>> found = simulate(even(4, 3, 1 / 12), 3, 63, 2, np.random.default_rng(1), 20_000)
    >>> low, high = found.diversity_interval(0.999)
    >>> low < 0.096115 < high, found.target == found.diversity
    (True, True)
    """
    countable(ell=ell, drawn=drawn, releases=releases, trials=trials)
    if releases * (len(cells.mass) + 1) > MOST_DRAWN:
        raise ParameterError(
            f"{releases:,} releases of {len(cells.mass):,} cells are too many to be drawn together: {MOST_DRAWN:,} "
            "counts at most."
        )
    target = diversity = 0
    at_once = max(1, DRAWN_AT_ONCE // (releases * (len(cells.mass) + 1)))
    for done in range(0, trials, at_once):
        report(progress, done / trials, "drawing releases")
        empty, poor = _drawn(cells, ell, drawn, (min(at_once, trials - done), releases), generator)
        target, diversity = target + empty, diversity + poor
    return Simulation(trials, target, diversity)


def _drawn(
    cells: Distribution, ell: int, drawn: int, shape: tuple[int, int], generator: np.random.Generator
) -> tuple[int, int]:
    """Among some sets of releases, those with an empty target cell and those with a poor class."""
    chances = np.append(cells.mass, cells.rest)
    shown = generator.multinomial(drawn, chances / chances.sum(), size=shape)[..., :-1].astype(bool)
    common = np.asarray(shown.all(axis=1))
    wanted = target_cells(cells, ell)
    lacking = (np.diff(cells.start) < ell).any()
    empty = len(common) if lacking else int(np.count_nonzero(~common[:, wanted].all(axis=1)))
    values = np.add.reduceat(common, cells.start[:-1], axis=1, dtype=np.int64)
    return empty, int(np.count_nonzero((values < ell).any(axis=1)))
