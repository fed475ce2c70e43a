"""Models asked about any grouping of rows, many groups at a time, against the original's distribution."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil

import numpy as np
from numpy.typing import NDArray

from privacy_core.anonymizers.asking import hopeless
from privacy_core.anonymizers.releasing import every_row_in_a_class, nothing_perturbed
from privacy_core.classes import equivalence_classes
from privacy_core.counting import Contingency, cells, contingency
from privacy_core.errors import ParameterError
from privacy_core.models import DistinctL, EntropyL, KAnonymity, NTCloseness, PrivacyModel
from privacy_core.models.base import Better, beyond
from privacy_core.policies import TOLERANCE, Policies
from privacy_core.roles import Roles
from privacy_core.tables import IntArray, Table


@dataclass(frozen=True, eq=False)
class Judge:
    """Says which groups of rows break a promise; the prior is the distribution of all judged rows.

    Parameters
    ----------
    models : those asked, each with a threshold
    rows : positions of the judged rows in the table, ascending; groups are numbered per judged row
    each : by sensitive column, the judged rows counted one by one
    """

    models: tuple[PrivacyModel, ...]
    rows: IntArray
    each: Mapping[str | None, Contingency]

    @classmethod
    def of(cls, table: Table, roles: Roles, models: Sequence[PrivacyModel], policies: Policies | None) -> Judge:
        """Make a judge of the rows of a table that are not suppressed.

        Raises
        ------
        RoleError, UnknownColumn
            The roles do not fit the table.
        ParameterError
            (n, t)-closeness, which compares levels of a hierarchy, or another model that may break when
            classes are joined: only full-domain generalization can promise these.
        """
        roles.check(table.names)
        nothing_perturbed(table, roles)
        policies = every_row_in_a_class(policies)
        if any(isinstance(model, NTCloseness) for model in models):
            raise ParameterError("(n, t)-closeness compares levels of hierarchies: only full-domain has them.")
        fragile = [model.name for model in models if not model.monotone and model.threshold is not None]
        if fragile:
            raise ParameterError(
                f"{fragile[0]} as asked may break when classes are joined: only the full-domain search can promise it."
            )
        everyone = equivalence_classes(table, (), policies)
        alone = np.arange(len(everyone.kept), dtype=np.int32)
        apart = replace(everyone, of_row=alone, size=np.ones(len(alone), np.int64))
        before = table.only(everyone.kept)
        names = {model.sensitive: None for model in models}
        each = {name: contingency(table, apart, name, policies, before if name else None) for name in names}
        return cls(tuple(models), everyone.kept, each)

    @property
    def k(self) -> int:
        """Rows every group needs: the largest k asked, at least 1."""
        return int(max((m.k for m in self.models if isinstance(m, KAnonymity) and m.k), default=1))

    @property
    def least(self) -> int:
        """Rows no group can do without: k, or as many as different values are asked for."""
        several = [m.l for m in self.models if isinstance(m, DistinctL | EntropyL) and m.l]
        return max(self.k, *(ceil(number - TOLERANCE) for number in several)) if several else self.k

    @property
    def only_counts(self) -> bool:
        """Whether k is all that is promised."""
        return all(isinstance(model, KAnonymity) or model.threshold is None for model in self.models)

    def fails(self, group: IntArray, n_groups: int, rows: IntArray | None = None) -> NDArray[np.bool_]:
        """Which groups fail a model.

        Parameters
        ----------
        group : for each row asked about, its group, 0 to n_groups − 1, none empty
        rows : which of the judged rows are asked about (positions among them); default all
        """
        size = np.bincount(group, minlength=n_groups)
        found = size < self.k
        for name in self.each:
            counted = self.counted(name, group, n_groups, rows)
            for model in self.models:
                if model.sensitive == name and not isinstance(model, KAnonymity):
                    found |= beyond(model, model.per_class(counted))
        return found

    def counted(self, name: str | None, group: IntArray, n_groups: int, rows: IntArray | None = None) -> Contingency:
        """Count the values of a sensitive column in some groups."""
        each, size = self.each[name], np.bincount(group, minlength=n_groups)
        owner, value = each.owner, each.value
        if rows is not None:
            filled = rows[each.filled[rows]]
            group, owner, value = group[each.filled[rows]], np.arange(len(filled)), value[each.start[filled]]
        start, value, count = cells(group[owner] * np.int64(each.n_values) + value, each.n_values, n_groups)
        classes = replace(
            each.classes, kept=self.rows if rows is None else self.rows[rows], of_row=group.astype(np.int32), size=size
        )
        return replace(each, classes=classes, rows=size, start=start, value=value, count=count)

    def hopeless(self, table: Table, policies: Policies | None) -> str | None:
        """Say why no grouping can keep the promise, and what would work; None where one class of everybody keeps it."""
        if (reason := hopeless(table, self.models, policies)) is not None:
            return reason
        together = np.zeros(len(self.rows), np.int64)
        for model in self.models:
            value = model.per_class(self.counted(model.sensitive, together, 1))
            if beyond(model, value)[0]:
                return _too_much(model, float(value[0]))
        return None


def _too_much(model: PrivacyModel, value: float) -> str:
    asked = model.threshold if model.threshold is not None else np.nan
    bound = "below" if model.strict else "up to" if model.better is Better.LOWER else "at least"
    return (
        f"{model.name} of column {model.sensitive!r} cannot be {bound} {asked:g}: with every row in one class it is "
        f"{value:.4g}, and no grouping brings every class beyond that."
    )
