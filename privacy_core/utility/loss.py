"""Loss: how much of its domain each shown value covers (Iyengar 2002), as ARX weighs and aggregates it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.errors import ParameterError, UnknownColumn, in_range
from privacy_core.tables import FloatArray
from privacy_core.utility.coarsening import Coarsening


class Aggregate(StrEnum):
    """How the losses of several columns become one number, or an ordered list of them."""

    GEOMETRIC = "geometric"
    ARITHMETIC = "arithmetic"
    MAXIMUM = "max"
    SUM = "sum"
    RANK = "rank"


@dataclass(frozen=True)
class Loss:
    """Loss of every quasi-identifier, and how much each matters.

    Parameters
    ----------
    by_column : loss of each column, 0 (as it was) to 1 (nothing left)
    importance : weight of each column, at least 0, not all 0

    Examples
    --------
    >>> lost = Loss({"age": 0.5, "zip": 0.0}, {"age": 1.0, "zip": 1.0})
    >>> round(lost.aggregated(Aggregate.GEOMETRIC), 4), lost.aggregated(Aggregate.RANK)
    (0.2247, [0.5, 0.0])
    """

    by_column: Mapping[str, float]
    importance: Mapping[str, float]

    def aggregated(self, aggregate: Aggregate) -> Any:
        """One number; for the rank a list, largest first, compared entry by entry."""
        each = np.array([*self.by_column.values()])
        found = aggregated(aggregate, each, np.array([self.importance[name] for name in self.by_column]))
        return found.tolist()


def factors(gs: float) -> tuple[float, float]:
    """Weights of generalization and of suppression: 0 makes suppression free, 1 makes generalization free.

    Raises
    ------
    ParameterError
        `gs` lies outside [0, 1].

    Examples
    --------
    >>> factors(0.5), factors(0.25), factors(1)
    ((1.0, 1.0), (1.0, 0.5), (0.0, 1.0))
    """
    in_range(0, 1, gs=gs)
    return min(1.0, 2.0 - 2.0 * gs), min(1.0, 2.0 * gs)


def aggregated(aggregate: Aggregate, each: FloatArray, importance: FloatArray) -> NDArray[np.float64]:
    """Aggregate losses over the last axis.

    Formulas, with weights w scaled to a largest one of 1: geometric `Π (1 + x)^(w/Σw) − 1`; arithmetic
    `Σ w·x / Σ w`; max and sum of `w·x`; rank: `w·x` from large to small. ARX multiplies in the geometric
    mean `w·(1 + x)`, a constant factor that prefers no column; here the weights are exponents (ours).

    Parameters
    ----------
    aggregate : Aggregate
    each : float64 (…, n_columns), losses
    importance : float64 (n_columns,), at least 0, not all 0

    Returns
    -------
    loss : float64 (…,), for the rank (…, n_columns)
    """
    weight = importance / importance.max()
    match aggregate:
        case Aggregate.GEOMETRIC:
            return np.asarray(np.expm1((np.log1p(each) * weight).sum(-1) / weight.sum()))
        case Aggregate.ARITHMETIC:
            return np.asarray((each * weight).sum(-1) / weight.sum())
        case Aggregate.MAXIMUM:
            return np.asarray((each * weight).max(-1))
        case Aggregate.SUM:
            return np.asarray((each * weight).sum(-1))
        case Aggregate.RANK:
            return np.asarray(-np.sort(-each * weight, axis=-1))


def importances(names: Sequence[str], importance: Mapping[str, float] | None) -> dict[str, float]:
    """Weight of every column; 1 unless one is given.

    Raises
    ------
    UnknownColumn
        A weight names a column that is none of these.
    ParameterError
        A weight lies below 0, or all are 0.
    """
    given = importance or {}
    for name, weight in given.items():
        if name not in names:
            raise UnknownColumn(name, names)
        in_range(0, **{f"importance of {name!r}": weight})
    every = {name: float(given.get(name, 1.0)) for name in names}
    if not any(every.values()):
        raise ParameterError("Every importance is 0: at least one column must matter.")
    return every


def loss(columns: Sequence[Coarsening], gs: float = 0.5, importance: Mapping[str, float] | None = None) -> Loss:
    """Loss of every quasi-identifier.

    A shown value costs the share of the domain it covers, a suppressed row costs 1. With factor `gs` below
    0.5 a suppressed row costs less, down to what it would have cost unsuppressed; above, generalization does.

    Formula: x = (Σ cost − g·n/D) / (n − g·n/D), at least 0, for n rows and a domain of D values; a column
    with one value loses nothing.

    Parameters
    ----------
    columns : from `coarsenings`
    gs : weight of generalization against suppression, 0 to 1
    importance : weight per column, 1 unless given

    Raises
    ------
    ParameterError, UnknownColumn
        `gs` or a weight cannot be used.

    Source: V. Iyengar, Transforming data to satisfy privacy constraints, KDD 2002; ARX's normalisation.
    """
    names = [one.column for one in columns]
    return Loss({one.column: column_loss(one, gs) for one in columns}, importances(names, importance))


def column_loss(one: Coarsening, gs: float = 0.5) -> float:
    """Loss of one column, see `loss`."""
    generalized, suppressed = factors(gs)
    share = one.leaves / one.n_leaves
    cost = np.where(one.withheld, share + suppressed * (1 - share), generalized * share) if suppressed < 1 else None
    if cost is None:
        cost = np.where(one.withheld, 1.0, generalized * share)
    least = generalized * one.n_rows / one.n_leaves
    room = one.n_rows - least
    return max(0.0, min(1.0, float((cost.sum() - least) / room))) if room > 0 and one.n_leaves > 1 else 0.0
