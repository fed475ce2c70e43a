"""One list of values for the secret of several releases, and what was decided about spellings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from privacy_core.composition.publications import Seen
from privacy_core.generalized.texts import as_number
from privacy_core.hierarchies.spelling import spelled_alike
from privacy_core.tables import MISSING, IntArray, frozen


class Spelling(StrEnum):
    """What two spellings of one value are when two releases differ: the same value, or two.

    Spellings differ in capital letters, blanks, and zeros of numbers. Two values of one release are
    never taken for the same.
    """

    JOINED = "joined"
    APART = "apart"


@dataclass(frozen=True, eq=False, slots=True)
class Vocabulary:
    """The values of one secret in several releases.

    Parameters
    ----------
    labels : every value of the domains, each once; a missing one is the last
    place : per release, int64 (n_values of the release,), position of its values in `labels`
    notes : what was decided about spellings, and values that only one release knows; no value is named
    """

    labels: tuple[str, ...]
    place: tuple[IntArray, ...]
    notes: tuple[str, ...]


def vocabulary(several: Sequence[Seen], spelling: Spelling = Spelling.JOINED) -> Vocabulary:
    """Give the values of several releases one list of positions.

    Values are compared as they are written. Where an earlier release writes a value differently, that
    is said with the number of rows.
    """
    words = [_words(one) for one in several]
    same, doubtful = _spellings(words)
    joined: Mapping[str | None, str | None] = same if spelling is Spelling.JOINED else {}
    labels = _ordered([[joined.get(word, word) for word in known] for known in words])
    place = {word: at for at, word in enumerate(labels)}
    placed = tuple(
        frozen(np.array([place[joined.get(word, word)] for word in known], np.int64).reshape(-1)) for known in words
    )
    notes = [*_respelled(several, words, same, spelling), *_doubtful(several, words, doubtful)]
    notes += _unshared(several, placed, len(labels))
    return Vocabulary(tuple(MISSING if word is None else word for word in labels), placed, tuple(notes))


def _words(one: Seen) -> list[str | None]:
    """Every value of a release's domain; a missing one is None, so that no text can be taken for it."""
    missing = one.counts.missing
    return [None if at == missing else label for at, label in enumerate(one.counts.labels)]


def _spellings(words: Sequence[Sequence[str | None]]) -> tuple[dict[str | None, str | None], set[str | None]]:
    """Values that an earlier release writes differently, with its spelling; and those that could be several."""
    by_sound: dict[str, list[list[str]]] = defaultdict(lambda: [[] for _ in words])
    for at, known in enumerate(words if len({frozenset(known) for known in words}) > 1 else []):
        for word in known:
            if word is not None:
                by_sound[sound(word)][at].append(word)
    same: dict[str | None, str | None] = {}
    doubtful: set[str | None] = set()
    for spelled in by_sound.values():
        different = list(dict.fromkeys(word for alike in spelled for word in alike))
        if len(different) > 1 and max(map(len, spelled)) == 1:
            same.update(dict.fromkeys(different[1:], different[0]))
        elif len(held := {frozenset(alike) for alike in spelled if alike}) > 1:
            doubtful.update(frozenset.union(*held) - frozenset.intersection(*held))
    return same, doubtful


def sound(word: str) -> str:
    """What spellings of one value have in common; of long numbers no digit may get lost."""
    return spelled_alike(word) if len(word) < 16 else " ".join(word.split()).casefold()


def _ordered(words: Sequence[Sequence[str | None]]) -> list[str | None]:
    """Every value once: in the order of a release that has them all, else numbers ascending before texts."""
    every = {word for known in words for word in known}
    whole = next((known for known in words if every <= {*known}), None)
    if whole is not None:
        return list(whole)
    texts = [(as_number(word), word) for word in every if word is not None]
    in_order = sorted(texts, key=lambda one: (one[0] is None, one[0] or 0.0, one[1]))
    return [*(word for _, word in in_order), *([None] if None in every else [])]


def _rows(one: Seen, words: Sequence[str | None], chosen: Callable[[str | None], bool]) -> tuple[int, int]:
    """How many values of a release are chosen, and how many rows hold them."""
    held = np.array([chosen(word) for word in words], bool) & (one.counts.total > 0)
    return int(held.sum()), int(one.counts.total[held].sum())


def _respelled(
    several: Sequence[Seen],
    words: Sequence[Sequence[str | None]],
    same: Mapping[str | None, str | None],
    spelling: Spelling,
) -> Iterator[str]:
    taken = "taken for the same values" if spelling is Spelling.JOINED else "taken for different values, as asked"
    for one, known in zip(several, words, strict=True):
        values, rows = _rows(one, known, same.__contains__)
        if rows:
            yield (
                f"Column {one.counts.attribute!r} of {one.name!r}: {_hold(rows, values)} that an "
                f"earlier release writes differently (capitals, blanks or zeros); {taken}."
            )


def _doubtful(
    several: Sequence[Seen], words: Sequence[Sequence[str | None]], doubtful: set[str | None]
) -> Iterator[str]:
    for one, known in zip(several, words, strict=True):
        values, rows = _rows(one, known, doubtful.__contains__)
        if rows:
            yield (
                f"Column {one.counts.attribute!r} of {one.name!r}: {_hold(rows, values)} written like others but for "
                "capitals, blanks or zeros; kept apart, because one release holds several of them."
            )


def _unshared(several: Sequence[Seen], placed: Sequence[IntArray], n_values: int) -> Iterator[str]:
    """Values that occur in one release and in no other can never be left by linking."""
    releases = np.zeros(n_values, np.int64)
    for one, place in _pairs(several, placed):
        releases[place[one.counts.total > 0]] += 1
    for one, place in _pairs(several, placed):
        alone = (releases[place] == 1) & (one.counts.total > 0)
        if alone.any():
            said = _hold(int(one.counts.total[alone].sum()), int(alone.sum()))
            yield f"Column {one.counts.attribute!r} of {one.name!r}: {said} that no other release shows."


def _hold(rows: int, values: int) -> str:
    """Rows and their values, counted."""
    return f"{rows:,} {'row holds' if rows == 1 else 'rows hold'} {values:,} value{'s' * (values > 1)}"


def _pairs(several: Sequence[Seen], placed: Sequence[IntArray]) -> Iterator[tuple[Seen, IntArray]]:
    return zip(several, placed, strict=True)
