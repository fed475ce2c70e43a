"""How much detail single cells keep: granularity, precision, cells that say nothing, non-uniform entropy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from privacy_core.tables import FloatArray, IntArray
from privacy_core.utility.coarsening import Coarsening
from privacy_core.utility.loss import factors


def granularity(columns: Sequence[Coarsening]) -> float:
    """Detail kept in all cells together: no column's loss weighs more than the detail it could lose.

    Formula: 1 − Σ (share − 1/D) / Σ (1 − 1/D) over all cells, D the size of the cell's domain.

    Returns
    -------
    granularity : 0 (nothing left) to 1 (as it was)

    Source: V. Iyengar, KDD 2002; pooled over columns before it is scaled, as ARX reports it.
    """
    lost = sum(float((one.share - 1 / one.n_leaves).mean()) for one in columns)
    room = sum(1 - 1 / one.n_leaves for one in columns)
    return 1 - lost / room if room else 1.0


def precision(columns: Sequence[Coarsening], gs: float = 0.5) -> float | None:
    """How far below the top of their hierarchies the cells lie, averaged over all cells.

    Formula: 1 − mean of level / top level, 1 for a suppressed cell; the factor `gs` weighs as in `loss`. A
    hierarchy of one level counts as untouched.

    Returns
    -------
    precision : 0 (all at the top) to 1 (as it was); None where a column's cells are no labels of a hierarchy

    Source: L. Sweeney, Achieving k-anonymity privacy protection using generalization and suppression, 2002.
    """
    generalized, suppressed = factors(gs)
    costs = []
    for one in columns:
        if one.level is None:
            return None
        climbed = one.level / max(len(one.maps) - 1, 1)
        costs.append(float(np.where(one.withheld, suppressed, generalized * climbed).mean()))
    return 1 - float(np.mean(costs))


def cells_withheld(columns: Sequence[Coarsening]) -> float:
    """Share of cells that say nothing: of suppressed rows, or standing for the whole domain.

    Returns
    -------
    withheld : 0 to 1
    """
    return float(np.mean([(one.withheld | (one.leaves == one.n_leaves)).mean() for one in columns]))


def entropy_loss(columns: Sequence[Coarsening], gs: float = 0.5) -> float:
    """Bits a reader lacks to know every original value again (non-uniform entropy), suppressed rows included.

    Formula: each row adds −log2 of how often its value occurs among the rows that read like it. A row
    suppressed pays first for its level, as all rows do, then for the step to "nothing", as suppressed rows
    among themselves do. Generalization is weighed by `gs` as in `loss`.

    Returns
    -------
    bits : at least 0

    Source: A. de Waal & L. Willenborg 1999; for mixed levels F. Prasser, R. Bild, K. Kuhn, MIE 2016.
    """
    generalized, suppressed = factors(gs)
    return sum(generalized * kept + suppressed * gone for kept, gone in map(_stages, columns))


def entropy_loss_monotone(columns: Sequence[Coarsening]) -> float | None:
    """Non-uniform entropy of the levels alone: suppression costs nothing, so that coarser is never better.

    Formula: −Σ log2(f_original(v) / f_level(g(v))) over all rows and columns.

    Returns
    -------
    bits : at least 0; None where columns have no common level
    """
    if not all(one.whole for one in columns):
        return None
    return sum(_stages(one)[0] for one in columns)


def entropy_kept(columns: Sequence[Coarsening]) -> float:
    """Share of the original columns' entropy, all taken together, that stays.

    Returns
    -------
    kept : 0 to 1; 1 where every column was constant
    """
    one_group = (np.zeros(int(one.before.max(initial=0)) + 1, np.int64) for one in columns)
    most = sum(_bits(np.bincount(one.before), group) for one, group in zip(columns, one_group, strict=True))
    return max(0.0, 1 - entropy_loss(columns) / most) if most else 1.0


def _bits(rows: IntArray, group: IntArray) -> float:
    """−Σ log2(share of each kind in its group) over rows, `rows` of each kind."""
    there = rows > 0
    whole = np.bincount(group, rows)[group]
    return float((rows[there] * np.log2(whole[there] / rows[there])).sum())


def _stages(one: Coarsening) -> tuple[float, float]:
    """Bits lost by generalization and by suppression."""
    if one.level is None:
        return _without_levels(one)
    top = len(one.maps)
    level = one.level if one.whole else np.where(one.withheld, top, one.level)
    rows = _rows_by_level(one.before.astype(np.int64), level, top + 1, len(one.maps[0]))
    lost = _climbed(rows, one.maps)
    if not one.whole:
        return lost
    gone = np.bincount(one.maps[int(level[0])][one.before[one.withheld]]) if len(level) else np.zeros(1, np.int64)
    return lost[0], _bits(gone, np.zeros(len(gone), np.int64))


def _rows_by_level(before: IntArray, level: IntArray, n_levels: int, n_codes: int) -> IntArray:
    """Rows of each level (first axis) and original code."""
    return np.bincount(level * n_codes + before, minlength=n_levels * n_codes).reshape(n_levels, n_codes)


def _climbed(rows: IntArray, maps: Sequence[IntArray]) -> tuple[float, float]:
    """Bits lost on the way up, one level after the other, each counted among the rows that climb at least so far.

    The last level is that of suppressed rows: one group.
    """
    groups = [*maps, np.zeros(len(maps[0]), np.int64)]
    below, lost = np.arange(len(maps[0])), [0.0, 0.0]
    for number in np.flatnonzero(rows.sum(1)):
        climbing = np.bincount(below, rows[number:].sum(0), int(below.max(initial=0)) + 1)
        up = np.zeros(len(climbing), np.int64)
        up[below] = groups[number]
        lost[int(number == len(maps))] += _bits(climbing.astype(np.int64), up)
        below = groups[number]
    return lost[0], lost[1]


def _without_levels(one: Coarsening) -> tuple[float, float]:
    kept, n_codes = ~one.withheld, int(one.before.max(initial=0)) + 1
    pair, rows = np.unique(one.after[kept] * n_codes + one.before[kept], return_counts=True)
    gone = np.bincount(one.before[one.withheld], minlength=1)
    return _bits(rows, pair // n_codes), _bits(gone, np.zeros(len(gone), np.int64))


def entropy(counts: FloatArray | IntArray) -> float:
    """Entropy of a distribution given as counts, in bits."""
    share = counts[counts > 0] / counts.sum()
    return float(-(share * np.log2(share)).sum())
