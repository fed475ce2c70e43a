"""What releases leave when their classes are drawn at random instead of by an enemy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from privacy_core.composition.ranges import check_releases
from privacy_core.tables import FloatArray, frozen

NEVER = 1e-18
"""Chances below this are not followed from release to release."""


@dataclass(frozen=True, eq=False, slots=True)
class RandomCase:
    """How many values random classes leave for one person.

    Parameters
    ----------
    chances : float64 (smallest ℓ,), chance that 1, 2, … values are left
    mean : average number of values left
    """

    chances: FloatArray
    mean: float

    @property
    def pinned(self) -> float:
        """Chance that one value is left."""
        return float(self.chances[0])


def random_case(n_values: int, ells: Sequence[int]) -> RandomCase:
    """Distribution of the number of values left when every release draws its class's values at random.

    Each release shows the person's true value and ℓ − 1 others, drawn without looking at the other
    releases.

    Parameters
    ----------
    n_values : different values of the secret
    ells : ℓ of each release, 1 to n_values

    Raises
    ------
    ParameterError
        No release, or an ℓ that is below 1, above the number of values, or not whole.

    Notes
    -----
    Formula: of r other values still left, a release with ℓ values keeps a hypergeometric number: r′ with chance
    C(r, r′) C(L − r, ℓ − 1 − r′) / C(L, ℓ − 1), L = n − 1; the mean is 1 + L Π (ℓ − 1)/L.

    Edge cases: one release leaves its ℓ. With one value it is always left.

    Does not say: what real tables do: their classes follow places and ages, not dice.

    Source: ours; equals inclusion and exclusion over the values left.

    Examples
    --------
    >>> two = random_case(5, [3, 3])
    >>> two.chances.round(4).tolist(), round(two.mean, 4)
    ([0.1667, 0.6667, 0.1667], 2.0)
    """
    return list(random_cases(n_values, sorted(ells)))[-1]


def random_cases(n_values: int, ells: Sequence[int]) -> Iterator[RandomCase]:
    """Follow `random_case` from release to release, in the order of the ells."""
    check_releases(n_values, ells)
    others, least = n_values - 1, n_values
    chances, mean = np.zeros(n_values), float(others)
    chances[others] = 1.0
    for ell in ells:
        least = min(least, ell)
        chances = _after(chances, others, ell - 1)[:least]
        mean *= (ell - 1) / others if others else 0.0
        yield RandomCase(frozen(chances.copy()), 1 + mean)


def _after(chances: FloatArray, others: int, kept: int) -> FloatArray:
    """Chances for the number of other values left, one release later."""
    after = np.zeros(len(chances))
    for left in np.flatnonzero(chances > NEVER).tolist():
        first, shares = _hypergeometric(others, left, kept)
        after[first : first + len(shares)] += chances[left] * shares
    return after


def _hypergeometric(others: int, left: int, kept: int) -> tuple[int, FloatArray]:
    """Smallest number of the `left` that can be among `kept` of all others, and the chance of it and each above."""
    first, last = max(0, left + kept - others), min(left, kept)
    step = np.arange(first, last, dtype=float)
    ratio = (left - step) * (kept - step) / ((step + 1) * (others - left - kept + step + 1))
    size = np.concatenate([[0.0], np.cumsum(np.log(ratio))])
    weight = np.exp(size - size.max())
    return first, weight / weight.sum()
