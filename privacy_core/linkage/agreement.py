"""Fields that agree or do not: what the Fellegi–Sunter model sees of two records."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from privacy_core.linkage.features import Feature, Kind
from privacy_core.linkage.sides import SOURCE, TARGET, Sides
from privacy_core.tables import Codes, FloatArray, IntArray, frozen

BINS = 10
"""Numbers agree when they lie in the same tenth of all numbers of both tables."""
PAIRS_COUNTED = 2_000_000
"""Pairs whose agreement is counted; more are sampled."""


@dataclass(frozen=True, eq=False)
class Fields:
    """Columns as codes that agree where they are equal.

    Parameters
    ----------
    names : one per field
    of : per side int32 (n_side, n_fields); -1 is missing and agrees with nothing
    """

    names: tuple[str, ...]
    of: tuple[Codes, ...]

    def __post_init__(self) -> None:
        for codes in self.of:
            frozen(codes)

    @property
    def d(self) -> int:
        """Columns of `one_hot`."""
        return sum(len(self._released(field)) for field in range(len(self.names)))

    def agreement(self, side: int, rows: IntArray, targets: IntArray) -> NDArray[np.bool_]:
        """Which fields of some pairs agree, (n_pairs, n_fields)."""
        one, other = self.of[side][rows], self.of[TARGET][targets]
        return np.asarray((one == other) & (one >= 0))

    def one_hot(self, side: int, weights: FloatArray | None = None) -> FloatArray:
        """Records as vectors whose dot product counts, or weighs, the fields that agree.

        Only codes that occur in the release have a column: others agree with nothing.
        """
        columns = [
            self._columns(side, j, 1.0 if weights is None else float(weights[j])) for j in range(len(self.names))
        ]
        return np.hstack([np.zeros((len(self.of[side]), 0)), *columns])

    def _columns(self, side: int, field: int, weight: float) -> FloatArray:
        return np.asarray((self.of[side][:, field, None] == self._released(field)) * weight, np.float64)

    def _released(self, field: int) -> Codes:
        """Codes of a field that the release holds."""
        codes = np.unique(self.of[TARGET][:, field])
        return codes[codes >= 0]


def fields(sides: Sides) -> Fields:
    """Take every column as a field: names agree when equal, numbers when they lie in the same tenth.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> from privacy_core.linkage import align
    >>> people = from_frame(pd.DataFrame({"sex": ["f", "m", None], "city": ["a", "b", "b"]}))
    >>> found = fields(align(people, people, []))
    >>> found.names, found.agreement(0, np.array([0, 2]), np.array([1, 2])).tolist()
    (('city', 'sex'), [[False, False], [True, False]])
    """
    columns = [_codes(one) for one in sides.features]
    per_side = [
        np.column_stack([np.zeros((n, 0), np.int32), *(codes[side] for codes in columns)]).astype(np.int32)
        for side, n in enumerate(sides.n)
    ]
    return Fields(tuple(one.name for one in sides.features), tuple(per_side))


def _codes(one: Feature) -> list[Codes]:
    if one.kind is Kind.CATEGORY:
        return [values.astype(np.int32) for values in one.values]
    both = np.concatenate([one.values[SOURCE], one.values[TARGET]])
    held = both[~np.isnan(both)]
    few = np.unique(held)
    cuts = few if len(few) <= BINS else np.unique(np.quantile(held, np.arange(1, BINS) / BINS))
    return [
        np.where(np.isnan(values), -1, np.searchsorted(cuts, values, side="right")).astype(np.int32)
        for values in one.values
    ]


@dataclass(frozen=True, eq=False)
class Patterns:
    """How often each pattern of agreement occurs among the pairs that share a block.

    Parameters
    ----------
    agree : bool (n_patterns, n_fields)
    count : int64 (n_patterns,)
    pairs : pairs that share a block; more than `count` adds up to where they were sampled
    """

    agree: NDArray[np.bool_]
    count: IntArray
    pairs: int

    @property
    def sampled(self) -> bool:
        """Whether only some pairs were counted."""
        return int(self.count.sum()) < self.pairs


def patterns(held: Fields, mine: Codes, theirs: Codes, random: np.random.Generator) -> Patterns:
    """Count patterns among all pairs of a block, or among two million drawn with equal chances.

    Parameters
    ----------
    held : fields of source and release
    mine, theirs : int32, block of each source and target record
    random : where a sample comes from; not touched where all pairs are counted

    Examples
    --------
    >>> held = Fields(("a", "b"), (np.array([[0, 0], [1, 1]], np.int32), np.array([[0, 1], [1, 1]], np.int32)))
    >>> found = patterns(held, np.zeros(2, np.int32), np.zeros(2, np.int32), np.random.default_rng(1))
    >>> found.agree.tolist(), found.count.tolist()
    ([[False, False], [True, False], [False, True], [True, True]], [1, 1, 1, 1])
    """
    order = np.argsort(theirs, kind="stable")
    first = np.searchsorted(theirs[order], mine)
    size = np.searchsorted(theirs[order], mine, side="right") - first
    upto = np.cumsum(size)
    pairs = int(upto[-1]) if len(upto) else 0
    drawn = np.arange(pairs) if pairs <= PAIRS_COUNTED else np.sort(random.integers(pairs, size=PAIRS_COUNTED))
    rows = np.searchsorted(upto, drawn, side="right")
    targets = order[first[rows] + drawn - (upto - size)[rows]]
    agree = held.agreement(SOURCE, rows, targets)
    place = agree @ (1 << np.arange(len(held.names), dtype=np.int64))
    found, count = np.unique(place, return_counts=True)
    return Patterns((found[:, None] >> np.arange(len(held.names)) & 1).astype(bool), count, pairs)


def agreeing_fields(sides: Sides, row: int, target: int) -> NDArray[np.bool_]:
    """Which columns of one source record and one released record agree, in the order of the columns."""
    return np.asarray(fields(sides).agreement(SOURCE, np.array([row]), np.array([target]))[0], bool)
