"""Descriptions that should fit one person: made from a release, tried on its people, on strangers, and blindly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dashboard.compute.linking import Publish
from dashboard.compute.matching import FIRST_SEED
from privacy_core import Hierarchy, PrivacyError, Progress, Table, attacks, report

lab = attacks.singling_out
FIRST_TRIES, FIRST_COLUMNS, FIRST_RARER = 500, 3, 100
MODES = "univariate", "multivariate"
GROUPS = 6
"""Marks the tries are gathered into, by how rare their descriptions are."""
POINTS = 240
"""Weights at which the curve of luck is drawn."""


@dataclass(frozen=True)
class Asked:
    """What is tried: a key.

    Parameters
    ----------
    known : columns that tell the crowds of the release apart
    columns : columns that a description of one record may be made of
    together : columns in a description of several
    rarer : how many times rarer than 1 row of the table a description must be to count as rare
    tries, seed : of each attack, and their chance
    """

    known: tuple[str, ...]
    columns: tuple[str, ...]
    together: int = FIRST_COLUMNS
    rarer: int = FIRST_RARER
    tries: int = FIRST_TRIES
    seed: int = FIRST_SEED


@dataclass(frozen=True)
class Group:
    """Tries whose descriptions are about as rare.

    Parameters
    ----------
    weight : chance that a fresh row fits, their geometric mean
    tried : tries, and those that fitted exactly one row
    blind : what blind luck has at their weights, on average
    """

    weight: float
    tried: attacks.Counts
    blind: float

    @property
    def above(self) -> bool:
        """Whether they do better than luck, beyond the interval."""
        return attacks.outcome(self.tried, self.blind) is attacks.Outcome.BEATS


@dataclass(frozen=True)
class Refused:
    """Why one part was not tried."""

    reason: str


@dataclass(frozen=True, eq=False)
class Described:
    """What came of it; a part that was refused says why, the others stand."""

    asked: Asked
    crowds: attacks.ClassPredicates | Refused
    records: tuple[attacks.RecordPredicates | Refused, ...]


def describing(
    held: Table,
    release: Table | Publish,
    asked: Asked,
    strangers: Table | None,
    trees: Mapping[str, Hierarchy],
) -> Callable[[Progress], Described]:
    """Work that tries every description; the tables are here already, or the release is made first."""

    def work(told: Progress) -> Described:
        report(told, 0.0, "making the release")
        made = release if isinstance(release, Table) else release(lambda share, doing: told(0.2 * share, doing)).table
        chances = np.random.default_rng(asked.seed).spawn(1 + len(MODES))
        crowds = _tried(lambda: _crowds(held, made, asked, strangers, trees, chances[0], _part(told, 0.2, 0.6)))
        records = []
        for place, mode in enumerate(MODES):
            begins = 0.6 + 0.2 * place
            watched, chance = _part(told, begins, begins + 0.2), chances[1 + place]
            records.append(
                _tried(lambda m=mode, c=chance, w=watched: _records(held, made, asked, strangers, trees, m, c, w))
            )
        return Described(asked, crowds, tuple(records))

    return work


def _part(told: Progress, low: float, high: float) -> Progress:
    return lambda share, doing: told(low + (high - low) * share, doing)


def _tried(attack: Callable[[], object]) -> object:
    try:
        return attack()
    except PrivacyError as refused:
        return Refused(str(refused))


def _crowds(
    held: Table,
    made: Table,
    asked: Asked,
    strangers: Table | None,
    trees: Mapping[str, Hierarchy],
    chance: np.random.Generator,
    told: Progress,
) -> attacks.ClassPredicates:
    limit = 1 / (asked.rarer * max(held.n_rows, 1))
    how = {"hierarchies": trees, "tries": asked.tries, "seed": asked.seed, "limit": limit, "progress": told}
    return attacks.class_predicates(held, made, asked.known, chance, holdout=strangers, **how)


def _records(
    held: Table,
    made: Table,
    asked: Asked,
    strangers: Table | None,
    trees: Mapping[str, Hierarchy],
    mode: str,
    chance: np.random.Generator,
    told: Progress,
) -> attacks.RecordPredicates:
    columns = [name for name in asked.columns if name in made.columns]
    how = {"mode": mode, "n_columns": min(asked.together, max(len(columns), 1)), "hierarchies": trees}
    more = {"tries": asked.tries, "seed": asked.seed, "progress": told}
    return attacks.record_predicates(held, made, columns, chance, holdout=strangers, **how, **more)


def groups(found: attacks.ClassPredicates) -> list[Group]:
    """The tries gathered by how rare their descriptions are; without strangers, how rare they are in the table."""
    weights = _weights(found)[found.tried]
    order, cuts = np.argsort(weights, kind="stable"), []
    several = np.unique(np.quantile(weights, np.linspace(0, 1, GROUPS + 1)[1:-1], method="lower"))
    places = np.searchsorted(several, weights[order], "right")
    cuts = np.flatnonzero(np.diff(places)) + 1
    blind = lab.baseline(found.n, weights)
    return [_group(weights[some], found.isolated[some], blind[some]) for some in np.split(order, cuts) if len(some)]


def _weights(found: attacks.ClassPredicates) -> NDArray[np.float64]:
    known = found.predicate_weight
    return np.asarray(found.in_sample / found.sizes if known is None else known)


def _group(weight: NDArray[np.float64], isolated: NDArray[np.bool_], blind: NDArray[np.float64]) -> Group:
    counts = attacks.Counts(int(isolated.sum()), len(isolated))
    return Group(float(np.exp(np.log(weight).mean())), counts, float(blind.mean()))


def luck_curve(found: attacks.ClassPredicates) -> list[tuple[float, float]]:
    """Weight and share of 100 that blind luck has, wide enough for every try and the limit."""
    low, high = ends(found)
    weights = np.unique(np.append(np.geomspace(low, high, POINTS), 1 / found.n))
    kept = weights[(weights >= low) & (weights <= high)]
    return list(zip(kept.tolist(), (100 * lab.baseline(found.n, kept)).tolist(), strict=True))


def ends(found: attacks.ClassPredicates) -> tuple[float, float]:
    """Least and largest weight of the axis: whole powers of ten around everything there is, 1 the last."""
    least = min(float(_weights(found).min()), 1 / (1000 * found.n))
    return 10.0 ** float(np.floor(np.log10(least))), 1.0
