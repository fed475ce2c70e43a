"""Zayatz's inversion: what a row that stands alone in the sample says about the population.

Zayatz, Estimation of the percent of unique population elements on a microdata file using the sample,
U.S. Census Bureau RR-91/08, 1991.
"""

from __future__ import annotations

import numpy as np

from privacy_core.tables import FloatArray


def estimate(classes_of: FloatArray, sample: int, population: int) -> float:
    """Expected number of people alone in the population, whose classes are taken to have the sample's sizes.

    A class of j people shows exactly one of them in the sample with chance h(j). Of the rows alone in the sample
    the share n₁ h(1) / Σ n_j h(j) is then alone in the population; 0 where no row is alone.

    Parameters
    ----------
    classes_of : float64, number of sample classes of each size, from size 0 on
    sample, population : rows and people

    Examples
    --------
    >>> estimate(np.array([0.0, 0.0, 2.0]), 4, 4)       # two pairs: nobody is alone
    0.0
    """
    if len(classes_of) < 2 or not classes_of[1]:
        return 0.0
    most = int(np.flatnonzero(classes_of)[-1])
    certain = classes_of[1] / (classes_of[1 : most + 1] @ _drawn_once(most, sample, population))
    return float(min(classes_of[1] * certain * (population / sample), population))


def _drawn_once(most: int, sample: int, population: int) -> FloatArray:
    """h(j)/h(1) for classes of 1 to `most` people; a ratio, for h itself may be too small for a float."""
    step = np.arange(most - 1)
    missed = np.maximum(float(population) - sample - step, 0) / (float(population) - 1 - step)
    return np.asarray(np.arange(1, most + 1) * np.concatenate([[1.0], np.cumprod(missed)]))
