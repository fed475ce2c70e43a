"""One value written in two ways: 03 and 3.0 for 3, blanks at the ends, capital letters."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from privacy_core.tables import as_text


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
