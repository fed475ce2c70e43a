"""Records become vectors of the same meaning on every side (the operator phi of the chain)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Any

import numpy as np

from privacy_core.errors import in_range
from privacy_core.hierarchies import Hierarchy
from privacy_core.linkage.category_codes import frequency_vectors, hierarchy_vectors, one_hot_vectors
from privacy_core.linkage.features import Feature, Kind
from privacy_core.linkage.number_codes import standardized
from privacy_core.linkage.reading import SAID
from privacy_core.linkage.sides import SOURCE, TARGET, Sides
from privacy_core.tables import Codes, FloatArray, IntArray, Scale, frozen


class Fit(StrEnum):
    """Whose rows set the origin, the scale and the axes."""

    JOINT = "joint"
    SOURCE = "source"
    TARGET = "target"

    @property
    def sides(self) -> tuple[int, ...]:
        """Positions of the sides whose rows count; held-out people never do."""
        return {Fit.JOINT: (SOURCE, TARGET), Fit.SOURCE: (SOURCE,), Fit.TARGET: (TARGET,)}[self]


class Coding(StrEnum):
    """How a category becomes numbers."""

    ONE_HOT = "one-hot"
    FREQUENCY = "frequency"
    HIERARCHICAL = "hierarchical"


WEIGHT = 2**-0.5
"""One-hot columns times this: two different categories are at squared distance 1."""


@dataclass(frozen=True, eq=False)
class Piece:
    """The encoded columns of one feature, as what each code stands for or as numbers per row.

    Parameters
    ----------
    numbers : columns of `Encoded.numbers` that are its own; empty for a category
    codes : per side int32 (n_side,); empty for a number
    vectors : sparse (n_codes, width), what each code stands for; None for a number
    width : number of encoded columns
    """

    numbers: slice
    codes: tuple[Codes, ...]
    vectors: Any
    width: int

    def __post_init__(self) -> None:
        for codes in self.codes:
            frozen(codes)


@dataclass(frozen=True, eq=False)
class Encoded:
    """All records as vectors of d columns, held by feature so that no one-hot table need exist.

    Parameters
    ----------
    features : those that are encoded
    pieces : the columns of each feature
    numbers : per side float64 (n_side, p), the columns of all numbers side by side
    owner : int64 (d,), position in `features` of each column
    n : rows of each side
    weight : factor of a one-hot column
    coding, fit : as asked
    unseen : per feature, rows of each side whose category the fit rows never hold
    notes : one sentence per decision
    """

    features: tuple[Feature, ...]
    pieces: tuple[Piece, ...]
    numbers: tuple[FloatArray, ...]
    owner: IntArray
    n: tuple[int, ...]
    weight: float
    coding: Coding
    fit: Fit
    unseen: Mapping[str, tuple[int, ...]]
    notes: tuple[str, ...]

    def __post_init__(self) -> None:
        for array in (*self.numbers, self.owner):
            frozen(array)

    @property
    def d(self) -> int:
        """Number of encoded columns."""
        return len(self.owner)

    @property
    def places(self) -> tuple[slice, ...]:
        """Encoded columns of each feature."""
        ends = np.cumsum([0, *(piece.width for piece in self.pieces)]).tolist()
        return tuple(slice(start, stop) for start, stop in pairwise(ends))

    @property
    def number_columns(self) -> IntArray:
        """Encoded column of each column of `numbers`."""
        kept = [np.arange(at.start, at.stop) for at, one in zip(self.places, self.pieces, strict=True) if not one.codes]
        return np.concatenate([np.zeros(0, np.int64), *kept])

    @property
    def vectors(self) -> tuple[FloatArray, ...]:
        """Every side as a full table; large, so for distances and small tables."""
        return tuple(self.dense(side) for side in range(len(self.n)))

    def dense(self, side: int, rows: slice = slice(None)) -> FloatArray:
        """Some rows of a side as float64 (n_rows, d)."""
        blocks = [
            piece.vectors[piece.codes[side][rows]].toarray() if piece.codes else self.numbers[side][rows, piece.numbers]
            for piece in self.pieces
        ]
        length = len(range(*rows.indices(self.n[side])))
        return np.hstack([np.zeros((length, 0)), *blocks])


def encode(
    sides: Sides,
    coding: Coding = Coding.ONE_HOT,
    fit: Fit = Fit.JOINT,
    weight: float = WEIGHT,
    hierarchies: Mapping[str, Hierarchy] | None = None,
    left_out: Collection[str] = (),
) -> Encoded:
    """Turn records into vectors.

    Numbers are measured in standard deviations from the mean of the fit rows; a missing one gets the mean and a
    one in a column of its own. Categories, a missing one among them, become columns by `coding`:

    - one-hot: a column each, times `weight`
    - frequency: one column, the share of fit rows with that category, standardized as numbers are
    - hierarchical: one-hot on every level below the root, so that the squared distance of two values is the
      share of levels on which they differ; one-hot without a hierarchy

    Parameters
    ----------
    sides : aligned tables
    coding : how categories become numbers
    fit : whose rows set mean, deviation and categories
    weight : factor of a one-hot column, above 0; at 2^-0.5 a mismatch costs squared distance 1
    hierarchies : by column
    left_out : columns that are not encoded, as to see what the others link alone

    Raises
    ------
    ParameterError
        A weight not above 0.

    Notes
    -----
    Edge cases: a column that is constant in the fit rows is dropped with a note. A category the fit rows never
    hold is all zeros and counted. Without a column left there is no vector: nothing points anywhere.

    Source: Khvatov and Neyman, arXiv 2602.11015, section 4 (z-scores, one-hot, frequency and hierarchical codes);
    weight, indicator and the weights of levels are ours.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> from privacy_core.linkage import align
    >>> people = from_frame(pd.DataFrame({"age": [20, 40], "city": ["a", "b"]}))
    >>> encoded = encode(align(people, people, []))
    >>> encoded.dense(0).round(3).tolist(), encoded.owner.tolist()
    ([[-1.0, 0.707, 0.0], [1.0, 0.0, 0.707]], [0, 1, 1])
    """
    in_range(np.nextafter(0, 1), weight=weight)
    trees = hierarchies or {}
    wanted = [one for one in sides.features if one.name not in left_out]
    kept = [one for one in wanted if one.varies(fit.sides)]
    notes = [_constant(one.name, fit) for one in wanted if one not in kept]
    numbers, places = standardized([one for one in kept if one.kind is Kind.NUMBER], fit.sides, sides.n, weight)
    pieces, unseen = [], {}
    for one in kept:
        if one.kind is Kind.NUMBER:
            pieces.append(Piece(at := places[one.name], (), None, at.stop - at.start))
            continue
        piece, strange = _categories(one, coding, fit, weight, trees.get(one.name))
        pieces.append(piece)
        if any(strange):
            unseen[one.name] = strange
    notes += [_alike(one.name) for one, piece in zip(kept, pieces, strict=True) if not piece.width]
    notes += [_never_seen(name, counts, sides.names) for name, counts in unseen.items()]
    owner = np.repeat(np.arange(len(kept)), [piece.width for piece in pieces])
    return Encoded(tuple(kept), tuple(pieces), numbers, owner, sides.n, weight, coding, fit, unseen, tuple(notes))


def given(vectors: Sequence[FloatArray], names: Sequence[str], known: Collection[str] = ()) -> Encoded:
    """Take vectors that are encoded already, one column a feature, as they are.

    Examples
    --------
    >>> given([np.eye(2), -np.eye(2)], ["a", "b"]).dense(1).tolist()
    [[-1.0, -0.0], [-0.0, -1.0]]
    """
    sides = tuple(np.array(side, float).reshape(len(side), len(names)) for side in vectors)
    features = tuple(
        Feature(name, Kind.NUMBER, name in known, flat := tuple(side[:, at] for side in sides), flat, (), None, ())
        for at, name in enumerate(names)
    )
    pieces = tuple(Piece(slice(at, at + 1), (), None, 1) for at in range(len(names)))
    owner, n = np.arange(len(names)), tuple(map(len, sides))
    return Encoded(features, pieces, sides, owner, n, 1.0, Coding.ONE_HOT, Fit.JOINT, {}, ())


def _constant(name: str, fit: Fit) -> str:
    where = {Fit.SOURCE: "the original", Fit.TARGET: "the release", Fit.JOINT: "both tables"}[fit]
    return f"Column {name!r} is the same in every row of {where}, which sets the scale; it is left out of the vectors."


def _alike(name: str) -> str:
    return f"Column {name!r}: all its values are equally frequent, so frequencies tell nothing apart; it is left out."


def _never_seen(name: str, counts: Sequence[int], names: Sequence[str]) -> str:
    told = ", ".join(f"{count:,} of the {SAID[side]}" for count, side in zip(counts, names, strict=True) if count)
    return f"Column {name!r}: rows whose value is none of those the scale was set by: {told}. They count as no value."


def _categories(
    one: Feature, coding: Coding, fit: Fit, weight: float, tree: Hierarchy | None
) -> tuple[Piece, tuple[int, ...]]:
    """What each category stands for, and how many rows of each side hold one the fit rows never do."""
    several = len(one.categories) + 1
    codes = tuple(np.where(values < 0, several - 1, values).astype(np.int32) for values in one.values)
    held = np.array([np.bincount(side, minlength=several) for side in codes])
    fitted = held[list(fit.sides)].sum(axis=0)
    if coding is Coding.FREQUENCY:
        vectors = frequency_vectors(fitted)
    elif coding is Coding.HIERARCHICAL and tree is not None:
        scale = Scale.NUMERIC if any(own.scale is Scale.NUMERIC for own in one.columns) else Scale.NOMINAL
        vectors = hierarchy_vectors(one.categories, fitted, tree, weight, scale)
    else:
        vectors = one_hot_vectors(fitted, weight)
    strange = tuple(held[:, fitted == 0].sum(axis=1).tolist())
    return Piece(slice(0, 0), codes, vectors, vectors.shape[1]), strange
