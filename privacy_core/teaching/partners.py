"""Which class to merge with: the partner that brings a class nearest to the whole table."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from privacy_core.counting import Contingency, cells
from privacy_core.models.t_closeness import Ground, distance
from privacy_core.policies import TOLERANCE
from privacy_core.tables import FloatArray

CELLS = 20_000_000
"""Mergers are measured in parts of at most about this many cells, to bound the memory they take."""


@dataclass(frozen=True, slots=True)
class Merger:
    """Two classes and what becomes of their distance when they are made one.

    Parameters
    ----------
    chosen, partner : the classes
    before, partner_before : distance of each now
    after : distance of both once merged
    size, partner_size : rows of each
    """

    chosen: int
    partner: int
    before: float
    partner_before: float
    after: float
    size: int
    partner_size: int

    @property
    def helps(self) -> bool:
        """Whether the chosen class comes nearer."""
        return self.after < self.before - TOLERANCE

    @property
    def partner_gets_worse(self) -> bool:
        """Whether the partner, which was nearer, moves away."""
        return self.after > self.partner_before + TOLERANCE

    @property
    def sentence(self) -> str:
        """What the merger does to both."""
        both = f"Merged with a crowd of {self.partner_size:,}, {self.before:.4f} becomes {self.after:.4f}"
        worse = f"; the other crowd gets worse, from {self.partner_before:.4f}" if self.partner_gets_worse else ""
        return f"{both}{worse}. {LAW}"


LAW = "The largest distance of the table never rises when whole crowds merge."


def merged_distances(table: Contingency, chosen: int, ground: Ground) -> FloatArray:
    """Distance from the prior of one class merged with each other class.

    Parameters
    ----------
    table : Contingency
    chosen : the class
    ground : any ground distance

    Returns
    -------
    distance : float64 (n_classes,); infinite at the class itself

    Examples
    --------
    >>> from privacy_core import Rank, contingency, equivalence_classes, samples
    >>> nine = samples.load("hospital-4")
    >>> counted = contingency(nine.table, equivalence_classes(nine.table, ["zip", "age"]), "salary")
    >>> merged_distances(counted, 0, Rank()).round(4).tolist()
    [inf, 0.0833, 0.1181]
    """
    own = slice(table.start[chosen], table.start[chosen + 1])
    n = len(table.start) - 1
    step = max(CELLS // max(own.stop - own.start + len(table.value) // max(n, 1), 1), 1)
    parts = [distance(_merged(table, own, first, min(first + step, n)), ground) for first in range(0, n, step)]
    found = np.concatenate(parts)
    found[chosen] = np.inf
    return found


def _merged(table: Contingency, own: slice, first: int, last: int) -> Contingency:
    """The classes from `first` up to `last`, each with the cells of one class added."""
    theirs = slice(table.start[first], table.start[last])
    several = last - first
    key = np.concatenate(
        [
            (table.owner[theirs] - first) * table.n_values + table.value[theirs],
            (np.arange(several)[:, None] * table.n_values + table.value[own]).ravel(),
        ]
    )
    rows = np.concatenate([table.count[theirs], np.tile(table.count[own], several)])
    start, value, count = cells(key, table.n_values, several, rows)
    return replace(table, start=start, value=value, count=count)


def partner(table: Contingency, chosen: int, ground: Ground) -> Merger | None:
    """The class whose merger brings one class nearest to the prior; None when there is no other.

    Exact over all classes; of equals the smaller partner, then the first. Whole classes merge at
    a fixed prior, so the new distance is at most the weighted mean of both: the maximum never
    rises and two classes that keep t merge into one that keeps it. A partner that was nearer can
    get worse.

    Notes
    -----
    Formula: argmin over j of EMD((n_c P_c + n_j P_j)/(n_c + n_j), Q).

    Edge cases: one class has no partner. The nearest in distance need not be a neighbour in the
    quasi-identifiers, so the merger can cost much detail.

    Does not say: what the merger costs; whether a chain of mergers would do better.

    Source: convexity of the EMD in its first argument; spec section 5, corrections 4 to 6.

    Examples
    --------
    >>> from privacy_core import Rank, contingency, equivalence_classes, samples
    >>> nine = samples.load("hospital-4")
    >>> counted = contingency(nine.table, equivalence_classes(nine.table, ["zip", "age"]), "salary")
    >>> best = partner(counted, 0, Rank())
    >>> best.partner, round(best.before, 4), round(best.after, 4), best.partner_gets_worse
    (1, 0.375, 0.0833, False)
    """
    size = table.classes.size
    if len(size) < 2:
        return None
    now, merged = distance(table, ground), merged_distances(table, chosen, ground)
    near = np.flatnonzero(merged <= merged.min() + TOLERANCE)
    best = int(near[size[near].argmin()])
    return Merger(
        chosen,
        best,
        float(now[chosen]),
        float(now[best]),
        float(merged[best]),
        int(size[chosen]),
        int(size[best]),
    )
