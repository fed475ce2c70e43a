"""A node through the models themselves: exact, slow, and what the kernels are proved against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.anonymizers.lattice.aggregated import Aggregated
from privacy_core.anonymizers.lattice.grid import Ladder
from privacy_core.anonymizers.lattice.rules import Promise
from privacy_core.counting import Contingency, cells
from privacy_core.hierarchies import Way
from privacy_core.models import NTCloseness, PrivacyModel
from privacy_core.models.base import beyond
from privacy_core.numbering import grouped
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
    """Judge one node with the models.

    Under (n, t)-closeness a class is compared with its larger group as it will be released: without the
    classes that fail. So failing ones are taken out until none is left that fails.
    """
    number, n = aggregated.numbered(levels)
    rows = np.bincount(number, aggregated.rows, n).astype(np.int64)
    crowd = None if aggregated.crowd is None else np.bincount(number, aggregated.crowd, n).astype(np.int64)
    counts = {name: aggregated.counted(name, number, n) for name in kept.sensitive}
    fails = np.zeros(n, bool) if crowd is None else crowd < kept.crowd
    values: dict[PrivacyModel, FloatArray] = {}
    for model in kept.others:
        if not isinstance(model, NTCloseness):
            values[model] = model.per_class(counts[str(model.sensitive)])
            fails = fails | beyond(model, values[model])
    around = [model for model in kept.others if isinstance(model, NTCloseness)]
    settled = not around
    while not settled:
        before = fails
        for model in around:
            gone = fails | (rows < kept.k)
            values[model] = _beside_the_larger(model, counts[model.sensitive], aggregated, levels, number, gone)
            fails = fails | beyond(model, values[model]) & ~gone
        settled = np.array_equal(fails, before)
    values = {model: values[model] for model in kept.others}
    return Judged(number, rows, _leaves(aggregated, levels, number, n), crowd, values, fails & (rows > 0))


def _leaves(aggregated: Aggregated, levels: Sequence[int], number: NDArray[Any], n: int) -> IntArray:
    example = np.zeros(n, np.int64)
    example[number] = np.arange(len(number))
    steps = zip(aggregated.ladders, levels, aggregated.codes, strict=True)
    return np.array([step.leaves[level][step.up[level][code[example]]] for step, level, code in steps])


def _beside_the_larger(
    model: NTCloseness,
    fine: Contingency,
    aggregated: Aggregated,
    levels: Sequence[int],
    number: NDArray[Any],
    gone: NDArray[np.bool_],
) -> FloatArray:
    """Distance of each class from the classes that stay and agree with it one level up; infinite if it is gone.

    All are infinite where labels have several senses and nobody who reads the release could say which class lies in
    which larger group.
    """
    apart = np.full(len(gone), np.inf)
    stays = np.flatnonzero(~gone[number] & (aggregated.rows > 0))
    ladders = zip(levels, aggregated.ladders, aggregated.codes, strict=True)
    ways = [_one_level_up(step, level, code, stays) for level, step, code in ladders]
    above = [way for way in ways if way is not None]
    if len(above) < len(ways):
        return apart
    group, n = grouped([groups for groups, _ in above], [width for _, width in above], len(number))
    parent = np.zeros(len(gone), np.int64)
    parent[number] = group
    part = fine.part(~gone, fine.prior)
    owner = parent[~gone]
    start, value, count = cells(owner[part.owner] * np.int64(part.n_values) + part.value, part.n_values, n, part.count)
    rows = np.bincount(owner, part.rows, n).astype(np.int64)
    classes = replace(fine.classes, size=rows)
    coarser = replace(part, classes=classes, rows=rows, start=start, value=value, count=count)
    apart[~gone] = model.per_class(part, coarser, owner)
    return apart


def _one_level_up(step: Ladder, level: int, codes: IntArray, stays: NDArray[np.intp]) -> Way | None:
    """Group of each class one level above where the classes that stay stand, as `one_level_up` reads it."""
    read, own = step.named[level][step.up[level][codes]], len(step.senses.leaf)
    texts = np.unique(read[stays])
    way = step.senses.above(texts[texts < own], bool((texts == own).any()))
    if way is None:
        return None
    groups = np.zeros(own + 1, np.int64)
    groups[texts[texts < own]], groups[own] = way[0][:-1], way[0][-1]
    return groups[read], way[1]
