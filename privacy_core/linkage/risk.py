"""Can someone match this release to what they already know: the whole chain, and what luck does at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np
from threadpoolctl import threadpool_limits

from privacy_core.evidence import Counts
from privacy_core.frequencies import of_100
from privacy_core.hierarchies import Hierarchy
from privacy_core.linkage.attribution import Attribution, attribute
from privacy_core.linkage.blocking import Blocks, Level, block, default_levels
from privacy_core.linkage.calibration import Calibration, calibrate
from privacy_core.linkage.controls import Chain, Purpose
from privacy_core.linkage.distributions import Distributions, distributions
from privacy_core.linkage.encoding import Encoded, encode
from privacy_core.linkage.matching import Missed, Ties, TopOne, missed, ties, top_one
from privacy_core.linkage.projection import Projected, project
from privacy_core.linkage.searching import Searched, searched
from privacy_core.linkage.settings import LinkageSettings
from privacy_core.linkage.sides import SOURCE, TARGET, Sides, align
from privacy_core.linkage.similarity import TIE, Maxima, Partial
from privacy_core.linkage.staging import Clock
from privacy_core.linkage.surface import Surface, at_least, surface
from privacy_core.linkage.truth import Truth, pairs_of
from privacy_core.progress import Progress, Stopped, unwatched
from privacy_core.tables import FloatArray, IntArray, Table

UNBLOCKED_PAIRS = 10**10
"""Pairs up to which all records are compared with all others when nobody says which levels to take."""


@dataclass(frozen=True, eq=False)
class LinkageRisk:
    """What an attacker who knows `source` achieves against `target`, stage by stage.

    Parameters
    ----------
    settings : as asked
    sides : columns that both tables share
    chain : blocks, vectors, projection, true pairs
    rows : (n_asked,) source rows that were asked, ascending: all, or those of `settings.sample`
    maxima, surface : best candidates of these rows, and the rate R(λ, τ)
    recall : per level, of some records with all candidates looked at, how many had their best one found; None where
        all candidates of all records were looked at
    calibration : what luck does; `calibration.null` says whose luck
    ties, top_one, missed : whether links are right; None without a true pair
    attribution : what the links of the coarsest level are made of, at its calibrated threshold
    costs : seconds of each stage
    notes : one sentence per decision
    """

    settings: LinkageSettings
    sides: Sides
    chain: Chain
    rows: IntArray
    maxima: Maxima
    surface: Surface
    recall: tuple[Counts, ...] | None
    calibration: Calibration
    ties: Ties | None
    top_one: TopOne | None
    missed: Missed | None
    attribution: Attribution
    costs: Mapping[str, float]
    notes: tuple[str, ...]

    @property
    def blocks(self) -> Blocks:
        """The block of every record on every level."""
        return self.chain.blocks

    @property
    def encoded(self) -> Encoded:
        """Records as vectors."""
        return self.chain.encoded

    @property
    def projected(self) -> Projected:
        """Records as few coordinates."""
        return self.chain.projected

    @property
    def truth(self) -> Truth | None:
        """True pairs; None where nobody said who is who."""
        return self.chain.truth

    @property
    def seed(self) -> int:
        """Of everything that was or will be drawn."""
        return self.chain.seed

    @property
    def n(self) -> int:
        """Source records."""
        return self.sides.n[SOURCE]

    @property
    def m(self) -> int:
        """Records of the release."""
        return self.sides.n[TARGET]

    @property
    def is_whole(self) -> bool:
        """Whether all source records were asked, with all their candidates."""
        return self.recall is None and len(self.rows) == self.n

    @property
    def undirected(self) -> tuple[int, int]:
        """Records of each side that point nowhere: similar to none."""
        one, two = (int(self.projected.undirected[side].sum()) for side in (SOURCE, TARGET))
        return one, two

    @property
    def structural_recall(self) -> FloatArray | None:
        """Share of true pairs that each level's blocks hold together; None without a true pair."""
        return None if self.missed is None else self.missed.structural

    def linked(self, level: int, tau: float) -> tuple[IntArray, IntArray]:
        """Source rows that link at a level and threshold, and the target row each links to first."""
        return linked_pairs(self.maxima, self.rows, level, tau)

    def linked_of(self, level: int, tau: float) -> Counts:
        """Records asked that link at a level and threshold; of a sample the interval covers the rate of all."""
        return Counts(int(at_least(self.surface.ordered[level], tau)), self.surface.n)

    def attribute(self, level: int, tau: float) -> Attribution:
        """What the links at a level and threshold are made of."""
        return _attribution(self.sides, self.chain, self.linked(level, tau), level, tau)

    def distributions(self, level: int) -> Distributions:
        """How similar matches and wrong pairs are at a level; drawn again, the same for every call."""
        one, two, of = self.chain.unit(SOURCE), self.chain.unit(TARGET), self.blocks.of
        random, alpha = self.chain.chance(Purpose.DISTRIBUTIONS, level), self.settings.alpha
        return distributions(one, two, of[SOURCE][level], of[TARGET][level], self.truth, random, alpha=alpha)


