"""What is left of a secret after each release: for sets built to be worst, drawn at random, or of one person."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from privacy_core.composition.random_case import RandomCase, random_cases
from privacy_core.composition.ranges import check_alike
from privacy_core.errors import ParameterError


@dataclass(frozen=True, slots=True)
class Countdown:
    """Which release rules out which value.

    Parameters
    ----------
    out_at : per value the first release, from 1, that does not show it; 0 where all do
    left : number of values left after each release
    """

    out_at: tuple[int, ...]
    left: tuple[int, ...]


def countdown(values: Sequence[Hashable], shown: Sequence[Collection[Hashable] | None]) -> Countdown:
    """Strike out values release by release.

    Parameters
    ----------
    values : what is possible before the first release, each once
    shown : values that each release leaves; None for a release the person is not in, which rules nothing out

    Raises
    ------
    ParameterError
        A value is given twice.

    Examples
    --------
    >>> countdown("abcde", ["abcd", None, "ab"])
    Countdown(out_at=(0, 0, 3, 3, 1), left=(4, 4, 2))
    """
    out = dict.fromkeys(values, 0)
    if len(out) < len(values):
        raise ParameterError(f"{len(values) - len(out):,} of {len(values):,} values are given twice.")
    left = []
    for number, several in enumerate(shown, 1):
        for value in [value for value, at in out.items() if several is not None and not at and value not in several]:
            out[value] = number
        left.append(sum(not at for at in out.values()))
    return Countdown(tuple(out.values()), tuple(left))


def random_sets(n_values: int, ell: int, releases: int, generator: np.random.Generator) -> tuple[frozenset[int], ...]:
    """The values each release shows beside a person's true value 0, drawn without looking at the other releases.

    Raises
    ------
    ParameterError
        An ℓ below 1 or above the number of values, or no release.

    Examples
    --------
    >>> drawn = random_sets(8, 6, 3, np.random.default_rng(1))
    >>> [len(shown) for shown in drawn], all(0 in shown for shown in drawn)
    ([6, 6, 6], True)
    """
    check_alike(n_values, ell, releases)
    return tuple(
        frozenset([0, *(1 + generator.permutation(n_values - 1)[: ell - 1]).tolist()]) for _ in range(releases)
    )


def random_countdown(n_values: int, ell: int, releases: int) -> tuple[RandomCase, ...]:
    """What releases with random classes leave after the first, the second, … of them.

    Raises
    ------
    ParameterError
        An ℓ below 1 or above the number of values, or no release.

    Examples
    --------
    >>> [round(case.pinned, 4) for case in random_countdown(10, 5, 3)]           # 0, 5/126, 1945/5292
    [0.0, 0.0397, 0.3675]
    """
    check_alike(n_values, ell, releases)
    return tuple(random_cases(n_values, [ell] * releases))
