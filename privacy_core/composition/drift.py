"""What counts add to sets: the exact belief after releases that share a grouping."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from privacy_core.composition.linking import all_seen, by_class
from privacy_core.composition.publications import Publication, Seen
from privacy_core.composition.vocabulary import Spelling, Vocabulary, vocabulary
from privacy_core.errors import ParameterError, TableError
from privacy_core.policies import Policies
from privacy_core.tables import FloatArray, IntArray


def posterior(prior: ArrayLike, counts: ArrayLike) -> FloatArray:
    """Belief about a person's value after several releases of one class, exactly.

    Parameters
    ----------
    prior : (n_values,), share of each value in the class's population, above 0 where a count is
    counts : (n_releases, n_values), rows of the class in each release, the person's own included

    Returns
    -------
    belief : float64 (n_values,), adds up to 1; all 0 where the releases have no value in common

    Raises
    ------
    ParameterError
        The shapes do not fit, a number is negative, or a value occurs that the prior rules out.

    Notes
    -----
    Formula: belief(s) ∝ p(s) Π n_j(s)/p(s), over the releases j.

    Edge cases: a value that one release does not show has belief 0, so the values left are those of the
    intersection. With one release the belief is the class's own shares.

    Does not say: anything about releases of the same rows: they must be drawn independently from one
    population, apart from the person.

    Source: ours, Bayes' rule; so sets compose under the (ℓ, δ) mechanism (Theorem 4.5 of arXiv 2506.18405), and
    frequencies drift.

    Examples
    --------
    >>> posterior([0.5, 0.5], [[6, 4], [6, 4]]).round(4).tolist()         # 9/13: more than 6 of 10
    [0.6923, 0.3077]
    """
    shares, rows = np.asarray(prior, float), np.asarray(counts, float)
    if rows.ndim != 2 or shares.shape != rows.shape[1:] or not len(rows):
        raise ParameterError("The prior needs one number per value, the counts one row per release.")
    if not all(((numbers >= 0) & (numbers < np.inf)).all() for numbers in (shares, rows)):
        raise ParameterError("Shares and counts must be numbers of at least 0.")
    left = (rows > 0).all(axis=0)
    if (shares[left] == 0).any():
        raise ParameterError(f"The prior rules out {int((shares[left] == 0).sum()):,} values that every release shows.")
    belief = np.zeros(len(shares))
    owner = np.zeros(int(left.sum()), np.int64)
    belief[left] = _beliefs(owner, _weight(rows[:, left], shares[left]), 1)
    return belief


def _weight(rows: ArrayLike, shares: FloatArray) -> FloatArray:
    """Logarithm of p(s) Π n_j(s)/p(s), rows by release."""
    counts = np.log(rows)
    return np.asarray(counts.sum(axis=0) + (1 - len(counts)) * np.log(shares))


def _beliefs(owner: IntArray, weight: FloatArray, n: int) -> FloatArray:
    """Belief of each cell among those of its owner, from logarithms of unscaled beliefs."""
    top = np.full(n, -np.inf)
    np.maximum.at(top, owner, weight)
    belief = np.exp(weight - top[owner])
    return np.asarray(belief / np.bincount(owner, belief, n)[owner])


@dataclass(frozen=True, eq=False, slots=True)
class Drift:
    """How beliefs move in the classes that occur in every release.

    Parameters
    ----------
    classes : what the classes look like
    left : int64 (n_classes,), values that every release shows; 0 where there is none
    highest, highest_before : float64 (n_classes,), largest belief after all releases, and largest share
        within one of them
    ell, ell_before : float64 (n_classes,), entropy ℓ of the belief, and the smallest one of a release
    estimated : whether the prior was taken from the releases themselves

    Notes
    -----
    Classes without a common value have the highest belief 0 and the entropy ℓ 0.
    """

    classes: tuple[str, ...]
    left: IntArray
    highest: FloatArray
    highest_before: FloatArray
    ell: FloatArray
    ell_before: FloatArray
    estimated: bool


def drift(
    publications: Sequence[Publication],
    attribute: str,
    prior: Mapping[str, float] | None = None,
    policies: Policies | None = None,
    spelling: Spelling = Spelling.JOINED,
) -> Drift:
    """Beliefs about a person in each class that all releases share.

    Parameters
    ----------
    publications : two or more releases with the same quasi-identifiers
    attribute : the secret
    prior : share of each value, by its label, taken for every class; None takes the shares in all
        releases together, which is an estimate

    Raises
    ------
    ParameterError
        There is one release only, or the prior rules out a value that occurs.
    TableError
        No class occurs in every release.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> one = from_frame(pd.DataFrame({"q": ["a"] * 10, "s": ["x"] * 6 + ["y"] * 4}))
    >>> found = drift([Publication("1", one, ("q",)), Publication("2", one, ("q",))], "s", {"x": 0.5, "y": 0.5})
    >>> found.highest.round(4).tolist(), found.ell_before.round(2).tolist(), found.ell.round(2).tolist()
    ([0.6923], [1.96], [1.85])
    """
    several = all_seen(publications, attribute, policies or Policies())
    words = vocabulary(several, spelling)
    numbers, _, names, _ = by_class(several)
    looks = [_look_of_class(one, number) for one, number in zip(several, numbers, strict=True)]
    shared = reduce(np.intersect1d, looks)
    if not len(shared) or names is None:
        raise TableError("No class occurs in every release, so no belief can be followed from one to the next.")
    n_values = len(words.labels)
    keyed = [
        _keyed(one, look, shared, place, n_values) for one, look, place in zip(several, looks, words.place, strict=True)
    ]
    common = reduce(np.intersect1d, [key for key, _ in keyed])
    rows = np.stack([count[np.searchsorted(key, common)] for key, count in keyed])
    owner, value = np.divmod(common, n_values)
    belief = _beliefs(owner, _weight(rows, _shares(prior, several, words, value)), len(shared))
    highest, ell = _summed(owner, belief, len(shared))
    before = []
    for key, count in keyed:
        own = key // n_values
        before.append(_summed(own, _beliefs(own, np.log(count), len(shared)), len(shared)))
    return Drift(
        tuple(names[shared].tolist()),
        np.bincount(owner, minlength=len(shared)),
        highest,
        np.max([one for one, _ in before], axis=0),
        ell,
        np.min([one for _, one in before], axis=0),
        prior is None,
    )


def _look_of_class(one: Seen, number: NDArray[Any]) -> IntArray:
    look = np.empty(len(one.classes), np.int64)
    look[one.classes.of_row] = number
    return look


def _keyed(one: Seen, look: IntArray, shared: IntArray, place: IntArray, n_values: int) -> tuple[IntArray, IntArray]:
    """Rows of every shared class and value of a release, by one ascending number."""
    at = np.searchsorted(shared, look)
    inside = np.append(shared, -1)[at] == look
    cell = inside[one.counts.owner]
    key = at[one.counts.owner[cell]] * n_values + place[one.counts.value[cell]]
    order = np.argsort(key)
    return key[order], one.counts.count[cell][order]


def _shares(
    prior: Mapping[str, float] | None, several: Sequence[Seen], words: Vocabulary, value: IntArray
) -> FloatArray:
    """Prior share of each value."""
    if prior is None:
        pooled = np.zeros(len(words.labels))
        for one, place in zip(several, words.place, strict=True):
            pooled[place] += one.counts.total
        return np.asarray((pooled / pooled.sum())[value])
    shares = np.array([prior.get(label, 0.0) for label in words.labels])
    lacking = np.unique(value[~((shares[value] > 0) & (shares[value] < np.inf))])
    if len(lacking):
        raise ParameterError(f"The prior gives no share above 0 to {len(lacking):,} values that every release shows.")
    return shares[value]


def _summed(owner: IntArray, belief: FloatArray, n: int) -> tuple[FloatArray, FloatArray]:
    """Highest belief and entropy ℓ of each class; 0 for one without a common value."""
    highest = np.zeros(n)
    np.maximum.at(highest, owner, belief)
    surprise = np.bincount(owner, -belief * np.log(belief, where=belief > 0, out=np.zeros(len(belief))), n)
    return highest, np.where(highest > 0, np.exp(surprise), 0.0)
