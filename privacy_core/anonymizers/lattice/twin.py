"""A node through the models themselves: exact, slow, and what the kernels are proved against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.anonymizers.lattice.aggregated import Aggregated
from privacy_core.anonymizers.lattice.rules import Promise
from privacy_core.counting import Contingency
from privacy_core.models import NTCloseness, PrivacyModel
from privacy_core.models.base import beyond
from privacy_core.tables import FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class Judged:
    """One node, class by class.

    Parameters
    ----------
    number : int (n_original,), class of each class of the original
    rows : int64 (n_classes,)
    leaves : int64 (n_columns, n_classes), values of the hierarchy each class's cell stands for
    crowd : int64 (n_classes,), rows of the population, or None
    values : by model, its number for each class
    fails : bool (n_classes,), whether a class breaks any promise but k
    """

    number: NDArray[Any]
    rows: IntArray
    leaves: IntArray
    crowd: IntArray | None
    values: Mapping[PrivacyModel, FloatArray]
    fails: NDArray[np.bool_]


def judged(aggregated: Aggregated, kept: Promise, levels: Sequence[int]) -> Judged:
    """Judge one node with the models."""
    number, n = aggregated.numbered(levels)
    rows = np.bincount(number, aggregated.rows, n).astype(np.int64)
    crowd = None if aggregated.crowd is None else np.bincount(number, aggregated.crowd, n).astype(np.int64)
    counts = {name: aggregated.counted(name, number, n) for name in kept.sensitive}
    values = {model: _values(model, counts, aggregated, levels, number) for model in kept.others}
    fails = np.zeros(n, bool) if crowd is None else crowd < kept.crowd
    for model, found in values.items():
        fails = fails | beyond(model, found)
    return Judged(number, rows, _leaves(aggregated, levels, number, n), crowd, values, fails & (rows > 0))


def _leaves(aggregated: Aggregated, levels: Sequence[int], number: NDArray[Any], n: int) -> IntArray:
    example = np.zeros(n, np.int64)
    example[number] = np.arange(len(number))
    steps = zip(aggregated.ladders, levels, aggregated.codes, strict=True)
    return np.array([step.leaves[level][step.up[level][code[example]]] for step, level, code in steps])


def _values(
    model: PrivacyModel,
    counts: Mapping[str, Contingency],
    aggregated: Aggregated,
    levels: Sequence[int],
    number: NDArray[Any],
) -> FloatArray:
    if model.sensitive is None:
        raise TypeError(f"{model.name} looks at no column and is not judged here.")
    fine = counts[model.sensitive]
    if not isinstance(model, NTCloseness):
        return model.per_class(fine)
    up = [min(level + 1, step.n_levels - 1) for level, step in zip(levels, aggregated.ladders, strict=True)]
    above, n = aggregated.numbered(up)
    parent = np.zeros(len(fine.rows), np.int64)
    parent[number] = above
    return model.per_class(fine, aggregated.counted(model.sensitive, above, n), parent)
