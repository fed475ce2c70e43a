"""Predicates made of single released records: how often they isolate one person of the original."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from privacy_core.attacks.nearness import PEOPLE, STRANGERS
from privacy_core.attacks.outcomes import Outcome
from privacy_core.attacks.singling_out.asking import blindly, of_one_column, of_several_columns
from privacy_core.attacks.singling_out.baseline import baseline
from privacy_core.attacks.singling_out.conditions import Condition, Query, ranked, satisfied, shown
from privacy_core.attacks.singling_out.controls import among_as_many, judged, refuse_other_columns, sizes_told, weight
from privacy_core.attacks.singling_out.relabelling import as_many_by_luck
from privacy_core.attacks.trying import shared
from privacy_core.errors import ParameterError, TableError, UnknownColumn, in_range, whole_number
from privacy_core.evidence import Counts, Evidence
from privacy_core.hierarchies import Hierarchy
from privacy_core.linkage import Feature
from privacy_core.progress import Progress, report, unwatched
from privacy_core.tables import FloatArray, IntArray, Table, frozen


class RecordMode(StrEnum):
    """How many columns each predicate is about."""

    UNIVARIATE = "univariate"
    MULTIVARIATE = "multivariate"


@dataclass(frozen=True, eq=False)
class RecordPredicates:
    """What predicates of single released records came to: "what holds for one record of the release alone".

    Parameters
    ----------
    mode : one column each, or several
    columns : those that predicates may be about
    n_columns : columns of each predicate
    predicates : the predicates made, at most as many as asked for; they show values of the release
    isolated : bool (n_made,), whether exactly one row of the original satisfies each
    by_column, hits_by_column : predicates, and hits, that each column has a part in
    evidence : attempts are the predicates made, never those asked for; baseline: as many blind ones; control: the
        same predicates among as many people of the hold-out as the original has rows, None without one
    control_as_counted : the same among all rows of the hold-out, before its size is allowed for
    weight : float64 (n_made,), chance that each predicate holds for a fresh person; None without a hold-out
    blind : chance of the best blind predicates of the same weights, their mean; None without a hold-out or predicates
    resolution : weight below which the hold-out tells nothing, one of its rows; None without one
    by_luck : chance that as many predicates isolate one of a group drawn from people and strangers together; None
        without a hold-out or predicates
    outcome : whether the attack beats guessing, the control, and what mixed groups give
    notes : how the columns were read; names and counts only
    """

    mode: RecordMode
    columns: tuple[str, ...]
    n_columns: int
    predicates: tuple[tuple[Condition, ...], ...]
    isolated: NDArray[np.bool_]
    by_column: Mapping[str, int]
    hits_by_column: Mapping[str, int]
    evidence: Evidence
    control_as_counted: Counts | None
    weight: FloatArray | None
    blind: float | None
    resolution: float | None
    by_luck: float | None
    outcome: Outcome
    notes: tuple[str, ...]


def record_predicates(
    original: Table,
    release: Table,
    columns: Sequence[str],
    random: np.random.Generator,
    *,
    holdout: Table | None = None,
    mode: RecordMode | str = RecordMode.MULTIVARIATE,
    n_columns: int | None = None,
    tries: int = 500,
    exclude: Collection[str] = (),
    hierarchies: Mapping[str, Hierarchy] | None = None,
    seed: int | None = None,
    progress: Progress = unwatched,
) -> RecordPredicates:
    """Try to isolate people by what holds for exactly one released record; for synthetic and ordinary releases.

    Parameters
    ----------
    original : the people
    release : synthetic records, or the original blurred; suppressed rows are left out
    columns : what the attacker knows of the release; their order plays no part
    random : which records, columns and order of predicates, blind guesses, samples of a larger hold-out
    holdout : people like those in the original who are not in it; without them nothing is judged
    mode : predicates on one column each, or on several
    n_columns : columns of each predicate on several, from 1 to the number of columns; 3 unless given, or all of fewer
    tries : predicates asked for, at least 1
    exclude : of `columns` those no predicate may be about
    hierarchies : by column, for generalized labels
    seed : what `random` was made from, to be told with the result

    Raises
    ------
    ParameterError
        No column is left, or `n_columns` or `tries` is out of its range.
    UnknownColumn
        A column is not in the original or the release.
    TableError
        All released rows are suppressed, the hold-out lacks a column, or a column cannot be compared (names column
        and rows).

    Notes
    -----
    Formula: share of the predicates made that hold for exactly one row of the original, beside the same share among
    strangers and of blind predicates.

    Edge cases: rows are counted as they are, equal ones several times: a predicate that holds for two equal rows
    isolates nobody. An attack without predicates has no attempt, and no verdict.

    Does not say: that another attack fails where this one does, nor who the isolated people are.

    Source: Giomi, Boenisch, Wehmeyer & Tasnádi, A unified framework for quantifying privacy risk in synthetic data,
    PoPETs 2023(2), section on singling out; turns of the columns, the blind attacker's values and weights are ours.

    Examples
    --------
    >>> from privacy_core import samples
    >>> shop = samples.load("touchpoints").table
    >>> asked = ["age", "minutes", "spent", "visits"]
    >>> rng = np.random.default_rng(1)
    >>> found = record_predicates(shop, shop, asked, rng, holdout=samples.strangers(), tries=50)
    >>> found.evidence.main, found.outcome.value        # published as it is
    (Counts(hits=50, attempts=50), 'beats baseline')
    """
    in_range(1, tries=tries)
    whole_number(tries=tries, n_columns=n_columns)
    used, how = _used(columns, exclude), RecordMode(mode)
    in_range(1, len(used), n_columns=n_columns)
    width = 1 if how is RecordMode.UNIVARIATE else int(n_columns or min(3, len(used)))
    tables = [original, _published(release), *([] if holdout is None else [holdout])]
    if holdout is not None:
        refuse_other_columns(used, holdout)
    for table in tables:
        for name in used:
            table[name]
    attempt = Attempt(shared(tables, used, hierarchies), how, width, tries, random, progress)
    return attempt.found(tuple(used), seed)


def _used(columns: Sequence[str], exclude: Collection[str]) -> list[str]:
    for name in exclude:
        if name not in columns:
            raise UnknownColumn(name, columns)
    used = [name for name in dict.fromkeys(columns) if name not in exclude]
    if not used:
        raise ParameterError("No column is left to make predicates of: name at least one that is not excluded.")
    return used


def _published(release: Table) -> Table:
    if not release.n_rows or release.suppressed.all():
        raise TableError("Every row of the release is suppressed: it describes nobody.")
    return release.only(np.flatnonzero(~release.suppressed)) if release.suppressed.any() else release


class Attempt:
    """One run of the attack."""

    def __init__(
        self,
        features: Sequence[Feature],
        mode: RecordMode,
        width: int,
        tries: int,
        random: np.random.Generator,
        progress: Progress,
    ) -> None:
        self.features, self.mode, self.width, self.tries, self.progress = features, mode, width, tries, progress
        main, self.blind, self.luck = random.spawn(3)
        if mode is RecordMode.UNIVARIATE:
            self.queries = of_one_column(features, tries, main)
        else:
            self.queries = of_several_columns(features, width, tries, main, progress)
        self.people = ranked(features, PEOPLE)
        self.strangers = ranked(features, STRANGERS) if len(features[0].values) > STRANGERS else None

    def found(self, columns: tuple[str, ...], seed: int | None) -> RecordPredicates:
        """Count everything and put it together."""
        n, made = len(self.people[0].values), len(self.queries)
        people = self._counted(self.queries)
        isolated = people == 1
        guesses = [*blindly(self.features, self.width, made, self.blind)]
        guessed = Counts(int(np.count_nonzero(self._counted(guesses) == 1)), made)
        control, as_counted, rare = self._among_strangers(people, n)
        evidence = Evidence(
            f"singling out, {self.mode.value}",
            Counts(int(np.count_nonzero(isolated)), made),
            guessed,
            control,
            self.tries,
            seed,
            self._assumptions(n),
        )
        by_luck = None if self.strangers is None else as_many_by_luck(self.features, self.queries, self.luck)
        return RecordPredicates(
            mode=self.mode,
            columns=columns,
            n_columns=self.width,
            predicates=tuple(shown(self.features, query) for query in self.queries),
            isolated=frozen(isolated),
            by_column=self._mix(columns, np.ones(made, bool)),
            hits_by_column=self._mix(columns, isolated),
            evidence=evidence,
            control_as_counted=as_counted,
            weight=None if rare is None else frozen(rare),
            blind=None if rare is None or not made else float(baseline(n, rare).mean()),
            resolution=None if self.strangers is None else 1 / self._n_strangers,
            by_luck=by_luck,
            outcome=judged(evidence, by_luck=by_luck),
            notes=tuple(one.reading for one in self.features if one.reading is not None),
        )

    @property
    def _n_strangers(self) -> int:
        return 0 if self.strangers is None else len(self.strangers[0].values)

    def _counted(self, queries: Sequence[Query]) -> IntArray:
        """Rows of the original that satisfy each predicate."""
        report(self.progress, 1.0, "counting whom the predicates hold for")
        return np.array([satisfied(self.people, query) for query in queries], np.int64)

    def _among_strangers(self, people: IntArray, n: int) -> tuple[Counts | None, Counts | None, FloatArray | None]:
        if self.strangers is None:
            return None, None, None
        counted = np.array([satisfied(self.strangers, query) for query in self.queries], np.int64)
        as_counted = Counts(int(np.count_nonzero(counted == 1)), len(counted))
        rare = weight(counted, self._n_strangers)
        return among_as_many(people, counted, n, self._n_strangers, self.luck), as_counted, rare

    def _mix(self, columns: Sequence[str], which: NDArray[np.bool_]) -> dict[str, int]:
        """How many of some predicates each column has a part in."""
        some = (query for query, wanted in zip(self.queries, which.tolist(), strict=True) if wanted)
        times = Counter(self.features[at].name for query in some for at, _, _ in query)
        return {name: times[name] for name in columns}

    def _assumptions(self, n: int) -> tuple[str, ...]:
        columns = ", ".join(sorted(one.name for one in self.features))
        width = "one column" if self.width == 1 else f"{self.width} columns drawn at random"
        luck = () if self.strangers is None else (sizes_told(self._n_strangers, n),)
        return (
            f"The attacker knows the release's {columns}, and nothing of the people in it, and wants a predicate that "
            "holds for exactly one of them.",
            f"Each predicate is about {width} and holds for exactly one released row; a hit is exactly one row of the "
            "original that satisfies it. Equal rows are counted as they are.",
            "A blind attacker combines as many columns, signs and values by chance, knowing what columns can hold.",
            *luck,
        )
