"""How much of a column's detail each level of its hierarchy gives up, before anybody is suppressed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from privacy_core.hierarchies import Hierarchy
from privacy_core.tables import Column, FloatArray


def given_up(column: Column, hierarchy: Hierarchy, judged: NDArray[np.bool_]) -> FloatArray:
    """Share of a column's detail that each level gives up.

    Formula: mean over rows of (values covered − 1) / (values − 1). Values are those that occur, so that a
    column of one value has no detail to lose, and labels of the hierarchy that nobody has cost nothing.

    Parameters
    ----------
    column : of the original
    hierarchy : with an entry for each of its values
    judged : bool (n_rows,), rows that count

    Returns
    -------
    share : float64 (n_levels,), 0 (as it is) to 1 (nothing left)

    Raises
    ------
    HierarchyError
        A value has no entry.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame, hierarchy
    >>> ages = from_frame(pd.DataFrame({"age": [31, 31, 34, 42]}))["age"]
    >>> tree = hierarchy("age", [("31", "30s", "*"), ("34", "30s", "*"), ("42", "40s", "*")])
    >>> given_up(ages, tree, np.ones(4, bool)).tolist()
    [0.0, 0.375, 1.0]
    """
    rows = np.bincount(column.codes[judged], minlength=column.n_codes)
    there = rows > 0
    covered = [np.bincount(group, there)[group] - 1 for group in hierarchy.level_maps(column)]
    lost = np.array([float((rows * above)[there].sum()) for above in covered])
    return np.asarray(lost / (max(int(rows.sum()), 1) * max(int(there.sum()) - 1, 1)))
