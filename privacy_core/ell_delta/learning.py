"""What more classes buy: how well P(S | quasi-identifier) is learnt from a release of N records."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from privacy_core.ell_delta.distributions import Distribution
from privacy_core.ell_delta.failing import missed
from privacy_core.ell_delta.grouping import equal_sizes, greedy, keeps, one_class
from privacy_core.ell_delta.ranges import countable
from privacy_core.errors import ParameterError
from privacy_core.tables import FloatArray

MOST_DRAWN = 100_000_000
"""Most records that groupings are compared at."""


@dataclass(frozen=True, slots=True)
class Learning:
    """Expected squared error of the estimated distribution of the sensitive value, per person.

    The error of a person is Σ over the values of (share in the class's records − true chance)².

    Parameters
    ----------
    name : greedy, equal size or one class
    classes : number of classes
    keeps : whether every class has ell values of chance p or more
    blur : part that stays however many records there are: people of a class are not alike
    luck : part that comes from few records in a class; the more classes, the larger
    unseen : expected share of people whose class has no record
    """

    name: str
    classes: int
    keeps: bool
    blur: float
    luck: float
    unseen: float

    @property
    def error(self) -> float:
        """Expected squared error, blur and luck together."""
        return self.blur + self.luck


def learning(cells: Distribution, of_group: NDArray[np.int64], drawn: int) -> tuple[float, float, float]:
    """Return blur, luck and unseen share (see `Learning`) of one grouping; exact.

    Parameters
    ----------
    cells : chances of the quasi-identifiers' values
    of_group : class of each value
    drawn : records of the release, 1 to 100,000,000

    Raises
    ------
    ParameterError
        A number of records out of its range, or classes that are not numbered from 0 without gaps.

    Notes
    -----
    Ours. With n records in a class of distribution c, the expected error against a person's own distribution s is
    |c − s|² + (1 − |c|²)/n, and n is binomial. A class without a record counts like one with a single record.

    Examples
    --------
    >>> from privacy_core.ell_delta import given
    >>> two = given([[0.5, 0.0], [0.0, 0.5]])
    >>> [round(part, 4) for part in learning(two, np.array([0, 0]), 10)]       # one class: half the error is blur
    [0.5, 0.05, 0.0]
    >>> [round(part, 4) for part in learning(two, np.array([0, 1]), 10)]       # two: one of them empty, 1 in 1,024
    [0.0, 0.0, 0.001]
    """
    countable(drawn=drawn)
    if drawn > MOST_DRAWN:
        raise ParameterError(f"Groupings are compared at up to {MOST_DRAWN:,} records, not at {drawn:,}.")
    classes = cells.merged(of_group)
    weight, concentrated = classes.group_mass, _concentrated(classes)
    blur = max(0.0, float(_concentrated(cells).sum() - concentrated.sum()))
    luck = float((weight - concentrated) @ _inverse_records(weight, drawn))
    unseen = float(weight @ missed(weight, drawn))
    whole = float(weight.sum())
    return blur / whole, luck / whole, unseen / whole


def _concentrated(cells: Distribution) -> FloatArray:
    """Chance of each group times the sum of its squared shares."""
    return np.asarray(np.bincount(cells.group, cells.mass**2, len(cells)) / cells.group_mass)


def _inverse_records(weight: FloatArray, drawn: int) -> FloatArray:
    """Expected 1/max(n, 1) for n binomial: (1 − w)^N + Σ over k of ((1 − w)^(N − k) − (1 − w)^N)/k."""
    kinds, place = np.unique(weight, return_inverse=True)
    k = np.arange(1, drawn + 1)
    found = np.empty(len(kinds))
    for i, w in enumerate(np.minimum(kinds, 1)):
        log = np.log1p(-min(w, 1 - 1e-15))
        found[i] = np.exp(drawn * log) + (np.exp((drawn - k) * log) * -np.expm1(k * log) / k).sum()
    return found[place]


def compare_groupings(cells: Distribution, ell: int, p: float, drawn: int) -> tuple[Learning, ...]:
    """Greedy classes, as many of equal size, and one class, at the same number of records.

    Parameters
    ----------
    cells : chances of the quasi-identifiers' values in their order
    ell, p : as in `greedy`
    drawn : records of the release

    Raises
    ------
    ParameterError
        p is not feasible, or a setting is out of its range.

    Examples
    --------
    >>> from privacy_core.ell_delta import given
    >>> found = compare_groupings(given([[0.2, 0.1], [0.1, 0.2], [0.3, 0.1]]), 2, 0.1, 50)
    >>> [(one.name, one.classes, one.keeps) for one in found]
    [('greedy', 3, True), ('equal size', 3, True), ('one class', 1, True)]
    """
    of_greedy = greedy(cells, ell, p)
    ways = {
        "greedy": of_greedy,
        "equal size": equal_sizes(cells, int(of_greedy[-1]) + 1),
        "one class": one_class(cells),
    }
    return tuple(
        Learning(name, int(way[-1]) + 1, keeps(cells, way, ell, p), *learning(cells, way, drawn))
        for name, way in ways.items()
    )
