"""Vectors and blocks that come from outside: in one shape, with small block numbers, or refused in a sentence."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from privacy_core.errors import LinkageError
from privacy_core.tables import FloatArray, IntArray


def as_rows(rows: ArrayLike) -> FloatArray:
    """Rows of components in double precision, in one stretch of memory."""
    return np.ascontiguousarray(np.atleast_2d(np.asarray(rows, np.float64)))


def vectors(source: ArrayLike, target: ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Both tables as rows of components.

    Raises
    ------
    LinkageError
        They differ in components, or hold what is no finite number.

    Examples
    --------
    >>> vectors([[1, 0]], [[1, 0, 0]])
    Traceback (most recent call last):
    ...
    privacy_core.errors.LinkageError: The vectors of the two tables have 2 and 3 components; they must have the same.
    """
    one, two = as_rows(source), as_rows(target)
    if one.shape[1] != two.shape[1]:
        raise LinkageError(
            f"The vectors of the two tables have {one.shape[1]:,} and {two.shape[1]:,} components; they must have the "
            "same."
        )
    wild = sum(int(np.count_nonzero(~np.isfinite(rows).all(axis=1))) for rows in (one, two))
    if wild:
        raise LinkageError(f"Vectors that hold something other than finite numbers: {wild:,}.")
    return one, two


def block_numbers(
    blocks_source: ArrayLike, blocks_target: ArrayLike, n: int, m: int, nested: bool = False
) -> tuple[NDArray[Any], NDArray[Any]]:
    """The blocks of both tables as small whole numbers, (n_levels, n) and (n_levels, m).

    Parameters
    ----------
    blocks_source, blocks_target : numbers or texts, one line a level; equal ones are the same block
    n, m : rows of the tables
    nested : refuse levels that separate what a finer one joins

    Raises
    ------
    LinkageError
        The blocks are not one per row and level, or the levels are not nested.

    Examples
    --------
    >>> [blocks.tolist() for blocks in block_numbers([["a", "b"]], [["b", "c", "b"]], 2, 3)]
    [[[0, 1]], [[1, 2, 1]]]
    >>> block_numbers([[0, 0], [0, 1]], [[0], [0]], 2, 1, nested=True)
    Traceback (most recent call last):
    ...
    privacy_core.errors.LinkageError: Level 2 separates 3 rows that level 1 joins: the levels are not nested.
    """
    mine, theirs = np.atleast_2d(np.asarray(blocks_source)), np.atleast_2d(np.asarray(blocks_target))
    if mine.ndim != 2 or len(mine) != len(theirs) or (mine.shape[1], theirs.shape[1]) != (n, m):
        raise LinkageError(
            f"Blocks are needed for {n:,} and {m:,} rows on the same levels; they were given in the shapes "
            f"{mine.shape} and {theirs.shape}."
        )
    if not (_small(mine, 2 * (n + m)) and _small(theirs, 2 * (n + m))):
        renamed = [np.unique(np.append(*both), return_inverse=True)[1] for both in zip(mine, theirs, strict=True)]
        mine, theirs = np.array([ids[:n] for ids in renamed]), np.array([ids[n:] for ids in renamed])
    if nested and len(mine) > 1:
        _refuse_torn(np.concatenate([mine, theirs], axis=1))
    return mine, theirs


def _small(ids: NDArray[Any], most: int) -> bool:
    whole = ids.dtype.kind in "iu"
    return whole and bool(ids.min(initial=0) >= 0) and bool(ids.max(initial=0) <= most)


def _refuse_torn(ids: NDArray[Any]) -> None:
    for level, (fine, coarse) in enumerate(pairwise(ids)):
        rows = separated(fine, coarse, int(fine.max(initial=0)) + 1)
        if rows:
            raise LinkageError(
                f"Level {level + 2} separates {rows:,} row{'s' * (rows > 1)} that level {level + 1} joins: the levels "
                "are not nested."
            )


def separated(fine: NDArray[Any], coarse: NDArray[Any], several: int) -> int:
    """Rows of the fine blocks, numbered below `several`, that lie in more than one coarse block."""
    first: IntArray = np.zeros(several, np.int64)
    first[fine] = coarse
    torn = np.zeros(several, bool)
    torn[fine[first[fine] != coarse]] = True
    return int(np.count_nonzero(torn[fine]))
