"""β-likeness: no secret value grows more than β-fold within a crowd (Cao & Karras, PVLDB 5(11), 2012)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from privacy_core.counting import Contingency
from privacy_core.errors import in_range
from privacy_core.models.base import Better, Measurement
from privacy_core.policies import TOLERANCE
from privacy_core.tables import FloatArray


@dataclass(frozen=True)
class BasicBeta:
    """How much more frequent a secret value is in a crowd than in the whole table, as a relative gain.

    The largest (q − p)/p over the values that gained; 1 means doubled. Drops and absent values
    do not count. A value keeps at most p·(1 + β) of a crowd.

    Parameters
    ----------
    sensitive : column that must stay secret
    beta : largest relative gain allowed, at least 0; None only measures

    Notes
    -----
    Range 0 upward, lower protects more; infinite for a value the prior does not know.
    """

    sensitive: str
    beta: float | None = None

    name: ClassVar[str] = "basic-beta"
    symbol: ClassVar[str] = "β"
    better: ClassVar[Better] = Better.LOWER
    monotone: ClassVar[bool] = True
    strict: ClassVar[bool] = False

    def __post_init__(self) -> None:
        in_range(0, beta=self.beta)

    @property
    def threshold(self) -> float | None:
        return self.beta

    def per_class(self, table: Contingency) -> FloatArray:
        return np.asarray(np.maximum(table.max_by_class(_gain(table)), 0))

    def sentence(self, found: Measurement) -> str:
        if found.value == np.inf:
            return f"A crowd shows a value of {self.sensitive} that the prior does not know."
        times = 1 + (found.value or 0)
        return f"In some crowd a value of {self.sensitive} is {times:.2f} times as frequent as in the prior."


@dataclass(frozen=True)
class EnhancedBeta:
    """How much more frequent a secret value is in a crowd, with rare values capped below certainty.

    A gain may be at most min(β, −ln p), so a frequent value can never fill a crowd. Where a gain
    exceeds −ln p no β helps and the number is infinite.

    Parameters
    ----------
    sensitive : column that must stay secret
    beta : largest relative gain allowed, at least 0; None only measures

    Notes
    -----
    Range 0 upward or infinite, lower protects more. pycanon 1.3.6 gives a number even where none exists.
    """

    sensitive: str
    beta: float | None = None

    name: ClassVar[str] = "enhanced-beta"
    symbol: ClassVar[str] = "β"
    better: ClassVar[Better] = Better.LOWER
    monotone: ClassVar[bool] = True
    strict: ClassVar[bool] = False

    def __post_init__(self) -> None:
        in_range(0, beta=self.beta)

    @property
    def threshold(self) -> float | None:
        return self.beta

    def per_class(self, table: Contingency) -> FloatArray:
        gain = _gain(table)
        with np.errstate(divide="ignore"):
            ceiling = -np.log(table.prior)[table.value]
        gain[gain > ceiling + TOLERANCE] = np.inf
        return np.asarray(np.maximum(table.max_by_class(gain), 0))

    def sentence(self, found: Measurement) -> str:
        if found.value == np.inf:
            return f"In some crowd a value of {self.sensitive} gained more than any setting of enhanced β allows."
        times = 1 + (found.value or 0)
        return f"Under the enhanced cap a value of {self.sensitive} is up to {times:.2f} times as frequent in a crowd."


def _gain(table: Contingency) -> FloatArray:
    before = table.prior[table.value]
    gain = np.full(len(before), np.inf)
    np.divide(table.share - before, before, out=gain, where=before > 0)
    return gain
