"""Models as the kernels judge them, and what each promise lets a search conclude."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from privacy_core.anonymizers.lattice.aggregated import Aggregated
from privacy_core.anonymizers.lattice.kernels import kinds
from privacy_core.anonymizers.lattice.kernels.shapes import Rules
from privacy_core.anonymizers.lattice.packing import Packed
from privacy_core.counting import Contingency
from privacy_core.errors import ParameterError
from privacy_core.models import (
    AlphaK,
    BasicBeta,
    DeltaDisclosure,
    DistinctL,
    EnhancedBeta,
    EntropyL,
    Equal,
    KAnonymity,
    PrivacyModel,
    RecursiveCL,
    TCloseness,
    Tree,
)
from privacy_core.models.k_map import KMap
from privacy_core.models.t_closeness import gaps, tree_levels
from privacy_core.policies import TOLERANCE
from privacy_core.tables import FloatArray, IntArray

Coded = tuple[int, float, int, FloatArray, list[int]]
"""A model to a kernel: its kind, the badness beyond which a class fails, its whole number, its numbers, its groups."""

INHERITED = (KAnonymity, KMap, DistinctL)
"""Models under which every part of a failing class fails too, so that generalizing never suppresses more."""


@dataclass(frozen=True)
class Promise:
    """The models asked for, sorted by what a search can do with them.

    Parameters
    ----------
    models : all that have a threshold
    k : smallest class
    crowd : smallest class in the population; 0 without that promise
    others : the models that look at a sensitive column
    """

    models: tuple[PrivacyModel, ...]
    k: int
    crowd: int
    others: tuple[PrivacyModel, ...]

    @property
    def sensitive(self) -> tuple[str, ...]:
        """Columns that are looked at, each once."""
        return tuple(dict.fromkeys(model.sensitive for model in self.others if model.sensitive is not None))

    @property
    def inherited(self) -> bool:
        """Whether generalizing a node never suppresses more rows."""
        return all(isinstance(model, INHERITED) for model in self.models)

    @property
    def monotone(self) -> bool:
        """Whether merging classes that keep the promise always gives a class that keeps it."""
        return all(model.monotone for model in self.models)


def promise(models: Sequence[PrivacyModel], population: bool = False) -> Promise:
    """Sort the models.

    Raises
    ------
    ParameterError
        No model has a threshold, or k-map is asked without a population.
    """
    asked = tuple(model for model in models if model.threshold is not None)
    if not asked:
        raise ParameterError("No promise is asked for: at least one model needs a threshold.")
    k = max((int(m.threshold or 1) for m in asked if isinstance(m, KAnonymity)), default=1)
    crowd = max((int(m.threshold or 1) for m in asked if isinstance(m, KMap)), default=0)
    if crowd and not population:
        raise ParameterError("k-map needs a population table to count in.")
    return Promise(asked, k, crowd, tuple(m for m in asked if not isinstance(m, KAnonymity | KMap)))


def known(model: PrivacyModel) -> bool:
    """Whether the kernels judge this model."""
    return type(model) in _CODED


def rules(kept: Promise, aggregated: Aggregated, packed: Packed) -> Rules:
    """Write the models down for the kernels."""
    columns = [[model for model in kept.others if model.sensitive == name] for name in kept.sensitive]
    counted = [aggregated.counts[name] for name in kept.sensitive]
    coded = [_coded(model, table) for models, table in zip(columns, counted, strict=True) for model in models]
    first = np.cumsum([0, *(len(models) for models in columns)])
    numbers = [np.zeros(1), *(code[3] for code in coded)]
    groups = [[0], *(code[4] for code in coded)]
    place = np.cumsum([1, *(len(n) for n in numbers[1:])])
    at = np.cumsum([1, *(len(g) for g in groups[1:])])
    number = [at[i] if code[0] == kinds.TREE else code[2] for i, code in enumerate(coded)]
    counts = np.arange(1, 4097)
    return Rules(
        word=np.array(packed.words, np.int64),
        n_values=np.array([table.n_values for table in counted], np.int64),
        missing=np.array([-1 if table.missing is None else table.missing for table in counted], np.int64),
        bits=packed.bits,
        per_word=packed.per_word,
        first=first.astype(np.int64),
        kind=np.array([code[0] for code in coded], np.int64),
        limit=np.array([code[1] for code in coded], np.float64),
        number=np.array(number, np.int64),
        place=place[:-1].astype(np.int64),
        numbers=np.concatenate(numbers),
        groups=np.concatenate(groups).astype(np.int64),
        logs=np.concatenate([[0.0], counts * np.log(counts)]),
        crowd=kept.crowd,
    )


def reached(model: PrivacyModel, badness: FloatArray) -> FloatArray:
    """A badness on the model's own scale."""
    match model:
        case DistinctL():
            return -badness
        case EntropyL():
            return np.exp(-badness)
        case DeltaDisclosure():
            return np.log(np.maximum(badness, 1))
        case _:
            return badness


