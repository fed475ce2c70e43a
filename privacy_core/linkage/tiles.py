"""Row maxima by tiles of a matrix product: the kernel where Numba is not there, and what it is measured against."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from privacy_core.tables import FloatArray, IntArray

ROWS, TARGETS = 64, 32_768
Floats = NDArray[np.float32]


def scan(
    source: Floats, targets: Floats, work: IntArray, top: Floats, at: IntArray, first: IntArray, true: IntArray
) -> None:
    """As `kernels.scanning.scan`."""
    buffer = np.empty(ROWS * TARGETS, np.float32)
    for begin, end, low, high in work.tolist():
        for left in range(low, high, TARGETS):
            right = min(left + TARGETS, high)
            for row in range(begin, end, ROWS):
                rows = np.arange(row, min(row + ROWS, end))
                tile = buffer[: len(rows) * (right - left)].reshape(len(rows), -1)
                np.matmul(source[rows[0] : rows[-1] + 1], targets[:, left:right], out=tile)
                _improve(tile, rows, left, top, at, first, true)


def _improve(
    tile: Floats, rows: IntArray, left: int, top: Floats, at: IntArray, first: IntArray, true: IntArray
) -> None:
    mask = np.repeat(np.arange(len(rows)), np.diff(first)[rows])
    place = true[first[rows[0]] : first[rows[-1] + 1]] - left
    inside = (place >= 0) & (place < tile.shape[1])
    mask, place = mask[inside], place[inside]
    held, tile[mask, place] = tile[mask, place], -np.inf
    _take(top, at, rows, 2, *_best(tile), left)
    tile[mask, place] = held
    for _ in range(min(2, tile.shape[1])):
        value, found = _best(tile)
        tile[np.arange(len(rows)), found] = -np.inf
        better = value > top[rows, 0]
        moved = rows[better]
        top[moved, 1], at[moved, 1] = top[moved, 0], at[moved, 0]
        _take(top, at, rows, 0, value, found, left)
        _take(top, at, rows, 1, np.where(better, -np.inf, value), found, left)


def _best(tile: Floats) -> tuple[Floats, IntArray]:
    found = tile.argmax(1)
    return tile[np.arange(len(tile)), found], found


def _take(top: Floats, at: IntArray, rows: IntArray, which: int, value: Floats, found: IntArray, left: int) -> None:
    better = value > top[rows, which]
    top[rows[better], which], at[rows[better], which] = value[better], found[better] + left


def count(
    source: Floats,
    targets: Floats,
    work: IntArray,
    doubles: tuple[FloatArray, FloatArray],
    lines: FloatArray,
    found: IntArray,
) -> None:
    """As `kernels.scanning.count`."""
    for row, _, low, high in work.tolist():
        found[row] += np.count_nonzero(doubles[1][low:high] @ doubles[0][row] >= lines[row, 0])
