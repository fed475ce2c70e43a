"""Which published values could stand for which raw ones: interval, mask, set and hierarchy aware."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from privacy_core.composition.intersecting import Sets, sets_of
from privacy_core.generalized import (
    Any,
    Exact,
    Generalized,
    Interval,
    Prefix,
    Set,
    Way,
    covers,
    inside,
    meets,
    parse_column,
    write,
)
from privacy_core.hierarchies import Hierarchy
from privacy_core.tables import Column, IntArray


@dataclass(frozen=True, eq=False, slots=True)
class Covered:
    """Which codes of a release's column could stand for each code of a list's column.

    Parameters
    ----------
    codes : per code of the list the codes of the release
    notes : how the release's column was read; no value of the data
    """

    codes: Sets
    notes: tuple[str, ...]


def covered(released: Column, raw: Column, tree: Hierarchy | None = None, whole: bool = False) -> Covered:
    """Find for every raw value the published values that could stand for it.

    A published value covers what it says: itself, the numbers of an interval, the texts under a mask,
    the members of a set, with a hierarchy the values below a label. A suppressed or missing published
    cell covers everything. A raw cell that is missing rules nothing out, for nobody knows what it was;
    one that is generalized itself is met by whatever it has something in common with.

    Parameters
    ----------
    whole : a published value must cover all that a raw cell can be, so that it is certain whether a row fits:
        a missing cell fits nothing but a suppressed or missing one, a generalized one what it lies in

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> ages = from_frame(pd.DataFrame({"age": ["20-29", "30-39", "*"]}))["age"]
    >>> known = from_frame(pd.DataFrame({"age": [25, 39, None]}))["age"]
    >>> [covered(ages, known).codes.of(raw).tolist() for raw in range(3)]     # 25, 39, missing; *, 20-29, 30-39
    [[0, 1], [0, 2], [0, 1, 2]]
    >>> covered(ages, known, whole=True).codes.of(2).tolist()
    [0]
    """
    parsed, listed = parse_column(released), parse_column(raw)
    stands: list[NDArray[np.int64]] = []
    looks = Listed(listed.shapes, covers if whole else meets)
    leaf, standing = _leaves(raw, tree), _standing(tree)
    for shape, way, label in zip(parsed.shapes, parsed.ways, released.labels, strict=True):
        places = looks.meeting(shape)
        if tree is not None and label in standing and way is not Way.MISSING:
            below = [(leaf >= 0) & (tree.above[level][leaf] == at) for level, at in standing[label]]
            places = np.union1d(np.flatnonzero(np.logical_or.reduce(below)), places[leaf[places] < 0])
        stands.append(places)
    owner = np.concatenate([np.zeros(0, np.int64), *stands])
    code = np.repeat(np.arange(len(stands)), [len(places) for places in stands])
    return Covered(sets_of(owner, code, raw.n_codes, released.n_codes), parsed.notes)


class Listed:
    """The raw values of a column, arranged so that those a shape covers are found without trying all."""

    def __init__(self, shapes: Sequence[Generalized], fits: Callable[[Generalized, Generalized], bool] = meets) -> None:
        self.shapes, self.fits = shapes, fits
        self.every = np.arange(len(shapes))
        self.odd = [at for at, shape in enumerate(shapes) if not isinstance(shape, Exact)]
        self.by_word: dict[str, list[int]] = defaultdict(list)
        self.others: list[int] = []
        numbers: list[int] = []
        for at, shape in enumerate(shapes):
            if isinstance(shape, Exact):
                self.by_word[write(shape)].append(at)
                (numbers if isinstance(shape.value, float | int) else self.others).append(at)
        self.numbers = np.array(numbers, np.int64)
        self.number = np.array([float(cast(float, cast(Exact, shapes[at]).value)) for at in numbers], np.float64)
        self.words = sorted(self.by_word)
        self.plain = [(word, word) for word in self.words]
        self.backwards = sorted((word[::-1], word) for word in self.words)
        self.filled: dict[int, list[tuple[str, str]]] = {}

    def meeting(self, shape: Generalized) -> NDArray[np.int64]:
        """Positions of the raw values that the shape could stand for."""
        if isinstance(shape, Any):
            return self.every
        found = set(self._exact(shape)) | {at for at in self.odd if self.fits(shape, self.shapes[at])}
        places = np.array(sorted(found), np.int64)
        return (
            np.concatenate([places, self.numbers[inside(shape, self.number)]])
            if isinstance(shape, Interval)
            else places
        )

    def _exact(self, shape: Generalized) -> Iterator[int]:
        """Exact values that could be covered, tried one by one; numbers in intervals are found elsewhere."""
        tried = (
            self.others if isinstance(shape, Interval) else [at for word in self._near(shape) for at in self._at(word)]
        )
        return (at for at in tried if covers(shape, self.shapes[at]))

    def _at(self, word: str) -> Sequence[int]:
        return self.by_word.get(word, ())

    def _near(self, shape: Generalized) -> Iterable[str]:
        match shape:
            case Set(members):
                return members
            case Prefix(known, hidden, start):
                return self._masked(known, len(known) + hidden) if start else _beginning(self.backwards, known[::-1])
            case _:
                return [write(shape)]

    def _masked(self, known: str, width: int) -> set[str]:
        """Words that begin with the known part, as they are or with zeros filled in front."""
        if width not in self.filled:
            self.filled[width] = sorted((word.zfill(width), word) for word in self.words if word.isdigit())
        return {*_beginning(self.plain, known), *_beginning(self.filled[width], known)}


def _beginning(written: Sequence[tuple[str, str]], known: str) -> Iterator[str]:
    """Words whose written form, by which they are sorted, begins with the known part."""
    for at in range(bisect_left(written, (known,)), len(written)):
        form, word = written[at]
        if not form.startswith(known):
            return
        yield word


def _leaves(raw: Column, tree: Hierarchy | None) -> IntArray:
    """Value of the hierarchy for each code of the list's column; −1 where it has none."""
    words = raw.labels[: len(raw.categories)]
    known: Mapping[str, int] = tree.place if tree is not None else {}
    return np.array([*(known.get(word, -1) for word in words), *([-1] * raw.has_missing)], np.int64)


def _standing(tree: Hierarchy | None) -> Mapping[str, list[tuple[int, int]]]:
    """Level and position of every label of a hierarchy."""
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for level, labels in enumerate(tree.labels if tree is not None else ()):
        for at, label in enumerate(labels):
            found[label].append((level, at))
    return found
