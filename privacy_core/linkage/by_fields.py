"""What the Fellegi–Sunter model links in the same blocks as the chain, at its own line and at a matched one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from privacy_core.errors import LinkageError
from privacy_core.linkage.agreement import Fields, fields, patterns
from privacy_core.linkage.calibration import Null, threshold_of
from privacy_core.linkage.fellegi_sunter import Model, learned
from privacy_core.linkage.matching import TopOne, ties, top_one
from privacy_core.linkage.risk import LinkageRisk
from privacy_core.linkage.shuffling import within_blocks
from privacy_core.linkage.sides import HOLDOUT, SOURCE, TARGET
from privacy_core.linkage.similarity import Maxima, maxima_and_non_matches, nested_maxima
from privacy_core.linkage.surface import at_least
from privacy_core.progress import Progress, report, unwatched
from privacy_core.tables import Codes, FloatArray

MOST_ONE_HOT_CELLS = 200_000_000
"""Cells of all records' one-hot codes: more would not fit in memory."""
MOST_WORK = 5 * 10**11
"""Pairs × columns that are multiplied on one level: some tens of seconds."""


@dataclass(frozen=True)
class Cut:
    """What links at one score.

    Parameters
    ----------
    score : nats; +inf where too few controls allow the false-positive rate asked for
    rate : share of source records with a candidate at or above it
    control : the same share of those who can only link by luck; None without any
    precision, accuracy : of the records whose match is known, right ones among those that link and among all;
        None where no match is known, precision also where none links
    """

    score: float
    rate: float
    control: float | None
    precision: float | None
    accuracy: float | None


@dataclass(frozen=True, eq=False)
class ByFields:
    """One level.

    Parameters
    ----------
    level : name of the blocking level
    model : what was learned from its pairs or given, None where it could not be learned; also where the pairs are too
        many to score by it
    reason : why nothing was learned, or why nothing was scored
    pairs, sampled : pairs that share a block, and whether only some of them taught the model
    even : where a match is as likely as not
    matched : where luck links a share of at most alpha
    """

    level: str
    model: Model | None
    reason: str | None
    pairs: int
    sampled: bool
    even: Cut | None
    matched: Cut | None


def linked_by_fields(
    found: LinkageRisk, random: np.random.Generator, model: Model | None = None, progress: Progress = unwatched
) -> tuple[ByFields, ...]:
    """Match the same tables in the same blocks by agreement of fields.

    Parameters
    ----------
    found : the chain's result, whose columns, blocks, truth and kind of luck are used again
    random : samples pairs where there are too many, and shuffles where luck is measured on a shuffled release
    model : given m and u for all levels; else they are learned on each
    progress : told each level

    Returns
    -------
    levels : finest first

    Notes
    -----
    A record's score is ⟨E x, diag(w) E y⟩ + c with E the one-hot code of its fields: the chain with ψ the identity and
    a weighted dot product instead of cosine.

    Source: Fellegi & Sunter, JASA 64, 1969; the special case: Khvatov & Neyman, arXiv 2602.11015, section 4.
    That both methods are compared at one false-positive rate is ours.

    Examples
    --------
    >>> from privacy_core import samples
    >>> from privacy_core.linkage.risk import LinkageSettings, link
    >>> one, two = (samples.load(f"register-{which}").table.only(np.arange(800)) for which in (1, 2))
    >>> settings = LinkageSettings(("postcode",), ("diagnosis",))
    >>> found = link(one, two, settings, id_column="person", random=np.random.default_rng(1))
    >>> unblocked = linked_by_fields(found, np.random.default_rng(1))[-1]
    >>> unblocked.model.names[:2], unblocked.even.rate > 0.1
    (('birth_year', 'given_name'), True)
    """
    held = fields(found.sides)
    wide = held.d
    levels = found.blocks.levels
    several = []
    for at, level in enumerate(levels):
        report(progress, at / len(levels), f"agreement of columns, level {at + 1} of {len(levels)}")
        several.append(_one(found, held, at, level.name, wide, random, model))
    return tuple(several)


