"""A release that holds nobody: its names are known, and every rate is 0."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from privacy_core.tables import Column, Scale, Table, frozen


class Nobody(Table):
    """A table without a row, which `link` alone takes, as a release."""

    __slots__ = ()

    def __post_init__(self) -> None:
        frozen(self.suppressed)


def nobody(names: Iterable[str]) -> Table:
    """Make a release without a record.

    Parameters
    ----------
    names : its columns

    Examples
    --------
    >>> released = nobody(["age", "city"])
    >>> released.n_rows, released.names
    (0, ['age', 'city'])
    """
    codes, words = np.zeros(0, np.int32), np.zeros(0, object)
    columns = {name: Column(name, codes.copy(), words.copy(), Scale.NOMINAL) for name in names}
    return Nobody(columns, 0, np.zeros(0, bool))
