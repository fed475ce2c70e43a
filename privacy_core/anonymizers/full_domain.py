"""Full-domain generalization: one level per column for the whole table, the best there is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter, process_time
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from privacy_core.anonymizers.asking import hopeless
from privacy_core.anonymizers.base import Anonymization, Limits, Minimal
from privacy_core.anonymizers.lattice.aggregated import Aggregated, aggregated
from privacy_core.anonymizers.lattice.aims import Objective, Quality
from privacy_core.anonymizers.lattice.far import best_effort
from privacy_core.anonymizers.lattice.grid import Grid
from privacy_core.anonymizers.lattice.lattice import MOST_NODES
from privacy_core.anonymizers.lattice.nearest import nearest
from privacy_core.anonymizers.lattice.rules import Promise, promise
from privacy_core.anonymizers.lattice.running import Budget
from privacy_core.anonymizers.lattice.seeking import Found, sought
from privacy_core.anonymizers.lattice.twin import judged
from privacy_core.anonymizers.releasing import every_row_in_a_class, recoded, release
from privacy_core.hierarchies import Hierarchy
from privacy_core.models import Measurement, PrivacyModel, measure
from privacy_core.models.k_map import KMap
from privacy_core.policies import Policies, Prior
from privacy_core.progress import Progress, unwatched
from privacy_core.roles import Roles
from privacy_core.tables import Table


@dataclass(frozen=True)
class FullDomain:
    """Generalizes every value of a column to one level and suppresses the classes that still fail.

    The answer is the best node of the lattice under the objective; ties go to the node that suppresses
    fewer rows, then to the lexicographically smallest levels. Where the lattice is too large or a budget
    ends the search, the best node seen and a bound: no node has a better quality.

    Parameters
    ----------
    quality : objective, see `Objective`
    gs : weight of suppression against generalization, 0 to 1; at 0.5 both count in full
    max_level : highest level allowed, by quasi-identifier
    importance : weight of a quasi-identifier, 1 unless given
    population : table in which k-map counts

    Notes
    -----
    Source: the lattice is Samarati's (TKDE 13(6), 2001); best-first with tagging follows Incognito (LeFevre
    et al., SIGMOD 2005) and Flash (Kohlmayer et al., PASSAT 2012); the roll-up tree is ours.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import KAnonymity, Limits, Roles, from_frame
    >>> from privacy_core.hierarchies import hierarchy
    >>> people = from_frame(pd.DataFrame({"age": [31, 34, 42, 47]}))
    >>> ages = hierarchy("age", [(str(age), f"{age // 10}0s", "*") for age in (31, 34, 42, 47)])
    >>> found = FullDomain().anonymize(people, Roles(("age",)), {"age": ages}, [KAnonymity(2)], Limits())
    >>> found.levels, found.table["age"].labels, found.measurements[0].value
    ({'age': 1}, ['30s', '40s'], 2.0)
    """

    quality: Quality = Quality.LOSS_GEOMETRIC
    gs: float = 0.5
    max_level: Mapping[str, int] = field(default_factory=dict)
    importance: Mapping[str, float] = field(default_factory=dict)
    population: Table | None = None

    name: ClassVar[str] = "full-domain"

    def __post_init__(self) -> None:
        object.__setattr__(self, "quality", self.objective.quality)

    @property
    def objective(self) -> Objective:
        """What a good node is."""
        return Objective(self.quality, self.gs, self.importance)

    def anonymize(
        self,
        table: Table,
        roles: Roles,
        hierarchies: Mapping[str, Hierarchy],
        models: Sequence[PrivacyModel],
        limits: Limits,
        progress: Progress = unwatched,
        policies: Policies | None = None,
    ) -> Anonymization:
        """Find the best node and make the release; see `Anonymizer`."""
        started, policies = process_time(), every_row_in_a_class(policies)
        roles.check(table.names)
        if never := hopeless(table, models, policies):
            return _nothing(table, never, None, process_time() - started)
        kept, names = promise(models, self.population is not None), roles.quasi_identifiers
        counted = aggregated(table, names, hierarchies, kept.sensitive, policies, self.max_level, self.population)
        grid, limit = Grid(tuple(step.n_levels for step in counted.ladders)), limits.rows(counted.n_rows)
        budget = Budget(limits.seconds, limits.nodes, perf_counter())
        seek = sought if grid.size <= MOST_NODES else best_effort
        found = seek(counted, kept, grid, self.objective, limit, progress, budget)
        if found.levels is None:
            reason = nearest(counted, kept, grid, limits, found, progress)
            return _nothing(table, reason, (grid, found), process_time() - started)
        return _released(table, roles, hierarchies, kept, models, policies, counted, grid, found, started)


def _nothing(table: Table, reason: str, seen: tuple[Grid, Found] | None, seconds: float) -> Anonymization:
    bound = None if seen is None or seen[1].proved or not np.isfinite(seen[1].bound) else seen[1].bound
    visited, nodes = (0, None) if seen is None else (seen[1].visited, seen[0].size)
    kept = table.suppressed.copy()
    return Anonymization(None, None, kept, Prior.ORIGINAL, (), (), visited, nodes, seconds, bound=bound, reason=reason)


def _released(
    table: Table,
    roles: Roles,
    hierarchies: Mapping[str, Hierarchy],
    kept: Promise,
    models: Sequence[PrivacyModel],
    policies: Policies,
    counted: Aggregated,
    grid: Grid,
    found: Found,
    started: float,
) -> Anonymization:
    levels = dict(zip(roles.quasi_identifiers, found.levels or (), strict=True))
    fails = failing(counted, kept, found.levels or ())
    suppressed = table.suppressed.copy()
    suppressed[~table.suppressed] = fails[counted.counts[None].classes.of_row]
    texts = {name: labels_at(table, hierarchies[name], level) for name, level in levels.items()}
    generalized = recoded(table, texts, suppressed)
    others = [model for model in models if not isinstance(model, KMap)]
    measured, own = release(table, generalized, suppressed, roles, others, policies, hierarchies)
    maps = tuple(_mapped(model, counted, found.levels or (), fails) for model in models if isinstance(model, KMap))
    return Anonymization(
        generalized,
        levels,
        suppressed,
        Prior.ORIGINAL,
        _in_order(models, (*measured, *maps)),
        _in_order(models, (*own, *maps)),
        found.visited,
        grid.size,
        process_time() - started,
        Minimal.PROVED if found.proved else Minimal.NO,
        None if found.proved else found.bound,
    )


def _in_order(models: Sequence[PrivacyModel], found: Sequence[Measurement]) -> tuple[Measurement, ...]:
    """Measurements in the order in which the models were asked for."""
    return tuple(sorted(found, key=lambda one: next(i for i, model in enumerate(models) if model is one.model)))


def failing(counted: Aggregated, kept: Promise, levels: Sequence[int]) -> NDArray[np.bool_]:
    """Whether each class of the original lies, at a node, in a class that breaks a promise."""
    found = judged(counted, kept, levels)
    return np.asarray((found.fails | (found.rows < kept.k))[found.number])


def labels_at(table: Table, hierarchy: Hierarchy, level: int) -> list[str | None]:
    """Text of each code of a column at one level; None where missing cells stay apart."""
    column = table[hierarchy.column]
    labels, alone = hierarchy.level_labels(column, level), hierarchy.missing_group(column, level)
    return [None if group == alone else labels[group] for group in hierarchy.level_maps(column)[level].tolist()]


def _mapped(model: KMap, counted: Aggregated, levels: Sequence[int], fails: NDArray[np.bool_]) -> Measurement:
    """k-map on the classes that stay."""
    number, n = counted.numbered(levels)
    everyone = counted.counted(None, number, n)
    crowd = np.bincount(number, counted.crowd, n).astype(np.int64)
    stays = np.bincount(number, counted.rows * ~fails, n) > 0
    kept = everyone.part(stays, everyone.prior)
    return measure(model, replace(kept, members=crowd[stays]))
