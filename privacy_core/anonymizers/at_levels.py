"""Generalization to levels somebody chose, instead of those a search found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from privacy_core.anonymizers.answers import Task
from privacy_core.anonymizers.base import Anonymization, Limits
from privacy_core.anonymizers.releasing import every_row_in_a_class, recoded
from privacy_core.classes import EquivalenceClasses, equivalence_classes
from privacy_core.counting import contingency
from privacy_core.errors import HierarchyError, ParameterError
from privacy_core.hierarchies import Hierarchy
from privacy_core.models import Measurement, NTCloseness, PrivacyModel, measure
from privacy_core.policies import Policies, Prior
from privacy_core.progress import Progress, unwatched
from privacy_core.roles import Roles
from privacy_core.supersets import supersets
from privacy_core.tables import Table
from privacy_core.utility.coarsening import texts_at


@dataclass(frozen=True, eq=False)
class Blurred:
    """A table at some levels, before anybody is suppressed.

    Parameters
    ----------
    table : quasi-identifiers at their levels; rows suppressed before stay so
    classes : its classes
    measurements : each model on them, compared with the original's distribution
    failing : bool (n_rows,), rows of classes that break a promise
    texts : by column, what each code of the original reads
    """

    table: Table
    classes: EquivalenceClasses
    measurements: tuple[Measurement, ...]
    failing: NDArray[np.bool_]
    texts: Mapping[str, Sequence[str | None]]


def blurred(
    table: Table,
    names: Sequence[str],
    hierarchies: Mapping[str, Hierarchy],
    levels: Mapping[str, int],
    models: Sequence[PrivacyModel],
    policies: Policies | None = None,
) -> Blurred:
    """Generalize each quasi-identifier to its level and ask every model about every class.

    Raises
    ------
    HierarchyError
        A quasi-identifier has no hierarchy.
    ParameterError
        A column has no level, or one its hierarchy does not have.
    """
    policies = replace(every_row_in_a_class(policies), prior=Prior.ORIGINAL)
    _check(names, hierarchies, levels)
    texts = {name: texts_at(table[name], hierarchies[name], levels[name]) for name in names}
    coarse = recoded(table, texts)
    classes = equivalence_classes(coarse, names, policies)
    before = table.only(np.flatnonzero(~table.suppressed)) if table.suppressed.any() else table
    asked = _Asked(names, hierarchies, policies, before)
    found = tuple(asked.measured(coarse, classes, model) for model in models)
    return Blurred(coarse, classes, found, asked.failing(coarse, classes, found), texts)


@dataclass(frozen=True, eq=False)
class _Asked:
    """Asks models about a table at some levels; `before` are the original's judged rows."""

    names: Sequence[str]
    hierarchies: Mapping[str, Hierarchy]
    policies: Policies
    before: Table

    def measured(self, coarse: Table, classes: EquivalenceClasses, model: PrivacyModel) -> Measurement:
        """One model on some classes, under (n, t)-closeness beside the larger groups one level up."""
        prior = None if model.sensitive is None else self.before
        counted = contingency(coarse, classes, model.sensitive, self.policies, prior)
        if not isinstance(model, NTCloseness):
            return measure(model, counted)
        larger = supersets(coarse, classes, self.hierarchies, self.policies)
        return measure(model, counted, model.per_class(counted, larger.counted(model.sensitive, prior), larger.parent))

    def failing(self, coarse: Table, classes: EquivalenceClasses, found: Sequence[Measurement]) -> NDArray[np.bool_]:
        """Rows of classes that break a promise.

        Larger groups shrink by what is left out: under (n, t)-closeness classes go until none is left that fails.
        """
        around = [one.model for one in found if isinstance(one.model, NTCloseness)]
        gone = np.zeros(coarse.n_rows, bool)
        for one in found:
            if not isinstance(one.model, NTCloseness):
                gone |= _rows(one, classes, coarse)
        settled = not around
        while not settled:
            before = gone.copy()
            for model in around:
                left = coarse.with_suppressed(coarse.suppressed | gone)
                those = equivalence_classes(left, self.names, self.policies)
                gone |= _rows(self.measured(left, those, model), those, coarse)
            settled = np.array_equal(before, gone)
        return gone


def _rows(found: Measurement, classes: EquivalenceClasses, coarse: Table) -> NDArray[np.bool_]:
    """Rows of the classes that fail."""
    fails = np.zeros(coarse.n_rows, bool)
    fails[classes.kept] = found.fails[classes.of_row]
    return fails & ~coarse.suppressed


def _check(names: Sequence[str], hierarchies: Mapping[str, Hierarchy], levels: Mapping[str, int]) -> None:
    for name in names:
        if name not in hierarchies:
            raise HierarchyError(f"The quasi-identifier {name!r} has no hierarchy.")
        top = hierarchies[name].n_levels - 1
        if name not in levels or not 0 <= levels[name] <= top:
            raise ParameterError(f"Column {name!r} needs a level from 0 to {top}.")


@dataclass(frozen=True)
class AtLevels:
    """Generalizes every column to a given level and suppresses the classes that break a promise.

    Parameters
    ----------
    levels : level of each quasi-identifier

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import KAnonymity, Limits, Roles, from_frame, hierarchy
    >>> people = from_frame(pd.DataFrame({"age": [31, 34, 42]}))
    >>> ages = hierarchy("age", [("31", "30s", "*"), ("34", "30s", "*"), ("42", "40s", "*")])
    >>> asked = people, Roles(("age",)), {"age": ages}, [KAnonymity(2)]
    >>> found = AtLevels({"age": 1}).anonymize(*asked, Limits(0.5))
    >>> found.table["age"].texts([0, 1, 2]), found.suppressed.tolist()
    (['30s', '30s', '*'], [False, False, True])
    >>> AtLevels({"age": 1}).anonymize(*asked, Limits(0)).reason
    'At these levels 1 of 3 rows must be suppressed; the limit allows 0.'
    """

    levels: Mapping[str, int] = field(default_factory=dict)

    name: ClassVar[str] = "chosen levels"

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
        """Make the release at these levels; see `Anonymizer`."""
        task = Task(table, roles, hierarchies, models, policies)
        found = blurred(table, roles.quasi_identifiers, hierarchies, self.levels, models, policies)
        judged, gone = int((~table.suppressed).sum()), int(found.failing.sum())
        if gone > limits.rows(judged):
            return task.nothing(
                f"At these levels {gone:,} of {judged:,} rows must be suppressed; the limit allows "
                f"{limits.rows(judged):,}.",
                1,
            )
        withheld = table.suppressed | found.failing
        return task.answer(recoded(table, found.texts, withheld), withheld, 1, levels=dict(self.levels))
