"""Which cells to withhold so that every row matches k rows where a withheld cell matches anything.

A greedy search: withholding a cell never takes a lookalike from anybody, so rows are mended one after
the other, each with the cheapest one or two cells that do it, and cells that turn out to be needless are
given back at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from privacy_core.anonymizers.matching import Bits, Crowds, many, packed, unpacked, without_each
from privacy_core.progress import Progress, report
from privacy_core.tables import FloatArray, IntArray

SLICE = 256
"""Rows mended between two looks at the progress."""


@dataclass(eq=False)
class Withholder:
    """Withholds cells until every row matches k rows.

    Parameters
    ----------
    crowds : the cells; changed in place
    weights : float64 (n_columns,), cost of one cell of each column
    k : rows each row must match, itself included
    progress : told how far the work is
    """

    crowds: Crowds
    weights: FloatArray
    k: int
    progress: Progress
    cells: list[tuple[int, int]] = field(default_factory=list)

    def mend(self, columns: Sequence[int], matches: IntArray) -> IntArray:
        """Mend every row that matches fewer than k rows in these columns.

        Parameters
        ----------
        columns : what is compared
        matches : int64 (n_rows,), rows that each row matches now

        Returns
        -------
        matches : the same when done
        """
        matches = matches.copy()
        waiting = np.flatnonzero(matches < self.k)
        for done, row in enumerate(waiting[np.argsort(-matches[waiting], kind="stable")]):
            if done % SLICE == 0:
                report(self.progress, done / len(waiting), "withholding cells of rows with too few lookalikes")
            while matches[row] < self.k:
                self._mend_one(int(row), columns, matches)
        return matches

    def _mend_one(self, row: int, columns: Sequence[int], matches: IntArray) -> None:
        sets = self.crowds.cells(row, columns)
        before = np.bitwise_and.reduce(sets, axis=0)
        chosen = self._choice(row, columns, sets, packed(matches < self.k) & ~before)
        for at in chosen:
            self.crowds.withhold(columns[at], row)
            self.cells.append((columns[at], row))
        after = np.bitwise_and.reduce(np.delete(sets, chosen, axis=0), axis=0, initial=~np.uint64(0))
        after &= packed(np.ones(len(matches), bool))
        matches[unpacked(after & ~before, len(matches))] += 1
        matches[row] = many(after)

    def _choice(self, row: int, columns: Sequence[int], sets: Bits, helped: Bits) -> list[int]:
        """The one or two cells that do for a row; of equal cost those that help most others; else the best one."""
        open_cells = [at for at, column in enumerate(columns) if not self.crowds.gaps[column, row]]
        cost = self.weights[[columns[at] for at in open_cells]]
        singles = without_each(sets)[open_cells]
        rows = many(singles)
        if len(enough := np.flatnonzero(rows >= self.k)):
            return [open_cells[_best(enough, cost, many(singles & helped), rows)]]
        pairs = self._pairs(sets, open_cells, cost, helped)
        return pairs or [open_cells[int(np.lexsort((np.arange(len(cost)), -rows / cost))[0])]]

    def _pairs(self, sets: Bits, open_cells: list[int], cost: FloatArray, helped: Bits) -> list[int]:
        found: list[tuple[float, int, int, list[int]]] = []
        for first, at in enumerate(open_cells[:-1]):
            rest = np.delete(sets, at, axis=0)
            without = without_each(rest)[[other - 1 for other in open_cells[first + 1 :]]]
            rows = many(without)
            for second in np.flatnonzero(rows >= self.k):
                both = float(cost[first] + cost[first + 1 + second])
                gain = int(many(without[second] & helped))
                found.append((both, -gain, -int(rows[second]), [at, open_cells[first + 1 + second]]))
        return min(found)[3] if found else []

    def give_back(self, several: Sequence[Sequence[int]], matches: Sequence[IntArray]) -> None:
        """Give back every cell that no row needs, the last withheld first.

        Parameters
        ----------
        several, matches : sets of columns, and how many rows each row matches in each
        """
        matches = [one.copy() for one in matches]
        kept = []
        for done, (column, row) in enumerate(reversed(self.cells)):
            if done % SLICE == 0:
                report(self.progress, done / len(self.cells), "giving back cells that are not needed")
            if not self._given_back(column, row, several, matches):
                kept.append((column, row))
        self.cells = kept

    def _given_back(self, column: int, row: int, several: Sequence[Sequence[int]], matches: list[IntArray]) -> bool:
        alike, lost = self.crowds.showing(column, row), []
        for columns, number in zip(several, matches, strict=True):
            if column in columns:
                now = np.bitwise_and.reduce(self.crowds.cells(row, columns), axis=0)
                away = unpacked(now & ~alike, len(number))
                away[row] = False
                if number[row] - away.sum() < self.k or (number[away] <= self.k).any():
                    return False
                lost.append((number, away))
        self.crowds.give_back(column, row)
        for number, away in lost:
            number[away] -= 1
            number[row] -= away.sum()
        return True


def _best(enough: IntArray, cost: FloatArray, gain: IntArray, rows: IntArray) -> int:
    order = np.lexsort((enough, -rows[enough], -gain[enough], cost[enough]))
    return int(enough[order[0]])
