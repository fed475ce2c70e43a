"""Unique in the table is not unique in the population: both, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from privacy_core.classes import equivalence_classes
from privacy_core.policies import Missing, Policies
from privacy_core.risk import estimated
from privacy_core.tables import Table
from privacy_core.uniqueness import Uniqueness
from privacy_core.units import in_unit


@dataclass(frozen=True, slots=True)
class SampleUniques:
    """Rows that are unique in the table, beside the people estimated to be unique in its population.

    Parameters
    ----------
    columns : columns that are known, all of them at once
    rows : rows of the table, or persons where persons are counted
    uniques : those that look like nobody else in the table
    fraction : share of the population that is in the table; None where nobody said
    population : the estimate for the population; None without a fraction or where missing matches anything
    """

    columns: int
    rows: int
    uniques: int
    fraction: float | None
    population: Uniqueness | None

    @property
    def still(self) -> float | None:
        """Rows unique in the table that are expected to be unique in the population; None without an estimate.

        Who is unique in the population is in the table with the chance `fraction`, and then unique there.
        """
        if self.fraction is None or self.population is None or self.population.uniques is None:
            return None
        return min(self.population.uniques * self.fraction, float(self.uniques))

    @property
    def sentence(self) -> str:
        """Both counts, and what the one says of the other."""
        known = "the column" if self.columns == 1 else f"all {self.columns:,} columns"
        said = f"With {known} known, {self.uniques:,} of {self.rows:,} rows are unique in this table."
        if not self.uniques:
            return f"{said} Nobody who is in it is unique in a population it was drawn from."
        if self.fraction is None:
            return (
                f"{said} That overstates who is unique in the population the table was drawn from: which share of it "
                "the table holds was not given, so no count is estimated."
            )
        if self.fraction == 1:
            return f"{said} The table is the whole population, so they are unique there."
        if self.still is None or self.population is None:
            reason = "crowds overlap" if self.population is None else self.population.reason
            return f"{said} How many of them are unique in the population was not estimated: {reason}."
        return (
            f"{said} About {self.still:,.0f} of them are estimated to be unique in the population of "
            f"{self.population.population:,} people as well ({self.population.model}; the table holds "
            f"{self.fraction:.3g} of it): somebody outside the table looks like each of the others."
        )


def sample_uniques(
    table: Table,
    columns: Sequence[str],
    fraction: float | None = None,
    policies: Policies | None = None,
    person: str | None = None,
    random: np.random.Generator | None = None,
) -> SampleUniques:
    """Count who is unique in the table and estimate who is unique in the population.

    Parameters
    ----------
    table : rows drawn at random from a population
    columns : what an attacker knows
    fraction : share of the population that is in the table, above 0 to 1
    policies : how missing values, suppressed rows and persons were counted
    person : column with the person's id, where persons are counted
    random : chance of the estimate's interval; none gives no interval

    Raises
    ------
    ParameterError
        The fraction is out of its range, or no row takes part.

    Notes
    -----
    Source: the estimate by the rule of Dankar, El Emam, Neisa & Roffey (BMC Med Inform Decis Mak 12:66, 2012).

    Does not say: that the table is a random sample; a table of volunteers or patients is none.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> people = from_frame(pd.DataFrame({"age": [30, 30, 41]}))
    >>> print(sample_uniques(people, ["age"], 1.0).sentence)
    With the column known, 1 of 3 rows are unique in this table. The table is the whole population, so they are
    unique there.
    """
    policies = policies or Policies()
    classes = in_unit(table, equivalence_classes(table, columns, policies), policies.unit, person)
    found = None
    if fraction is not None and policies.missing is not Missing.WILDCARD:
        found = estimated(classes, fraction, random)
    return SampleUniques(len(columns), classes.people, classes.below(2), fraction, found)
