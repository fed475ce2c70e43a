"""Rows that match each other where a gap matches anything, as sets of bits that follow every cell withheld."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from privacy_core.tables import IntArray

Bits = NDArray[np.uint64]
FEW = 4_096
"""Codes of a column up to which the rows that match each of them are kept as bits."""


@dataclass(frozen=True, eq=False)
class Crowds:
    """Who matches whom, row by row, while cells are withheld and given back.

    Parameters
    ----------
    codes : int64 (n_columns, n_rows), the cells as they were
    gaps : bool (n_columns, n_rows), cells that match anything; written by `withhold` and `give_back`
    kept : per column uint64 (n_codes, n_words), a bit for each row that shows the code or has a gap;
        None for a column of many codes
    """

    codes: IntArray
    gaps: NDArray[np.bool_]
    kept: tuple[Bits | None, ...]

    @classmethod
    def of(cls, codes: IntArray, gaps: NDArray[np.bool_]) -> Crowds:
        """Make the bits of every column."""
        kept = tuple(_by_code(code, gap) if code.max() < FEW else None for code, gap in zip(codes, gaps, strict=True))
        return cls(codes, gaps.copy(), kept)

    def showing(self, column: int, row: int) -> Bits:
        """Rows that match one cell as it was before it was withheld."""
        kept, code = self.kept[column], self.codes[column, row]
        return packed((self.codes[column] == code) | self.gaps[column]) if kept is None else kept[code]

    def cells(self, row: int, columns: Sequence[int]) -> Bits:
        """Rows that match each cell of a row as it is now, (n_columns, n_words)."""
        everyone = np.full(n_words(self.codes.shape[1]), ~np.uint64(0))
        return np.array([everyone if self.gaps[j, row] else self.showing(j, row) for j in columns])

    def withhold(self, column: int, row: int) -> None:
        """Let one cell match anything."""
        self.gaps[column, row] = True
        if (kept := self.kept[column]) is not None:
            kept[:, row // 64] |= _bit(row)

    def give_back(self, column: int, row: int) -> None:
        """Show one cell again."""
        self.gaps[column, row] = False
        if (kept := self.kept[column]) is not None:
            kept[:, row // 64] &= ~_bit(row)
            kept[self.codes[column, row], row // 64] |= _bit(row)


def _by_code(codes: IntArray, gaps: NDArray[np.bool_]) -> Bits:
    return np.array([packed((codes == code) | gaps) for code in range(int(codes.max()) + 1)])


def n_words(n_rows: int) -> int:
    """Words of 64 bits that a bit per row takes."""
    return (n_rows + 63) // 64


def packed(chosen: NDArray[np.bool_]) -> Bits:
    """Rows as bits, 64 to a word."""
    octets = np.zeros(8 * n_words(len(chosen)), np.uint8)
    some = np.packbits(chosen, bitorder="little")
    octets[: len(some)] = some
    return octets.view("<u8").astype(np.uint64, copy=False)


def unpacked(bits: Bits, n_rows: int) -> NDArray[np.bool_]:
    """Bits as rows.

    Examples
    --------
    >>> unpacked(packed(np.array([True, False, True])), 3).tolist()
    [True, False, True]
    """
    octets = bits.astype("<u8", copy=False).view(np.uint8)
    return np.unpackbits(octets, count=n_rows, bitorder="little").astype(bool)


def _bit(row: int) -> np.uint64:
    return np.uint64(1) << np.uint64(row % 64)


def many(bits: Bits) -> IntArray:
    """Number of rows in each set of bits (the last axis)."""
    return np.asarray(np.bitwise_count(bits).sum(axis=-1, dtype=np.int64))


def without_each(sets: Bits) -> Bits:
    """Rows in all sets but one, for each set left out, (n_sets, n_words).

    Examples
    --------
    >>> without_each(np.array([[3], [5], [6]], np.uint64)).tolist()
    [[4], [2], [1]]
    """
    full = np.full((1, sets.shape[1]), ~np.uint64(0))
    before = np.bitwise_and.accumulate(np.concatenate([full, sets[:-1]]), axis=0)
    after = np.bitwise_and.accumulate(np.concatenate([full, sets[:0:-1]]), axis=0)[::-1]
    return np.asarray(before & after)
