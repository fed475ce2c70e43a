"""What is lost at a node: the objectives of a search, by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from privacy_core.anonymizers.lattice.aggregated import Aggregated
from privacy_core.anonymizers.lattice.grid import Grid
from privacy_core.anonymizers.lattice.kernels import kinds
from privacy_core.anonymizers.lattice.kernels.shapes import Aim
from privacy_core.anonymizers.lattice.packing import base_sums
from privacy_core.errors import in_range
from privacy_core.tables import FloatArray, IntArray
from privacy_core.utility.loss import factors, importances


class Quality(StrEnum):
    """Objectives; lower is better for all of them."""

    LOSS_GEOMETRIC = "loss-geometric"
    LOSS_ARITHMETIC = "loss-arithmetic"
    LOSS_MAX = "loss-max"
    LOSS_SUM = "loss-sum"
    LOSS_RANK = "loss-rank"
    DISCERNIBILITY = "discernibility"
    DISCERNIBILITY_MONOTONE = "discernibility-monotone"
    ENTROPY = "entropy"
    ENTROPY_MONOTONE = "entropy-monotone"
    PRECISION = "precision"
    AECS = "aecs"

    @property
    def unit(self) -> str:
        """What a value of the objective counts.

        Examples
        --------
        >>> Quality.PRECISION.unit, Quality.ENTROPY.unit
        ('way up the hierarchies, from 0 to 1', 'bits')
        """
        return _UNITS.get(self, "loss from 0 to 1")


_UNITS = {
    Quality.LOSS_SUM: "losses from 0 to 1, added up",
    Quality.DISCERNIBILITY: "pairs of rows that look the same",
    Quality.DISCERNIBILITY_MONOTONE: "pairs of rows that look the same",
    Quality.ENTROPY: "bits",
    Quality.ENTROPY_MONOTONE: "bits",
    Quality.PRECISION: "way up the hierarchies, from 0 to 1",
    Quality.AECS: "rows per class",
}

KERNEL_KINDS = {
    Quality.LOSS_GEOMETRIC: kinds.GEOMETRIC,
    Quality.LOSS_ARITHMETIC: kinds.ARITHMETIC,
    Quality.LOSS_MAX: kinds.GREATEST,
    Quality.LOSS_SUM: kinds.TOTAL,
    Quality.PRECISION: kinds.ARITHMETIC,
    Quality.ENTROPY: kinds.NON_UNIFORM,
    Quality.ENTROPY_MONOTONE: kinds.GIVEN,
}
"""Objectives with a bound that is known before a node is visited; the others need every node described."""


@dataclass(frozen=True)
class Objective:
    """What a good node is.

    Parameters
    ----------
    quality : Quality
    gs : weight of suppression against generalization, 0 to 1; at 0.5 both count in full
    importance : weight of each column, at least 0; 1 where none is given

    Notes
    -----
    Loss of a column is the mean share of the hierarchy's values a cell stands for, scaled to 0 (nothing
    lost) … 1; a suppressed row loses all. Columns are joined by the geometric mean of 1 + loss, less 1; by
    the mean, the sum or the largest of importance · loss; or by rank: the sorted losses are compared, the
    largest first. Importance weighs the exponents of the geometric mean, the terms of the others.
    Discernibility is the sum of squared class sizes, a suppressed row costing n. AECS is the number of rows
    over the number of classes, all suppressed rows being one. Non-uniform entropy: bits it takes to tell the
    original values from the generalized ones, and the generalized ones of suppressed rows from each other.
    Precision: mean of level / height.

    Source: Iyengar, KDD 2002 (loss); Bayardo & Agrawal, ICDE 2005 (discernibility); LeFevre et al.,
    ICDE 2006 (AECS); de Waal & Willenborg 1999, Gionis & Tassa 2009 (entropy); Sweeney 2002 (precision).
    The weighing of suppression against generalization is that of ARX.
    """

    quality: Quality = Quality.LOSS_GEOMETRIC
    gs: float = 0.5
    importance: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "quality", Quality(self.quality))
        in_range(0, 1, gs=self.gs)

    @property
    def generalized(self) -> float:
        """How much generalization counts, 0 to 1."""
        return factors(self.gs)[0]

    @property
    def suppressed(self) -> float:
        """How much suppression counts, 0 to 1."""
        return factors(self.gs)[1]

    def weights(self, names: Sequence[str]) -> FloatArray:
        """Weight of each column: those of means sum to 1, the largest of the others is 1.

        Raises
        ------
        UnknownColumn, ParameterError
            An importance is no weight, or that of no quasi-identifier.
        """
        weights = np.array(list(importances(names, self.importance).values()))
        means = (Quality.LOSS_GEOMETRIC, Quality.LOSS_ARITHMETIC, Quality.PRECISION)
        return np.asarray(weights / (weights.sum() if self.quality in means else weights.max()))


@dataclass(frozen=True, eq=False)
class Scales:
    """Numbers of each column that turn sums of leaves into losses; columns in the order of the table's.

    Parameters
    ----------
    base : per column, float64 (n_levels,), sum of leaves of all rows
    leaves, low, span : float64 (n_columns,), see `kernels.shapes.Aim`
    """

    base: tuple[FloatArray, ...]
    leaves: FloatArray
    low: FloatArray
    span: FloatArray


def scales(aggregated: Aggregated, objective: Objective) -> Scales:
    """Prepare the numbers of each column."""
    by_level = objective.quality is Quality.PRECISION
    n, steps = aggregated.n_rows, aggregated.ladders
    leaves = np.array([float(step.height if by_level else step.n_leaves) for step in steps])
    low = np.zeros(len(steps)) if by_level else objective.generalized * n / leaves
    span = np.where(leaves > (0 if by_level else 1), n - low, 0.0)
    return Scales(tuple(base_sums(aggregated, by_level)), np.maximum(leaves, 1), low, span)


def losses(parts: IntArray, rows: IntArray, levels: IntArray, scale: Scales, objective: Objective) -> FloatArray:
    """Loss of each column at each node, float64 (n_columns, n_nodes).

    Parameters
    ----------
    parts : sum of leaves of the suppressed rows (n_columns, n_nodes)
    rows : suppressed rows (n_nodes,)
    levels : (n_columns, n_nodes)
    """
    found = np.zeros(parts.shape)
    for j, (base, leaves, low, span) in enumerate(zip(scale.base, scale.leaves, scale.low, scale.span, strict=True)):
        if span > 0:
            gone = parts[j] / leaves
            gone = gone + objective.suppressed * (rows - gone) if objective.suppressed < 1 else rows
            kept = (base[levels[j]] - parts[j]) / leaves
            found[j] = np.maximum((objective.generalized * kept + gone - low) / span, 0)
    return found


def joined(found: FloatArray, objective: Objective, names: Sequence[str]) -> FloatArray:
    """Join the columns' losses into one number per node; ranks take the weighted losses themselves."""
    weights = objective.weights(names)
    match objective.quality:
        case Quality.LOSS_GEOMETRIC:
            return np.expm1(weights @ np.log1p(found))
        case Quality.LOSS_MAX:
            return np.asarray((weights[:, None] * found).max(axis=0))
        case _:
            return np.asarray(weights @ found)


