"""What does and does not carry over when releases are linked: values with their reasons.

Supports compose under the mechanism: a fixed set of values that is in a class of every release is in the intersection.
The property alone does not compose, and neither does closeness; frequencies drift even under the mechanism, so it is
not true that whatever holds with chance 1 − δ composes. The parallel to (ε, δ)-differential
privacy is the sum of the δ; the difference is that there any mechanisms may be combined.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from privacy_core.errors import ParameterError, in_range, whole_number


@dataclass(frozen=True, slots=True)
class LinkedSets:
    """Values that releases show in the victim's class, and what is left of them.

    Parameters
    ----------
    shown : one set of values per release
    ell : values the poorest release shows
    left : values that every release shows
    """

    shown: tuple[frozenset[str], ...]
    ell: int
    left: frozenset[str]


def linked_sets(shown: Sequence[Sequence[str]]) -> LinkedSets:
    """Intersect the values of several releases.

    Parameters
    ----------
    shown : values of the victim's class, per release

    Raises
    ------
    ParameterError
        No release.

    Examples
    --------
    >>> found = linked_sets([["a", "b", "c"], ["a", "b"]])
    >>> found.ell, sorted(found.left)
    (2, ['a', 'b'])
    """
    if not shown:
        raise ParameterError("Nothing to link: give the values of at least one release.")
    sets = tuple(frozenset(values) for values in shown)
    return LinkedSets(sets, min(map(len, sets)), frozenset.intersection(*sets))


def property_alone() -> LinkedSets:
    """Show that (ℓ, δ)-diversity alone does not compose: two releases, each (2, 0)-diverse, leave one value.

    The first mechanism always shows {a, b}, the second always {a, c}. Common classes with a common target set are
    needed, which one mechanism with one plan has.

    Examples
    --------
    >>> found = property_alone()
    >>> found.ell, sorted(found.left)
    (2, ['a'])
    """
    return linked_sets((("a", "b"), ("a", "c")))


@dataclass(frozen=True, slots=True)
class CloseYetPinned:
    """Releases that all resemble the table and together leave one value.

    Parameters
    ----------
    t : equal distance of the victim's class from the table, the same in every release
    releases : how many pin the victim
    ell : values each release shows
    left : values left after linking
    """

    t: float
    releases: int
    ell: int
    left: int


def close_yet_pinned(n_values: int) -> CloseYetPinned:
    """Show that t-closeness does not stop linkage: each release leaves one other value out and spreads its share.

    With all values equally frequent, a class without one of them is 1/n from the table by the equal distance. After
    n − 1 such releases one value is left. A constant column is even 0-close, and everyone is pinned at once.

    Parameters
    ----------
    n_values : number of equally frequent values, at least 2

    Examples
    --------
    >>> close_yet_pinned(10)
    CloseYetPinned(t=0.1, releases=9, ell=9, left=1)
    """
    whole_number(n_values=n_values)
    in_range(2, n_values=n_values)
    values = [str(value) for value in range(n_values)]
    found = linked_sets([[kept for kept in values if kept != out] for out in values[1:]])
    table, of_class = np.full(n_values, 1 / n_values), np.append(np.full(n_values - 1, 1 / (n_values - 1)), 0.0)
    return CloseYetPinned(float(np.maximum(table - of_class, 0).sum()), n_values - 1, found.ell, len(found.left))
