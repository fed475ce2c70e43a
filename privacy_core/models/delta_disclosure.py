"""δ-disclosure privacy: no secret value becomes much likelier or unlikelier in a crowd.

Brickell & Shmatikov, The cost of privacy, KDD 2008. Not the δ of (ℓ, δ)-diversity.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from privacy_core.counting import Contingency
from privacy_core.errors import ParameterError, in_range
from privacy_core.models.base import Better, Measurement
from privacy_core.tables import FloatArray


@dataclass(frozen=True)
class DeltaDisclosure:
    """How much likelier or unlikelier a crowd makes any secret value.

    The largest |ln(q/p)| over every value of the table; the promise is strict. A value absent
    from a crowd is ruled out there, so the number is infinite; "present" looks only at the
    values a crowd shows, as pycanon (natural logarithm) and ARX (base 2) do.

    Parameters
    ----------
    sensitive : column that must stay secret
    delta : bound (exclusive), at least 0; None only measures
    absent : "infinite" or "present"

    Notes
    -----
    Natural logarithm. Range 0 upward or infinite, lower protects more.
    """

    sensitive: str
    delta: float | None = None
    absent: str = "infinite"

    name: ClassVar[str] = "delta-disclosure"
    symbol: ClassVar[str] = "δ-disclosure"
    better: ClassVar[Better] = Better.LOWER
    strict: ClassVar[bool] = True

    def __post_init__(self) -> None:
        in_range(0, delta=self.delta)
        if self.absent not in ("infinite", "present"):
            raise ParameterError(f"absent must be 'infinite' or 'present', got {self.absent!r}.")

    @property
    def monotone(self) -> bool:
        # a value that only one of two crowds shows becomes rare in their union
        return self.absent == "infinite"

    @property
    def threshold(self) -> float | None:
        return self.delta

    def per_class(self, table: Contingency) -> FloatArray:
        before = table.prior[table.value]
        with np.errstate(divide="ignore"):
            shift = table.max_by_class(np.abs(np.log(table.share) - np.log(table.prior)[table.value]))
        if self.absent == "present":
            return shift
        shown = table.sum_by_class((before > 0).astype(np.int64))
        return np.where((shown < np.count_nonzero(table.prior)) & (table.size > 0), np.inf, shift)

    def sentence(self, found: Measurement) -> str:
        if found.value == np.inf:
            return f"At least one crowd rules out a value of {self.sensitive}, or shows one the prior lacks."
        times = np.exp(found.value or 0)
        return f"A crowd makes some value of {self.sensitive} up to {times:.2f} times likelier or unlikelier."
