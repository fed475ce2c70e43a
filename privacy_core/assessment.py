"""Many models on one table with one grouping."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from privacy_core.classes import EquivalenceClasses, equivalence_classes
from privacy_core.counting import Contingency, contingency
from privacy_core.models import (
    KAnonymity,
    Measurement,
    Secret,
    TCloseness,
    Thresholds,
    Value,
    Verdict,
    measure,
    promises,
)
from privacy_core.models.base import undefined
from privacy_core.models.t_closeness import endless_numbers
from privacy_core.policies import Policies, Prior
from privacy_core.risk import Risk, basic_risk
from privacy_core.roles import Roles
from privacy_core.tables import Table


@dataclass(frozen=True, eq=False)
class Assessment:
    """What one table has: every model's measurement, the risks, and how doubtful rows were counted.

    Parameters
    ----------
    classes : EquivalenceClasses
    counts : contingency of each sensitive column
    measurements : k-anonymity first, then every model of each sensitive column
    risk : Risk
    policies : Policies
    unused : columns in no role
    """

    classes: EquivalenceClasses
    counts: Mapping[str, Contingency]
    measurements: tuple[Measurement, ...]
    risk: Risk
    policies: Policies
    unused: tuple[str, ...]

    @property
    def findings(self) -> list[str]:
        """One plain sentence per measurement, then warnings about columns that say nothing."""
        said = [m.model.sentence(m) for m in self.measurements if m.value is not None]
        return said + [warning for counted in self.counts.values() for warning in warnings(counted)]

    @property
    def holds(self) -> bool:
        """Whether every threshold given is kept and something was left to judge."""
        kept = all(m.verdict in (None, Verdict.HOLDS) for m in self.measurements)
        return kept and len(self.classes) > 0 and not self.risk.rows_above


def assess(
    table: Table,
    roles: Roles,
    asked: Thresholds | None = None,
    secrets: Sequence[Secret] | None = None,
    policies: Policies | None = None,
    original: Table | None = None,
) -> Assessment:
    """Measure every model of every sensitive column on one grouping.

    Parameters
    ----------
    table : the table to be judged
    roles : at least one quasi-identifier
    asked : thresholds; a model without one is only measured
    secrets : ground distance and hierarchy per sensitive column; default each column's own
    policies : how doubtful rows count
    original : table whose distribution is the prior for t, β and δ-disclosure

    Raises
    ------
    RoleError, UnknownColumn
        The roles do not fit the table.
    ParameterError
        A threshold on t is asked for by value where numbers are infinite.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> people = from_frame(pd.DataFrame({"q": ["a", "a", "b", "b"], "s": ["x", "y", "x", "x"]}))
    >>> found = assess(people, Roles(("q",), ("s",)), Thresholds(k=2, l=2))
    >>> [(m.model.name, m.value) for m in found.measurements[:3]]
    [('k-anonymity', 2.0), ('distinct-l', 1.0), ('entropy-l', 1.0)]
    """
    roles.check(table.names)
    asked, policies = asked or Thresholds(), policies or Policies()
    if original is not None:
        policies = replace(policies, prior=Prior.ORIGINAL)
    secrets = [Secret(name) for name in roles.sensitive] if secrets is None else secrets
    classes = equivalence_classes(table, roles.quasi_identifiers, policies)
    counts = {s.column: contingency(table, classes, s.column, policies, original) for s in secrets}
    crowd = measure(KAnonymity(asked.k), contingency(table, classes, None, policies))
    found = [m for secret in secrets for m in _measured(secret, counts[secret.column], asked)]
    unused = tuple(roles.unused(table.names))
    return Assessment(classes, counts, (crowd, *found), basic_risk(classes, asked.risk), policies, unused)


def _measured(secret: Secret, counted: Contingency, asked: Thresholds) -> Iterator[Measurement]:
    for model in promises(secret, counted.scale, asked):
        by_value = isinstance(model, TCloseness) and isinstance(model.ground, Value)
        if by_value and model.threshold is None and (endless := endless_numbers(counted)):
            yield undefined(model, counted, endless)
        else:
            yield measure(model, counted)


def warnings(counted: Contingency) -> Iterator[str]:
    """What the numbers of a column would hide: one value for everyone, missing or infinite values."""
    name, rows = counted.attribute, int(counted.total.sum())
    missing = int(counted.total[counted.missing]) if counted.missing is not None else 0
    if not rows:
        yield f"Column {name!r}: no row of {counted.classes.n_rows:,} has a value that counts; nothing is judged."
    elif missing == rows:
        yield f"Column {name!r}: all {rows:,} rows are missing; there is no value to give away or to judge."
    elif np.count_nonzero(counted.total) == 1:
        yield f"Column {name!r} has one value in all {rows:,} rows: everybody's value is known, whatever t says."
    elif missing:
        yield (
            f"Column {name!r}: {missing:,} of {rows:,} rows are missing; they count as a value of their own, and are "
            "left out of ordered and by-value distances."
        )
    if endless := endless_numbers(counted):
        yield f"Column {name!r}: {endless}; distance by value is not defined."
