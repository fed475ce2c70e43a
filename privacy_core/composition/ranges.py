"""Numbers of values, ℓ and releases that no releases can have are refused here, in one sentence for all."""

from __future__ import annotations

from collections.abc import Sequence

from privacy_core.errors import ParameterError, in_range, whole_number


def check_several(releases: int) -> None:
    """Refuse to link fewer than two releases.

    Raises
    ------
    ParameterError
        There is one, or none.

    Examples
    --------
    >>> check_several(1)
    Traceback (most recent call last):
    ...
    privacy_core.errors.ParameterError: Linking needs at least two releases of the same people; there is one.
    """
    if releases < 2:
        raise ParameterError(
            f"Linking needs at least two releases of the same people; there is {'one' if releases else 'none'}."
        )


def check_releases(n_values: int, ells: Sequence[int]) -> None:
    """Refuse releases, one ℓ each, that a secret of so many values cannot have.

    Raises
    ------
    ParameterError
        No release, or an ℓ that is below 1, above the number of values, or not whole.

    Examples
    --------
    >>> check_releases(5, [3, 6])
    Traceback (most recent call last):
    ...
    privacy_core.errors.ParameterError: ℓ must be at least 1 and at most the number of values (5), got 6.
    """
    if not ells:
        raise ParameterError("There is no release: give the ℓ of at least one.")
    in_range(1, number_of_values=n_values)
    whole_number(number_of_values=n_values)
    for ell in ells:
        whole_number(ell=ell)
        if not 1 <= ell <= n_values:
            raise ParameterError(f"ℓ must be at least 1 and at most the number of values ({n_values}), got {ell:g}.")


def check_alike(n_values: int, ell: int, releases: int) -> None:
    """Refuse a number of releases that all have the same ℓ.

    Raises
    ------
    ParameterError
        An ℓ as in `check_releases`, or a number of releases below 1 or not whole.
    """
    check_releases(n_values, [ell])
    in_range(1, releases=releases)
    whole_number(releases=releases)
