"""Why a node does not do: which promise, how many classes and rows, by how much."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from privacy_core.anonymizers.base import Limits
from privacy_core.anonymizers.lattice.aggregated import Aggregated
from privacy_core.anonymizers.lattice.rules import Promise
from privacy_core.anonymizers.lattice.twin import judged
from privacy_core.models import Better, KAnonymity, PrivacyModel
from privacy_core.models.base import beyond
from privacy_core.models.k_map import KMap
from privacy_core.tables import FloatArray, IntArray


@dataclass(frozen=True)
class Reason:
    """One promise at one node, before anything is suppressed.

    Parameters
    ----------
    model : the promise
    value : the worst class's number
    classes, rows : how many break it
    first_rows : rows that break this promise and none before it
    limit : rows that may be suppressed in all
    """

    model: PrivacyModel
    value: float
    classes: int
    rows: int
    first_rows: int
    limit: int

    @property
    def holds(self) -> bool:
        """Whether no class breaks the promise."""
        return self.classes == 0

    @property
    def gap(self) -> float:
        """How far the worst class is beyond the threshold; 0 when it is not."""
        apart = self.value - (self.model.threshold or 0.0)
        return max(-apart if self.model.better is Better.HIGHER else apart, 0.0) if self.classes else 0.0


def reasons(aggregated: Aggregated, kept: Promise, levels: Sequence[int], k: int, limits: Limits) -> tuple[Reason, ...]:
    """Judge one node by the models, k first."""
    found, limit = judged(aggregated, kept, levels), limits.rows(aggregated.n_rows)
    values: dict[PrivacyModel, FloatArray] = {KAnonymity(k): found.rows.astype(float)}
    if found.crowd is not None and kept.crowd:
        values[KMap(kept.crowd)] = found.crowd.astype(float)
    values |= found.values
    said, seen = [], np.zeros(len(found.rows), bool)
    for model, value in values.items():
        bad = beyond(model, value) & (found.rows > 0)
        said.append(_reason(model, value, bad, seen, found.rows, limit))
        seen |= bad
    return tuple(said)


def _reason(
    model: PrivacyModel,
    value: FloatArray,
    bad: NDArray[np.bool_],
    seen: NDArray[np.bool_],
    rows: IntArray,
    limit: int,
) -> Reason:
    there = value[rows > 0]
    worst = there.min() if model.better is Better.HIGHER else there.max()
    first = int(rows[bad & ~seen].sum())
    return Reason(model, float(worst), int(bad.sum()), int(rows[bad].sum()), first, limit)
