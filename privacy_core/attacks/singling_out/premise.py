"""Whether rows vary enough for rare predicates to be about them: min-entropy, as far as a table shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log2

from scipy.special import betainc

from privacy_core.classes import equivalence_classes
from privacy_core.errors import ParameterError, TableError
from privacy_core.intervals import rate_at_least
from privacy_core.policies import Policies
from privacy_core.tables import Table

RISK = 0.05
"""Chance that a bound is wrong."""
HALVINGS = 60
"""Steps of a search by halving."""


@dataclass(frozen=True)
class MinEntropy:
    """How likely the likeliest combination of values is, in bits.

    Parameters
    ----------
    columns : what a row is taken to be
    rows, classes : rows that take part, and different combinations among them
    largest : rows that have the most frequent combination
    bits : −log2 of its share of the rows, an estimate; the table cannot show more than log2 of its rows
    low, high : between which the min-entropy of the population lies, `high` may be infinite; each fails with chance 5 %
        at most
    limit : largest `low` that any table of so many rows can show
    left_out : rows that do not take part because they are suppressed or lack a value
    """

    columns: tuple[str, ...]
    rows: int
    classes: int
    largest: int
    bits: float
    low: float
    high: float
    limit: float
    left_out: int

    def enough(self, weight: float) -> bool | None:
        """Whether no combination is likelier than a predicate of this weight; None where the table cannot tell.

        Parameters
        ----------
        weight : above 0, at most 1

        Raises
        ------
        ParameterError
            The weight is 0 or less, or above 1.
        """
        needed = _needed(weight)
        if self.low >= needed:
            return True
        return False if self.high < needed else None

    def sentence(self, weight: float) -> str:
        """The premise at this weight, in words."""
        enough, needed = self.enough(weight), _needed(weight)
        most = f"the most frequent combination of values has {self.largest:,} of {self.rows:,} rows"
        if enough:
            return (
                f"The rows vary enough: {most}, so at least {self.low:.1f} bits, and the weight asks for {needed:.1f}."
            )
        if enough is False:
            return (
                f"The rows vary too little: {most}, so at most {self.high:.1f} bits; the weight asks for {needed:.1f}."
            )
        return (
            f"Not known: {most}, which shows at least {self.low:.1f} bits; the weight asks for {needed:.1f}, and a "
            f"table of {self.rows:,} rows can show no more than {self.limit:.1f}."
        )


def min_entropy(table: Table, columns: Sequence[str], policies: Policies | None = None) -> MinEntropy:
    """Estimate the min-entropy of rows: whether there are predicates as rare as an attack wants them.

    A predicate that holds for a row is at least as likely as the row's combination of values. Where no combination of
    the population is likelier than the weight asked for, every row can be named by one, and a blind attacker too
    finds one of between half that weight and all of it. A table shows this as far as its rows go.

    Parameters
    ----------
    table : Table
    columns : what a row is taken to be, at least one
    policies : what missing values and suppressed records count as (default: `Policies()`); rows are counted, and
        each written combination is one, also where missing matches anything

    Raises
    ------
    ParameterError
        No column is chosen.
    TableError
        No row takes part.
    UnknownColumn
        A name is not a column.

    Notes
    -----
    Formula: −log2 max f/n. `low` is −log2 of the upper Clopper–Pearson bound of the largest share: the likeliest
    combination is in no more rows than the most frequent one, so the bound holds whichever it is. `high` is −log2 of
    the largest p with P(Bin(n, p) ≥ f) ≤ 0.05 p: where no share is above p, there are 1/p combinations at most to be
    so frequent by luck.

    Edge cases: where no two rows are alike the table sets no upper bound. The bounds take rows as independent draws
    from the population.

    Source: ours. That hashing reaches the baseline wherever there is enough min-entropy: Cohen & Nissim, PNAS 2020.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> months = from_frame(pd.DataFrame({"month": [month % 12 for month in range(1200)]}))
    >>> found = min_entropy(months, ["month"])
    >>> round(found.bits, 2), round(found.low, 2), round(found.high, 2)
    (3.58, 3.36, 3.99)
    >>> found.enough(0.1), found.enough(1 / 1200), found.enough(0.08)
    (True, False, None)
    """
    if not columns:
        raise ParameterError("No column is chosen: choose at least one.")
    classes = equivalence_classes(table, columns, policies)
    if not len(classes):
        raise TableError("No row takes part: all are suppressed or lack a value.")
    rows, largest = int(classes.size.sum()), int(classes.size.max())
    return MinEntropy(
        tuple(columns),
        rows,
        len(classes),
        largest,
        _bits(largest / rows),
        _bits(_at_most(largest, rows)),
        _most_bits(largest, rows),
        _bits(_at_most(1, rows)),
        table.n_rows - rows,
    )


def _at_most(hits: int, attempts: int) -> float:
    """Upper bound of a rate, wrong with chance 5 % at most."""
    return 1 - float(rate_at_least(attempts - hits, attempts, RISK))


def _most_bits(hits: int, attempts: int) -> float:
    """Upper bound of the min-entropy, wrong with chance 5 % at most; infinite where every row is alone.

    The chance to see one of shares that sum to 1, none above p, so often is at most P(Bin(n, p) ≥ f)/p, since
    P(Bin(n, p) ≥ f) is convex below (f − 1)/(n − 1) and so falls faster than p.
    """
    if hits < 2:
        return inf
    few = _bits((hits - 1) / (attempts - 1))
    many = few + 2 * log2(attempts) + 10
    for _ in range(HALVINGS):
        bits = (few + many) / 2
        lucky = betainc(hits, attempts - hits + 1, 2.0**-bits) <= RISK * 2.0**-bits
        few, many = (few, bits) if lucky else (bits, many)
    return many


def _needed(weight: float) -> float:
    if not 0 < weight <= 1:
        raise ParameterError(f"The weight of a predicate must lie above 0 and be at most 1, got {weight:g}.")
    return _bits(weight)


def _bits(share: float) -> float:
    return -log2(share) + 0.0
