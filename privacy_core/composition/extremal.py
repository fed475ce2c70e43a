"""Tables that attain the worst case, made for any number of values, ℓ, releases and k."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from privacy_core.composition.publications import Publication
from privacy_core.composition.ranges import check_alike
from privacy_core.errors import in_range, whole_number
from privacy_core.tables import Column, IntArray, Scale, Table, table


def extremal_sets(n_values: int, ell: int, releases: int) -> tuple[frozenset[int], ...]:
    """The values each release shows beside a person's true value 0, chosen so that the fewest are left.

    Raises
    ------
    ParameterError
        An ℓ below 1 or above the number of values, or no release.

    Notes
    -----
    The other values stand in a circle; every release leaves out the next n − ℓ of them, from where the
    last one stopped, so no value is left out twice before every one has been left out once.

    Examples
    --------
    >>> [sorted(shown) for shown in extremal_sets(5, 3, 2)]
    [[0, 3, 4], [0, 1, 2]]
    >>> sorted(frozenset.intersection(*extremal_sets(5, 4, 3)))
    [0, 4]
    """
    check_alike(n_values, ell, releases)
    out, every = n_values - ell, frozenset(range(n_values))
    return tuple(
        every - {1 + (release * out + step) % (n_values - 1) for step in range(out)} for release in range(releases)
    )


def extremal_tables(n_values: int, ell: int, releases: int, k: int = 1) -> tuple[Publication, ...]:
    """Releases of the same people, with classes of at least k rows and ℓ values, that attain the worst case.

    Person 1 shares class A with people whose values are those of `extremal_sets`; everybody else is in
    class B, which shows every value. Who stands in A changes from release to release, nobody's value does.

    Returns
    -------
    releases : columns person (1, 2, …), group (the quasi-identifier) and secret

    Raises
    ------
    ParameterError
        A k below 1, an ℓ below 1 or above the number of values, or no release.

    Examples
    --------
    >>> from privacy_core.composition import link_by_key
    >>> found = link_by_key(extremal_tables(10, 8, 3, k=20), "secret", "person")
    >>> found.least_left, found.worst_case, [release.k for release in found.releases]
    (4, 4, [20, 20, 20])
    """
    in_range(1, k=k)
    whole_number(k=k)
    shown, rows = extremal_sets(n_values, ell, releases), max(k, ell)
    copies = -(-(rows - 1) // max(ell - 1, 1)) + -(-k // n_values)
    value = np.concatenate([[0], np.tile(np.arange(n_values), copies)])
    chosen = [_beside_the_first(sorted(values - {0}) or [0], n_values, rows - 1) for values in shown]
    return tuple(
        Publication(f"release {number}", _table(value, n_values, beside), ("group",))
        for number, beside in enumerate(chosen, 1)
    )


def _beside_the_first(values: list[int], n_values: int, rows: int) -> IntArray:
    """Positions of so many people who hold these values in turn, each once."""
    turn, place = np.divmod(np.arange(rows), len(values))
    return np.asarray(1 + turn * n_values + np.array(values)[place])


def _table(value: IntArray, n_values: int, beside: IntArray) -> Table:
    group = np.ones(len(value), np.int32)
    group[0] = group[beside] = 0
    return table(
        [
            Column("person", np.arange(len(value), dtype=np.int32), np.arange(1, len(value) + 1), Scale.NUMERIC),
            Column("group", group, _words("AB"), Scale.NOMINAL),
            Column("secret", value.astype(np.int32), _words(f"s{i}" for i in range(n_values)), Scale.NOMINAL),
        ]
    )


def _words(texts: Iterable[str]) -> np.ndarray:
    return np.array(list(texts), object)
