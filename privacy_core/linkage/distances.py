"""How near released records lie to real ones: distance to the closest record, and how much nearer than the next."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike
from sklearn.neighbors import NearestNeighbors
from threadpoolctl import threadpool_limits

from privacy_core.linkage.encoding import Encoded
from privacy_core.linkage.sides import HOLDOUT, SOURCE, TARGET
from privacy_core.tables import FloatArray, IntArray, frozen

MOST_ENCODED_CELLS = 100_000_000
TOO_LARGE = "not measured: the tables are too large to hold every column of every row at once"
MOST_ROWS = 20_000
"""Records that are asked for their nearest; more are sampled. All records are looked at."""
MOST_WORK = 20_000_000_000
"""Pairs × columns that are measured: fewer records are asked where there are very many to look at, 500 at least."""
LEAST_ROWS = 500


@dataclass(frozen=True, eq=False)
class Nearest:
    """Distances of some records to the nearest of others.

    Parameters
    ----------
    closest : float64 (n,), distance to the closest record (DCR)
    ratio : float64 (n,), that distance over the one to the second closest (NNDR), in [0, 1]; 1 where both are 0.
        None with a single record to compare with
    asked : records there are; more than n where only some were asked
    """

    closest: FloatArray
    ratio: FloatArray | None
    asked: int

    def __post_init__(self) -> None:
        frozen(self.closest)
        if self.ratio is not None:
            frozen(self.ratio)

    @property
    def same(self) -> int:
        """Records that equal another in everything compared."""
        return int(np.count_nonzero(self.closest == 0))

    @property
    def median(self) -> float:
        """Median distance to the closest record."""
        return float(np.median(self.closest))

    @property
    def median_ratio(self) -> float | None:
        """Median ratio; None where it is not defined."""
        return None if self.ratio is None else float(np.median(self.ratio))


def nearest(queries: ArrayLike, reference: ArrayLike, own: IntArray | None = None) -> Nearest | None:
    """Find the two nearest reference records of each query.

    Parameters
    ----------
    queries : float64 (n, d)
    reference : float64 (m, d)
    own : int64 (n,), the row of the reference that is the query itself and is left out for it

    Returns
    -------
    found : None without a query, or without a record to compare with

    Examples
    --------
    >>> found = nearest(np.array([[0.0, 0], [3, 4]]), np.array([[0.0, 0], [0, 1], [3, 0]]))
    >>> found.closest.tolist(), found.ratio.round(7).tolist()
    ([0.0, 4.0], [0.0, 0.942809])
    >>> nearest(np.zeros((1, 2)), np.zeros((2, 2))).ratio.tolist()      # equal to both: no nearer to one
    [1.0]
    """
    queries, reference = np.asarray(queries, np.float64), np.asarray(reference, np.float64)
    alone = own is not None
    if not len(queries) or len(reference) - alone < 1:
        return None
    wanted = min(2 + alone, len(reference))
    with threadpool_limits(1):
        searched = NearestNeighbors(n_neighbors=wanted, algorithm="brute").fit(_wide(reference))
        at = searched.kneighbors(_wide(queries), return_distance=False)
    far = np.sqrt(np.square(queries[:, None, :] - reference[at]).sum(axis=2))  # the search itself rounds zeros away
    if own is not None:
        far[_places(at, own)] = np.inf
    far = np.sort(far, axis=1)
    if wanted - alone < 2:
        return Nearest(far[:, 0], None, len(queries))
    ratio = np.divide(far[:, 0], far[:, 1], out=np.ones(len(far)), where=far[:, 1] > 0)
    return Nearest(far[:, 0], ratio, len(queries))


def _wide(rows: FloatArray) -> FloatArray:
    """At least one column, for records without any."""
    return rows if rows.shape[1] else np.zeros((len(rows), 1))


def _places(at: IntArray, own: IntArray) -> tuple[IntArray, IntArray]:
    """Where each query found itself; the last place where copies of it came first."""
    mine = at == own[:, None]
    mine[~mine.any(axis=1), -1] = True
    rows, places = np.nonzero(mine)
    return rows.astype(np.int64), places.astype(np.int64)


@dataclass(frozen=True, eq=False)
class Distances:
    """Distances in the space of encoded columns, before any projection.

    Parameters
    ----------
    release : of released records to the originals, the direction used for synthetic tables
    people : of originals to the release, for a word about each person
    baseline : of held-out people to the originals, else of originals to each other: what is near anyway
    kind : "holdout", "leave one out", or why nothing was measured

    Notes
    -----
    Edge cases: each is None where a side is empty. A short distance is no match: half of real people have a near
    double, which the baseline tells.

    Source: Park et al., Data synthesis based on generative adversarial networks, VLDB 2018 (DCR); Lowe, IJCV 2004
    (ratio); with a hold-out: Platzer & Reutterer, Frontiers in Big Data 4, 2021.
    """

    release: Nearest | None
    people: Nearest | None
    baseline: Nearest | None
    kind: str


def distances(encoded: Encoded, random: np.random.Generator) -> Distances:
    """Measure distances between the sides of a linkage.

    Parameters
    ----------
    encoded : sides as vectors
    random : chooses the records that are asked where there are very many

    Examples
    --------
    >>> from privacy_core.linkage import given
    >>> both = given([np.array([[0.0, 0], [0, 1], [3, 0]]), np.array([[0.0, 0], [3, 4]])], ["a", "b"])
    >>> found = distances(both, np.random.default_rng(1))
    >>> found.release.closest.tolist(), found.baseline.closest.tolist(), found.kind
    ([0.0, 4.0], [1.0, 1.0, 3.0], 'leave one out')
    """
    if max(encoded.n) * encoded.d > MOST_ENCODED_CELLS:
        return Distances(None, None, None, TOO_LARGE)
    vectors = encoded.vectors
    people, release = vectors[SOURCE], vectors[TARGET]
    if len(vectors) > HOLDOUT:
        baseline, kind = _some(vectors[HOLDOUT], people, random), "holdout"
    else:
        own = _drawn(people, len(people), random)
        alone = nearest(people[own], people, own)
        baseline, kind = None if alone is None else replace(alone, asked=len(people)), "leave one out"
    return Distances(_some(release, people, random), _some(people, release, random), baseline, kind)


def _some(queries: FloatArray, reference: FloatArray, random: np.random.Generator) -> Nearest | None:
    found = nearest(queries[_drawn(queries, len(reference), random)], reference)
    return None if found is None else replace(found, asked=len(queries))


def _drawn(rows: FloatArray, reference: int, random: np.random.Generator) -> IntArray:
    """Positions of at most 20,000 of the rows, fewer for many to compare with; chosen by values, not by places."""
    most = min(MOST_ROWS, max(MOST_WORK // max(reference * rows.shape[1], 1), LEAST_ROWS))
    if len(rows) <= most:
        return np.arange(len(rows))
    return np.lexsort(rows.T)[np.sort(random.permutation(len(rows))[:most])]
