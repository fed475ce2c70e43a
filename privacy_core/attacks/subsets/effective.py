"""Effective anonymity: how many rows share a row's values in the columns an attacker knows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from privacy_core.classes import equivalence_classes
from privacy_core.policies import Policies
from privacy_core.tables import IntArray, Table, frozen
from privacy_core.units import in_unit


def effective_anonymity(
    table: Table, columns: Sequence[str], policies: Policies | None = None, person: str | None = None
) -> IntArray:
    """Count for every row the rows that look like it in these columns, itself included.

    Parameters
    ----------
    table : Table
    columns : what an attacker knows; none at all is allowed
    policies : how missing values, suppressed rows and persons are counted
    person : column with the person's id, where persons are counted

    Returns
    -------
    crowd : int64 (n_rows,), at least 1, or 0 where a row takes no part: it is suppressed or a value is missing

    Notes
    -----
    Source: Cohen, Attacks on deidentification's defenses, USENIX Security 2022, section 2.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import Missing, from_frame
    >>> three = from_frame(pd.DataFrame({"sex": ["m", "m", "f"], "born": [1990, None, 1990]}))
    >>> effective_anonymity(three, ["sex", "born"]).tolist()
    [1, 1, 1]
    >>> effective_anonymity(three, ["sex", "born"], Policies(Missing.WILDCARD)).tolist()    # he could be the first
    [2, 2, 1]
    """
    policies = policies or Policies()
    classes = in_unit(table, equivalence_classes(table, columns, policies), policies.unit, person)
    crowd = np.zeros(table.n_rows, np.int64)
    crowd[classes.kept] = classes.crowd[classes.of_row]
    return frozen(crowd)
