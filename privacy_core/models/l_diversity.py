"""ℓ-diversity and (α, k): a crowd must not agree on its secret.

Machanavajjhala, Kifer, Gehrke & Venkitasubramaniam, ℓ-diversity, ICDE 2006 / TKDD 1(1), 2007;
Wong, Li, Fu & Wang, (α, k)-anonymity, KDD 2006.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from privacy_core.counting import Contingency
from privacy_core.errors import in_range, whole_number
from privacy_core.frequencies import share
from privacy_core.models.base import Better, Measurement
from privacy_core.tables import FloatArray


@dataclass(frozen=True)
class DistinctL:
    """How many different secret values a crowd holds.

    Against an attacker who finds the crowd and reads the secret off it. A crowd of 99 with one
    value and one with another counts as 2: see entropy and recursive diversity.

    Parameters
    ----------
    sensitive : column that must stay secret
    l : smallest number of values accepted, at least 1; None only measures

    Notes
    -----
    Range 0 (no value known in the class) to the number of values, higher protects more.
    """

    sensitive: str
    l: float | None = None  # noqa: E741

    name: ClassVar[str] = "distinct-l"
    symbol: ClassVar[str] = "ℓ"
    better: ClassVar[Better] = Better.HIGHER
    monotone: ClassVar[bool] = True
    strict: ClassVar[bool] = False

    def __post_init__(self) -> None:
        in_range(1, l=self.l)
        whole_number(l=self.l)

    @property
    def threshold(self) -> float | None:
        return self.l

    def per_class(self, table: Contingency) -> FloatArray:
        return np.diff(table.start).astype(float)

    def sentence(self, found: Measurement) -> str:
        if found.value == 1:
            return f"In at least one crowd everyone shares one value of {self.sensitive}."
        return f"Every crowd holds at least {found.value:.0f} different values of {self.sensitive}."


@dataclass(frozen=True)
class EntropyL:
    """How many equally frequent secret values a crowd's mix is worth.

    The exponential of the entropy of the crowd's secret values, a real number: five values of
    which one fills nearly the whole crowd are worth little more than one.

    Parameters
    ----------
    sensitive : column that must stay secret
    l : smallest effective number of values accepted, at least 1; None only measures

    Notes
    -----
    Range 1 to distinct ℓ (0 for a class without a value), higher protects more. Never rounded.
    """

    sensitive: str
    l: float | None = None  # noqa: E741

    name: ClassVar[str] = "entropy-l"
    symbol: ClassVar[str] = "entropy ℓ"
    better: ClassVar[Better] = Better.HIGHER
    monotone: ClassVar[bool] = True
    strict: ClassVar[bool] = False

    def __post_init__(self) -> None:
        in_range(1, l=self.l)

    @property
    def threshold(self) -> float | None:
        return self.l

    def per_class(self, table: Contingency) -> FloatArray:
        # −Σ q ln q = ln s − (Σ c ln c)/s: one logarithm per cell; exactly 1 for a single value
        known = np.maximum(table.size, 1)
        entropy = np.log(known) - table.sum_by_class(table.count * np.log(table.count)) / known
        several = np.where(table.most < table.size, np.maximum(entropy, 0), 0)
        return np.where(table.size > 0, np.exp(several), 0)

    def sentence(self, found: Measurement) -> str:
        return f"The least varied crowd's mix of {self.sensitive} is worth {found.value:.2f} equally frequent values."


@dataclass(frozen=True)
class RecursiveCL:
    """How far a crowd's most frequent secret outweighs the rarer ones.

    With counts in descending order r₁ ≥ r₂ ≥ …, a crowd keeps (c, ℓ) when r₁ < c·(r_ℓ + … + r_m).
    The number is the smallest such c, r₁/(r_ℓ + … + r_m); equality fails.

    Parameters
    ----------
    sensitive : column that must stay secret
    c : largest ratio allowed (exclusive), at least 0; None only measures
    l : rank from which values count as the rarer ones, at least 1

    Notes
    -----
    Range above 0; infinite when a crowd has fewer than ℓ values; lower protects more. Counts are
    sorted in descending order: pycanon 1.3.6 sorts ascending and answers 2 where 5 is right.
    """

    sensitive: str
    c: float | None = None
    l: int = 2  # noqa: E741

    name: ClassVar[str] = "recursive-cl"
    symbol: ClassVar[str] = "c"
    better: ClassVar[Better] = Better.LOWER
    monotone: ClassVar[bool] = True
    strict: ClassVar[bool] = True

    def __post_init__(self) -> None:
        in_range(0, c=self.c)
        in_range(1, l=self.l)
        whole_number(l=self.l)

    @property
    def threshold(self) -> float | None:
        return self.c

    def per_class(self, table: Contingency) -> FloatArray:
        tail = table.size - _largest(table, self.l - 1)
        return np.asarray(np.divide(table.most, tail, out=np.full(len(tail), np.inf), where=tail > 0))

    def sentence(self, found: Measurement) -> str:
        if found.value == np.inf:
            return f"At least one crowd holds fewer than {self.l} values of {self.sensitive}: no ratio c helps."
        return (
            f"The most frequent {self.sensitive} of a crowd outweighs those from rank {self.l} on "
            f"by up to {found.value:.2f} to 1."
        )


@dataclass(frozen=True)
class AlphaK:
    """How large a share of a crowd one secret value fills.

    The chance that guessing the crowd's most frequent value is right. (α, k)-anonymity promises
    at most α together with k-anonymity.

    Parameters
    ----------
    sensitive : column that must stay secret
    alpha : largest share allowed, 0 to 1; None only measures

    Notes
    -----
    A share above 0 up to 1, lower protects more; a constant column is 1.
    """

    sensitive: str
    alpha: float | None = None

    name: ClassVar[str] = "alpha-k"
    symbol: ClassVar[str] = "α"
    better: ClassVar[Better] = Better.LOWER
    monotone: ClassVar[bool] = True
    strict: ClassVar[bool] = False

    def __post_init__(self) -> None:
        in_range(0, 1, alpha=self.alpha)

    @property
    def threshold(self) -> float | None:
        return self.alpha

    def per_class(self, table: Contingency) -> FloatArray:
        return table.most / np.maximum(table.size, 1)

    def sentence(self, found: Measurement) -> str:
        if found.value == 1:
            return f"In at least one crowd a single value of {self.sensitive} fills the whole crowd."
        return f"In the most one-sided crowd one value of {self.sensitive} fills {share(found.value or 0)}."


def _largest(table: Contingency, n: int) -> FloatArray:
    """Rows in the `n` most frequent values of each class."""
    if n == 0:
        return np.zeros(len(table.classes))
    if n == 1:
        return table.most.astype(float)
    top = int(table.count.max(initial=0)) + 1
    descending = top - np.sort(table.owner * top + (top - table.count)) % top
    rank = np.arange(len(descending)) - table.start[table.owner]
    return table.sum_by_class(np.where(rank < n, descending, 0)).astype(float)
