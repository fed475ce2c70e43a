"""Numbers in standard deviations from their mean, side by side in one array."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from privacy_core.linkage.features import Feature
from privacy_core.tables import FloatArray


def standardized(
    features: Sequence[Feature], fitted: Sequence[int], n: Sequence[int], weight: float
) -> tuple[tuple[FloatArray, ...], dict[str, slice]]:
    """Measure every number from the mean of the fit rows, in their standard deviations (n below, not n − 1).

    A missing number is the mean; where fit rows miss any, a second column is `weight` where it is missing.

    Returns
    -------
    numbers : per side float64 (n_side, p)
    places : columns of each feature
    """
    partly = [any(one.missing(side).any() for side in fitted) for one in features]
    ends = np.cumsum([0, *(1 + gaps for gaps in partly)]).tolist()
    numbers = tuple(np.empty((rows, ends[-1])) for rows in n)
    for one, gaps, at in zip(features, partly, ends, strict=False):
        largest, mean, spread = _scale([one.values[side] for side in fitted], gaps)
        for side, values in enumerate(one.values):
            missing = one.missing(side)
            numbers[side][:, at] = np.where(missing, 0, (values / largest - mean) / spread)
            if gaps:
                numbers[side][:, at + 1] = weight * missing
    return numbers, {one.name: slice(ends[at], ends[at + 1]) for at, one in enumerate(features)}


def _scale(sides: Sequence[FloatArray], gaps: bool) -> tuple[float, float, float]:
    """Largest absolute value, and mean and deviation as shares of it: no square overflows, equal numbers are 1."""
    held = [values[~np.isnan(values)] for values in sides] if gaps else list(sides)
    count = sum(map(len, held))
    ends = [abs(float(end)) for values in held if len(values) for end in (values.min(), values.max())]
    largest = max(ends, default=1.0) or 1.0
    scaled = [values / largest for values in held]
    mean = sum(float(values.sum()) for values in scaled) / max(count, 1)
    variance = sum(float(np.square(values - mean).sum()) for values in scaled) / max(count, 1)
    return largest, mean, variance**0.5 or 1.0
