"""Whether rows vary enough for rare predicates to be about them: min-entropy, as far as a table shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log2

from privacy_core.classes import equivalence_classes
from privacy_core.errors import ParameterError, TableError, in_range
from privacy_core.intervals import rate_at_least
from privacy_core.policies import Policies
from privacy_core.tables import Table

RISK = 0.05
"""Chance that a bound is wrong."""


@dataclass(frozen=True)
class MinEntropy:
    """How likely the likeliest combination of values is, in bits.

    Parameters
    ----------
    columns : what a row is taken to be
    rows, classes : rows that take part, and different combinations among them
    largest : rows that have the most frequent combination
    bits : −log2 of its share of the rows, an estimate; the table cannot show more than log2 of its rows
    low, high : between which the min-entropy of the population lies; each fails with chance 5 % at most
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
        weight : 0 to 1

        Raises
        ------
        ParameterError
            The weight is outside [0, 1].
        """
        needed = _bits(weight)
        if self.low >= needed:
            return True
        return False if self.high < needed else None

    def sentence(self, weight: float) -> str:
        """The premise at this weight, in words."""
        enough, needed = self.enough(weight), _bits(weight)
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

    Blind attackers reach their baseline, and attacks their theory, only where the population has no combination of
    values that is itself likelier than the predicate. A table shows this as far as its rows go.

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
    the lower bound, at 5 % shared among all combinations seen.

    Edge cases: the bounds take rows as independent draws from the population.

    Source: ours. That hashing reaches the baseline wherever there is enough min-entropy: Cohen & Nissim, PNAS 2020.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> months = from_frame(pd.DataFrame({"month": [month % 12 for month in range(1200)]}))
    >>> found = min_entropy(months, ["month"])
    >>> round(found.bits, 2), round(found.low, 2), round(found.high, 2)
    (3.58, 3.36, 3.97)
    >>> found.enough(0.1), found.enough(1 / 1200), found.enough(0.08)
    (True, False, None)
    """
    if not columns:
        raise ParameterError("No column is chosen: choose at least one.")
    classes = equivalence_classes(table, columns, policies)
    if not len(classes):
        raise TableError("No row takes part: all are suppressed or lack a value.")
    rows, largest = int(classes.size.sum()), int(classes.size.max())
    surely = float(rate_at_least(largest, rows, RISK / len(classes)))
    return MinEntropy(
        tuple(columns),
        rows,
        len(classes),
        largest,
        _bits(largest / rows),
        _bits(_at_most(largest, rows)),
        _bits(surely),
        _bits(_at_most(1, rows)),
        table.n_rows - rows,
    )


def _at_most(hits: int, attempts: int) -> float:
    """Upper bound of a rate, wrong with chance 5 % at most."""
    return 1 - float(rate_at_least(attempts - hits, attempts, RISK))


def _bits(share: float) -> float:
    in_range(0, 1, weight=share)
    return -log2(share) + 0.0 if share > 0 else inf
