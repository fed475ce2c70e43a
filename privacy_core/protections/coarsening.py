"""A release that writes known columns coarsely and shows all of them, everything else left as it was."""

from __future__ import annotations

from privacy_core.anonymizers import FullDomain, Limits
from privacy_core.errors import ParameterError
from privacy_core.hierarchies import Hierarchy, OrderedGroups, build, suggest_hierarchy, without_level
from privacy_core.models import KAnonymity
from privacy_core.protections.families import Original
from privacy_core.roles import Roles
from privacy_core.tables import Column, Scale, Table

FEW = 6
"""Names up to so many are not grouped."""
MOST_WITHHELD = 0.1
"""Share of the rows that may be withheld."""


def coarsened(original: Original, k: int = 20) -> Table:
    """Coarsen the known columns until crowds have k rows, without blanking a column.

    Parameters
    ----------
    original : people, roles, progress; its hierarchies are used where given
    k : smallest crowd, 2 or more; at most 10 of 100 rows are withheld

    Raises
    ------
    ParameterError
        No such release exists.

    Notes
    -----
    Numbers become intervals, more than six names become groups in their declared order, or by letters where they
    have none; the level that blanks a column is not offered. Made for comparing ways to match when the
    representation shifts, not for publishing. Ours.

    Examples
    --------
    >>> import numpy as np
    >>> from privacy_core import samples
    >>> shop = samples.load("touchpoints")
    >>> release = coarsened(Original(shop.table, shop.roles, np.random.default_rng(1)))
    >>> [bool(set(release[name].labels) - {"*"}) for name in shop.roles.quasi_identifiers]
    [True, True, True, True]
    """
    known = original.roles.quasi_identifiers
    trees = {name: original.hierarchies.get(name) or _tree(original.table[name]) for name in known}
    answer = FullDomain().anonymize(
        original.table,
        Roles(known, original.roles.sensitive),
        {name: _without_blank(tree) for name, tree in trees.items()},
        [KAnonymity(k)],
        Limits(MOST_WITHHELD),
        original.progress,
    )
    if answer.table is None:
        raise ParameterError(answer.reason or "There is no such release.")
    return answer.table


def _tree(column: Column) -> Hierarchy:
    names = len(column.labels)
    if column.scale is Scale.NUMERIC or names <= FEW:
        return build(suggest_hierarchy(column)[0], column)
    sizes = tuple(2**level for level in range(1, 20) if 2 ** (level + 1) <= names)
    order = () if column.scale is Scale.ORDINAL else tuple(sorted(column.labels))
    return build(OrderedGroups(sizes, order), column)


def _without_blank(tree: Hierarchy) -> Hierarchy:
    """The same without the level at which all values read the same."""
    top = tree.n_levels - 1
    return without_level(tree, top) if top and len(tree.labels[top]) == 1 else tree
