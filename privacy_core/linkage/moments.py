"""Mean and covariance of encoded records, from counts of codes; no one-hot table is made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.sparse import coo_array, csc_array, csr_array, diags_array, hstack, issparse, vstack

from privacy_core.linkage.encoding import Encoded, Piece
from privacy_core.tables import FloatArray


def moments(encoded: Encoded, sides: Sequence[int]) -> tuple[FloatArray, FloatArray, int]:
    """Mean (d,), covariance (d, d) with n − 1 below, and n, over the rows of some sides.

    Two categories meet in their table of counts, which is exact in any order of rows.
    """
    n = sum(encoded.n[side] for side in sides)
    place = encoded.places
    mean, gram = np.zeros(encoded.d), np.zeros((encoded.d, encoded.d))
    told = [(place[at], piece) for at, piece in enumerate(encoded.pieces) if piece.codes and piece.width]
    lines = encoded.number_columns
    mean[lines] = sum(encoded.numbers[side].sum(axis=0) for side in sides)
    gram[np.ix_(lines, lines)] = sum(encoded.numbers[side].T @ encoded.numbers[side] for side in sides)
    for i, (here, one) in enumerate(told):
        held, sums = _per_code(encoded, one, sides)
        mean[here] = one.vectors.T @ held
        gram[here, lines] = one.vectors.T @ sums
        gram[lines, here] = gram[here, lines].T
        gram[here, here] = _between(one, diags_array(held), one)
        for there, other in told[:i]:
            gram[here, there] = _between(one, _counts(one, other, sides), other)
            gram[there, here] = gram[here, there].T
    mean /= max(n, 1)
    return mean, (gram - n * np.outer(mean, mean)) / max(n - 1, 1), n


def rows_of(encoded: Encoded, sides: Sequence[int]) -> Any:
    """The rows of some sides as one sparse table (n, d): for more columns than a covariance has room for."""
    tables = [hstack([_sparse(encoded, piece, side) for piece in encoded.pieces], format="csr") for side in sides]
    return vstack(tables, format="csr")


def _sparse(encoded: Encoded, piece: Piece, side: int) -> Any:
    if piece.codes:
        return piece.vectors[piece.codes[side]]
    return csr_array(encoded.numbers[side][:, piece.numbers])


def _per_code(encoded: Encoded, one: Piece, sides: Sequence[int]) -> tuple[FloatArray, FloatArray]:
    """Rows that hold each code, and the sum of their numbers."""
    several = one.vectors.shape[0]
    held, sums = np.zeros(several), np.zeros((several, encoded.numbers[0].shape[1]))
    for side in sides:
        codes = one.codes[side]
        held += np.bincount(codes, minlength=several)
        rows = np.arange(len(codes) + 1, dtype=np.int32)
        sums += csc_array((np.ones(len(codes)), codes, rows), (several, len(codes))) @ encoded.numbers[side]
    return held, sums


def _between(one: Piece, counts: Any, other: Piece) -> FloatArray:
    found = one.vectors.T @ counts @ other.vectors
    return np.asarray(found.toarray() if issparse(found) else found)


def _counts(one: Piece, other: Piece, sides: Sequence[int]) -> Any:
    """How many rows hold each pair of codes."""
    wide, long = one.vectors.shape[0], other.vectors.shape[0]
    if wide * long > _COUNTABLE:
        return sum(
            coo_array((np.ones(len(first)), (first, second)), (wide, long)).tocsr()
            for first, second in ((one.codes[side], other.codes[side]) for side in sides)
        )
    held = np.zeros(wide * long, np.int64)
    for side in sides:
        held += np.bincount(one.codes[side] * np.int32(long) + other.codes[side], minlength=wide * long)
    return held.reshape(wide, long)


_COUNTABLE = 1 << 21