class PartialLink(Stopped):
    """Stopped between two levels: `surface` holds lower bounds of all rates from the levels that were done."""

    def __init__(self, found: Surface, done: int) -> None:
        self.surface, self.done = found, done
        super().__init__(f"stopped after {done} of {len(found.levels)} levels")


def linked_pairs(maxima: Maxima, rows: IntArray, level: int, tau: float) -> tuple[IntArray, IntArray]:
    """Those of `rows` whose best candidate at a level reaches a threshold, within 1e-6, and that candidate."""
    linked = np.flatnonzero((maxima.best[:, level] >= tau - TIE) & (maxima.at[:, level] >= 0))
    return rows[linked], maxima.at[linked, level]


def link(
    source: Table,
    target: Table,
    settings: LinkageSettings,
    *,
    id_column: str | None = None,
    truth: Truth | None = None,
    holdout: Table | None = None,
    hierarchies: Mapping[str, Hierarchy] | None = None,
    random: np.random.Generator,
    progress: Progress = unwatched,
) -> LinkageRisk:
    """Match a release to what an attacker knows, and say how much of it is luck.

    Parameters
    ----------
    source : what the attacker knows: the original, or any table of the same people
    target : the release
    settings : how it is matched
    id_column : column of both tables that says who is who; scores the result and enters no operator
    truth : the same, where it is known otherwise
    holdout : people who are not in the release, for the control rate
    hierarchies : by column
    random : source of randomness, for the shuffled release where nothing better says what luck does
    progress : told each level's lower bound as it rises

    Raises
    ------
    PrivacyError
        Tables that cannot be compared, levels that are not nested, columns that do not exist.
    PartialLink
        Stopped with at least one level done.

    Notes
    -----
    CVPL = τ ∘ s ∘ ψ ∘ φ ∘ B. Luck is measured on held-out people where given, else on each record's best wrong
    pair where the right ones are known, else on a release shuffled within blocks.

    Source: Khvatov & Neyman, arXiv 2602.11015, section 4; calibration, attribution and ties are ours.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core.frames import from_frame
    >>> ages = from_frame(pd.DataFrame({"age": [20, 30, 40, 50], "visits": [1, 5, 9, 2], "id": [1, 2, 3, 4]}))
    >>> found = link(ages, ages, LinkageSettings(("age",)), id_column="id", random=np.random.default_rng(1))
    >>> found.surface.rate[:, 90].tolist(), found.top_one.accuracy[:, 90].tolist()
    ([1.0, 1.0], [1.0, 1.0])
    """
    with threadpool_limits(1, user_api="blas"):  # skinny products: more threads cost more than they bring
        return _linked(source, target, settings, (id_column, truth), holdout, hierarchies or {}, random, progress)


