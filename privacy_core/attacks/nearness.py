"""Which records of a release lie nearest to what is known of a person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from privacy_core.linkage import Feature, Kind
from privacy_core.progress import Progress, report, unwatched
from privacy_core.tables import FloatArray, IntArray

PEOPLE, RELEASE, STRANGERS = range(3)
SLICE = 32
"""Targets looked at at once."""
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
        for one in self.features:
            total += self._apart(one, one.values[side][rows])
        return total / len(self.features)

    def _apart(self, one: Feature, sought: NDArray[np.generic]) -> NDArray[np.float64]:
        released = one.values[RELEASE]
        if one.kind is Kind.CATEGORY:
            return np.asarray(sought[:, None] != released, np.float64)
        apart = np.abs(sought[:, None] - released) / _range(one)
        gaps = np.isnan(sought)[:, None], np.isnan(released)[None, :]
        return np.asarray(np.where(gaps[0] | gaps[1], gaps[0] ^ gaps[1], np.minimum(apart, 1)), np.float64)


def _range(one: Feature) -> float:
    """From the smallest to the largest number of the people and the release; 1 where all are equal."""
    held = np.concatenate([one.values[PEOPLE], one.values[RELEASE]])
    held = held[~np.isnan(held)]
    return float(np.ptp(held)) or 1.0 if len(held) else 1.0


def sliced(rows: IntArray, doing: str, progress: Progress = unwatched) -> Iterator[IntArray]:
    """Cut rows into slices, telling the progress before each.

    Raises
    ------
    Stopped
        The user wants the work to end.
    """
    for at in range(0, len(rows), SLICE):
        report(progress, at / len(rows), doing)
        yield rows[at : at + SLICE]