def _one(
    found: LinkageRisk, held: Fields, at: int, name: str, d: int, random: np.random.Generator, model: Model | None
) -> ByFields:
    mine, theirs = found.blocks.of[SOURCE][at], found.blocks.of[TARGET][at]
    seen = patterns(held, mine, theirs, random)
    try:
        used = model or learned(held.names, seen, found.n / max(seen.pairs, 1))
    except LinkageError as refused:
        return ByFields(name, None, str(refused), seen.pairs, seen.sampled, None, None)
    if max(sum(found.sides.n) * d / MOST_ONE_HOT_CELLS, seen.pairs * d / MOST_WORK) > 1:
        return ByFields(name, used, _too_large(seen.pairs, d), seen.pairs, seen.sampled, None, None)
    run = Agreeing(found, held, at, used)
    luck = np.sort(run.luck(random))
    line = threshold_of(luck, found.settings.alpha, -np.inf) if len(luck) else np.inf
    even, matched = (run.cut(score, luck) for score in (used.line, line))
    return ByFields(name, used, None, seen.pairs, seen.sampled, even, matched)


def _too_large(pairs: int, d: int) -> str:
    return (
        f"Not measured: {pairs:,} pairs of records by {d:,} different values are too many to score. Leave columns of "
        "many values out, take finer blocks, or fewer records."
    )


class Agreeing:
    """Best scores of one level under one model: of the records, and of those who can only link by luck."""

    def __init__(self, found: LinkageRisk, held: Fields, at: int, model: Model) -> None:
        self.found, self.held, self.model = found, held, model
        self.blocks = [of[at : at + 1] for of in found.blocks.of]
        self.target = held.one_hot(TARGET)
        self.source = held.one_hot(SOURCE, model.weights)
        self.workers = found.settings.workers
        self.every, self.wrong = self._maxima()
        self.score = self.every.best[:, 0] + model.start

    def _maxima(self) -> tuple[Maxima, Maxima | None]:
        rows = self.source, self.target, self.blocks[SOURCE], self.blocks[TARGET]
        if self.found.calibration.null is Null.NON_MATCH and self.found.truth is not None:
            return maxima_and_non_matches(*rows, self.found.truth, workers=self.workers)
        return nested_maxima(*rows, workers=self.workers), None

    def luck(self, random: np.random.Generator) -> FloatArray:
        """Best scores of those who can only link by luck, as the chain's own luck is measured."""
        if self.wrong is not None:
            return np.asarray(self.wrong.best[:, 0] + self.model.start)
        if self.found.calibration.null is Null.HOLDOUT:
            strangers = self.held.one_hot(HOLDOUT, self.model.weights)
            best = nested_maxima(
                strangers, self.target, self.blocks[HOLDOUT], self.blocks[TARGET], workers=self.workers
            )
        else:
            mixed, blocks = self._shuffled(random)
            best = nested_maxima(self.source, mixed, self.blocks[SOURCE], blocks, workers=self.workers)
        return np.asarray(best.best[:, 0] + self.model.start)

    def _shuffled(self, random: np.random.Generator) -> tuple[FloatArray, Codes]:
        """The release with every field shuffled within blocks."""
        block = self.blocks[TARGET][0]
        columns = [within_blocks(codes + 1, block, random) - 1 for codes in self.held.of[TARGET].T]
        mixed = Fields(self.held.names, (self.held.of[SOURCE], np.column_stack(columns)))
        return mixed.one_hot(TARGET), np.sort(block)[None]

    def cut(self, score: float, luck: FloatArray) -> Cut:
        """What links at a score."""
        rate = float(at_least(np.sort(self.score), score)) / len(self.score)
        control = float(at_least(luck, score)) / len(luck) if len(luck) else None
        precision, accuracy = self._right(score)
        return Cut(score, rate, control, precision, accuracy)

    def _right(self, score: float) -> tuple[float | None, float | None]:
        if self._top is None or not np.isfinite(score):
            return None, None
        return self._top.at(0, score - self.model.start)

    @cached_property
    def _top(self) -> TopOne | None:
        if self.found.truth is None:
            return None
        rows = self.source, self.target, self.blocks[SOURCE], self.blocks[TARGET], self.every, self.found.truth
        return top_one(self.every, ties(*rows, workers=self.workers), self.found.truth, np.array([0.0]))


def scores(model: Model, held: Fields) -> FloatArray:
    """Score of every source record with every record of the release, (n, m); for small tables and for checking."""
    source, target = held.one_hot(SOURCE, model.weights), held.one_hot(TARGET)
    return np.asarray(source @ target.T + model.start)
