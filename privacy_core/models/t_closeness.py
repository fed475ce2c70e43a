"""t-closeness: every crowd's mix of secrets resembles the whole table's.

Li, Li & Venkatasubramanian, t-closeness, ICDE 2007, and closeness, TKDE 22(7), 2010.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from privacy_core.counting import Contingency
from privacy_core.errors import ParameterError, in_range, whole_number
from privacy_core.frequencies import share
from privacy_core.hierarchies import Hierarchy
from privacy_core.models.base import Better, Measurement
from privacy_core.tables import FloatArray, Scale


@dataclass(frozen=True)
class Equal:
    """Every two values are one apart: the strictest ground distance at a given t."""

    name: ClassVar[str] = "equal"


@dataclass(frozen=True)
class Rank:
    """Values lie in their order, neighbours 1/(m − 1) apart over the declared domain."""

    name: ClassVar[str] = "ordered"


@dataclass(frozen=True)
class Value:
    """Values lie on the number line, divided by the range: gaps count."""

    name: ClassVar[str] = "value"


@dataclass(frozen=True)
class Tree:
    """Two values are as far apart as their lowest common group is high, divided by the height."""

    hierarchy: Hierarchy
    name: ClassVar[str] = "hierarchical"


Ground = Equal | Rank | Value | Tree
EQUAL = Equal()


@dataclass(frozen=True)
class TCloseness:
    """How far a crowd's mix of secret values lies from the whole table's.

    The earth mover's distance: the least share of the mix that has to move, times how far.
    t is added to a value's share, not multiplied: at t = 0.15 and equal distance a value held
    by 1 of 100 may fill 16 of 100 of a crowd (see `largest_share`).

    Parameters
    ----------
    sensitive : column that must stay secret
    t : largest distance allowed, 0 to 1; None only measures
    ground : how far apart two values are: `Equal()`, `Rank()`, `Value()` or `Tree(hierarchy)`

    Notes
    -----
    Range 0 to 1, lower protects more. Ordered and hierarchical are never above equal distance.

    Formula: t = max over classes of EMD(P, Q), P the class, Q the prior. Equal: ½ Σ|p − q|.
    Ordered: Σ|running sum of p − q|/(m − 1). By value: the same with the gaps between numbers.
    Hierarchical: the mean over the levels below the root of the equal distance between groups.

    Edge cases: a constant column gives 0 although everyone's value is known. Rows without a value
    are left out of ordered and value distances and are a value of their own in the others (under a
    tree: a child of the root). 1/5 keeps 0.2. One empty value at the end of an order changes it.

    Does not say: identity: it needs k beside it. How a value's chance grows: t is added, so
    β-likeness or δ-disclosure bound ratios. Anything about a table that changes, or about data
    from elsewhere.

    Source: Li, Li & Venkatasubramanian, t-closeness, ICDE 2007, sections 4 and 5.
    """

    sensitive: str
    t: float | None = None
    ground: Ground = EQUAL

    name: ClassVar[str] = "t-closeness"
    symbol: ClassVar[str] = "t"
    better: ClassVar[Better] = Better.LOWER
    monotone: ClassVar[bool] = True
    strict: ClassVar[bool] = False

    def __post_init__(self) -> None:
        in_range(0, 1, t=self.t)

    @property
    def threshold(self) -> float | None:
        return self.t

    def per_class(self, table: Contingency) -> FloatArray:
        return distance(table, self.ground)

    def sentence(self, found: Measurement) -> str:
        if isinstance(self.ground, Equal):
            parts = f"{share(found.value or 0)} parts of the mix of {self.sensitive} would have to move"
            return f"In the least typical crowd {parts} to look like everyone (equal distance {found.value:.4f})."
        return (
            f"The least typical crowd's mix of {self.sensitive} lies {found.value:.4f} from everyone's by "
            f"{self.ground.name} distance, where 0 is the same and 1 the farthest."
        )


@dataclass(frozen=True)
class NTCloseness:
    """How far a crowd's mix lies from that of a larger, natural group that contains it.

    (n, t)-closeness: a class of at least n rows passes by itself; a smaller one is compared with
    its coarser class, if that holds at least n rows; else no setting helps. The coarser class is one
    level up in the hierarchy of every quasi-identifier; without hierarchies it is the whole table.

    Parameters
    ----------
    sensitive : column that must stay secret
    n : rows a group needs to be a reference, a whole number of at least 1
    t : largest distance allowed, 0 to 1; None only measures
    ground : as in `TCloseness`

    Notes
    -----
    Range 0 to 1 or infinite, lower protects more.

    Formula: max over classes below n rows of EMD(class, its coarser class of at least n rows).

    Edge cases: a class of n rows or more is 0. Infinite where no coarser class is large enough.
    Only the next level of every hierarchy is looked at. Rows without a value are not counted among
    the n. A quasi-identifier already at the top of its hierarchy stays as it is.

    Does not say: how far the large group itself lies from the table.

    Source: Li, Li & Venkatasubramanian, TKDE 22(7), 2010, section 3.
    """

    sensitive: str
    n: float
    t: float | None = None
    ground: Ground = EQUAL

    name: ClassVar[str] = "nt-closeness"
    symbol: ClassVar[str] = "t"
    better: ClassVar[Better] = Better.LOWER
    monotone: ClassVar[bool] = False
    strict: ClassVar[bool] = False

    def __post_init__(self) -> None:
        in_range(1, n=self.n)
        whole_number(n=self.n)
        in_range(0, 1, t=self.t)

    @property
    def threshold(self) -> float | None:
        return self.t

    def sentence(self, found: Measurement) -> str:
        group = f"group of {self.n:,.0f} rows"
        if found.value == np.inf:
            return f"At least one crowd has no {group} around it to be compared with."
        return f"No crowd's mix of {self.sensitive} lies farther than {found.value:.4f} from a {group}."

    def per_class(
        self, table: Contingency, coarser: Contingency | None = None, parent: NDArray[np.int64] | None = None
    ) -> FloatArray:
        """Return the distance of each class from its coarser class.

        Parameters
        ----------
        table, coarser : contingencies of one column over one domain
        parent : for each class of `table`, its class in `coarser`; both None for the whole table
        """
        if coarser is None or parent is None:
            return self._from_everyone(table)
        apart = np.full(len(parent), np.inf)
        for up in np.unique(parent[coarser.size[parent] >= self.n]):
            children = parent == up
            apart[children] = distance(table.part(children, coarser.mix(int(up))), self.ground)
        return np.where(table.size >= self.n, 0.0, apart)

    def _from_everyone(self, table: Contingency) -> FloatArray:
        rows = table.total.sum()
        if rows < self.n:
            return np.full(len(table.size), np.inf)
        return np.where(table.size >= self.n, 0.0, distance(replace(table, prior=table.total / rows), self.ground))


def distance(table: Contingency, ground: Ground) -> FloatArray:
    """Earth mover's distance of each class from the prior.

    Returns
    -------
    distance : float64 (n_classes,), each in [0, 1]; 0 for a class without a value

    Raises
    ------
    ParameterError
        The column has no order or no (finite) numbers for this ground distance.
    """
    match ground:
        case Equal():
            return _equal(table)
        case Tree(hierarchy):
            return _hierarchical(table, hierarchy)
        case _:
            known = table.without_missing
            return _along_axis(known, gaps(known, ground))


def gaps(table: Contingency, ground: Rank | Value) -> FloatArray:
    """Distance of each value from the next one, summing to 1; 0 after the last."""
    if isinstance(ground, Rank):
        if table.scale is Scale.NOMINAL and table.n_values:
            raise ParameterError(f"Column {table.attribute!r} has no order: ordered distance is not defined.")
        steps = max(table.n_values - 1, 1)
        return np.append(np.full(max(table.n_values - 1, 0), 1 / steps), [0.0] * (table.n_values > 0))
    if table.positions is None:
        raise ParameterError(f"Column {table.attribute!r} has no numbers: distance by value is not defined.")
    if endless := endless_numbers(table):
        raise ParameterError(f"Column {table.attribute!r}: {endless}: distance by value is not defined.")
    half = table.positions / 2 if np.abs(table.positions).max(initial=0) > 1e300 else table.positions
    apart = np.diff(half, append=half[-1:])  # before scaling: large numbers may lie close together
    apart = apart / (apart.max(initial=0) or 1)
    return np.asarray(apart / (apart.sum() or 1))


def endless_numbers(table: Contingency) -> str:
    """Say how many rows hold an infinite number, of the judged table or of the prior's; empty when none does."""
    if endless := infinite_rows(table):
        return f"{endless:,} rows hold an infinite number"
    known = table.positions is None or np.isfinite(table.positions).all()
    return "" if known else "the prior's table holds an infinite number"


