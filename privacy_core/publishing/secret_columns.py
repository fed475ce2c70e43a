"""A sensitive column as settings: its type, order and hierarchy; the only room that makes columns of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from privacy_core.errors import ParameterError
from privacy_core.hierarchies import Hierarchy, read_hierarchy
from privacy_core.models import Equal, Ground, Rank, Secret, Tree, Value
from privacy_core.tables import Scale, Table, as_nominal, as_ordered


@dataclass(frozen=True)
class SecretColumn:
    """A sensitive column and how its distances are measured.

    Parameters
    ----------
    column : name
    kind : "nominal", "ordered", "value" or "hierarchy"; "equal" for the distance of names on a column that keeps its
        order or its numbers; empty for the column's own
    order : values from low to high, of an ordered text column
    tree : file of its hierarchy, or None
    """

    column: str
    kind: str = ""
    order: tuple[str, ...] = ()
    tree: str | None = None


def typed(table: Table, secrets: Sequence[SecretColumn]) -> Table:
    """Return the table with the types its sensitive columns were given.

    Raises
    ------
    ParameterError
        A column cannot have its type: text without an order, a distance by value without numbers.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> people = from_frame(pd.DataFrame({"ill": ["low", "high"]}))
    >>> typed(people, [SecretColumn("ill", "ordered", ("low", "high"))])["ill"].labels
    ['low', 'high']
    """
    for secret in secrets:
        table = _with_type(table, secret)
    return table


def _with_type(table: Table, secret: SecretColumn) -> Table:
    name, column = secret.column, table[secret.column]
    if secret.kind == "nominal":
        return table.with_column(as_nominal(column))
    if secret.order:
        return table.with_column(as_ordered(column, secret.order))
    if secret.kind == "ordered" and column.scale is Scale.NOMINAL:
        raise ParameterError(f"Column {name!r} is text without an order: write {name}:ordered=low<mid<high.")
    if secret.kind == "value" and column.scale is not Scale.NUMERIC:
        raise ParameterError(f"Column {name!r} has no numbers: distance by value is not defined.")
    return table


def secrets_of(secrets: Sequence[SecretColumn], fetch: Callable[[str], bytes]) -> list[Secret]:
    """The sensitive columns with their ground distances, hierarchies read.

    Parameters
    ----------
    secrets : as settings
    fetch : gives the bytes of a file they name
    """
    return [_secret(secret, fetch) for secret in secrets]


def _secret(secret: SecretColumn, fetch: Callable[[str], bytes]) -> Secret:
    tree = None if secret.tree is None else read_hierarchy(fetch(secret.tree), secret.column)
    return Secret(secret.column, _ground(secret.kind, tree), tree)


def _ground(kind: str, tree: Hierarchy | None) -> Ground | None:
    if kind == "hierarchy" and tree is not None:
        return Tree(tree)
    grounds: dict[str, Ground] = {"nominal": Equal(), "equal": Equal(), "ordered": Rank(), "value": Value()}
    return grounds.get(kind)
