"""A crowd in one column: every table that fits what was published, how likely it is, and which are left.

The smallest case, two rows at k = 2, is Cohen's idea (Attacks on deidentification's defenses, USENIX Security 2022) at
its plainest; larger crowds and chances are ours.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from privacy_core.attacks.downcoding.smallest import Consistent, Original, consistent, riddle
from privacy_core.attacks.downcoding.theory import binomial
from privacy_core.attacks.outcomes import Outcome
from privacy_core.errors import ParameterError, in_range, whole_number
from privacy_core.hierarchies import hierarchy
from privacy_core.refinement import Boxes, Budget, refine

BANDS, PUBLISHED = ("20–29", "30–39"), "20–39"
"""Two finest values, and the one above both."""

MOST_ROWS = 100
"""Most rows of a crowd whose tables are listed."""

NOTICED = 0.01
"""Least gain of an exact chance that is called one: one crowd of 100."""

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


@dataclass(frozen=True)
class Worlds:
    """Every table that fits a crowd, and those that are left.

    Parameters
    ----------
    published : what every row reads
    rarer : the band that fewer people are of
    worlds : by the number of rows of the second band
    proved : whether each was decided exactly
    minimal : whether it is known that nothing is blurred needlessly
    """

    published: str
    rarer: str
    worlds: tuple[World, ...]
    proved: bool
    minimal: bool = True

    @property
    def left(self) -> int:
        """Tables that are left."""
        return sum(one.left for one in self.worlds)

    @property
    def one_odd(self) -> tuple[float, float]:
        """Chance that exactly one row is of the rarer band: before, and once tables are ruled out."""
        one = self.worlds[1 if self.rarer == BANDS[1] else -2]
        return one.before, one.now

    @property
    def best(self) -> tuple[float, float]:
        """Chance of the likeliest table, likewise."""
        return max(one.before for one in self.worlds), max(one.now for one in self.worlds)

    @property
    def tells(self) -> bool:
        """Whether it makes the best guess at the table better by 1 of 100 or more that nothing is blurred needlessly.

        Examples
        --------
        >>> worlds(2, 0.5).tells, worlds(10, 0.5).tells, worlds(2, 0.5, minimal=False).tells
        (True, False, False)
        """
        blind, best = self.best
        return best - blind >= NOTICED

    @property
    def outcome(self) -> Outcome:
        """The verdict; both chances are exact, so there is no interval."""
        if not self.minimal:
            return Outcome.PREMISE_FAILS
        return Outcome.BEATS if self.tells else Outcome.NO_BETTER


def worlds(k: int, rare: float, minimal: bool = True) -> Worlds:
    """List the tables behind k rows published as 20–39, k being the promise.

    Parameters
    ----------
    k : rows of the crowd, 2 to 100
    rare : share of the second band among everybody, above 0 and below 1
    minimal : whether it is known that nothing is blurred needlessly

    Raises
    ------
    ParameterError
        A number is out of its range, or a band has nobody, so that the crowd could not have been blurred.

    Examples
    --------
    >>> found = worlds(2, 0.5)
    >>> [(one.original, one.left) for one in found.worlds]
    [((('20–29', 2),), False), ((('20–29', 1), ('30–39', 1)), True), ((('30–39', 2),), False)]
    >>> before, now = worlds(5, 0.05).one_odd
    >>> round(before, 3), round(now, 3)
    (0.204, 0.9)
    """
    whole_number(k=k)
    in_range(2, MOST_ROWS, k=k)
    in_range(0, 1, rare=rare)
    if rare in (0, 1):
        raise ParameterError("Both bands need somebody: with a share of 0 or 1 no crowd has to be blurred.")
    ages = hierarchy("age", [(band, PUBLISHED, "*") for band in BANDS])
    found = consistent(riddle({"age": [PUBLISHED] * k}, {"age": ages}, k))
    left = [not minimal or original in found.after for original in found.before]
    before = [binomial(_second(found, original), k, rare) for original in found.before]
    rest = sum(chance for chance, one in zip(before, left, strict=True) if one)
    several = (
        World(_runs(found, original), _made(found, original), one, chance, chance / rest if one else 0.0)
        for original, one, chance in zip(found.before, left, before, strict=True)
    )
    ordered = tuple(sorted(several, key=lambda one: dict(one.original).get(BANDS[1], 0)))
    return Worlds(PUBLISHED, BANDS[1] if rare <= 0.5 else BANDS[0], ordered, found.proved, minimal)


def _labels(found: Consistent, original: Original) -> list[str]:
    return [labels[0] for rows in found.told(original) for labels in rows]


def _second(found: Consistent, original: Original) -> int:
    return _labels(found, original).count(BANDS[1])


def _runs(found: Consistent, original: Original) -> Runs:
    labels = _labels(found, original)
    return tuple((band, labels.count(band)) for band in BANDS if band in labels)


def _made(found: Consistent, original: Original) -> Runs:
    """What is left when nothing can be blurred less."""
    codes = np.array([row for rows in original for row in rows], np.int64).T
    boxes = Boxes.of(found.riddle.trees, codes, found.riddle.k)
    refine(boxes, Budget(), lambda doing: True)
    labels = [found.riddle.label(0, node) for node in boxes.read()[0].tolist()]
    return tuple((label, labels.count(label)) for label in dict.fromkeys(labels))
