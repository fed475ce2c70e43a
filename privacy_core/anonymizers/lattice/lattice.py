"""The whole lattice as data: sliders filter, nothing is measured again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from privacy_core.anonymizers.base import Limits
from privacy_core.anonymizers.lattice.aggregated import Aggregated, aggregated
from privacy_core.anonymizers.lattice.aims import Objective, Quality, bounds, joined, losses, scales
from privacy_core.anonymizers.lattice.choosing import best_release, front
from privacy_core.anonymizers.lattice.describing import Description, described, widest_span
from privacy_core.anonymizers.lattice.grid import Grid
from privacy_core.anonymizers.lattice.reasons import Reason, reasons
from privacy_core.anonymizers.lattice.rules import Promise, promise
from privacy_core.anonymizers.releasing import every_row_in_a_class
from privacy_core.errors import ParameterError
from privacy_core.hierarchies import Hierarchy
from privacy_core.models import NTCloseness, PrivacyModel
from privacy_core.policies import Policies
from privacy_core.progress import Progress, unwatched
from privacy_core.roles import Roles
from privacy_core.tables import FloatArray, IntArray, Table

SPAN = 100
"""Values of k that are a look-up: the first hundred, or those around the k asked for."""
MOST_NODES = 250_000
"""Nodes beyond which a lattice is not described as a whole."""


@dataclass(frozen=True, eq=False)
class View:
    """Every node at one setting of the sliders.

    Parameters
    ----------
    k, limit : smallest class; most rows that may be suppressed
    suppressed : int64 (n_nodes,), rows in classes that break a promise
    holds : bool (n_nodes,), whether suppressing them keeps within the limit
    quality : float64 (n_nodes,), lower is better; (n_columns, n_nodes) for the objective by rank
    best : the best node that holds, ties broken; None when none holds
    front : nodes that none beats in quality or suppressed rows, see `choosing.front`
    """

    k: int
    limit: int
    suppressed: IntArray
    holds: NDArray[np.bool_]
    quality: FloatArray
    best: int | None
    front: IntArray


@dataclass(frozen=True, eq=False)
class Lattice:
    """What every node of a lattice does to one table, for given promises other than k.

    Parameters
    ----------
    aggregated : the original's classes
    promise : the models asked for; k is free
    description : what is known of each node
    """

    aggregated: Aggregated
    promise: Promise
    description: Description

    @property
    def names(self) -> tuple[str, ...]:
        """The quasi-identifiers, in the order of a node's levels."""
        return tuple(step.name for step in self.aggregated.ladders)

    @property
    def n_rows(self) -> int:
        """Rows that are judged."""
        return self.aggregated.n_rows

    @cached_property
    def grid(self) -> Grid:
        """Which node is which."""
        return Grid(tuple(step.n_levels for step in self.aggregated.ladders))

    @property
    def smallest(self) -> IntArray:
        """Rows of the smallest class at each node: the k it has without suppression."""
        return self.description.smallest

    @property
    def worst(self) -> Mapping[PrivacyModel, FloatArray]:
        """The worst class's number at each node without suppression, by model other than k."""
        return dict(zip(self.promise.others, self.description.worst, strict=True))

    def at(self, k: int, suppression: float = 0.0, objective: Objective | None = None) -> View:
        """Look at every node with one setting of the sliders; nothing is measured.

        Parameters
        ----------
        k : smallest class, from `description.floor` to `description.cap`
        suppression : share of rows that may be suppressed
        objective : what a good node is

        Raises
        ------
        ParameterError
            k lies outside of what was described, or the objective needs a search of its own.
        """
        objective = objective or Objective()
        limit = Limits(suppression).rows(self.n_rows)
        suppressed = self.description.suppressed(k)
        quality, holds = self.quality(k, objective), suppressed <= limit
        chosen = best_release(quality, suppressed, holds, self.n_rows)
        joint = quality if quality.ndim == 1 else quality.max(axis=0)
        return View(k, limit, suppressed, holds, quality, chosen, front(joint, suppressed))

    def quality(self, k: int, objective: Objective) -> FloatArray:
        """Quality of every node when its failing classes are suppressed."""
        about, n = self.description, self.n_rows
        suppressed = about.suppressed(k)
        match objective.quality:
            case Quality.DISCERNIBILITY_MONOTONE:
                return about.squares.astype(float)
            case Quality.DISCERNIBILITY:
                sizes, rows = about.of_size(k)
                kept = about.squares - about.failing[2] - sizes @ rows
                return np.asarray(kept + float(n) * suppressed)
            case Quality.AECS:
                return self._mean_class(k, objective, suppressed)
            case Quality.ENTROPY | Quality.ENTROPY_MONOTONE:
                raise ParameterError("Non-uniform entropy is no look-up: it needs a search of its own.")
        scale = scales(self.aggregated, objective)
        levels, leaves = self.grid.coordinates, about.leaves(k, len(self.names))
        if objective.quality is Quality.PRECISION:
            leaves = levels * suppressed
        found = losses(leaves, suppressed, levels, scale, objective)
        if objective.quality is Quality.LOSS_RANK:
            return np.asarray(objective.weights(self.names)[:, None] * found)
        return joined(found, objective, self.names)

    def _mean_class(self, k: int, objective: Objective, suppressed: IntArray) -> FloatArray:
        about = self.description
        sizes, rows = about.of_size(k)
        small = (rows // sizes[:, None]).sum(axis=0)
        classes = objective.suppressed * (about.classes - about.failing[0] - small)
        classes = classes + objective.generalized * (suppressed > 0)
        return np.asarray(np.divide(self.n_rows, classes, out=np.full(len(classes), np.inf), where=classes > 0))

    def plain_quality(self, objective: Objective) -> FloatArray:
        """Quality of every node if nobody were suppressed, whatever is promised.

        Raises
        ------
        ParameterError
            The objective needs a search of its own.
        """
        match objective.quality:
            case Quality.DISCERNIBILITY | Quality.DISCERNIBILITY_MONOTONE:
                return self.description.squares.astype(float)
            case Quality.AECS:
                return np.asarray(self.n_rows / self.description.classes)
            case Quality.ENTROPY | Quality.ENTROPY_MONOTONE | Quality.LOSS_RANK:
                raise ParameterError(f"{objective.quality.value} is no look-up: it needs a search of its own.")
        return bounds(self.aggregated, self.grid, objective, scales(self.aggregated, objective))

    @cached_property
    def levels(self) -> IntArray:
        """Level of each column at each node, int64 (n_columns, n_nodes)."""
        return self.grid.coordinates

    def neighbours(self, node: int) -> tuple[int, ...]:
        """Nodes one level away in one column: finer ones first."""
        steps = zip(self.grid.levels(node), self.grid.shape, self.grid.strides, strict=True)
        moves = [(level, n, stride) for level, n, stride in steps]
        finer = [node - stride for level, _, stride in moves if level > 0]
        return (*finer, *(node + stride for level, n, stride in moves if level + 1 < n))

    def why(self, node: int, k: int, suppression: float = 0.0) -> tuple[Reason, ...]:
        """Say, promise by promise, what breaks it at a node; measured by the models."""
        return reasons(self.aggregated, self.promise, self.grid.levels(node), k, Limits(suppression))


def whole_lattice(
    table: Table,
    roles: Roles,
    hierarchies: Mapping[str, Hierarchy],
    models: Sequence[PrivacyModel],
    progress: Progress = unwatched,
    policies: Policies | None = None,
    max_level: Mapping[str, int] | None = None,
    population: Table | None = None,
    span: int = SPAN,
) -> Lattice:
    """Describe every node of the lattice once; a k among the models only says where the sliders begin.

    Parameters
    ----------
    table, roles, hierarchies, models, policies : as for any anonymizer; the original is the prior
    max_level : highest level allowed, by quasi-identifier
    population : table in which k-map counts
    span : how many values of k shall be a look-up: from 1, or around a large k asked for; fewer where memory
        forbids it, see `description.floor` and `description.cap`

    Raises
    ------
    ParameterError
        No model has a threshold, or the lattice is too large to be described as a whole.
    Stopped
        Progress said so.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import KAnonymity, Roles, from_frame
    >>> from privacy_core.hierarchies import hierarchy
    >>> people = from_frame(pd.DataFrame({"age": [31, 34, 42, 47, 51]}))
    >>> ages = hierarchy("age", [(str(age), f"{age // 10}0s", "*") for age in (31, 34, 42, 47, 51)])
    >>> levels = whole_lattice(people, Roles(("age",)), {"age": ages}, [KAnonymity(2)])
    >>> levels.at(2, 0.2).suppressed.tolist(), levels.at(2, 0.2).best, levels.at(2).best
    ([5, 1, 0], 1, 2)
    """
    policies = every_row_in_a_class(policies)
    roles.check(table.names)
    kept = promise(models, population is not None)
    counted = aggregated(table, roles.quasi_identifiers, hierarchies, kept.sensitive, policies, max_level, population)
    grid = Grid(tuple(step.n_levels for step in counted.ladders))
    if grid.size > MOST_NODES:
        raise ParameterError(
            f"The lattice has {grid.size:,} nodes; at most {MOST_NODES:,} are looked at as a whole. "
            "Fewer quasi-identifiers or levels would do; a search for the best node still works."
        )
    if any(isinstance(model, NTCloseness) for model in kept.others):
        span = 0  # the larger groups a class is compared with shrink by the classes below k
    span = widest_span(counted, kept, grid, span)
    floor = 1 if kept.k <= span else kept.k - span // 2
    return Lattice(counted, kept, described(counted, kept, grid, floor, floor + span, progress))
