"""What predicates from the classes of a release came to."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from privacy_core.attacks.outcomes import NotMeasured, Outcome
from privacy_core.attacks.singling_out.baseline import baseline
from privacy_core.attacks.singling_out.controls import judged, weight
from privacy_core.evidence import Counts, Evidence
from privacy_core.tables import FloatArray, IntArray, frozen

NAME = "singling out by the classes of the release"
NO_HOLDOUT = (
    "Without a table of people who are not in the release nobody can say how rare a description is, so whether the "
    "predicates beat blind guessing is not measured."
)


@dataclass(frozen=True, eq=False)
class ClassPredicates:
    """What predicates from the classes of a release came to: "fits the class's description, and a fair draw says so".

    Each predicate is the published description of a class of m rows together with a hash that holds for one record
    in m. It isolates when exactly one row of the original satisfies it.

    Parameters
    ----------
    columns : those the descriptions are made of
    n : rows of the original
    sizes : int64 (n_classes,), released rows m of each class
    fit : int64 (n_classes,), rows of the original that its description holds for, at least m
    holdout_fit : int64 (n_classes,), rows of the hold-out it holds for; None without one
    holdout : rows of the hold-out; None without one
    tried : int64 (n_tries,), the class each try took; every class as often as the others
    isolated : bool (n_tries,), whether exactly one row of the original satisfied the predicate
    main : tries, and those that isolated
    control_as_counted : the same predicates among all rows of the hold-out, before its size is allowed for
    evidence : blind hash predicates of the same weights, really tried, as the baseline; the same predicates among
        as many rows of the hold-out as the original has as the control. Not measured without a hold-out
    limit : weight below which a description counts as rare, 0 to 1
    n_suppressed : rows of the release that describe nobody
    alone : rows of the original that are written like no other; no predicate isolates the rest
    nowhere : rows of the hold-out that no description holds for; None without one
    members : rows of the hold-out that are written like a row of the original
    seed : of the chance, None where the caller keeps it
    assumptions : what the attacker has and how a hit is counted, one sentence each
    notes : how the release was read; column names and counts only
    """

    columns: tuple[str, ...]
    n: int
    sizes: IntArray
    fit: IntArray
    holdout_fit: IntArray | None
    holdout: int | None
    tried: IntArray
    isolated: NDArray[np.bool_]
    main: Counts
    control_as_counted: Counts | None
    evidence: Evidence | NotMeasured
    limit: float
    n_suppressed: int
    alone: int
    nowhere: int | None
    members: int | None
    seed: int | None
    assumptions: tuple[str, ...]
    notes: tuple[str, ...]

    @cached_property
    def in_sample(self) -> FloatArray:
        """Share of the original that each description holds for: no weight, for the release was made from it."""
        return frozen(self.fit / self.n)

    @cached_property
    def weight(self) -> FloatArray | None:
        """Chance that each description holds for a fresh person, (rows + ½) / (hold-out + 1); None without hold-out."""
        if self.holdout is None or self.holdout_fit is None:
            return None
        return frozen(weight(self.holdout_fit, self.holdout))

    @property
    def predicate_weight(self) -> FloatArray | None:
        """Chance that the whole predicate of each class holds for a fresh person: `weight` / m."""
        return None if self.weight is None else self.weight / self.sizes

    @property
    def overfit(self) -> FloatArray | None:
        """How much commoner each description is in the release than among people: (m / n) / `weight`."""
        return None if self.weight is None else self.sizes / self.n / self.weight

    @property
    def median_weight(self) -> float | None:
        """`weight` of the description in the middle, of all classes."""
        return None if self.weight is None else float(np.median(self.weight))

    @property
    def median_overfit(self) -> float | None:
        """`overfit` of the description in the middle, of all classes."""
        return None if self.overfit is None else float(np.median(self.overfit))

    @cached_property
    def predicted(self) -> FloatArray:
        """Chance that the predicate of each class isolates, B(fit, 1/m), were all its rows different."""
        return baseline(self.fit, 1 / self.sizes)

    @cached_property
    def blind(self) -> FloatArray | None:
        """Chance that a blind predicate of the same weight isolates, B(n, `weight` / m)."""
        return None if self.predicate_weight is None else baseline(self.n, self.predicate_weight)

    @property
    def bound(self) -> float | None:
        """The most that blind predicates no heavier than those tried could reach, B(n, min(w/m, 1/n)) on average.

        Unlike `blind` it never falls as weights grow, so weights a small hold-out overstates do not lower it.
        """
        if self.predicate_weight is None:
            return None
        return float(baseline(self.n, np.minimum(self.predicate_weight[self.tried], 1 / self.n)).mean())

    @property
    def outcome(self) -> Outcome:
        """Whether the attack beats blind guessing, `bound`, and the same predicates among strangers."""
        return judged(self.evidence, self.alone > 0, self.bound)

    @property
    def resolution(self) -> float | None:
        """Weight below which the hold-out tells nothing, one of its rows: what nobody in it fits is rarer, not zero."""
        return None if self.holdout is None else 1 / self.holdout

    @property
    def unresolved(self) -> int | None:
        """Classes whose description fits nobody in the hold-out; their weight is below resolution, not zero."""
        return None if self.holdout_fit is None else int(np.count_nonzero(self.holdout_fit == 0))

    @property
    def below(self) -> int | None:
        """Classes whose description is rarer than `limit`; None where the hold-out is too small to tell."""
        if self.weight is None or self.resolution is None or self.resolution > self.limit:
            return None
        return int(np.count_nonzero(self.weight < self.limit))

    @property
    def eta(self) -> float | None:
        """Share of classes whose description is rarer than `limit`; None where the hold-out is too small to tell."""
        return None if self.below is None else self.below / len(self.sizes)
