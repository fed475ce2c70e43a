"""The blur undone: two rows, one crowd of a made-up table, and many draws."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from privacy_core import ParameterError, Progress, hierarchy, report
from privacy_core.attacks import downcoding
from privacy_core.refinement import Boxes, Budget, refine

PEOPLE, DRAWS, FIRST_DRAW = 100, 20, 1
"""People of a draw; draws made while somebody waits; a seed whose draw works at first, found by `finding`."""
BANDS, PUBLISHED = ("20–29", "30–39"), "20–39"
"""The smallest demonstration: two bands, and what is published above both."""


Runs = tuple[tuple[str, int], ...]
"""Labels of rows that carry no order, each with the number of rows that have it."""


@dataclass(frozen=True)
class World:
    """A table that fits what was published.

    Parameters
    ----------
    original : its rows
    made : what a minimal method publishes of it
    left : whether it is still possible
    before, now : its chance, and its chance once the others are ruled out
    """

    original: Runs
    made: Runs
    left: bool
    before: float
    now: float


@dataclass(frozen=True, eq=False)
class Smallest:
    """A crowd in one column: every table that fits, and those that are left.

    Parameters
    ----------
    worlds : by the number of rows of the second band
    proved : whether each was decided exactly
    """

    worlds: tuple[World, ...]
    proved: bool

    @property
    def left(self) -> int:
        """Tables that are left."""
        return sum(one.left for one in self.worlds)

    @property
    def one_odd(self) -> tuple[float, float]:
        """Chance that exactly one row is of the second band: before, and once tables are ruled out."""
        return self.worlds[1].before, self.worlds[1].now

    @property
    def best(self) -> tuple[float, float]:
        """Chance of the likeliest table, likewise."""
        return max(one.before for one in self.worlds), max(one.now for one in self.worlds)


def smallest(k: int, rare: float, frugal: bool) -> Smallest:
    """List the tables behind k rows published as one, k being the promise.

    Parameters
    ----------
    rare : share of the second band among everybody, between 0 and 1
    frugal : whether it is known that nothing is blurred needlessly
    """
    ages = hierarchy("age", [(band, PUBLISHED, "*") for band in BANDS])
    found = downcoding.consistent(downcoding.riddle({"age": [PUBLISHED] * k}, {"age": ages}, k))
    left = [not frugal or original in found.after for original in found.before]
    before = [downcoding.theory.binomial(_second(found, original), k, rare) for original in found.before]
    rest = sum(chance for chance, one in zip(before, left, strict=True) if one)
    worlds = (
        World(_runs(found, original), _made(found, original), one, chance, chance / rest if one else 0.0)
        for original, one, chance in zip(found.before, left, before, strict=True)
    )
    return Smallest(tuple(sorted(worlds, key=lambda one: dict(one.original).get(BANDS[1], 0))), found.proved)


def _labels(found: downcoding.Consistent, original: downcoding.Original) -> list[str]:
    return [labels[0] for rows in found.told(original) for labels in rows]


def _second(found: downcoding.Consistent, original: downcoding.Original) -> int:
    return _labels(found, original).count(BANDS[1])


def _runs(found: downcoding.Consistent, original: downcoding.Original) -> Runs:
    labels = _labels(found, original)
    return tuple((band, labels.count(band)) for band in BANDS if band in labels)


def _made(found: downcoding.Consistent, original: downcoding.Original) -> Runs:
    """What is left when nothing can be blurred less."""
    codes = np.array([row for rows in original for row in rows], np.int64).T
    boxes = Boxes.of(found.riddle.trees, codes, found.riddle.k)
    refine(boxes, Budget(), lambda doing: True)
    labels = [found.riddle.label(0, node) for node in boxes.read()[0].tolist()]
    return tuple((label, labels.count(label)) for label in dict.fromkeys(labels))


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
    def settings(self) -> downcoding.Clusters:
        """The same for the core: as many clusters as give k people each, one of k people odd."""
        return downcoding.Clusters(PEOPLE, self.k, max(PEOPLE // max(self.k, 1), 1), self.dims, 1 / max(self.k, 1))

    @property
    def rule(self) -> downcoding.Rule:
        """How it is blurred and attacked."""
        return downcoding.Rule(self.every, self.rho)


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
    crowds : crowds of the draw in which something follows
    log2_weight : chance that a person drawn anew fits the description of the odd one, as a power of 2
    fitting : people of the original who fit it
    """

    rows: int
    dims: int
    coarse: tuple[bool, ...]
    wrong: tuple[bool, ...]
    share: float
    raised: int
    why_not: downcoding.WhyNot | None
    right: bool
    cells_right: int
    crowds: int
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
        return _shown(downcoding.one_trial(asked.settings, np.random.default_rng(seed), asked.rule))

    return work


def _shown(trial: downcoding.Trial) -> Undone:
    """The first crowd in which something follows, wholly right ones before others; else one in which nothing does."""
    found = trial.found
    if not found.groups:
        raise ParameterError(
            "No crowd of this draw lies within one cluster: draw again, or ask for fewer people alike."
        )
    order = [group.right is not True for group in found.groups], [_refusal(group.why_not) for group in found.groups]
    place = min(range(len(found.groups)), key=lambda at: (order[0][at], order[1][at]))
    group = found.groups[place]
    rows = group.rows[found.published.owner[group.rows] == found.published.owner[group.rows[0]]]
    outside = trial.codes[group.rows] == 2 * group.cluster + 1
    wrong = group.raised & (outside.sum(axis=0) != 1) if group.refined else np.zeros(len(group.raised), bool)
    at = [one is group for one in found.refined].index(True) if group.refined else None
    return Undone(
        len(rows),
        len(group.raised),
        tuple(group.raised.tolist()),
        tuple(wrong.tolist()),
        group.share,
        int(group.raised.sum()),
        group.why_not,
        group.right is True,
        group.cells_right or 0,
        len(found.refined),
        None if at is None else trial.compound.predicates[at].log2_weight,
        None if at is None else trial.compound.fitting[at],
    )


def _refusal(why: downcoding.WhyNot | None) -> int:
    """The closer to an attack, the earlier."""
    order = (None, downcoding.WhyNot.SHARE, downcoding.WhyNot.REST, downcoding.WhyNot.SIZE)
    return order.index(why)


def finding(asked: Asked, first: int) -> Callable[[Progress], downcoding.Search]:
    """Work that looks for a draw that works, seed by seed."""
    return lambda told: downcoding.seed_that_works(asked.settings, first, asked.rule, DRAWS, told)


def trying(asked: Asked, seed: int) -> Callable[[Progress], downcoding.Trials]:
    """Work that makes a few draws and counts."""
    more = {"every_class": asked.every, "rho": asked.rho, "seed": seed}
    return lambda told: downcoding.run_trials(asked.settings, DRAWS, np.random.default_rng(seed), progress=told, **more)


def stored(asked: Asked) -> downcoding.Trials | None:
    """Many draws of these settings that are kept; None where none are."""
    points = (point.trials for curve in downcoding.stored().curves for point in curve.points)
    return next((one for one in points if (one.settings, one.rule) == (asked.settings, asked.rule)), None)