def _coded(model: PrivacyModel, table: Contingency) -> Coded:
    return _CODED[type(model)](model, table)


def _below(limit: float) -> float:
    """Limit of a strict promise: what equals it lies beyond."""
    return float(np.nextafter(limit - TOLERANCE, -np.inf))


def _distinct(model: DistinctL, table: Contingency) -> Coded:
    return kinds.DISTINCT, -((model.l or 0) - TOLERANCE), 0, np.zeros(0), []


def _entropy(model: EntropyL, table: Contingency) -> Coded:
    return kinds.ENTROPY, -float(np.log((model.l or 0) - TOLERANCE)), 0, np.zeros(0), []


def _recursive(model: RecursiveCL, table: Contingency) -> Coded:
    return kinds.RECURSIVE, _below(model.c or 0), int(model.l), np.zeros(0), []


def _alpha(model: AlphaK, table: Contingency) -> Coded:
    return kinds.ALPHA, (model.alpha or 0) + TOLERANCE, 0, np.zeros(0), []


def _closeness(model: TCloseness, table: Contingency) -> Coded:
    limit = (model.t or 0) + TOLERANCE
    match model.ground:
        case Equal():
            return kinds.EQUAL, limit, 0, table.prior, []
        case Tree(hierarchy):
            levels = [_by_value(to) for to in tree_levels(table, hierarchy)]
            priors = [np.bincount(to, table.prior).astype(float) for to in levels]
            numbers = [np.concatenate([[len(prior)], prior]) for prior in priors]
            groups = [len(levels), *(int(group) for to in levels for group in to)]
            return kinds.TREE, limit, 0, np.concatenate([np.zeros(0), *numbers]), groups
        case _:
            left = table.without_missing
            axis = np.concatenate([np.cumsum(left.prior), gaps(left, model.ground)])
            return kinds.AXIS, limit, 0, axis, []


def _basic(model: BasicBeta, table: Contingency) -> Coded:
    return kinds.BASIC, (model.beta or 0) + TOLERANCE, 0, table.prior, []


def _enhanced(model: EnhancedBeta, table: Contingency) -> Coded:
    with np.errstate(divide="ignore"):
        ceiling = -np.log(table.prior)
    return kinds.ENHANCED, (model.beta or 0) + TOLERANCE, 0, np.concatenate([table.prior, ceiling]), []


def _shift(model: DeltaDisclosure, table: Contingency) -> Coded:
    limit = float(np.nextafter(np.exp((model.delta or 0) - TOLERANCE), 0))
    kind = kinds.SHIFT if model.absent == "infinite" else kinds.SHIFT_PRESENT
    occurs = table.prior > 0
    return kind, limit, 0, np.divide(1.0, table.prior, where=occurs, out=np.zeros(len(occurs))), []


def _by_value(to: IntArray) -> IntArray:
    """The groups of a level, numbered like the values where each value is a group of its own."""
    return np.arange(len(to)) if len(np.unique(to)) == len(to) else np.unique(to, return_inverse=True)[1]


_CODED: dict[type, Callable[[Any, Contingency], Coded]] = {
    DistinctL: _distinct,
    EntropyL: _entropy,
    RecursiveCL: _recursive,
    AlphaK: _alpha,
    TCloseness: _closeness,
    BasicBeta: _basic,
    EnhancedBeta: _enhanced,
    DeltaDisclosure: _shift,
}
