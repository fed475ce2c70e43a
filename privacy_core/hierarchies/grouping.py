"""Names in groups: neighbours of an order, or the rare ones together."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from privacy_core.errors import HierarchyError, ParameterError
from privacy_core.generalized import braces
from privacy_core.hierarchies.faults import MOST_LEVELS
from privacy_core.hierarchies.levels import TOP, Levels, multiples, refuse, values_of
from privacy_core.tables import Column, Scale


@dataclass(frozen=True, slots=True)
class OrderedGroups:
    """Neighbours of an order in groups of equal size, `{low, mid}`.

    Parameters
    ----------
    sizes : values in a group, one number per level, each a multiple of the one before
    order : the values, lowest first; empty for the column's own order

    Raises
    ------
    ParameterError
        Sizes that do not nest, a value twice in the order.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> from privacy_core.hierarchies import build
    >>> pain = from_frame(pd.DataFrame({"pain": ["low", "mid", "high"]}))["pain"]
    >>> build(OrderedGroups((2,), ("low", "mid", "high")), pain).labels
    (('low', 'mid', 'high'), ('{low, mid}', 'high'), ('*',))
    """

    sizes: tuple[int, ...]
    order: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        multiples("Sizes of groups", self.sizes)
        twice = len(self.order) - len(set(self.order))
        if twice or any(size != int(size) for size in self.sizes):
            raise ParameterError(
                f"The order of groups names {twice} values twice." if twice else "Sizes of groups must be whole."
            )

    def levels(self, column: Column) -> Levels:
        order = list(self.order)
        if not order and column.scale is Scale.NOMINAL:
            raise HierarchyError(f"Column {column.name!r} has no order: ordered groups need one.")
        if order:
            strange = np.array([word not in set(order) for word in values_of(column)], bool)
            refuse(column, strange, "a value outside the order of the groups")
        order = order or values_of(column)
        return Levels(order, [self._level(order, int(size)) for size in self.sizes])

    def _level(self, order: list[str], size: int) -> list[str]:
        groups = [order[at : at + size] for at in range(0, len(order), size)]
        return [_name(group) for group in groups for _ in group]


def _name(group: list[str]) -> str:
    return braces(group) if len(group) > 1 else group[0]


@dataclass(frozen=True, slots=True)
class ByFrequency:
    """The most frequent values stay themselves the longest, the others become `*`.

    Equally frequent values stay in the order of the column. Without a level between, every value is
    only itself or `*`.

    Parameters
    ----------
    keep : how many values stay, one number per level, each smaller than the one before

    Raises
    ------
    ParameterError
        Numbers that do not fall, or below 1.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> from privacy_core.hierarchies import build
    >>> towns = from_frame(pd.DataFrame({"town": ["Bonn", "Ulm", "Ulm", "Wien", "Wien", "Wien"]}))["town"]
    >>> build(ByFrequency((1,)), towns).labels
    (('Bonn', 'Ulm', 'Wien'), ('*', 'Wien'), ('*',))
    """

    keep: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        pairs = pairwise([*self.keep, 0])
        if len(self.keep) > MOST_LEVELS - 2 or any(more <= fewer or more != int(more) for more, fewer in pairs):
            raise ParameterError("The numbers of values kept must fall from level to level and be at least 1.")

    def levels(self, column: Column) -> Levels:
        words = values_of(column)
        rows = np.bincount(column.codes, minlength=column.n_codes)[: len(words)]
        rank = np.empty(len(words), np.int64)
        rank[np.argsort(-rows, kind="stable")] = np.arange(len(words))
        levels = [[word if at < kept else TOP for word, at in zip(words, rank, strict=True)] for kept in self.keep]
        return Levels(words, levels)
