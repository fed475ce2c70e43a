"""Who attacks, what they know, and how often they are right: one result type for every such risk."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.frequencies import one_in
from privacy_core.policies import TOLERANCE, Unit
from privacy_core.tables import FloatArray, IntArray


class Attacker(StrEnum):
    """Prosecutor: the person is known to be in the table. Journalist: only in the population."""

    PROSECUTOR = "prosecutor"
    JOURNALIST = "journalist"
    INDIVIDUAL = "individual"
    HOUSEHOLD = "household"


@dataclass(frozen=True, eq=False)
class Reidentification:
    """How likely an attacker is to pick the right one, group by group.

    Parameters
    ----------
    attacker : Attacker
    knowledge : what the attacker is assumed to know, one sentence
    unit : what the crowds were counted in
    risk : float64 (n_groups,), each in [0, 1]; a group is a class, for households a household
    rows : int64 (n_groups,), rows of the table in each group
    crowd : float64 (n_groups,), whom each group hides among, estimated where weights say so; None for households
    short_rows : rows whose crowd was said to be smaller than in the table itself, and was counted as that
    persons : float64 (n_persons,), the largest risk of each person over their rows where persons are counted:
        the one of the smallest of their crowds; None where rows are counted
    """

    attacker: Attacker
    knowledge: str
    unit: Unit
    risk: FloatArray
    rows: IntArray
    crowd: FloatArray | None = None
    short_rows: int = 0
    persons: FloatArray | None = None

    @property
    def n_rows(self) -> int:
        """Rows that were judged."""
        return int(self.rows.sum())

    @property
    def n_judged(self) -> int:
        """Rows that were judged, or persons where persons are counted."""
        return self.n_rows if self.persons is None else len(self.persons)

    @property
    def noun(self) -> str:
        """What averages are taken over: rows, or persons where persons are counted."""
        return "rows" if self.persons is None else "persons"

    @property
    def highest(self) -> float | None:
        """Largest risk of a row; None when no row is left."""
        return float(self.risk.max()) if len(self.risk) else None

    @property
    def highest_rows(self) -> int:
        """Rows that bear the largest risk."""
        return self.rows_above(float(self.risk.max()) - 2 * TOLERANCE) if len(self.risk) else 0

    @property
    def expected(self) -> float:
        """Rows, or persons, an attacker who links every one of them links right on average: the sum of their risks."""
        return float(self.risk @ self.rows if self.persons is None else self.persons.sum())

    @property
    def average(self) -> float | None:
        """Mean risk over rows, or persons: the marketer's success rate, also called global risk."""
        return self.expected / self.n_judged if self.n_judged else None

    def rows_above(self, threshold: float) -> int:
        """Rows whose risk is above a threshold; 1/11 keeps a threshold of 1/11."""
        return int(self.rows[self.risk > threshold + TOLERANCE].sum())

    @property
    def sentence(self) -> str:
        """What was found, and what the attacker was assumed to know."""
        if self.highest is None:
            return f"No row is left to judge. {self.knowledge}"
        return (
            f"{_TITLE[self.attacker]}: at most {one_in(self.highest)}, on average {one_in(self.average or 0)}, "
            f"{self.expected:,.1f} of {self.n_judged:,} {self.noun} expected to be found. {self.knowledge}"
        )


_TITLE = {
    Attacker.PROSECUTOR: "Prosecutor risk",
    Attacker.JOURNALIST: "Journalist risk",
    Attacker.INDIVIDUAL: "Individual risk (weights)",
    Attacker.HOUSEHOLD: "Household risk (one member found is enough)",
}


def persons_above(risk: NDArray[Any], of_row: NDArray[Any], who: NDArray[Any], threshold: float) -> int:
    """Count the distinct persons of whom at least one row has a risk above a threshold.

    Parameters
    ----------
    risk : (n_groups,)
    of_row : group of each row
    who : person of each row
    threshold : largest risk that is accepted

    Examples
    --------
    >>> persons_above(np.array([1.0, 0.5]), np.array([0, 0, 1, 1]), np.array([7, 7, 7, 8]), 0.5)
    1
    """
    return len(np.unique(who[(risk > threshold + TOLERANCE)[of_row]]))
