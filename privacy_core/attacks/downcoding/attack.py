"""Downcoding: what follows from the fact that a class could not be published any finer.

Source: Cohen, Attacks on deidentification's defenses, USENIX Security 2022, Algorithm 1. The window, the check for
cells that say "rest" and the rule for every class are ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from privacy_core.attacks.downcoding.clusters import Kind
from privacy_core.attacks.downcoding.recoding import Published
from privacy_core.errors import ParameterError, in_range
from privacy_core.tables import IntArray, frozen

WINDOW = (3 / 8, 5 / 8)
"""Share of raised cells that tells of exactly one row that scatters: none gives 0, one about 1/2, two about 3/4."""


class WhyNot(StrEnum):
    """Why a group of rows is left as published."""

    SIZE = "its cluster does not have exactly k published rows"
    REST = "a cell says that all its rows are in the rest"
    SHARE = "no cell is raised, or a share of them outside the window"


@dataclass(frozen=True, eq=False)
class Group:
    """A class published within one cluster, and what follows for it.

    Parameters
    ----------
    rows : positions of the rows, ascending
    cluster : their cluster, from 0
    raised : bool (dims,), cells published as the cluster's interval
    share : share of cells that are raised
    why_not : why nothing follows; None where the group is refined
    right : whether what follows is true of the original; None where not refined or not judged yet
    one_in_rest : bool (dims,), cells in which indeed exactly one row is in the rest; None likewise
    """

    rows: IntArray
    cluster: int
    raised: NDArray[np.bool_]
    share: float
    why_not: WhyNot | None
    right: bool | None = None
    one_in_rest: NDArray[np.bool_] | None = None

    @property
    def refined(self) -> bool:
        """Whether the group is published finer than the anonymizer did."""
        return self.why_not is None

    @property
    def wrong(self) -> NDArray[np.bool_]:
        """Raised cells (dims,) of which what follows is false; none where nothing follows or nothing was judged."""
        return np.zeros_like(self.raised) if self.one_in_rest is None else self.raised & ~self.one_in_rest

    @property
    def cells_right(self) -> int | None:
        """Raised cells of which what follows is true; None where nothing follows or nothing was judged."""
        return None if self.one_in_rest is None else int((self.raised & self.one_in_rest).sum())


@dataclass(frozen=True, eq=False)
class Downcoding:
    """A release after the attack.

    Parameters
    ----------
    published : the release
    groups : classes within one cluster, by cluster, then by class
    every_class : whether every class was tried or, as in the paper, those that are a whole cluster of exactly k rows
    window : least and largest share of raised cells of a refined group
    """

    published: Published
    groups: tuple[Group, ...]
    every_class: bool
    window: tuple[float, float]

    @property
    def refined(self) -> tuple[Group, ...]:
        """The groups that are refined."""
        return tuple(group for group in self.groups if group.refined)

    @property
    def delta_n(self) -> int:
        """Rows that are refined."""
        return sum(len(group.rows) for group in self.refined)

    @property
    def delta_d(self) -> int | None:
        """Least number of refined cells in a refined row; None where none is."""
        return min((int(group.raised.sum()) for group in self.refined), default=None)

    @property
    def right(self) -> bool | None:
        """Whether everything that follows is true; None where nothing follows or nothing was judged."""
        judged = [group.right for group in self.refined]
        return None if not judged or None in judged else all(judged)

    @cached_property
    def nodes(self) -> IntArray:
        """The release refined (n, dims): of each group the last row is the one that scatters; order says nothing."""
        found = self.published.nodes.copy()
        for group in self.refined:
            found[group.rows] = 2 * group.cluster
            found[group.rows[-1], group.raised] = 2 * group.cluster + 1
        return frozen(found)


def downcode(
    published: Published,
    *,
    every_class: bool = False,
    window: tuple[float, float] = WINDOW,
    complement_check: bool = True,
) -> Downcoding:
    """Undo the blur where the release, being minimal, tells that exactly one row of a group scatters.

    A group of exactly k rows within one cluster is published as finely as its rows allow. Where about half its cells
    are raised, one row scatters and the others do not: these are in the middle everywhere, that one is in the rest
    exactly where the cell is raised. The attacker sees the release alone; knows hierarchy, k and distribution.

    Parameters
    ----------
    every_class : try every class, not only clusters of exactly k rows: more yield, no guarantee in the worst case
    window : least and largest share of raised cells; `window_of` gives it for another distribution
    complement_check : leave groups alone that have a cell of all "rest": with k = 2 two scattering rows look like one

    Notes
    -----
    Formula: a group of exactly k rows is refined where the share of its raised cells lies in [3/8, 5/8]; then k − 1
    rows are in the middle everywhere and one is in the rest exactly where the cell is raised.

    Edge cases: a group one of whose cells says "rest" is left alone; where no group is refined nothing follows; a
    release blurred more than it must be is read wrongly.

    Does not say: who the row is, and nothing about a table whose release is not minimal or whose rows share no hidden
    cause.

    Source: Cohen, USENIX Security 2022, Algorithm 1; thresholds, check and the rule for every class are ours.

    Examples
    --------
    >>> from privacy_core.attacks.downcoding.recoding import recode
    >>> codes = np.zeros((10, 8), int)
    >>> codes[3, :4] = 1                                         # one of ten rows scatters, in four of eight attributes
    >>> found = judged(downcode(recode(codes, 10, 1)), codes)
    >>> found.delta_n, found.delta_d, found.right
    (10, 4, True)
    """
    low, high = window
    if not 0 <= low <= high <= 1:
        raise ParameterError(f"The window must rise within [0, 1], got {low:g} to {high:g}.")
    in_cluster = np.bincount(published.cluster[published.cluster >= 0], minlength=published.clusters)
    groups = []
    for cluster, rows in _classes(published):
        shown = published.kinds[rows[0]]
        raised = frozen(shown == Kind.RAISED)
        share = float(raised.mean())
        why_not = None
        if not every_class and in_cluster[cluster] != published.k:
            why_not = WhyNot.SIZE
        elif complement_check and (shown == Kind.OUTSIDE).any():
            why_not = WhyNot.REST
        elif not raised.any() or not low - 1e-9 <= share <= high + 1e-9:
            why_not = WhyNot.SHARE
        groups.append(Group(frozen(rows), cluster, raised, share, why_not))
    return Downcoding(published, tuple(groups), every_class, window)


def window_of(inside: float) -> tuple[float, float]:
    """The window for another share of middles among what scatters: half the way from one such row to two, both ways.

    Examples
    --------
    >>> window_of(0.5)
    (0.375, 0.625)
    """
    in_range(0, 1, inside=inside)
    half = inside * (1 - inside) / 2
    return 1 - inside - half, 1 - inside + half


def _classes(published: Published) -> Iterator[tuple[int, IntArray]]:
    """Clusters and rows of the classes that are within one cluster, by cluster."""
    within = np.flatnonzero(published.cluster >= 0)
    order = within[np.lexsort((published.owner[within], published.cluster[within]))]
    for rows in np.split(order, np.flatnonzero(np.diff(published.owner[order])) + 1):
        if len(rows):
            yield int(published.cluster[rows[0]]), rows


def judged(found: Downcoding, codes: IntArray) -> Downcoding:
    """Compare what the attack says with the original (codes of each cell, n × dims)."""
    return replace(found, groups=tuple(_judged(group, codes) if group.refined else group for group in found.groups))


def _judged(group: Group, codes: IntArray) -> Group:
    mine = codes[group.rows]
    rest = mine == 2 * group.cluster + 1
    scattering = np.flatnonzero(rest.any(axis=1))
    within = bool((mine // 2 == group.cluster).all())
    right = within and len(scattering) == 1 and bool((rest[scattering[0]] == group.raised).all())
    return replace(group, right=right, one_in_rest=frozen(rest.sum(axis=0) == 1))
