"""What linking releases leaves of each person's secret: one result for every way to link."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.composition.facts import Candidates, Counted, Linked
from privacy_core.composition.intersecting import Sets, common_values, smallest_sets
from privacy_core.composition.random_case import RandomCase, random_case
from privacy_core.composition.worst_case import worst_case
from privacy_core.errors import ParameterError, in_range, whole_number
from privacy_core.numbering import grouped
from privacy_core.policies import Policies
from privacy_core.tables import Codes, IntArray, as_text, frozen


@dataclass(frozen=True, eq=False)
class Linkage:
    """What several releases of the same people, linked, leave of a secret.

    People who share a class in every release share their candidates, so everything is kept once per
    combination of classes.

    Parameters
    ----------
    attribute : the secret
    labels : its values in all releases
    releases : facts about each release
    n_present : different values that occur in a class
    sets : per release the values of every class
    of_person : int32 (n_known,), combination of each person who is known to be in some release
    tuples : int64 (n_combinations, n_releases), class in each release; −1 for none
    size : int64 (n_combinations,), values left
    keys : what people are called, in their order; None where people are rows, counted from 1
    changed : bool (n_known,), people whose value differs between releases, where that is known
    unit : what the numbers of "people" below count
    policies : how doubtful rows were counted
    notes : decisions that could have gone another way, as sentences; no value of the data

    Notes
    -----
    Formula: candidates = intersection over releases of the values that the person's class shows; pinned
    when one is left; mean guess = mean of 1/candidates.

    Edge cases: people who are not in every release, and people with nothing left (not in both, or the value
    changed), are counted apart and enter no mean. A person whose class shows one value is pinned
    without any linking.

    Does not say: the most an attacker can do: sets forget how often a value occurs, and an attacker who
    knows rows apart can rule out more. Nothing left is no protection.

    Source: the attack of Proposition 3.1 of (ℓ, δ)-diversity, arXiv 2506.18405, on tables at hand; the counts are
    ours.
    """

    attribute: str
    labels: tuple[str, ...]
    releases: tuple[Linked, ...]
    n_present: int
    sets: tuple[Sets, ...]
    of_person: Codes
    tuples: IntArray
    size: IntArray
    keys: NDArray[Any] | None
    changed: NDArray[np.bool_] | None
    unit: Counted
    policies: Policies
    notes: tuple[str, ...]

    @cached_property
    def in_all(self) -> NDArray[np.bool_]:
        """Combinations of people who are in every release."""
        return np.asarray((self.tuples >= 0).all(axis=1))

    @cached_property
    def judged(self) -> NDArray[np.bool_]:
        """Combinations of people who are in every release and have a value left."""
        return self.in_all & (self.size > 0)

    @cached_property
    def weight(self) -> IntArray:
        """People of each combination."""
        return np.bincount(self.of_person, minlength=len(self.tuples))

    @cached_property
    def before(self) -> IntArray:
        """Values left by the most telling single release, per combination."""
        return smallest_sets(self.sets, self.tuples)

    def _people(self, chosen: NDArray[np.bool_]) -> int:
        return int(self.weight[chosen].sum())

    @property
    def people(self) -> int:
        """People who are in every release."""
        return self._people(self.in_all)

    @property
    def not_in_all(self) -> int:
        """People who are in some releases, but not in every one."""
        return len(self.of_person) - self.people

    @property
    def empty(self) -> int:
        """People in every release with no value left: not in both, or the value changed."""
        return self._people(self.in_all & (self.size == 0))

    @property
    def pinned(self) -> int:
        """People in every release with one value left."""
        return self._people(self.in_all & (self.size == 1))

    @property
    def value_changed(self) -> int:
        """People whose value is known to differ between releases: what is left for them need not be true."""
        return 0 if self.changed is None else int(np.count_nonzero(self.changed))

    @property
    def newly_pinned(self) -> int:
        """People with one value left whom no single release pins."""
        return self._people(self.in_all & (self.size == 1) & (self.before > 1))

    @property
    def shrank(self) -> int:
        """People with fewer values left, though some, than the most telling single release leaves."""
        return self._people(self.judged & (self.size < self.before))

    @property
    def pinned_elsewhere(self) -> int:
        """People in several releases, though not in every one, whom linking those pins and none of them alone."""
        several = ~self.in_all & ((self.tuples >= 0).sum(axis=1) > 1)
        return self._people(several & (self.size == 1) & (self.before > 1))

    @property
    def histogram(self) -> Mapping[int, int]:
        """Number of people by values left, people without any left out."""
        count = np.bincount(self.size[self.judged], self.weight[self.judged])
        return {left: int(count[left]) for left in np.flatnonzero(count).tolist()}

    @property
    def mean_guess(self) -> float | None:
        """Mean chance of a blind guess among the values left; None where nobody has any."""
        return self._mean(1 / np.maximum(self.size, 1))

    @property
    def mean_guess_before(self) -> float | None:
        """The same for the most telling single release of each person."""
        return self._mean(1 / np.maximum(self.before, 1))

    @property
    def mean_left(self) -> float | None:
        """Mean number of values left."""
        return self._mean(self.size)

    @property
    def mean_before(self) -> float | None:
        """Mean number of values that the most telling single release leaves."""
        return self._mean(self.before)

    def _mean(self, number: NDArray[Any]) -> float | None:
        people = self._people(self.judged)
        return float((number * self.weight)[self.judged].sum() / people) if people else None

    @property
    def least_left(self) -> int | None:
        """Fewest values left for anybody who has some; None where nobody has."""
        return int(self.size[self.judged].min()) if self.judged.any() else None

    @property
    def smallest_ell(self) -> int:
        """Smallest ℓ of the releases."""
        return min(release.ell for release in self.releases)

    @property
    def worst_case(self) -> int:
        """Fewest values that as many releases with the smallest ℓ can leave, over all values that occur."""
        return worst_case(self.n_present, [max(self.smallest_ell, 1)] * len(self.releases))

    @cached_property
    def random_case(self) -> RandomCase:
        """The same for classes drawn at random."""
        return random_case(self.n_present, [max(self.smallest_ell, 1)] * len(self.releases))

    @cached_property
    def pinned_people(self) -> NDArray[np.intp]:
        """Positions of the people in every release with one value left."""
        return self.having(1)

    def after(self, releases: int) -> Linkage:
        """What the first so many releases leave, one included; the values that occur stay those of all.

        Raises
        ------
        ParameterError
            There are not so many releases.
        """
        in_range(1, len(self.releases), releases=releases)
        whole_number(releases=releases)
        columns, sets = self.tuples[:, :releases], self.sets[:releases]
        number, several = grouped(list(columns.T + 1), [len(one) + 1 for one in sets], len(columns))
        tuples = np.empty((several, releases), np.int64)
        tuples[number] = columns
        return replace(
            self,
            releases=self.releases[:releases],
            sets=sets,
            of_person=frozen(number[self.of_person]),
            tuples=frozen(tuples),
            size=frozen(common_values(sets, tuples)),
        )

    def having(self, left: int) -> NDArray[np.intp]:
        """Positions of the people in every release with so many values left, 0 for none.

        Raises
        ------
        ParameterError
            A number below 0 or not whole.
        """
        in_range(0, left=left)
        whole_number(left=left)
        return np.flatnonzero((self.in_all & (self.size == left))[self.of_person])

    def ids(self, people: Sequence[int] | NDArray[np.intp]) -> list[str]:
        """What people at these positions are called.

        Raises
        ------
        ParameterError
            Nobody has one of the positions.
        """
        chosen = np.asarray(people)
        self._refuse_strangers(chosen)
        if self.keys is None:
            return [str(at + 1) for at in chosen.tolist()]
        return [as_text(key) for key in self.keys[chosen.astype(np.intp)].tolist()]

    def left_of(self, person: int) -> int:
        """Number of values left for the person at this position.

        Raises
        ------
        ParameterError
            Nobody has this position.
        """
        self._refuse_strangers(np.asarray([person]))
        return int(self.size[self.of_person[person]])

    def candidates(self, person: int) -> Candidates:
        """The values each release shows for the person at this position, and those left.

        Raises
        ------
        ParameterError
            Nobody has this position.
        """
        self._refuse_strangers(np.asarray([person]))
        classes = self.tuples[self.of_person[person]].tolist()
        shown = [one.of(at) if at >= 0 else None for one, at in zip(self.sets, classes, strict=True)]
        left = np.arange(len(self.labels) if any(values is not None for values in shown) else 0)
        for values in shown:
            left = left if values is None else np.intersect1d(left, values)
        return Candidates(
            tuple(None if values is None else self._labelled(values) for values in shown), self._labelled(left)
        )

    def _labelled(self, values: IntArray) -> tuple[str, ...]:
        return tuple(self.labels[value] for value in values.tolist())

    def _refuse_strangers(self, people: NDArray[Any]) -> None:
        known = len(self.of_person)
        strange = people[~((people >= 0) & (people < known) & (people % 1 == 0))]
        if len(strange):
            raise ParameterError(f"There is no person {strange[0]:g}: positions go from 0 to {known - 1}.")
