"""Full-domain generalization: one level per column for the whole table, the best there is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from privacy_core.anonymizers.answers import Task
from privacy_core.anonymizers.asking import hopeless
from privacy_core.anonymizers.base import Anonymization, Limits, Minimal
from privacy_core.anonymizers.lattice.aggregated import Aggregated, aggregated
from privacy_core.anonymizers.lattice.aims import Objective, Quality
from privacy_core.anonymizers.lattice.choosing import Found
from privacy_core.anonymizers.lattice.far import best_effort
from privacy_core.anonymizers.lattice.grid import Grid
from privacy_core.anonymizers.lattice.lattice import MOST_NODES
from privacy_core.anonymizers.lattice.nearest import nearest
from privacy_core.anonymizers.lattice.rules import Promise, promise
from privacy_core.anonymizers.lattice.running import Budget
from privacy_core.anonymizers.lattice.seeking import sought
from privacy_core.anonymizers.lattice.twin import judged
from privacy_core.anonymizers.releasing import every_row_in_a_class, recoded
from privacy_core.hierarchies import Hierarchy
from privacy_core.models import PrivacyModel
from privacy_core.models.k_map import KMap
from privacy_core.policies import Policies
from privacy_core.progress import Progress, unwatched
from privacy_core.roles import Roles
from privacy_core.tables import Table
from privacy_core.utility.coarsening import texts_at


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
        task = Task(table, roles, hierarchies, models, every_row_in_a_class(policies))
        roles.check(table.names)
        if never := hopeless(table, models, task.policies):
            return task.nothing(never)
        kept, names = promise(models, self.population is not None), roles.quasi_identifiers
        counted = aggregated(table, names, hierarchies, kept.sensitive, task.policies, self.max_level, self.population)
        grid, limit = Grid(tuple(step.n_levels for step in counted.ladders)), limits.rows(counted.n_rows)
        budget = Budget(limits.seconds, limits.nodes, task.since)
        seek = sought if grid.size <= MOST_NODES else best_effort
        found = seek(counted, kept, grid, self.objective, limit, progress, budget)
        if found.levels is not None and found.suppressed == counted.n_rows > 0:  # all withheld is no release: one stays
            some = seek(counted, kept, grid, self.objective, counted.n_rows - 1, progress, budget)
            found = found if some.levels is None else some
        if found.levels is None:
            reason = nearest(counted, kept, grid, limits, found, progress, budget)
            return task.nothing(reason, found.visited, grid.size, bound=found.unproved, stopped_early=not found.proved)
        return self._released(task, counted, kept, grid, found)

    def _released(self, task: Task, counted: Aggregated, kept: Promise, grid: Grid, found: Found) -> Anonymization:
        levels = dict(zip(task.roles.quasi_identifiers, found.levels or (), strict=True))
        suppressed = task.table.suppressed.copy()
        fails = failing(counted, kept, found.levels or ())
        suppressed[~task.table.suppressed] = fails[counted.counts[None].classes.of_row]
        return task.answer(
            at_levels(task.table, task.hierarchies, levels, suppressed),
            suppressed,
            found.visited,
            self._everyone(task, levels),
            levels=levels,
            nodes=grid.size,
            minimal=Minimal.PROVED if found.proved else Minimal.NO,
            bound=found.unproved,
            stopped_early=not found.proved,
            quality=found.quality,
        )

    def _everyone(self, task: Task, levels: Mapping[str, int]) -> Table | None:
        """The population at these levels, where k-map is promised."""
        if self.population is None or not any(isinstance(model, KMap) for model in task.models):
            return None
        return at_levels(self.population, task.hierarchies, levels, np.zeros(self.population.n_rows, bool))


def at_levels(
    table: Table, hierarchies: Mapping[str, Hierarchy], levels: Mapping[str, int], suppressed: NDArray[np.bool_]
) -> Table:
    """Generalize each column to its level; only these rows are suppressed."""
    texts = {name: texts_at(table[name], hierarchies[name], level) for name, level in levels.items()}
    return recoded(table.with_suppressed(suppressed), texts)


def failing(counted: Aggregated, kept: Promise, levels: Sequence[int]) -> NDArray[np.bool_]:
    """Whether each class of the original lies, at a node, in a class that breaks a promise."""
    found = judged(counted, kept, levels)
    return np.asarray((found.fails | (found.rows < kept.k))[found.number])
