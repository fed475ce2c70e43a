"""Values of the originals that a release shows only as suppressed: they are missing there, so they are missing here.

Suppression is a generalization too when all cells with a value are suppressed, and originals are mapped by the rule
of the release. A cell suppressed beside others that show its value is lost: nothing in the original says which.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from privacy_core.frequencies import rows_that
from privacy_core.tables import FloatArray

RAW = ("source", "holdout")
"""Sides whose values are mapped by the rule of the release."""
SAID = {"source": "original", "holdout": "table of held-out people"}


def only_withheld(
    words: Sequence[str], published: Collection[str], pairs: Collection[tuple[str, str]]
) -> NDArray[np.bool_]:
    """Which words nothing published stands for: neither the word itself nor what covers it or is covered by it.

    Parameters
    ----------
    words : of the original
    published : words of the release
    pairs : a word that covers, and one it covers

    Examples
    --------
    >>> only_withheld(["flu", "hiv", "ok"], ["resp", "ok"], [("resp", "flu")]).tolist()
    [False, True, False]
    """
    met = {*published}
    related = {one for pair in pairs for one, other in (pair, pair[::-1]) if other in met}
    return np.array([word not in met and word not in related for word in words], bool)


def numbers_only_withheld(sides: Sequence[FloatArray], generalized: bool = False) -> list[NDArray[np.bool_]]:
    """Which rows of each side hold a number that the release never shows, its other numbers being the original's.

    A release that shows none has no rule to map by.

    A release whose numbers are not those of the original has changed them, so a number it does not show says nothing;
    unless it is generalized and the numbers are those of its stretches.

    Examples
    --------
    >>> [rows.tolist() for rows in numbers_only_withheld([np.array([20.0, 30, 95]), np.array([20, np.nan, 30])])]
    [[False, False, True], [False, False, False]]
    >>> numbers_only_withheld([np.array([20.0, 95]), np.array([20.5, np.nan])])[0].tolist()
    [False, False]
    """
    source, release = (np.unique(rows[~np.isnan(rows)]) for rows in sides[:2])
    if not len(release) or not (generalized or np.isin(release, source).all()):
        return [np.zeros(len(rows), bool) for rows in sides]
    return [
        ~np.isnan(rows) & ~np.isin(rows, release) if at != 1 else np.zeros(len(rows), bool)
        for at, rows in enumerate(sides)
    ]


def told(name: str, rows: int, side: str) -> list[str]:
    """Say how many rows count as missing; nothing where none does."""
    if not rows:
        return []
    return [
        f"Column {name!r}: {rows_that(rows, 'hold', f' of the {SAID[side]}')} a value that the release shows only as "
        "suppressed; it counts as missing there too."
    ]
