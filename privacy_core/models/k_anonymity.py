"""k-anonymity: everyone looks like at least k − 1 others (Samarati & Sweeney 1998; Sweeney 2002)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from privacy_core.counting import Contingency
from privacy_core.errors import in_range, whole_number
from privacy_core.models.base import Better, Measurement
from privacy_core.tables import FloatArray


@dataclass(frozen=True)
class KAnonymity:
    """How many rows look the same in the columns others could know; the smallest such crowd counts.

    Against an attacker who knows a person's quasi-identifiers and that the person is in the
    table. It says nothing about what a crowd shares: a crowd of a thousand with one diagnosis
    gives that diagnosis away.

    Parameters
    ----------
    k : smallest crowd accepted, at least 1; None only measures

    Notes
    -----
    Range 1 to the number of rows, unit rows, higher protects more. Source: L. Sweeney,
    k-anonymity: a model for protecting privacy, IJUFKS 10(5), 2002.
    """

    k: float | None = None

    name: ClassVar[str] = "k-anonymity"
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

    def per_class(self, table: Contingency) -> FloatArray:
        return table.rows.astype(float)

    def sentence(self, found: Measurement) -> str:
        if found.value == 1:
            return "At least one person stands alone: no other row looks the same."
        return f"The smallest crowd holds {found.value:.0f} rows that look the same."
