"""Rows once: the classes of the original table, how many rows each holds and which secrets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privacy_core.anonymizers.lattice.grid import Ladder, ladders
from privacy_core.classes import EquivalenceClasses
from privacy_core.counting import Contingency, cells, contingency
from privacy_core.domains import same_domain
from privacy_core.errors import TableError
from privacy_core.hierarchies import Hierarchy
from privacy_core.numbering import grouped
from privacy_core.policies import Policies
from privacy_core.tables import Column, IntArray, Table


@dataclass(frozen=True, eq=False)
class Aggregated:
    """The original table as classes; every node's classes are made from these.

    Parameters
    ----------
    ladders : the quasi-identifiers
    codes : int64 (n_columns, n_classes), group of each class on the finest level of each column
    rows : int64 (n_classes,), rows of each class; 0 where only the population has such a row
    crowd : int64 (n_classes,), rows of the population; None without one
    counts : per sensitive column its counts in these classes, the prior being the original's; the key
        None counts rows only
    """

    ladders: tuple[Ladder, ...]
    codes: IntArray
    rows: IntArray
    crowd: IntArray | None
    counts: Mapping[str | None, Contingency]

    @cached_property
    def n_rows(self) -> int:
        """Rows that are judged."""
        return int(self.rows.sum())

    def numbered(self, levels: Sequence[int]) -> tuple[NDArray[Any], int]:
        """Class at a node for each class of the original, and how many there are."""
        steps = list(zip(self.ladders, levels, self.codes, strict=True))
        raised = [step.up[level][code] for step, level, code in steps]
        return grouped(raised, [len(step.leaves[level]) for step, level, _ in steps], len(self.rows))

    def counted(self, sensitive: str | None, number: NDArray[Any], n: int) -> Contingency:
        """Counts of one column in the classes of a node."""
        fine, of_row = self.counts[sensitive], number[self.counts[None].classes.of_row]
        key = number[fine.owner] * np.int64(fine.n_values) + fine.value
        start, value, count = cells(key, fine.n_values, n, fine.count)
        rows = np.bincount(number, self.rows, n).astype(np.int64)
        classes = replace(fine.classes, of_row=of_row.astype(np.int32), size=rows)
        return replace(fine, classes=classes, rows=rows, start=start, value=value, count=count)


def aggregated(
    table: Table,
    names: Sequence[str],
    hierarchies: Mapping[str, Hierarchy],
    sensitive: Sequence[str] = (),
    policies: Policies | None = None,
    highest: Mapping[str, int] | None = None,
    population: Table | None = None,
) -> Aggregated:
    """Group the judged rows by the finest levels and count every sensitive column.

    Parameters
    ----------
    table : Table; suppressed rows stay out, of the prior too
    names : quasi-identifiers
    hierarchies : by name of the quasi-identifier
    sensitive : columns to count
    policies : how a missing sensitive value counts
    highest : last level allowed, by name
    population : table whose rows are counted for k-map

    Raises
    ------
    HierarchyError, ParameterError
        See `ladders`.
    TableError
        The population lacks a quasi-identifier.
    """
    judged = table.only(np.flatnonzero(~table.suppressed)) if table.suppressed.any() else table
    columns = [judged[name] if population is None else _both(judged[name], population) for name in names]
    steps, n_judged = ladders(columns, hierarchies, highest or {}), judged.n_rows
    codes = [step.finest[column.codes] for step, column in zip(steps, columns, strict=True)]
    number, n = grouped(codes, [step.width for step in steps], len(codes[0]))
    rows = np.bincount(number[:n_judged], minlength=n)
    crowd = None if population is None else np.bincount(number[n_judged:], minlength=n)
    example = np.empty(n, np.int64)
    example[number] = np.arange(len(number))
    classes = EquivalenceClasses(tuple(names), np.arange(n_judged), number[:n_judged], rows, n_judged)
    counts = {name: contingency(judged, classes, name, policies, judged) for name in (None, *sensitive)}
    return Aggregated(steps, np.array([code[example] for code in codes]), rows, crowd, counts)


def _both(mine: Column, population: Table) -> Column:
    """The column of the judged rows, followed by that of the population's."""
    if mine.name not in population.names:
        raise TableError(f"The population lacks the quasi-identifier {mine.name!r}.")
    first, second = same_domain(mine, population[mine.name])
    codes = np.concatenate([first.codes, second.codes])
    return Column(mine.name, codes, first.categories, first.scale, first.has_missing or second.has_missing)
