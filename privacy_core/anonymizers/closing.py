"""Which cells to withhold so that rows fall into large enough classes where a withheld cell is a value of its own.

A greedy search over sets of columns, cheapest first: rows that break the promise withhold these columns
together whenever the class that results keeps it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from privacy_core.anonymizers.judging import Judge
from privacy_core.numbering import grouped
from privacy_core.progress import Progress, report
from privacy_core.tables import FloatArray, IntArray

MOST_SETS = 1_024
"""Sets of columns tried, those of fewest columns first; where there are more, only all columns together follow."""


@dataclass(eq=False)
class Closer:
    """Withholds cells until every class keeps every model.

    Parameters
    ----------
    place : position of each row among the judged ones; rows come in an order of their values
    codes : int64 (n_columns, n_rows) of these rows; a withheld cell has the code `gap`; changed in place
    gap : code of a withheld cell, per column; a missing cell has it from the start
    weights : float64 (n_columns,), cost of one cell of each column
    """

    judge: Judge
    place: IntArray
    codes: IntArray
    gap: IntArray
    weights: FloatArray
    progress: Progress

    def close(self) -> IntArray:
        """Withhold cells; return the rows that no set of columns could mend."""
        waiting = self._failing(self._classes(self.codes))
        sets = list(self._cheapest_first())
        for done, columns in enumerate(sets):
            if not waiting.any():
                break
            report(self.progress, done / len(sets), "withholding cells of rows in classes that are too small")
            tried = self._withheld(columns, waiting)
            waiting = self._mended(tried, waiting)
        return np.flatnonzero(waiting)

    def draw_in(self, rows: IntArray) -> None:
        """Mend the rows that are left by letting whole other classes withhold the same cells."""
        while len(rows):
            chosen = min(self._offers(int(rows[0])), key=lambda offer: offer[:2])
            _, _, columns, members = chosen
            for column in columns:
                self.codes[column, members] = self.gap[column]
            rows = np.setdiff1d(rows, members)

    def _offers(self, row: int) -> Iterator[tuple[float, int, tuple[int, ...], IntArray]]:
        """Sets of columns in which everybody like the row would be a class that keeps the promise, with their cost."""
        for number, columns in enumerate(self._cheapest_first()):
            others = [j for j in range(len(self.codes)) if j not in columns]
            alike = np.flatnonzero((self.codes[others] == self.codes[others, row][:, None]).all(axis=0))
            if not self.judge.fails(np.zeros(len(alike), np.int64), 1, self.place[alike])[0]:
                cells = self.codes[list(columns)][:, alike] != self.gap[list(columns), None]
                yield float((cells.sum(axis=1) * self.weights[list(columns)]).sum()), number, columns, alike

    def _mended(self, tried: IntArray, waiting: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Keep what was tried for the rows whose class now keeps the promise; return those that still wait."""
        number = self._classes(tried)
        works = waiting & ~self._failing(number)
        self.codes[:, works] = tried[:, works]
        return waiting & ~works

    def _withheld(self, columns: tuple[int, ...], waiting: NDArray[np.bool_]) -> IntArray:
        tried = self.codes.copy()
        for column in columns:
            tried[column, waiting] = self.gap[column]
        return tried

    def _classes(self, codes: IntArray) -> IntArray:
        return grouped(list(codes), (self.gap + 1).tolist(), codes.shape[1])[0].astype(np.int64)

    def _failing(self, number: IntArray) -> NDArray[np.bool_]:
        return np.asarray(self.judge.fails(number, int(number.max()) + 1, self.place)[number])

    def _cheapest_first(self) -> Iterator[tuple[int, ...]]:
        """Sets of columns by their cost, of equals in the order of the columns; the set of all comes last."""
        width = len(self.weights)
        sizes = (s for size in range(1, width) for s in combinations(range(width), size))
        several = [s for s, _ in zip(sizes, range(MOST_SETS), strict=False)]
        yield from sorted(several, key=lambda s: (round(float(self.weights[list(s)].sum()), 9), s))
        yield tuple(range(width))
