"""The table that downcoding is shown on: people in clusters, a few of whom scatter widely, and its hierarchy.

Every attribute of a row is drawn around the centre of the row's cluster: with standard deviation 1, or 10 for the
rows that scatter. The tree of an attribute has all values at the top, below it one interval per cluster, and below
each interval its middle (±6.6 around the centre) and everything else of it.

Source: Cohen, Attacks on deidentification's defenses, USENIX Security 2022, the clustered Gaussians.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from math import erf, sqrt

import numpy as np
from numpy.typing import NDArray

from privacy_core.errors import ParameterError, in_range, whole_number
from privacy_core.refinement import Taxonomy
from privacy_core.tables import FloatArray, IntArray, frozen

SPACING, NARROW, WIDE, RADIUS = 130.0, 1.0, 10.0, 6.6
"""Distance of the centres, both standard deviations, half the width of the middle. Half of what scatters would be
within 6.745; within 6.6, the paper's radius, is 49.07 %."""

CELLS = 4_000_000
"""Most cells of a drawn table."""


class Kind(IntEnum):
    """What a published cell says."""

    INSIDE = 0
    """The middle of a cluster's interval."""
    OUTSIDE = 1
    """The rest of a cluster's interval."""
    RAISED = 2
    """A cluster's interval, middle or rest."""
    ROOT = 3
    """Anything."""


@dataclass(frozen=True)
class Clusters:
    """How the table is drawn and blurred.

    Parameters
    ----------
    n : rows, at least k
    k : rows that must look alike, at least 2
    clusters : clusters, all equally likely
    dims : attributes
    big : chance that a row scatters (0 to 1); 1/k gives the attack most to work on

    Raises
    ------
    ParameterError
        A number lies out of its range; k = 1 blurs nothing; more than k rows are asked of fewer.

    Examples
    --------
    >>> round(Clusters().inside_share, 4)
    0.4907
    """

    n: int = 100
    k: int = 10
    clusters: int = 10
    dims: int = 64
    big: float = 0.1

    def __post_init__(self) -> None:
        whole_number(n=self.n, k=self.k, clusters=self.clusters, dims=self.dims)
        in_range(1, n=self.n, k=self.k)
        in_range(1, 1000, clusters=self.clusters)
        in_range(1, dims=self.dims)
        in_range(0, 1, big=self.big)
        if self.k == 1:
            raise ParameterError(
                "k = 1 publishes every row as it is, so there is nothing to undo: k must be 2 or more."
            )
        if self.k > self.n:
            raise ParameterError(f"k must be at most the number of rows: {self.k:,} alike cannot be had of {self.n:,}.")
        if self.n * self.dims > CELLS:
            raise ParameterError(f"n × dims must be at most {CELLS:,} cells, got {self.n * self.dims:,}.")

    @property
    def inside_share(self) -> float:
        """Chance that a scattering row lies in the middle of an attribute."""
        return erf(RADIUS / (WIDE * sqrt(2)))

    @property
    def centres(self) -> FloatArray:
        """Centre of each cluster, the same in every attribute."""
        return np.asarray(SPACING * np.arange(1, self.clusters + 1), np.float64)


@dataclass(frozen=True, eq=False)
class Drawn:
    """A table before it is blurred.

    Parameters
    ----------
    values : float64 (n, dims)
    cluster : int64 (n,), cluster each row was drawn from, from 0
    big : bool (n,), whether it scatters
    """

    values: FloatArray
    cluster: IntArray
    big: NDArray[np.bool_]


def draw(settings: Clusters, random: np.random.Generator, rows: int | None = None) -> Drawn:
    """Draw a table, or as many further rows as said.

    Examples
    --------
    >>> found = draw(Clusters(dims=4), np.random.default_rng(1))
    >>> found.values.shape, int(found.big.sum())
    ((100, 4), 8)
    """
    n = settings.n if rows is None else rows
    big = random.random(n) < settings.big
    cluster = random.integers(0, settings.clusters, n)
    spread = np.where(big, WIDE, NARROW)[:, None]
    values = settings.centres[cluster][:, None] + spread * random.standard_normal((n, settings.dims))
    return Drawn(frozen(values), frozen(cluster), frozen(big))


def coded(values: FloatArray, clusters: int) -> IntArray:
    """The finest node of each value: 2t in the middle of cluster t, 2t + 1 in the rest of its interval."""
    cluster = np.clip(np.rint(values / SPACING).astype(np.int64) - 1, 0, clusters - 1)
    middle = np.abs(values - SPACING * (cluster + 1)) <= RADIUS
    return frozen(np.asarray(2 * cluster + ~middle, np.int64))


def tree(clusters: int) -> Taxonomy:
    """The hierarchy of every attribute: middles and rests, clusters, everything.

    Examples
    --------
    >>> tree(2).path.tolist()
    [[0, 1, 2, 3], [4, 4, 5, 5], [6, 6, 6, 6]]
    """
    leaf, leaves = np.arange(2 * clusters), 2 * clusters
    path = np.array([leaf, leaves + leaf // 2, np.full(leaves, 3 * clusters)], np.int64)
    level = np.repeat([0, 1, 2], [leaves, clusters, 1])
    share = np.repeat([0.5 / clusters, 1 / clusters, 1.0], [leaves, clusters, 1])
    middles = [f"{what} of cluster {t + 1}" for t in range(clusters) for what in ("middle", "rest")]
    return Taxonomy(path, level, share, (*middles, *(f"cluster {t + 1}" for t in range(clusters)), "*"))


def kinds(nodes: IntArray, clusters: int) -> IntArray:
    """What nodes of the tree are, as `Kind`."""
    return np.where(nodes < 2 * clusters, nodes % 2, np.where(nodes < 3 * clusters, Kind.RAISED, Kind.ROOT))


def clusters_of(nodes: IntArray, clusters: int) -> IntArray:
    """The cluster that nodes lie in; −1 at the root."""
    lower = np.where(nodes < 2 * clusters, nodes // 2, nodes - 2 * clusters)
    return np.where(nodes < 3 * clusters, lower, -1)
