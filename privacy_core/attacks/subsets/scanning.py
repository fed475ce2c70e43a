"""Every set of columns up to a size: how many rows it leaves alone, and how many in small crowds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from privacy_core.attacks.subsets.unicity import SubsetScan
from privacy_core.policies import Policies
from privacy_core.progress import Progress, unwatched
from privacy_core.tables import Table


def scan_subsets(
    table: Table,
    columns: Sequence[str],
    *,
    max_size: int | None = None,
    k: int = 2,
    policies: Policies | None = None,
    person: str | None = None,
    seconds: float | None = None,
    sample: int | None = None,
    random: np.random.Generator | None = None,
    seed: int | None = None,
    progress: Progress = unwatched,
) -> SubsetScan:
    """Count, for every set of columns, the rows it leaves alone and those it leaves in crowds smaller than k.

    Parameters
    ----------
    table : Table
    columns : what an attacker may know
    max_size : most columns in a set; all of them unless given
    k : a crowd of fewer is small, at least 1
    policies : how missing values, suppressed rows and persons are counted
    person : column with the person's id, where persons are counted
    seconds : after which no further set is begun; sets are then looked at size by size, and the result is partial
    sample : sets drawn at random of each size that has more; rows are never sampled
    random : chance that draws the sets, needed with `sample`
    seed : of `random`, for the record
    """
    raise NotImplementedError