def infinite_rows(table: Contingency) -> int:
    """Number of rows whose value is an infinite number."""
    if table.positions is None:
        return 0
    return int(table.total[: len(table.positions)][~np.isfinite(table.positions)].sum())


def _equal(table: Contingency) -> FloatArray:
    # Values absent from a class only add to the shortfall, so the surplus side is the whole distance.
    return table.sum_by_class(np.maximum(table.share - table.prior[table.value], 0))


def _along_axis(table: Contingency, gap: FloatArray) -> FloatArray:
    # Σ|Q − P|·gap over the axis. Q is flat between a class's cells and P only rises, so on each
    # stretch [a, b) they cross once, at x; prefix sums of P·gap then give both sides at once.
    width = np.concatenate([[0.0], np.cumsum(gap)])
    below = np.concatenate([[0.0], np.cumsum(np.cumsum(table.prior) * gap)])
    a, b, x = table.value, table.next_value, table.crossing
    stretch = table.running_share * (2 * width[x] - width[a] - width[b]) + below[a] + below[b] - 2 * below[x]
    head = np.zeros(len(table.filled))
    head[table.filled] = below[a[table.start[:-1][table.filled]]]  # before a class's first value Q is 0
    return np.maximum(table.sum_by_class(stretch) + head, 0)


def _hierarchical(table: Contingency, hierarchy: Hierarchy) -> FloatArray:
    # Mass leaving a node costs one step of height on each level it passes, so the distance is
    # the mean, over the levels below the root, of the equal distance between that level's groups.
    groups = tree_levels(table, hierarchy)
    if not groups:
        return np.zeros(len(table.start) - 1)
    return np.asarray(sum(_equal(table.coarser(to)) for to in groups) / len(groups))


def tree_levels(table: Contingency, hierarchy: Hierarchy) -> list[NDArray[np.int64]]:
    """Group of each value at every level below the root; a missing value stays on its own."""
    known = slice(0, table.missing)
    levels = hierarchy.levels_of(table.labels[known], table.total[known].tolist(), table.scale)
    return levels if table.missing is None else [np.append(to, to.max(initial=-1) + 1) for to in levels]
