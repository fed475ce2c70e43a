"""What a promise really bounds: the largest share a secret value can fill of a crowd that keeps it.

t is added to a value's share, β and δ-disclosure multiply it.
"""

from __future__ import annotations

import numpy as np

from privacy_core.counting import Contingency
from privacy_core.models.beta_likeness import BasicBeta, EnhancedBeta
from privacy_core.models.delta_disclosure import DeltaDisclosure
from privacy_core.models.l_diversity import AlphaK
from privacy_core.models.t_closeness import Equal, TCloseness, Tree, gaps, tree_levels
from privacy_core.tables import FloatArray

Bounding = TCloseness | BasicBeta | EnhancedBeta | DeltaDisclosure | AlphaK


def largest_share(model: Bounding, table: Contingency, value: int) -> float:
    """Largest share of a crowd that one value can fill while the model's promise is kept.

    Parameters
    ----------
    model : a model with a threshold; without one nothing is promised and the answer is 1
    table : gives the prior and, for ordered and value distances, the positions
    value : index of the value in the domain

    Returns
    -------
    share : in [0, 1]; for t-closeness, mass is bought from the nearest values first

    Notes
    -----
    Formula: equal distance min(1, p + t); ordered, by value and hierarchical: mass bought from the
    nearest values first until t is spent; basic β p(1 + β); enhanced p(1 + min(β, −ln p));
    δ-disclosure min(p eᵟ, 1 − (1 − p) e⁻ᵟ); α itself.

    Edge cases: without a threshold nothing is promised and the answer is 1; for a missing value
    under ordered and value distances too.

    Does not say: that any class of this table reaches the share.

    Source: the distance is bounded by Li et al. 2007; the translation into a share is ours (a
    fractional knapsack).
    """
    if model.threshold is None:
        return 1.0
    before, bound = float(table.prior[value]), model.threshold
    match model:
        case TCloseness():
            return _bought(model, table, value, bound)
        case BasicBeta():
            return min(1.0, before * (1 + bound))
        case EnhancedBeta():
            return min(1.0, before * (1 + min(bound, -np.log(before)))) if before else 0.0
        case DeltaDisclosure():
            # every other value keeps at least its share times exp(−δ), unless it may be absent
            others = 0.0 if model.absent == "present" else (1 - before) * np.exp(-bound)
            return float(min(1 - others, before * np.exp(bound)))
        case AlphaK():
            return bound


def rarest(table: Contingency) -> int:
    """The value with the smallest share of the prior that is not zero."""
    return int(np.where(table.prior > 0, table.prior, np.inf).argmin())


def _bought(model: TCloseness, table: Contingency, value: int, t: float) -> float:
    """Spend t on moving prior mass to the value, nearest mass first."""
    if value == table.missing and not isinstance(model.ground, Equal | Tree):
        return 1.0  # rows without a value are left out of this distance: nothing is promised about them
    cost, mass = _distances(model, table, value), table.prior
    if not isinstance(model.ground, Equal | Tree):
        mass = table.without_missing.prior
    before = mass[value]
    order = np.argsort(cost, kind="stable")
    order = order[order != value]
    price = cost[order] * mass[order]
    spent = np.concatenate([[0.0], np.cumsum(price)])
    whole = int(np.searchsorted(spent, t, side="right")) - 1
    share = before + mass[order[:whole]].sum()
    if whole < len(order) and cost[order[whole]] > 0:
        share += min((t - spent[whole]) / cost[order[whole]], mass[order[whole]])
    return float(min(share, 1.0))


def _distances(model: TCloseness, table: Contingency, value: int) -> FloatArray:
    match model.ground:
        case Equal():
            return np.where(np.arange(table.n_values) == value, 0.0, 1.0)
        case Tree(hierarchy):
            levels = tree_levels(table, hierarchy)
            return np.asarray(sum((to != to[value]).astype(float) for to in levels) / max(len(levels), 1))
        case _:
            place = np.concatenate([[0.0], np.cumsum(gaps(table.without_missing, model.ground))])[:-1]
            return np.asarray(np.abs(place - place[value]))
