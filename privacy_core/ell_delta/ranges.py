"""Settings that no mechanism can have are refused here, in one sentence for all; slack where numbers meet."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from privacy_core.errors import ParameterError, in_range, whole_number
from privacy_core.tables import FloatArray

CLOSE = 1e-9
"""Relative slack where a chance meets p, so that 1/12 keeps 1/12 whatever the rounding."""
FEASIBLE = 1e-6
"""How far p may lie above the largest feasible one, so that a p of few digits is taken."""
MOST_RECORDS = 1e18
"""Most records of a release, and most releases, that are reckoned with."""


def check(ell: int, p: float, classes: int = 1, releases: int = 1) -> None:
    """Refuse settings no mechanism can have; its chance of failure is for `proper_chance`.

    Raises
    ------
    ParameterError
        ell, classes or releases below 1 or not whole; p not above 0 and at most 1.
    """
    countable(ell=ell, classes=classes, releases=releases)
    if not 0 < p <= 1:
        raise ParameterError(f"p, the least chance of a target cell, must lie above 0 and at most 1, got {p:g}.")


def countable(**given: int) -> None:
    """Refuse what is no whole number from 1 up, or too large to reckon with."""
    whole_number(**given)
    in_range(1, **given)
    for name, number in given.items():
        if number > MOST_RECORDS:
            raise ParameterError(f"{name} must be at most {MOST_RECORDS:g}.")


def proper_chance(**chance: float) -> None:
    """Refuse a chance that is not strictly between 0 and 1.

    Raises
    ------
    ParameterError
        Names the chance and what was given.
    """
    for name, number in chance.items():
        if not 0 < number < 1:
            raise ParameterError(f"{name} is a chance of failure: it must lie above 0 and below 1, got {number:g}.")


def chances(given: ArrayLike) -> FloatArray:
    """Refuse what are no chances of different events: at least 0 each, together at most 1.

    Raises
    ------
    ParameterError
        There are none, or they cannot be chances.

    Examples
    --------
    >>> chances([0.5, 0.7])
    Traceback (most recent call last):
    ...
    privacy_core.errors.ParameterError: Chances must be a list of numbers, each at least 0, together at most 1.
    """
    found = np.asarray(given, np.float64)
    if found.ndim != 1 or not found.size or not (found >= 0).all() or not found.sum() <= 1 + FEASIBLE:
        raise ParameterError("Chances must be a list of numbers, each at least 0, together at most 1.")
    return found


def whole_below(number: float) -> int:
    """Largest whole number that is not above, rounding forgiven.

    Raises
    ------
    ParameterError
        It is too large to reckon with.

    Examples
    --------
    >>> whole_below(3 * (1 - 1e-12)), whole_below(2.9)
    (3, 2)
    """
    if not number <= MOST_RECORDS:
        raise ParameterError(f"p is too small: more than {MOST_RECORDS:g} classes or cells would be possible.")
    return math.floor(number * (1 + CLOSE))
