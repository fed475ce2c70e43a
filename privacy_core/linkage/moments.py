"""Mean and covariance of encoded records, from counts of codes; no one-hot table is made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.sparse import coo_array, csr_array, hstack, vstack

from privacy_core.linkage.encoding import Encoded, Piece
from privacy_core.tables import Codes, FloatArray


def moments(encoded: Encoded, sides: Sequence[int]) -> tuple[FloatArray, FloatArray, int]:
    """Mean (d,), covariance (d, d) with n − 1 below, and n, over the rows of some sides.

    Two features of categories meet in their table of counts, which is exact in any order of rows.
    """
    starts, pieces = encoded.starts, encoded.pieces
    n = sum(encoded.n[side] for side in sides)
    mean, gram = np.zeros(encoded.d), np.zeros((encoded.d, encoded.d))
    for i, one in enumerate(pieces):
        at = slice(starts[i], starts[i + 1])
        mean[at] = _total(one, sides) / max(n, 1)
        for j, other in enumerate(pieces[: i + 1]):
            there = slice(starts[j], starts[j + 1])
            gram[at, there] = _product(one, other, sides)
            gram[there, at] = gram[at, there].T
    return mean, (gram - n * np.outer(mean, mean)) / max(n - 1, 1), n


def rows_of(encoded: Encoded, sides: Sequence[int]) -> Any:
    """The rows of some sides as one sparse table (n, d): for more columns than a covariance has room for."""
    tables = [
        hstack([_sparse(piece, side) for piece in encoded.pieces], format="csr") for side in sides if encoded.n[side]
    ]
    return vstack(tables, format="csr")


def _sparse(piece: Piece, side: int) -> Any:
    return piece.vectors[piece.codes[side]] if piece.codes else csr_array(piece.numbers[side])


def _total(piece: Piece, sides: Sequence[int]) -> FloatArray:
    total = np.zeros(piece.width)
    for side in sides:
        if piece.codes:
            total += piece.vectors.T @ np.bincount(piece.codes[side], minlength=piece.vectors.shape[0])
        else:
            total += piece.numbers[side].sum(axis=0)
    return total


def _product(one: Piece, other: Piece, sides: Sequence[int]) -> FloatArray:
    """Sum over rows of every column of one feature times every column of another."""
    if not one.codes and not other.codes:
        return np.sum([one.numbers[side].T @ other.numbers[side] for side in sides], axis=0)
    if not one.codes:
        return _product(other, one, sides).T
    if not other.codes:
        sums = [_summed(one.codes[side], one.vectors.shape[0], other.numbers[side]) for side in sides]
        return np.asarray(one.vectors.T @ np.sum(sums, axis=0))
    counts = _counts(one, other, sides)
    found = one.vectors.T @ counts @ other.vectors
    return np.asarray(found.toarray() if hasattr(found, "toarray") else found)


def _summed(codes: Codes, several: int, numbers: FloatArray) -> FloatArray:
    """Sum of the numbers of all rows with the same code."""
    return np.column_stack([np.bincount(codes, column, several) for column in numbers.T])


def _counts(one: Piece, other: Piece, sides: Sequence[int]) -> Any:
    """How many rows hold each pair of codes."""
    wide, long = one.vectors.shape[0], other.vectors.shape[0]
    first = np.concatenate([one.codes[side] for side in sides])
    if one is other:
        held = np.bincount(first, minlength=wide)
        return csr_array((held, (np.arange(wide), np.arange(wide))), (wide, wide))
    second = np.concatenate([other.codes[side] for side in sides])
    if wide * long > _COUNTABLE:
        return coo_array((np.ones(len(first)), (first, second)), (wide, long)).tocsr()
    return np.bincount(first.astype(np.intp) * long + second, minlength=wide * long).reshape(wide, long)


_COUNTABLE = 1 << 21