def _linked(
    source: Table,
    target: Table,
    settings: LinkageSettings,
    who: tuple[str | None, Truth | None],
    holdout: Table | None,
    hierarchies: Mapping[str, Hierarchy],
    random: np.random.Generator,
    progress: Progress,
) -> LinkageRisk:
    clock = Clock(progress)
    with clock("aligning columns", 0.02):
        pairs = pairs_of(source, target, *who)
        ignored = {*settings.ignored, *([] if who[0] is None else [who[0]])}
        sides = align(source, target, settings.known, ignored, holdout, hierarchies)
    with clock("blocking", 0.05):
        levels, dropped = _levels(settings, sides)
        blocks = block(sides, levels, hierarchies, settings.insist)
    with clock("encoding", 0.1):
        encoded = encode(sides, settings.coding, settings.fit, settings.weight, hierarchies)
    with clock("projecting", 0.15):
        projected = project(encoded, settings.components, settings.fit)
    chain = Chain(blocks, encoded, projected, pairs, int(random.integers(2**62)), settings.workers)
    found = _judged(settings, sides, chain, clock)
    notes = (*sides.notes, *blocks.notes, *encoded.notes, *projected.notes, *dropped)
    return replace(found, costs=MappingProxyType(clock.costs), notes=notes)


def _judged(settings: LinkageSettings, sides: Sides, chain: Chain, clock: Clock) -> LinkageRisk:
    names, tau = tuple(one.name for one in chain.blocks.levels), np.array(settings.tau)
    with clock("similarities", 0.85):
        asked = _searched(chain, settings, clock, names)
    with clock("thresholds", 0.87):
        found = surface(asked.maxima, tau, names)
        calibration = calibrate(found, chain.null, asked.pair.controls, settings.alpha)
    with clock("first places", 0.95):
        right = _right(asked, tau, clock)
    with clock("attribution", 1.0):
        level = len(names) - 1
        line = float(calibration.tau[level])
        split = _attribution(sides, chain, linked_pairs(asked.maxima, asked.rows, level, line), level, line)
    seen = asked.rows, asked.maxima, found, asked.recall
    return LinkageRisk(settings, sides, chain, *seen, calibration, *right, split, MappingProxyType({}), ())


def _right(asked: Searched, tau: FloatArray, clock: Clock) -> tuple[Ties | None, TopOne | None, Missed | None]:
    """Whether links are right, of the records that were asked."""
    chain, truth = asked.chain, asked.chain.truth
    if truth is None or not len(truth.targets):
        return None, None, None
    where = chain.unit(SOURCE), chain.unit(TARGET), chain.blocks.of[SOURCE], chain.blocks.of[TARGET]
    shared = ties(*where, asked.maxima, truth, progress=clock.within, workers=chain.workers)
    return shared, top_one(asked.maxima, shared, truth, tau), missed(*where, truth, tau)


def _searched(chain: Chain, settings: LinkageSettings, clock: Clock, names: tuple[str, ...]) -> Searched:
    """Look for the best candidates, telling the bound that each level gives for the next."""

    def told(level: int, best: FloatArray) -> None:
        linked = int(np.count_nonzero(best >= settings.cut - TIE))
        clock.said = f"; at threshold {settings.cut:g} at least {of_100(linked, len(best))} link so far"

    try:
        return searched(chain, settings, clock.within, told if chain.blocks.nested else None)
    except Partial as stopped:
        if not stopped.maxima.done:
            raise
        raise PartialLink(surface(stopped.maxima, settings.tau, names), stopped.maxima.done) from None


def _attribution(sides: Sides, chain: Chain, pairs: tuple[IntArray, IntArray], level: int, tau: float) -> Attribution:
    """Split the links over the features; a column that is the same everywhere has a share of 0."""
    known = frozenset(one.name for one in sides.features if one.known)
    found = attribute(chain.encoded, chain.projected, *pairs, level, tau, known)
    if found.features is None:
        return found
    names = [*sides.dropped, *(one.name for one in sides.features)]
    return replace(found, features=MappingProxyType({name: found.features.get(name, 0.0) for name in sorted(names)}))


def _levels(settings: LinkageSettings, sides: Sides) -> tuple[tuple[Level, ...], tuple[str, ...]]:
    """Levels as asked or the usual ones, without the one that compares all where that would be too much."""
    if settings.levels is not None:
        return settings.levels, ()
    usual = default_levels(settings.known)
    pairs = sides.n[SOURCE] * sides.n[TARGET]
    if pairs <= UNBLOCKED_PAIRS or len(usual) == 1:
        return usual, ()
    return usual[:-1], (f"All records with all others would be {pairs:,} pairs; that level is left out. Ask for it.",)
