"""Whom an attack is tried on: a seeded choice that does not depend on the order of rows."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from privacy_core.errors import TableError
from privacy_core.hierarchies import Hierarchy
from privacy_core.linkage import Feature, feature
from privacy_core.tables import IntArray, Table

RELEASED = 1
"""Place of the release among the tables."""


def chosen(features: Sequence[Feature], side: int, rows: IntArray, n: int, random: np.random.Generator) -> IntArray:
    """Choose up to n rows, each at most once, by their values and not by their places.

    Parameters
    ----------
    features : columns whose values put the rows in order
    side : whose rows
    rows : those that may be chosen
    n : how many are wanted
    """
    ordered = in_order(features, side, rows)
    return ordered[np.sort(random.permutation(len(ordered))[:n])]


def in_order(features: Sequence[Feature], side: int, rows: IntArray) -> IntArray:
    """Rows in the order of their values; those that tie are equal in everything compared."""
    keys = [one.values[side][rows] for one in features]
    return rows[np.lexsort(keys)] if keys else rows


def shared(
    tables: Sequence[Table], names: Collection[str], hierarchies: Mapping[str, Hierarchy] | None = None
) -> list[Feature]:
    """Bring some columns of all tables to one meaning, whatever their order.

    Parameters
    ----------
    tables : the people, the release, strangers where there are some
    names : columns

    Raises
    ------
    UnknownColumn
        A column is not in every table.
    TableError
        The release has no rows.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core.frames import from_frame
    >>> people = from_frame(pd.DataFrame({"age": [27, 34]}))
    >>> release = from_frame(pd.DataFrame({"age": ["[20, 30[", "[30, 40["]}))
    >>> [one.values[0].tolist() for one in shared([people, release], ["age"])]
    [[25.0, 35.0]]
    """
    refuse_nobody(tables[RELEASED])
    sides = ("source", "target", "holdout")[: len(tables)]
    return [feature(name, sides, tables, False, (hierarchies or {}).get(name)) for name in sorted(names)]


def refuse_nobody(release: Table) -> None:
    """Refuse a release without rows."""
    if not release.n_rows:
        raise TableError("The release has no rows: there is nothing to look into.")
