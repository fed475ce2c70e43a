"""Which rows of a table count as records, by the policies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from privacy_core.errors import ParameterError
from privacy_core.policies import Missing, MissingSensitive, Policies, Suppressed
from privacy_core.roles import Roles
from privacy_core.tables import Column, Scale, Table


@dataclass(frozen=True, eq=False, slots=True)
class TakingPart:
    """The records of a table.

    Parameters
    ----------
    table : the table with every row suppressed that takes no part
    policies : by which rows were counted
    rows : rows that take part
    suppressed : rows that were suppressed before
    left_out : rows left out because a quasi-identifier is missing
    without_value : rows left out because the sensitive value is missing
    """

    table: Table
    policies: Policies
    rows: int
    suppressed: int
    left_out: int
    without_value: int

    @property
    def records(self) -> Table:
        """The rows that take part, alone."""
        return records_only(self.table)


def taking_part(
    table: Table, quasi_identifiers: Sequence[str], sensitive: str, policies: Policies | None = None
) -> TakingPart:
    """Count the rows a distribution is estimated from, and flag the others.

    Parameters
    ----------
    table : Table; suppressed records never take part
    quasi_identifiers, sensitive : columns that classes and target values are made of
    policies : a missing quasi-identifier drops its row where asked (else it is refused later, for it has no place in
        an order); a missing sensitive value is a value of its own, or drops its row

    Raises
    ------
    UnknownColumn, RoleError
        A column is not there or has two roles.
    ParameterError
        No quasi-identifier, no row takes part, or a policy that has no meaning here.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import MissingSensitive, from_frame
    >>> people = from_frame(pd.DataFrame({"age": [30, 20, 30], "ill": ["y", None, "n"]}))
    >>> found = taking_part(people, ["age"], "ill", Policies(missing_sensitive=MissingSensitive.OUT))
    >>> found.rows, found.without_value
    (2, 1)
    """
    policies = policies or Policies()
    _refuse_meaningless(quasi_identifiers, policies)
    Roles(tuple(quasi_identifiers), (sensitive,)).check(table.names)
    here = ~table.suppressed
    gaps = np.logical_or.reduce([_lacking(table[name]) for name in quasi_identifiers])
    left_out = here & gaps if policies.missing is Missing.DROP else np.zeros(table.n_rows, bool)
    here &= ~left_out
    drops = policies.missing_sensitive is MissingSensitive.OUT
    without = here & _lacking(table[sensitive]) if drops else np.zeros(table.n_rows, bool)
    here &= ~without
    if not here.any():
        raise ParameterError("No row takes part: there is nothing to estimate a distribution from.")
    counts = (int(np.count_nonzero(rows)) for rows in (here, table.suppressed, left_out, without))
    return TakingPart(table.with_suppressed(~here), policies, *counts)


def _refuse_meaningless(quasi_identifiers: Sequence[str], policies: Policies) -> None:
    if not quasi_identifiers:
        raise ParameterError("Classes are made of quasi-identifiers: name at least one.")
    if policies.missing is Missing.WILDCARD:
        raise ParameterError(
            "Where missing matches anything (wildcard) a row has no place in an order: leave out the rows that miss a "
            "quasi-identifier."
        )
    if policies.suppressed is Suppressed.CLASS:
        raise ParameterError("Suppressed records have no place in an order of classes: leave them out.")


def _lacking(column: Column) -> NDArray[np.bool_]:
    return np.asarray(column.codes == column.missing) if column.has_missing else np.zeros(len(column.codes), bool)


def records_only(table: Table) -> Table:
    """Return the rows that are not suppressed; values nobody else has are gone, declared orders stay."""
    held = table.only(np.flatnonzero(~table.suppressed)) if table.suppressed.any() else table
    return replace(held, columns={name: _occurring(column) for name, column in held.columns.items()})


def _occurring(column: Column) -> Column:
    held = np.bincount(column.codes, minlength=column.n_codes)[: len(column.categories)] > 0
    if held.all() or column.scale is Scale.ORDINAL:
        return column
    place = np.append(np.cumsum(held) - 1, held.sum()).astype(np.int32)
    return replace(column, codes=place[column.codes], categories=column.categories[held])
