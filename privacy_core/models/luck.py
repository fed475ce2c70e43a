"""What luck alone does to a crowd: the numbers of crowds drawn at random from the same table."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from privacy_core.counting import Contingency
from privacy_core.models.base import PrivacyModel
from privacy_core.tables import IntArray

CELLS = 4_000_000
"""Draws are fewer where the domain is so large that counts would pass this many cells."""


@dataclass(frozen=True, slots=True)
class Luck:
    """Where 95 of 100 random crowds of one size stand on a model's axis.

    Parameters
    ----------
    size : rows of each random crowd
    low, mean, high : 2.5 % point, mean and 97.5 % point of the model's number
    draws : random crowds drawn
    """

    size: int
    low: float
    mean: float
    high: float
    draws: int


def luck(model: PrivacyModel, table: Contingency, size: int, generator: np.random.Generator, draws: int = 1000) -> Luck:
    """Draw crowds of `size` rows from the table, without putting back, and measure them.

    Parameters
    ----------
    model : any model of the column
    table : Contingency
    size : rows of a random crowd, at most the rows of the table
    generator : source of randomness
    draws : random crowds wanted

    Examples
    --------
    >>> import numpy as np
    >>> from privacy_core import TCloseness, contingency, equivalence_classes, samples
    >>> nine = samples.load("hospital-4")
    >>> counted = contingency(nine.table, equivalence_classes(nine.table, ["zip", "age"]), "disease")
    >>> luck(TCloseness("disease"), counted, 9, np.random.default_rng(1)).high     # all nine: no distance
    0.0
    """
    enough = max(min(draws, CELLS // max(table.n_values, 1)), 100)
    counts = generator.multivariate_hypergeometric(table.total, min(size, int(table.total.sum())), enough)
    found = model.per_class(_random_crowds(table, counts))
    low, high = np.quantile(found, [0.025, 0.975], method="inverted_cdf")
    return Luck(size, float(low), float(found.mean()), float(high), enough)


def _random_crowds(table: Contingency, counts: IntArray) -> Contingency:
    """The same domain and prior with other classes: one row of `counts` each."""
    crowd, value = np.nonzero(counts)
    start = np.searchsorted(crowd, np.arange(len(counts) + 1))
    rows = counts.sum(axis=1)
    return replace(table, rows=rows, start=start, value=value, count=counts[crowd, value])
