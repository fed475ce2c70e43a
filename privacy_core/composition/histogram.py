"""A linkage arranged to be drawn: how many people have how many values left, and who comes first."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from privacy_core.composition.linkage import Linkage
from privacy_core.tables import IntArray

SINGLE = 14
"""Up to this many values left each number of them has its own bar."""
BINS = (1, 2, 3, 4, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000, 100_000)
"""Where bars begin if there are more."""


@dataclass(frozen=True, slots=True)
class Bar:
    """People with about the same number of values left, among those in every release with some left.

    Parameters
    ----------
    low, high : least and most values left
    linked : people with so many left after linking
    before : people whom their most telling single release leaves so many
    """

    low: int
    high: int
    linked: int
    before: int


def bars(found: Linkage) -> tuple[Bar, ...]:
    """Count people by values left, one bar per number up to 14, wider ones beyond.

    Examples
    --------
    >>> from privacy_core.composition import extremal_tables, link_by_key
    >>> bars(link_by_key(extremal_tables(5, 3, 2), "secret", "person"))[0]
    Bar(low=1, high=1, linked=1, before=0)
    """
    judged = found.judged
    most = int(max(found.before[judged].max(initial=1), found.size[judged].max(initial=1)))
    edges = list(range(1, most + 2)) if most <= SINGLE else [*(low for low in BINS if low <= most), most + 1]
    linked, before = (
        np.histogram(size[judged], edges, weights=found.weight[judged])[0] for size in (found.size, found.before)
    )
    return tuple(
        Bar(low, end - 1, int(now), int(then))
        for low, end, now, then in zip(edges[:-1], edges[1:], linked, before, strict=True)
    )


def left_per_person(found: Linkage) -> IntArray:
    """Values left for everybody, by position; -1 for people who are not in every release.

    Examples
    --------
    >>> from privacy_core.composition import extremal_tables, link_by_key
    >>> left_per_person(link_by_key(extremal_tables(5, 3, 2), "secret", "person"))[0].item()
    1
    """
    return np.where(found.in_all, found.size, -1)[found.of_person].astype(np.int64)


def by_fewest_left(found: Linkage) -> IntArray:
    """Positions of the people in every release: fewest values left first, those with nothing left last.

    Examples
    --------
    >>> from privacy_core.composition import extremal_tables, link_by_key
    >>> by_fewest_left(link_by_key(extremal_tables(5, 3, 2), "secret", "person"))[0].item()
    0
    """
    every = left_per_person(found)
    some = np.flatnonzero(every >= 0)
    return some[np.lexsort((some, every[some], every[some] == 0))].astype(np.int64)
