"""People who are not in the release: how rare a predicate is among them, and how often it isolates one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from privacy_core.attacks.outcomes import NotMeasured, Outcome, outcome
from privacy_core.attacks.singling_out.classes_of_release import Fits
from privacy_core.attacks.singling_out.fewer_strangers import times_as_often
from privacy_core.attacks.singling_out.hashing import Words
from privacy_core.errors import TableError
from privacy_core.evidence import Counts, Evidence, better
from privacy_core.tables import FloatArray, IntArray, Table


@dataclass(frozen=True, eq=False)
class Strangers:
    """The hold-out, as far as the descriptions of a release fit it.

    Parameters
    ----------
    fits : which of its rows each description fits
    rows : fingerprint of each of its rows
    original : rows of the original
    """

    fits: Fits
    rows: Words
    original: int

    @property
    def n(self) -> int:
        """Rows of the hold-out."""
        return len(self.rows)

    @property
    def weight(self) -> FloatArray:
        """Chance that each description holds for a fresh person, by adding one half."""
        return weight(self.fits.rows, self.n)

    def among_as_many(self, people: IntArray, strangers: IntArray, random: np.random.Generator) -> Counts:
        """Predicates that isolate one of as many rows of the hold-out as the original has."""
        return among_as_many(people, strangers, self.original, self.n, random)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """How weights and control were found, in sentences."""
        return (
            f"Weights are shares of {strangers_of(self.n)}, people who are not in the release, one half added to each "
            "count.",
            "Blind attackers hash whole records at the same weight, as often.",
            sizes_told(self.n, self.original),
        )


def weight(counted: IntArray, n: int) -> FloatArray:
    """Chance that a predicate holds for a fresh person, from the people of a hold-out it holds for.

    Notes
    -----
    Formula: (counted + ½) / (n + 1), so that what nobody fits is rare and not impossible.

    Examples
    --------
    >>> weight(np.array([0, 99]), 99).tolist()
    [0.005, 0.995]
    """
    return np.asarray((counted + 0.5) / (n + 1), np.float64)


def among_as_many(
    people: IntArray, strangers: IntArray, original: int, holdout: int, random: np.random.Generator
) -> Counts:
    """How many predicates isolate one of as many strangers as the original has people.

    Parameters
    ----------
    people, strangers : int64 (n_predicates,), rows of the original and of the hold-out that each predicate holds for
    original, holdout : rows of each table
    random : draws as many rows of a larger hold-out, anew for each predicate

    Returns
    -------
    control : of a hold-out as large, the count itself; of a larger one, counts in random samples of the original's
        size; of a smaller one, the count at as many rows as `times_as_often` expects, of as few tries as the hold-out
        has fewer rows, so that its interval is about as wide as few strangers make it

    Notes
    -----
    Formula: of a smaller hold-out, with f the times, A = predicates · hold-out / original tries, of which the share
    f · count / predicates hits, cut at 1. B(original, w) is at most original / hold-out times B(hold-out, w), so
    nothing observed among strangers counts for more than that.

    Source: ours. Giomi, Boenisch, Wehmeyer & Tasnádi, PoPETs 2023(2), keep the tries, which makes few strangers look
    as certain as many.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> among_as_many(np.array([1, 1, 0, 1]), np.array([1, 0, 2, 1]), 100, 100, rng)
    Counts(hits=2, attempts=4)
    >>> among_as_many(np.ones(1000, int), np.ones(1000, int), 100, 1000, rng).hits      # one in ten lands in a sample
    114
    >>> among_as_many(np.ones(500, int), np.zeros(500, int), 100, 2, rng)       # two strangers tell next to nothing
    Counts(hits=0, attempts=10)
    """
    if holdout >= original:
        drawn = random.hypergeometric(strangers, holdout - strangers, original)
        return Counts(int(np.count_nonzero(drawn == 1)), len(strangers))
    hits = int(np.count_nonzero(strangers == 1))
    tries = max(min(1, len(strangers)), round(len(strangers) * holdout / original))
    share = hits / len(strangers) * times_as_often(people, strangers, original, holdout) if hits else 0.0
    return Counts(round(min(1.0, share) * tries), tries)


def strangers_of(several: int) -> str:
    """A number of strangers in words."""
    return f"{several:,} stranger{'' if several == 1 else 's'}"


def sizes_told(holdout: int, original: int) -> str:
    """Say how another size of the hold-out was allowed for."""
    among = f"The control counts the same predicates among {strangers_of(holdout)}"
    if holdout == original:
        return f"{among}, as many as the original has rows."
    if holdout > original:
        return f"{among}, {original:,} of them drawn anew for each, as many as the original has rows."
    return (
        f"{among}, fewer than the original's {original:,} rows; it is brought to that number "
        "by the weights that fit both best, and counts for as few tries as there are fewer strangers."
    )


BY_LUCK = 0.025
"""Chance by luck up to which an attack counts as better, one side of the intervals at 95 %."""


def judged(
    evidence: Evidence | NotMeasured, premise: bool = True, bound: float | None = None, by_luck: float | None = None
) -> Outcome:
    """Whether an attack beats blind guessing and the same predicates among strangers, both beyond chance.

    Parameters
    ----------
    premise : whether there is anybody to isolate
    bound : the most that blind predicates of the same weights could reach, where that is known; must be beaten too
    by_luck : chance that strangers in the place of people give as much, where that is known; at most `BY_LUCK`

    Examples
    --------
    >>> tried = Counts(300, 500), Counts(150, 500)
    >>> judged(Evidence("a", *tried, Counts(160, 500), 500, 1, ())).value
    'beats baseline'
    >>> judged(Evidence("a", *tried, Counts(290, 500), 500, 1, ())).value     # as often among strangers: luck
    'no better than baseline'
    >>> judged(Evidence("a", *tried, None, 500, 1, ())).value
    'not measured'
    >>> judged(Evidence("a", *tried, Counts(160, 500), 500, 1, ()), bound=0.6).value
    'no better than baseline'
    >>> judged(Evidence("a", *tried, Counts(160, 500), 500, 1, ()), by_luck=0.2).value
    'no better than baseline'
    """
    if not premise:
        return Outcome.PREMISE_FAILS
    if isinstance(evidence, NotMeasured) or evidence.control is None:
        return Outcome.NOT_MEASURED
    found = outcome(evidence.main, evidence.baseline)
    lucky = by_luck is not None and by_luck > BY_LUCK
    if found is Outcome.BEATS and (lucky or not better(evidence.main, evidence.control)):
        return Outcome.NO_BETTER
    return found if found is not Outcome.BEATS or bound is None else outcome(evidence.main, bound)


def refuse_other_columns(names: Sequence[str], holdout: Table) -> None:
    """Refuse a hold-out that lacks columns: the same predicates could not be tried on it.

    Raises
    ------
    TableError
        Names the first column it lacks and how many it lacks.
    """
    lacking = [name for name in names if name not in holdout.columns]
    if lacking:
        raise TableError(
            f"The hold-out lacks {len(lacking):,} of {len(names):,} columns, the first of them {lacking[0]!r}: it must "
            "describe other people by the same columns."
        )
