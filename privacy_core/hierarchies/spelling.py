"""One value written in two ways: 03 and 3.0 for 3, blanks at the ends, capital letters."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence

from privacy_core.generalized import as_number
from privacy_core.tables import as_text

EXACT = 2.0**53
"""From here on two whole numbers may be one number of double precision, so they are told apart as texts."""


def spelled_alike(text: str) -> str:
    """What two spellings of one value have in common.

    Examples
    --------
    >>> spelled_alike("03") == spelled_alike("3.0") == spelled_alike("3"), spelled_alike(" Flu ")
    (True, 'flu')
    """
    bare = " ".join(text.split()).casefold()
    try:
        return bare if "_" in bare else as_text(float(bare))
    except ValueError:
        return bare


def misspelled(values: Iterable[str], entries: Collection[str]) -> dict[str, str]:
    """Entries that are only written differently, by the value that has no entry of its own.

    A value that several entries resemble is left out: nobody can say which was meant.

    Examples
    --------
    >>> misspelled(["3", "4", "flu"], ["03", "Flu", "flu ", "5"])
    {'3': '03'}
    """
    by_sound: dict[str, list[str]] = {}
    for entry in entries:
        by_sound.setdefault(spelled_alike(entry), []).append(entry)
    alike = {value: by_sound.get(spelled_alike(value), []) for value in values}
    return {value: found[0] for value, found in alike.items() if len(found) == 1}


def by_number(entries: Sequence[str]) -> dict[float, int]:
    """Position of the one entry that is a number, by that number; none where several entries are the same one.

    Examples
    --------
    >>> by_number(["39.0", "1,5", "1e5", "07", "7", "x"])
    {39.0: 0, 1.5: 1, 100000.0: 2}
    """
    found: dict[float, list[int]] = {}
    for place, entry in enumerate(entries):
        number = _number(entry)
        if number is not None and abs(number) < EXACT:
            found.setdefault(number, []).append(place)
    return {number: places[0] for number, places in found.items() if len(places) == 1}


def _number(text: str) -> float | None:
    if "_" in text:
        return None
    try:
        number = float(text)
    except ValueError:
        return as_number(text.strip())
    return number if math.isfinite(number) else None


def same_number(text: str) -> str:
    """A number as the cells of a column of numbers are written; any other text as it is.

    Examples
    --------
    >>> same_number("039.0"), same_number("39"), same_number("3x")
    ('39', '39', '3x')
    """
    number = _number(text)
    return as_text(number) if number is not None and abs(number) < EXACT else text
