"""When the release writes things otherwise than the attacker's table does: who over-links, and at which line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from privacy_core.errors import LinkageError, in_range
from privacy_core.hierarchies import Hierarchy
from privacy_core.linkage.agreement import Fields, fields
from privacy_core.linkage.blocking import Level
from privacy_core.linkage.by_fields import Agreeing, Cut
from privacy_core.linkage.calibration import Null, threshold_of
from privacy_core.linkage.fellegi_sunter import Model
from privacy_core.linkage.risk import LinkageRisk, link
from privacy_core.linkage.settings import LinkageSettings
from privacy_core.linkage.sides import SOURCE, TARGET
from privacy_core.linkage.similarity import TIE
from privacy_core.linkage.truth import truth_by_position
from privacy_core.progress import Progress, report, unwatched
from privacy_core.tables import Codes, FloatArray, IntArray, Table

MOST_PEOPLE = 2000
"""People the experiment is made with; more are sampled."""
MORE = 0.05
"""Luck that links this much more often than before is more than noise; met within 1e-9."""


class Method(StrEnum):
    """What matches the tables, and by which columns."""

    FIELDS_KNOWN = "Fellegi–Sunter, known columns"
    FIELDS_ALL = "Fellegi–Sunter, all columns"
    CHAIN = "the chain, all columns"


@dataclass(frozen=True)
class Lines:
    """What links at a method's own line and where luck links a share of at most alpha."""

    own: Cut
    matched: Cut


@dataclass(frozen=True)
class Moved:
    """One method before and after the shift.

    Parameters
    ----------
    method : which, and by which columns
    before : the original matched to itself; the own line of Fellegi–Sunter is even odds, that of the chain τ at alpha
    after : the original matched to the release, the own line and all weights as they were before
    again : Fellegi–Sunter at even odds with weights taken from the release; None for the chain, whose line taken
        again is the matched one

    Notes
    -----
    Edge cases: a column that the release does not show at all has no weight after the shift.
    """

    method: Method
    before: Lines
    after: Lines
    again: Cut | None

    @property
    def over_links(self) -> bool:
        """Whether luck links more often at the line that was kept, by at least 5 of 100."""
        one, other = self.before.own.control, self.after.own.control
        return one is not None and other is not None and other - one >= MORE - 1e-9

    @property
    def under_links(self) -> bool:
        """Whether fewer people link at the line that was kept, by at least 5 of 100."""
        return self.before.own.rate - self.after.own.rate >= MORE - 1e-9


@dataclass(frozen=True, eq=False)
class Shift:
    """The experiment.

    Parameters
    ----------
    methods : each before and after
    n, of : people it was made with, of how many
    null, controls : whose luck, and how many they are
    alpha : share that may link by luck where lines are matched
    """

    methods: tuple[Moved, ...]
    n: int
    of: int
    null: Null
    controls: int
    alpha: float

    def by(self, method: Method) -> Moved:
        """What one method did."""
        return next(one for one in self.methods if one.method is method)


def shift(
    original: Table,
    release: Table,
    settings: LinkageSettings,
    strangers: Table | None = None,
    *,
    random: np.random.Generator,
    people: int = MOST_PEOPLE,
    hierarchies: Mapping[str, Hierarchy] | None = None,
    progress: Progress = unwatched,
) -> Shift:
    """Match the original to itself and to a release of it, with lines from before and lines set anew.

    Parameters
    ----------
    original, release : row i of both is one person; the release writes the known columns more coarsely
    settings : how the chain matches; all records are compared, whatever its levels are
    strangers : people who are in neither, for luck; else luck is each one's best wrong pair
    random : draws the people where there are more, and the shuffle of the chain
    people : how many are taken at most, at least 2
    hierarchies : by column, for generalized labels
    progress : told each table

    Raises
    ------
    LinkageError
        Tables of different length, fewer than two people, or no column to compare.

    Notes
    -----
    Fellegi–Sunter gets the best weights there are: m and u of the original against itself, where every match is
    known, and one match among as many pairs as there are records. Known columns agree when the release says no
    more of them than that they could be equal; numbers among the others when they lie in the same tenth.

    A weight log(m/u) that was right for exact values is too large for coarse ones, since coarse ones agree by luck
    more often. So whoever keeps weights and line over-links, if the coarse columns are what links; columns that
    were left as they were go on telling people apart.

    Source: that Fellegi–Sunter over-links when the representation shifts is a finding of Khvatov & Neyman,
    arXiv 2602.11015; this experiment is ours and its numbers are not theirs.
    """
    if original.n_rows != release.n_rows:
        raise LinkageError(
            f"The original has {original.n_rows:,} rows, the release {release.n_rows:,}: row by row they are not the "
            "same people."
        )
    in_range(2, people=people)
    if original.n_rows < 2:
        raise LinkageError("One person alone cannot be mistaken for another: at least two rows are needed.")
    drawn, chance = random.spawn(2)
    rows = _drawn((release, original), people, drawn)
    asked = replace(settings, levels=(Level("", ()),))
    found = []
    for at, target in enumerate((original, release)):
        report(progress, at / 2, ("the original against itself", "the original against the release")[at])
        one, other = original.only(rows), target.only(rows)
        found.append(_linked(one, other, asked, strangers, hierarchies, chance, progress, at))
    methods = tuple(_moved(*found))
    controls = found[1].calibration
    return Shift(methods, len(rows), original.n_rows, controls.null, controls.n, settings.alpha)


