"""Every measure within each value of a named column: a table that holds on the whole may fail in one region."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from privacy_core.assessment import Assessment, assess
from privacy_core.models import Secret, Thresholds
from privacy_core.policies import Policies
from privacy_core.population import Population
from privacy_core.roles import Roles
from privacy_core.tables import Table


def by_group(
    table: Table,
    roles: Roles,
    column: str,
    asked: Thresholds | None = None,
    secrets: Sequence[Secret] | None = None,
    policies: Policies | None = None,
    population: Population | None = None,
) -> dict[str, Assessment]:
    """Assess the rows of each value of a column as a table of their own.

    Against an attacker who knows which group a person is in. The prior of t, β and δ-disclosure is
    the group's own distribution; a population table is cut down to the group where it has the column.

    Parameters
    ----------
    table, roles, asked, secrets, policies, population : as in `assess`
    column : whose values make the groups; it may have a role

    Returns
    -------
    groups : one Assessment per value that occurs, in the column's order, missing last

    Raises
    ------
    UnknownColumn
        The table has no such column.
    RoleError, TableError, ParameterError
        As `assess`.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> towns = from_frame(pd.DataFrame({"town": ["a", "a", "a", "b"], "age": [30, 30, 30, 30]}))
    >>> found = by_group(towns, Roles(("age",)), "town")
    >>> {town: one.headline.value for town, one in found.items()}       # k is 4 on the whole
    {'a': 3.0, 'b': 1.0}
    """
    outside = {} if population is None or population.table is None else dict(groups(population.table, column))
    return {
        label: assess(part, roles, asked, secrets, policies, population=_cut(population, outside.get(label)))
        for label, part in groups(table, column)
    }


def groups(table: Table, column: str) -> Iterator[tuple[str, Table]]:
    """Cut a table by the values of a column that occur, in the column's order; every row as it is if it lacks it."""
    values = table[column]
    for code, label in enumerate(values.labels):
        rows = np.flatnonzero(values.codes == code)
        if len(rows):
            yield label, table.only(rows)


def _cut(population: Population | None, part: Table | None) -> Population | None:
    return population if part is None else Population(part)
