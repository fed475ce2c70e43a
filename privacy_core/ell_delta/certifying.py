"""A promise that rests on records the classes were not made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from privacy_core.classes import equivalence_classes
from privacy_core.ell_delta.distributions import Distribution, refuse_missing
from privacy_core.ell_delta.failing import missed
from privacy_core.ell_delta.grouping import greedy
from privacy_core.ell_delta.likeliest import target_cells
from privacy_core.ell_delta.participating import taking_part
from privacy_core.ell_delta.promise import Basis, Guarantee
from privacy_core.ell_delta.ranges import MOST_RECORDS, check, countable, proper_chance
from privacy_core.errors import ParameterError
from privacy_core.intervals import rate_at_least
from privacy_core.policies import Policies
from privacy_core.tables import FloatArray, IntArray, Table, frozen


@dataclass(frozen=True, eq=False)
class Certificate:
    """Lower bounds of the target cells' chances, all true at once except with chance alpha.

    Parameters
    ----------
    lower : float64 (n_targets,), one per target cell
    sampled : records that were counted
    alpha : chance that some bound is wrong
    """

    lower: FloatArray
    sampled: int
    alpha: float

    def failure(self, drawn: int, releases: int = 1) -> float:
        """Certified chance of failure, alpha + t Σ (1 − p_L)^N; at most 1.

        Raises
        ------
        ParameterError
            A number below 1 or not whole.
        """
        countable(drawn=drawn, releases=releases)
        return min(1.0, self.alpha + releases * float(missed(self.lower, drawn).sum()))

    def records(self, delta: float) -> int | None:
        """Least number of records with `failure` at most delta; None where no number helps.

        Raises
        ------
        ParameterError
            delta is out of its range.
        """
        proper_chance(delta=delta)
        if delta <= self.alpha or not self.lower.min() > 0:
            return None
        low, high = 0, 1
        while self.failure(high) > delta:
            low, high = high, 2 * high
            if high > MOST_RECORDS:
                return None
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.failure(middle) > delta else (low, middle)
        return high


def certificate(hits: ArrayLike, sampled: int, alpha: float) -> Certificate:
    """Certify target cells from a sample the classes and targets were not chosen on.

    Parameters
    ----------
    hits : int (n_targets,), how many of the sampled records fell into each target cell
    sampled : records sampled, independently
    alpha : chance that the certificate is wrong, above 0 and below 1

    Returns
    -------
    certificate : Certificate

    Raises
    ------
    ParameterError
        A count outside 0 to `sampled` or not whole, no count at all, or alpha out of its range.

    Notes
    -----
    Formula: chance of failure ≤ α + Σ (1 − p_L)^N, p_L the one-sided Clopper–Pearson bound of a target cell at level
    α divided by the number of target cells.

    Edge cases: a target cell without a hit has p_L = 0, and nothing is promised. A bound by total variation would be
    far weaker: at 12 cells and 1,000 records it is as large as the cells themselves.

    Does not say: anything when the classes or targets were chosen on the same records. A table that is itself
    released is no held-out sample.

    Source: ours; Clopper & Pearson, Biometrika 26(4), 1934, and a union over the cells.

    Examples
    --------
    >>> found = certificate([83] * 12, 1000, 0.01)
    >>> round(found.failure(63), 4), round(found.failure(100), 4)
    (0.2879, 0.0404)
    """
    counts = np.asarray(hits)
    proper_chance(alpha=alpha)
    countable(sampled=sampled)
    if not counts.size or not ((counts >= 0) & (counts % 1 == 0)).all() or counts.sum() > sampled:
        raise ParameterError(f"Hits of the target cells must be counts of at least 0, together at most {sampled:,}.")
    return Certificate(frozen(rate_at_least(counts, sampled, alpha / counts.size)), sampled, alpha)


@dataclass(frozen=True, eq=False)
class HeldOut:
    """A table cut in two: classes from one half, their certificate from the other.

    Parameters
    ----------
    guarantee : what is promised, with basis "certified"
    certificate : Certificate
    made_from, counted : records of the two halves
    of_group : int64 (n_groups,), class of each combination of quasi-identifiers of the table, in order
    """

    guarantee: Guarantee
    certificate: Certificate
    made_from: int
    counted: int
    of_group: IntArray


def held_out(
    table: Table,
    quasi_identifiers: Sequence[str],
    sensitive: str,
    ell: int,
    delta: float,
    p: float,
    generator: np.random.Generator,
    releases: int = 1,
    alpha: float | None = None,
    policies: Policies | None = None,
) -> HeldOut:
    """Make classes from a random half of the records and certify them with the other half.

    The records must be independent draws from the distribution releases will be drawn from, and neither half may be
    one of the releases.

    Parameters
    ----------
    table, quasi_identifiers, sensitive, policies : as in `empirical`
    ell, delta, p : as in `records`; p is what the classes are made for, not what is certified
    generator : draws the halves
    releases : how many are linked
    alpha : chance that the certificate itself is wrong, part of delta; default delta/5

    Raises
    ------
    ParameterError
        A setting is out of its range, or no number of records meets delta: a target cell has no record in the second
        half, or alpha is not below delta.
    TableError
        Rows miss a quasi-identifier.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> people = from_frame(pd.DataFrame({"age": [20, 20, 30, 30] * 50, "ill": ["y", "n"] * 100}))
    >>> found = held_out(people, ["age"], "ill", 2, 0.05, 0.1, np.random.default_rng(1))
    >>> found.guarantee.basis.value, found.made_from, found.counted, found.guarantee.bound <= 0.05
    ('certified', 100, 100, True)
    """
    alpha = delta / 5 if alpha is None else alpha
    check(ell, p, releases=releases)
    proper_chance(delta=delta, alpha=alpha)
    table = taking_part(table, quasi_identifiers, sensitive, policies).table
    refuse_missing(table, quasi_identifiers)
    classes = equivalence_classes(table, quasi_identifiers)
    first = _half(len(classes.kept), generator)
    codes = table[sensitive].codes[classes.kept]
    made = _shares(classes.of_row[first], codes[first], table[sensitive].n_codes)
    of_group, chosen = _designed(made, classes.of_row[first], len(classes), ell, p)
    hits = _hits(of_group[classes.of_row[~first]], codes[~first], chosen, table[sensitive].n_codes)
    found = certificate(hits, int(np.count_nonzero(~first)), alpha)
    drawn = found.records(delta)
    if drawn is None:
        empty = int(np.count_nonzero(hits == 0))
        raise ParameterError(
            f"Nothing can be certified at delta = {delta:g} and alpha = {alpha:g}: {empty:,} of {len(hits):,} target "
            f"cells have none of the {found.sampled:,} records held out."
        )
    said = Guarantee(
        ell, delta, int(of_group[-1]) + 1, drawn, releases, found.failure(drawn), None,
        found.failure(drawn, releases), None, Basis.CERTIFIED, float(found.lower.min()),
    )  # fmt: skip
    return HeldOut(said, found, int(np.count_nonzero(first)), found.sampled, of_group)


def _half(rows: int, generator: np.random.Generator) -> NDArray[np.bool_]:
    """A random half of the rows, rounded up."""
    if rows < 2:
        raise ParameterError(f"A table of {rows:,} records cannot be cut in two.")
    first = np.zeros(rows, bool)
    first[generator.permutation(rows)[: (rows + 1) // 2]] = True
    return first


def _shares(group: NDArray[np.int32], code: NDArray[np.int32], n_codes: int) -> Distribution:
    """Shares of the pairs of some rows; groups that have none of them are left out."""
    present = np.unique(group)
    key, count = np.unique(np.searchsorted(present, group) * n_codes + code, return_counts=True)
    start = np.searchsorted(key, np.arange(len(present) + 1) * n_codes)
    return Distribution(start, key % n_codes, count / count.sum(), n_codes)


def _designed(
    made: Distribution, group: NDArray[np.int32], n_groups: int, ell: int, p: float
) -> tuple[IntArray, IntArray]:
    """Class of every group of the table, also of those between, and (class, value) of the targets as one number."""
    of_present = greedy(made, ell, p)
    begins = np.unique(group)[np.flatnonzero(np.diff(of_present)) + 1]
    cells = made.merged(of_present)
    chosen = target_cells(cells, ell)
    of_group = np.searchsorted(begins, np.arange(n_groups), side="right")
    return of_group, cells.group[chosen] * made.n_values + cells.value[chosen]


def _hits(of_row: IntArray, code: NDArray[np.int32], chosen: IntArray, n_codes: int) -> IntArray:
    """How many rows fell into each target cell."""
    key, count = np.unique(of_row * n_codes + code, return_counts=True)
    place = np.minimum(np.searchsorted(key, chosen), len(key) - 1)
    return np.where(key[place] == chosen, count[place], 0)
