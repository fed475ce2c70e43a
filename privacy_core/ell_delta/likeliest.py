"""Target cells: the values that the proof watches in every class."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from privacy_core.ell_delta.distributions import Distribution
from privacy_core.ell_delta.ranges import countable
from privacy_core.errors import ParameterError
from privacy_core.tables import FloatArray

MOST_TARGETS = 100_000_000
"""Most target cells, those of chance 0 included."""


def target_cells(cells: Distribution, ell: int) -> NDArray[np.intp]:
    """Target cells: the ell likeliest values of each class, or all it has; ties go to the lower value.

    Returns
    -------
    cell : intp (n_targets,), positions among the cells, by class, the likeliest first

    Raises
    ------
    ParameterError
        ell is below 1 or not whole.

    Examples
    --------
    >>> from privacy_core.ell_delta import given
    >>> target_cells(given([[0.1, 0.3, 0.1], [0.0, 0.1, 0.4]]), 2).tolist()
    [1, 0, 4, 3]
    """
    countable(ell=ell)
    order = np.lexsort((cells.value, -cells.mass, cells.group))
    return order[np.arange(len(order)) - cells.start[:-1][cells.group] < ell]


def targets(cells: Distribution, ell: int) -> FloatArray:
    """Chances of the target cells; a class with fewer values has targets of chance 0.

    Returns
    -------
    mass : float64 (n_classes, ell), descending in a class

    Raises
    ------
    ParameterError
        ell is below 1 or not whole, or there are more than 100,000,000 targets.

    Examples
    --------
    >>> from privacy_core.ell_delta import given
    >>> targets(given([[0.1, 0.3, 0.1], [0.0, 0.0, 0.5]]), 2).tolist()         # the second class cannot show two values
    [[0.3, 0.1], [0.5, 0.0]]
    """
    countable(ell=ell)
    if len(cells) * ell > MOST_TARGETS:
        raise ParameterError(f"{len(cells):,} classes of {ell:,} values are more than {MOST_TARGETS:,} target cells.")
    several = np.diff(cells.start)
    found = np.zeros((len(cells), ell))
    found[np.arange(ell) < several[:, None]] = cells.mass[target_cells(cells, ell)]
    return found


def least_target(cells: Distribution, ell: int) -> float:
    """Chance of the rarest target cell: the largest p these classes keep; 0 where one has fewer values.

    Raises
    ------
    ParameterError
        As in `targets`.

    Examples
    --------
    >>> from privacy_core.ell_delta import given
    >>> least_target(given([[0.1, 0.3, 0.1], [0.0, 0.1, 0.4]]), 2)
    0.1
    """
    return float(targets(cells, ell).min())