def bounds(aggregated: Aggregated, grid: Grid, objective: Objective, scale: Scales) -> FloatArray:
    """No more than each node's quality: its quality if no row were suppressed."""
    levels, names = grid.coordinates, [step.name for step in aggregated.ladders]
    if objective.quality in (Quality.ENTROPY, Quality.ENTROPY_MONOTONE):
        weights, bits = objective.weights(names), entropies(aggregated)
        each = [weight * column[level] for weight, column, level in zip(weights, bits, levels, strict=True)]
        return np.asarray(objective.generalized * np.sum(each, axis=0))
    none = np.zeros((len(names), grid.size), np.int64)
    return joined(losses(none, none[0], levels, scale, objective), objective, names)


def entropies(aggregated: Aggregated) -> list[FloatArray]:
    """Bits lost by each column at each level: rows times the logarithm of a group's rows over its values' rows."""
    lost = []
    for code, step in zip(aggregated.codes, aggregated.ladders, strict=True):
        fine = np.bincount(code, aggregated.rows, step.width)
        part, some = np.maximum(fine, 1), fine > 0
        bits = [
            float((fine * np.log2(np.bincount(up, fine)[up] / part, where=some, out=0 * fine)).sum()) for up in step.up
        ]
        lost.append(np.array(bits))
    return lost


def kernel_aim(aggregated: Aggregated, grid: Grid, objective: Objective, scale: Scales, order: Sequence[int]) -> Aim:
    """Write an objective down for the kernels; columns in the order in which they are raised."""
    names = [step.name for step in aggregated.ladders]
    by = list(order)
    base = np.zeros((len(by), max(len(levels) for levels in scale.base)))
    for j, column in enumerate(by):
        base[j, : len(scale.base[column])] = scale.base[column]
    return Aim(
        kind=KERNEL_KINDS.get(objective.quality, kinds.GIVEN),
        generalized=objective.generalized,
        suppressed=objective.suppressed,
        by_level=int(objective.quality is Quality.PRECISION),
        base=base,
        leaves=scale.leaves[by],
        low=scale.low[by],
        span=scale.span[by],
        weight=objective.weights(names)[by],
        bound=bounds(aggregated, grid, objective, scale),
        rows=aggregated.n_rows,
    )
