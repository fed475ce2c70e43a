"""Every way Kelt says no.

PrivacyError                    also a ValueError: the caller's input cannot be used as it is
├── TableError                  no rows, ragged rows, nested values, a file that cannot be read
│   ├── NoRows                  a header and nothing below it
│   ├── UnevenRows              rows with too few or too many fields; `Options(uneven=…)` leaves them out or keeps them
│   └── UnknownColumn           a name that is not a column; lists those that are
├── RoleError                   one column in two roles, no quasi-identifier
├── HierarchyError              a value without an entry, levels that are not nested
├── LinkageError                two tables that cannot be compared, levels of blocking that are not nested
└── ParameterError              a threshold or policy out of its range

InternalError                   a release fails its own promise: a fault of Kelt, never of the input

Messages name columns and counts, never a value of the data.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

import numpy as np


class PrivacyError(ValueError):
    """The input cannot be used as it is; the message says what would work."""


class TableError(PrivacyError):
    """The table cannot be read or used."""


class NoRows(TableError):
    """A header and nothing below it: refused everywhere but for a release, which may hold nobody.

    `names` are those of the header.
    """

    def __init__(self, message: str, names: Sequence[str] = ()) -> None:
        self.names = tuple(names)
        super().__init__(message)


class UnevenRows(TableError):
    """Rows have too few or too many fields; they can be left out or kept when the user says so.

    `more` and `fewer` count the rows with more and with fewer fields than the header.
    """

    def __init__(self, message: str, more: int = 0, fewer: int = 0) -> None:
        self.more, self.fewer = more, fewer
        super().__init__(message)


class UnknownColumn(TableError):
    """A name that is not a column of the table.

    Examples
    --------
    >>> print(UnknownColumn("zipp", ["age", "sex", "zip"]))
    No column 'zipp'. Columns: age, sex, zip. Did you mean 'zip'?
    """

    def __init__(self, name: str, available: Sequence[str]) -> None:
        self.name, self.available = name, tuple(available)
        near = get_close_matches(name, available, n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        shown = ", ".join(available[:20]) + (", …" if len(available) > 20 else "")
        super().__init__(f"No column {name!r}. Columns: {shown}.{hint}")


class RoleError(PrivacyError):
    """The roles contradict each other or leave something out."""


class HierarchyError(PrivacyError):
    """A generalization hierarchy is incomplete or not nested.

    `hierarchy` is the one that does not fit its column, or None where there is none yet.
    """

    def __init__(self, message: str, hierarchy: object = None) -> None:
        self.hierarchy = hierarchy
        super().__init__(message)


class LinkageError(PrivacyError):
    """Two tables cannot be linked as asked: nothing in common, levels of blocking that are not nested."""


class ParameterError(PrivacyError):
    """A threshold, policy or option lies out of its range."""


class InternalError(Exception):
    """Kelt contradicts itself: what it made fails its own promise, so nothing is handed out."""


def in_range(low: float, high: float = np.inf, **given: float | None) -> None:
    """Refuse a given number outside `[low, high]`; `None` means not given.

    Raises
    ------
    ParameterError
        Names the parameter, its range and what was given.

    Examples
    --------
    >>> in_range(0, 1, t=1.4)
    Traceback (most recent call last):
    ...
    privacy_core.errors.ParameterError: t must lie in [0, 1], got 1.4.
    """
    for name, number in given.items():
        if number is not None and not (low <= number <= high and number < np.inf):
            bound = f"lie in [{low:g}, {high:g}]" if np.isfinite(high) else f"be at least {low:g}"
            raise ParameterError(f"{name} must {bound}, got {number:g}.")


def whole_number(**given: float | None) -> None:
    """Refuse a given number with a fraction, or none at all; `None` means not given."""
    for name, number in given.items():
        if number is not None and not (-np.inf < number < np.inf and number == int(number)):
            raise ParameterError(f"{name} must be a whole number, got {number:g}.")
