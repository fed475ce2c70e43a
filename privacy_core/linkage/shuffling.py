"""A release whose columns no longer belong together: what links to it links by luck."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.linkage.encoding import Encoded
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
    blocks, table = np.sort(blocks_target), encoded.numbers[TARGET]
    numbers, pieces = np.empty_like(table), []
    for piece in encoded.pieces:
        held = piece.codes[TARGET] if piece.codes else table[:, piece.numbers]
        moved = within_blocks(held, blocks_target, random)
        if piece.codes:
            piece = replace(piece, codes=_instead(piece.codes, moved))
        else:
            numbers[:, piece.numbers] = moved
        pieces.append(piece)
    return replace(encoded, pieces=tuple(pieces), numbers=_instead(encoded.numbers, numbers)), blocks


def within_blocks(held: NDArray[Any], block: Codes, random: np.random.Generator) -> NDArray[Any]:
    """What rows hold, shuffled within blocks and the blocks in order; the order the rows had plays no part.

    Parameters
    ----------
    held : (m,) codes, at least 0, or (m, width) numbers that stay together
    block : (m,)
    random : source of randomness

    Examples
    --------
    >>> within_blocks(np.array([4, 7, 4]), np.array([1, 0, 1], np.int32), np.random.default_rng(1)).tolist()
    [7, 4, 4]
    """
    return held[_by_block(held, block)[np.argsort(np.sort(block) + random.random(len(block)))]]


def _by_block(held: NDArray[Any], block: Codes) -> IntArray:
    """Rows by block, then by what they hold; equal rows may stand in any order."""
    if held.ndim == 1:
        rank, several = held, int(held.max(initial=0)) + 1
    else:
        columns = [np.unique(column, return_inverse=True) for column in held.T]
        rank, several = grouped([codes for _, codes in columns], [len(values) for values, _ in columns], len(block))
    return np.argsort(block.astype(np.int64) * max(several, 1) + rank)


def _instead(sides: tuple[NDArray[Any], ...], target: NDArray[Any]) -> tuple[NDArray[Any], ...]:
    return tuple(target if at == TARGET else rows for at, rows in enumerate(sides))