def _drawn(tables: Sequence[Table], people: int, random: np.random.Generator) -> IntArray:
    """Rows in the order of their values, those of the last table first, at most so many of them.

    Rows that tie are alike in every table, so no result depends on where a row stands.
    """
    ordered = np.lexsort([table[name].codes for table in tables for name in sorted(table.names)])
    return np.asarray(ordered[np.sort(random.permutation(len(ordered))[:people])], np.int64)


def _linked(
    one: Table,
    other: Table,
    asked: LinkageSettings,
    strangers: Table | None,
    hierarchies: Mapping[str, Hierarchy] | None,
    chance: np.random.Generator,
    progress: Progress,
    at: int,
) -> LinkageRisk:
    return link(
        one,
        other,
        asked,
        truth=truth_by_position(one.n_rows),
        holdout=strangers,
        hierarchies=hierarchies,
        random=chance,
        progress=lambda share, doing: progress((at + share) / 2, doing),
    )


def _moved(before: LinkageRisk, after: LinkageRisk) -> Iterator[Moved]:
    for method, known in ((Method.FIELDS_KNOWN, True), (Method.FIELDS_ALL, False)):
        held = [as_published(found, known) for found in (before, after)]
        if all(one.names for one in held):
            yield _by_fields(method, (before, held[0]), (after, held[1]))
    tau = float(before.calibration.tau[0])
    one, other = (Lines(_cut(found, tau), _cut(found, float(found.calibration.tau[0]))) for found in (before, after))
    yield Moved(Method.CHAIN, one, other, None)


def as_published(found: LinkageRisk, known_only: bool) -> Fields:
    """Known columns as what the release says of them, on all sides; the others as they are usually compared."""
    usual, sides = fields(found.sides), found.sides
    chosen = [one for one in sides.features if one.known or not known_only]
    of = []
    for side, n in enumerate(sides.n):
        columns = [one.parts[side] if one.known else usual.of[side][:, usual.names.index(one.name)] for one in chosen]
        of.append(np.column_stack([np.zeros((n, 0), np.int32), *columns]).astype(np.int32))
    return Fields(tuple(one.name for one in chosen), tuple(of))


def measured(held: Fields) -> Model:
    """The model of two tables whose row i is one person: m and u counted over all pairs.

    Examples
    --------
    >>> codes = np.array([[0, 0], [0, 1], [1, 2]], np.int32)
    >>> told = measured(Fields(("sex", "city"), (codes, codes)))
    >>> told.m.tolist(), told.u.round(3).tolist(), round(told.matches, 3)
    ([1.0, 1.0], [0.333, 0.0], 0.333)
    """
    one, other = held.of[SOURCE], held.of[TARGET]
    n = len(one)
    same = ((one == other) & (one >= 0)).sum(axis=0)
    pairs = np.array([_agreeing(one[:, j], other[:, j]) for j in range(len(held.names))], float)
    return Model(held.names, same / n, (pairs - same) / (n * n - n), 1 / n)


def _agreeing(one: Codes, other: Codes) -> int:
    """Pairs of rows of both tables that hold the same code."""
    most = int(max(one.max(initial=-1), other.max(initial=-1))) + 1
    here, there = (np.bincount(codes[codes >= 0], minlength=most) for codes in (one, other))
    return int(here @ there)


def _by_fields(method: Method, before: tuple[LinkageRisk, Fields], after: tuple[LinkageRisk, Fields]) -> Moved:
    model, anew = measured(before[1]), measured(after[1])
    kept = _only(model, after[1].names)
    return Moved(method, _lines(*before, model), _lines(*after, kept), _lines(*after, anew).own)


def _only(model: Model, names: tuple[str, ...]) -> Model:
    """The same weights for the columns that are left."""
    at = [model.names.index(name) for name in names]
    return Model(names, model.m[at], model.u[at], model.matches)


def _lines(found: LinkageRisk, held: Fields, model: Model) -> Lines:
    run = Agreeing(found, held, 0, model)
    luck: FloatArray = np.sort(run.luck(np.random.default_rng(found.seed)))
    line = threshold_of(luck, found.settings.alpha, -np.inf) if len(luck) else np.inf
    return Lines(run.cut(model.line, luck), run.cut(line, luck))


def _cut(found: LinkageRisk, tau: float) -> Cut:
    """What the chain links at a threshold."""
    luck = found.calibration.maxima[:, 0]
    control = float(np.mean(luck >= tau - TIE)) if len(luck) else None
    precision, accuracy = (None, None) if found.top_one is None else found.top_one.at(0, tau)
    return Cut(tau, float(found.surface.rate_at(0, tau)), control, precision, accuracy)
