"""Predicates made of a release's own classes: how often they isolate one person of the original."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from privacy_core.attacks.outcomes import NotMeasured
from privacy_core.attacks.singling_out.classes_of_release import Fits, Patterns, fits, patterns, refuse_other_originals
from privacy_core.attacks.singling_out.controls import Strangers, refuse_other_columns
from privacy_core.attacks.singling_out.hashing import Words, fingerprints, keys, satisfying
from privacy_core.attacks.singling_out.results import NAME, NO_HOLDOUT, ClassPredicates
from privacy_core.errors import ParameterError, in_range, whole_number
from privacy_core.evidence import Counts, Evidence
from privacy_core.hierarchies import Hierarchy
from privacy_core.progress import Progress, part_of, report, unwatched
from privacy_core.tables import FloatArray, IntArray, Table, frozen


def class_predicates(
    original: Table,
    release: Table,
    known: Sequence[str],
    random: np.random.Generator,
    *,
    holdout: Table | None = None,
    hierarchies: Mapping[str, Hierarchy] | None = None,
    tries: int = 500,
    seed: int | None = None,
    limit: float | None = None,
    progress: Progress = unwatched,
) -> ClassPredicates:
    """Try to isolate people by the descriptions a release publishes, each narrowed by a fair draw.

    Parameters
    ----------
    original : the table the release was made from, raw, its rows in any order
    release : the release; its suppressed rows describe nobody
    known : columns that descriptions are made of
    random : where the hash functions, the order of the classes and the samples of the hold-out come from
    holdout : people like those in the original who are not in it, with all its columns; without them nothing is
        judged
    hierarchies : by column, for labels that say nothing by themselves
    tries : predicates tried, at least 1; classes are taken in turn, each time with a new hash
    seed : what `random` was made from, to be told with the result
    limit : weight below which a description counts as rare; 1 / (100 n) unless given

    Raises
    ------
    TableError
        The release does not generalize the original (names the first column and the rows), or the hold-out lacks
        columns.
    UnknownColumn
        A column is not in the original or the release.
    ParameterError
        No column, fewer than one try, a limit of 0 or outside [0, 1].

    Notes
    -----
    Formula: predicate of a class g of m rows: description of g and hash < 1/m; predicted success B(fit, 1/m),
    blind success B(n, w/m) with w the description's weight estimated on the hold-out.

    Edge cases: without a hold-out nothing is judged; the premise fails where no row is written like no other.

    Does not say: that another attack fails where this one does, nor who the isolated people are.

    Source: Cohen & Nissim, Towards formalizing the GDPR's notion of singling out, PNAS 2020, for the attack on
    k-anonymity and the baseline; the weights from a hold-out, their rule (add one half) and the control are ours.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core.frames import from_frame
    >>> people = from_frame(pd.DataFrame({"age": [*range(20, 60)], "pay": [*range(40)]}))
    >>> blurred = from_frame(pd.DataFrame({"age": [f"{age // 2 * 2}-{age // 2 * 2 + 1}" for age in range(20, 60)]}))
    >>> found = class_predicates(people, blurred, ["age"], np.random.default_rng(1))
    >>> int(found.sizes.max()), int(found.fit.max()), 0.4 < found.main.rate < 0.6, found.outcome.value
    (2, 2, True, 'not measured')
    """
    in_range(1, tries=tries)
    whole_number(tries=tries)
    in_range(0, 1, limit=limit)
    if limit == 0:
        raise ParameterError("limit must be above 0: no weight lies below it.")
    for table in (original, release):
        for name in known:
            table[name]
    if holdout is not None:
        refuse_other_columns(original.names, holdout)
    attempt = Attempt(original, holdout, patterns(release, known, hierarchies), tries, random, progress)
    return attempt.found(1 / (100 * original.n_rows) if limit is None else limit, seed)


class Attempt:
    """One run of the attack."""

    def __init__(
        self,
        original: Table,
        holdout: Table | None,
        published: Patterns,
        tries: int,
        random: np.random.Generator,
        progress: Progress,
    ) -> None:
        self.original, self.holdout, self.published = original, holdout, published
        self.progress, self.tries = progress, tries
        main, blind, luck = random.spawn(3)
        self.tried = _in_turn(len(published), tries, main)
        self.keys, self.blind_keys, self.luck = keys(main, tries), keys(blind, tries), luck
        self.rows = fingerprints(original, original.names)
        asked = np.zeros(len(published), bool)
        asked[self.tried] = True
        self.fits = fits(published, original, asked, part_of(progress, 0, 0.3))
        refuse_other_originals(published, original, self.fits)
        self.strangers = None if holdout is None else self._among(holdout, asked)

    def _among(self, holdout: Table, asked: NDArray[np.bool_]) -> Strangers:
        found = fits(self.published, holdout, asked, part_of(self.progress, 0.3, 0.6))
        return Strangers(found, fingerprints(holdout, self.original.names), self.original.n_rows)

    def found(self, limit: float, seed: int | None) -> ClassPredicates:
        """Try everything and put it together."""
        n = self.original.n_rows
        counted = self._counted(self.fits, self.rows)
        main = Counts(int(np.count_nonzero(counted == 1)), self.tries)
        evidence, as_counted = self._evidence(main, counted, seed)
        alone = int(np.count_nonzero(np.unique(self.rows, return_counts=True)[1] == 1))
        away = self.strangers
        return ClassPredicates(
            columns=self.published.columns,
            n=n,
            sizes=frozen(self.published.size),
            fit=frozen(self.fits.rows),
            holdout_fit=None if away is None else frozen(away.fits.rows),
            holdout=None if away is None else away.n,
            tried=frozen(self.tried),
            isolated=frozen(counted == 1),
            main=main,
            control_as_counted=as_counted,
            evidence=evidence,
            limit=limit,
            n_suppressed=self.published.n_suppressed,
            alone=alone,
            nowhere=None if away is None else away.fits.nowhere,
            members=None if away is None else int(np.isin(away.rows, self.rows).sum()),
            seed=seed,
            assumptions=self._assumptions(),
            notes=self.fits.notes,
        )

    def _counted(self, found: Fits, rows: Words) -> IntArray:
        """Rows of a table that satisfy each predicate."""
        size = self.published.size
        counts = (
            satisfying(rows[found.of(pattern)], key, 1 / size[pattern])
            for pattern, key in zip(self.tried.tolist(), self.keys, strict=True)
        )
        return np.fromiter(counts, np.int64, self.tries)

    def _evidence(
        self, main: Counts, people: IntArray, seed: int | None
    ) -> tuple[Evidence | NotMeasured, Counts | None]:
        if self.strangers is None:
            return NotMeasured(NAME, NO_HOLDOUT), None
        weight = self.strangers.weight / self.published.size
        hits = sum(one == 1 for one in self._blindly(weight[self.tried]))
        counted = self._counted(self.strangers.fits, self.strangers.rows)
        control = self.strangers.among_as_many(people, counted, self.luck)
        as_counted = Counts(int(np.count_nonzero(counted == 1)), self.tries)
        told = main, Counts(hits, self.tries), control, self.tries, seed, self._assumptions()
        return Evidence(NAME, *told), as_counted

    def _blindly(self, weight: FloatArray) -> Iterator[int]:
        """Rows of the original that blind hash predicates of the same weights hold for."""
        for at, (key, one) in enumerate(zip(self.blind_keys, weight.tolist(), strict=True)):
            if at % 16 == 0:
                report(self.progress, 0.6 + 0.4 * at / self.tries, "guessing blindly")
            yield satisfying(self.rows, key, one)

    def _assumptions(self) -> tuple[str, ...]:
        columns = ", ".join(self.published.columns)
        luck = () if self.strangers is None else self.strangers.assumptions
        return (
            f"The attacker knows the release and its descriptions by {columns}, and nothing of the people in it, and "
            "wants a predicate that holds for exactly one of them.",
            "Each predicate is a class's description and a hash of the whole record that holds for one in m, m the "
            "rows of the class; a hit is exactly one row of the original that satisfies it, really counted.",
            *luck,
        )


def _in_turn(several: int, tries: int, random: np.random.Generator) -> IntArray:
    """Classes in random orders, one after the other, until there are enough."""
    rounds = [random.permutation(several) for _ in range(-(-tries // several))]
    return np.concatenate(rounds)[:tries].astype(np.int64)
