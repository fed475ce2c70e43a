"""What does and does not carry over when releases are linked: values with their reasons.

Supports compose under the mechanism: a fixed set of values that is in a class of every release is in the intersection.
The property alone does not compose, and neither do frequencies or closeness. The parallel to (ε, δ)-differential
privacy is the sum of the δ; the difference is that there any mechanisms may be combined.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from privacy_core.errors import ParameterError, in_range, whole_number
from privacy_core.tables import FloatArray


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

    Raises
    ------
    ParameterError
        No release.
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


def posterior(prior: ArrayLike, counts: ArrayLike) -> FloatArray:
    """Belief about a victim's value after releases with a common class, all holding the victim.

    Parameters
    ----------
    prior : float (n_values,), chance of each value in the class; adds up to 1
    counts : int (n_releases, n_values), how often each release shows each value in the class

    Returns
    -------
    belief : float64 (n_values,), adds up to 1; proportional to prior · Π (count/prior)

    Raises
    ------
    ParameterError
        No distribution, counts of another shape, or no value that every release shows.

    Notes
    -----
    Exact Bayes for independent draws from the same class (ours). A value that is shown equally often in
    every release gains on one that is shown less.

    Examples
    --------
    >>> (posterior([1 / 2, 1 / 2], [[6, 4], [6, 4]]) * 13).round(9).tolist()
    [9.0, 4.0]
    """
    before, seen = np.asarray(prior, np.float64), np.asarray(counts, np.float64)
    if before.ndim != 1 or (before < 0).any() or abs(before.sum() - 1) > 1e-9:
        raise ParameterError("The prior must be chances that add up to 1.")
    if seen.ndim != 2 or seen.shape[1] != len(before) or (seen < 0).any():
        raise ParameterError(f"Counts must be one row per release with {len(before):,} counts of at least 0.")
    possible = (before > 0) & (seen > 0).all(axis=0)
    if not possible.any():
        raise ParameterError("No value is shown by every release: the victim is not in all of them, or it changed.")
    log = np.full(len(before), -np.inf)
    log[possible] = np.log(before[possible]) + np.log(seen[:, possible] / before[possible]).sum(axis=0)
    belief = np.exp(log - log.max())
    return np.asarray(belief / belief.sum())


def entropy_ell(share: ArrayLike) -> float:
    """Effective number of values, exp of the entropy; 1 when one value is certain.

    Examples
    --------
    >>> round(entropy_ell([0.6, 0.4]), 2), round(entropy_ell([9 / 13, 4 / 13]), 2)
    (1.96, 1.85)
    """
    parts = np.asarray(share, np.float64)
    parts = parts[parts > 0]
    return float(np.exp(-(parts * np.log(parts)).sum()))


@dataclass(frozen=True, slots=True)
class Drift:
    """How frequencies drift when releases of one class are linked although no value is ruled out.

    Parameters
    ----------
    alone, linked : largest belief about a value after one release, and after all
    ell_alone, ell_linked : entropy ℓ of the same beliefs
    left : values that every release shows
    """

    alone: float
    linked: float
    ell_alone: float
    ell_linked: float
    left: int


def drift(prior: Sequence[float] = (0.5, 0.5), counts: Sequence[Sequence[int]] = ((6, 4), (6, 4))) -> Drift:
    """Compare one release with all of them: so "whatever holds with chance 1 − δ composes" is false.

    Parameters
    ----------
    prior, counts : as in `posterior`; by default two releases that show 6 and 4 of 10

    Examples
    --------
    >>> found = drift()
    >>> round(found.ell_alone, 2), round(found.ell_linked, 2), round(found.linked * 13, 9), found.left
    (1.96, 1.85, 9.0, 2)
    """
    once, all_of_them = posterior(prior, counts[:1]), posterior(prior, counts)
    left = int(np.count_nonzero(all_of_them))
    return Drift(float(once.max()), float(all_of_them.max()), entropy_ell(once), entropy_ell(all_of_them), left)


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
