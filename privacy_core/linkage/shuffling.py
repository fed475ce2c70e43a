"""A release whose columns no longer belong together: what links to it links by luck."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.linkage.encoding import Encoded, Piece
from privacy_core.linkage.sides import TARGET
from privacy_core.numbering import grouped
from privacy_core.tables import Codes, IntArray


def shuffled(
    encoded: Encoded, blocks_target: NDArray[np.int32], random: np.random.Generator
) -> tuple[Encoded, NDArray[np.int32]]:
    """Permute each feature of the release by itself, within blocks.

    The columns of one feature move together. The result does not depend on the order of the rows: a block's
    values are sorted before they are shuffled.

    Parameters
    ----------
    encoded : all sides
    blocks_target : (m,) block of each row of the release at one level
    random : source of randomness

    Returns
    -------
    shuffled : the same with another release, sorted by block
    blocks : (m,) block of each of its rows

    Notes
    -----
    It keeps how often each value occurs in a block and breaks what goes with what, so where columns are correlated
    it makes luck look rarer than it is. Ours.

    Examples
    --------
    >>> from privacy_core.linkage import given
    >>> both = given([np.zeros((4, 2)), np.array([[1.0, 1], [2, 2], [3, 3], [4, 4]])], ["a", "b"])
    >>> mixed, blocks = shuffled(both, np.array([0, 0, 1, 1], np.int32), np.random.default_rng(1))
    >>> sorted(mixed.dense(1)[blocks == 0, 0].tolist()), blocks.tolist()
    ([1.0, 2.0], [0, 0, 1, 1])
    """
    blocks = np.sort(blocks_target)
    pieces = tuple(_shuffled(piece, blocks_target, blocks, random) for piece in encoded.pieces)
    return replace(encoded, pieces=pieces), blocks


def _shuffled(piece: Piece, block: Codes, blocks: Codes, random: np.random.Generator) -> Piece:
    order = _by_block(piece, block)[np.argsort(blocks + random.random(len(blocks)))]
    return replace(piece, numbers=_moved(piece.numbers, order), codes=_moved(piece.codes, order))


def _by_block(piece: Piece, block: Codes) -> IntArray:
    """Rows by block, then by what they hold; equal rows may stand in any order."""
    if piece.codes:
        rank, several = piece.codes[TARGET], int(piece.codes[TARGET].max(initial=0)) + 1
    else:
        columns = [np.unique(column, return_inverse=True) for column in piece.numbers[TARGET].T]
        rank, several = grouped([codes for _, codes in columns], [len(values) for values, _ in columns], len(block))
    return np.argsort(block.astype(np.int64) * max(several, 1) + rank)


def _moved(sides: tuple[NDArray[Any], ...], order: IntArray) -> tuple[NDArray[Any], ...]:
    return tuple(rows[order] if at == TARGET else rows for at, rows in enumerate(sides))
