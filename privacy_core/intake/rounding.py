"""Numbers that would be equal without rounding, such as 0.1 + 0.2 and 0.3."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from privacy_core.tables import FloatArray

_TWIN = 1e-9
_MOST = 20_000


def rounding_twins(numbers: FloatArray) -> dict[int, int]:
    """Positions of numbers with a long spelling and of the short neighbour each stands for.

    Parameters
    ----------
    numbers : float64, ascending, finite

    Examples
    --------
    >>> rounding_twins(np.array([0.1, 0.3, 0.1 + 0.2, 0.5]))
    {2: 1}
    """
    near = np.diff(numbers) <= _TWIN * np.maximum(1, np.abs(numbers[1:]))
    found: dict[int, int] = {}
    for place in np.flatnonzero(near)[:_MOST].tolist():
        for long, short in ((place, place + 1), (place + 1, place)):
            if _is_short(numbers[short]) and not _is_short(numbers[long]):
                found.setdefault(long, short)
    return found


def _is_short(number: float) -> bool:
    """Whether nine digits write the number exactly."""
    return float(f"{number:.9g}") == number


def merged(numbers: NDArray[np.float64]) -> FloatArray:
    """Ascending numbers with each long twin replaced by its short neighbour.

    Examples
    --------
    >>> merged(np.array([0.1, 0.3, 0.1 + 0.2])).tolist()
    [0.1, 0.3, 0.3]
    """
    finite = np.flatnonzero(np.isfinite(numbers))
    twins = rounding_twins(numbers[finite])
    made = numbers.copy()
    made[finite[list(twins)]] = numbers[finite[list(twins.values())]]
    return made
