"""k-map: everyone looks like at least k people of the population (Sweeney 2001)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from privacy_core.counting import Contingency
from privacy_core.errors import ParameterError
from privacy_core.models.base import Measurement
from privacy_core.models.k_anonymity import Crowd
from privacy_core.tables import FloatArray


@dataclass(frozen=True)
class KMap(Crowd):
    """How many people of the population look the same in the columns others could know.

    Against an attacker who knows a person's quasi-identifiers but not whether the person is in the
    table. Weaker than k-anonymity: a row that is alone in the table may be one of many outside.

    Parameters
    ----------
    k : smallest crowd in the population accepted, at least 1; None only measures

    Notes
    -----
    Range 0 upward, higher protects more. Asks for a population table; `Contingency.members` holds the
    rows of the population that look like each class.

    Formula: k = min over classes of the rows of the population that share all quasi-identifiers.

    Edge cases: 0 where the population has no such row. Suppressed records stand in no class.

    Does not say: anything about an attacker who knows that a person is in the table.

    Source: L. Sweeney, Computational disclosure control, PhD thesis, MIT, 2001.
    """

    name: ClassVar[str] = "k-map"

    def per_class(self, table: Contingency) -> FloatArray:
        if table.members is None:
            raise ParameterError("k-map needs a population table to count in.")
        return table.members.astype(float)

    def sentence(self, found: Measurement) -> str:
        return f"The smallest crowd holds {int(found.value or 0):,} rows of the population."
