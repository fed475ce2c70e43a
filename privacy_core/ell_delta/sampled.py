"""How far a sample can be from the truth: three classical bounds, for comparison with `certificate`."""

from __future__ import annotations

import math

import numpy as np

from privacy_core.ell_delta.ranges import countable, proper_chance
from privacy_core.errors import ParameterError
from privacy_core.tables import FloatArray


def weissman_radius(n_cells: int, sampled: int, chance: float) -> float:
    """Total variation distance a sample keeps from the truth except with this chance (Weissman et al. 2003).

    Parameters
    ----------
    n_cells, sampled : cells of the distribution and records sampled independently, at least 1
    chance : above 0 and below 1

    Returns
    -------
    radius : above 1 where the sample tells nothing

    Raises
    ------
    ParameterError
        A setting is out of its range.

    Examples
    --------
    >>> round(weissman_radius(12, 1000, 0.05), 4)
    0.0752
    """
    _check_sample(n_cells, sampled, chance)
    log_subsets = n_cells * math.log(2) + math.log1p(-(2.0 ** (1 - n_cells))) if n_cells > 1 else 0.0
    return 0.5 * math.sqrt(2 * (log_subsets - math.log(chance)) / sampled)


def mcdiarmid_radius(n_cells: int, sampled: int, chance: float) -> float:
    """Return the same by McDiarmid's inequality.

    Raises
    ------
    ParameterError
        A setting is out of its range.

    Examples
    --------
    >>> round(mcdiarmid_radius(12, 1000, 0.05), 4)
    0.0911
    """
    _check_sample(n_cells, sampled, chance)
    return 0.5 * math.sqrt((n_cells - 1) / sampled) + math.sqrt(-math.log(chance) / (2 * sampled))


def hoeffding_lower(hits: FloatArray, sampled: int, chance: float) -> FloatArray:
    """Lower bounds of chances by Hoeffding's inequality; for small cells they say nothing where Clopper–Pearson does.

    Raises
    ------
    ParameterError
        A setting is out of its range, or hits are no counts from 0 to `sampled`.

    Examples
    --------
    >>> hoeffding_lower(np.array([50.0]), 1000, 0.05 / 12).tolist()
    [0.0]
    """
    _check_sample(1, sampled, chance)
    if not ((hits >= 0) & (hits <= sampled) & (hits % 1 == 0)).all():
        raise ParameterError(f"Hits must be whole numbers from 0 to the number of records ({sampled:,}).")
    return np.maximum(hits / sampled - math.sqrt(-math.log(chance) / (2 * sampled)), 0.0)


def _check_sample(n_cells: int, sampled: int, chance: float) -> None:
    countable(n_cells=n_cells, sampled=sampled)
    proper_chance(chance=chance)
