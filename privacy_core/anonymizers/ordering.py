"""An order of rows that comes from their values alone, so that ties never depend on the order of a file."""

from __future__ import annotations

import numpy as np

from privacy_core.roles import Roles
from privacy_core.tables import IntArray, Table


def value_order(table: Table, roles: Roles, rows: IntArray) -> IntArray:
    """Put rows in the order of their values: quasi-identifiers first, then sensitive columns, then the rest.

    Within each kind columns go by name. Rows that still tie are equal in everything, so it does not matter
    which comes first.

    Parameters
    ----------
    rows : positions to put in order

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> people = from_frame(pd.DataFrame({"age": [41, 30, 30], "job": ["x", "z", "y"]}))
    >>> value_order(people, Roles(("age",), ("job",)), np.arange(3)).tolist()
    [2, 1, 0]
    """
    names = [*sorted(roles.quasi_identifiers), *sorted(roles.sensitive)]
    names += sorted(set(table.names) - set(names))
    return rows[np.lexsort([table[name].codes[rows] for name in reversed(names)])]
