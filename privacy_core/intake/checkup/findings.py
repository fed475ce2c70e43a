"""One thing the doctor noticed."""

from __future__ import annotations

from dataclasses import dataclass

from privacy_core.intake.repairs import Repair
from privacy_core.intake.symptoms import Kind


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that stands out, in words that hold no value of the data.

    Parameters
    ----------
    kind : Kind
    column : str or None
        The column concerned; None when it is rows or the whole file.
    count : int
        How many rows, cells, columns or sheets are concerned.
    sentence : str
    repair : Repair or None
        One click that would mend it; None when there is nothing to mend.
    others : tuple of Repair
        Other clicks instead, such as the other order of day and month.
    """

    kind: Kind
    column: str | None
    count: int
    sentence: str
    repair: Repair | None = None
    others: tuple[Repair, ...] = ()

    @property
    def repairs(self) -> tuple[Repair, ...]:
        """Every click offered, the first choice first."""
        return (*(() if self.repair is None else (self.repair,)), *self.others)
