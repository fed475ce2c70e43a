"""Descriptions that should fit one person: made from a release, tried on its people, on strangers, and blindly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from dashboard.compute.attackable import Attackable
from dashboard.compute.matching import FIRST_SEED
from privacy_core import PrivacyError, Progress, attacks, part_of

lab = attacks.singling_out
FIRST_TRIES, FIRST_COLUMNS, FIRST_RARER = 500, 3, 100
MODES = "univariate", "multivariate"
GROUPS = 6
"""Marks the tries are gathered into, by how rare their descriptions are."""


@dataclass(frozen=True)
class Asked:
    """What is tried: a key.

    Parameters
    ----------
    known : columns that tell the crowds of the release apart
    columns : columns that a description of one record may be made of
    together : columns in a description of several
    tries, seed : of each attack, and their chance
    """

    known: tuple[str, ...]
    columns: tuple[str, ...]
    together: int = FIRST_COLUMNS
    tries: int = FIRST_TRIES
    seed: int = FIRST_SEED


@dataclass(frozen=True)
class Refused:
    """Why one part was not tried."""

    reason: str


Attack = attacks.ClassPredicates | attacks.RecordPredicates


@dataclass(frozen=True)
class Reached:
    """Counts of one attack: on people, on strangers and by guessing; None where not measured."""

    main: attacks.Counts
    control: attacks.Counts | None
    blind: attacks.Counts | None

    @property
    def luck(self) -> attacks.Counts | None:
        """The stronger of strangers and guessing; None without strangers."""
        if self.control is None or self.blind is None or not self.control.attempts:
            return None
        return max(self.control, self.blind, key=lambda counts: counts.rate or 0.0)

    @property
    def gain(self) -> float:
        """How much more often it hits than luck, at the least: a few tries that all hit are no strong evidence."""
        low = self.main.interval[0] if self.main.interval is not None else 0.0
        return low - (0.0 if self.luck is None else self.luck.rate or 0.0)


def reached(one: Attack) -> Reached:
    """What one attack came to."""
    held = one.evidence
    if isinstance(held, attacks.Evidence):
        return Reached(held.main, held.control, held.baseline)
    return Reached(one.main, None, None)


@dataclass(frozen=True, eq=False)
class Described:
    """What came of it; a part that was refused says why, the others stand."""

    asked: Asked
    crowds: attacks.ClassPredicates | Refused
    records: tuple[attacks.RecordPredicates | Refused, ...]

    @property
    def several(self) -> tuple[Attack | Refused, ...]:
        """All ways to describe one person."""
        return self.crowds, *self.records

    @property
    def counts(self) -> tuple[Reached | None, ...]:
        """What each came to; None where it was refused."""
        return tuple(None if isinstance(one, Refused) else reached(one) for one in self.several)

    @property
    def loudest(self) -> int:
        """The way that gains most over luck; where none is seen to gain, the first that was tried."""
        held = [place for place, one in enumerate(self.several) if not isinstance(one, Refused)]
        loud = [place for place in held if self.several[place].outcome is attacks.Outcome.BEATS]
        if loud:
            return max(loud, key=lambda place: reached(self.several[place]).gain)
        return held[0] if held else 0


def describing(asked: Asked, on: Attackable) -> Callable[[Progress], Described]:
    """Work that tries every description."""

    def work(told: Progress) -> Described:
        made, first = on.released(part_of(told, 0.0, 0.2)), on.original
        chance, *chances = np.random.default_rng(asked.seed).spawn(1 + len(MODES))
        how = {"holdout": on.holdout, "hierarchies": on.hierarchies, "tries": asked.tries, "seed": asked.seed}
        how["progress"] = part_of(told, 0.2, 0.6)
        crowds = _tried(partial(attacks.class_predicates, first, made, asked.known, chance, **how))
        columns = [name for name in asked.columns if name in made.columns]
        how["n_columns"] = min(asked.together, max(len(columns), 1))
        records = []
        for place, mode in enumerate(MODES):
            how |= {"mode": mode, "progress": part_of(told, 0.6 + 0.2 * place, 0.8 + 0.2 * place)}
            records.append(_tried(partial(attacks.record_predicates, first, made, columns, chances[place], **how)))
        return Described(asked, crowds, tuple(records))

    return work


def _tried(attack: Callable[[], Attack]) -> Attack | Refused:
    try:
        return attack()
    except PrivacyError as refused:
        return Refused(str(refused))


@dataclass(frozen=True, eq=False)
class Tries:
    """Every try of one attack.

    Parameters
    ----------
    rows : of the open table
    weight : of each try's description; among strangers, or without any in the open table itself
    isolated : whether it fitted exactly one row
    """

    rows: int
    weight: NDArray[np.float64]
    isolated: NDArray[np.bool_]

    @property
    def ends(self) -> tuple[float, float]:
        """Least and largest weight of the axis: whole powers of ten around everything there is, 1 the last."""
        least = min(float(self.weight.min()), 1 / (1000 * self.rows))
        return 10.0 ** float(np.floor(np.log10(least))), 1.0

    @property
    def groups(self) -> tuple[lab.WeightGroup, ...]:
        """The tries gathered by how rare their descriptions are."""
        return lab.by_weight(self.weight, self.isolated, self.rows, GROUPS)

    @property
    def curve(self) -> list[tuple[float, float]]:
        """Weight and share of 100 that blind luck has, along the axis."""
        weights, chances = lab.baseline_curve(self.rows, *self.ends)
        return list(zip(weights.tolist(), (100 * chances).tolist(), strict=True))


def rarer_than(crowds: attacks.ClassPredicates, limit: float) -> attacks.ClassPredicates:
    """The same, with another weight below which a description is rare: nothing has to be tried anew."""
    return replace(crowds, limit=limit)


def tries(one: Attack | Refused, rows: int) -> Tries | None:
    """The tries of an attack; None where there were none, or no one knows how rare its descriptions are."""
    if isinstance(one, attacks.ClassPredicates):
        known = one.predicate_weight
        weight = one.in_sample / one.sizes if known is None else known
        return Tries(rows, np.asarray(weight)[one.tried], one.isolated)
    if isinstance(one, Refused) or one.weight is None or not len(one.weight):
        return None
    return Tries(rows, np.asarray(one.weight), one.isolated)
