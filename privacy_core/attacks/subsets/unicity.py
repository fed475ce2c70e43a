"""How many rows each set of columns leaves alone: counts per set, and per number of columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, comb, floor
from statistics import median

from privacy_core.errors import UnknownColumn
from privacy_core.intervals import wilson
from privacy_core.policies import Policies


@dataclass(frozen=True, slots=True)
class SubsetCount:
    """What one set of columns gives away.

    Parameters
    ----------
    columns : the set, in the order asked
    unique : rows that nobody else looks like in these columns, or persons where persons are counted
    below : those in crowds smaller than k, the unique ones included where k is above 1
    """

    columns: tuple[str, ...]
    unique: int
    below: int


@dataclass(frozen=True, slots=True)
class Unicity:
    """Share of the rows that are unique when so many columns are known.

    Parameters
    ----------
    size : columns in a set
    sets, of : sets looked at, and all sets of this size
    mean, median, worst : share of the rows that are unique, 0 to 1, over the sets looked at
    interval : 95 % interval of the mean over all sets, where the sets looked at were drawn at random; else None
    """

    size: int
    sets: int
    of: int
    mean: float
    median: float
    worst: float
    interval: tuple[float, float] | None = None


@dataclass(frozen=True)
class SubsetScan:
    """Rows alone, and rows in small crowds, for every set of columns looked at.

    Parameters
    ----------
    columns : what an attacker may know, in the order asked
    rows : rows that take part, or persons where persons are counted
    k : a crowd of fewer is small
    max_size : most columns in a set that was looked at
    sets : counts by size, then in the order asked
    total : all sets of these columns with up to as many columns as were asked for
    planned : sets that were to be looked at; fewer than `total` where sets are drawn or their sizes are capped
    partial : whether sets that were asked for are missing, for time ended or there are too many
    drawn : sizes whose sets are a uniform random sample
    policies : how missing values, suppressed rows and persons were counted
    suppressed : suppressed rows of the table, whether they take part or not
    left_out : rows that take no part because a value is missing
    seed : of the draw of sets, where it is known
    """

    columns: tuple[str, ...]
    rows: int
    k: int
    max_size: int
    sets: tuple[SubsetCount, ...]
    total: int
    planned: int
    partial: bool
    policies: Policies
    drawn: tuple[int, ...] = ()
    suppressed: int = 0
    left_out: int = 0
    seed: int | None = None

    @property
    def sampled(self) -> bool:
        """Whether sets of some size were drawn at random."""
        return bool(self.drawn)

    @cached_property
    def by_size(self) -> Mapping[int, tuple[SubsetCount, ...]]:
        """The sets of each size, in the order asked."""
        found: dict[int, list[SubsetCount]] = {size: [] for size in range(1, self.max_size + 1)}
        for one in self.sets:
            found[len(one.columns)].append(one)
        return {size: tuple(sets) for size, sets in found.items()}

    def of_size(self, size: int, surely: Sequence[str] = ()) -> tuple[SubsetCount, ...]:
        """Sets of so many columns that hold every column of `surely`.

        Raises
        ------
        UnknownColumn
            A column of `surely` is not among those asked.
        """
        for name in surely:
            if name not in self.columns:
                raise UnknownColumn(name, self.columns)
        sets = self.by_size.get(size, ())
        return tuple(one for one in sets if {*surely} <= {*one.columns}) if surely else sets

    def worst(self, size: int, surely: Sequence[str] = ()) -> SubsetCount | None:
        """The set of so many columns that leaves most rows in small crowds; of equal ones the first."""
        return max(self.of_size(size, surely), key=lambda one: one.below, default=None)

    def middle(self, size: int, surely: Sequence[str] = ()) -> float | None:
        """Rows that the middle set of so many columns leaves in small crowds; None without a set."""
        sets = self.of_size(size, surely)
        return median(one.below for one in sets) if sets else None

    @cached_property
    def unicity(self) -> tuple[Unicity, ...]:
        """Share of the rows that are unique with 1, 2, … known columns; sizes without a set are left out."""
        return tuple(self._unicity(size, sets) for size, sets in self.by_size.items() if sets)

    def _unicity(self, size: int, sets: Sequence[SubsetCount]) -> Unicity:
        shares = [one.unique / self.rows for one in sets]
        mean, of = sum(one.unique for one in sets) / (self.rows * len(sets)), comb(len(self.columns), size)
        between = around(mean, len(sets)) if size in self.drawn else None
        return Unicity(size, len(sets), of, mean, median(shares), max(shares), between)


def around(mean: float, n: int) -> tuple[float, float]:
    """95 % interval of a mean of n shares: Wilson's, of as many hits as the shares add up to, rounded outwards.

    A share varies less than hits and misses do, so the interval is wider than need be.

    Examples
    --------
    >>> [round(end, 3) for end in around(0.105, 100)]
    [0.055, 0.186]
    """
    (low, below), (high, above) = wilson(floor(mean * n), n), wilson(ceil(mean * n), n)
    return max(0.0, min(low - below, mean)), min(1.0, max(high + above, mean))
