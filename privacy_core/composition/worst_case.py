"""How few values several releases can leave: exact, and known before anything is released."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from privacy_core.composition.random_case import RandomCase, random_case
from privacy_core.composition.ranges import check_releases
from privacy_core.errors import in_range, whole_number


def worst_case(n_values: int, ells: Sequence[int]) -> int:
    """Fewest values that can be left for a person after linking releases that each hide among ℓ.

    Against an attacker who knows somebody is in every release, finds their class in each and keeps
    the values that all those classes show.

    Parameters
    ----------
    n_values : different values of the secret in all releases together
    ells : ℓ of each release, 1 to n_values

    Returns
    -------
    left : 1 (pinned) to the smallest ℓ

    Raises
    ------
    ParameterError
        No release, or an ℓ that is below 1 or above the number of values.

    Notes
    -----
    Formula: max(1, n − Σ (n − ℓ)), over the releases; n is the number of values.

    Edge cases: one release leaves its own ℓ. A release that shows every value rules nothing out.

    Does not say: that it happens: classes that are the same in every release leave their values as
    they are. Neither k nor t changes it.

    Source: Proposition 3.1 of (ℓ, δ)-diversity, arXiv 2506.18405, for one ℓ; different ℓ are ours.

    Examples
    --------
    >>> [worst_case(10, [8] * releases) for releases in range(1, 7)]      # "8-diverse", five times
    [8, 6, 4, 2, 1, 1]
    >>> worst_case(10, [8, 9, 10])
    7
    """
    check_releases(n_values, ells)
    return max(1, n_values - sum(n_values - ell for ell in ells))


def collapse_ell(n_values: int, releases: int) -> int:
    """Largest ℓ at which that many releases can still pin a person.

    Notes
    -----
    Formula: L + 1 − ⌈L/t⌉ with L = n − 1 other values and t releases.

    Edge cases: with one value everybody is pinned already, so the answer is 1.

    Does not say: how many people are pinned: it is about the worst person of the worst tables.

    Source: Proposition 3.1 of (ℓ, δ)-diversity, arXiv 2506.18405, solved for ℓ.

    Examples
    --------
    >>> collapse_ell(5, 2), collapse_ell(10, 2), collapse_ell(10, 3), collapse_ell(10, 5)
    (3, 5, 7, 8)
    """
    in_range(1, number_of_values=n_values, releases=releases)
    whole_number(number_of_values=n_values, releases=releases)
    return int(n_values + (1 - n_values) // releases)


def releases_to_pin(n_values: int, ell: int) -> int | None:
    """Number of releases that can pin a person; None when no number of them can.

    Notes
    -----
    Formula: t = ⌈L/(L + 1 − ℓ)⌉ with L = n − 1 other values.

    Edge cases: never where every release shows every one of several values. With one value, one.

    Does not say: that as many releases do pin somebody.

    Source: ours, from Proposition 3.1 of (ℓ, δ)-diversity, arXiv 2506.18405.

    Examples
    --------
    >>> releases_to_pin(5, 4), releases_to_pin(10, 8), releases_to_pin(20, 18), releases_to_pin(5, 5)
    (4, 5, 10, None)
    """
    check_releases(n_values, [ell])
    if n_values == 1:
        return 1
    return None if ell == n_values else -((1 - n_values) // (n_values - ell))


def ell_needed(n_values: int, releases: int, left: int) -> int:
    """Smallest ℓ of every release that leaves everybody at least so many values, whatever the tables.

    Raises
    ------
    ParameterError
        More values are to be left than there are.

    Examples
    --------
    >>> ell_needed(10, 2, 2), ell_needed(10, 5, 2), worst_case(10, [9] * 5)
    (6, 9, 5)
    """
    in_range(1, number_of_values=n_values, releases=releases)
    in_range(1, n_values, values_left=left)
    whole_number(number_of_values=n_values, releases=releases, values_left=left)
    return 1 if left == 1 else int(n_values - (n_values - left) // releases)


@dataclass(frozen=True, slots=True)
class Forecast:
    """What several releases can leave and leave on average, before any is made.

    Parameters
    ----------
    n_values : different values of the secret
    ells : ℓ of each release, in their order
    left : fewest values that can be left after the first, the second, … release
    random : the same for classes drawn at random
    """

    n_values: int
    ells: tuple[int, ...]
    left: tuple[int, ...]
    random: RandomCase

    @property
    def worst(self) -> int:
        """Fewest values left after all of them."""
        return self.left[-1]

    @property
    def guess(self) -> float:
        """Chance of a blind guess among the values left at worst."""
        return 1 / self.worst

    @property
    def collapse_ell(self) -> int:
        """Largest ℓ at which this number of releases can pin somebody."""
        return collapse_ell(self.n_values, len(self.ells))

    @property
    def releases_to_pin(self) -> int | None:
        """Number of releases with the smallest of these ℓ that can pin somebody; None for never."""
        return releases_to_pin(self.n_values, min(self.ells))


def forecast(n_values: int, ells: Sequence[int]) -> Forecast:
    """Say what releases can leave, from three numbers that are known before they are made.

    Examples
    --------
    >>> seen = forecast(10, [5, 5])
    >>> seen.left, seen.collapse_ell, seen.releases_to_pin, round(seen.random.pinned * 126)
    ((5, 1), 5, 2, 5)
    """
    check_releases(n_values, ells)
    left = tuple(worst_case(n_values, ells[: several + 1]) for several in range(len(ells)))
    return Forecast(n_values, tuple(ells), left, random_case(n_values, ells))
