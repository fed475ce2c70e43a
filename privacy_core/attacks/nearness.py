"""Which records of a release lie nearest to what is known of a person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from privacy_core.linkage import Feature, Kind
from privacy_core.progress import Progress, report, unwatched
from privacy_core.tables import FloatArray, IntArray

PEOPLE, RELEASE, STRANGERS = range(3)
PAIRS_AT_ONCE = 2_000_000
"""Distances held at once."""
SAME = 1e-9
"""Distances that differ by less are equal."""


@dataclass(frozen=True, eq=False)
class Space:
    """Some columns of the release and of those who are sought in it.

    The distance is Gower's: the mean over columns of |difference| / range for numbers, 0 or 1 for names. A
    missing cell is as far as can be from every value and meets another missing cell.

    Parameters
    ----------
    features : the columns, at least one; side 0 are the people, side 1 is the release

    Notes
    -----
    Source: Gower, A general coefficient of similarity and some of its properties, Biometrics 27(4), 1971.
    """

    features: Sequence[Feature]

    def distances(self, side: int, rows: IntArray) -> FloatArray:
        """Distance of some rows of a side from every row of the release, (n, n_released)."""
        total = np.zeros((len(rows), len(self.features[0].values[RELEASE])))
        for one, wide in zip(self.features, self._ranges, strict=True):
            total += _apart(one, one.values[side][rows], wide)
        return total / len(self.features)

    @cached_property
    def _ranges(self) -> tuple[float, ...]:
        return tuple(_range(one) if one.kind is Kind.NUMBER else 1.0 for one in self.features)


def _apart(one: Feature, sought: NDArray[np.generic], wide: float) -> NDArray[np.float64]:
    released = one.values[RELEASE]
    if one.kind is Kind.CATEGORY:
        return np.asarray(sought[:, None] != released, np.float64)
    apart = np.asarray(sought[:, None] - released, np.float64)
    np.minimum(np.abs(apart, out=apart) / wide, 1, out=apart)
    gaps = np.isnan(sought), np.isnan(released)
    if gaps[0].any() or gaps[1].any():
        apart[:, gaps[1]] = 1
        apart[gaps[0]] = ~gaps[1]
    return apart


def _range(one: Feature) -> float:
    """From the smallest to the largest number of the people and the release; 1 where all are equal."""
    held = np.concatenate([one.values[PEOPLE], one.values[RELEASE]])
    held = held[~np.isnan(held)]
    return float(np.ptp(held)) or 1.0 if len(held) else 1.0


def sliced(rows: IntArray, released: int, doing: str, progress: Progress = unwatched) -> Iterator[IntArray]:
    """Cut rows into slices of two million distances, telling the progress before each.

    Parameters
    ----------
    rows : those sought
    released : rows of the release, each as far from every one of them as has to be measured
    doing : what the progress says

    Raises
    ------
    Stopped
        The user wants the work to end.
    """
    several = max(PAIRS_AT_ONCE // max(released, 1), 1)
    for at in range(0, len(rows), several):
        report(progress, at / len(rows), doing)
        yield rows[at : at + several]
