"""Classes of an ordered quasi-identifier: greedy, by size alone, one; and what keeps the promise."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from privacy_core.ell_delta.distributions import Distribution
from privacy_core.ell_delta.likeliest import targets
from privacy_core.ell_delta.ranges import CLOSE, chances, check, countable, whole_below
from privacy_core.ell_delta.sizing import feasible
from privacy_core.errors import ParameterError, in_range, whole_number
from privacy_core.tables import FloatArray, IntArray


def greedy(cells: Distribution, ell: int, p: float) -> IntArray:
    """Sweep the groups in their order and close a class as soon as it has ell values of chance p or more.

    Parameters
    ----------
    cells : chances of the quasi-identifiers' values in their order
    ell, p : every class gets at least ell values with at least this chance; p at most the feasible one

    Returns
    -------
    of_group : int64 (n_groups,), class of each group, numbered in order

    Raises
    ------
    ParameterError
        p is not feasible, or fewer than ell values can occur.

    Notes
    -----
    Formula: a class is closed as soon as at least ℓ values have a chance of p or more in it; what is left at the end
    joins the last class.

    Edge cases: no grouping of neighbours has more classes (an exchange of cuts shows it, for chances only grow on
    merging); one of groups that are no neighbours can have more, at twice as many in the smallest example, and to find
    the most in general contains bin covering, so it is NP-hard.

    Does not say: how alike the people of a class are, or how large classes are; only values of chance p are counted.

    Source: Greedy-Generalize, Algorithm 2 of arXiv 2506.18405 as its review tells it; the proof of optimality and the
    example are ours.

    Examples
    --------
    >>> from privacy_core.ell_delta import given
    >>> greedy(given([[0.1, 0.1], [0.1, 0.0], [0.0, 0.1], [0.3, 0.3]]), 2, 0.1).tolist()
    [0, 1, 1, 2]
    """
    enough = feasible(cells.marginal, ell, p) * (1 - CLOSE)
    values, masses, start = cells.value.tolist(), cells.mass.tolist(), cells.start.tolist()
    of_group = np.empty(len(cells), np.int64)
    held: dict[int, float] = {}
    heavy = number = 0
    for group in range(len(cells)):
        for cell in range(start[group], start[group + 1]):
            before = held.get(values[cell], 0.0)
            held[values[cell]] = after = before + masses[cell]
            heavy += before < enough <= after
        of_group[group] = number
        if heavy >= ell:
            held, heavy, number = {}, 0, number + 1
    return np.minimum(of_group, max(number - 1, 0))


def one_class(cells: Distribution) -> IntArray:
    """Put every group into one class.

    Returns
    -------
    of_group : int64 (n_groups,), all 0
    """
    return np.zeros(len(cells), np.int64)


def equal_sizes(cells: Distribution, classes: int) -> IntArray:
    """Cut the groups, in their order, into classes of as equal a number of groups as can be.

    Parameters
    ----------
    cells : chances of the quasi-identifiers' values in their order
    classes : 1 to the number of groups

    Returns
    -------
    of_group : int64 (n_groups,), class of each group, numbered in order

    Raises
    ------
    ParameterError
        More classes than groups, none, or no whole number.

    Examples
    --------
    >>> from privacy_core.ell_delta import given
    >>> equal_sizes(given([[0.2]] * 5), 2).tolist()
    [0, 0, 0, 1, 1]
    """
    in_range(1, len(cells), classes=classes)
    whole_number(classes=classes)
    return np.arange(len(cells)) * classes // len(cells)


def keeps(cells: Distribution, of_group: NDArray[np.int64], ell: int, p: float) -> bool:
    """Whether every class has at least ell values of chance p or more.

    Parameters
    ----------
    cells : chances of the quasi-identifiers' values
    of_group : int64 (n_groups,), class of each, numbered from 0 without gaps
    ell, p : as in `greedy`

    Raises
    ------
    ParameterError
        A setting is out of its range, or classes that are not numbered like this.

    Examples
    --------
    >>> from privacy_core.ell_delta import given
    >>> apart = given([[0.25, 0.0], [0.25, 0.0], [0.0, 0.25], [0.0, 0.25]])
    >>> keeps(apart, np.array([0, 1, 0, 1]), 2, 0.25), keeps(apart, np.array([0, 0, 1, 1]), 2, 0.25)
    (True, False)
    """
    check(ell, p)
    return bool((targets(cells.merged(of_group), ell)[:, -1] >= p * (1 - CLOSE)).all())


@dataclass(frozen=True, slots=True)
class IndependentClasses:
    """How many classes there are when the quasi-identifiers say nothing about the sensitive value.

    Parameters
    ----------
    size : groups a class needs, whatever groups they are
    classes : classes that always exist; the most there can be when all groups are equally likely
    claimed : what the paper's formula gives; true only where it divides the number of groups
    theta : number of groups times the chance of the least likely one; 1 when all are equally likely
    """

    size: int
    classes: int
    claimed: int
    theta: float

    def of_group(self, n_groups: int) -> IntArray:
        """Class of each group: neighbours, what is left joins the last class.

        Raises
        ------
        ParameterError
            A number of groups below 1 or not whole.
        """
        countable(n_groups=n_groups)
        return np.minimum(np.arange(n_groups) // self.size, self.classes - 1)


def independent(group_mass: FloatArray, largest: float, p: float) -> IndependentClasses:
    """Size classes by numbers alone, where quasi-identifiers and sensitive value are independent.

    A class then has ell values of chance p exactly when its own chance is at least p over `largest`.

    Parameters
    ----------
    group_mass : float64 (n_groups,), chance of each value of the quasi-identifiers, each above 0
    largest : `p_ell` of the sensitive value
    p : least chance of a target cell, above 0 and at most `largest`

    Raises
    ------
    ParameterError
        A group without a chance, or p out of its range.

    Notes
    -----
    Formula: ⌊n/⌈n p/(θ p_ℓ)⌉⌋ classes, n the number of groups, θ n times the chance of the least likely one.

    Edge cases: the paper's ⌊θ p_ℓ/p⌋ holds only where it divides n: ten equally likely groups at p_ℓ/p = 3 give 2
    classes, not 3, for each needs four groups. Where θ p_ℓ is below p there is one class.

    Does not say: anything where the sensitive value depends on the quasi-identifiers.

    Source: Generalize-Ind, Algorithm 3 of arXiv 2506.18405 as its review tells it; θ and the corrected count are ours.

    Examples
    --------
    >>> independent(np.full(10, 1 / 10), 0.3, 0.1)
    IndependentClasses(size=4, classes=2, claimed=3, theta=1.0)
    >>> independent(np.full(9, 1 / 9), 0.3, 0.1).classes
    3
    """
    n, least = len(group_mass), float(np.min(group_mass, initial=np.inf))
    if not n or not least > 0:
        raise ParameterError("Every value of the quasi-identifiers needs a chance above 0.")
    chances(group_mass)
    in_range(0, 1, largest=largest)
    if not 0 < p <= largest:
        raise ParameterError(f"p must lie above 0 and be at most {largest:g}, got {p:g}.")
    size = min(math.ceil(p / (largest * least) * (1 - CLOSE)), n)
    claimed = whole_below(n * least * largest / p)
    return IndependentClasses(size, n // size, claimed, n * least)
