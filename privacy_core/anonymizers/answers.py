"""What every anonymizer begins and ends with: the question, and a release judged again or the reason for none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from privacy_core.anonymizers.base import Anonymization, Limits
from privacy_core.anonymizers.judging import Judge
from privacy_core.anonymizers.releasing import release
from privacy_core.hierarchies import Hierarchy
from privacy_core.models import Measurement, PrivacyModel
from privacy_core.policies import Policies, Prior
from privacy_core.progress import Progress, unwatched
from privacy_core.roles import Roles
from privacy_core.tables import Table


@dataclass(frozen=True, eq=False)
class Task:
    """What was asked of an anonymizer, and since when the time on the clock is counted."""

    table: Table
    roles: Roles
    hierarchies: Mapping[str, Hierarchy]
    models: Sequence[PrivacyModel]
    policies: Policies | None
    since: float = field(default_factory=perf_counter)

    def answer(
        self,
        released: Table,
        suppressed: NDArray[np.bool_],
        visited: int,
        population: Table | None = None,
        **said: Any,
    ) -> Anonymization:
        """Judge a release again and hand it out.

        Parameters
        ----------
        population : for k-map, its quasi-identifiers as they read in the release
        said : other fields of `Anonymization`

        Raises
        ------
        InternalError
            The release fails its own promise.
        """
        asked = self.roles, self.models, self.policies, self.hierarchies, population
        return self.measured(released, suppressed, *release(self.table, released, suppressed, *asked), visited, **said)

    def measured(
        self,
        released: Table,
        suppressed: NDArray[np.bool_],
        found: tuple[Measurement, ...],
        own: tuple[Measurement, ...],
        visited: int,
        prior: Prior = Prior.ORIGINAL,
        levels: Mapping[str, int] | None = None,
        nodes: int | None = None,
        **said: Any,
    ) -> Anonymization:
        """Hand out a release that was measured."""
        return Anonymization(
            released, levels, suppressed, prior, found, own, visited, nodes, perf_counter() - self.since, **said
        )

    def nothing(self, reason: str, visited: int = 0, nodes: int | None = None, **said: Any) -> Anonymization:
        """Say why there is no release."""
        withheld, spent = self.table.suppressed.copy(), perf_counter() - self.since
        return Anonymization(None, None, withheld, Prior.ORIGINAL, (), (), visited, nodes, spent, reason=reason, **said)


class Regroups(Protocol):
    """An anonymizer that puts rows together as it likes; `anonymize = by_regrouping` makes it an `Anonymizer`."""

    def _check(self, task: Task) -> None:
        """Refuse settings that do not fit what is asked."""

    def _answer(self, task: Task, judge: Judge, limits: Limits, progress: Progress) -> Anonymization:
        """Find a release where one class of everybody keeps the promise."""
        ...


def fits_anything(self: Regroups, task: Task) -> None:
    """Settings that fit whatever is asked."""


def by_regrouping(
    self: Regroups,
    table: Table,
    roles: Roles,
    hierarchies: Mapping[str, Hierarchy],
    models: Sequence[PrivacyModel],
    limits: Limits,
    progress: Progress = unwatched,
    policies: Policies | None = None,
) -> Anonymization:
    """Find a release, judged by models that survive a merger of classes; see `Anonymizer`."""
    task = Task(table, roles, hierarchies, models, policies)
    self._check(task)
    judge = Judge.of(table, roles, models, policies)
    if (reason := judge.hopeless(table, policies)) is not None:
        return task.nothing(reason)
    return self._answer(task, judge, limits, progress)
