"""k-anonymity: everyone looks like at least k − 1 others (Samarati & Sweeney 1998; Sweeney 2002)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from privacy_core.counting import Contingency
from privacy_core.errors import in_range, whole_number
from privacy_core.models.base import Better, Measurement
from privacy_core.policies import Unit
from privacy_core.tables import FloatArray


@dataclass(frozen=True)
class Crowd:
    """The smallest crowd counts, of whatever there are crowds of.

    Parameters
    ----------
    k : smallest crowd accepted, at least 1; None only measures
    """

    k: float | None = None

    symbol: ClassVar[str] = "k"
    better: ClassVar[Better] = Better.HIGHER
    monotone: ClassVar[bool] = True
    strict: ClassVar[bool] = False
    sensitive: ClassVar[None] = None

    def __post_init__(self) -> None:
        in_range(1, k=self.k)
        whole_number(k=self.k)

    @property
    def threshold(self) -> float | None:
        return self.k


@dataclass(frozen=True)
class KAnonymity(Crowd):
    """How many rows look the same in the columns others could know; the smallest such crowd counts.

    Against an attacker who knows a person's quasi-identifiers and that the person is in the
    table. It says nothing about what a crowd shares: a crowd of a thousand with one diagnosis
    gives that diagnosis away.

    Parameters
    ----------
    k : smallest crowd accepted, at least 1; None only measures

    Notes
    -----
    Range 1 to the number of rows, higher protects more. The unit is the one the classes were counted
    in: rows, distinct persons of a class, or persons with equal histories (`policies.unit` of the
    measurement). Failing classes are those with fewer than k of the unit; failing records are all
    their rows, in every unit.

    Formula: k = min over classes of the number of rows that share all quasi-identifiers.

    Edge cases: a missing value is a value of its own unless a policy says otherwise. Suppressed
    records stand in no class. Several rows of one person count several times unless persons are
    counted. Not valid after noise, swapping or other perturbation.

    Does not say: what a crowd shares; what an attacker with other columns knows; anything about
    several releases together.

    Source: L. Sweeney, k-anonymity: a model for protecting privacy, IJUFKS 10(5), 2002.
    """

    name: ClassVar[str] = "k-anonymity"

    def per_class(self, table: Contingency) -> FloatArray:
        return (table.rows if table.members is None else table.members).astype(float)

    def sentence(self, found: Measurement) -> str:
        alone, crowd = _SENTENCES[Unit(found.policies.unit)]
        return alone if found.value == 1 else crowd.format(int(found.value or 0))


_SENTENCES = {
    Unit.ROWS: (
        "At least one person stands alone: no other row looks the same.",
        "The smallest crowd holds {:,} rows that look the same.",
    ),
    Unit.PERSONS: (
        "At least one person stands alone: every row that looks like theirs is their own.",
        "The smallest crowd holds {:,} distinct persons who look the same.",
    ),
    Unit.HISTORIES: (
        "At least one person's history stands alone: nobody else has the same rows equally often.",
        "Every person's history is shared by at least {:,} persons, the person included.",
    ),
}
